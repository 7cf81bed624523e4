"""Base class of agents written in Python, for matches in this process and as external programs."""

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

#: The answer of an agent: a move as text or action number, or a pair of a move and its expected value.
Answer = Union[str, int, Tuple[Union[str, int], Optional[float]]]


class Agent:
    """Base class of agents. Derive from it and implement :meth:`choose`::

        class Mine(ludorum.Agent):
            def choose(self, view):
                return view.moves()[0]

        if __name__ == "__main__":
            Mine().run()

    The same file plays in this process (``ludorum.match("quoridor", [Mine(), "random"])``), and as an
    external program (``ludorum match quoridor exec:mine.py random``).
    """

    #: The name of the agent; by default that of its file.
    name: Optional[str] = None
    #: The version of the agent, any text.
    version: Optional[str] = None
    #: The names of the games it plays; empty means all games.
    games: Sequence[str] = ()

    def choose(self, view: View) -> Answer:
        """Chooses one of ``view.moves()``: returns the move, or a pair of the move and its expected value from
        -1 (loss) to 1 (win)."""
        raise NotImplementedError("an agent must implement choose(self, view)")

    def start(self, game: Game, seat: int) -> None:
        """Called when a game starts in which the agent has this seat."""

    def saw(self, view: View) -> None:
        """Called after every move of any player, if the agent overrides this method."""

    def fresh(self) -> "Agent":
        """Creates the agent for a new game, by default a deep copy, so that games share no state."""
        return copy.deepcopy(self)

    # Helpers for searches, named as in the interface of the Colonizers thesis.

    def determinize(self, view: View, seed: Optional[int] = None) -> State:
        """Samples a position consistent with everything the seat knows."""
        return view.determinize(seed)

    def simulate(self, state: State, move: Union[str, int]) -> State:
        """The position after a move, with chance events sampled until a seat is to move."""
        after = state.child(move)
        after.settle()
        return after

    def run(self, stdin=None, stdout=None) -> None:
        """Plays over the engine protocol on standard input and output until the table sends ``bye``. With
        ``LUDORUM_TABLE=HOST:PORT`` in the environment it connects to a table that listens there, such as that
        of ``ludorum agent debug --listen``."""
        address = os.environ.get("LUDORUM_TABLE")
        if stdin is None and stdout is None and address:
            host, _, port = address.rpartition(":")
            with socket.create_connection((host.strip("[]"), int(port))) as connection:
                lines = connection.makefile("rw", encoding="utf-8", newline="\n")
                _play(self, Table(lines, lines))
        elif stdin is None and stdout is None:
            with _protocol_streams() as (stdin, stdout):
                _play(self, Table(stdin, stdout))
        else:
            _play(self, Table(stdin or sys.stdin, stdout or sys.stdout))

    # Called by the arena.

    def _start_game(self, game: Game, seat: int, _seed: int) -> "Agent":
        if self.games and game.name not in self.games:
            raise ValueError(f"it does not play {game.spec}, only {', '.join(self.games)}")
        agent = self.fresh()
        agent.start(game, seat)
        return agent

    @property
    def _observes(self) -> bool:
        return type(self).saw is not Agent.saw

    def _observe(self, view: View) -> None:
        self.saw(view)

    def _choose_index(self, view: View) -> Tuple[int, Optional[float]]:
        try:
            answer = self.choose(view)
        except SystemExit as error:
            # The agent fails, not the whole process.
            raise RuntimeError(f"choose() called exit({error.code or ''})") from error
        move, value = answer if isinstance(answer, tuple) else (answer, None)
        return _move_index(view, move), None if value is None else _checked_value(value)


def _move_index(view: View, move: Union[str, int]) -> int:
    """The index of a move in the list of legal moves."""
    legal = view.moves() if isinstance(move, str) else view.actions()
    try:
        return legal.index(move)  # type: ignore[arg-type]
    except ValueError:
        raise ValueError(
            f"choose() returned {move!r}, which is not one of the legal moves: {', '.join(view.moves())}"
        ) from None


def _checked_value(value: float) -> float:
    """The expected value of an agent, if it is finite."""
    if not math.isfinite(value):
        raise ValueError(f"choose() expects {value!r}, which is not a number from -1 to 1")
    return float(value)


def _interrupt(thread: int) -> None:
    """Raises ``KeyboardInterrupt`` in another thread, at its next Python instruction."""
    interrupt = ctypes.py_object(KeyboardInterrupt)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), interrupt)


@contextmanager
def _protocol_streams() -> Iterator[Tuple[TextIO, TextIO]]:
    """Reserves standard input and output for protocol messages: everything else written to standard output, also
    by child processes, goes to standard error, and other readers of standard input find it empty."""
    with open(os.dup(0), encoding="utf-8") as stdin, open(os.dup(1), "w", encoding="utf-8") as stdout:
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        # Includes output that is still buffered.
        sys.stdout.flush()
        sys.stdout = sys.stderr
        try:
            yield stdin, stdout
        finally:
            sys.stdout = sys.__stdout__
            os.dup2(stdin.fileno(), 0)
            os.dup2(stdout.fileno(), 1)


def name_of(agent: Agent, file: Optional[str] = None) -> str:
    """The name of an agent: its own, or else that of its manifest or its file."""
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
    """Runs the message loop of the engine protocol."""
    playing, game, seat = agent, None, 0
    for message in table.messages():
        kind = message["type"]
        if kind == "hello":
            wants = [*WANTS, "seen"] if agent._observes else WANTS
            hello = {"type": "hello", "protocol": 1, "name": name_of(agent), "wants": wants}
            if agent.version:
                hello["version"] = str(agent.version)
            if agent.games:
                hello["games"] = list(agent.games)
            table.say(**hello)
        elif kind == "new_game":
            game, seat = Game(message["game"]), message["seat"] - 1
            playing = agent._start_game(game, seat, message["seed"])
        elif kind == "turn" and game is not None:
            try:
                view = seen(game, seat, message)
                index, value = playing._choose_index(view)
            except Exception as error:  # noqa: BLE001 - any error is reported to the table.
                traceback.print_exc(file=sys.stderr)
                table.say(type="resign", note=f"{type(error).__name__}: {error}")
                continue
            answer = {"type": "move", "id": message["id"], "move": view.moves()[index]}
            if value is not None:
                answer["value"] = value
            table.say(**answer)
        elif kind == "seen" and game is not None:
            playing._observe(seen(game, seat, message))
        elif kind == "bye":
            return
