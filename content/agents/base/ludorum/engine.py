"""The table at the other end of a pipe: the engine protocol (docs/protocol.md), spoken by an agent that has no
rules of its own and asks the table for everything."""

import json

from . import _native
from ._native import View

#: What the table is asked to tell beside positions and moves.
WANTS = ["drawing"]


class Table:
    """Whoever has started this program, over two streams of lines."""

    def __init__(self, stdin, stdout):
        self._stdin, self._stdout = stdin, stdout
        self._asked = 0
        self.seats = 0
        _native.TABLE = self

    def say(self, **message):
        """Sends a message."""
        self._stdout.write(json.dumps(message) + "\n")
        self._stdout.flush()

    def messages(self):
        """Every message until there are no more."""
        for line in iter(self._stdin.readline, ""):
            message = json.loads(line)
            if message["type"] == "new_game":
                self.seats = message["seats"]
            yield message

    def ask(self, what, **about):
        """Asks about a position; returns what the table says of it."""
        self._asked += 1
        self.say(type="ask", ask=self._asked, what=what, **about)
        for message in self.messages():
            if message["type"] == "answer" and message["ask"] == self._asked:
                if "error" in message:
                    raise ValueError(message["error"])
                return message["place"]
            if message["type"] == "bye":
                break
        raise SystemExit("the table is gone")


def seen(game, seat, message):
    """What an agent is told with a turn, or after a move of anyone."""
    return View(game, seat, message)
