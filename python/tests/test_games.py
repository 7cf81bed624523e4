"""Games, states, views and arrays."""

import copy
import pickle
import random
import re

import numpy as np
import pytest

import ludorum

# Every game of the catalog, in a small variant where the default is slow, and some more variants.
SMALL = {"dicewars": "dicewars:players=3", "quoridor": "quoridor:size=5", "sector66": "sector66:template=everything"}
ALL = [SMALL.get(game["name"], game["name"]) for game in ludorum.games()] + ["quoridor:size=5,players=4"]
# Games without action ids have no numbers and no planes.
SPECS = [spec for spec in ALL if ludorum.Game(spec).planes]


def played(spec, seed, most=60):
    """Yields every position of a random game, up to a number of moves."""
    rng = random.Random(seed)
    state = ludorum.Game(spec).start(seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        if state.is_chance:
            state.roll()
        else:
            state.apply(rng.choice(state.moves()))


def test_the_version_is_that_of_the_package():
    from importlib.metadata import version

    assert ludorum.__version__ == version("ludorum")


def test_every_game_of_the_catalog_is_there():
    assert len(ludorum.games()) > 1
    for game in ludorum.games():
        assert game["summary"] and ludorum.Game(game["name"]).agents()


@pytest.mark.parametrize("spec", SPECS)
def test_moves_are_told_as_text_and_as_numbers(spec):
    for state in played(spec, 1):
        game = state.game
        moves, actions = state.moves(), state.actions()
        assert [game.action_text(action) for action in actions] == moves
        assert [game.action(move) for move in moves] == actions
        assert list(np.flatnonzero(state.action_mask())) == sorted(actions)
        if moves:
            by_text, by_number = state.child(moves[-1]), state.child(actions[-1])
            assert by_text == by_number and by_text != state


@pytest.mark.parametrize("spec", SPECS)
def test_a_move_is_taken_back(spec):
    for state in played(spec, 2):
        before = (state.text, state.key, state.history)
        if not state.moves():
            continue
        twin = state.clone()
        state.apply(state.moves()[0])
        assert state.history == before[2] + [twin.moves()[0]]
        assert state.undo()
        assert (state.text, state.key, state.history) == before
        assert copy.copy(state) == copy.deepcopy(state) == twin == state
    assert not ludorum.Game(spec).start().undo()


@pytest.mark.parametrize("spec", SPECS)
def test_positions_are_read_as_they_were_written_and_pickled(spec):
    for state in played(spec, 3):
        read = state.game.position(state.text)
        assert read.text == state.text and read.key == state.key and read.moves() == state.moves()
        again = pickle.loads(pickle.dumps(state))
        assert again == state and again.history == state.history and again.game == state.game


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_ends_with_an_outcome(spec):
    state = ludorum.Game(spec).start(4)
    rng = random.Random(4)
    while not state.is_over:
        assert state.utilities() is None and state.ranks() is None
        state.settle()
        if not state.is_over:
            state.apply(rng.choice(state.actions()))
    worth = state.utilities()
    assert len(worth) == len(state.ranks()) == state.game.seats
    assert min(state.ranks()) == 1 and all(-1 <= value <= 1 for value in worth)
    assert state.moves() == [] and state.seat is None
    assert len(state.history) == state.plies


def test_illegal_moves_are_refused_and_change_nothing():
    state = ludorum.Game("quoridor").start()
    for move in ["e9", "nonsense", 10**6, 4, -1, 2**64, -(2**70)]:
        with pytest.raises(ValueError):
            state.apply(move)
    assert state.plies == 0
    with pytest.raises(ValueError):
        state.roll()
    with pytest.raises(IndexError):
        state.view(2)
    with pytest.raises(ValueError, match="unknown game"):
        ludorum.Game("chess")
    with pytest.raises(ValueError):
        ludorum.Game("quoridor").position("rubbish")


def test_texts_that_were_told_before_are_legal_only_where_they_are():
    state = ludorum.Game("quoridor").start()
    listed = state.moves()
    assert "e2" in listed and "e4" not in listed
    listed.clear()
    assert "e2" in state.moves(), "the returned list is a copy"
    state.apply("e2")
    for move in ["e2", "e1", "d1"]:
        with pytest.raises(ValueError):
            state.apply(move)
    assert state.history == ["e2"]
    # A move that was not listed before is accepted too.
    state.apply("e8")
    assert state.history == ["e2", "e8"]
    for nothing in [None, 1.5, ["e2"]]:
        with pytest.raises(TypeError, match="text or by its number"):
            state.apply(nothing)


def test_chance_is_listed_and_drawn_as_in_a_match():
    result = ludorum.match("dicewars", ["random", "random"], games=2, seed=9, records=True)
    record = result.records[0]
    state = ludorum.Game("dicewars").start(record.seed)
    for seat, move, *_ in record.plies:
        assert state.seat == seat
        if seat is None:
            events = state.events()
            assert events is None or abs(sum(odds for _, odds in events) - 1) < 1e-9
            assert state.roll() == move
        else:
            state.apply(move)
    assert state.ranks() == record.ranks


def test_agents_are_made_from_files(tmp_path):
    weights = tmp_path / "weights.txt"
    lines = ["ludorum-weights 2", "game dicewars", "agent wpm-s", "players 2", "model wpm-s", "features 2 scores"]
    weights.write_text("\n".join([*lines, "intercept 0", "weight 1", "weight -1"]))
    result = ludorum.match("dicewars", [f"wpm-s:weights={weights}", "naive"], games=2, seed=9)
    # The report pins the content of the file.
    assert result.agents[0]["spec"].startswith(f"wpm-s:weights={weights}#")
    weights.write_text("\n".join([*lines, "intercept 0", "weight nan", "weight -1"]))
    with pytest.raises(ValueError, match="line 8: expected 'weight' and a finite number"):
        ludorum.match("dicewars", [f"wpm-s:weights={weights}", "naive"], games=2, seed=9)


@pytest.mark.parametrize("spec", SPECS)
def test_observations_are_planes_without_a_copy(spec):
    for state in played(spec, 5, most=20):
        game = state.game
        for seat in range(game.seats):
            planes = state.observation(seat)
            assert planes.shape == game.observation_shape and planes.dtype == np.float32
            assert planes.base is not None and planes.flags.writeable
            assert 0 <= planes.min() and planes.max() <= 1
            assert np.array_equal(planes, state.view(seat).observation())
        assert len(game.planes) == game.observation_shape[0]


def test_the_planes_of_quoridor_say_what_their_names_say():
    state = ludorum.Game("quoridor").start()
    for move in ["e2", "e8", "d4h"]:
        state.apply(move)
    planes = dict(zip(state.game.planes, state.observation(1)))
    assert np.argwhere(planes["own pawn"]).tolist() == [[7, 4]]
    assert np.argwhere(planes["pawn of seat +1"]).tolist() == [[1, 4]]
    assert np.argwhere(planes["horizontal walls"]).tolist() == [[3, 3]]
    assert not planes["vertical walls"].any() and planes["own turn"].all()
    assert np.allclose(planes["walls in hand of seat +1"], 0.9)


def test_a_view_hides_what_a_seat_cannot_know():
    hidden = 0
    for state in played("colonizers", 6, most=150):
        for seat in range(4):
            view = state.view(seat)
            assert view.position is None
            drawn = [view.determinize(seed) for seed in range(6)]
            for other in drawn:
                assert other.view(seat).text == view.text
                assert np.array_equal(other.observation(seat), view.observation())
            hidden += len({other.text for other in drawn}) > 1
    assert hidden > 100
    state = ludorum.Game("tictactoe").start()
    assert state.view().position == state.text == state.view().determinize().text


@pytest.mark.parametrize("spec", ALL)
def test_positions_are_drawn(spec):
    pictures = set()
    for state in played(spec, 7, most=12):
        for picture in [state._repr_svg_(), state.svg(0), state.view(0)._repr_svg_()]:
            assert picture.startswith("<svg ") and picture.endswith("</svg>")
            pictures.add(picture)
        assert state.draw() and state.draw(0)
    assert len(pictures) > 5


def test_a_picture_is_well_formed():
    from xml.dom import minidom

    for spec in SPECS:
        for state in played(spec, 8, most=30):
            pass
        minidom.parseString(state.svg())


def words_of(picture):
    return set(re.findall(r">([^<>]+)</text>", picture))


def test_pictures_name_everything_in_full():
    board = words_of(ludorum.Game("sector66:template=everything").start(1).svg())
    assert {"forbidden", "trapdoor", "crumble", "a", "i", "9"} <= board
    lines = words_of(ludorum.Game("yinsh").start().svg())
    assert set("abcdefghijk") | {str(row) for row in range(1, 12)} <= lines
    table = set()
    for state in played("colonizers", 1):
        table |= words_of(state.svg())
    assert "hydroponics-facility" in table


def test_playouts_are_the_same_on_any_number_of_threads():
    state = ludorum.Game("quoridor:size=5").start()
    one = state.playouts(200, seed=3, threads=1)
    for threads in [2, 3, 7]:
        many = state.playouts(200, seed=3, threads=threads)
        assert np.array_equal(one[0], many[0]) and np.array_equal(one[1], many[1])
    assert not np.array_equal(one[1], state.playouts(200, seed=4, threads=1)[1])
    assert one[0].shape == (200, 2) and np.allclose(one[0].sum(axis=1), 0)
    assert (one[1] > 0).all() and state.plies == 0


def test_perft_is_that_of_the_known_numbers():
    state = ludorum.Game("quoridor").start()
    assert [state.perft(depth) for depth in (1, 2)] == [131, 16677]


@pytest.mark.parametrize("spec", SPECS)
def test_a_batch_plays_the_games_that_states_play(spec):
    game = ludorum.Game(spec)
    batch = ludorum.Batch(game, 5, seed=11, threads=2)
    alone = ludorum.Batch(game, 5, seed=11, threads=1)
    seen = batch.observations
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(120):
        assert np.array_equal(seen, alone.observations) and np.shares_memory(seen, batch.observations)
        assert np.array_equal(batch.masks, alone.masks)
        assert batch.masks.any(axis=1).all()
        chosen = [rng.choice(np.flatnonzero(mask)) for mask in batch.masks]
        batch.step(chosen)
        alone.actions[:] = chosen
        alone.step()
        assert np.array_equal(batch.dones, alone.dones)
        for done, rewards in zip(batch.dones, batch.rewards):
            assert bool(done) == bool(rewards.any()) or done
        ended += batch.dones.sum()
    if spec == "tictactoe":
        assert ended > 50
    assert len(batch) == 5


def test_a_batch_refuses_illegal_moves_and_plays_none():
    batch = ludorum.Batch(ludorum.Game("tictactoe"), 3)
    before = batch.observations.copy()
    for chosen in [[0, 9, 0], [0, -1, 0], [0, 1, 10**6]]:
        with pytest.raises(ValueError):
            batch.step(chosen)
        assert np.array_equal(before, batch.observations)
    batch.step([0, 4, 8])
    assert not batch.masks[0, 0] and not batch.masks[1, 4] and batch.seats.tolist() == [1, 1, 1]
    with pytest.raises(ValueError):
        ludorum.Batch(ludorum.Game("tictactoe"), 0)


def test_a_batch_takes_a_move_for_each_game_and_threads_change_nothing():
    batch = ludorum.Batch(ludorum.Game("tictactoe"), 4)
    before = batch.observations.copy()
    for wrong, reason in [([7], "1 numbers"), (7, "one number"), ([7] * 5, "5 numbers"), ([[7] * 4], "shape")]:
        with pytest.raises(ValueError, match=f"each of the 4 games.*{reason}"):
            batch.step(wrong)
    assert np.array_equal(before, batch.observations)
    batches = [ludorum.Batch(ludorum.Game("yinsh"), 40, seed=3, threads=threads) for threads in (1, 2, 5)]
    for step in range(60):
        for batch in batches:
            batch.step_randomly(step)
    for other in batches[1:]:
        assert np.array_equal(batches[0].observations, other.observations)
        assert np.array_equal(batches[0].masks, other.masks)


def test_a_batch_takes_no_number_for_another():
    batch = ludorum.Batch(ludorum.Game("tictactoe"), 2)
    for wrong in [np.array([2**32, 2**32 + 1]), np.array([0, -(2**32)])]:
        with pytest.raises(ValueError, match="so large"):
            batch.step(wrong)
    for wrong in [[0.7, 1.2], np.zeros(2), [None, 0], ["a1", "b1"], (move for move in (0, 1))]:
        with pytest.raises(TypeError, match="by their numbers"):
            batch.step(wrong)
    assert batch.masks.all() and not batch.actions.any()
    batch.step(np.array([0, 1], np.uint64))
    assert list(batch.masks.argmin(axis=1)) == [0, 1]


@pytest.mark.parametrize("count", [2**45, 2**62])
def test_more_games_than_there_is_memory_for_are_refused(count):
    game = ludorum.Game("tictactoe")
    with pytest.raises(MemoryError, match="no memory"):
        ludorum.Batch(game, count)
    with pytest.raises(MemoryError, match="no memory"):
        game.start().playouts(count)


def test_agents_of_the_catalog_are_asked():
    game = ludorum.Game("tictactoe")
    player = game.player("minimax")
    state = game.position("xx./oo./...")
    choice = player.choose(state)
    assert choice["move"] == "c3" and choice["value"] == 1 and choice["nodes"] > 0
    assert game.player("mcts:iterations=50").choose(state, seed=1) == game.player(
        "mcts:iterations=50"
    ).choose(state, seed=1)
    with pytest.raises(ValueError, match="unknown agent"):
        game.player("nobody")
    with pytest.raises(ValueError, match="another game"):
        player.choose(ludorum.Game("yinsh").start())


def test_modules_of_colonizers_are_counted():
    from ludorum import colonizers

    game = ludorum.Game("colonizers")
    for number, module in enumerate(colonizers.MODULES):
        assert game.action(f"build:{module.name}") == game.action("build:oxygen-generator") + number
    assert sum(module.copies for module in colonizers.MODULES) == 52
    built = 0
    for state in played("colonizers", 12, most=400):
        view = state.view(2)
        for seat in range(4):
            colony = colonizers.colony(view, seat)
            assert sum(colonizers.by_colour(view, seat).values()) == sum(colony.values())
            assert colonizers.points(view, seat) >= sum(colony.values())
            assert sum(colonizers.hand(view, seat).values()) <= colonizers.cards(view, seat) <= 5
            built = max(built, sum(colony.values()))
        drawing = view.draw()
        assert f"{colonizers.omnium(view, 2)} omnium" in drawing
    assert built > 2


def test_what_is_counted_is_of_colonizers_and_of_its_seats():
    from ludorum import colonizers

    view = ludorum.Game("colonizers").start().view(0)
    for count in [colonizers.colony, colonizers.hand, colonizers.cards, colonizers.omnium, colonizers.colonists]:
        for seat in [-1, 4]:
            with pytest.raises(IndexError, match="0 to 3"):
                count(view, seat)
        with pytest.raises(ValueError, match="not quoridor"):
            count(ludorum.Game("quoridor").start().view(), 0)
