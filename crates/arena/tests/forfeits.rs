//! Tests of forfeits: a player that forfeits loses the game, the reason is stored, and the match
//! continues.

use std::convert::Infallible;
use std::sync::Arc;

use ludorum_arena::{
    ForfeitCount, GameResult, RecordMode, ResumeError, RunOptions, RunPlan, RunReport, play_all,
    run,
};
use ludorum_catalog::{ExternalPlayer, Forfeit, Player, ThinkingCallback, Variant, View, open};
use ludorum_core::{Budget, MoveChoice, Rng, Seed, StopFlag};
use ludorum_record::replay;

/// Player that plays the first legal move and forfeits at its second turn.
struct Quitter {
    turns: u32,
}

impl ExternalPlayer for Quitter {
    fn choose(
        &mut self,
        view: &View,
        _: &Budget,
        _: &StopFlag,
        _: &mut Rng,
        _: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<String>, Forfeit> {
        self.turns += 1;
        if self.turns == 2 {
            return Err(Forfeit {
                reason: "tired".to_owned(),
            });
        }
        Ok(MoveChoice::plain(view.moves().remove(0)))
    }
}

fn table() -> Variant {
    let invite = |_: &Variant, spec: &str| {
        let guest = Box::new(Quitter { turns: 0 });
        (spec == "@quitter").then(|| Ok(Player::external(spec.to_owned(), guest)))
    };
    open("tictactoe")
        .unwrap()
        .with_external_players(Arc::new(invite))
}

fn played() -> (RunPlan, RunReport) {
    let agents = ["@quitter".to_owned(), "random".to_owned()];
    let plan = RunPlan::new(table(), &agents, Seed(1), 4).unwrap();
    let mut games = Vec::new();
    let on_game = |batch: &[ludorum_arena::PlayedGame]| {
        for played in batch {
            // A forfeited game has no result by the rules, so its record has no ranks.
            let record = played.record.as_ref().unwrap();
            assert!(record.ranks.is_none());
            replay(record).unwrap();
        }
        games.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    };
    let options = RunOptions {
        records: RecordMode::On,
        ..RunOptions::with_threads(2)
    };
    let Ok(()) = run(&plan, &options, &StopFlag::new(), on_game);
    games.sort_by_key(|game: &GameResult| game.game);
    let report = RunReport::new(&plan, games);
    (plan, report)
}

#[test]
fn who_gives_up_loses_and_the_match_goes_on() {
    let (_, report) = played();
    assert_eq!(report.played, 4);
    assert_eq!((report.agents[0].losses, report.agents[1].wins), (4, 4));
    let counted = ForfeitCount {
        agent: 0,
        reason: "tired".to_owned(),
        games: 4,
    };
    assert_eq!(report.forfeits, [counted]);
    for (index, game) in report.games.iter().enumerate() {
        let forfeit = game.forfeit.as_ref().unwrap();
        assert_eq!(forfeit.reason, "tired");
        assert_eq!(forfeit.seat, index % 2 + 1, "agents rotate");
        let json = serde_json::to_value(game).unwrap();
        assert_eq!(json["forfeit"]["seat"], forfeit.seat);
        assert_eq!(json["forfeit"]["reason"], "tired");
    }
}

#[test]
fn a_stopped_match_with_such_games_can_be_resumed() {
    let (plan, report) = played();
    let again = report.clone().resume(&plan).unwrap();
    assert_eq!(again, report.games);
}

#[test]
fn a_report_that_lies_about_who_gave_up_is_refused() {
    let (plan, report) = played();
    for seat in [0, 2, 3] {
        let mut lie = report.clone();
        lie.games[0].forfeit.as_mut().unwrap().seat = seat;
        let refused = lie.resume(&plan);
        assert!(
            matches!(refused, Err(ResumeError::BadGame { game: 0, .. })),
            "{seat}"
        );
    }
}

#[test]
fn games_played_to_the_end_say_nothing_of_it() {
    let agents = ["random".to_owned(), "random".to_owned()];
    let plan = RunPlan::new(table(), &agents, Seed(1), 2).unwrap();
    let games = play_all(&plan, 1, &StopFlag::new());
    assert!(!serde_json::to_string(&games).unwrap().contains("forfeit"));
}
