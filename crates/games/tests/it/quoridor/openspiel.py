"""Plays random games of Quoridor with OpenSpiel and tells what is legal, a line per position.

    game SIZE WALLS          a game for two begins
    moves MOVE MOVE ...      the legal moves
    play MOVE                the move that is played
    over 1 | 2 | draw        how the game ended
    perft SIZE WALLS DEPTH COUNT

OpenSpiel counts rows from the top; moves are written here as Ludorum writes them.
"""

import random
import sys

import pyspiel


def load(size, walls):
    return pyspiel.load_game(f"quoridor(board_size={size},wall_count={walls})")


def name(state, action, size):
    text = state.action_to_string(state.current_player(), action)
    is_wall = text[-1] in "hv"
    row = int(text[1:-1] if is_wall else text[1:])
    if is_wall:
        return f"{text[0]}{size - row}{text[-1]}"
    return f"{text[0]}{size + 1 - row}"


def play(size, walls):
    print("game", size, walls)
    state = load(size, walls).new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        print("moves", *sorted(name(state, action, size) for action in actions))
        action = random.choice(actions)
        print("play", name(state, action, size))
        state.apply_action(action)
    first = state.returns()[0]
    print("over", "draw" if first == 0 else "1" if first > 0 else "2")


def perft(state, depth):
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.child(action), depth - 1) for action in actions)


def main():
    games = int(sys.argv[1])
    random.seed(1)
    for size, walls, depth in [(3, 1, 6), (5, 4, 3), (7, 6, 3), (9, 10, 3)]:
        state = load(size, walls).new_initial_state()
        for plies in range(1, depth + 1):
            print("perft", size, walls, plies, perft(state, plies))
        for _ in range(games):
            play(size, walls)
    # More walls than the board has room for.
    for size, walls in [(3, 4), (5, 10)]:
        for _ in range(games):
            play(size, walls)


main()
