"""How much longer a run takes on a cluster of Ray than in threads of one process, or in processes of their own.

A cluster of this machine with as many processors as are asked for plays the same games as a process with as
many threads, in shards of ten seconds. The cluster is there before the clock starts, with its workers, as a
cluster that exists would be; what is left is handing out shards, bringing results back and keeping them.

The workers of Ray are processes, and threads of one process get in each other's way a little. So as many processes
without Ray play the same games too, each its equal share: nothing is handed out and nothing kept, which is the
quickest there is.

What else the machine does meanwhile disturbs such a comparison. So the share of the time in which processors of
the cluster were not at a shard is told too: that is what Ray and the driver cost, whatever the load.

    python benches/ray_overhead.py [--cpus N] [--shards N] [--rounds N]
"""

import argparse
import logging
import multiprocessing
import os
import statistics
import tempfile
import time
from pathlib import Path
from unittest import mock

import ray

import ludorum
from ludorum import distributed

GAME, AGENTS = "quoridor:size=5", ["mcts:iterations=200", "minimax:depth=2"]
SMALL = 1000


def silent(played: int, planned: int) -> None:
    pass


def seconds(work) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cpus", type=int, default=os.cpu_count())
    parser.add_argument("--shards", type=int, default=8, help="shards of ten seconds for each processor")
    parser.add_argument("--rounds", type=int, default=3, help="how often both are measured, in turn")
    args = parser.parse_args()
    shards = []
    told = distributed._Pace.add

    def noted(self, blocks, took):
        shards.append(took)
        told(self, blocks, took)

    def here(games):
        return seconds(lambda: ludorum.match(GAME, AGENTS, games=games, seed=1, threads=args.cpus))

    def plan(games):
        return ludorum.plan(GAME, AGENTS, games=games, seed=1)

    def apart(games):
        run = plan(games)
        shares = [(run, f"{i + 1}/{args.cpus}", 1, False, "raise") for i in range(args.cpus)]
        return seconds(lambda: processes.starmap(distributed._shard, shares, chunksize=1))

    games = 16
    while (took := here(games)) < 3.0:
        games *= 2
    games = int(games / took * 10.0 * args.shards / 2) * 2
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Ray's workers would stand back for whatever else the machine does, which threads of this process do not.
    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=args.cpus, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    processes = multiprocessing.get_context("spawn").Pool(args.cpus)
    apart(8 * args.cpus)
    with processes, tempfile.TemporaryDirectory() as folder, mock.patch.object(distributed._Pace, "add", noted):

        def there(run, name, **options):
            shards.clear()
            out = Path(folder) / name
            took = seconds(lambda: distributed.run(run, out=out, progress=silent, **options))
            return took, len(shards), sum(shards)

        there(plan(8 * args.cpus), "first.json")
        print(f"{GAME}, {' - '.join(AGENTS)}: {games} games, {args.cpus} processors, shards of 10 s")
        rounds = []
        for turn in range(args.rounds):
            local, split = here(games), apart(games)
            cluster, number, busy = there(plan(games), f"{turn}.json")
            idle = 1 - busy / (cluster * args.cpus)
            rounds.append((local, split, cluster, idle))
            print(
                f"  threads {local:.2f} s, processes {split:.2f} s, Ray {cluster:.2f} s: "
                f"{cluster / local - 1:+.1%} and {cluster / split - 1:+.1%}; "
                f"{number} shards of {busy / number:.1f} s, processors without one {idle:.1%} of the time",
                flush=True,
            )
        small = ludorum.plan("tictactoe", ["random", "random"], games=2 * SMALL)
        took, count, _ = there(small, "small.json", shard_seconds=1e-9)
    ray.shutdown()
    local, split, cluster, idle = (statistics.median(each) for each in zip(*rounds))
    print(
        f"Ray costs {cluster / local - 1:+.1%} over threads and {cluster / split - 1:+.1%} over processes (medians); "
        f"processors had nothing to play {idle:.1%} of the time"
    )
    print(f"shards of one block: {count / took:,.0f} a second through the driver, each on the disk")


if __name__ == "__main__":
    main()
