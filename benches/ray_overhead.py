"""Overhead of a run on a Ray cluster compared with threads of one process and with plain processes.

A local cluster plays the same games, in shards of ten seconds, as a process with as many threads. The cluster and
its workers are started before the clock; what remains is handing out shards, collecting results and storing them.

Ray's workers are processes, and threads of one process contend a little. So as many plain processes play the same
games too, each an equal share: nothing is handed out or stored, which is the lower bound.

Other load on the machine disturbs the comparison. So the share of time in which processors of the cluster had no
shard is printed too: it is the cost of Ray and the driver, whatever the load.

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
    parser.add_argument("--rounds", type=int, default=3, help="number of alternating measurements")
    args = parser.parse_args()
    shards = []
    add = distributed._ShardSizer.add

    def recording_add(self, blocks, took):
        shards.append(took)
        add(self, blocks, took)

    def with_threads(games):
        return seconds(lambda: ludorum.match(GAME, AGENTS, games=games, seed=1, threads=args.cpus))

    def plan(games):
        return ludorum.plan(GAME, AGENTS, games=games, seed=1)

    def with_processes(games):
        run = plan(games)
        shares = [(run, f"{i + 1}/{args.cpus}", 1, False, "raise") for i in range(args.cpus)]
        return seconds(lambda: processes.starmap(distributed._play_shard, shares, chunksize=1))

    games = 16
    while (took := with_threads(games)) < 3.0:
        games *= 2
    games = int(games / took * 10.0 * args.shards / 2) * 2
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # By default Ray's workers have a lower priority than threads of this process.
    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=args.cpus, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    processes = multiprocessing.get_context("spawn").Pool(args.cpus)
    with_processes(8 * args.cpus)
    with processes, tempfile.TemporaryDirectory() as folder, mock.patch.object(distributed._ShardSizer, "add", recording_add):

        def with_ray(run, name, **options):
            shards.clear()
            out = Path(folder) / name
            took = seconds(lambda: distributed.run(run, out=out, progress=silent, **options))
            return took, len(shards), sum(shards)

        with_ray(plan(8 * args.cpus), "first.json")
        print(f"{GAME}, {' - '.join(AGENTS)}: {games} games, {args.cpus} processors, shards of 10 s")
        rounds = []
        for turn in range(args.rounds):
            local, split = with_threads(games), with_processes(games)
            cluster, number, busy = with_ray(plan(games), f"{turn}.json")
            idle = 1 - busy / (cluster * args.cpus)
            rounds.append((local, split, cluster, idle))
            print(
                f"  threads {local:.2f} s, processes {split:.2f} s, Ray {cluster:.2f} s: "
                f"{cluster / local - 1:+.1%} and {cluster / split - 1:+.1%}; "
                f"{number} shards of {busy / number:.1f} s, processors idle {idle:.1%} of the time",
                flush=True,
            )
        small = ludorum.plan("tictactoe", ["random", "random"], games=2 * SMALL)
        took, count, _ = with_ray(small, "small.json", shard_seconds=1e-9)
    ray.shutdown()
    local, split, cluster, idle = (statistics.median(each) for each in zip(*rounds))
    print(
        f"Ray costs {cluster / local - 1:+.1%} over threads and {cluster / split - 1:+.1%} over processes (medians); "
        f"processors were idle {idle:.1%} of the time"
    )
    print(f"shards of one block: {count / took:,.0f} per second through the driver, each synced to disk")


if __name__ == "__main__":
    main()
