"""The environments, tested with the checkers of their libraries."""

import importlib
import itertools
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import ludorum
from ludorum.environments import aec, seat

SPECS = [game["name"] for game in ludorum.games()] + [
    "quoridor:size=5,players=4",
    "dicewars:players=5",
    "sector66:template=everything",
]


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo_accepts_every_game(spec, capsys):
    from pettingzoo.test import api_test, seed_test

    api_test(aec(spec), num_cycles=300)
    seed_test(lambda: aec(spec), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out


def test_the_environment_plays_the_rules():
    env = aec("tictactoe")
    env.reset(seed=1)
    for action in [0, 8, 1, 7]:
        observation, reward, over, _, _ = env.last()
        assert observation["action_mask"][action] and not over and reward == 0
        env.step(action)
    assert env.agent_selection == "seat_0"
    env.step(2)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": 1.0, "seat_1": -1.0}


def test_who_plays_an_illegal_move_loses():
    env = aec("tictactoe")
    env.reset(seed=1)
    env.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(4)
    assert env.terminations["seat_1"] and env.rewards["seat_1"] == -1


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_performance_benchmark_runs(spec, monkeypatch, capsys):
    benchmark = importlib.import_module("pettingzoo.test.performance_benchmark")
    # A fake clock ends its five seconds after a hundred rounds.
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(time=itertools.count(0.0, 0.05).__next__))
    benchmark.performance_benchmark(aec(spec))
    output = capsys.readouterr().out
    assert "turns per second" in output and "Finished performance benchmark" in output


def test_seats_without_a_turn_have_no_moves():
    env = aec("colonizers")
    env.reset(seed=3)
    masks = [env.observe(agent)["action_mask"] for agent in env.agents]
    assert [bool(mask.any()) for mask in masks].count(True) == 1


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_environments_are_drawn(mode):
    env = aec("quoridor", render_mode=mode)
    env.reset(seed=1)
    assert len(env.render()) > 100
    one = seat("quoridor", ["random"], render_mode=mode)
    one.reset(seed=1)
    assert len(one.render()) > 100


@pytest.mark.parametrize("spec", SPECS)
def test_gymnasium_accepts_every_game(spec):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(render|spec|unwrapped).*")
        check_env(seat(spec, ["random"]), skip_render_check=True)


def play(env, choose, seed):
    observation, _ = env.reset(seed=seed)
    while True:
        observation, reward, over, cut, info = env.step(choose(observation))
        if over or cut:
            return reward, info


def first_legal(observation):
    return int(np.flatnonzero(observation["action_mask"])[0])


def test_the_reward_is_that_of_the_chosen_seat():
    class First(ludorum.Agent):
        def choose(self, view):
            return view.moves()[0]

    for place in [0, 1]:
        env = seat("tictactoe", ["minimax"], seat=place)
        assert all(play(env, first_legal, seed)[0] <= 0 for seed in range(10))
    env = seat("tictactoe", [First()], seat=None)
    rewards = [play(env, first_legal, seed)[0] for seed in range(12)]
    # The first player wins when both take the first free cell.
    assert set(rewards) == {1.0, -1.0}


def test_an_illegal_move_loses_at_once():
    env = seat("tictactoe", ["random"])
    env.reset(seed=1)
    env.step(4)
    _, reward, over, _, info = env.step(4)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_opponents_must_fit_the_seats():
    with pytest.raises(ValueError):
        seat("colonizers", ["random", "random"])
    env = seat("colonizers", ["random", "heuristic", "random"])
    reward, _ = play(env, first_legal, 3)
    assert -1 <= reward <= 1


def test_gymnasium_makes_it_by_name():
    import gymnasium

    import ludorum.environments.gymnasium  # noqa: F401 - registers it

    env = gymnasium.make("ludorum/Seat-v0", game="tictactoe", opponents=["random"])
    assert env.reset(seed=1)[0]["action_mask"].sum() >= 8


def test_a_seat_that_is_not_there_is_refused():
    for place in [2, -1]:
        with pytest.raises(ValueError, match="seats 0 to 1"):
            seat("tictactoe", ["random"], seat=place)


def test_numbers_of_no_move_lose_like_illegal_moves():
    for action in [-1, 9, 2**70]:
        env = seat("tictactoe", ["random"])
        env.reset(seed=1)
        assert env.step(action)[1:3] == (-1.0, True)


def test_opponents_may_be_classes_and_see_what_they_see_in_a_match():
    class Watching(ludorum.Agent):
        seen = []

        def choose(self, view):
            return view.moves()[0]

        def saw(self, view):
            self.seen.append((view.seat, len(view.history)))

    ludorum.match("tictactoe", [Watching, "greedy"], games=1, threads=1, seatings="all")
    in_a_match, Watching.seen = [one for one in Watching.seen if one[0] == 1], []
    play(seat("tictactoe", [Watching]), first_legal, 1)
    here, Watching.seen = Watching.seen, []
    # Its own first move, then every move of both.
    assert [count for _, count in here] == list(range(2, 2 + len(here))) and len(here) > 2
    assert in_a_match[:3] == here[:3]


def test_chance_is_shown_to_those_who_watch():
    class Watching(ludorum.Agent):
        seen = []

        def choose(self, view):
            return "end"

        def saw(self, view):
            self.seen.append(len(view.history))

    env = seat("dicewars:areas=8", [Watching])
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.game.action("end"))
    assert Watching.seen == list(range(Watching.seen[0], env.state.plies + 1))


def test_a_game_that_ends_before_anyone_moves():
    env = aec("colonizers:cap=1")
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        # A draw of four.
        assert over and reward == -0.5
        env.step(None)
    with pytest.raises(ValueError, match="were over before seat 0 was to move"):
        seat("colonizers:cap=1", ["random"]).reset(seed=1)
