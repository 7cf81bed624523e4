"""The agent's side of the engine protocol (docs/protocol.md)."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, TextIO

from ._native import Game, View


#: Optional fields that the agent requests from the table.
WANTS = ["sample"]


class Table:
    """The connection to the table, over two streams of lines."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._stdin, self._stdout = stdin, stdout

    def say(self, **message: Any) -> None:
        """Sends a message."""
        self._stdout.write(json.dumps(message) + "\n")
        self._stdout.flush()

    def messages(self) -> Iterator[Dict[str, Any]]:
        """Yields messages until the stream ends."""
        while line := self._stdin.readline():
            yield json.loads(line)


def seen(game: Game, seat: int, message: Dict[str, Any]) -> View:
    """The view in a ``turn`` or ``seen`` message, equal to the view of an agent in the same process.

    In games with hidden information the message has a sampled position consistent with the seat's knowledge; the
    seat's view of it equals that of the real position.
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
