//! In hidden-information games, messages to an agent depend only on what its seat may know.

use std::fs;
use std::path::Path;

use ludorum_agents::Roster;
use ludorum_bridge::AgentLimits;
use ludorum_catalog::CatalogEntry;
use ludorum_core::Seed;
use ludorum_testkit::toys::KuhnPoker;

use crate::{folder, play, with_guests};

/// An agent that records its input, asks for a determinization each turn and plays the first move.
const RECORDING_AGENT: &str = r#"
while IFS= read -r line; do
  echo "$line" >> told
  case $line in
    '{"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"x","wants":["seen"]}' ;;
    '{"type":"turn"'*)
      id=${line#*\"id\":}; id=${id%%[,\}]*}
      first=${line#*\"moves\":[}; first=${first%%[],]*}
      echo '{"type":"ask","ask":1,"what":"determinize"}'
      IFS= read -r line; echo "$line" >> told
      echo "{\"type\":\"move\",\"id\":$id,\"move\":$first}" ;;
  esac
done
"#;

fn recorded_input(agent: &Path) -> String {
    fs::read_to_string(agent.with_file_name("told")).unwrap_or_default()
}

#[test]
fn what_a_seat_is_told_does_not_depend_on_what_it_cannot_know() {
    let kind = CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    ));
    // For each game: the seat's view, the full position, and all messages to the agent.
    let mut seen: Vec<(String, String, String)> = Vec::new();
    for seed in 0..40 {
        let agent = folder().join("x.sh");
        fs::write(&agent, RECORDING_AGENT).unwrap();
        let variant = with_guests(kind.open("").unwrap(), &folder(), AgentLimits::default());
        let spec = format!("exec:{}", agent.display());
        let mut position = variant.start(Seed(seed));
        while position.node() == ludorum_core::NodeKind::Chance {
            position.play_chance(&mut Seed(seed).rng());
        }
        let view = position.view(ludorum_core::Seat::FIRST);
        assert_eq!(
            view.position(),
            None,
            "a seat of a hidden game has no position text"
        );
        let mine = view.draw(ludorum_core::TerminalStyle::Plain);
        let hidden = position.text();
        let mut player = variant.player(&spec).unwrap();
        let mut rng = Seed(1).rng();
        let budget = ludorum_core::Budget::UNLIMITED;
        let stop = ludorum_core::StopFlag::new();
        player
            .try_choose(&position, &budget, &stop, &mut rng)
            .unwrap();
        drop(player);
        seen.push((mine, hidden, recorded_input(&agent)));
    }
    let mut compared = 0;
    for (mine, hidden, input) in &seen {
        for (other_mine, other_hidden, other_input) in &seen {
            if mine == other_mine && hidden != other_hidden {
                assert_eq!(input, other_input);
                compared += 1;
            }
        }
    }
    assert!(
        compared > 0,
        "no two deals differ only in hidden information"
    );
    assert!(seen[0].2.contains("\"answer\""), "{}", seen[0].2);
}

#[test]
fn a_hidden_game_is_played_to_the_end() {
    let agent = folder().join("x.sh");
    fs::write(&agent, RECORDING_AGENT).unwrap();
    let kind = CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    ));
    let variant = with_guests(kind.open("").unwrap(), &folder(), AgentLimits::default());
    let spec = format!("exec:{}", agent.display());
    let played = play(&variant, &["random", &spec], Seed(8));
    assert!(played.position.outcome().is_some());
    let input = recorded_input(&agent);
    assert!(input.contains("\"game_over\""), "{input}");
}
