//! Determinizations are uniform and consistent with everything a seat has seen.

use std::collections::BTreeMap;

use ludorum_core::{Determinize, Game, Notation, Rng, Seat, Seed};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{Colonist, ColonyModule, ModuleCard as Piece, State};

use super::knowledge::{Deal, deals};
use super::plain::{COLONISTS, Card, Plain, TABLE};

/// Plays moves given as text in both implementations.
fn played(game: &Colonizers, line: &str) -> (State, Plain) {
    let mut state = game.initial(Seed(1));
    let mut plain = Plain::new(4000, 2);
    for text in line.split_whitespace() {
        let mv = game.parse_move(text).unwrap();
        game.check_move(&state, mv)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        game.make(&mut state, mv);
        plain.step(text);
    }
    (state, plain)
}

/// Assignment of colonists in a sampled state.
fn deal_of(state: &State) -> Option<Deal> {
    let name = |colonist: Colonist| {
        COLONISTS
            .into_iter()
            .find(|name| *name == colonist.name())
            .unwrap()
    };
    let picks = Seat::all(4).filter_map(|seat| state.colonist(seat).map(name));
    Some(Deal {
        removed: name(state.removed()?),
        picks: picks.collect(),
    })
}

/// All cards that some seat has held and not built, in a fixed order of locations.
fn places(plain: &Plain) -> Vec<&Card> {
    let hands = plain.players.iter().flat_map(|player| &player.hand);
    let pile = plain.bottom.iter().chain(&plain.out);
    hands.chain(&plain.offered).chain(pile).collect()
}

/// Faces of the cards of a sampled state, in the order of `places`.
fn faces(state: &State) -> Vec<usize> {
    let hands = Seat::all(4).flat_map(|seat| state.hand(seat).modules());
    let offered = state.offered().iter().map(|card| card.module());
    let pile = state.deck().bottom().iter().chain(state.deck().out());
    let all = hands.chain(offered).chain(pile.map(|card| card.module()));
    all.map(|module| module.index()).collect()
}

#[test]
fn samples_agree_with_everything_a_seat_has_seen() {
    let game = super::colonizers("colonizers");
    let (mut followed, mut unknown) = (0, 0);
    for seed in 0..10 {
        let mut rng = Seed(seed).child("samples", 0).rng();
        let mut plain = Plain::new(4000, 2);
        super::watch(&game, Seed(seed), |state, mv| {
            let seat = rng.below(4);
            let view = game.view(state, Seat::new(seat));
            let sample = game.determinize(&view, &mut rng);
            let text = game.print_position(&sample);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(&sample), "{text}");
            let cards = places(&plain);
            assert_eq!(cards.len(), faces(&sample).len());
            for (card, face) in cards.iter().zip(faces(&sample)) {
                if card.seen.contains(&seat) {
                    assert_eq!(face, card.row, "{text}");
                    followed += 1;
                } else {
                    unknown += usize::from(face != card.row);
                }
            }
            let expected = deals(&plain, seat);
            match deal_of(&sample) {
                Some(deal) => assert!(expected.contains(&deal), "{deal:?} in {text}"),
                None => assert!(expected.is_empty()),
            }
            if let Some(mv) = mv {
                plain.step(&game.print_move(mv));
            }
        });
    }
    assert!(
        followed > 10_000 && unknown > 10_000,
        "{followed} {unknown}"
    );
}

/// Checks that the chi-square statistic of samples with these weights is within five standard
/// deviations of its mean, and that no outcome is missing or unexpected.
fn check_odds<K: Ord + std::fmt::Debug>(weights: &BTreeMap<K, f64>, mut sample: impl FnMut() -> K) {
    let samples = 400 * weights.len();
    let mut counts: BTreeMap<K, u32> = BTreeMap::new();
    for _ in 0..samples {
        *counts.entry(sample()).or_default() += 1;
    }
    for key in counts.keys() {
        assert!(weights.contains_key(key), "{key:?} cannot be");
    }
    let all: f64 = weights.values().sum();
    let terms = weights.iter().map(|(key, weight)| {
        let expected = weight / all * samples as f64;
        let count = f64::from(counts.get(key).copied().unwrap_or(0));
        (count - expected).powi(2) / expected
    });
    let (chi, freedom) = (terms.sum::<f64>(), (weights.len() - 1) as f64);
    let most = freedom + 5.0 * (2.0 * freedom).sqrt();
    assert!(
        chi <= most,
        "chi-square is {chi:.1} with {freedom} degrees of freedom"
    );
}

#[test]
fn unknown_colonists_are_dealt_evenly() {
    let game = super::colonizers("colonizers");
    let picks = "remove:miner pick:opportunist pick:spy pick:general pick:visionary";
    let lines = [
        // Before the first turn, during the picks, and after the first colonists are public.
        "remove:miner pick:opportunist".to_owned(),
        "remove:miner pick:opportunist pick:spy pick:general".to_owned(),
        picks.to_owned(),
        format!("{picks} omnium"),
        // Stealing without effect: from seats without omnium, and from those that cannot be
        // distinguished from them.
        format!("{picks} omnium steal:ecologist"),
        format!("{picks} omnium steal:ecologist pass omnium"),
        // Once seats have omnium and cards, a power without effect excludes colonists.
        [
            "remove:miner pick:opportunist pick:spy pick:general pick:visionary",
            "omnium pass pass cards deal:garrison deal:quarry keep:garrison pass pass omnium pass",
            "omnium deal:barracks pass remove:miner pick:opportunist pick:spy pick:general",
            "pick:visionary omnium steal:ecologist",
        ]
        .join(" "),
        [
            "remove:miner pick:opportunist pick:spy pick:general pick:visionary",
            "omnium pass pass cards deal:garrison deal:quarry keep:garrison pass pass omnium pass",
            "omnium deal:barracks pass remove:miner pick:opportunist pick:spy pick:general",
            "pick:visionary omnium pass pass omnium swap:ecologist",
        ]
        .join(" "),
    ];
    for line in lines {
        let (state, plain) = played(&game, &line);
        for seat in 0..4 {
            let view = game.view(&state, Seat::new(seat));
            let expected = deals(&plain, seat);
            assert!(!expected.is_empty());
            let weights = expected.into_iter().map(|deal| (deal, 1.0)).collect();
            let mut rng = Seed(7).child("colonists", seat as u64).rng();
            check_odds(&weights, || {
                deal_of(&game.determinize(&view, &mut rng)).unwrap()
            });
        }
    }
}

/// Counts the assignments of the unseen modules, as distinct cards, to the hidden locations by
/// visible result; the remaining cards are on top of the deck.
fn layings(unseen: &[usize], hidden: usize) -> BTreeMap<Vec<usize>, f64> {
    let mut found = BTreeMap::new();
    lay(unseen, hidden, &mut Vec::new(), &mut Vec::new(), &mut found);
    found
}

fn lay(
    unseen: &[usize],
    hidden: usize,
    used: &mut Vec<usize>,
    shown: &mut Vec<usize>,
    found: &mut BTreeMap<Vec<usize>, f64>,
) {
    if shown.len() == hidden {
        *found.entry(shown.clone()).or_default() += 1.0;
        return;
    }
    for piece in 0..unseen.len() {
        if !used.contains(&piece) {
            used.push(piece);
            shown.push(unseen[piece]);
            lay(unseen, hidden, used, shown, found);
            used.pop();
            shown.pop();
        }
    }
}

/// Checks that samples for seat 1 have every assignment of hidden cards with the right frequency.
fn check_cards(game: &Colonizers, state: &State, hidden: usize, rng: &mut Rng) {
    let seat = Seat::FIRST;
    let view = game.view(state, seat);
    let unseen: Vec<usize> = view.unseen().iter().map(|module| module.index()).collect();
    let cards = |state: &State| -> Vec<Piece> {
        let hands = Seat::all(4).flat_map(|seat| state.hand(seat).cards().to_vec());
        let pile = state
            .deck()
            .bottom()
            .iter()
            .chain(state.deck().out())
            .copied();
        hands.chain(state.offered().to_vec()).chain(pile).collect()
    };
    let weights = layings(&unseen, hidden);
    assert!(weights.len() > 1, "nothing is hidden");
    check_odds(&weights, || {
        let sample = game.determinize(&view, rng);
        let all = cards(&sample).into_iter();
        all.filter(|card| !card.is_seen_by(seat))
            .map(|card| card.module().index())
            .collect()
    });
}

/// Builds a position from cards, each followed by a digit for the seats that have seen it; all
/// other cards are out of play and seen by all. Colonists are public. `pile` has the cards on
/// offer, on top and at the bottom.
fn small(phase: &str, cast: &str, hands: [&str; 4], pile: [&str; 3]) -> State {
    let [offered, fresh, bottom] = pile;
    let used = [&hands.concat(), offered, fresh, bottom].concat();
    let mut left: Vec<char> = (b'a'..=b'p')
        .zip(TABLE)
        .flat_map(|(letter, row)| vec![char::from(letter); row.4])
        .collect();
    for letter in used.chars().filter(char::is_ascii_lowercase) {
        let place = left.iter().position(|other| *other == letter).unwrap();
        left.remove(place);
    }
    let out: String = left.iter().map(|letter| format!("{letter}f")).collect();
    let player = |(hand, colonist)| format!("0,3,{colonist}!,{colonist},-,{hand}");
    let players: Vec<String> = hands.iter().zip(cast.chars()).map(player).collect();
    let players = players.join("/");
    let removed = "VEMGOS"
        .chars()
        .find(|letter| !cast.contains(*letter))
        .unwrap();
    let text = format!("all/{phase}/{removed}/{players}/{offered}/{fresh}/{bottom}/{out}/9");
    let read = super::colonizers("colonizers").parse_position(&text);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn unseen_cards_are_laid_evenly() {
    let game = super::colonizers("colonizers");
    let mut rng = Seed(11).rng();
    // Three unknown cards of seats 2 and 3, and one on top; two of the four are equal.
    check_cards(
        &game,
        &small("build:4", "MVEG", ["-", "o2p2", "o4", "-"], ["-", "n", "-"]),
        3,
        &mut rng,
    );
    // Seat 1 knows its own hand and the cards it put to the bottom or gave to seat 3.
    let state = small(
        "build:4",
        "MVEG",
        ["o1", "m2", "o5n4", "-"],
        ["-", "in", "p1l8"],
    );
    check_cards(&game, &state, 3, &mut rng);
    // Only bottom cards are left in the deck, and seat 4 is offered two cards, one of them known.
    let state = small(
        "keep:4",
        "MVEG",
        ["-", "o2", "-", "-"],
        ["p9n8", "-", "m1n2o8"],
    );
    check_cards(&game, &state, 4, &mut rng);
}

/// View of seat 1 of the hand of seat 2 and of the bottom of the deck.
fn seen(game: &Colonizers, state: &State) -> [String; 2] {
    let view = game.view(state, Seat::FIRST);
    let words = |cards: &mut dyn Iterator<Item = Option<ColonyModule>>| {
        let word = |card: Option<ColonyModule>| card.map_or("?", ColonyModule::name);
        cards.map(word).collect::<Vec<&str>>().join(" ")
    };
    [
        words(&mut view.hand(Seat::new(1))),
        words(&mut view.bottom()),
    ]
}

#[test]
fn a_card_put_to_the_bottom_is_followed_wherever_it_goes() {
    let game = super::colonizers("colonizers");
    let play = |state: &State, line: &str| {
        let mut state = *state;
        for text in line.split_whitespace() {
            let mv = game.parse_move(text).unwrap();
            assert_eq!(game.check_move(&state, mv), Ok(()), "{text}");
            game.make(&mut state, mv);
        }
        state
    };
    // Seat 1 put the first card to the bottom, seat 4 the second; seat 2 draws both.
    let state = small("deal:2", "MVEG", ["-"; 4], ["-", "-", "i1n8o4"]);
    assert_eq!(seen(&game, &state), ["", "garrison ? ?"]);
    let drawn = play(&state, "deal:garrison deal:spaceport");
    let kept = play(&drawn, "keep:garrison");
    assert_eq!(seen(&game, &kept), ["garrison", "? ?"]);
    assert_eq!(seen(&game, &play(&kept, "build:garrison")), ["", "? ?"]);
    let put_back = play(&drawn, "keep:spaceport");
    assert_eq!(seen(&game, &put_back), ["?", "? garrison"]);
}

#[test]
fn hands_swapped_by_a_spy_are_followed() {
    let game = super::colonizers("colonizers");
    // Seat 3 is the Spy and has one card, seat 1 has two; the card of seat 2 is not involved.
    let hands = ["a1b1", "d2", "c4", "-"];
    let mut state = small("power:3", "MVSG", hands, ["-", "-", "-"]);
    game.make(&mut state, game.parse_move("swap:miner").unwrap());
    let view = |seat: usize| game.print_view(&game.view(&state, Seat::new(seat)));
    let hands = |seat: usize| -> Vec<String> {
        let view = view(seat);
        let players = view.split('/').skip(3).take(4);
        players
            .map(|player| player.rsplit(',').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(hands(0), ["c5", "?2", "a5b5", "-"]);
    assert_eq!(hands(1), ["?5", "d2", "?5?5", "-"]);
    assert_eq!(hands(2), ["c5", "?2", "a5b5", "-"]);
    assert_eq!(hands(3), ["?5", "?2", "?5?5", "-"]);
}

#[test]
fn spectators_see_what_everyone_may_know() {
    let game = super::colonizers("colonizers");
    let mut state = game.initial(Seed(0));
    let mut after = |moves: &str| -> Vec<String> {
        for text in moves.split_whitespace() {
            game.make(&mut state, game.parse_move(text).unwrap());
        }
        let public = game.print_public(&state).unwrap();
        public.split('/').map(str::to_owned).collect()
    };
    let seen = after("remove:general pick:miner pick:visionary pick:spy pick:ecologist");
    assert_eq!(seen[..3], ["nobody", "draw:1", "VEMGOS"]);
    assert_eq!(seen[3..7], ["0,0,?,VEMGOS,-,-"; 4]);
    // The seat that draws the cards sees them; all seats see where they go.
    let seen = after("cards deal:quarry deal:garrison");
    assert_eq!(seen[1..4], ["keep:1", "VEGOS", "0,0,M!,M,-,-"]);
    assert_eq!(
        seen[4..8],
        [
            "0,0,?,VEGOS,-,-",
            "0,0,?,VEGOS,-,-",
            "0,0,?,VEGOS,-,-",
            "?1?1"
        ]
    );
    let seen = after("keep:quarry pass omnium deal:warehouse");
    assert_eq!(
        seen[1..5],
        ["build:2", "EGOS", "0,0,M!,M,-,?1", "0,2,V!,V,-,?2"]
    );
    assert_eq!(
        seen[8..11],
        ["?".repeat(49), "?1".to_owned(), "-".to_owned()]
    );
}
