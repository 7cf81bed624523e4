"""Records: the replay file of docs/records.md."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, List, Optional, Sequence, Union

from ._native import Game, State, read_record, write_record


class Record:
    """A game from its first move on. Made from the text of a record, which is checked by playing it
    again: a record that does not hold raises ``ValueError``."""

    def __init__(self, text: str) -> None:
        #: The text of the record.
        self.text = text
        told = read_record(text)
        #: The spec of the game.
        self.game: str = told["game"]
        #: The version of its rules.
        self.rules: int = told["rules"]
        #: The program that wrote it.
        self.program: str = told["program"]
        #: The seed of the setup and of chance.
        self.seed: int = told["seed"]
        #: The seed of the agents' own randomness.
        self.streams: int = told["streams"]
        #: How many plies at the beginning are an opening that was given: nobody chose them.
        self.opening: int = told["opening"]
        #: How often moves were taken back, and whether chance or hidden cards had been seen by then: such a
        #: game counts for no level.
        self.take_backs: int = told["take_backs"]
        self.is_unrated: bool = told["is_unrated"]
        #: Who sat at each seat.
        self.seats: List[str] = told["seats"]
        #: Every move: the seat or ``None`` for chance, the move, the value the mover expected, the
        #: nodes it visited, the seconds it took.
        self.plies: List[tuple] = told["plies"]
        #: Those who left the game before its end: the seat, the place that is theirs (1 being the best), the
        #: number of plies before, why (``resigned``, ``left``, ``time``, ``failed``), and the agent that took
        #: the seat over, if the game went on. The ranks are of whoever played the seats to the end.
        self.dropouts: List[tuple] = told["dropouts"]
        #: The rank of each seat, 1 being the best; ``None`` if the game is not finished.
        self.ranks: Optional[List[int]] = told["ranks"]

    @classmethod
    def read(cls, path: Union[str, Path]) -> "Record":
        """Reads a file."""
        return cls(Path(path).read_text(encoding="utf-8"))

    @classmethod
    def of(cls, state: State, seats: Sequence[str]) -> "Record":
        """The record of a game that was played from its start, with the names of those at the seats."""
        record = cls(write_record(state.game.spec, state.seed, state.history, list(seats)))
        *_, last = record.states()
        if last != state:
            raise ValueError("a record is of a game from its start: this one began at a position given as text")
        return record

    def save(self, path: Union[str, Path]) -> None:
        """Writes a file."""
        Path(path).write_text(self.text, encoding="utf-8", newline="\n")

    @property
    def moves(self) -> List[str]:
        """All moves and events of chance."""
        return [ply[1] for ply in self.plies]

    def states(self) -> Iterator[State]:
        """Every position, the start first. Each is a copy."""
        state = Game(self.game).start(self.seed)
        yield state.clone()
        for move in self.moves:
            state.apply(move)
            yield state.clone()

    def __repr__(self) -> str:
        return f"<ludorum.Record of {self.game}: {' - '.join(self.seats)}, {len(self.plies)} moves>"
