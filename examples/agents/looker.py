#!/usr/bin/env python3
"""Plays a move that wins at once if it finds one, and any other if not. It plays every game and
knows no rules: it asks the table what a move leads to."""
import json
import random
import sys
import time


def say(**message):
    print(json.dumps(message), flush=True)


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)


def simulate(position, move):
    """The position after a move, with its moves, and how the game ended if it did."""
    say(type="ask", ask=1, what="simulate", position=position, moves=[move])
    while True:
        message = hear()
        if message["type"] == "answer":
            return message["place"]


def choose(turn, seat):
    rng = random.Random(turn["seed"])
    moves = rng.sample(turn["moves"], len(turn["moves"]))
    if "position" not in turn:
        return moves[0], None  # Something is hidden: see "determinize" in docs/protocol.md.
    until = time.monotonic() + turn["budget"]["time_ms"] / 1000 * 0.5
    for move in moves:
        place = simulate(turn["position"], move)
        if place["over"] and place["utilities"][seat - 1] == 1:
            return move, 1
        if time.monotonic() > until:
            break
    return moves[0], None


seat = 1
while True:
    message = hear()
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="looker", version="1")
    elif message["type"] == "new_game":
        seat = message["seat"]
    elif message["type"] == "turn":
        move, value = choose(message, seat)
        say(type="move", id=message["id"], move=move, value=value)
    elif message["type"] == "bye":
        break
