//! With hidden information, an agent is told what its seat may know, byte by byte.

use std::fs;
use std::path::Path;

use ludorum_agents::Roster;
use ludorum_bridge::Limits;
use ludorum_catalog::GameKind;
use ludorum_core::Seed;
use ludorum_testkit::toys::Kuhn;

use crate::{folder, play, with_guests};

/// Keeps everything it is told, asks for a determinization at each turn, and plays the first move.
const KEEPER: &str = r#"
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

fn told(agent: &Path) -> String {
    fs::read_to_string(agent.with_file_name("told")).unwrap_or_default()
}

#[test]
fn what_a_seat_is_told_does_not_depend_on_what_it_cannot_know() {
    let kind = GameKind::new(Roster::<Kuhn>::hidden(&ludorum_agents::Knowledge::none()));
    // By what the seat itself holds, all that it was told in the games it held that.
    let mut seen: Vec<(String, String, String)> = Vec::new();
    for seed in 0..40 {
        let agent = folder().join("x.sh");
        fs::write(&agent, KEEPER).unwrap();
        let variant = with_guests(kind.open("").unwrap(), &folder(), Limits::default());
        let spec = format!("exec:{}", agent.display());
        let mut position = variant.start(Seed(seed));
        while position.node() == ludorum_core::Node::Chance {
            position.roll(&mut Seed(seed).rng());
        }
        let view = position.view(ludorum_core::Seat::FIRST);
        assert_eq!(
            view.position(),
            None,
            "a hidden game has no text for a seat"
        );
        let mine = view.draw(ludorum_core::Ink::Plain);
        let hidden = position.text();
        let mut player = variant.player(&spec).unwrap();
        let mut rng = Seed(1).rng();
        let budget = ludorum_core::Budget::UNLIMITED;
        let stop = ludorum_core::Stop::new();
        player
            .try_choose(&position, &budget, &stop, &mut rng)
            .unwrap();
        drop(player);
        seen.push((mine, hidden, told(&agent)));
    }
    let mut compared = 0;
    for (mine, hidden, told) in &seen {
        for (other_mine, other_hidden, other_told) in &seen {
            if mine == other_mine && hidden != other_hidden {
                assert_eq!(told, other_told);
                compared += 1;
            }
        }
    }
    assert!(
        compared > 0,
        "no two deals that differ only in what is hidden"
    );
    assert!(seen[0].2.contains("\"answer\""), "{}", seen[0].2);
}

#[test]
fn a_hidden_game_is_played_to_the_end() {
    let agent = folder().join("x.sh");
    fs::write(&agent, KEEPER).unwrap();
    let kind = GameKind::new(Roster::<Kuhn>::hidden(&ludorum_agents::Knowledge::none()));
    let variant = with_guests(kind.open("").unwrap(), &folder(), Limits::default());
    let spec = format!("exec:{}", agent.display());
    let played = play(&variant, &["random", &spec], Seed(8));
    assert!(played.position.outcome().is_some());
    assert!(told(&agent).contains("\"game_over\""), "{}", told(&agent));
}
