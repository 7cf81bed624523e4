"""How much longer a run takes on a cluster of Ray than in threads of one process.

A cluster of this machine with as many processors as are asked for plays the same games as a process with as
many threads, in shards of ten seconds. The cluster is there before the clock starts, with its workers, as a
cluster that exists would be; what is left is handing out shards, bringing results back and keeping them.

    python benches/ray_overhead.py [--cpus N] [--shards N] [--rounds N]
"""

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

import ray

import ludorum
from ludorum import distributed

GAME, AGENTS = "quoridor:size=5", ["mcts:iterations=200", "minimax:depth=2"]


def silent(played: int, planned: int) -> None:
    pass


def seconds(work) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cpus", type=int, default=os.cpu_count())
    parser.add_argument("--shards", type=int, default=4, help="shards of ten seconds for each processor")
    parser.add_argument("--rounds", type=int, default=3, help="how often both are measured, in turn")
    args = parser.parse_args()

    def plan(games):
        return ludorum.plan(GAME, AGENTS, games=games, seed=1)

    def here(games):
        return seconds(lambda: ludorum.match(GAME, AGENTS, games=games, seed=1, threads=args.cpus))

    games = 16
    while (took := here(games)) < 3.0:
        games *= 2
    games = int(games / took * 10.0 * args.shards / 2) * 2
    ray.init(num_cpus=args.cpus, include_dashboard=False, log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder:

        def there(games, name):
            out = Path(folder) / name
            return seconds(lambda: distributed.run(plan(games), out=out, progress=silent))

        there(8 * args.cpus, "first.json")
        rounds = [(here(games), there(games, f"{turn}.json")) for turn in range(args.rounds)]
    ray.shutdown()
    print(f"{GAME}, {' - '.join(AGENTS)}: {games} games, {args.cpus} processors, shards of 10 s")
    for local, cluster in rounds:
        print(f"  threads {local:.2f} s, Ray {cluster:.2f} s: {cluster / local - 1:+.1%}")
    local, cluster = (statistics.median(times) for times in zip(*rounds))
    print(f"Ray costs {cluster / local - 1:+.1%} (medians)")


if __name__ == "__main__":
    main()
