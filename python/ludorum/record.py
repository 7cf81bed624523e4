"""Game records (docs/records.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, List, Optional, Sequence, Union

from ._native import Game, State, read_record, write_record


class Record:
    """The record of a game, parsed from text and verified by replaying it. An invalid record raises
    ``ValueError``."""

    def __init__(self, text: str) -> None:
        #: The text of the record.
        self.text = text
        fields = read_record(text)
        #: The spec of the game.
        self.game: str = fields["game"]
        #: The version of its rules.
        self.rules: int = fields["rules"]
        #: The program that wrote it.
        self.program: str = fields["program"]
        #: The seed of the setup and of chance.
        self.seed: int = fields["seed"]
        #: The seed of the agents' own randomness.
        self.streams: int = fields["streams"]
        #: Number of plies at the beginning that are a given opening.
        self.opening: int = fields["opening"]
        #: Number of take-backs. ``is_unrated`` if one came after chance events or hidden cards were revealed: such
        #: a game is not rated.
        self.take_backs: int = fields["take_backs"]
        self.is_unrated: bool = fields["is_unrated"]
        #: The player at each seat.
        self.seats: List[str] = fields["seats"]
        #: Every move: the seat (``None`` for chance), the move, the player's expected value, the nodes searched,
        #: the time in seconds.
        self.plies: List[tuple] = fields["plies"]
        #: Players who left the game before its end: the seat, their rank (1 being the best), the number of plies
        #: before, the reason (``resigned``, ``left``, ``time``, ``failed``), and the agent that took over the seat,
        #: if the game continued. ``ranks`` are those of the players at the end.
        self.dropouts: List[tuple] = fields["dropouts"]
        #: The rank of each seat, 1 being the best; ``None`` if the game is not finished.
        self.ranks: Optional[List[int]] = fields["ranks"]

    @classmethod
    def read(cls, path: Union[str, Path]) -> "Record":
        """Reads a record file."""
        return cls(Path(path).read_text(encoding="utf-8"))

    @classmethod
    def of(cls, state: State, seats: Sequence[str]) -> "Record":
        """Creates the record of a game played from its start, with the names of the players."""
        record = cls(write_record(state.game.spec, state.seed, state.history, list(seats)))
        *_, last = record.states()
        if last != state:
            raise ValueError("a record must be of a game from its start: this one began at a position given as text")
        return record

    def save(self, path: Union[str, Path]) -> None:
        """Writes a record file."""
        Path(path).write_text(self.text, encoding="utf-8", newline="\n")

    @property
    def moves(self) -> List[str]:
        """All moves and chance events."""
        return [ply[1] for ply in self.plies]

    def states(self) -> Iterator[State]:
        """Yields a copy of every position, from the start."""
        state = Game(self.game).start(self.seed)
        yield state.clone()
        for move in self.moves:
            state.apply(move)
            yield state.clone()

    def __repr__(self) -> str:
        return f"<ludorum.Record of {self.game}: {' - '.join(self.seats)}, {len(self.plies)} moves>"
