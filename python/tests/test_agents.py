"""Python agents, in this process and as external programs."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import textwrap

import pytest

import ludorum

MINE = '''
import random
import zlib
import ludorum

class Mine(ludorum.Agent):
    """Its moves depend on all its input: the views, its seeds, its determinizations and its observations."""

    def start(self, game, seat):
        self.digest = 0
        assert game.seats > seat >= 0

    def note(self, *facts):
        self.digest = zlib.crc32(repr(facts).encode(), self.digest)

    def saw(self, view):
        self.note("saw", view.text, view.history, view.moves(), view.to_move, view.is_over)

    def choose(self, view):
        assert view.to_move == view.seat
        drawn = view.determinize()
        assert drawn.view(view.seat).text == view.text
        assert sorted(drawn.moves()) == sorted(view.moves())
        print("this goes to standard error")
        self.note("turn", view.text, view.history, view.seed, drawn.text, view.determinize().text)
        return random.Random(self.digest).choice(view.moves()), 0.25

if __name__ == "__main__":
    Mine().run()
'''


@pytest.fixture(autouse=True)
def this_python(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDORUM_RUN_PY", sys.executable)
    monkeypatch.setenv("LUDORUM_AGENTS", str(tmp_path / "agents"))


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    scope = {"__name__": "mine"}
    exec(compile(MINE, str(path), "exec"), scope)
    return path, scope["Mine"]


#: The key of runs that must be identical.
KEY = "00112233445566778899aabbccddeeff"


def outcome(result):
    """The results of a run that do not depend on agent names and times."""
    return [(game["seed"], game["plies"], [seat["rank"] for seat in game["seats"]]) for game in result.games]


@pytest.mark.parametrize(
    "game, others",
    [
        ("tictactoe", ["random"]),
        ("quoridor:size=3", ["random"]),
        ("dicewars:areas=8", ["random"]),
        ("yinsh:rings_to_win=1", ["random"]),
        ("sector66", ["random"]),
        ("colonizers", ["random", "heuristic", "random"]),
    ],
)
def test_the_same_file_plays_the_same_game_in_process_and_as_a_program(mine, game, others):
    path, kind = mine
    games = len(others) + 1
    inside = ludorum.match(game, [kind(), *others], games=games, seed=3, records=True)
    outside = ludorum.match(game, [f"exec:{path}", *others], games=games, seed=3, key=inside.key, records=True)
    assert inside.forfeits == outside.forfeits == []
    for here, there in zip(inside.records, outside.records):
        assert here.moves == there.moves
    assert outcome(inside) == outcome(outside) and len(inside.records) == games


def test_the_call_of_the_guide_for_colonizers(mine):
    _, kind = mine
    limits = ["heuristic", "maxn", "so-ismcts:iterations=8"]
    result = ludorum.match("colonizers", [kind(), *limits], games=4, seed=1)
    assert result.report["played"] == 4 and len(result.agents) == 4


def test_results_do_not_depend_on_threads_and_a_class_is_as_good_as_an_object(mine):
    _, kind = mine
    runs = [
        ludorum.match("tictactoe", [agent, "random"], games=12, seed=5, key=KEY, threads=threads)
        for agent, threads in [(kind(), 1), (kind(), 4), (kind, 3)]
    ]
    assert outcome(runs[0]) == outcome(runs[1]) == outcome(runs[2])


def test_no_seed_that_can_be_guessed_leads_to_what_an_agent_is_told():
    class Nosy(ludorum.Agent):
        seeds = []

        def choose(self, view):
            self.seeds.append(view.seed)
            return view.moves()[0]

    def play(**more):
        Nosy.seeds.clear()
        result = ludorum.match("tictactoe", [Nosy(), "random"], games=4, seed=1, threads=1, **more)
        return list(Nosy.seeds), outcome(result), result.key

    first, games, key = play()
    other, other_games, other_key = play()
    assert not set(first) & set(other) and games != other_games and key != other_key
    assert play(key=key) == (first, games, key)
    assert ludorum.match("tictactoe", ["random", "random"], games=2).key is None
    with pytest.raises(ValueError, match="32 hexadecimal digits"):
        play(key="1")


def test_games_do_not_disturb_each_other():
    class Counting(ludorum.Agent):
        def __init__(self):
            self.count = 0

        def choose(self, view):
            assert self.count == len(view.history) // 2
            self.count += 1
            return view.moves()[0]

    agent = Counting()
    ludorum.match("tictactoe", [agent, agent], games=10, threads=3)
    assert agent.count == 0


def test_agents_of_one_name_are_told_apart():
    class Named(ludorum.Agent):
        def __init__(self, name, place):
            self.name, self.place = name, place

        def choose(self, view):
            return view.moves()[self.place]

    agents = [Named("a#2", 0), Named("a", 0), Named("a", -1), Named("a", -1)]
    result = ludorum.tournament("tictactoe", agents, games=2, threads=1)
    assert [agent["spec"] for agent in result.agents] == ["python:a#2", "python:a", "python:a#3", "python:a#4"]
    played = ludorum.match("tictactoe", agents[:1] + agents[2:3], games=2, threads=1, records=True)
    first = {record.seats[0]: record.moves[0] for record in played.records}
    assert first == {"python:a#2": "a1", "python:a": "c3"}


def test_an_exception_reaches_whoever_started_the_match():
    class Broken(ludorum.Agent):
        def choose(self, view):
            raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        ludorum.match("tictactoe", [Broken(), "random"], games=10)
    result = ludorum.match("tictactoe", [Broken(), "random"], games=10, on_error="forfeit")
    assert len(result.forfeits) == 10 and "lost" in result.forfeits[0]["reason"]
    # Seats are numbered from 0 everywhere in a result.
    seats = [[seat["agent"] for seat in game["seats"]].index(0) for game in result.games]
    assert [forfeit["seat"] for forfeit in result.forfeits] == seats
    assert [game["forfeit"]["seat"] for game in result.games] == seats
    lost = [row["seat"] for row in result.rows() if row["forfeit"]]
    assert lost == seats and {row["seat"] for row in result.rows()} == {0, 1}
    assert result.win_rate() == 0


def test_a_move_that_is_not_legal_is_told():
    class Wrong(ludorum.Agent):
        def choose(self, view):
            return "z9"

    with pytest.raises(ValueError, match="z9.*legal moves: a1"):
        ludorum.match("tictactoe", [Wrong(), "random"], games=2)
    with pytest.raises(NotImplementedError):
        ludorum.match("tictactoe", [ludorum.Agent(), "random"], games=2)
    with pytest.raises(TypeError):
        ludorum.match("tictactoe", [3, "random"], games=2)


def test_moves_may_be_told_by_number():
    class ByNumber(ludorum.Agent):
        def choose(self, view):
            return view.actions()[-1], 0.5

    result = ludorum.match("tictactoe", [ByNumber(), "random"], games=2, records=True)
    first = next(ply for ply in result.records[0].plies if ply[0] == 0)
    assert (first[1], first[2]) == ("c3", 0.5)


def test_an_agent_is_shown_the_moves_of_others_if_it_watches():
    seen = []

    class Watching(ludorum.Agent):
        def choose(self, view):
            return view.moves()[0]

        def saw(self, view):
            seen.append(view.history)

    ludorum.match("tictactoe", [Watching(), "random"], games=2, threads=1)
    assert len(seen) > 8 and any(len(history) % 2 == 0 for history in seen)


def test_a_search_of_ten_lines_beats_random():
    class Looker(ludorum.Agent):
        def choose(self, view):
            def worth(move):
                after = self.simulate(self.determinize(view), move)
                return after.playouts(30, seed=view.seed)[0][:, view.seat].mean()

            return max(view.moves(), key=worth)

    assert ludorum.match("tictactoe", [Looker(), "random"], games=40, seed=1).win_rate() > 0.8


def answers(agent, *lines):
    """The answers of an agent to these messages."""
    output = io.StringIO()
    agent.run(stdin=io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), stdout=output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_the_protocol_is_spoken(mine):
    _, kind = mine
    agent = kind()
    agent.name, agent.version, agent.games = "mine", "2", ["tictactoe"]
    turn = {"type": "turn", "id": 7, "position": "xx./oo./...", "history": [], "moves": ["c3"], "budget": {"time_ms": 1500}, "seed": 5}
    seen = {}

    def choose(view):
        seen.update(time=view.time, budget=view.budget, seed=view.seed, seat=view.seat)
        return "c3"

    agent.fresh = lambda: agent
    agent.choose = choose
    messages = answers(
        agent,
        {"type": "hello", "protocol": 1, "program": "test"},
        {"type": "new_game", "game": "tictactoe", "rules": 1, "seat": 1, "seats": 2, "seed": 1},
        turn,
        {"type": "warning", "fault": "silent", "reason": "", "left": 1},
        {"type": "game_over", "ranks": [1, 2]},
        {"type": "bye"},
    )
    assert messages[0] == {"type": "hello", "protocol": 1, "name": "mine", "version": "2", "games": ["tictactoe"], "wants": ["sample", "seen"]}
    assert messages[1] == {"type": "move", "id": 7, "move": "c3"} and len(messages) == 2
    assert seen == {"time": 1.5, "budget": {"time": 1.5}, "seed": 5, "seat": 0}


def test_who_fails_as_a_program_resigns_with_the_reason(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(
        textwrap.dedent(
            """
            import ludorum
            class Broken(ludorum.Agent):
                def choose(self, view):
                    raise KeyError("lost")
            Broken().run()
            """
        )
    )
    result = ludorum.match("tictactoe", [f"exec:{path}", "random"], games=2)
    assert len(result.forfeits) == 2 and "KeyError: 'lost'" in result.forfeits[0]["reason"]


ODD = """
import os, sys
import ludorum

print("also before it runs")

class Odd(ludorum.Agent):
    def choose(self, view):
        move = view.moves()[0]
        {does}
        return move

if __name__ == "__main__":
    Odd().run()
"""


@pytest.mark.parametrize(
    "does",
    ["os.write(1, b'hello\\n')", "os.system('echo hello')", "print('{}')", "assert sys.stdin.read() == ''"],
)
def test_what_an_agent_and_its_programs_print_does_not_get_between_messages(does, tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(ODD.replace("{does}", does))
    result = ludorum.match("tictactoe", [f"exec:{path}", "random"], games=2)
    assert result.forfeits == [] and result.report["played"] == 2


@pytest.mark.parametrize(
    "does, error, reason",
    [
        ("exit(3)", RuntimeError, "called exit(3)"),
        ("return move, float('nan')", ValueError, "expects nan"),
        ("return move, -float('inf')", ValueError, "expects -inf"),
        ("return move, 'good'", TypeError, "real number, not str"),
    ],
)
def test_what_an_agent_may_not_do_is_told_in_process_and_as_a_program(does, error, reason, tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(ODD.replace("{does}", does))
    scope = {"__name__": "odd"}
    exec(path.read_text(), scope)
    with pytest.raises(error, match=re.escape(reason)):
        ludorum.match("tictactoe", [scope["Odd"], "random"], games=2)
    for agent in [scope["Odd"], f"exec:{path}"]:
        result = ludorum.match("tictactoe", [agent, "random"], games=2, on_error="forfeit")
        assert len(result.forfeits) == 2 and reason in result.forfeits[0]["reason"]


def test_an_agent_plays_no_game_but_its_own_in_process_and_as_a_program(tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(ODD.replace("{does}", "pass").replace("    def choose", "    games = ['yinsh', 'tictactoe']\n\n    def choose"))
    scope = {"__name__": "odd"}
    exec(path.read_text(), scope)
    reason = "it does not play quoridor:size=3, only yinsh, tictactoe"
    with pytest.raises(ValueError, match=reason):
        ludorum.match("quoridor:size=3", [scope["Odd"], "random"], games=2)
    for agent in [scope["Odd"], f"exec:{path}"]:
        assert ludorum.match("tictactoe", [agent, "random"], games=2).forfeits == []
        result = ludorum.match("quoridor:size=3", [agent, "random"], games=2, on_error="forfeit")
        assert len(result.forfeits) == 2 and result.forfeits[0]["reason"].endswith(reason)


def test_who_fails_when_shown_a_move_loses_the_game():
    class Blind(ludorum.Agent):
        def choose(self, view):
            return view.moves()[0]

        def saw(self, view):
            raise RuntimeError("no eyes")

    with pytest.raises(RuntimeError, match="no eyes"):
        ludorum.match("tictactoe", [Blind(), "random"], games=2)
    result = ludorum.match("tictactoe", [Blind(), "random"], games=2, on_error="forfeit")
    assert [forfeit["reason"] for forfeit in result.forfeits] == ["RuntimeError: no eyes"] * 2
    assert result.win_rate() == 0


INTERRUPTED = """
import os, signal, threading
import ludorum

signal.signal(signal.SIGINT, signal.default_int_handler)
game = ludorum.Game("quoridor")

def go():
    # One write, so that concurrent lines do not interleave.
    os.write(1, b"go\\n")

class Endless(ludorum.Agent):
    def choose(self, view):
        go()
        while True:
            pass

class Failing(ludorum.Agent):
    asked = 0

    def choose(self, view):
        Failing.asked += 1
        if Failing.asked >= 20:
            go()
        raise ValueError("mine")

def soon():
    threading.Timer(0.3, go).start()
    return game

try:
    {does}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT")
@pytest.mark.parametrize(
    "does",
    [
        "ludorum.match(soon(), ['mcts:iterations=1000000000', 'random'], games=2)",
        "ludorum.match(game, [Endless(), 'random'], games=2)",
        "ludorum.match(game, [Failing(), 'random'], games=100_000_000, on_error='forfeit')",
        "soon().player('mcts:iterations=1000000000').choose(game.start())",
        "soon().start().playouts(10_000_000)",
        "soon().start().perft(8)",
    ],
)
def test_whatever_takes_long_is_interrupted(does):
    program = [sys.executable, "-c", INTERRUPTED.replace("{does}", does)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "go\n"
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=100)
        finally:
            process.kill()
    assert output.splitlines()[-1] == "interrupted"


def test_an_agent_is_called_as_it_its_manifest_or_its_file_says(tmp_path):
    from ludorum.agent import name_of

    agent = ludorum.Agent()
    assert name_of(agent, str(tmp_path / "Walker.py")) == "walker"
    folder = tmp_path / "runner"
    folder.mkdir()
    assert name_of(agent, str(folder / "main.py")) == "runner"
    (folder / "agent.toml").write_text('protocol = 1\nname = "jumper"\n')
    assert name_of(agent, str(folder / "main.py")) == "jumper"
    agent.name = "me"
    assert name_of(agent, str(folder / "main.py")) == "me"


def test_installed_agents_are_seated(mine):
    path, _ = mine
    registry = os.environ["LUDORUM_AGENTS"]
    os.makedirs(registry)
    os.rename(path, os.path.join(registry, "mine.py"))
    result = ludorum.match("tictactoe", ["@mine", "random"], games=2)
    assert result.forfeits == [] and result.agents[0]["spec"] == "@mine"
