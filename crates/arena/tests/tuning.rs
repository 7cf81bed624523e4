//! Tuning: every method finds better values, resumes, and refuses invalid values.

use ludorum_arena::page::tuning_page;
use ludorum_arena::tune::{ParameterRange, TuningMethod, TuningPlan, tune};
use ludorum_arena::{Executor, GameResult, PlanError, RunPlan, ThreadExecutor};
use ludorum_catalog::open;
use ludorum_core::{Seed, StopFlag};

fn tuning() -> TuningPlan {
    TuningPlan {
        key: None,
        variant: open("tictactoe").unwrap(),
        agent: "mcts:iterations=60".to_owned(),
        dimensions: vec!["iterations=1..60".parse::<ParameterRange>().unwrap()],
        opponents: vec!["greedy".to_owned()],
        games: 60,
        seed: Seed(1),
        openings: None,
    }
}

struct UnusedExecutor;

impl Executor for UnusedExecutor {
    fn play(&self, _: &RunPlan, _: &StopFlag) -> Result<Vec<GameResult>, PlanError> {
        panic!("nothing is to be played");
    }
}

/// Every method finds that more iterations play better.
#[test]
fn every_method_finds_out_that_thinking_helps() {
    for method in [
        TuningMethod::Grid { steps: 4 },
        TuningMethod::Spsa { iterations: 25 },
        TuningMethod::CmaEs { trials: 16 },
    ] {
        let mut told = 0;
        let history = tune(
            &tuning(),
            method,
            None,
            &ThreadExecutor(2),
            &StopFlag::new(),
            |history| {
                told += 1;
                assert_eq!(history.trials.len(), told);
            },
        )
        .unwrap();
        let best = history.best.clone().unwrap();
        assert!(best.values[0] > 30.0, "{method}: {best:?}");
        assert_eq!(history.trials.len(), told);
        assert_eq!(
            tune(
                &tuning(),
                method,
                None,
                &ThreadExecutor(2),
                &StopFlag::new(),
                |_| ()
            )
            .unwrap(),
            history
        );
        let page = tuning_page(&history);
        assert!(page.contains("<svg") && page.contains("iterations"));

        // Stopped after three trials and resumed.
        let stop = StopFlag::new();
        let begun = tune(
            &tuning(),
            method,
            None,
            &ThreadExecutor(2),
            &stop,
            |history| {
                if history.trials.len() == 3 {
                    stop.raise();
                }
            },
        );
        let begun = begun.unwrap();
        assert_eq!((begun.trials.len(), &begun.best), (3, &None), "{method}");
        let resumed = tune(
            &tuning(),
            method,
            Some(begun),
            &ThreadExecutor(2),
            &StopFlag::new(),
            |_| (),
        );
        assert_eq!(resumed.unwrap(), history, "{method}");
        // A complete tuning plays nothing again.
        let complete = Some(history.clone());
        let again = tune(
            &tuning(),
            method,
            complete,
            &UnusedExecutor,
            &StopFlag::new(),
            |_| (),
        );
        assert_eq!(again.unwrap(), history, "{method}");
        let mut other = tuning();
        other.seed = Seed(2);
        assert!(
            tune(
                &other,
                method,
                Some(history),
                &ThreadExecutor(2),
                &StopFlag::new(),
                |_| ()
            )
            .is_err()
        );
    }
}

#[test]
fn values_no_agent_takes_are_refused() {
    for method in [
        TuningMethod::Grid { steps: 2 },
        TuningMethod::Spsa { iterations: 1 },
        TuningMethod::CmaEs { trials: 4 },
    ] {
        let mut wrong = tuning();
        wrong.dimensions = vec!["nonsense=1..2".parse().unwrap()];
        assert!(
            tune(
                &wrong,
                method,
                None,
                &ThreadExecutor(2),
                &StopFlag::new(),
                |_| ()
            )
            .is_err(),
            "{method}"
        );
    }
}
