"""Matches, tournaments and their results."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, Union

from ._native import Game, Run, report_rows
from .agent import Agent
from .record import Record

#: An agent: a spec, an agent object, or an agent class.
Seat = Union[str, Agent, Type[Agent]]


class Result:
    """The result of a run. Every number is a function of the plan and the games played."""

    def __init__(self, report: Dict[str, Any], records: Sequence[Record] = ()) -> None:
        #: The report as ``ludorum match --json`` writes it. Seats in it are numbered from 1.
        self.report = report
        #: The records of the games, if requested.
        self.records = list(records)

    @property
    def agents(self) -> List[Dict[str, Any]]:
        """The results of each agent, in the order given: wins, win rate with confidence interval, time, nodes and
        statistics."""
        statistics = self.report.get("statistics") or {"agents": [{}] * len(self.report["agents"])}
        return [dict(agent, **more) for agent, more in zip(self.report["agents"], statistics["agents"])]

    @property
    def games(self) -> List[Dict[str, Any]]:
        """All games in order. Seats are numbered from 0, also in forfeits."""
        return [_with_seats_from_zero(game) for game in self.report["games"]]

    @property
    def key(self) -> Optional[str]:
        """The key of a run with external agents. With the key and the seed the run can be repeated."""
        return self.report.get("key")

    @property
    def distinct_games(self) -> Optional[int]:
        """The number of distinct games, ``None`` if unknown. Repeated games are no additional evidence: confidence
        intervals count distinct games only."""
        distinct = self.report.get("distinct")
        return distinct["games"] if distinct else None

    @property
    def forfeits(self) -> List[Dict[str, Any]]:
        """All forfeits, with the seat, numbered from 0, and the reason."""
        return [game["forfeit"] for game in self.games if game.get("forfeit")]

    def win_rate(self, agent: int = 0) -> float:
        """The win rate of an agent, by its index in the list. Shared wins count in part."""
        return self.report["agents"][agent]["win_rate"]

    def rows(self) -> List[Dict[str, Any]]:
        """One row per game and seat: the table of ``ludorum report --csv``, but with seats numbered from 0."""
        rows = json.loads(report_rows(json.dumps(self.report)))
        return [dict(row, seat=row["seat"] - 1) for row in rows]

    def frame(self) -> Any:
        """The rows as a pandas data frame."""
        return _pandas().DataFrame(self.rows())

    def agents_frame(self) -> Any:
        """The results of each agent as a pandas data frame, the strongest first."""
        frame = _pandas().DataFrame(self.agents)
        for column in [name for name in frame.columns if name.endswith("_95")]:
            ends = frame.pop(column)
            frame[f"{column}_low"] = [pair[0] if pair else None for pair in ends]
            frame[f"{column}_high"] = [pair[1] if pair else None for pair in ends]
        return frame.sort_values("win_rate", ascending=False, ignore_index=True)

    def pairs_frame(self) -> Any:
        """The results of each pair of agents in two-player games, with their Elo difference."""
        specs = [agent["spec"] for agent in self.report["agents"]]
        pairs = (self.report.get("statistics") or {}).get("pairs", [])
        rows = [
            dict(first=specs[pair["first"]], second=specs[pair["second"]], **pair["games"], **_elo_columns(pair["elo"]))
            for pair in pairs
        ]
        return _pandas().DataFrame(rows)

    def plot(self, path: Optional[Union[str, Path]] = None) -> Any:
        """Plots win rates with 95 % confidence intervals as a matplotlib figure, saved if a path is given."""
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
        axes.set_xlabel(f"win rate, {self.report['game']}, {self.report['played']} games")
        if path is not None:
            figure.savefig(path)
        return figure

    def save(self, path: Union[str, Path]) -> None:
        """Writes the report as JSON; ``ludorum report`` turns it into a web page."""
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


def _with_seats_from_zero(game: Dict[str, Any]) -> Dict[str, Any]:
    """A game of a report with its seats numbered from 0."""
    forfeit = game.get("forfeit")
    return game if not forfeit else dict(game, forfeit=dict(forfeit, seat=forfeit["seat"] - 1))


def _elo_columns(elo: Any) -> Dict[str, Any]:
    return elo if isinstance(elo, dict) else {"elo": elo}


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("data frames need pandas: pip install pandas") from error
    return pandas


class AgentFactory:
    """Creates a Python agent for each game: a copy of an object, or a new object of a class with the parameters of
    its spec as keyword arguments."""

    def __init__(self, agent: Union[Agent, Type[Agent]]) -> None:
        self._agent = agent

    def __call__(self, game: Game, seat: int, seed: int, parameters: str) -> Agent:
        agent = self._agent
        if isinstance(agent, type):
            agent = agent(**_parse_parameters(parameters))
        elif parameters:
            raise ValueError(f"only an agent class takes parameters, not an object: {parameters}")
        return agent._start_game(game, seat, seed)


def _parse_parameters(text: str) -> Dict[str, Union[int, float, str]]:
    """Parses ``name=value,...``; values that look like numbers are numbers."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    return {name: _parse_value(value) for name, _, value in pairs}


def _parse_value(text: str) -> Union[int, float, str]:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


#: Factories of Python agents by spec.
Factories = List[Tuple[str, AgentFactory]]


def resolve_agents(agents: Sequence[Seat]) -> Tuple[List[str], Factories]:
    """The specs of all agents, and the factories of Python agents by spec."""
    specs: List[str] = []
    python: Factories = []
    for agent in agents:
        if isinstance(agent, str):
            specs.append(agent)
            continue
        if isinstance(agent, Agent):
            kind = type(agent)
        elif isinstance(agent, type) and issubclass(agent, Agent):
            kind = agent
        else:
            raise TypeError(f"an agent is a spec, a ludorum.Agent or a subclass of it, not {agent!r}")
        name = f"python:{agent.name or kind.__name__}"
        numbered = itertools.chain([name], (f"{name}#{number}" for number in itertools.count(2)))
        spec = next(spec for spec in numbered if spec not in specs)
        specs.append(spec)
        python.append((spec, AgentFactory(agent)))
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
    """Plans a run. Its games are determined by the arguments.

    ``openings`` are the openings of the games, as in ``ludorum match --openings``: ``"random:plies=4"``,
    ``"balanced:plies=6,by=AGENT,within=0.1"``, a file with one opening per line, or a built-in suite such as
    ``"quoridor-9x9"``. The content of a file is pickled with the run.

    A run with external agents (Python objects, programs) has a random ``key`` besides its seed, so that no agent
    can find the seeds of its games by brute force. To repeat such a run, pass the key of its report.
    """
    game = Game(game) if isinstance(game, str) else game
    specs, python = resolve_agents(agents)
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


def _play(
    planned: Run,
    threads: Optional[int],
    records: bool,
    progress: Optional[Callable[[int, int], None]],
    on_error: str,
) -> Result:
    if on_error not in ("raise", "forfeit"):
        raise ValueError("on_error is 'raise' or 'forfeit'")
    finished = 0

    def on_results(results: str) -> None:
        nonlocal finished
        finished += len(json.loads(results))
        if progress is not None:
            progress(finished, planned.games)

    results, texts = planned.play(
        threads=threads,
        shard="1/1",
        done="[]",
        records=records,
        on_results=on_results if progress is not None else None,
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
    """Plays a match: all agents in every game, with rotating seats.

    ``agents`` has one agent per seat: a spec (``"mcts:iterations=500"``), a :class:`ludorum.Agent`, or a subclass
    of it. ``threads`` is the number of games in parallel, by default one per processor; it does not change the
    results. An exception in an agent ends the run, unless ``on_error="forfeit"``: then the game is lost.
    ``progress`` is called with the number of games played and planned. ``openings`` are as in :func:`plan`;
    deterministic agents repeat the same game without them. To repeat a match with external agents, pass the same
    ``seed`` and the ``key`` of the report.
    """
    planned = plan(game, agents, games=games, seed=seed, key=key, seatings=seatings, openings=openings)
    return _play(planned, threads, records, progress, on_error)


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
    """Plays a round-robin tournament: ``games`` games for every combination of agents; with ``field``, only the
    first agent against each of the others. The other arguments are as in :func:`match`."""
    pairing = "field" if field else "round-robin"
    planned = plan(
        game, agents, games=games, seed=seed, key=key, pairing=pairing, seatings=seatings, openings=openings
    )
    return _play(planned, threads, records, progress, on_error)
