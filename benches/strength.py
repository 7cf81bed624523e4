"""The strength tables of docs/benchmarks.md, played from openings.

    python benches/strength.py target/release/ludorum [--threads 12] [--games 100] [--reports DIR] [--only NAME]

Prints each table as Markdown, every row with its command. Reports are stored in a folder, and the same command
resumes an interrupted run. Agents limited by time need a core each: leave some cores of the machine free.
"""

import argparse
import json
import subprocess
from pathlib import Path

CHAMPION = "champion:time=100ms"
QUORIDOR = [
    "minimax:depth=2",
    "alphabeta:depth=2",
    "astar",
    "mcts:iterations=90,c=1.7",
    "mcts:iterations=500,c=0.6",
]
PLAYOUTS = [
    "mcts:iterations=90,c=1.7,playout=astar",
    "mcts:iterations=500,c=0.6,playout=astar",
    "mcts:iterations=500,c=0.6,playout=semirandom",
]


def levels(game, suite, pairs, games):
    return [(game, [f"champion:level={a}", f"champion:level={b}"], suite, games) for a, b in pairs]


#: Tables by name: rows of a game, agents, openings and games.
TABLES = {
    "quoridor": [("quoridor", [CHAMPION, other], "quoridor-9x9", 200) for other in QUORIDOR + PLAYOUTS]
    + [("quoridor:size=7", [CHAMPION, other], "quoridor-7x7", 200) for other in QUORIDOR]
    + [("quoridor:size=5", [CHAMPION, other], "quoridor-5x5", 200) for other in QUORIDOR]
    + [("quoridor:players=4", [CHAMPION] + ["maxn:depth=2"] * 3, "random:plies=8", 200)],
    "quoridor-levels": [
        ("quoridor", ["champion:level=1", "random"], "quoridor-9x9", 40),
        ("quoridor", ["champion:level=1", "alphabeta:depth=2"], "quoridor-9x9", 40),
    ]
    + levels("quoridor", "quoridor-9x9", [(3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6)], 100)
    + levels("quoridor:size=5", "quoridor-5x5", [(3, 1), (5, 3), (7, 5)], 100),
    "yinsh": [
        ("yinsh", [CHAMPION, other], "yinsh", 200)
        for other in ["alphabeta:eval=advanced,depth=4", "mcts:iterations=4000"]
    ],
    "yinsh-levels": levels("yinsh", "yinsh", [(3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6)], 100)
    + levels("yinsh", "yinsh", [(9, 7), (10, 8)], 20),
}


def play_row(program, folder, threads, game, agents, openings, games):
    """Plays the match of a row; returns its command and its report."""
    command = ["match", game, *agents, "--openings", openings, "--games", str(games), "--seed", "1"]
    name = "".join(c if c.isalnum() else "-" for c in "_".join(command[1:-2]))
    report = folder / f"{name}.json"
    is_started = report.exists() or report.with_name(report.name + ".journal").exists()
    output = ["--resume" if is_started else "--json", str(report)]
    subprocess.run([program, *command, *output, "--threads", str(threads)], check=True, stdout=subprocess.DEVNULL)
    return "ludorum " + " ".join(command), json.loads(report.read_text())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--games", type=int, help="maximum number of games per match")
    parser.add_argument("--reports", type=Path, default=Path("strength-reports"))
    parser.add_argument("--only", choices=sorted(TABLES))
    args = parser.parse_args()
    args.reports.mkdir(parents=True, exist_ok=True)
    for name in [args.only] if args.only else TABLES:
        print(f"\n{name}\n\n| command | games | different | score | 95% interval |\n|---|---|---|---|---|", flush=True)
        for *row, games in TABLES[name]:
            games = min(games, args.games or games)
            command, report = play_row(args.program, args.reports, args.threads, *row, games)
            first = report["agents"][0]
            low, high = first["win_rate_95"]
            score = f"{first['win_rate']:.1%} | {100 * low:.1f} to {100 * high:.1f}"
            distinct = report["distinct"]["games"]
            print(f"| `{command}` | {report['played']} | {distinct} | {score} |", flush=True)


if __name__ == "__main__":
    main()
