//! Tests of the built-in rating ladders and of playing a ladder.

use ludorum_arena::ladder::{
    AgentRating, LadderPlan, RatingLadder, UnratedReason, entrants, play_ladder,
};
use ludorum_catalog::{kinds, open};
use ludorum_core::{Seed, StopFlag};

#[test]
fn every_agent_of_every_game_is_rated_or_left_out_on_purpose() {
    for kind in kinds() {
        let variant = kind.open("").unwrap();
        let ladder = RatingLadder::of_game(kind.name())
            .unwrap_or_else(|| panic!("no ladder of {}", kind.name()));
        let command = format!("ludorum ladder {}", kind.name());
        assert_eq!(
            open(&ladder.game).unwrap().spec(),
            variant.spec(),
            "{command}"
        );
        let (specs, unrated) = entrants(&variant);
        for spec in specs {
            let agent = variant.player(&spec).unwrap().spec().to_owned();
            let is_it = |rating: &&AgentRating| rating.agent == agent;
            let Some(rating) = ladder.ratings.iter().find(is_it) else {
                let reason = ladder.unrated(&agent);
                assert_eq!(reason, Some(&UnratedReason::NotYet), "{command}: {agent}");
                continue;
            };
            let (low, high) = rating.elo_95;
            assert!(
                low <= rating.elo && rating.elo <= high,
                "{command}: {agent}"
            );
            assert!(rating.games > 0 && rating.time_per_move_ms >= 0.0);
        }
        for left_out in unrated {
            assert!(
                ladder.unrated.contains(&left_out),
                "{command}: {left_out:?}"
            );
        }
        // Only agents that exist are rated.
        for rating in &ladder.ratings {
            variant.player(&rating.agent).expect(&rating.agent);
        }
        assert!(ladder.command.starts_with(&command), "{}", ladder.command);
        let random = ladder.ratings_of("random")[0];
        assert_eq!(random.elo, 0.0, "{command}");
    }
}

#[test]
fn levels_are_listed_from_the_weakest() {
    let ladder = RatingLadder::of_game("quoridor").unwrap();
    let ratings = ladder.ratings_of("champion");
    let levels: Vec<u32> = ratings
        .iter()
        .map(|rating| rating.level().unwrap_or(10))
        .collect();
    assert!(levels.len() > 2 && levels[0] == 1, "{levels:?}");
    assert!(levels.is_sorted(), "{levels:?}");
    assert_eq!(RatingLadder::of_game("chess"), None);
}

/// Five agents in a two-player game: one agent plays twice in each round, none is left out.
#[test]
fn everybody_plays_in_every_round_whatever_their_number() {
    let variant = open("tictactoe").unwrap();
    let agents = ["random", "greedy", "minimax", "alphabeta", "pvs"];
    let plan = LadderPlan {
        key: ludorum_catalog::SeedKey::random(),
        variant,
        agents: agents.map(str::to_owned).to_vec(),
        unrated: Vec::new(),
        rounds: 4,
        games: 2,
        seed: Seed(3),
        command: String::new(),
    };
    let ladder = play_ladder(&plan, 2, &StopFlag::new(), |_| ())
        .unwrap()
        .unwrap();
    assert_eq!(ladder.games, 4 * 3 * 2);
    for rating in &ladder.ratings {
        assert!(rating.games >= 8, "{rating:?}");
    }
    let elo = |agent: &str| ladder.ratings_of(agent)[0].elo;
    assert!(elo("minimax") > 0.0 && elo("random") == 0.0);

    let too_few = LadderPlan {
        agents: vec!["random".to_owned()],
        ..plan.clone()
    };
    assert!(play_ladder(&too_few, 1, &StopFlag::new(), |_| ()).is_err());
    let stopped = StopFlag::new();
    stopped.raise();
    assert_eq!(play_ladder(&plan, 1, &stopped, |_| ()).unwrap(), None);
}
