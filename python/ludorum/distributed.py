"""Distributed runs on a Ray cluster (docs/cluster.md).

>>> from ludorum import distributed, plan
>>> study = plan("quoridor:size=5", ["mcts", "minimax", "astar"], games=1000, pairing="round-robin")
>>> distributed.run(study, address="auto", out="study.json")  # doctest: +SKIP

A run is a list of games that is fixed before the first is played. Its blocks are handed out in shards, as Ray
tasks; their results go into the journal of ``out`` as in a local run. The result is the same as that of a local
run, apart from times.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import pickle
import shutil
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, Union

from ._native import DistributedRun, Game, Run, compare_answers, experiments, find_answers, tune
from .agent import Agent
from .run import Result, Seat, resolve_agents

#: Timeout in seconds for reaching the address of a cluster.
CONNECT_TIMEOUT = 20

#: Progress callback, called with the number of games played and of games planned.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Experiment:
    """An experiment as in ``ludorum experiment run``: a built-in name, or the path of a plan file."""

    plan: str
    #: Games per question, overriding the plan.
    games: Optional[int] = None
    #: Play only the games of a quick run.
    quick: bool = False
    seed: int = 1
    #: Agent classes and objects that the plan file names: ``Mine`` is ``"python:Mine"`` in it, or
    #: ``"python:Mine,depth=3"`` for ``Mine(depth=3)``.
    agents: Sequence[Union[Agent, Type[Agent]]] = ()


@dataclass(frozen=True)
class Tuning:
    """Tuning of an agent's parameters as in ``ludorum tune``."""

    game: str
    #: The agent to tune: a spec, or an agent class whose constructor takes the parameters as keyword arguments.
    agent: Union[str, Type[Agent]]
    #: Parameters with their ranges, such as ``"c=0.1..3.0"``.
    params: Sequence[str]
    #: ``grid``, ``spsa`` or ``cma-es``.
    method: str = "grid"
    #: Games per trial against each opponent.
    games: int = 40
    #: Number of trials of ``spsa`` and ``cma-es``.
    trials: int = 50
    #: Number of values per parameter in a grid.
    steps: int = 7
    #: The opponents; by default the untuned agent.
    against: Sequence[Seat] = ()
    seed: int = 1
    #: The openings of the games, as in :func:`ludorum.plan`.
    openings: Optional[str] = None
    #: The key of a tuning with external agents, to repeat it (see :func:`ludorum.plan`).
    key: Optional[str] = None


Plan = Union[Run, Experiment, Tuning]


class Bar:
    """Progress display: one updated line on a terminal, otherwise a new line every ten seconds."""

    def __init__(self, stream: Any = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._interval = 0.5 if self._stream.isatty() else 10.0
        self._began: Tuple[float, int, int] = (0.0, 0, 0)
        self._next = 0.0

    def __call__(self, played: int, planned: int) -> None:
        now = time.monotonic()
        _, first, of = self._began
        if of != planned or played < first:
            self._began, self._next = (now, played, planned), 0.0
        if now < self._next and played < planned:
            return
        self._next = now + self._interval
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
    """Plays a plan on a Ray cluster and returns its result.

    ``plan`` is a run of :func:`ludorum.plan` (returns a :class:`ludorum.Result`), an :class:`Experiment` or a
    :class:`Tuning` (returns the JSON of the command-line programs as dictionaries). ``address`` is that of the
    cluster, ``"auto"`` on one of its machines; without one Ray looks for a local cluster, or starts one on this
    machine. An existing connection is used.

    With ``out`` all results are stored in that file, and in its journal during the run: called again with the
    same plan after the driver was killed, the run resumes. ``records`` is a folder for the records of all games.

    A shard is a task that plays for about ``shard_seconds`` on ``shard_cpus`` processors; Ray retries it up to
    ``retries`` times when its machine is lost. An exception in a Python agent ends the run, unless
    ``on_error="forfeit"``. ``progress`` is called with the number of games played and planned; by default the
    progress is shown on stderr.
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
    ray = _import_ray()
    was_connected = ray.is_initialized()
    if not was_connected:
        _check_address(address or os.environ.get("RAY_ADDRESS", ""))
        ray.init(address=address, runtime_env=runtime_env, log_to_driver=False)
    try:
        progress = Bar() if progress is None else progress
        cluster = _Cluster(ray, shard_seconds, shard_cpus, retries, on_error, progress)
        if isinstance(plan, Run):
            return Result(json.loads(cluster.play(plan, out, records)))
        return json.loads(_run_study(plan, cluster, out))
    finally:
        if not was_connected:
            ray.shutdown()


def compare(experiment: Experiment, found: Dict[str, Any]) -> Dict[str, Any]:
    """Compares the findings of :func:`run` for an experiment with the published results: numbers with the verdicts
    ``agrees``, ``differs`` and ``cannot-tell``, whole tables, and claims, as ``ludorum experiment report --json``
    prints them."""
    _, python = resolve_agents(experiment.agents)
    text = _experiment_text(experiment.plan)
    answer: Dict[str, Any] = json.loads(compare_answers(text, json.dumps(found), python=python))
    return answer


def _import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ImportError("runs on a cluster need Ray: pip install ray") from error
    return ray


def _check_address(address: str) -> None:
    """Fails fast if nothing listens at an address: Ray would retry for many minutes."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or "/" in host:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_TIMEOUT).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"there is no Ray cluster at {address}: {error}") from error


def _experiment_text(experiment: str) -> str:
    """The name of a built-in experiment, or the text of an experiment file."""
    if experiment in experiments():
        return experiment
    try:
        return Path(experiment).read_text("utf-8")
    except FileNotFoundError as error:
        known = ", ".join(experiments())
        raise ValueError(f"{experiment} is neither a file nor one of the experiments {known}") from error


def _run_study(plan: Union[Experiment, Tuning], cluster: "_Cluster", out: Optional[Path]) -> str:
    """Plays the runs of an experiment or tuning, one after the other. Complete runs are stored until the study is
    complete, so that it can be resumed: it then requests the same runs again."""
    folder = None if out is None else out.with_name(out.name + ".runs")

    def play(requested: Run) -> str:
        name = hashlib.sha256(requested.partial_report("[]").encode()).hexdigest()[:32]
        if folder is None:
            return cluster.play(requested, None, None)
        folder.mkdir(parents=True, exist_ok=True)
        return cluster.play(requested, folder / f"{name}.json", None)

    if isinstance(plan, Experiment):
        _, python = resolve_agents(plan.agents)
        found = find_answers(
            _experiment_text(plan.plan),
            games=plan.games,
            quick=plan.quick,
            seed=plan.seed,
            path=out,
            play=play,
            on_progress=_ignore,
            python=python,
        )
    else:
        _check_tunable(plan)
        (agent, *against), python = resolve_agents([plan.agent, *plan.against])
        found = tune(
            Game(plan.game),
            agent,
            list(plan.params),
            method=plan.method,
            games=plan.games,
            trials=plan.trials,
            steps=plan.steps,
            against=against,
            seed=plan.seed,
            key=plan.key,
            path=out,
            play=play,
            on_progress=_ignore,
            python=python,
            openings=plan.openings,
        )
    if folder is not None and folder.exists():
        shutil.rmtree(folder)
    return found


def _check_tunable(plan: Tuning) -> None:
    """Fails if a Python agent does not take the parameters to tune."""
    if isinstance(plan.agent, str):
        return
    if not isinstance(plan.agent, type):
        raise TypeError(
            f"the agent to tune is a spec or an agent class, which is called with the parameters, not {plan.agent!r}"
        )
    names = [param.partition("=")[0] for param in plan.params]
    try:
        inspect.signature(plan.agent).bind(**dict.fromkeys(names))
    except TypeError as error:
        raise TypeError(f"{plan.agent.__name__} does not take the parameters {', '.join(names)}: {error}") from error


def _ignore(_count: int) -> None:
    """Progress callback that does nothing: the runs already report their progress."""


#: Result of a shard: a partial report as JSON, records, and the duration in seconds.
ShardResult = Tuple[str, List[str], float]


def _play_shard(planned: Run, shard: str, threads: int, records: bool, on_error: str) -> ShardResult:
    """Plays a shard. This is the task that runs on the machines of a cluster."""
    began = time.perf_counter()
    report, texts = planned.play_shard(threads=threads, shard=shard, records=records, raises=on_error == "raise")
    return report, texts, time.perf_counter() - began


class _ShardSizer:
    """Chooses the size of shards from the duration of earlier ones."""

    def __init__(self, seconds: float) -> None:
        self._target_seconds = seconds
        self._blocks = 0.0
        self._seconds = 0.0

    def add(self, blocks: float, seconds: float) -> None:
        self._blocks += blocks
        self._seconds += seconds

    def blocks(self, left: int, slots: int) -> int:
        """The number of blocks of the next shard. Towards the end shards shrink, down to a tenth, so that the last
        one does not delay the run."""
        if not self._blocks:
            return 1
        target = self._target_seconds * self._blocks / max(self._seconds, 1e-9)
        share = left / (2 * slots)
        return max(1, int(min(target, max(share, target / 10))))


class _Cluster:
    """Plays runs on a Ray cluster."""

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
        self._task = ray.remote(num_cpus=shard_cpus, max_retries=retries)(_play_shard)

    def _check_shard_size(self) -> None:
        """Fails if no machine has enough processors for a shard: Ray would wait for one forever. A cluster whose
        machines are still starting is accepted."""
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

    def _slots(self) -> int:
        """The number of shards that can run in parallel; it changes when machines join or leave."""
        if not self._has_room:
            self._check_shard_size()
        processors = self._ray.cluster_resources().get("CPU", 0)
        return max(1, int(processors // self._cpus))

    def _put(self, planned: Run) -> Any:
        """Copies a run to the cluster."""
        try:
            return self._ray.put(planned)
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            raise TypeError(f"an agent of the run cannot be pickled, so it cannot play on a cluster: {error}") from error

    def play(self, planned: Run, out: Optional[Path], records: Union[str, Path, None]) -> str:
        """Plays a run and returns its report as JSON."""
        if out is not None:
            planned = planned.with_stored_key(out)
        stored = DistributedRun(planned, path=out, records=records)
        self._progress(stored.games, planned.games)
        sizer = _ShardSizer(self._shard_seconds)
        remote_run = self._put(planned)
        pending: List[Any] = []
        try:
            while True:
                slots = self._slots()
                # As many shards are queued as are running, so that processors do not wait for the driver.
                while len(pending) < 2 * slots:
                    shard = stored.take(sizer.blocks(stored.blocks, slots))
                    if shard is None:
                        break
                    with_records = records is not None
                    pending.append(
                        self._task.remote(remote_run, shard, self._cpus, with_records, self._on_error)
                    )
                if not pending:
                    break
                ready, pending = self._ray.wait(pending, num_returns=1, timeout=10)
                for task in ready:
                    self._store(self._ray.get(task), stored, planned, sizer)
        except BaseException:
            for task in pending:
                self._ray.cancel(task)
            raise
        return stored.finish()

    def _store(self, result: ShardResult, stored: DistributedRun, planned: Run, sizer: _ShardSizer) -> None:
        report, texts, seconds = result
        before = stored.games
        stored.add(report, texts)
        sizer.add((stored.games - before) / planned.block_games, seconds)
        self._progress(stored.games, planned.games)
