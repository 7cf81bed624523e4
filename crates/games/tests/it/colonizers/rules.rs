//! Each rule of the thesis by an example.

use ludorum_core::{Chance, Game, NodeKind, Notation, Seat, Seed};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{ColonizersPhase, ColonyModule, ModuleCounts, State};

/// A player: omnium, colonist (`M!` if public), colony, hand.
type Player = (u16, &'static str, &'static str, &'static str);

fn modules(letters: &str) -> Vec<ColonyModule> {
    let letters = letters.chars().filter(|letter| *letter != '-');
    letters
        .map(|l| ColonyModule::lettered(l).unwrap())
        .collect()
}

/// Builds a position from players. All other cards are on top of the deck.
fn position(phase: &str, removed: &str, players: [Player; 4]) -> State {
    let mut left: Vec<ColonyModule> = ModuleCounts::ALL.iter().collect();
    let mut take = |letters: &str| {
        for module in modules(letters) {
            let place = left.iter().position(|&other| other == module).unwrap();
            left.remove(place);
        }
    };
    let mut parts = vec!["all".to_owned(), phase.to_owned(), removed.to_owned()];
    let mut is_first_full = true;
    for (seat, (omnium, colonist, colony, hand)) in players.into_iter().enumerate() {
        take(colony);
        take(hand);
        let value: u16 = modules(colony).iter().map(|module| module.value()).sum();
        let bonus = match modules(colony).len() {
            8 if std::mem::take(&mut is_first_full) => 4,
            8 => 2,
            _ => 0,
        };
        let possible = match colonist {
            "-" => "-",
            known if known.ends_with('!') => &known[..1],
            _ => "VEMGOS",
        };
        let cards = modules(hand).into_iter();
        let cards: String = cards
            .map(|module| format!("{}{:x}", module.letter(), 1 << seat))
            .collect();
        let hand = if cards.is_empty() { "-" } else { &cards };
        let points = value + bonus;
        parts.push(format!(
            "{points},{omnium},{colonist},{possible},{colony},{hand}"
        ));
    }
    parts.push("-".to_owned());
    parts.push(left.iter().map(|module| module.letter()).collect());
    parts.extend(["-", "-", "10"].map(str::to_owned));
    let text = parts.join("/");
    Colonizers::new()
        .parse_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the position after the moves and events of `line`.
fn play(mut state: State, line: &str) -> State {
    let game = Colonizers::new();
    for text in line.split_whitespace() {
        let mv = game.parse_move(text).unwrap();
        assert_eq!(game.check_move(&state, mv), Ok(()), "{text} in {line}");
        game.make(&mut state, mv);
    }
    state
}

fn start(line: &str) -> State {
    play(Colonizers::new().initial(Seed(1)), line)
}

/// Formats the legal moves.
fn moves(state: &State) -> String {
    let game = Colonizers::new();
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let texts: Vec<String> = moves.into_iter().map(|mv| game.print_move(mv)).collect();
    texts.join(" ")
}

fn hand(state: &State, seat: usize) -> String {
    let hand = state.hand(Seat::new(seat));
    hand.modules().map(ColonyModule::letter).collect()
}

fn omnium(state: &State) -> Vec<u16> {
    Seat::all(4).map(|seat| state.omnium(seat)).collect()
}

const PICKS: &str = "remove:miner pick:opportunist pick:spy pick:general pick:visionary";

#[test]
fn a_round_is_four_picks_and_four_turns_in_the_order_of_seats() {
    let game = Colonizers::new();
    assert_eq!(game.seats(), 4);
    let mut state = start("");
    assert_eq!(game.node(&state), NodeKind::Chance);
    let mut actors = Vec::new();
    let line =
        format!("{PICKS} omnium pass pass omnium pass pass omnium pass omnium deal:quarry pass");
    for text in line.split_whitespace() {
        // The Visionary's card is dealt before the omnium is taken.
        if let NodeKind::Decide(seat) = game.node(&state) {
            actors.push(seat.index() + 1);
        }
        state = play(state, text);
    }
    assert_eq!(actors, [1, 2, 3, 4, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4]);
    assert_eq!(
        (state.phase(), game.node(&state)),
        (ColonizersPhase::Remove, NodeKind::Chance)
    );
}

#[test]
fn one_of_six_colonists_is_removed_and_the_rest_are_picked_one_by_one() {
    let game = Colonizers::new();
    let mut events = Vec::new();
    game.events(&start(""), &mut events);
    assert_eq!(events.len(), 6);
    assert!(
        events
            .iter()
            .all(|(_, odds)| (odds - 1.0 / 6.0).abs() < 1e-12)
    );
    let mut line = Vec::new();
    for (picked, left) in PICKS.split_whitespace().zip([5, 4, 3, 2]) {
        line.push(picked);
        let offered = moves(&start(&line.join(" ")));
        assert_eq!(offered.split_whitespace().count(), left, "{offered}");
        assert!(!offered.contains("miner"), "{offered}");
    }
}

#[test]
fn omnium_or_two_cards_of_which_one_is_kept() {
    let ready = start(PICKS);
    assert_eq!(moves(&ready), "omnium cards");
    assert_eq!(omnium(&play(ready, "omnium")), [2, 0, 0, 0]);
    let drawn = play(ready, "cards deal:mass-relay deal:garrison");
    assert_eq!(moves(&drawn), "keep:garrison keep:mass-relay");
    let kept = play(drawn, "keep:garrison");
    assert_eq!(hand(&kept, 0), "i");
    let bottom: Vec<ColonyModule> = kept
        .deck()
        .bottom()
        .iter()
        .map(|card| card.module())
        .collect();
    assert_eq!(bottom, modules("p"));
    assert_eq!(kept.deck().len(), 51);
}

#[test]
fn a_full_hand_takes_omnium() {
    let others = [(0, "V", "-", "-"), (0, "E", "-", "-"), (0, "G", "-", "-")];
    let with = |cards| {
        position(
            "draw:1",
            "S",
            [(0, "M", "-", cards), others[0], others[1], others[2]],
        )
    };
    assert_eq!(moves(&with("abcd")), "omnium cards");
    assert_eq!(moves(&with("abcde")), "omnium");
}

#[test]
fn one_module_that_can_be_paid_for_may_be_built() {
    let others = [(0, "V", "-", "-"), (0, "E", "-", "-"), (0, "G", "-", "-")];
    let own = (5, "M!", "e", "bcm");
    let state = position("build:1", "S", [own, others[0], others[1], others[2]]);
    assert_eq!(
        moves(&state),
        "build:water-reservoir build:housing-unit pass"
    );
    let built = play(state, "build:water-reservoir");
    assert_eq!(built.colony(Seat::new(0)).len(), 2);
    assert_eq!((hand(&built, 0).as_str(), omnium(&built)[0]), ("cm", 0));
    assert_eq!(
        (built.phase(), built.turn()),
        (ColonizersPhase::Draw, Seat::new(1))
    );
    let declined = play(state, "pass");
    assert_eq!(
        (hand(&declined, 0).as_str(), omnium(&declined)[0]),
        ("bcm", 5)
    );
}

#[test]
fn passive_abilities_act_as_drawing_begins() {
    let earning = |colonist: &'static str| {
        let others = ["V", "E", "M", "G"]
            .into_iter()
            .filter(|other| *other != colonist);
        let others: Vec<Player> = others.map(|other| (0, other, "-", "-")).collect();
        let own = (0, colonist, "aaabeei", "-");
        let state = position("draw:1", "S", [own, others[0], others[1], others[2]]);
        omnium(&play(state, "omnium"))[0]
    };
    // Four green modules, two blue, one red; plus the two omnium of the draw phase.
    assert_eq!(earning("E"), 4 + 2);
    assert_eq!(earning("M"), 2 + 2);
    assert_eq!(earning("G"), 1 + 2);
    // The Visionary draws a card if its hand is not full.
    let others = [(0, "M", "-", "-"), (0, "E", "-", "-"), (0, "G", "-", "-")];
    let visionary = |cards| {
        position(
            "draw:1",
            "S",
            [(0, "V", "-", cards), others[0], others[1], others[2]],
        )
    };
    let drawn = play(visionary("abcd"), "omnium deal:mass-relay");
    assert_eq!((hand(&drawn, 0).as_str(), omnium(&drawn)[0]), ("abcdp", 2));
    let full = play(visionary("abcde"), "omnium");
    assert_eq!(
        (hand(&full, 0).as_str(), full.phase()),
        ("abcde", ColonizersPhase::Build)
    );
}

#[test]
fn a_card_beyond_the_fifth_leaves_the_game() {
    let others = [(0, "M", "-", "-"), (0, "E", "-", "-"), (0, "G", "-", "-")];
    let state = position(
        "draw:1",
        "S",
        [(0, "V", "-", "abce"), others[0], others[1], others[2]],
    );
    let cards = state.deck().len();
    let kept = play(
        state,
        "cards deal:mass-relay deal:eco-dome deal:quarry keep:quarry",
    );
    assert_eq!(hand(&kept, 0), "abcep");
    let out: Vec<ColonyModule> = kept.deck().out().iter().map(|card| card.module()).collect();
    assert_eq!(out, modules("g"));
    // Three cards were drawn, and one of them was put to the bottom.
    assert_eq!(kept.deck().len(), cards - 2);
}

#[test]
fn the_opportunist_steals_up_to_two_omnium() {
    let rich = |omnium| {
        let players = [
            (1, "O!", "-", "-"),
            (omnium, "M", "-", "-"),
            (7, "E", "-", "-"),
            (7, "G", "-", "-"),
        ];
        position("power:1", "S", players)
    };
    let offered = "steal:visionary steal:ecologist steal:miner steal:general steal:spy pass";
    assert_eq!(moves(&rich(5)), offered);
    assert_eq!(omnium(&play(rich(5), "steal:miner")), [3, 3, 7, 7]);
    assert_eq!(omnium(&play(rich(1), "steal:miner")), [2, 0, 7, 7]);
    // No seat has the Spy, which was removed, or the Visionary.
    for nobody in ["steal:spy", "steal:visionary", "pass"] {
        assert_eq!(omnium(&play(rich(5), nobody)), [1, 5, 7, 7]);
    }
}

#[test]
fn the_spy_swaps_whole_hands() {
    let players = [
        (0, "S!", "-", "a"),
        (0, "M", "-", "bcd"),
        (0, "E", "-", "e"),
        (0, "G", "-", "-"),
    ];
    let state = position("power:1", "O", players);
    let offered = "swap:visionary swap:ecologist swap:miner swap:general swap:opportunist pass";
    assert_eq!(moves(&state), offered);
    let swapped = play(state, "swap:miner");
    assert_eq!(
        (hand(&swapped, 0), hand(&swapped, 1)),
        ("bcd".into(), "a".into())
    );
    for nobody in ["swap:visionary", "swap:opportunist", "pass"] {
        let same = play(state, nobody);
        assert_eq!((hand(&same, 0), hand(&same, 1)), ("a".into(), "bcd".into()));
    }
}

#[test]
fn colonists_without_a_power_have_no_such_choice() {
    for colonist in ["visionary", "ecologist", "general"] {
        let line = format!("remove:miner pick:{colonist}");
        let rest = ["opportunist", "spy", "visionary", "ecologist", "general"];
        let rest: Vec<String> = rest
            .into_iter()
            .filter(|other| *other != colonist)
            .take(3)
            .map(|other| format!("pick:{other}"))
            .collect();
        let state = start(&format!("{line} {} omnium", rest.join(" ")));
        let state = match state.phase() {
            ColonizersPhase::Vision(_) => play(state, "deal:quarry"),
            _ => state,
        };
        assert_eq!(state.phase(), ColonizersPhase::Build, "{colonist}");
    }
}

#[test]
fn the_modules_are_those_of_table_2_1() {
    let table = [
        ("abcd", "green", [(4, 4), (5, 6), (6, 8), (8, 11)]),
        ("efgh", "blue", [(2, 2), (3, 3), (5, 6), (8, 10)]),
        ("ijkl", "red", [(1, 1), (2, 2), (3, 3), (6, 7)]),
        ("mnop", "plain", [(1, 1), (4, 5), (6, 8), (12, 16)]),
    ];
    for (letters, colour, pairs) in table {
        for (number, (module, pair)) in modules(letters).into_iter().zip(pairs).enumerate() {
            assert_eq!((module.cost(), module.value()), pair, "{module}");
            assert_eq!(module.copies(), if number == 3 { 1 } else { 4 }, "{module}");
            assert_eq!(format!("{:?}", module.colour()).to_lowercase(), colour);
        }
    }
    assert_eq!(ModuleCounts::ALL.len(), 52);
}

/// Seat 2 fills its colony; seats 3 and 4 still have their turns, and seat 4 fills its colony.
#[test]
fn the_round_is_finished_and_full_colonies_get_four_and_two() {
    let game = Colonizers::new();
    let players = [
        (0, "M!", "aaaabbb", "-"),
        (9, "G!", "eeeefff", "m"),
        (0, "E", "cc", "-"),
        (9, "O", "iiiijjj", "m"),
    ];
    let state = position("build:2", "S", players);
    let built = play(state, "build:housing-unit");
    assert_eq!(
        (built.phase(), built.turn()),
        (ColonizersPhase::Draw, Seat::new(2))
    );
    assert_eq!(game.outcome(&built), None);
    let end = play(built, "omnium pass omnium pass build:housing-unit");
    assert_eq!(end.phase(), ColonizersPhase::Full);
    let points: Vec<i32> = game.scores(&end).unwrap().iter().collect();
    assert_eq!(
        points,
        [
            4 * 4 + 3 * 6,
            4 * 2 + 3 * 3 + 1 + 4,
            2 * 8,
            4 + 3 * 2 + 1 + 2
        ]
    );
    let ranks: Vec<u8> = game.outcome(&end).unwrap().ranks().iter().collect();
    assert_eq!(ranks, [0, 1, 2, 3]);
}

#[test]
fn of_equal_points_the_earlier_seat_ranks_higher() {
    let game = Colonizers::new();
    let players = [
        (0, "M!", "m", "-"),
        (0, "G!", "i", "-"),
        (0, "E!", "e", "-"),
        (9, "O!", "iiijjjj", "m"),
    ];
    let end = play(position("build:4", "S", players), "build:housing-unit");
    let ranks: Vec<u8> = game.outcome(&end).unwrap().ranks().iter().collect();
    assert_eq!(ranks, [2, 3, 1, 0]);
}

#[test]
fn drawing_from_too_small_a_deck_is_a_draw_without_points() {
    let game = Colonizers::new();
    // All cards of the deck except one are out of play.
    let cards = ModuleCounts::ALL
        .iter()
        .map(ColonyModule::letter)
        .filter(|&letter| letter != 'p');
    let out: String = cards.map(|letter| format!("{letter}1")).collect();
    let text = format!(
        "all/draw:1/S/0,0,M,VEMGOS,-,-/0,0,V,VEMGOS,-,-/0,0,E,VEMGOS,-,-/0,0,G,VEMGOS,-,-/-/p/-/{out}/10"
    );
    let state = game
        .parse_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let end = play(state, "cards");
    assert_eq!(
        (end.phase(), game.node(&end)),
        (ColonizersPhase::Empty, NodeKind::Over)
    );
    let ranks: Vec<u8> = game.outcome(&end).unwrap().ranks().iter().collect();
    assert_eq!(ranks, [0; 4]);
    let points: Vec<i32> = game.scores(&end).unwrap().iter().collect();
    assert_eq!(points, [0; 4]);
}
