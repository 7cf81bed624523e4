//! Two games that one seat cannot distinguish give it identical output, byte by byte: its view in
//! every form, its observed moves, and its legal moves.
//!
//! The reference implementation computes what a seat can observe without using any view.

use ludorum_core::{Game, NodeKind, Notation, Seat, Seed, TerminalStyle};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::State;

use super::plain::{Card, Plain};

/// Number of pairs of games.
const GAMES: u64 = 24;

/// Describes everything `seat` observes of a move or event that is about to be played.
fn noticed(plain: &Plain, text: &str, seat: usize) -> String {
    let (verb, noun) = text.split_once(':').unwrap_or((text, ""));
    let is_own = plain.turn == seat;
    let knows = |card: &Card| card.seen.contains(&seat);
    let mut after = plain.clone();
    after.step(text);
    let note = match verb {
        "remove" => "a colonist is removed".to_owned(),
        "pick" if is_own => text.to_owned(),
        "pick" => "somebody picks".to_owned(),
        "omnium" | "cards" => {
            let colonist = plain.players[plain.turn].colonist;
            format!("{text} by the {colonist:?}, then {}", after.phase)
        }
        "deal" => {
            let follows = plain.fresh.is_empty() && knows(&plain.bottom[0]);
            if is_own || follows {
                text.to_owned()
            } else {
                "a card is dealt".to_owned()
            }
        }
        "keep" if is_own => text.to_owned(),
        "keep" => {
            // The seat sees which card goes where, which matters only if the cards differ.
            let [first, second] = plain.offered.as_slice() else {
                unreachable!("two cards are offered");
            };
            let are_alike = !knows(first) && !knows(second) && first.seen == second.seen;
            let kept = plain
                .offered
                .iter()
                .position(|card| super::plain::TABLE[card.row].0 == noun);
            if are_alike {
                "one is kept".to_owned()
            } else {
                format!("{kept:?} is kept")
            }
        }
        "steal" | "swap" => {
            let holder = plain
                .players
                .iter()
                .position(|player| player.colonist == Some(noun));
            let hit = holder.filter(|&seat| plain.would_lose(verb, seat));
            // A seat that receives a hand sees its cards.
            let own: Vec<usize> = after.players[seat]
                .hand
                .iter()
                .map(|card| card.row)
                .collect();
            format!("{text} hits {hit:?}, own hand {own:?}")
        }
        "build" => {
            let hand = &plain.players[plain.turn].hand;
            let place = hand
                .iter()
                .position(|card| super::plain::TABLE[card.row].0 == noun);
            format!("{text} from place {place:?}")
        }
        _ => text.to_owned(),
    };
    let choice = if after.phase == "pick" && after.turn == seat {
        after.available()
    } else {
        Vec::new()
    };
    format!("{note} {choice:?}")
}

/// Everything that a seat receives in a position: drawings, texts, moves.
fn bytes(game: &Colonizers, state: &State, seat: Seat) -> Vec<String> {
    let view = game.view(state, seat);
    let mut moves = Vec::new();
    if game.node(state) == NodeKind::Decide(seat) {
        game.moves(state, &mut moves);
    }
    let mut bytes = vec![
        game.print_view(&view),
        format!("{view:?}"),
        game.draw(&view, TerminalStyle::Plain),
        game.draw(&view, TerminalStyle::Colour),
        format!("{:?} {:?}", game.node(state), game.outcome(state)),
        game.print_public(state).unwrap_or_default(),
    ];
    bytes.extend(moves.into_iter().map(|mv| game.print_move(mv)));
    bytes
}

/// The same game in both implementations.
#[derive(Clone)]
struct Twin {
    state: State,
    plain: Plain,
}

impl Twin {
    fn step(&mut self, game: &Colonizers, text: &str) {
        game.make(&mut self.state, game.parse_move(text).unwrap());
        self.plain.step(text);
    }
}

#[test]
fn games_a_seat_cannot_tell_apart_look_the_same_to_the_byte() {
    let game = super::colonizers("colonizers");
    let (mut different, mut finished) = (0_usize, 0);
    for seed in 0..GAMES {
        let seat = Seat::new(seed as usize % 4);
        let mut rng = Seed(seed).child("twins", 0).rng();
        let start = Twin {
            state: game.initial(Seed(1)),
            plain: Plain::new(4000, 2),
        };
        let (mut one, mut other) = (start.clone(), start);
        loop {
            let noted = |twin: &Twin| -> Vec<(String, String)> {
                let steps = twin.plain.steps().into_iter();
                steps
                    .map(|(text, _)| (noticed(&twin.plain, &text, seat.index()), text))
                    .collect()
            };
            let (ours, theirs) = (noted(&one), noted(&other));
            let mut pairs = Vec::new();
            for (note, text) in &ours {
                let same = theirs.iter().filter(|(other, _)| other == note);
                pairs.extend(same.map(|(_, other)| (text.clone(), other.clone())));
            }
            if ours.is_empty() {
                finished += 1;
                break;
            }
            // Different colonists end the comparison once revealed, so mostly equal ones are used.
            if ["pick", "remove"].contains(&one.plain.phase) && rng.below(4) > 0 {
                pairs.retain(|(text, other)| text == other);
            }
            let Some((text, twin_text)) = rng.pick(&pairs).cloned() else {
                // The games diverge here: the comparison restarts with two copies of the first.
                other = one.clone();
                continue;
            };
            let told = |twin: &Twin, text: &str| {
                let mv = game.parse_move(text).unwrap();
                game.observed_move(&twin.state, mv, Some(seat))
            };
            assert_eq!(
                told(&one, &text),
                told(&other, &twin_text),
                "{text} and {twin_text}"
            );
            one.step(&game, &text);
            other.step(&game, &twin_text);
            let [ours, theirs] = [&one, &other].map(|twin| bytes(&game, &twin.state, seat));
            assert_eq!(ours, theirs);
            different += usize::from(one.state != other.state);
        }
    }
    assert!(
        different > 3_000 && finished == GAMES,
        "{different} {finished}"
    );
}

#[test]
fn spectators_are_told_no_secrets() {
    let game = super::colonizers("colonizers");
    super::watch(&game, Seed(3), |state, mv| {
        let Some(mv) = mv else { return };
        let told = game.observed_move(state, mv, None);
        let text = game.print_move(mv);
        let is_secret = ["remove", "pick", "deal", "keep"]
            .iter()
            .any(|verb| text.starts_with(verb));
        assert_eq!(told.ends_with(":?"), is_secret, "{text} is told as {told}");
        assert!(is_secret || told == text);
    });
}
