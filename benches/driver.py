"""What the driver of a run on many machines does for each game: how fast, how large.

Games that take no time come from this process in place of a cluster; keeping them is all that is measured.

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


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    run = ludorum.plan("tictactoe", ["random", "random"], games=games)
    adding = 0.0
    with tempfile.TemporaryDirectory(dir=".") as folder:
        out = Path(folder) / "run.json"
        kept = Kept(run, path=out, records=None)
        while (shard := kept.take(500)) is not None:
            part, texts, _ = _shard(run, shard, 1, False, "raise")
            began = time.perf_counter()
            kept.add(part, texts)
            adding += time.perf_counter() - began
        journal = out.with_name("run.json.journal").stat().st_size
        began = time.perf_counter()
        kept.finish()
        finishing = time.perf_counter() - began
        report = out.stat().st_size
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"{games} games of two seats in shards of 1,000")
    print(f"  kept {games / adding:,.0f} games a second, on the disk")
    print(f"  journal {journal / games:,.0f} bytes a game, report {report / games:,.0f}")
    print(f"  the report with statistics took {finishing:.1f} s; memory {memory / games:,.0f} bytes a game")


if __name__ == "__main__":
    main()
