//! External players: they see only views, and every failure is a forfeit.

use std::sync::Arc;

use ludorum_agents::{GameKnowledge, Roster};
use ludorum_catalog::{
    CatalogEntry, ExternalPlayer, Forfeit, Player, SpecError, ThinkingCallback, Variant, View, open,
};
use ludorum_core::{Budget, MoveChoice, NodeKind, Rng, Seat, Seed, StopFlag, TerminalStyle};
use ludorum_testkit::toys::{KuhnPoker, SubtractionGame};

/// Plays the move with this index, one off the board if there is none, or fails.
struct Fixed(Option<usize>);

impl ExternalPlayer for Fixed {
    fn choose(
        &mut self,
        view: &View,
        _: &Budget,
        _: &StopFlag,
        _: &mut Rng,
        _: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<String>, Forfeit> {
        assert!(!view.moves().is_empty());
        let best = self.0.ok_or_else(|| Forfeit {
            reason: "no idea".to_owned(),
        })?;
        let best = view.moves().get(best).cloned();
        Ok(MoveChoice::plain(best.unwrap_or_else(|| "d4".to_owned())))
    }
}

/// A variant in which `fixed-N` plays move N, and `fixed-none` fails.
fn inviting(variant: Variant) -> Variant {
    variant.with_external_players(Arc::new(|_, spec| {
        let number = spec.strip_prefix("fixed-")?;
        let guest = match number {
            "none" => Fixed(None),
            number => Fixed(number.parse().ok()),
        };
        Some(Ok(Player::external(spec.to_owned(), Box::new(guest))))
    }))
}

fn choose(spec: &str) -> Result<MoveChoice<usize>, Forfeit> {
    let variant = inviting(open("tictactoe").unwrap());
    let position = variant.start(Seed(1));
    let mut player = variant.player(spec).unwrap();
    assert_eq!(player.spec(), spec);
    player.try_choose(
        &position,
        &Budget::UNLIMITED,
        &StopFlag::new(),
        &mut Seed(1).rng(),
    )
}

#[test]
fn guests_sit_beside_the_agents_of_the_catalog() {
    assert_eq!(choose("fixed-3").unwrap().best, 3);
    assert!(choose("random").is_ok());
    let variant = inviting(open("tictactoe").unwrap());
    let error = variant.player("fixd-3").unwrap_err();
    assert!(matches!(error, SpecError::UnknownAgent { .. }));
}

#[test]
fn what_goes_wrong_is_a_forfeit() {
    assert_eq!(choose("fixed-none").unwrap_err().reason, "no idea");
    let reason = choose("fixed-9").unwrap_err().reason;
    assert!(reason.contains("does not exist"), "{reason}");
}

#[test]
fn an_open_position_is_seen_as_it_is() {
    let variant = open("tictactoe").unwrap();
    let mut position = variant.start(Seed(1));
    position.play_text("b2").unwrap();
    let view = position.view(Seat::new(1));
    assert_eq!(view.position(), Some(position.text()));
    assert_eq!(view.history(), position.history());
    assert_eq!(view.moves(), position.moves());
    assert_eq!(view.determinize(&mut Seed(1).rng()).text(), position.text());
    let waiting = position.view(Seat::FIRST);
    assert!(waiting.moves().is_empty(), "it is not its move");
}

#[test]
fn a_view_of_a_hidden_game_tells_nothing_of_what_is_hidden() {
    let variant = CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    ))
    .open("")
    .unwrap();
    let mut drawn = std::collections::HashMap::new();
    let mut filled_in = std::collections::HashSet::new();
    for seed in 0..50 {
        let mut position = variant.start(Seed(seed));
        while position.node() == NodeKind::Chance {
            position.play_chance(&mut Seed(seed).rng());
        }
        let view = position.view(Seat::FIRST);
        assert_eq!(view.position(), None);
        let drawing = view.draw(TerminalStyle::Plain);
        let other = view.determinize(&mut Seed(seed).rng());
        assert_eq!(other.view(Seat::FIRST).draw(TerminalStyle::Plain), drawing);
        filled_in.insert((drawing.clone(), other.text()));
        let history = view.history();
        let before = drawn.entry(drawing).or_insert_with(|| history.clone());
        assert_eq!(*before, history);
    }
    assert!(filled_in.len() > drawn.len(), "determinizations vary");
}

#[test]
fn a_panic_is_a_forfeit() {
    // A player of another game is rejected.
    let pile = CatalogEntry::new(Roster::<SubtractionGame>::deterministic(
        &GameKnowledge::none(),
    ));
    let other = pile.open("").unwrap().start(Seed(1));
    let mut player = open("tictactoe").unwrap().player("random").unwrap();
    let budget = Budget::UNLIMITED;
    let result = player.try_choose(&other, &budget, &StopFlag::new(), &mut Seed(1).rng());
    let reason = result.unwrap_err().reason;
    assert!(reason.contains("the agent panicked"), "{reason}");
}
