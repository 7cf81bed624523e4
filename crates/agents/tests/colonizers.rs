//! Tests of the Colonizers heuristic of the thesis, rule by rule, and of its evaluation.

use std::collections::BTreeSet;

use ludorum_agents::colonizers::{
    ColonizersPublishedHeuristic, ColonizersRulePolicy, ColonizersThesisHeuristic, ColonyEvaluation,
};
use ludorum_core::{
    Chance, Evaluate, Game, NodeKind, Notation, Policy, Rng, SearchOverrides, Seat, Seed,
};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{ColonyModule, ModuleCounts, Move, State};
use ludorum_testkit::evaluation_conforms;

/// Player of a test position: omnium, colonist (`M!` if public), colony, hand.
type Player = (u16, &'static str, &'static str, &'static str);

/// Position with these players. Cards are known only to their holder; all others are on top of the
/// deck.
fn position(phase: &str, removed: &str, players: [Player; 4], offered: &str) -> State {
    let game = Colonizers::new();
    let modules = |letters: &str| -> Vec<ColonyModule> {
        let letters = letters.chars().filter(|letter| *letter != '-');
        letters
            .map(|l| ColonyModule::lettered(l).unwrap())
            .collect()
    };
    let cards = |letters: &str, seat: usize| -> String {
        let with_eyes = |module: ColonyModule| format!("{}{:x}", module.letter(), 1 << seat);
        let text: String = modules(letters).into_iter().map(with_eyes).collect();
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    };
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
        let hand = cards(hand, seat);
        let points = value + bonus;
        parts.push(format!(
            "{points},{omnium},{colonist},{possible},{colony},{hand}"
        ));
    }
    take(offered);
    let turn = phase
        .split(':')
        .nth(1)
        .map_or(0, |seat| seat.parse::<usize>().unwrap() - 1);
    parts.push(cards(offered, turn));
    parts.push(left.iter().map(|module| module.letter()).collect());
    parts.extend(["-", "-", "10"].map(str::to_owned));
    let text = parts.join("/");
    game.parse_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All moves that the heuristic makes in many tries.
fn tries(state: &State) -> String {
    tries_by(&mut ColonizersRulePolicy(ColonizersThesisHeuristic), state)
}

/// All moves that the heuristic of the published program makes in many tries.
fn published(state: &State) -> String {
    tries_by(
        &mut ColonizersRulePolicy(ColonizersPublishedHeuristic),
        state,
    )
}

fn tries_by(rules: &mut dyn Policy<Colonizers>, state: &State) -> String {
    let game = Colonizers::new();
    let mut rng = Seed(1).rng();
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let picks: BTreeSet<String> = (0..400)
        .map(|_| {
            let mv = rules.pick(&game, &mut state.clone(), &mut Vec::new(), &mut rng);
            assert!(legal.contains(&mv), "{mv:?} is not legal");
            game.print_move(mv)
        })
        .collect();
    picks.into_iter().collect::<Vec<String>>().join(" ")
}

const NOBODY: Player = (0, "-", "-", "-");

fn picking(colony: &'static str, hand: &'static str, removed: &str) -> String {
    let own = (0, "-", colony, hand);
    tries(&position(
        "pick:1",
        removed,
        [own, NOBODY, NOBODY, NOBODY],
        "-",
    ))
}

#[test]
fn three_modules_of_a_colour_make_its_colonist_the_pick() {
    assert_eq!(picking("aab", "-", "S"), "pick:ecologist");
    assert_eq!(picking("eef", "-", "S"), "pick:miner");
    assert_eq!(picking("iij", "-", "S"), "pick:general");
    // The more frequent colour first; the other if that colonist is gone.
    assert_eq!(picking("aabeeff", "-", "S"), "pick:miner");
    assert_eq!(picking("aabeeff", "-", "M"), "pick:ecologist");
    assert_eq!(picking("aabeef", "-", "S"), "pick:ecologist pick:miner");
    // Two modules are not enough, and colourless modules have no colonist.
    assert_eq!(picking("aammmm", "-", "S"), "pick:visionary");
}

#[test]
fn an_empty_hand_makes_the_visionary_the_pick() {
    assert_eq!(picking("-", "a", "S"), "pick:visionary");
    let anyone = "pick:ecologist pick:general pick:miner pick:opportunist";
    assert_eq!(picking("-", "a", "V"), format!("{anyone} pick:spy"));
    assert_eq!(picking("-", "ab", "S"), format!("{anyone} pick:visionary"));
}

fn drawing(omnium: u16, hand: &'static str) -> String {
    let players = [
        (omnium, "M", "-", hand),
        (0, "V", "-", "-"),
        (0, "E", "-", "-"),
        (0, "G", "-", "-"),
    ];
    tries(&position("draw:1", "S", players, "-"))
}

#[test]
fn omnium_is_taken_by_who_has_none_or_a_large_hand() {
    assert_eq!(drawing(0, "-"), "omnium");
    assert_eq!(drawing(0, "abc"), "omnium");
    assert_eq!(drawing(3, "abcd"), "omnium");
    assert_eq!(drawing(3, "abcde"), "omnium");
}

#[test]
fn cards_are_drawn_by_who_has_none() {
    assert_eq!(drawing(1, "-"), "cards");
    assert_eq!(drawing(1, "abc"), "cards omnium");
}

/// Position in which seat 1 has this omnium and colony, and seat 2 the other colony.
fn turn(
    phase: &str,
    omnium: u16,
    colony: &'static str,
    hand: &'static str,
    other: &'static str,
) -> State {
    let players = [
        (
            omnium,
            "M!",
            colony,
            if phase == "keep:1" { "-" } else { hand },
        ),
        (0, "V", other, "-"),
        (0, "E", "-", "-"),
        (0, "G", "-", "-"),
    ];
    position(
        phase,
        "S",
        players,
        if phase == "keep:1" { hand } else { "-" },
    )
}

#[test]
fn near_the_end_the_most_valuable_that_can_be_paid_for_is_kept_and_built() {
    // A player has seven modules: o is worth 8, n 5; the red synergy is ignored.
    let seven = "aabbeef";
    assert_eq!(
        tries(&turn("keep:1", 6, "ii", "jo", seven)),
        "keep:research-lab"
    );
    assert_eq!(
        tries(&turn("keep:1", 5, "ii", "jo", seven)),
        "keep:barracks"
    );
    assert_eq!(
        tries(&turn("build:1", 6, "ii", "jno", seven)),
        "build:research-lab"
    );
    assert_eq!(
        tries(&turn("build:1", 5, "ii", "jno", seven)),
        "build:spaceport"
    );
    // Six modules each is not near the end.
    assert_eq!(
        tries(&turn("build:1", 6, "ii", "jno", "aabbee")),
        "build:barracks"
    );
    // Unaffordable modules are kept by the other rules and not built.
    assert_eq!(
        tries(&turn("keep:1", 0, "ii", "jo", seven)),
        "keep:barracks"
    );
    assert_eq!(tries(&turn("build:1", 0, "ii", "jo", seven)), "pass");
}

#[test]
fn a_large_colony_wants_the_most_efficient() {
    // c gives two points more than it costs, n one; h also two, but is unaffordable.
    let five = "iijjk";
    assert_eq!(
        tries(&turn("keep:1", 7, five, "cn", "-")),
        "keep:hydroponics-facility"
    );
    assert_eq!(
        tries(&turn("build:1", 7, five, "chn", "-")),
        "build:hydroponics-facility"
    );
    assert_eq!(
        tries(&turn("build:1", 5, five, "cin", "-")),
        "build:spaceport"
    );
    // With four modules colour decides.
    assert_eq!(
        tries(&turn("build:1", 7, "iijj", "chik", "-")),
        "build:garrison build:military-academy"
    );
    assert_eq!(
        tries(&turn("keep:1", 1, five, "cn", "-")),
        "keep:hydroponics-facility keep:spaceport"
    );
}

#[test]
fn colour_decides_before_that_and_else_luck() {
    assert_eq!(
        tries(&turn("keep:1", 0, "aae", "bf", "-")),
        "keep:water-reservoir"
    );
    assert_eq!(
        tries(&turn("keep:1", 0, "ae", "bf", "-")),
        "keep:warehouse keep:water-reservoir"
    );
    assert_eq!(
        tries(&turn("keep:1", 9, "-", "bf", "-")),
        "keep:warehouse keep:water-reservoir"
    );
    assert_eq!(
        tries(&turn("build:1", 9, "aae", "bfo", "-")),
        "build:water-reservoir"
    );
    // Colourless modules have no synergy.
    assert_eq!(
        tries(&turn("build:1", 9, "mmm", "bno", "-")),
        "build:research-lab build:spaceport build:water-reservoir"
    );
    assert_eq!(tries(&turn("build:1", 1, "-", "bno", "-")), "pass");
}

/// Moves in a power phase of seat 1 or 3. Seat 1 has revealed its colonist; to seat 1 every other
/// seat has three or four possible colonists.
fn power(phase: &str, players: [Player; 4]) -> String {
    tries(&position(phase, "S", players, "-"))
}

#[test]
fn the_opportunist_robs_who_has_much_and_is_known_well() {
    // Seat 3: seats 1 and 2 are known, seat 4 may be one of two. 5-1+1 against 5-2+1.
    let players = [
        (5, "M!", "-", "-"),
        (1, "V!", "-", "-"),
        (0, "O!", "-", "-"),
        (5, "G", "-", "-"),
    ];
    assert_eq!(power("power:3", players), "steal:miner");
    // 4-1+1 against 6-2+1: one of those two that were passed on to seat 4.
    let players = [
        (4, "M!", "-", "-"),
        (1, "V!", "-", "-"),
        (0, "O!", "-", "-"),
        (6, "G", "-", "-"),
    ];
    assert_eq!(power("power:3", players), "steal:ecologist steal:general");
    // 4-1+1 and 5-2+1 are equal.
    let players = [
        (4, "M!", "-", "-"),
        (1, "V!", "-", "-"),
        (0, "O!", "-", "-"),
        (5, "G", "-", "-"),
    ];
    assert_eq!(
        power("power:3", players),
        "steal:ecologist steal:general steal:miner"
    );
}

#[test]
fn the_spy_swaps_with_who_has_more_cards_and_is_known_well() {
    let tail =
        |first: &'static str, second: &'static str, own: &'static str, last: &'static str| {
            let players = [
                (0, "M!", "-", first),
                (0, "V!", "-", second),
                (0, "S!", "-", own),
                (0, "G", "-", last),
            ];
            tries(&position("power:3", "O", players, "-"))
        };
    assert_eq!(tail("ab", "-", "c", "-"), "swap:miner");
    assert_eq!(tail("ab", "cde", "f", "-"), "swap:visionary");
    assert_eq!(tail("-", "-", "c", "ab"), "swap:ecologist swap:general");
    // Passes if nobody has more cards than the seat itself.
    assert_eq!(tail("a", "b", "c", "e"), "pass");
    // Seat 1 cannot tell the others from each other.
    let players = [
        (0, "S!", "-", "-"),
        (0, "V", "-", "ab"),
        (0, "M", "-", "-"),
        (0, "G", "-", "-"),
    ];
    assert_eq!(tries(&position("power:1", "O", players, "-")), "pass");
}

/// Differences between the published program and the text.
#[test]
fn the_published_program_has_rules_of_its_own() {
    // The random fallback may build nothing: green is the top colour, and the hand has no green.
    assert_eq!(
        published(&turn("build:1", 9, "aae", "fn", "-")),
        "build:spaceport build:warehouse pass"
    );
    // Five or more counts cards in hand, not modules in the colony: i is built for its colour.
    let five = "iijjk";
    assert_eq!(
        published(&turn("build:1", 7, five, "chin", "-")),
        "build:garrison"
    );
    assert_eq!(
        published(&turn("build:1", 7, five, "chinm", "-")),
        "build:hydroponics-facility"
    );
    // Synergy is only with the most frequent colour, and only for affordable modules.
    assert_eq!(
        published(&turn("keep:1", 3, "aae", "bf", "-")),
        "keep:warehouse keep:water-reservoir"
    );
    assert_eq!(
        published(&turn("keep:1", 5, "aae", "bf", "-")),
        "keep:water-reservoir"
    );
    // Equally frequent colours, also in an empty colony: red, then green, then blue.
    assert_eq!(
        published(&turn("build:1", 9, "-", "bfi", "-")),
        "build:garrison"
    );
    assert_eq!(
        published(&turn("build:1", 9, "ae", "bf", "-")),
        "build:water-reservoir"
    );
    // Within the colour the largest gain; of equals the first in the hand.
    assert_eq!(
        published(&turn("build:1", 9, "a", "abc", "-")),
        "build:hydroponics-facility"
    );
    assert_eq!(
        published(&turn("build:1", 9, "i", "ji", "-")),
        "build:barracks"
    );
    // Only the colonist of the top colour is picked for its colour.
    let picking = |colony, removed| {
        let own = (0, "-", colony, "-");
        let players = [own, NOBODY, NOBODY, NOBODY];
        published(&position("pick:1", removed, players, "-"))
    };
    assert_eq!(picking("aabeeff", "S"), "pick:miner");
    assert_eq!(picking("aabeeff", "M"), "pick:visionary");
}

#[test]
fn the_published_spy_weighs_cards_against_possible_colonists() {
    let spy = |cards: &'static str| {
        let players = [
            (0, "S!", "-", "-"),
            (0, "V", "-", cards),
            (0, "M", "-", "-"),
            (0, "G", "-", "-"),
        ];
        published(&position("power:1", "O", players, "-"))
    };
    // Four possible colonists: 2 cards are worth 4 - 3 > 0; 1 card is not.
    assert_eq!(
        spy("ab"),
        "swap:ecologist swap:general swap:miner swap:visionary"
    );
    assert_eq!(spy("a"), "pass");
}

/// Two equal cards count twice: of f, f, n and nothing, f comes half the time.
#[test]
fn equal_cards_weigh_double_for_the_published_program() {
    let game = Colonizers::new();
    let state = turn("build:1", 9, "aae", "ffn", "-");
    let mut rng = Seed(3).rng();
    let mut counts = [0; 3];
    for _ in 0..4000 {
        let mv = ColonizersRulePolicy(ColonizersPublishedHeuristic).pick(
            &game,
            &mut state.clone(),
            &mut Vec::new(),
            &mut rng,
        );
        counts[match &*game.print_move(mv) {
            "build:warehouse" => 0,
            "build:spaceport" => 1,
            _ => 2,
        }] += 1;
    }
    assert!((1850..2150).contains(&counts[0]), "{counts:?}");
    assert!((870..1130).contains(&counts[1]), "{counts:?}");
}

#[test]
fn the_rules_are_legal_wherever_a_game_comes_to() {
    let game = Colonizers::new();
    for seed in 0..40 {
        let mut rng: Rng = Seed(seed).rng();
        let mut state = game.initial(Seed(seed));
        let mut moves = Vec::new();
        loop {
            let mv = match game.node(&state) {
                NodeKind::Over => break,
                NodeKind::Chance => game.sample(&state, &mut rng),
                NodeKind::Decide(_) => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    let before = state;
                    let rules: &mut dyn Policy<Colonizers> = match seed % 2 {
                        0 => &mut ColonizersRulePolicy(ColonizersThesisHeuristic),
                        _ => &mut ColonizersRulePolicy(ColonizersPublishedHeuristic),
                    };
                    let mv = rules.pick(&game, &mut state, &mut Vec::new(), &mut rng);
                    assert!(
                        state == before && moves.contains(&mv),
                        "{mv:?} in {state:?}"
                    );
                    mv
                }
            };
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn the_evaluation_is_that_of_the_thesis() {
    let game = Colonizers::new();
    evaluation_conforms(&game, &ColonyEvaluation, Seed(1), 3);
    let players = [
        (7, "S!", "aab", "ij"),
        (0, "V!", "iiijmmmm", "-"),
        (1, "M!", "-", "cdefg"),
        (0, "G!", "-", "-"),
    ];
    let state = position("build:4", "O", players, "-");
    let points = ColonyEvaluation.points(&game, &state);
    // In tenths: 4+4+6 points, 2 cards and 7 omnium; 9 points and 4 for a full colony; 5 cards and 1.
    assert_eq!(points.as_slice(), [140 + 12 + 21, 90 + 40, 30 + 3, 0]);
    assert_eq!(points[Seat::new(0)], 173);
}

#[test]
fn the_end_of_a_game_is_judged_like_any_other_position() {
    let game = Colonizers::new();
    let players = [
        (7, "S!", "aab", "ij"),
        (0, "V!", "iiijmmmm", "-"),
        (1, "M!", "-", "cdefg"),
        (0, "G!", "-", "-"),
    ];
    let mut state = position("build:4", "O", players, "-");
    game.make(&mut state, Move::Pass);
    assert_eq!(game.node(&state), NodeKind::Over);
    let ending = ColonyEvaluation.terminal_points(&game, &state).unwrap();
    assert_eq!(ending.as_slice(), [173, 130, 33, 0]);
}
