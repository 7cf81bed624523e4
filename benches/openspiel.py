"""Random playouts per second of Ludorum and OpenSpiel, on one core, in one run.

OpenSpiel's playouts are its C++ random rollouts (RandomRolloutEvaluator inside MCTSBot); ours are those of
`ludorum bench GAME --playouts N`. Both are measured in CPU-seconds of their process.

usage: openspiel.py PATH-TO-LUDORUM
"""

import json
import resource
import subprocess
import sys
import time

import pyspiel

BOARDS = [(9, 10, 30), (5, 4, 15)]  # size, walls per player, required speed-up
SECONDS = 5.0


def openspiel_rate(size, walls):
    game = pyspiel.load_game(f"quoridor(board_size={size},wall_count={walls})")
    rollouts, simulations = 50, 20
    games, spent = 0, 0.0
    while spent < SECONDS:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, games + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 100, False, games + 1, False)
        state = game.new_initial_state()
        began = time.process_time()
        bot.step(state)
        spent += time.process_time() - began
        games += rollouts * simulations
    return games / spent


def ludorum_rate(ludorum, size, walls):
    def cpu():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    games, spent = 0, 0.0
    while spent < SECONDS:
        batch = 200_000
        began = cpu()
        command = [ludorum, "bench", f"quoridor:size={size},walls={walls}"]
        command += ["--playouts", str(batch), "--json"]
        json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        spent += cpu() - began
        games += batch
    return games / spent


def main():
    ludorum = sys.argv[1]
    print(f"{'random games per CPU-second':<30}{'OpenSpiel':>12}{'Ludorum':>12}{'ratio':>8}{'wanted':>8}")
    for size, walls, wanted in BOARDS:
        theirs, ours = openspiel_rate(size, walls), ludorum_rate(ludorum, size, walls)
        name = f"quoridor {size}x{size}, {walls} walls"
        print(f"{name:<30}{theirs:>12,.0f}{ours:>12,.0f}{ours / theirs:>8.1f}{wanted:>8}")


if __name__ == "__main__":
    main()
