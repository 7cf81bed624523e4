//! The suite is worth nothing unless it fails: every fault here breaks one theorem of it.
//!
//! A fault is a mistake made on purpose in Kuhn poker, which has chance and hidden cards.

mod broken;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};

use ludorum_core::{Evaluate, Game, PerSeat, Points, Seed, WIN};

use self::broken::{Broken, Fault};
use super::{conforms, evaluation_conforms, message_of, randomisable_conforms, theorems};
use crate::toys::Pile;

/// Theorems, and the faults that break each, with a piece of what is then said of them.
const BROKEN: &[(&str, &[(Fault, &str)])] = &[
    ("a game has 1 to 8 seats", &[(Fault::NoSeats, "it has 0")]),
    (
        "who acts has something to do",
        &[
            (Fault::WrongSeat, "seat 3 is to move"),
            (Fault::NoMoves, "with 0 moves"),
            (Fault::MovesAfterTheEnd, "Over with 1 moves"),
            (Fault::MovesAtChance, "Chance with 1 moves"),
            (Fault::NoOutcome, "with outcome None"),
            (Fault::EarlyOutcome, "with outcome Some"),
            (Fault::LoosePosition, "Chance with outcome"),
        ],
    ),
    (
        "moves are listed once each, always in one order",
        &[
            (Fault::RepeatedMove, "listed twice"),
            (Fault::ClearedList, "listed behind itself"),
            (Fault::MovesInRandomOrder, "listed behind itself"),
        ],
    ),
    (
        "a move leads to one position, and unmake leads back",
        &[
            (Fault::ForgottenUndo, "taken back gives"),
            (Fault::RandomMake, "and then"),
            (Fault::RandomKey, "with the same key"),
        ],
    ),
    (
        "taking back every move leads to the start",
        &[(Fault::UndoOfTheLastMoveOnly, "moves left")],
    ),
    (
        "positions are equal just when their keys are",
        &[
            (Fault::KeyWithoutBets, "has key"),
            (Fault::KeyWithoutCards, "has key"),
            (Fault::KeyWithoutCardsOnceBet, "have the same key"),
            (Fault::MovesByGameNumber, "the moves were"),
            (Fault::ForgetfulPositionText, "the position had key"),
        ],
    ),
    (
        "a position is read as it was written",
        &[
            (Fault::DriftingKey, "computed afresh"),
            (Fault::SpaceInPosition, "the position is written"),
            (Fault::UnreadPosition, "not this one"),
            (Fault::MisreadPosition, "expected: "),
        ],
    ),
    (
        "an outcome places every seat",
        &[
            (Fault::OutcomeForThree, "in a game of 2"),
            (Fault::PayingLoser, "disagree"),
            (Fault::UnfairStakes, "do not sum to zero"),
        ],
    ),
    (
        "a game ends within max_plies",
        &[(Fault::TooShortACap, "after 4 moves")],
    ),
    (
        "a seed leads to one start",
        &[(Fault::RandomStart, "and then")],
    ),
    (
        "the odds of chance sum to one",
        &[
            (Fault::MissingEvent, "they sum to 0.6"),
            (Fault::ImpossibleOdds, "has odds 0"),
            (Fault::RepeatedEvent, "listed twice"),
            (Fault::ListedButImpossible, "listed but not possible"),
            (Fault::ClearedEvents, "listed behind itself"),
            (Fault::ListedTooMany, "too many events"),
        ],
    ),
    (
        "sampled events follow the odds",
        &[
            (Fault::ImpossibleEvent, "not possible"),
            (Fault::LoadedDie, "times of"),
            (Fault::DrawnButNotListed, "not listed"),
        ],
    ),
    (
        "a move has one text",
        &[
            (Fault::SpaceInMove, "is written"),
            (Fault::SameTextForTwoMoves, "are both written"),
            (Fault::MisreadMove, "and read as"),
        ],
    ),
    (
        "altered text is refused or makes sense",
        &[
            (Fault::LooseMoveText, "that is written"),
            (Fault::PanicOnOddPosition, "the same card twice"),
        ],
    ),
    (
        "rubbish is not a move or a position",
        &[
            (Fault::PanicOnRubbishMove, "not ASCII"),
            (Fault::PanicOnRubbishPosition, "not ASCII"),
            (Fault::PositionItCannotWrite, "and read as"),
        ],
    ),
    (
        "legal moves are allowed, others refused",
        &[
            (Fault::RefusedMove, "no betting"),
            (Fault::AllowedMove, "allowed but not legal"),
            (Fault::SilentRefusal, "without a reason"),
        ],
    ),
    (
        "a view is what its determinizations show",
        &[
            (Fault::OtherCardInView, "but in"),
            (Fault::RandomView, "and then"),
        ],
    ),
    (
        "what is hidden varies between determinizations",
        &[
            (Fault::AlwaysTheLowestCard, "also comes of another state"),
            (Fault::AlwaysTheTruth, "always got the same state"),
        ],
    ),
    (
        "who acts and what they may do follows from the view",
        &[
            (Fault::NodeByHiddenCard, "may think"),
            (Fault::MovesByHiddenCard, "seat 1 has"),
        ],
    ),
    (
        "signs tell no more than views and words",
        &[
            (Fault::TellingSign, "sees no difference between Deal"),
            (Fault::BlurredSign, "does not tell its own"),
            (Fault::BetsForgottenInView, "between Bet and Pass"),
        ],
    ),
    (
        "a drawing needs no colours",
        &[
            (Fault::RandomDrawing, "one view is drawn"),
            (Fault::ColourOnlyDrawing, "without its colours"),
            (Fault::EscapesInPlainInk, "plain ink gives"),
            (Fault::PanicInDrawing, "nothing to draw"),
        ],
    ),
];

/// An evaluation that says the same of every position, but for points of 7, which drift away.
struct Opinion {
    points: &'static [Points],
    scale: Points,
    drift: AtomicI32,
}

impl Opinion {
    fn new(points: &'static [Points], scale: Points) -> Opinion {
        Opinion {
            points,
            scale,
            drift: AtomicI32::new(0),
        }
    }
}

impl Evaluate<Pile> for Opinion {
    fn points(&self, _: &Pile, _: &<Pile as Game>::State) -> PerSeat<Points> {
        let drift = self.drift.fetch_add(1, Ordering::Relaxed);
        PerSeat::from_fn(self.points.len(), |seat| match self.points[seat.index()] {
            7 => 7 - drift,
            -7 => drift - 7,
            points => points,
        })
    }

    fn scale(&self) -> Points {
        self.scale
    }
}

/// What a function panics with, if it does.
fn panic_of<T>(run: impl FnOnce() -> T) -> Option<String> {
    let result = catch_unwind(AssertUnwindSafe(run));
    result
        .err()
        .map(|payload| message_of(payload.as_ref()).to_owned())
}

#[test]
fn every_fault_breaks_its_theorem() {
    let faults = BROKEN
        .iter()
        .flat_map(|(theorem, faults)| faults.iter().map(move |fault| (theorem, fault)));
    let mut wrong = Vec::new();
    for (theorem, &(fault, reason)) in faults {
        let headline = format!("theorem \"{theorem}\" does not hold: ");
        match panic_of(|| conforms(&Broken::new(fault), Seed(1), 60)) {
            None => wrong.push(format!("{fault:?}: not found")),
            Some(text) if text.starts_with(&headline) && text.contains(reason) => {}
            Some(text) => wrong.push(format!("{fault:?}: {text}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_a_fault_nothing_is_found() {
    let broken = Broken::new(Fault::None);
    conforms(&broken, Seed(1), 60);
    randomisable_conforms(&broken, Seed(1), 20);
}

#[test]
fn every_theorem_has_a_fault() {
    for (name, _) in theorems::<Broken>() {
        let is_broken = BROKEN.iter().any(|&(theorem, _)| theorem == name);
        assert!(is_broken, "nothing breaks \"{name}\"");
    }
}

#[test]
fn a_failure_tells_the_way_to_it() {
    let broken = Broken::new(Fault::PanicInDrawing);
    let text = panic_of(|| conforms(&broken, Seed(1), 60)).expect("a panic");
    assert!(
        text.contains("the game panicked: nothing to draw"),
        "{text}"
    );
    assert!(
        text.contains("start: Seed(") && text.contains("moves: deal"),
        "{text}"
    );
}

#[test]
fn bad_opinions_are_found() {
    let pile = Pile {
        stones: 9,
        take: 2,
        seats: 2,
    };
    for (points, scale, reason) in [
        (&[1, 1][..], 1, "do not sum to zero"),
        (&[WIN, -WIN], 1, "are not between"),
        (&[1, -1], 0, "scale"),
        (&[1, -1, 0], 1, "are points for 2 seats"),
        (&[7, -7], 1, "not worth the same twice"),
    ] {
        let opinion = Opinion::new(points, scale);
        let text = panic_of(|| evaluation_conforms(&pile, &opinion, Seed(1), 3));
        assert!(text.is_some_and(|text| text.contains(reason)), "{reason}");
    }
    evaluation_conforms(&pile, &Opinion::new(&[5, -5], 1), Seed(1), 3);
}

#[test]
fn bad_lists_of_randomisable_moves_are_found() {
    for (fault, reason) in [
        (Fault::MovesAfterTheEnd, "is not legal"),
        (Fault::RepeatedMove, "is listed twice"),
    ] {
        let text = panic_of(|| randomisable_conforms(&Broken::new(fault), Seed(1), 3));
        assert!(text.is_some_and(|text| text.contains(reason)), "{reason}");
    }
}
