"""Matches, tournaments, their statistics and records."""

import json
import pickle

import pytest

import ludorum


def test_a_match_is_a_function_of_its_seed():
    one = ludorum.match("tictactoe", ["mcts:iterations=20", "random"], games=20, seed=2, threads=1)
    two = ludorum.match("tictactoe", ["mcts:iterations=20", "random"], games=20, seed=2, threads=4)
    other = ludorum.match("tictactoe", ["mcts:iterations=20", "random"], games=20, seed=3)

    def games(result):
        return [(game["seed"], game["plies"], game["seats"][0]["rank"]) for game in result.games]

    assert games(one) == games(two) != games(other)
    assert one.win_rate() > 0.5 and len(one.games) == 20
    assert "mcts:iterations=20" in str(one) and "20 games" in str(one)


def test_statistics_are_data_frames():
    pytest.importorskip("pandas")
    result = ludorum.tournament("tictactoe", ["minimax", "random", "mcts:iterations=30"], games=8)
    assert result.report["played"] == 24
    frame = result.frame()
    assert len(frame) == 48 and set(frame.agent) == {"minimax", "random", "mcts:iterations=30"}
    agents = result.agents_frame()
    assert agents.spec[len(agents) - 1] == "random" and (agents.win_rate_95_low <= agents.win_rate).all()
    pairs = result.pairs_frame()
    assert len(pairs) == 3 and (pairs.wins + pairs.draws + pairs.losses == 8).all()


def test_a_field_is_one_against_the_others():
    result = ludorum.tournament("tictactoe", ["minimax", "random", "greedy"], games=4, field=True)
    assert [agent["games"] for agent in result.agents] == [8, 4, 4]


def test_records_are_kept_and_played_again(tmp_path):
    result = ludorum.match("colonizers", ["random"] * 4, games=4, records=True)
    assert len(result.records) == 4
    record = result.records[0]
    path = tmp_path / "game.ludorum"
    record.save(path)
    again = ludorum.Record.read(path)
    assert again.moves == record.moves and again.ranks == record.ranks and again.seats == ["random"] * 4
    states = list(again.states())
    assert len(states) == len(record.plies) + 1 and states[-1].ranks() == record.ranks
    with pytest.raises(ValueError):
        ludorum.Record(record.text.replace("random", "strong", 1))


def test_a_game_of_ones_own_becomes_a_record():
    state = ludorum.Game("tictactoe").start(5)
    for move in ["a1", "b2", "a2", "c3", "a3"]:
        state.apply(move)
    record = ludorum.Record.of(state, ["me", "you"])
    assert record.ranks == [1, 2] and record.seats == ["me", "you"] and record.seed == 5
    with pytest.raises(ValueError):
        ludorum.Record.of(state, ["alone"])


def test_a_game_that_did_not_begin_at_its_start_has_no_record():
    game = ludorum.Game("quoridor:size=5")
    state = game.start()
    state.apply("c2")
    later = game.position(state.text)
    for moves in [[], ["c4"]]:
        for move in moves:
            later.apply(move)
        with pytest.raises(ValueError):
            ludorum.Record.of(later, ["me", "you"])
    with pytest.raises(ValueError, match="from its start"):
        ludorum.Record.of(game.position(state.text), ["me", "you"])
    # The start position given as text is accepted.
    assert ludorum.Record.of(game.position(game.start().text), ["me", "you"]).moves == []


def test_progress_is_told_and_may_end_a_run():
    reported = []
    ludorum.match("tictactoe", ["random", "random"], games=6, progress=lambda *done: reported.append(done))
    assert reported[-1] == (6, 6)

    def stop(played, planned):
        raise StopIteration("enough")

    with pytest.raises(StopIteration):
        ludorum.match("quoridor", ["random", "random"], games=100000, progress=stop)


def test_what_is_wrong_with_a_run_is_told():
    for wrong in [
        lambda: ludorum.match("tictactoe", ["random"]),
        lambda: ludorum.match("tictactoe", ["random", "nobody"]),
        lambda: ludorum.match("tictactoe", ["random", "random"], games=0),
        lambda: ludorum.match("tictactoe", ["random", "random"], seatings="none"),
        lambda: ludorum.match("tictactoe", ["random", "random"], on_error="ignore"),
    ]:
        with pytest.raises(ValueError):
            wrong()


def test_a_shard_and_the_rest_are_the_whole():
    def plan():
        return ludorum.plan("tictactoe", ["random", "greedy"], games=12, seed=4)

    def play(shard, done="[]"):
        return plan().play(threads=1, shard=shard, done=done, records=False, on_results=None, raises=True)[0]

    def untimed(results):
        for game in results:
            for seat in game["seats"]:
                seat["time_ms"] = 0
        return sorted(results, key=lambda game: game["game"])

    whole = untimed(json.loads(play("1/1")))
    parts = [json.loads(play(f"{part}/3")) for part in (1, 2, 3)]
    assert untimed(sum(parts, [])) == whole
    assert plan().shard_games("1/3") == len(parts[0])
    resumed = json.loads(play("1/1", json.dumps(parts[1])))
    assert untimed(resumed) == whole


def test_a_result_is_saved_and_plotted(tmp_path):
    result = ludorum.match("tictactoe", ["greedy", "random"], games=4)
    result.save(tmp_path / "result.json")
    assert json.loads((tmp_path / "result.json").read_text()) == result.report
    pytest.importorskip("matplotlib")
    result.plot(tmp_path / "result.svg")
    assert "svg" in (tmp_path / "result.svg").read_text()[:400]


def test_games_begin_with_openings(tmp_path):
    plain = ludorum.match("quoridor:size=5", ["minimax", "astar"], games=20, records=True)
    assert len({tuple(record.moves) for record in plain.records}) == 2
    assert plain.records[0].opening == 0

    opened = ludorum.match("quoridor:size=5", ["minimax", "astar"], games=20, records=True, openings="random:plies=4")
    assert opened.report["openings"] == "random:plies=4"
    assert len({tuple(record.moves) for record in opened.records}) == 20
    assert {record.opening for record in opened.records} == {4}
    assert len({tuple(record.moves[:4]) for record in opened.records}) == 10

    suite = tmp_path / "suite.txt"
    suite.write_text("# two\nc2 c4\nb1 c4\n")
    played = ludorum.tournament("quoridor:size=5", ["random", "astar"], games=4, records=True, openings=str(suite))
    assert sorted(record.moves[0] for record in played.records) == ["b1", "b1", "c2", "c2"]
    for wrong, why in [("random:ply=2", "known are plies"), ("nonsense", "quoridor-5x5"), ("balanced", "by=champion")]:
        with pytest.raises(ValueError, match=why):
            ludorum.plan("quoridor:size=5", ["random", "random"], openings=wrong)


def test_a_run_takes_its_openings_to_other_processes(tmp_path):
    suite = tmp_path / "suite.txt"
    suite.write_text("c2 c4\nb1 c4\n")
    planned = ludorum.plan("quoridor:size=5", ["random", "astar"], games=4, openings=str(suite))
    sent = pickle.dumps(planned)
    suite.unlink()
    again = pickle.loads(sent)
    assert again.openings == planned.openings and again.openings.startswith(f"{suite}#")
    assert again.partial_report("[]") == planned.partial_report("[]")
