//! Weights of trained agents: shipped ones, and those read from files.

use std::sync::Arc;

use ludorum_agents::AgentFileCache;
use ludorum_agents::dicewars::{
    DiceWarsTrainedAgent, DiceWarsWeights, HiddenLayer, MAX_UNITS, WinModel, WpmFeatures, roster,
};
use ludorum_core::{MAX_SEATS, Notation, Seed};
use ludorum_games::DiceWars;

use crate::play_agents;

#[test]
fn shipped_weights_are_whole_and_say_how_they_were_made() {
    for agent in DiceWarsTrainedAgent::ALL {
        for players in 2..=MAX_SEATS {
            let weights = agent.shipped(players);
            for (model, estimate) in agent.model_kinds().iter().zip(&weights.models) {
                assert_eq!(estimate.weights.len(), model.feature_count(players));
                assert!(
                    estimate.weights.iter().any(|weight| *weight != 0.0),
                    "{model:?} {players}"
                );
            }
            let path = format!("src/dicewars/weights/{}-{players}.txt", agent.name());
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("# ludorum train dicewars "), "{path}");
            let again = weights.write(agent, players, &["made".to_owned()]);
            assert_eq!(
                DiceWarsWeights::read(&again, agent, players).as_ref(),
                Ok(&*weights)
            );
        }
    }
}

/// Errors give the line and the expected content.
#[test]
fn bad_weights_are_refused() {
    const DICE: DiceWarsTrainedAgent = DiceWarsTrainedAgent::Wpm(WpmFeatures::Dice);
    let good = DiceWarsWeights {
        models: vec![Arc::new(WinModel {
            intercept: 1.0,
            weights: vec![1.0, 2.5],
            hidden: HiddenLayer::default(),
        })],
    };
    let good = good.write(DICE, 2, &["made by hand".to_owned()]);
    let refused = |text: &str, agent, players| {
        let read = DiceWarsWeights::read(text, agent, players);
        read.expect_err(text).to_string()
    };
    assert!(DiceWarsWeights::read(&good, DICE, 2).is_ok());
    // Other line endings are accepted.
    assert!(DiceWarsWeights::read(&good.replace('\n', "\r\n"), DICE, 2).is_ok());
    assert_eq!(
        refused(&good, DiceWarsTrainedAgent::Wpm(WpmFeatures::Scores), 2),
        "line 4: expected 'agent wpm-s', found 'agent wpm-d'"
    );
    assert_eq!(
        refused(&good, DICE, 3),
        "line 5: expected 'players 3', found 'players 2'"
    );
    assert_eq!(
        refused("", DICE, 2),
        "expected 'ludorum-weights 2', found the end of the file"
    );
    for (from, to, message) in [
        (
            "weights 2",
            "weights 1",
            "line 2: expected 'ludorum-weights 2', found 'ludorum-weights 1'",
        ),
        (
            "game dicewars",
            "game yinsh",
            "line 3: expected 'game dicewars', found 'game yinsh'",
        ),
        (
            "2 log-dice",
            "3 log-dice",
            "line 7: expected 'features 2 log-dice', found 'features 3 log-dice'",
        ),
        (
            "weight 2.5\n",
            "",
            "expected 'weight' and a finite number, found the end of the file",
        ),
        (
            "weight 2.5\n",
            "weight 2.5\nweight 2.5\n",
            "line 11: expected the end of the file, found 'weight 2.5'",
        ),
        (
            "2.5",
            "two",
            "line 10: expected 'weight' and a finite number, found 'weight two'",
        ),
        (
            "2.5",
            "NaN",
            "line 10: expected 'weight' and a finite number, found 'weight NaN'",
        ),
        (
            "2.5",
            "-inf",
            "line 10: expected 'weight' and a finite number, found 'weight -inf'",
        ),
        (
            "2.5",
            "1e300",
            "line 10: expected 'weight' and a finite number, found 'weight 1e300'",
        ),
        (
            "intercept 1",
            "intercept",
            "line 8: expected 'intercept' and a finite number, found 'intercept'",
        ),
    ] {
        assert_eq!(refused(&good.replace(from, to), DICE, 2), message);
    }
    let with_units = |unit: &str, count| good.clone() + &unit.repeat(count);
    let read = |text: &str| DiceWarsWeights::read(text, DICE, 2);
    assert!(read(&with_units("unit 1 2 3 4\n", MAX_UNITS)).is_ok());
    assert!(read(&with_units("unit 1 2 3 4\n", MAX_UNITS + 1)).is_err());
    assert!(read(&with_units("unit 1 2 3\n", 1)).is_err());
    assert!(read(&with_units("unit 1 2 3 four\n", 1)).is_err());
}

/// Every trained agent takes its weights from a file, and the file determines its play.
#[test]
fn every_trained_agent_takes_weights_from_a_file() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("weights-taken");
    std::fs::create_dir_all(&folder).unwrap();
    for (agent, players) in DiceWarsTrainedAgent::ALL
        .iter()
        .flat_map(|&agent| [(agent, 2), (agent, 5)])
    {
        let name = agent.name();
        let game = DiceWars::new(players);
        let shipped = agent.shipped(players);
        // The negated weights reverse the preferences.
        let reversed = DiceWarsWeights {
            models: shipped.models.iter().map(|e| reversed(e)).collect(),
        };
        let game_with = |spec: &str| {
            let state = play_agents(
                &game,
                &vec![spec; players],
                &AgentFileCache::anywhere(),
                Seed(4),
            );
            game.print_position(&state)
        };
        let file = |name: &str, weights: &DiceWarsWeights| {
            let path = folder.join(format!("{}-{players}-{name}", agent.name()));
            std::fs::write(&path, weights.write(agent, players, &[])).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let usual = game_with(name);
        let (same, other) = (file("same", &shipped), file("other", &reversed));
        assert_eq!(
            game_with(&format!("{name}:weights={same}")),
            usual,
            "{name}"
        );
        assert_ne!(
            game_with(&format!("{name}:weights={other}")),
            usual,
            "{name}"
        );
        // A file for another number of players is rejected, with the expected line.
        let spec = format!("{name}:weights={same}");
        let error = roster().build_agent(&DiceWars::new(3), &spec, &AgentFileCache::anywhere());
        let error = error.unwrap().err().unwrap().to_string();
        assert!(
            error.contains(&format!("expected 'players 3', found 'players {players}'")),
            "{error}"
        );
        assert!(
            error.contains(&format!("ludorum train dicewars {name} --players 3")),
            "{error}"
        );
        let error = roster().build_agent(&game, &spec, &AgentFileCache::none());
        let error = error.unwrap().err().unwrap();
        assert!(error.to_string().contains("files are not read"), "{error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

fn reversed(estimate: &WinModel) -> Arc<WinModel> {
    let opposite = |numbers: &[f64]| numbers.iter().map(|number| -number).collect();
    Arc::new(WinModel {
        intercept: -estimate.intercept,
        weights: opposite(&estimate.weights),
        hidden: HiddenLayer {
            output_weights: opposite(&estimate.hidden.output_weights),
            ..estimate.hidden.clone()
        },
    })
}

/// Hidden units count by their output weight if their sum is positive (ReLU).
#[test]
fn hidden_units_combine_features() {
    let estimate = WinModel {
        intercept: 0.5,
        weights: vec![1.0, 0.0],
        hidden: HiddenLayer {
            biases: vec![-1.0, 0.0],
            weights: vec![1.0, 0.0, 1.0, -1.0],
            output_weights: vec![10.0, 100.0],
        },
    };
    assert_eq!(estimate.score(&[0.0, 0.0]), 0.5);
    assert_eq!(estimate.score(&[1.0, 1.0]), 0.5 + 1.0 + 10.0);
    assert_eq!(estimate.score(&[0.0, -2.0]), 0.5 + 200.0);
    let weights = DiceWarsWeights {
        models: vec![Arc::new(estimate)],
    };
    let agent = DiceWarsTrainedAgent::Wpm(WpmFeatures::Dice);
    let text = weights.write(agent, 2, &["made".to_owned()]);
    assert_eq!(DiceWarsWeights::read(&text, agent, 2), Ok(weights));
}
