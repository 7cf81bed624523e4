"""The table at the other end of a pipe: the engine protocol (docs/protocol.md), spoken by an agent."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, TextIO

from ._native import Game, View


#: What the table is asked to tell beside positions and moves.
WANTS = ["sample"]


class Table:
    """Whoever has started this program, over two streams of lines."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._stdin, self._stdout = stdin, stdout

    def say(self, **message: Any) -> None:
        """Sends a message."""
        self._stdout.write(json.dumps(message) + "\n")
        self._stdout.flush()

    def messages(self) -> Iterator[Dict[str, Any]]:
        """Every message until there are no more."""
        while line := self._stdin.readline():
            yield json.loads(line)


def seen(game: Game, seat: int, message: Dict[str, Any]) -> View:
    """What an agent is told with a turn, or after a move of anyone, as it would be in this process.

    Where something is hidden there is a position that fits what the seat knows: what the seat sees of that one is
    what it sees of the real one.
    """
    text = message.get("position") or message["sample"]
    budget = message.get("budget", {})
    time = budget.get("time_ms")
    return game.position(text).view(
        seat,
        seed=message.get("seed", 0),
        time=None if time is None else time / 1000,
        iterations=budget.get("iterations"),
        nodes=budget.get("nodes"),
        depth=budget.get("depth"),
        history=message.get("history"),
    )
