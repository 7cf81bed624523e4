"""Runs on a real cluster of Ray: two nodes, one of which is killed, and a driver that is killed.

Ray is needed for these tests: without it they fail.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

import ludorum
from ludorum import distributed
from test_distributed_parts import local, timeless

#: The program, to play the same games without a cluster.
PROGRAM = os.environ.get("LUDORUM", str(Path(__file__).parents[2] / "target" / "debug" / "ludorum"))

# Nodes that are lost are missed at once, in place of after half a minute.
IMPATIENT = {"health_check_period_ms": 500, "health_check_failure_threshold": 3, "health_check_initial_delay_ms": 0}

DRIVER = """
import sys
import ludorum
from ludorum import distributed
plan = ludorum.plan("quoridor:size=5", ["mcts:iterations=1500", "minimax:depth=2", "astar"], games=40, seed=5,
                    pairing="round-robin")
distributed.run(plan, sys.argv[1], out=sys.argv[2], shard_seconds=0.3)
"""


def silent(played, planned):
    pass


@pytest.fixture(scope="module")
def cluster():
    nodes = Cluster(
        initialize_head=True,
        connect=False,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "_system_config": IMPATIENT},
    )
    try:
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()


class Tardy(ludorum.Agent):
    """Takes its time, and writes down where it plays."""

    def __init__(self, log):
        self.log = log

    def start(self, game, seat):
        with open(self.log, "a", encoding="utf-8") as log:
            log.write(f"{ray.get_runtime_context().get_node_id()}\n")
        time.sleep(0.05)

    def choose(self, view):
        return view.moves()[view.seed % len(view.moves())]


def test_a_node_may_die_in_the_middle(cluster, tmp_path, monkeypatch):
    doomed = cluster.add_node(num_cpus=1)
    log, out = tmp_path / "log", tmp_path / "run.json"
    # The class is not in a package that is installed on the nodes.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    run = ludorum.plan("tictactoe", [Tardy(str(log)), "random"], games=120, seed=7)
    killed = []

    def starts():
        lines = log.read_text().splitlines() if log.exists() else []
        return lines.count(doomed.node_id)

    def kill_once(played, planned):
        if killed or played < 10:
            return
        # A game that has just begun there is lost for certain.
        seen = starts()
        deadline = time.monotonic() + 120
        while starts() <= seen:
            assert time.monotonic() < deadline, "the second node plays nothing"
            time.sleep(0.005)
        cluster.remove_node(doomed, allow_graceful=False)
        killed.append(played)

    told = []
    result = distributed.run(
        run,
        cluster.address,
        out=out,
        shard_seconds=1.0,
        progress=lambda played, planned: (told.append((played, planned)), kill_once(played, planned)),
    )
    assert killed and 10 <= killed[0] < 120
    assert told[0] == (0, 120) and told[-1] == (120, 120)
    assert [played for played, _ in told] == sorted(played for played, _ in told)
    begun = log.read_text().splitlines()
    assert len(set(begun)) == 2
    # What was lost with the node was played again.
    assert len(begun) > 120
    assert result.report["played"] == 120

    monkeypatch.setattr(Tardy, "start", lambda self, game, seat: None)
    assert timeless(out.read_text()) == timeless(local(run))
    assert not (tmp_path / "run.json.journal").exists()


def test_a_killed_driver_goes_on(cluster, tmp_path):
    out, journal = tmp_path / "run.json", tmp_path / "run.json.journal"
    command = [sys.executable, "-c", DRIVER, cluster.address, str(out)]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 10):
        assert driver.poll() is None, driver.stderr.read()
        assert time.monotonic() < deadline, "no game came back"
        time.sleep(0.01)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert not out.exists()
    before = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    assert 10 <= len(before) < 120

    finished = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True)
    assert re.search(r"^120 of 120 games$", finished.stderr, re.MULTILINE)
    first = int(re.search(r"^(\d+) of 120 games", finished.stderr, re.MULTILINE).group(1))
    assert first == len(before)
    report = json.loads(out.read_text())
    # Not one of them was played again: even their times are the same.
    for game in before:
        assert report["games"][game["game"]] == game

    whole = tmp_path / "whole.json"
    agents = ["mcts:iterations=1500", "minimax:depth=2", "astar"]
    arguments = ["--games", "40", "--seed", "5", "--json", str(whole)]
    subprocess.run(
        [PROGRAM, "tournament", "quoridor:size=5", *agents, *arguments], check=True, stdout=subprocess.DEVNULL
    )
    assert timeless(out.read_text()) == timeless(whole.read_text())


def test_studies_and_records(cluster, tmp_path):
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        tuning = distributed.Tuning("quoridor:size=3", "mcts:iterations=20", ["c=0.1..2.0"], games=4, steps=2)
        history = distributed.run(tuning, out=tmp_path / "tuning.json", progress=silent)
        assert len(history["trials"]) == 2 and history["best"]["games"] == 4
        assert json.loads((tmp_path / "tuning.json").read_text()) == history
        assert not (tmp_path / "tuning.json.runs").exists()

        found = distributed.run(
            distributed.Experiment("quoridor-complexity", games=2), out=tmp_path / "found.json", progress=silent
        )
        assert {finding["games"] for finding in found["findings"]} == {2}

        run = ludorum.plan("yinsh", ["random", "random"], games=6, seed=2)
        distributed.run(run, records=tmp_path / "games", progress=silent)
        here = ludorum.match("yinsh", ["random", "random"], games=6, seed=2, records=True)
        for number, record in enumerate(here.records):
            written = ludorum.Record.read(tmp_path / "games" / f"game-{number:06}.ludorum")
            assert (written.moves, written.ranks) == (record.moves, record.ranks)
        assert ray.is_initialized(), "a connection that was there is kept"

        with pytest.raises(Exception, match="choose"):
            distributed.run(ludorum.plan("tictactoe", [ludorum.Agent(), "random"], games=2), progress=silent)
    finally:
        ray.shutdown()
