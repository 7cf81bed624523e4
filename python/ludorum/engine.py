"""The table at the other end of a pipe: the engine protocol (docs/protocol.md), spoken by an agent."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, TextIO

from ._native import Game, View


class Table:
    """Whoever has started this program, over two streams of lines."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._stdin, self._stdout = stdin, stdout
        self._asked = 0

    def say(self, **message: Any) -> None:
        """Sends a message."""
        self._stdout.write(json.dumps(message) + "\n")
        self._stdout.flush()

    def messages(self) -> Iterator[Dict[str, Any]]:
        """Every message until there are no more."""
        while True:
            try:
                yield self._hear()
            except EOFError:
                return

    def _hear(self) -> Dict[str, Any]:
        line = self._stdin.readline()
        if not line:
            raise EOFError("the table is gone")
        return json.loads(line)

    def ask(self, what: str, **more: Any) -> Dict[str, Any]:
        """The answer to a question about the game, while a turn is open."""
        self._asked += 1
        self.say(type="ask", ask=self._asked, what=what, **more)
        while True:
            message = self._hear()
            if message["type"] == "bye":
                raise EOFError("the table said goodbye")
            if message["type"] == "answer" and message.get("ask") == self._asked:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["place"]

    def view(self, game: Game, seat: int, turn: Dict[str, Any]) -> View:
        """What an agent is told with a turn, as it would be in this process.

        Where something is hidden, the table draws a position that fits what the seat knows: what the
        seat sees of that one is what it sees of the real one.
        """
        text = turn.get("position")
        if text is None:
            text = self.ask("determinize")["position"]
        budget = turn.get("budget", {})
        time = budget.get("time_ms")
        return game.position(text).view(
            seat,
            seed=turn["seed"],
            time=None if time is None else time / 1000,
            iterations=budget.get("iterations"),
            nodes=budget.get("nodes"),
            depth=budget.get("depth"),
            history=turn.get("history"),
        )
