//! A player that gives up loses that game, with the reason, and the match goes on.

use std::convert::Infallible;
use std::sync::Arc;

use ludorum_arena::{
    ForfeitCount, GameResult, Plan, Records, Report, ResumeError, RunOptions, play_all, run,
};
use ludorum_catalog::{Forfeit, Guest, Player, Variant, Verdict, View, Watch, open};
use ludorum_core::{Budget, Effort, Rng, Seed, Stop};
use ludorum_record::replay;

/// Plays first moves, and gives up at its second turn.
struct Quitter {
    turns: u32,
}

impl Guest for Quitter {
    fn choose(
        &mut self,
        _: &View,
        _: &Budget,
        _: &Stop,
        _: &mut Rng,
        _: Option<&Watch<'_>>,
    ) -> Result<Verdict, Forfeit> {
        self.turns += 1;
        if self.turns == 2 {
            return Err(Forfeit {
                reason: "tired".to_owned(),
            });
        }
        Ok(Verdict {
            best: 0,
            value: None,
            effort: Effort::default(),
        })
    }
}

fn table() -> Variant {
    let invite = |_: &Variant, spec: &str| {
        let guest = Box::new(Quitter { turns: 0 });
        (spec == "@quitter").then(|| Ok(Player::guest(spec.to_owned(), guest)))
    };
    open("tictactoe").unwrap().inviting(Arc::new(invite))
}

fn played() -> (Plan, Report) {
    let agents = ["@quitter".to_owned(), "random".to_owned()];
    let plan = Plan::new(table(), &agents, Seed(1), 4).unwrap();
    let mut games = Vec::new();
    let on_game = |batch: &[ludorum_arena::Played]| {
        for played in batch {
            // By the rules such a game has no end, so its record has no result.
            let record = played.record.as_ref().unwrap();
            assert!(record.ranks.is_none());
            replay(record).unwrap();
        }
        games.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    };
    let options = RunOptions {
        records: Records::Kept,
        ..RunOptions::on(2)
    };
    let Ok(()) = run(&plan, &options, &Stop::new(), on_game);
    games.sort_by_key(|game: &GameResult| game.game);
    let report = Report::new(&plan, games);
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
    let plan = Plan::new(table(), &agents, Seed(1), 2).unwrap();
    let games = play_all(&plan, 1, &Stop::new());
    assert!(!serde_json::to_string(&games).unwrap().contains("forfeit"));
}
