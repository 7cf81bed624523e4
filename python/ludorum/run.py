"""Matches and tournaments, and what they say, as data."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, Union

from ._native import Game, Run, report_rows
from .agent import Agent
from .record import Record

#: An agent: its spec, an object, or a class that makes objects.
Seat = Union[str, Agent, Type[Agent]]


class Result:
    """What a run says. Every number is a function of the plan and the games played."""

    def __init__(self, report: Dict[str, Any], records: Sequence[Record] = ()) -> None:
        #: The report as ``ludorum match --json`` writes it: in files seats count from 1.
        self.report = report
        #: The records of the games, if they were asked for.
        self.records = list(records)

    @property
    def agents(self) -> List[Dict[str, Any]]:
        """What each agent did, in the order given: wins, win rate with its interval, time and nodes,
        and its statistics."""
        statistics = self.report.get("statistics") or {"agents": [{}] * len(self.report["agents"])}
        return [dict(agent, **more) for agent, more in zip(self.report["agents"], statistics["agents"])]

    @property
    def games(self) -> List[Dict[str, Any]]:
        """Every game, in order. Seats are counted from 0, also those that gave up."""
        return [_from_zero(game) for game in self.report["games"]]

    @property
    def key(self) -> Optional[str]:
        """The key of a run with agents that are no part of Ludorum: with it and the seed the run can be
        repeated."""
        return self.report.get("key")

    @property
    def distinct_games(self) -> Optional[int]:
        """How many of the games were different, ``None`` if nobody knows. A game that is repeated is no more
        evidence: intervals are those of the different ones."""
        distinct = self.report.get("distinct")
        return distinct["games"] if distinct else None

    @property
    def forfeits(self) -> List[Dict[str, Any]]:
        """Who gave up, by the seat counted from 0, and why."""
        return [game["forfeit"] for game in self.games if game.get("forfeit")]

    def win_rate(self, agent: int = 0) -> float:
        """The share of the win of an agent, by its place in the list."""
        return self.report["agents"][agent]["win_rate"]

    def rows(self) -> List[Dict[str, Any]]:
        """One row for each game and seat: the table that ``ludorum report --csv`` writes, with seats counted
        from 0 as everywhere in Python."""
        rows = json.loads(report_rows(json.dumps(self.report)))
        return [dict(row, seat=row["seat"] - 1) for row in rows]

    def frame(self) -> Any:
        """The rows as a data frame of pandas."""
        return _pandas().DataFrame(self.rows())

    def agents_frame(self) -> Any:
        """What each agent did as a data frame of pandas, the strongest first."""
        frame = _pandas().DataFrame(self.agents)
        for column in [name for name in frame.columns if name.endswith("_95")]:
            ends = frame.pop(column)
            frame[f"{column}_low"] = [pair[0] if pair else None for pair in ends]
            frame[f"{column}_high"] = [pair[1] if pair else None for pair in ends]
        return frame.sort_values("win_rate", ascending=False, ignore_index=True)

    def pairs_frame(self) -> Any:
        """Every two agents that met, where games are for two, with their difference in Elo."""
        specs = [agent["spec"] for agent in self.report["agents"]]
        pairs = (self.report.get("statistics") or {}).get("pairs", [])
        rows = [
            dict(first=specs[pair["first"]], second=specs[pair["second"]], **pair["games"], **_flat(pair["elo"]))
            for pair in pairs
        ]
        return _pandas().DataFrame(rows)

    def plot(self, path: Optional[Union[str, Path]] = None) -> Any:
        """Win rates with their intervals of 95 % as a figure of matplotlib, saved if a path is given."""
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise ImportError("plots need matplotlib: pip install matplotlib") from error
        agents = sorted(self.agents, key=lambda agent: agent["win_rate"])
        figure = Figure(figsize=(7, 1 + 0.45 * len(agents)), layout="constrained")
        axes = figure.subplots()
        rates = [agent["win_rate"] for agent in agents]
        below = [agent["win_rate"] - agent["win_rate_95"][0] for agent in agents]
        above = [agent["win_rate_95"][1] - agent["win_rate"] for agent in agents]
        axes.barh(range(len(agents)), rates, xerr=[below, above], capsize=4, color="#0072b2")
        axes.set_yticks(range(len(agents)), [agent["spec"] for agent in agents])
        axes.set_xlim(0, 1)
        axes.set_xlabel(f"share of the win, {self.report['game']}, {self.report['played']} games")
        if path is not None:
            figure.savefig(path)
        return figure

    def save(self, path: Union[str, Path]) -> None:
        """Writes the report; ``ludorum report`` makes a page of it."""
        Path(path).write_text(json.dumps(self.report, indent=2) + "\n", encoding="utf-8")

    def __str__(self) -> str:
        width = max(len(agent["spec"]) for agent in self.agents)
        different = "" if self.distinct_games is None else f", {self.distinct_games} different"
        lines = [f"{self.report['game']}: {self.report['played']} games{different}"]
        for agent in self.agents:
            low, high = agent["win_rate_95"]
            lines.append(
                f"  {agent['spec']:<{width}}  {agent['win_rate']:6.1%} ({low:.1%} to {high:.1%})  "
                f"{agent['wins']} won, {agent['draws']} drawn, {agent['losses']} lost"
            )
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<ludorum.Result {self}>"


def _from_zero(game: Dict[str, Any]) -> Dict[str, Any]:
    """A game of a report with its seats counted from 0."""
    forfeit = game.get("forfeit")
    return game if not forfeit else dict(game, forfeit=dict(forfeit, seat=forfeit["seat"] - 1))


def _flat(elo: Any) -> Dict[str, Any]:
    return elo if isinstance(elo, dict) else {"elo": elo}


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("data frames need pandas: pip install pandas") from error
    return pandas


def _named(agents: Sequence[Seat]) -> Tuple[List[str], List[Tuple[str, Callable[..., Agent]]]]:
    """The specs of all agents, and what makes those that are Python objects."""
    specs: List[str] = []
    python: List[Tuple[str, Callable[..., Agent]]] = []
    for agent in agents:
        if isinstance(agent, str):
            specs.append(agent)
            continue
        kind: Type[Agent]
        begin: Callable[..., Agent]
        if isinstance(agent, type) and issubclass(agent, Agent):
            kind, begin = agent, lambda *turn, kind=agent: kind()._begin(*turn)
        elif isinstance(agent, Agent):
            kind, begin = type(agent), agent._begin
        else:
            raise TypeError(f"an agent is a spec, a ludorum.Agent or a class of them, not {agent!r}")
        name = f"python:{getattr(agent, 'name', None) or kind.__name__}"
        numbered = itertools.chain([name], (f"{name}#{number}" for number in itertools.count(2)))
        spec = next(spec for spec in numbered if spec not in specs)
        specs.append(spec)
        python.append((spec, begin))
    return specs, python


def plan(
    game: Union[str, Game],
    agents: Sequence[Seat],
    *,
    games: int = 100,
    seed: int = 1,
    key: Optional[str] = None,
    pairing: str = "match",
    seatings: str = "rotations",
    openings: Optional[str] = None,
) -> Run:
    """A run that is planned: its games are fixed by what it is given.

    ``openings`` is what games begin with, as in ``ludorum match --openings``: ``"random:plies=4"``,
    ``"balanced:plies=6,by=AGENT,within=0.1"``, a file with an opening a line, or a suite of the program
    such as ``"quoridor-9x9"``. The content of a file goes along to other processes.

    A run with agents that are no part of Ludorum (Python objects, programs) has a ``key`` besides its
    seed, which is drawn at random so that no agent can find the seeds of its games by trying. To repeat
    such a run, give it the key of its report.
    """
    game = Game(game) if isinstance(game, str) else game
    specs, python = _named(agents)
    return Run(
        game,
        specs,
        games=games,
        seed=seed,
        key=key,
        pairing=pairing,
        seatings=seatings,
        python=python,
        openings=openings,
    )


def _played(
    planned: Run,
    threads: Optional[int],
    records: bool,
    progress: Optional[Callable[[int, int], None]],
    on_error: str,
) -> Result:
    if on_error not in ("raise", "forfeit"):
        raise ValueError("on_error is 'raise' or 'forfeit'")
    ended = 0

    def told(results: str) -> None:
        nonlocal ended
        ended += len(json.loads(results))
        if progress is not None:
            progress(ended, planned.games)

    results, texts = planned.play(
        threads=threads,
        shard="1/1",
        done="[]",
        records=records,
        told=told if progress is not None else None,
        raises=on_error == "raise",
    )
    return Result(json.loads(planned.report(results)), [Record(text) for text in texts])


def match(
    game: Union[str, Game],
    agents: Sequence[Seat],
    games: int = 100,
    *,
    seed: int = 1,
    key: Optional[str] = None,
    seatings: str = "rotations",
    openings: Optional[str] = None,
    threads: Optional[int] = None,
    records: bool = False,
    progress: Optional[Callable[[int, int], None]] = None,
    on_error: str = "raise",
) -> Result:
    """Plays agents against each other, all at one table, from every seat.

    ``agents`` has one for each seat: a spec (``"mcts:iterations=500"``), a :class:`ludorum.Agent`, or a
    class of them. Games are played in ``threads`` (all processors); the results do not depend on how
    many. An exception in an agent ends the run, unless ``on_error="forfeit"``: then the game is lost.
    ``progress`` is called with the games played and the games planned. ``openings`` is as in :func:`plan`:
    agents that leave nothing to chance play the same game again and again without. Where agents that are no
    part of Ludorum play, the same games take the same ``seed`` and the ``key`` of the report.
    """
    planned = plan(game, agents, games=games, seed=seed, key=key, seatings=seatings, openings=openings)
    return _played(planned, threads, records, progress, on_error)


def tournament(
    game: Union[str, Game],
    agents: Sequence[Seat],
    games: int = 100,
    *,
    seed: int = 1,
    key: Optional[str] = None,
    field: bool = False,
    seatings: str = "rotations",
    openings: Optional[str] = None,
    threads: Optional[int] = None,
    records: bool = False,
    progress: Optional[Callable[[int, int], None]] = None,
    on_error: str = "raise",
) -> Result:
    """Plays every group of agents that fits the seats, ``games`` games each; with ``field``, the first
    agent against each of the others. The rest is as in :func:`match`."""
    pairing = "field" if field else "round-robin"
    planned = plan(
        game, agents, games=games, seed=seed, key=key, pairing=pairing, seatings=seatings, openings=openings
    )
    return _played(planned, threads, records, progress, on_error)
