"""What the driver of a run on many machines does for each game: how fast, how large.

Games that take no time come from this process in place of a cluster; keeping them is all that is measured: what
waits for the disk in seconds, all else in CPU-seconds, whatever else the machine does.

    python benches/driver.py [GAMES]
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

import ludorum
from ludorum._native import Kept
from ludorum.distributed import _shard


def kept_in(folder: str, games: int, blocks: int, clock):
    """Games kept in shards of so many blocks: what keeps them, the shards and what it took by a clock."""
    run = ludorum.plan("tictactoe", ["random", "random"], games=games)
    kept, shards, adding = Kept(run, path=Path(folder) / f"{blocks}.json", records=None), 0, 0.0
    while (shard := kept.take(blocks)) is not None:
        part, texts, _ = _shard(run, shard, 1, False, "raise")
        began = clock()
        kept.add(part, texts)
        adding += clock() - began
        shards += 1
    return kept, shards, adding


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory(dir=".") as folder:
        _, shards, adding = kept_in(folder, 2_000, 1, time.perf_counter)
        print(f"journal: {shards / adding:,.0f} shards of one block a second, each synced to the disk")
        kept, _, adding = kept_in(folder, games, 500, time.process_time)
        out = Path(folder) / "500.json"
        journal = out.with_name("500.json.journal").stat().st_size
        began = time.process_time()
        kept.finish()
        finishing = time.process_time() - began
        report = out.stat().st_size
        began = time.process_time()
        Kept(ludorum.plan("tictactoe", ["random", "random"], games=games), path=out, records=None)
        reading = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"{games} games of two seats in shards of 1,000")
    print(f"  kept: {games / adding:,.0f} games a CPU-second")
    print(f"  journal {journal / games:,.0f} bytes a game, report {report / games:,.0f}")
    print(f"  the report with statistics: {games / finishing:,.0f} games a CPU-second")
    print(f"  read, checked and written again to go on: {games / reading:,.0f} games a CPU-second")
    print(f"  memory {memory / games:,.0f} bytes a game")


if __name__ == "__main__":
    main()
