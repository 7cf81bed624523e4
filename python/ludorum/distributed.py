"""Runs on many machines, with Ray (docs/cluster.md).

>>> from ludorum import distributed, plan
>>> study = plan("quoridor:size=5", ["mcts", "minimax", "astar"], games=1000, pairing="round-robin")
>>> distributed.run(study, address="auto", out="study.json")  # doctest: +SKIP

A run is a list of games fixed before the first is played. Its blocks are handed out in shards, as tasks
of Ray; what they bring goes into the journal of ``out`` as games of a local run do. The result is that of
a local run, apart from times.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._native import Game, Kept, Run, compare_answers, experiments, find_answers, tune
from .run import Result

#: So many seconds an address has to answer.
PATIENCE = 20

#: What is told about a run: the games played and the games planned.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Experiment:
    """An experiment, as ``ludorum experiment run`` plays it: by its name, or a file with a plan."""

    plan: str
    #: So many games for every number, in place of those of the plan.
    games: Optional[int] = None
    #: The few games of a quick run.
    quick: bool = False
    seed: int = 1


@dataclass(frozen=True)
class Tuning:
    """Parameters of an agent by games, as ``ludorum tune`` finds them."""

    game: str
    agent: str
    #: Parameters with their ranges, such as ``"c=0.1..3.0"``.
    params: Sequence[str]
    #: ``grid``, ``spsa`` or ``cma-es``.
    method: str = "grid"
    #: Games of a trial against each opponent.
    games: int = 40
    #: Trials of ``spsa`` and ``cma-es``.
    trials: int = 50
    #: Values of each parameter in a grid.
    steps: int = 7
    #: The opponents; the agent as it is if there are none.
    against: Sequence[str] = ()
    seed: int = 1
    #: What games begin with, as in :func:`ludorum.plan`.
    openings: Optional[str] = None
    #: The key of a tuning with programs, to repeat it (see :func:`ludorum.plan`).
    key: Optional[str] = None


Plan = Union[Run, Experiment, Tuning]


class Bar:
    """Shows on a stream how far a run is: on a terminal in one line, elsewhere in a line now and then."""

    def __init__(self, stream: Any = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._pause = 0.5 if self._stream.isatty() else 10.0
        self._began: Tuple[float, int, int] = (0.0, 0, 0)
        self._next = 0.0

    def __call__(self, played: int, planned: int) -> None:
        now = time.monotonic()
        _, first, of = self._began
        if of != planned or played < first:
            self._began, self._next = (now, played, planned), 0.0
        if now < self._next and played < planned:
            return
        self._next = now + self._pause
        line = f"{played:,} of {planned:,} games"
        since, first, _ = self._began
        if played > first and played < planned:
            left = (now - since) / (played - first) * (planned - played)
            line += f", {(played - first) / (now - since):,.1f} a second, {_duration(left)} left"
        end = "\n" if played >= planned or not self._stream.isatty() else "\r"
        self._stream.write(f"{line:<70}{end}" if end == "\r" else f"{line}\n")
        self._stream.flush()


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def run(
    plan: Plan,
    address: Optional[str] = None,
    *,
    out: Union[str, Path, None] = None,
    records: Union[str, Path, None] = None,
    shard_seconds: float = 10.0,
    shard_cpus: int = 1,
    retries: int = 20,
    on_error: str = "raise",
    progress: Optional[Progress] = None,
    runtime_env: Optional[Dict[str, Any]] = None,
) -> Any:
    """Plays a plan on a cluster of Ray, and returns what it says.

    ``plan`` is a run of :func:`ludorum.plan` (the answer is a :class:`ludorum.Result`), an
    :class:`Experiment` or a :class:`Tuning` (the answer is the JSON that the programs write, as
    dictionaries). ``address`` is that of the cluster, ``"auto"`` on one of its machines; without one Ray
    looks for a cluster here, or starts one of this machine. A connection that is there already is used.

    With ``out`` everything is kept in that file, and its journal while it is being played: called again
    with the same plan after the driver was killed, it goes on. ``records`` is a folder for the records of
    all games of a run.

    A shard is a task that plays for about ``shard_seconds`` on ``shard_cpus`` processors; Ray starts it
    again, up to ``retries`` times, when its machine is lost. An exception in an agent that is a Python
    object ends the run, unless ``on_error="forfeit"``. ``progress`` is called with the games played and
    the games planned; without one a line on stderr tells it.
    """
    if on_error not in ("raise", "forfeit"):
        raise ValueError("on_error is 'raise' or 'forfeit'")
    if not shard_seconds > 0 or shard_cpus < 1:
        raise ValueError("a shard takes some time and at least one processor")
    if not isinstance(plan, (Run, Experiment, Tuning)):
        raise TypeError(f"a plan is made by ludorum.plan, or an Experiment or a Tuning, not {plan!r}")
    if records is not None and not isinstance(plan, Run):
        raise ValueError("only a run of ludorum.plan leaves records")
    out = None if out is None else Path(out)
    ray = _ray()
    is_guest = ray.is_initialized()
    if not is_guest:
        _look_for(address or os.environ.get("RAY_ADDRESS", ""))
        ray.init(address=address, runtime_env=runtime_env, log_to_driver=False)
    try:
        progress = Bar() if progress is None else progress
        cluster = _Cluster(ray, shard_seconds, shard_cpus, retries, on_error, progress)
        if isinstance(plan, Run):
            return Result(json.loads(cluster.play(plan, out, records)))
        return json.loads(_study(plan, cluster, out))
    finally:
        if not is_guest:
            ray.shutdown()


def compare(experiment: Experiment, found: Dict[str, Any]) -> Dict[str, Any]:
    """What was found by :func:`run` for an experiment beside what was published: numbers with the verdicts
    ``agrees``, ``differs`` and ``cannot-tell``, tables as a whole, and claims, as ``ludorum experiment report
    --json`` says it."""
    answer: Dict[str, Any] = json.loads(compare_answers(_text_of(experiment.plan), json.dumps(found)))
    return answer


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ImportError("runs on a cluster need Ray: pip install ray") from error
    return ray


def _look_for(address: str) -> None:
    """Says at once that nobody is at an address: Ray tries for many minutes."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or "/" in host:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"there is no cluster of Ray at {address}: {error}") from error


def _text_of(experiment: str) -> str:
    """An experiment of the program by its name, or one from a file as text."""
    if experiment in experiments():
        return experiment
    try:
        return Path(experiment).read_text("utf-8")
    except FileNotFoundError as error:
        known = ", ".join(experiments())
        raise ValueError(f"{experiment} is neither a file nor one of the experiments {known}") from error


def _study(plan: Union[Experiment, Tuning], cluster: "_Cluster", out: Optional[Path]) -> str:
    """Plays the runs a study asks for, one after the other. Those that are complete are kept until it is,
    so that it can be begun again: it asks for the same runs then."""
    folder = None if out is None else out.with_name(out.name + ".runs")

    def play(asked: Run) -> str:
        name = hashlib.sha256(asked.part("[]").encode()).hexdigest()[:32]
        if folder is None:
            return cluster.play(asked, None, None)
        folder.mkdir(parents=True, exist_ok=True)
        return cluster.play(asked, folder / f"{name}.json", None)

    if isinstance(plan, Experiment):
        found = find_answers(
            _text_of(plan.plan), games=plan.games, quick=plan.quick, seed=plan.seed, path=out, play=play, told=_nobody
        )
    else:
        found = tune(
            Game(plan.game),
            plan.agent,
            list(plan.params),
            method=plan.method,
            games=plan.games,
            trials=plan.trials,
            steps=plan.steps,
            against=list(plan.against),
            seed=plan.seed,
            key=plan.key,
            path=out,
            play=play,
            told=_nobody,
            openings=plan.openings,
        )
    if folder is not None and folder.exists():
        shutil.rmtree(folder)
    return found


def _nobody(_count: int) -> None:
    """Is told what the progress of the runs tells already."""


#: What a shard brings: a part of the report as JSON, records, and the seconds it took.
Part = Tuple[str, List[str], float]


def _shard(planned: Run, shard: str, threads: int, records: bool, on_error: str) -> Part:
    """Plays a shard. This is what runs on the machines of a cluster."""
    began = time.perf_counter()
    results, texts = planned.play(
        threads=threads, shard=shard, done="[]", records=records, told=None, raises=on_error == "raise"
    )
    return planned.part(results), texts, time.perf_counter() - began


class _Pace:
    """How many blocks a shard should have, from what those before took."""

    def __init__(self, seconds: float) -> None:
        self._wanted = seconds
        self._blocks = 0.0
        self._seconds = 0.0

    def add(self, blocks: float, seconds: float) -> None:
        self._blocks += blocks
        self._seconds += seconds

    def blocks(self, left: int, places: int) -> int:
        """The blocks of the next shard. Towards the end shards become smaller, down to a tenth, so that
        nobody waits long for the last one."""
        if not self._blocks:
            return 1
        wanted = self._wanted * self._blocks / max(self._seconds, 1e-9)
        share = left / (2 * places)
        return max(1, int(min(wanted, max(share, wanted / 10))))


class _Cluster:
    """A cluster of Ray that plays runs."""

    def __init__(
        self,
        ray: Any,
        shard_seconds: float,
        shard_cpus: int,
        retries: int,
        on_error: str,
        progress: Progress,
    ) -> None:
        self._ray = ray
        self._shard_seconds = shard_seconds
        self._cpus = shard_cpus
        self._on_error = on_error
        self._progress = progress
        self._has_room = False
        self._task = ray.remote(num_cpus=shard_cpus, max_retries=retries)(_shard)

    def _refuse_too_large(self) -> None:
        """Says that no machine has so many processors: Ray would wait for one that has. A cluster whose
        machines are still on their way is waited for."""
        alive = [node for node in self._ray.nodes() if node.get("Alive")]
        machines = [
            (node.get("Resources", {}).get("CPU", 0), node.get("NodeManagerHostname", "?")) for node in alive
        ]
        most, name = max(machines, default=(0, ""))
        self._has_room = most >= self._cpus
        if most and not self._has_room:
            raise ValueError(
                f"shard_cpus={self._cpus} is more than any machine has: the largest of the cluster, {name}, "
                f"has {most:g} processors"
            )

    def _places(self) -> int:
        """The shards that can be played at once; machines come and go."""
        if not self._has_room:
            self._refuse_too_large()
        processors = self._ray.cluster_resources().get("CPU", 0)
        return max(1, int(processors // self._cpus))

    def play(self, planned: Run, out: Optional[Path], records: Union[str, Path, None]) -> str:
        """The report of a run as JSON."""
        if out is not None:
            planned = planned.as_kept(out)
        kept = Kept(planned, path=out, records=records)
        self._progress(kept.games, planned.games)
        pace = _Pace(self._shard_seconds)
        run_there = self._ray.put(planned)
        under_way: List[Any] = []
        try:
            while True:
                places = self._places()
                # As many wait as are played, so that no processor waits for us.
                while len(under_way) < 2 * places:
                    shard = kept.take(pace.blocks(kept.blocks, places))
                    if shard is None:
                        break
                    keeps = records is not None
                    under_way.append(
                        self._task.remote(run_there, shard, self._cpus, keeps, self._on_error)
                    )
                if not under_way:
                    break
                ready, under_way = self._ray.wait(under_way, num_returns=1, timeout=10)
                for part in ready:
                    self._keep(self._ray.get(part), kept, planned, pace)
        except BaseException:
            for part in under_way:
                self._ray.cancel(part)
            raise
        return kept.finish()

    def _keep(self, part: Part, kept: Kept, planned: Run, pace: _Pace) -> None:
        report, texts, seconds = part
        before = kept.games
        kept.add(report, texts)
        pace.add((kept.games - before) / planned.block_games, seconds)
        self._progress(kept.games, planned.games)
