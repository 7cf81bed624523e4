"""Games, positions and views as the package has them, with the rules left to the table.

Positions can be asked about only while the agent is to move. Numbers for learning, random games in Rust, matches and
tournaments are in the package alone.
"""

import random

#: The table this program plays at, once it does.
TABLE = None


def _ask(what, **about):
    if TABLE is None:
        raise RuntimeError("there is no table to ask yet: call run() first")
    return TABLE.ask(what, **about)


def _needs_package(what):
    raise NotImplementedError(f"{what} needs the whole package: install it with pip, or see docs/write-an-agent.md")


class Game:
    """A game by its spec."""

    def __init__(self, spec):
        self.spec = spec

    @property
    def name(self):
        return self.spec.split(":")[0]

    @property
    def seats(self):
        return TABLE.seats if TABLE else 0

    def position(self, text):
        """The position of this text."""
        return State(self, _ask("moves", position=text))

    def __repr__(self):
        return f"<ludorum.Game {self.spec}>"


class State:
    """A position, and what can follow."""

    def __init__(self, game, place):
        self.game, self._place = game, place

    @property
    def text(self):
        return self._place["position"]

    @property
    def seat(self):
        """The seat to move, from 0; None when chance is, or nobody."""
        return self._place["to_move"] - 1 if self._place.get("to_move") else None

    @property
    def is_chance(self):
        return self._place["chance"]

    @property
    def is_over(self):
        return self._place["over"]

    def moves(self):
        return list(self._place["moves"])

    def utilities(self):
        """How the game ended, for each seat: 1 for a win, -1 for a loss; None while it goes on."""
        return self._place.get("utilities")

    def ranks(self):
        """The rank of each seat, 1 being the best; None while the game goes on."""
        return self._place.get("ranks")

    def clone(self):
        return State(self.game, self._place)

    def apply(self, move):
        """Plays a move, or an event of chance."""
        if not isinstance(move, str):
            _needs_package("a move by its number")
        self._place = _ask("simulate", position=self.text, moves=[move])

    def child(self, move):
        """The position after a move; this one stays as it is."""
        after = self.clone()
        after.apply(move)
        return after

    def settle(self):
        """Lets chance decide until a seat is to move or the game is over."""
        while self.is_chance:
            self.apply("*")

    def __eq__(self, other):
        return isinstance(other, State) and self.text == other.text

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        _needs_package(f"State.{name}")

    def __repr__(self):
        return f"<ludorum.State of {self.game.spec}: {self.text}>"


class View:
    """What one seat may know of a position, and what it may spend on a move."""

    def __init__(self, game, seat, message):
        self.game, self.seat, self._message = game, seat, message
        self.seed = message.get("seed", 0)
        #: A random.Random of this move: who takes all randomness from it plays the same game again.
        self.rng = random.Random(self.seed)
        self.is_over = False

    def moves(self):
        """The legal moves as text; none unless it is this seat's move."""
        return list(self._message.get("moves", []))

    @property
    def position(self):
        """The position as text; None if something is hidden."""
        return self._message.get("position")

    @property
    def text(self):
        """What the seat sees, as text."""
        return self._message.get("view") or self._message["position"]

    @property
    def history(self):
        """All moves so far, as the seat was told them."""
        return list(self._message.get("history", []))

    def draw(self):
        """What the seat sees, for a terminal."""
        return self._message.get("drawing", "")

    @property
    def time(self):
        """The seconds there are for this move; None if nobody counts."""
        return self.budget.get("time")

    @property
    def budget(self):
        """What may be spent on this move; what is missing is not limited."""
        told = dict(self._message.get("budget", {}))
        if "time_ms" in told:
            told["time"] = told.pop("time_ms") / 1000
        return told

    def determinize(self, seed=None):
        """A position that fits all that the seat knows, drawn by the table from all that do."""
        if seed is not None:
            _needs_package("a determinization by its seed")
        return State(self.game, _ask("determinize"))

    def simulate(self, move):
        """A position after a move of this seat: what is hidden or left to chance is drawn."""
        state = self.determinize()
        state.apply(move)
        state.settle()
        return state

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        _needs_package(f"View.{name}")

    def __repr__(self):
        return f"<ludorum.View of {self.game.spec} for seat {self.seat}>"
