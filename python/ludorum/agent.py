"""Agents written in Python: one class for matches in this process, the arena, servers and the page."""

from __future__ import annotations

import copy
import ctypes
import math
import os
import re
import socket
import sys
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Optional, Sequence, TextIO, Tuple, Union

from ._native import Game, State, View
from .engine import WANTS, Table, seen

#: What an agent answers: a move as text or by its number, or a move and what it expects.
Answer = Union[str, int, Tuple[Union[str, int], Optional[float]]]


class Agent:
    """A player. Derive from it, and write :meth:`choose`::

        class Mine(ludorum.Agent):
            def choose(self, view):
                return view.moves()[0]

        if __name__ == "__main__":
            Mine().run()

    The same file plays in this process (``ludorum.match("quoridor", [Mine(), "random"])``), and as a
    program of its own (``ludorum match quoridor exec:mine.py random``).
    """

    #: The name it is known by; if it is not set, that of its file.
    name: Optional[str] = None
    #: Any text that tells one version from another.
    version: Optional[str] = None
    #: The names of the games it plays; all if there are none.
    games: Sequence[str] = ()

    def choose(self, view: View) -> Answer:
        """Chooses one of ``view.moves()``: the move, or a pair of it and the expected result from -1 (a
        loss) to 1 (a win)."""
        raise NotImplementedError("an agent has a method choose(self, view)")

    def start(self, game: Game, seat: int) -> None:
        """A game begins in which the agent has this seat."""

    def saw(self, view: View) -> None:
        """Somebody has moved. Called only if an agent has a method of this name."""

    def fresh(self) -> "Agent":
        """An agent like this one for another game, so that games cannot disturb each other: a copy."""
        return copy.deepcopy(self)

    # What searches need, under the names of the interface in the thesis on Colonizers.

    def determinize(self, view: View, seed: Optional[int] = None) -> State:
        """A position that fits everything the seat knows, drawn from all that do."""
        return view.determinize(seed)

    def simulate(self, state: State, move: Union[str, int]) -> State:
        """The position after a move, with all chance decided until a seat is to move."""
        after = state.child(move)
        after.settle()
        return after

    def run(self, stdin=None, stdout=None) -> None:
        """Plays games for whoever has started this program, until that one says goodbye. With
        ``LUDORUM_TABLE=HOST:PORT`` in the environment it connects to a table that waits there, such as that of
        ``ludorum agent debug --listen``."""
        address = os.environ.get("LUDORUM_TABLE")
        if stdin is None and stdout is None and address:
            host, _, port = address.rpartition(":")
            with socket.create_connection((host.strip("[]"), int(port))) as connection:
                lines = connection.makefile("rw", encoding="utf-8", newline="\n")
                _play(self, Table(lines, lines))
        elif stdin is None and stdout is None:
            with _streams_of_its_own() as (stdin, stdout):
                _play(self, Table(stdin, stdout))
        else:
            _play(self, Table(stdin or sys.stdin, stdout or sys.stdout))

    # What the arena calls.

    def _begin(self, game: Game, seat: int, _seed: int) -> "Agent":
        if self.games and game.name not in self.games:
            raise ValueError(f"it does not play {game.spec}, only {', '.join(self.games)}")
        agent = self.fresh()
        agent.start(game, seat)
        return agent

    @property
    def _watches(self) -> bool:
        return type(self).saw is not Agent.saw

    def _saw(self, view: View) -> None:
        self.saw(view)

    def _turn(self, view: View) -> Tuple[int, Optional[float]]:
        try:
            answer = self.choose(view)
        except SystemExit as error:
            # The agent is to blame, not whoever plays against it in the same process.
            raise RuntimeError(f"choose() called exit({error.code or ''})") from error
        move, value = answer if isinstance(answer, tuple) else (answer, None)
        return _place(view, move), None if value is None else _value(value)


def _place(view: View, move: Union[str, int]) -> int:
    """The place of a move among the legal ones."""
    legal = view.moves() if isinstance(move, str) else view.actions()
    try:
        return legal.index(move)  # type: ignore[arg-type]
    except ValueError:
        raise ValueError(
            f"choose() returned {move!r}, which is none of the legal moves: {', '.join(view.moves())}"
        ) from None


def _value(value: float) -> float:
    """What an agent expects, if that is a number."""
    if not math.isfinite(value):
        raise ValueError(f"choose() expects {value!r}, which is no number from -1 to 1")
    return float(value)


def _interrupt(thread: int) -> None:
    """Interrupts an agent that thinks in another thread, at the next line of Python it gets to."""
    interrupt = ctypes.py_object(KeyboardInterrupt)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), interrupt)


@contextmanager
def _streams_of_its_own() -> Iterator[Tuple[TextIO, TextIO]]:
    """The streams of this process for messages alone: what an agent, a library or a program it starts writes to
    standard output is for people and goes to standard error, and who reads standard input finds it at its end."""
    with open(os.dup(0), encoding="utf-8") as stdin, open(os.dup(1), "w", encoding="utf-8") as stdout:
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        # Also what was printed before, and nobody has seen yet.
        sys.stdout.flush()
        sys.stdout = sys.stderr
        try:
            yield stdin, stdout
        finally:
            sys.stdout = sys.__stdout__
            os.dup2(stdin.fileno(), 0)
            os.dup2(stdout.fileno(), 1)


def name_of(agent: Agent, file: Optional[str] = None) -> str:
    """What an agent is called: as it says, or as its manifest or its file does."""
    if agent.name:
        return agent.name
    path = Path(file if file is not None else sys.argv[0] or "agent")
    manifest = path.parent / "agent.toml"
    if manifest.is_file():
        found = re.search(r'^name\s*=\s*"([^"]+)"', manifest.read_text("utf-8"), re.MULTILINE)
        if found:
            return found.group(1)
    stem = path.parent.resolve().name if path.stem == "main" else path.stem
    return stem.lower() or type(agent).__name__.lower()


def _play(agent: Agent, table: Table) -> None:
    playing, game, seat = agent, None, 0
    for message in table.messages():
        kind = message["type"]
        if kind == "hello":
            wants = [*WANTS, "seen"] if agent._watches else WANTS
            hello = {"type": "hello", "protocol": 1, "name": name_of(agent), "wants": wants}
            if agent.version:
                hello["version"] = str(agent.version)
            if agent.games:
                hello["games"] = list(agent.games)
            table.say(**hello)
        elif kind == "new_game":
            game, seat = Game(message["game"]), message["seat"] - 1
            playing = agent._begin(game, seat, message["seed"])
        elif kind == "turn" and game is not None:
            try:
                view = seen(game, seat, message)
                place, value = playing._turn(view)
            except Exception as error:  # noqa: BLE001 - whatever it is, the table is told.
                traceback.print_exc(file=sys.stderr)
                table.say(type="resign", note=f"{type(error).__name__}: {error}")
                continue
            answer = {"type": "move", "id": message["id"], "move": view.moves()[place]}
            if value is not None:
                answer["value"] = value
            table.say(**answer)
        elif kind == "seen" and game is not None:
            playing._saw(seen(game, seat, message))
        elif kind == "bye":
            return
