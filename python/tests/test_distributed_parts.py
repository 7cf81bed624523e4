"""Distributed runs without a cluster: partial reports that are merged, and studies whose runs are played by a
callback."""

import json
import pickle
import re
import socket

import pytest

import ludorum
from ludorum import distributed
from ludorum._native import DistributedRun, find_answers, tune
from ludorum.distributed import Bar, _play_shard, _ShardSizer

AGENTS = ["random", "astar", "minimax:depth=1"]


def planned(games=6, seed=3):
    return ludorum.plan("quoridor:size=3", AGENTS, games=games, seed=seed, pairing="round-robin")


def timeless(text):
    """A report without the numbers that depend on the clock."""
    return re.sub(r'("time(?:_per_move)?_ms": ?)[0-9.eE+-]+', r"\g<1>0", text)


def local(run, path=None):
    """Plays the run in this process, as one shard."""
    stored = DistributedRun(run, path=path, records=None)
    report, texts, _ = _play_shard(run, "1/1", 1, False, "raise")
    stored.add(report, texts)
    return stored.finish()


def part(run, shard):
    return _play_shard(run, shard, 1, False, "raise")[0]


def test_parts_make_the_whole(tmp_path):
    run, path = planned(), tmp_path / "run.json"
    stored = DistributedRun(run, path=path, records=None)
    shards = []
    while (shard := stored.take(2)) is not None:
        shards.append(shard)
    assert shards == ["0..2", "2..4", "4..6", "6..8", "8..9"]
    assert stored.blocks == 0
    # They arrive in any order, and one of them twice.
    for shard in [*reversed(shards), "2..4"]:
        stored.add(part(pickle.loads(pickle.dumps(run)), shard), [])
    assert stored.games == run.games == 18
    assert (tmp_path / "run.json.journal").read_text().count("\n") == 1 + 18
    text = stored.finish()
    assert path.read_text() == text
    assert not (tmp_path / "run.json.journal").exists()
    assert timeless(text) == timeless(local(planned()))
    assert json.loads(text)["statistics"] is not None


def test_a_killed_driver_loses_no_game(tmp_path):
    run, path = planned(), tmp_path / "run.json"
    stored = DistributedRun(run, path=path, records=None)
    assert stored.take(4) == "0..4"
    stored.add(part(run, "0..3"), [])
    played = json.loads(part(run, "7..9"))
    played["games"] = played["games"][:3]
    stored.add(json.dumps(played), [])
    journal = tmp_path / "run.json.journal"
    journal.write_bytes(journal.read_bytes() + b'{"game": 7, "se')

    again = DistributedRun(planned(), path=path, records=None)
    assert again.games == 9
    assert [again.take(9), again.take(9), again.take(9)] == ["3..7", "8..9", None]
    again.add(part(run, "3..7"), [])
    again.add(part(run, "8..9"), [])
    assert timeless(again.finish()) == timeless(local(run))


def test_a_journal_without_a_beginning_is_none(tmp_path):
    (tmp_path / "run.json.journal").write_bytes(b'{"program": "lud')
    assert DistributedRun(planned(), path=tmp_path / "run.json", records=None).games == 0


def test_parts_of_something_else_are_refused(tmp_path):
    run, path = planned(), tmp_path / "run.json"
    stored = DistributedRun(run, path=path, records=None)
    for other, why in [
        (part(planned(seed=4), "0..1"), "another match"),
        (part(run, "0..1").replace('"program":"ludorum ', '"program":"ludorum 9.'), "another version"),
        (re.sub(r'"streams":"\d', '"streams":"', part(run, "0..1"), count=1), "cannot be right"),
        ("{", "EOF"),
    ]:
        with pytest.raises(ValueError, match=why):
            stored.add(other, [])
    assert stored.games == 0
    stored.add(part(run, "0..1"), [])
    del stored
    with pytest.raises(ValueError, match="another match"):
        DistributedRun(planned(seed=4), path=path, records=None)
    with pytest.raises(ValueError, match="more games than are planned"):
        local(run, tmp_path / "long.json")
        DistributedRun(planned(games=2), path=tmp_path / "long.json", records=None)


def test_records_are_those_of_the_games(tmp_path):
    run, folder = planned(games=2), tmp_path / "records"
    stored = DistributedRun(run, path=None, records=folder)
    report, texts, _ = _play_shard(run, "1..3", 1, True, "raise")
    stored.add(report, texts)
    assert [file.name for file in sorted(folder.iterdir())] == [f"game-00000{n}.ludorum" for n in range(2, 6)]
    record = ludorum.Record.read(folder / "game-000003.ludorum")
    game = json.loads(report)["games"][1]
    assert game["game"] == 3
    assert (str(record.seed), str(record.streams), len(record.plies)) == (
        game["seed"],
        game["streams"],
        game["plies"],
    )
    with pytest.raises(ValueError, match="record of another match"):
        DistributedRun(planned(games=2, seed=5), path=None, records=folder)


class First(ludorum.Agent):
    def choose(self, view):
        return view.moves()[0]


def test_runs_travel_with_agents_that_are_python_objects():
    run = ludorum.plan("tictactoe", [First(), "random"], games=4)
    there = part(pickle.loads(pickle.dumps(run)), "1/1")
    assert timeless(there) == timeless(part(run, "1/1"))
    assert [agent["spec"] for agent in json.loads(there)["agents"]] == ["python:First", "random"]


def test_a_run_that_is_begun_again_goes_on_with_its_key(tmp_path):
    def begun():
        return ludorum.plan("tictactoe", [First(), "random"], games=4)

    path = tmp_path / "run.json"
    run = begun()
    stored = DistributedRun(run, path=path, records=None)
    stored.add(part(run, "0..1"), [])
    del stored
    with pytest.raises(ValueError, match="key"):
        DistributedRun(begun(), path=path, records=None)
    again = begun().with_stored_key(path)
    assert again.key == run.key
    assert DistributedRun(again, path=path, records=None).games == 2


EXPERIMENT = """
id = "mine"
question = "who wins?"
source = "here"
game = "quoridor:size=3"
games = 4
quick = 2
questions = [
  { row = "astar", column = "random", agents = ["astar", "random"], published = 90.0, published_games = 100 },
  { row = "random", column = "astar", agents = ["random", "astar"] },
  { row = "length", column = "of a game", agents = ["random", "random"], measure = "length" },
]
"""


def test_experiments_ask_for_each_run_once_and_go_on(tmp_path):
    asked, out = [], tmp_path / "mine.json"

    def play(run):
        asked.append(run.games)
        return local(run)

    def answers(play):
        return find_answers(
            EXPERIMENT, games=None, quick=False, seed=1, path=out, play=play, on_progress=progress.append, python=[]
        )

    progress = []
    whole = answers(play)
    assert asked == [4, 4] and progress == [1, 2, 3]
    assert out.read_text() == whole
    assert answers(play) == whole and asked == [4, 4]

    out.unlink()
    fails = iter([True])

    def breaks(run):
        if len(asked) == 3 and next(fails, False):
            raise ConnectionError("the cluster is gone")
        return play(run)

    with pytest.raises(ConnectionError):
        answers(breaks)
    assert len(json.loads(out.read_text())["findings"]) == 2
    assert answers(breaks) == whole


def broken():
    raise ConnectionError("the cluster is gone")


def test_tuning_plays_its_trials_elsewhere(tmp_path):
    def tuned(method, play, path=None):
        return tune(
            ludorum.Game("quoridor:size=3"),
            "mcts:iterations=5",
            ["c=0.1..2.0"],
            method=method,
            games=2,
            trials=3,
            steps=3,
            against=[],
            seed=1,
            path=path,
            play=play,
            on_progress=lambda count: None,
            python=[],
        )

    for method in ("grid", "spsa", "cma-es"):
        asked, out = [], tmp_path / f"{method}.json"

        def play(run):
            asked.append(run)
            return local(run)

        history = tuned(method, play, out)
        assert out.read_text() == history
        trials = json.loads(history)
        # The best parameters are tried once more.
        assert len(asked) == len(trials["trials"]) + 1 and trials["best"] is not None
        assert trials == json.loads(tuned(method, local))
        count = len(asked)
        assert tuned(method, play, out) == history and len(asked) == count

        # Interrupted in the second trial, and resumed.
        out.unlink()
        asked.clear()
        with pytest.raises(ConnectionError):
            tuned(method, lambda run: play(run) if not asked else broken(), out)
        assert len(json.loads(out.read_text())["trials"]) == 1
        assert tuned(method, play, out) == history and len(asked) == count
        with pytest.raises(ValueError, match="history is of another"):
            tuned("spsa" if method == "grid" else "grid", play, out)

    with pytest.raises(ZeroDivisionError):
        tuned("grid", lambda run: 1 / 0)
    with pytest.raises(ValueError, match="grid, spsa or cma-es"):
        tuned("guess", local)


class Nth(ludorum.Agent):
    def __init__(self, n=0):
        self.n = n

    def choose(self, view):
        return view.moves()[self.n % len(view.moves())]


class LocalCluster:
    """Plays runs in this process, pickled as for a cluster."""

    def play(self, run, out, _records):
        return local(pickle.loads(pickle.dumps(run)), out)


@pytest.mark.parametrize("method", ["grid", "spsa", "cma-es"])
def test_a_class_is_tuned_against_python_objects(method, tmp_path):
    plan = distributed.Tuning(
        "quoridor:size=3", Nth, ["n=0..2"], method=method, games=2, trials=2, steps=3, against=[Nth(1), First, "random"]
    )
    out = tmp_path / "tuned.json"
    history = json.loads(distributed._run_study(plan, LocalCluster(), out))
    assert history["agent"] == "python:Nth"
    assert history["opponents"] == ["python:Nth#2", "python:First", "random"]
    assert history["key"] and history["best"]["spec"].startswith("python:Nth,n=")
    assert json.loads(distributed._run_study(plan, LocalCluster(), out)) == history


def test_parameters_of_a_class_change_its_play():
    run = ludorum.plan("tictactoe", [Nth, "random"], games=2)
    tuned = []

    class Cluster(LocalCluster):
        def play(self, run, out, records):
            report = super().play(run, out, records)
            tuned.extend(agent["spec"] for agent in json.loads(report)["agents"])
            return report

    plan = distributed.Tuning("tictactoe", Nth, ["n=0..2"], games=2, steps=3)
    history = json.loads(distributed._run_study(plan, Cluster(), None))
    assert [trial["spec"] for trial in history["trials"]] == ["python:Nth,n=0", "python:Nth,n=1", "python:Nth,n=2"]
    assert set(tuned) == {"python:Nth", "python:Nth,n=0", "python:Nth,n=1", "python:Nth,n=2"}
    assert run.key is not None


def test_agents_that_cannot_be_tuned_are_refused():
    with pytest.raises(TypeError, match="a spec or an agent class"):
        distributed._run_study(distributed.Tuning("tictactoe", Nth(1), ["n=0..2"]), None, None)
    with pytest.raises(TypeError, match="Nth does not take the parameters n, depth"):
        distributed._run_study(distributed.Tuning("tictactoe", Nth, ["n=0..2", "depth=1..2"]), None, None)
    with pytest.raises(TypeError, match="an agent is a spec"):
        distributed._run_study(distributed.Tuning("tictactoe", "random", ["n=0..2"], against=[3]), None, None)


def test_experiments_play_python_agents(tmp_path):
    file, out = tmp_path / "mine.toml", tmp_path / "mine.json"
    text = EXPERIMENT.replace('["astar", "random"]', '["python:First", "python:Nth,n=2"]')
    file.write_text(text)
    with pytest.raises(ValueError, match="python"):
        distributed._run_study(distributed.Experiment(str(file)), LocalCluster(), None)
    plan = distributed.Experiment(str(file), agents=[First(), Nth])
    found = json.loads(distributed._run_study(plan, LocalCluster(), out))
    assert [finding["games"] for finding in found["findings"]] == [4, 4, 4]
    assert distributed.compare(plan, found)["numbers"][0]["row"] == "astar"


def test_an_agent_that_cannot_be_pickled_is_refused():
    class Ray:
        def remote(self, **_options):
            return lambda task: task

        def put(self, value):
            return pickle.dumps(value)

    class Unpicklable(First):
        def __init__(self):
            self.generator = (number for number in range(3))

    cluster = distributed._Cluster(Ray(), 10.0, 1, 1, "raise", lambda *_: None)
    run = ludorum.plan("tictactoe", [Unpicklable(), "random"], games=2)
    with pytest.raises(TypeError, match="an agent of the run cannot be pickled"):
        cluster.play(run, None, None)


def test_an_address_where_nobody_is_is_told_at_once(monkeypatch):
    plan = ludorum.plan("tictactoe", ["random", "random"], games=2)
    with socket.socket() as taken:
        # A port that is bound but not listening.
        taken.bind(("127.0.0.1", 0))
        nowhere = "127.0.0.1:%d" % taken.getsockname()[1]
        with pytest.raises(ConnectionError, match=f"no Ray cluster at {nowhere}"):
            distributed.run(plan, nowhere)
        monkeypatch.setenv("RAY_ADDRESS", nowhere)
        with pytest.raises(ConnectionError, match="no Ray cluster"):
            distributed.run(plan)
    with pytest.raises(ConnectionError, match="no Ray cluster"):
        distributed.run(plan, "127.0.0.1:70000")


def test_what_is_no_plan_is_refused_before_anything_is_begun(tmp_path):
    out = tmp_path / "out.json"
    for wrong in [None, "tictactoe", ludorum.Game("tictactoe")]:
        with pytest.raises(TypeError, match="made by ludorum.plan"):
            distributed.run(wrong, "127.0.0.1:1", out=out)
    with pytest.raises(ValueError, match="neither a file nor one of the experiments .*quoridor-time"):
        distributed._run_study(distributed.Experiment("no-such-thing"), None, out)
    with pytest.raises(ValueError, match="some time"):
        distributed.run(ludorum.plan("tictactoe", ["random", "random"]), shard_seconds=float("nan"))
    assert list(tmp_path.iterdir()) == []


def test_findings_are_compared_with_what_was_published(tmp_path):
    plan = tmp_path / "mine.toml"
    plan.write_text(
        """
        id = "mine"
        question = "who wins?"
        source = "here"
        game = "tictactoe"
        games = 1000
        quick = 2
        published_games = 1000
        questions = [
          { row = "first", column = "a", agents = ["random", "random"], published = 50.0 },
          { row = "second", column = "a", agents = ["random", "random"], published = 90.0 },
        ]
        claims = [
          { says = "over 40 %", kind = "at-least", rows = ["first"], columns = ["a"], value = 40 },
        ]
        """
    )
    number = {"column": "a", "games": 1000, "cases": 1000, "value": 0.5, "interval": [0.469, 0.531], "command": ""}
    found = {"id": "mine", "program": "p", "seed": "1"}
    found["findings"] = [{"row": row, **number} for row in ["first", "second"]]
    compared = distributed.compare(distributed.Experiment(str(plan)), found)
    assert [number["verdict"] for number in compared["numbers"]] == ["agrees", "differs"]
    assert compared["claims"][0]["verdict"] == "agrees"
    assert compared["tally"]["numbers"] == {"agree": 1, "differ": 1, "cannot_tell": 0}


def test_a_shard_larger_than_any_machine_is_refused():
    class Ray:
        machines = []

        def nodes(self):
            return [
                {"Alive": alive, "Resources": {"CPU": cpus} if cpus else {}, "NodeManagerHostname": name}
                for name, cpus, alive in self.machines
            ]

        def cluster_resources(self):
            return {"CPU": sum(cpus for _, cpus, alive in self.machines if alive)}

        def remote(self, **_options):
            return lambda task: task

    ray = Ray()
    cluster = distributed._Cluster(ray, 10.0, 4, 1, "raise", lambda *_: None)
    # Machines that are still starting are waited for.
    ray.machines = [("head", 0, True)]
    assert cluster._slots() == 1
    ray.machines = [("head", 0, True), ("small", 1, True), ("large", 2, True), ("lost", 64, False)]
    with pytest.raises(ValueError, match="shard_cpus=4 .* large, has 2 processors"):
        cluster._slots()
    ray.machines.append(("larger", 8, True))
    assert cluster._slots() == 2


def test_shards_take_as_long_as_they_should():
    sizer = _ShardSizer(10.0)
    assert sizer.blocks(1000, 4) == 1
    sizer.add(5, 2.5)
    assert sizer.blocks(1000, 4) == 20
    # The last shards are smaller, but not too small.
    assert sizer.blocks(80, 4) == 10
    assert sizer.blocks(3, 4) == 2
    sizer.add(0, 1000.0)
    assert sizer.blocks(1000, 4) == 1


def test_progress_is_told(capsys):
    bar = Bar()
    bar(0, 100)
    bar(10, 100)
    bar(100, 100)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["0 of 100 games", "100 of 100 games"]
