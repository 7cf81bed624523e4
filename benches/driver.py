"""Cost per game of the driver of a distributed run: throughput, file sizes and memory.

Trivial games are played in this process in place of a cluster, so that only storing them is measured: disk syncs
in seconds, all else in CPU-seconds, which do not depend on the load of the machine.

    python benches/driver.py [GAMES]
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

import ludorum
from ludorum._native import DistributedRun
from ludorum.distributed import _play_shard


def store_games(folder: str, games: int, blocks: int, clock):
    """Stores games in shards of so many blocks; returns the run, the number of shards and the time."""
    run = ludorum.plan("tictactoe", ["random", "random"], games=games)
    stored, shards, adding = DistributedRun(run, path=Path(folder) / f"{blocks}.json", records=None), 0, 0.0
    while (shard := stored.take(blocks)) is not None:
        report, texts, _ = _play_shard(run, shard, 1, False, "raise")
        began = clock()
        stored.add(report, texts)
        adding += clock() - began
        shards += 1
    return stored, shards, adding


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory(dir=".") as folder:
        _, shards, adding = store_games(folder, 2_000, 1, time.perf_counter)
        print(f"journal: {shards / adding:,.0f} shards of one block per second, each synced to disk")
        stored, _, adding = store_games(folder, games, 500, time.process_time)
        out = Path(folder) / "500.json"
        journal = out.with_name("500.json.journal").stat().st_size
        began = time.process_time()
        stored.finish()
        finishing = time.process_time() - began
        report = out.stat().st_size
        began = time.process_time()
        DistributedRun(ludorum.plan("tictactoe", ["random", "random"], games=games), path=out, records=None)
        reading = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"{games} games of two seats in shards of 1,000")
    print(f"  stored: {games / adding:,.0f} games per CPU-second")
    print(f"  journal {journal / games:,.0f} bytes per game, report {report / games:,.0f}")
    print(f"  report with statistics: {games / finishing:,.0f} games per CPU-second")
    print(f"  resumed (read, checked, rewritten): {games / reading:,.0f} games per CPU-second")
    print(f"  memory {memory / games:,.0f} bytes per game")


if __name__ == "__main__":
    main()
