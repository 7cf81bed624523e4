"""Our games in OpenSpiel, with its own tests and algorithms."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import ludorum.environments.openspiel as adapter  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

GAMES = [
    "ludorum_tictactoe",
    "ludorum_quoridor(size=5)",
    "ludorum_quoridor(size=3,players=4)",
    "ludorum_yinsh(rings_to_win=1)",
    "ludorum_dicewars(players=3,areas=9)",
    "ludorum_colonizers",
    "ludorum_sector66(template=everything)",
]


@pytest.mark.parametrize("name", GAMES)
def test_random_games_hold(name):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_parameters_reach_the_rules():
    game = pyspiel.load_game("ludorum_quoridor(size=5,players=4)")
    assert game.rules.spec == "quoridor:size=5,players=4" and game.num_players() == 4
    dice = [pyspiel.load_game(f"ludorum_dicewars(seed={seed})").new_initial_state() for seed in (0, 0, 1)]
    assert str(dice[0]) == str(dice[1]) != str(dice[2])


def test_a_clone_has_the_moves_that_led_to_it():
    state = pyspiel.load_game("ludorum_tictactoe").new_initial_state()
    for action in [4, 0]:
        state.apply_action(action)
    twin = state.clone()
    twin.apply_action(8)
    assert twin.history() == [4, 0, 8] and twin.move_number() == 3
    assert state.history() == [4, 0] and str(state) != str(twin)
    read = state.get_game().deserialize_state(twin.serialize())
    assert read.history() == [4, 0, 8] and str(read) == str(twin)


def test_our_tictactoe_is_theirs():
    """Both use the same action numbers; rows are counted from the other side."""
    ours, theirs = pyspiel.load_game("ludorum_tictactoe"), pyspiel.load_game("tic_tac_toe")
    rng = np.random.RandomState(1)
    for _ in range(30):
        mine, other = ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert mine.legal_actions() == other.legal_actions()
            assert mine.current_player() == other.current_player()
            action = rng.choice(mine.legal_actions())
            mine.apply_action(action)
            other.apply_action(action)
        assert mine.is_terminal() and mine.returns() == other.returns()


def searcher(game, simulations, seed):
    random_state = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    return mcts.MCTSBot(game, 2.0, simulations, evaluator, random_state=random_state)


def test_their_mcts_beats_random_at_our_games():
    game = pyspiel.load_game("ludorum_tictactoe")
    rng, total = np.random.RandomState(3), 0.0
    for number in range(10):
        bot, state = searcher(game, 60, number), game.new_initial_state()
        while not state.is_terminal():
            is_bot = state.current_player() == number % 2
            state.apply_action(bot.step(state) if is_bot else rng.choice(state.legal_actions()))
        total += state.returns()[number % 2]
    assert total >= 6


def test_their_ismcts_plays_colonizers():
    game = pyspiel.load_game("ludorum_colonizers")
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=6,
        random_state=rng,
        allow_inconsistent_action_sets=True,
    )
    state, chosen = game.new_initial_state(), 0
    while not state.is_terminal() and chosen < 12:
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes())
            state.apply_action(rng.choice(actions, p=odds))
        elif state.current_player() == 1:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            chosen += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert chosen == 12


def test_what_is_hidden_is_drawn_anew():
    game = pyspiel.load_game("ludorum_colonizers")
    rng, state = np.random.RandomState(2), game.new_initial_state()
    while state.move_number() < 40:
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    player = state.state.seat if state.state.seat is not None else 0
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    drawn = [state.resample_from_infostate(player, sampler) for _ in range(8)]
    assert all(one.information_state_string(player) == state.information_state_string(player) for one in drawn)
    assert len({str(one) for one in drawn}) > 1


def test_events_that_are_too_many_are_drawn_fairly():
    game = pyspiel.load_game("ludorum_dicewars")
    state = game.new_initial_state()
    end = game.rules.action("end")
    state.apply_action(end)
    outcomes = state.chance_outcomes()
    assert 1 < len(outcomes) <= adapter.MOST_EVENTS
    assert abs(sum(odds for _, odds in outcomes) - 1) < 1e-9
    assert outcomes == state.clone().chance_outcomes()
