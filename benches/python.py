"""Speed of games from Python, compared with Rust, OpenSpiel's Python API and PettingZoo's own games, on one
core and in one run. Rates are per CPU-second of the working process.

usage: python.py PATH-TO-LUDORUM
"""

import contextlib
import importlib
import io
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from types import SimpleNamespace
from unittest import mock

import pyspiel

import ludorum
from ludorum.environments import aec

# Imported as a module: the function of the same name hides it in its package.
performance_benchmark = importlib.import_module("pettingzoo.test.performance_benchmark")

SECONDS = float(os.environ.get("SECONDS_EACH", "3"))
BATCH = 20_000


def rate(work, seconds=SECONDS):
    """Units of work per CPU-second; `work` returns the number of units done."""
    work()
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        done += work()
    return done / (time.process_time() - began)


def rust_playouts(program):
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    games, began = 0, spent()
    while spent() - began < SECONDS:
        command = [program, "bench", "quoridor", "--playouts", str(10 * BATCH), "--json"]
        json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        games += 10 * BATCH
    return games / (spent() - began)


def python_playouts():
    state, seed = ludorum.Game("quoridor").start(), iter(range(10**9))

    def work():
        state.playouts(BATCH, seed=next(seed), threads=1)
        return BATCH

    return rate(work)


def steps(start, over, legal, apply):
    """Random games move by move: a step lists the legal moves and plays one."""
    rng = random.Random(1)

    def work():
        state, count = start(), 0
        while not over(state):
            moves = legal(state)
            apply(state, moves[rng.randrange(len(moves))])
            count += 1
        return count

    return rate(work)


def our_steps(moves):
    game = ludorum.Game("quoridor")
    return steps(game.start, lambda state: state.is_over, moves, ludorum.State.apply)


def openspiel_steps(name):
    game = pyspiel.load_game(name)
    return steps(
        game.new_initial_state,
        lambda state: state.is_terminal(),
        lambda state: state.legal_actions(),
        lambda state, action: state.apply_action(action),
    )


def zoo_turns(env):
    """Runs PettingZoo's own five-second performance benchmark, with the CPU clock of this process."""
    output = io.StringIO()
    random.seed(1)
    with mock.patch.object(performance_benchmark, "time", SimpleNamespace(time=time.process_time)):
        with contextlib.redirect_stdout(output):
            performance_benchmark.performance_benchmark(env)
    return float(re.search(r"([0-9.]+) turns per second", output.getvalue()).group(1))


def batch_steps(spec, count=256):
    batch, seed = ludorum.Batch(ludorum.Game(spec), count, threads=1), iter(range(10**9))

    def work():
        batch.step_randomly(next(seed))
        return count

    return rate(work)


def show(what, number, note=""):
    print(f"{what:<58}{number:>14,.0f}  {note}", flush=True)


def main():
    print("random games of Quoridor 9x9 per CPU-second")
    rust = rust_playouts(sys.argv[1])
    ours = python_playouts()
    show("  Rust (ludorum bench quoridor --playouts)", rust)
    show("  Python, a batch (State.playouts)", ours, f"{ours / rust:.0%} of Rust")

    print("steps of Quoridor 9x9 per CPU-second: list the legal moves, play one")
    theirs = openspiel_steps("quoridor(board_size=9)")
    numbers, texts = our_steps(ludorum.State.actions), our_steps(ludorum.State.moves)
    show("  OpenSpiel's Python API", theirs)
    show("  Ludorum, moves as numbers", numbers, f"{numbers / theirs:.1f} times as many")
    show("  Ludorum, moves as text", texts, f"{texts / theirs:.1f} times as many")
    ours_there = openspiel_steps("ludorum_quoridor")
    show("  Ludorum's game through OpenSpiel's Python API", ours_there)

    print("turns of PettingZoo environments per CPU-second (pettingzoo.test.performance_benchmark)")
    from pettingzoo.classic import chess_v6, connect_four_v3, tictactoe_v3

    for name, env in [
        ("PettingZoo's tic-tac-toe", tictactoe_v3.env()),
        ("PettingZoo's Connect Four", connect_four_v3.env()),
        ("PettingZoo's chess", chess_v6.env()),
    ]:
        show(f"  {name}", zoo_turns(env))
    for kind in ludorum.games():
        show(f"  Ludorum's {kind['name']}", zoo_turns(aec(kind["name"])))

    print("steps of a batch of 256 games per CPU-second (ludorum.Batch, observation and mask)")
    for kind in ludorum.games():
        show(f"  {kind['name']}", batch_steps(kind["name"]))


if __name__ == "__main__":
    import ludorum.environments.openspiel  # noqa: F401 - registers our games

    main()
