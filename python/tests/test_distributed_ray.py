"""Runs on a real Ray cluster: two nodes, one of which is killed, and a driver that is killed.

These tests need Ray: without it, or if it cannot start, they fail with the reason. They do not depend on the speed
of the machine: an agent that can be blocked decides when a game continues.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

import ludorum
from ludorum import distributed
from test_distributed_parts import local, timeless

#: The program, to play the same games without a cluster.
PROGRAM = os.environ.get("LUDORUM", str(Path(__file__).parents[2] / "target" / "debug" / "ludorum"))

#: Timeout in seconds, longer than anything takes on a loaded machine.
TIMEOUT = 400

#: Maximum length of the temporary folder: socket paths have at most 107 characters, and Ray adds nearly 80.
MAX_FOLDER_LENGTH = 16

# Lost nodes are detected after three seconds instead of half a minute.
SYSTEM = {"health_check_period_ms": 500, "health_check_failure_threshold": 6, "health_check_initial_delay_ms": 0}

# An agent that plays by the seed of each turn. On the node to be killed its third game does not end; elsewhere its
# seventh game waits until that node is dead, so that the node has something to play.
HELD = """
import json, os, sys, time
here = os.path.dirname(os.path.abspath(__file__))

def begin():
    node = os.environ.get("RAY_RAYLET_PID")
    if node is None or not os.path.exists(os.path.join(here, "doomed")):
        return
    with open(os.path.join(here, "log"), "a") as log:
        log.write(node + "\\n")
    begun = open(os.path.join(here, "log")).read().split()
    doomed = open(os.path.join(here, "doomed")).read()
    held = 3 if node == doomed else 7
    dead = os.path.join(here, "dead")
    while begun.count(node) >= held and not (os.path.exists(dead) and node != doomed):
        time.sleep(0.02)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "held"}), flush=True)
    elif message["type"] == "new_game":
        begin()
    elif message["type"] == "turn":
        move = message["moves"][message["seed"] % len(message["moves"])]
        print(json.dumps({"type": "move", "id": message["id"], "move": move}), flush=True)
    elif message["type"] == "bye":
        break
"""

# A driver that blocks after some games, to be killed there.
DRIVER = """
import sys, time
import ludorum
from ludorum import distributed

def held(played, planned):
    print(played, planned, flush=True)
    while played >= 10 and sys.argv[3] == "held":
        time.sleep(1)

agents = ["mcts:iterations=30", "minimax:depth=2", "astar"]
plan = ludorum.plan("quoridor:size=5", agents, games=8, seed=5, pairing="round-robin")
distributed.run(plan, sys.argv[1], out=sys.argv[2], shard_seconds=0.001, progress=held)
"""


def silent(played, planned):
    pass


@pytest.fixture(scope="module")
def cluster():
    """A cluster with one node, in its own folder."""
    settings = pytest.MonkeyPatch()
    settings.setenv("RAY_USAGE_STATS_ENABLED", "0")
    settings.setenv("RAY_raylet_start_wait_time_s", str(TIMEOUT))
    settings.setenv("LUDORUM_RUN_PY", sys.executable)
    try:
        import ray
        from ray.cluster_utils import Cluster
    except ImportError as error:
        pytest.fail(f"Ray is needed to test runs on a cluster: pip install '.[cluster]' ({error})")
    # Socket paths are limited in length, so a long temporary folder cannot be used.
    parent = tempfile.gettempdir()
    folder = tempfile.mkdtemp(prefix="ray-", dir=parent if len(parent) <= MAX_FOLDER_LENGTH else "/tmp")
    # Ray writes the address of its newest cluster to its default folder, even if the cluster has another one.
    settings.setenv("RAY_TMPDIR", folder)
    files = os.path.join(folder, "ray")
    head = {"num_cpus": 1, "include_dashboard": False, "temp_dir": files, "_system_config": SYSTEM}
    try:
        nodes = Cluster(initialize_head=True, connect=False, head_node_args=head)
    except Exception as error:  # noqa: BLE001 - any error is reported.
        pytest.fail(f"Ray cannot start on this machine: {type(error).__name__}: {error}; its logs are in {folder}")
    try:
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()
        settings.undo()
        shutil.rmtree(folder, ignore_errors=True)


class Held:
    """The agent above in a folder, and a second node of the cluster that is killed while the agent plays on it."""

    def __init__(self, cluster, folder):
        self.folder, self._cluster = folder, cluster
        (folder / "held.py").write_text(HELD)
        self.spec = f"exec:{folder / 'held.py'},time=1000s"

    def __enter__(self):
        # Ray's own timeout is half a minute.
        self._node = self._cluster.add_node(num_cpus=1, wait=False)
        self._cluster._wait_for_node(self._node, timeout=TIMEOUT)
        self._doomed = str(self._node.all_processes["raylet"][0].process.pid)
        (self.folder / "doomed").write_text(self._doomed)
        self.killed = False
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._kill)
        self._watch.start()
        return self

    def begun(self):
        """The number of games started on the node to be killed, and elsewhere."""
        log = self.folder / "log"
        nodes = log.read_text().split() if log.exists() else []
        return nodes.count(self._doomed), len(nodes) - nodes.count(self._doomed)

    def _kill(self):
        deadline = time.monotonic() + TIMEOUT
        while self.begun()[0] < 3 and time.monotonic() < deadline and not self._over.is_set():
            time.sleep(0.02)
        self.killed = self.begun()[0] == 3
        self._cluster.remove_node(self._node, allow_graceful=False)
        (self.folder / "dead").touch()

    def __exit__(self, *_):
        self._over.set()
        self._watch.join()
        (self.folder / "doomed").unlink()


def program(*arguments):
    subprocess.run([PROGRAM, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def unclocked(record):
    """A record without times and without the checksums of lines that contain them."""
    return re.sub(r"( time=\S+)?  #[0-9a-f]{8}$", "", record, flags=re.MULTILINE)


def test_a_tournament_with_records_outlives_a_node(cluster, tmp_path):
    out, records = tmp_path / "run.json", tmp_path / "games"
    reported = []
    with Held(cluster, tmp_path) as held:
        agents = [held.spec, "random", "mcts:iterations=5"]
        run = ludorum.plan("tictactoe", agents, games=12, seed=7, pairing="round-robin")
        result = distributed.run(
            run,
            cluster.address,
            out=out,
            records=records,
            shard_seconds=0.001,
            progress=lambda played, planned: reported.append((played, planned)),
        )
        doomed, elsewhere = held.begun()
    assert held.killed, "the second node played nothing"
    # The third game started there never ended, and was replayed elsewhere with the rest of its shard.
    assert doomed == 3 and doomed + elsewhere > 24
    assert result.report["played"] == run.games == 36
    assert reported[0] == (0, 36) and reported[-1] == (36, 36) and reported == sorted(reported)
    assert not (tmp_path / "run.json.journal").exists()

    whole, kept = tmp_path / "whole.json", tmp_path / "kept"
    of = ["--games", 12, "--seed", 7, "--key", run.key]
    program("tournament", "tictactoe", *agents, *of, "--json", whole, "--record", kept)
    assert timeless(out.read_text()) == timeless(whole.read_text())
    names = sorted(file.name for file in kept.iterdir())
    assert names == sorted(file.name for file in records.iterdir()) and len(names) == 36
    for name in names:
        assert unclocked((records / name).read_text()) == unclocked((kept / name).read_text())


def test_an_experiment_outlives_a_node(cluster, tmp_path):
    plan, out = tmp_path / "mine.toml", tmp_path / "found.json"
    with Held(cluster, tmp_path) as held:
        plan.write_text(
            f"""
            id = "mine"
            question = "who wins?"
            source = "here"
            game = "tictactoe"
            games = 12
            quick = 2
            questions = [
              {{ row = "held", column = "random", agents = ["{held.spec}", "random"], published = 50.0, published_games = 9 }},
              {{ row = "held", column = "length", agents = ["{held.spec}", "minimax"], measure = "length" }},
            ]
            """
        )
        asked = distributed.Experiment(str(plan))
        found = distributed.run(asked, cluster.address, out=out, shard_seconds=0.001, progress=silent)
    assert held.killed, "the second node played nothing"
    assert [finding["games"] for finding in found["findings"]] == [12, 12]
    # Only the key is stored, so the same games are played here.
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "mine.json").write_text(json.dumps({**json.loads(out.read_text()), "findings": []}))
    program("experiment", "run", plan, "--results", tmp_path / "results")
    assert timeless(out.read_text()) == timeless((tmp_path / "results" / "mine.json").read_text())
    assert not (tmp_path / "found.json.runs").exists()


def test_a_tuning_outlives_a_node(cluster, tmp_path):
    out, whole = tmp_path / "tuning.json", tmp_path / "whole.json"
    with Held(cluster, tmp_path) as held:
        tuning = distributed.Tuning(
            "tictactoe", "mcts:iterations=5", ["c=0.1..2.0"], games=12, steps=2, against=[held.spec]
        )
        history = distributed.run(tuning, cluster.address, out=out, shard_seconds=0.001, progress=silent)
    assert held.killed, "the second node played nothing"
    assert len(history["trials"]) == 2 and history["best"]["games"] == 12
    of = ["--param", "c=0.1..2.0", "--method", "grid", "--steps", 2, "--games", 12, "--against", held.spec]
    key = json.loads(out.read_text())["key"]
    program("tune", "tictactoe", "mcts:iterations=5", *of, "--key", key, "--json", whole)
    assert timeless(out.read_text()) == timeless(whole.read_text())
    assert not (tmp_path / "tuning.json.runs").exists()


def test_a_killed_driver_goes_on(cluster, tmp_path):
    out, journal = tmp_path / "run.json", tmp_path / "run.json.journal"
    command = [sys.executable, "-c", DRIVER, cluster.address, str(out)]
    with subprocess.Popen([*command, "held"], stdout=subprocess.PIPE, text=True) as driver:
        played = 0
        while played < 10:
            line = driver.stdout.readline()
            assert line, "the driver ended"
            played = int(line.split()[0])
        driver.kill()
    assert not out.exists()
    before = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    assert len(before) == played < 24

    finished = subprocess.run([*command, "on"], stdout=subprocess.PIPE, text=True, check=True)
    lines = finished.stdout.splitlines()
    assert lines[0] == f"{played} 24" and lines[-1] == "24 24"
    report = json.loads(out.read_text())
    # None of them was replayed: even their times are the same.
    for game in before:
        assert report["games"][game["game"]] == game

    whole = tmp_path / "whole.json"
    agents = ["mcts:iterations=30", "minimax:depth=2", "astar"]
    program("tournament", "quoridor:size=5", *agents, "--games", 8, "--seed", 5, "--json", whole)
    assert timeless(out.read_text()) == timeless(whole.read_text())


class First(ludorum.Agent):
    def choose(self, view):
        return view.moves()[0]


class Nth(ludorum.Agent):
    def __init__(self, n=0):
        self.n = n

    def choose(self, view):
        return view.moves()[self.n % len(view.moves())]


def test_agents_that_are_objects_travel_and_a_connection_stays(cluster, tmp_path):
    import ray

    # The class is not in a package installed on the nodes.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        run = ludorum.plan("tictactoe", [First(), "random"], games=6, seed=2)
        result = distributed.run(run, progress=silent)
        here = json.loads(local(run))
        assert timeless(json.dumps(result.report)) == timeless(json.dumps(here))
        assert ray.is_initialized(), "an existing connection stays open"
        tuning = distributed.Tuning("tictactoe", Nth, ["n=0..1"], games=2, steps=2, against=[First()])
        history = distributed.run(tuning, progress=silent)
        assert [trial["spec"] for trial in history["trials"]] == ["python:Nth,n=0", "python:Nth,n=1"]
        plan = tmp_path / "mine.toml"
        plan.write_text(
            """
            id = "mine"
            question = "who wins?"
            source = "here"
            game = "tictactoe"
            games = 4
            quick = 2
            questions = [{ row = "first", column = "nth", agents = ["python:First", "python:Nth,n=1"] }]
            """
        )
        experiment = distributed.Experiment(str(plan), agents=[First, Nth])
        found = distributed.run(experiment, progress=silent)
        assert [finding["games"] for finding in found["findings"]] == [4]
        stuck = ludorum.plan("tictactoe", [Nth(number for number in range(3)), "random"], games=2)
        with pytest.raises(TypeError, match="an agent of the run cannot be pickled"):
            distributed.run(stuck, progress=silent)
        with pytest.raises(Exception, match="choose"):
            distributed.run(ludorum.plan("tictactoe", [ludorum.Agent(), "random"], games=2), progress=silent)
    finally:
        ray.shutdown()
