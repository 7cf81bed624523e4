//! Mutation tests of the conformance suite: every injected fault violates one property.
//!
//! Faults are injected into Kuhn poker, a game with chance and hidden cards.

mod broken;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};

use ludorum_core::{EvalPoints, Evaluate, Game, PerSeat, Seed, WIN};

use self::broken::{BrokenKuhn, InjectedFault};
use super::{conforms, evaluation_conforms, message_of, properties, randomisable_conforms};
use crate::toys::SubtractionGame;

/// For each property, the faults that violate it, with a fragment of the expected message.
const FAULTS_BY_PROPERTY: &[(&str, &[(InjectedFault, &str)])] = &[
    (
        "a game has 1 to 8 seats",
        &[(InjectedFault::NoSeats, "it has 0")],
    ),
    (
        "nodes have the moves and outcomes of their kind",
        &[
            (InjectedFault::WrongSeat, "seat 3 is to move"),
            (InjectedFault::NoMoves, "with 0 moves"),
            (InjectedFault::MovesAfterTheEnd, "Over with 1 moves"),
            (InjectedFault::MovesAtChance, "Chance with 1 moves"),
            (InjectedFault::NoOutcome, "with outcome None"),
            (InjectedFault::EarlyOutcome, "with outcome Some"),
            (InjectedFault::LoosePosition, "Chance with outcome"),
        ],
    ),
    (
        "moves are listed once, in a fixed order",
        &[
            (InjectedFault::RepeatedMove, "listed twice"),
            (InjectedFault::ClearedList, "listed behind itself"),
            (InjectedFault::MovesInRandomOrder, "listed behind itself"),
        ],
    ),
    (
        "make is deterministic and unmake restores the position",
        &[
            (InjectedFault::ForgottenUndo, "taken back gives"),
            (InjectedFault::RandomMake, "and then"),
            (InjectedFault::RandomKey, "with the same key"),
        ],
    ),
    (
        "unmaking all moves restores every position",
        &[(InjectedFault::UndoOfTheLastMoveOnly, "moves left")],
    ),
    (
        "positions are equal if and only if their keys are",
        &[
            (InjectedFault::KeyWithoutBets, "has key"),
            (InjectedFault::KeyWithoutCards, "has key"),
            (InjectedFault::KeyWithoutCardsOnceBet, "have the same key"),
            (InjectedFault::MovesByGameNumber, "the moves were"),
            (InjectedFault::ForgetfulPositionText, "the position had key"),
        ],
    ),
    (
        "a position parses back",
        &[
            (InjectedFault::DriftingKey, "recomputed has key"),
            (InjectedFault::SpaceInPosition, "the position is written"),
            (InjectedFault::UnreadPosition, "not this one"),
            (InjectedFault::MisreadPosition, "expected: "),
        ],
    ),
    (
        "an outcome ranks every seat",
        &[
            (InjectedFault::OutcomeForThree, "in a game of 2"),
            (InjectedFault::PayingLoser, "disagree"),
            (InjectedFault::UnfairStakes, "do not sum to zero"),
        ],
    ),
    (
        "a game ends within max_plies",
        &[(InjectedFault::TooShortACap, "after 4 moves")],
    ),
    (
        "the initial position is a function of the seed",
        &[(InjectedFault::RandomStart, "and then")],
    ),
    (
        "chance probabilities sum to one",
        &[
            (InjectedFault::MissingEvent, "they sum to 0.6"),
            (InjectedFault::ImpossibleOdds, "has odds 0"),
            (InjectedFault::RepeatedEvent, "listed twice"),
            (
                InjectedFault::ListedButImpossible,
                "listed but not possible",
            ),
            (InjectedFault::ClearedEvents, "listed behind itself"),
            (InjectedFault::ListedTooMany, "too many events"),
        ],
    ),
    (
        "samples follow the probabilities",
        &[
            (InjectedFault::ImpossibleEvent, "not possible"),
            (InjectedFault::LoadedDie, "times of"),
            (InjectedFault::DrawnButNotListed, "not listed"),
        ],
    ),
    (
        "a move has a unique text",
        &[
            (InjectedFault::SpaceInMove, "is written"),
            (InjectedFault::SameTextForTwoMoves, "are both written"),
            (InjectedFault::MisreadMove, "and read as"),
        ],
    ),
    (
        "mutated text is rejected or canonical",
        &[
            (InjectedFault::LooseMoveText, "that is written"),
            (InjectedFault::PanicOnOddPosition, "the same card twice"),
        ],
    ),
    (
        "random text does not crash parsers",
        &[
            (InjectedFault::PanicOnRubbishMove, "not ASCII"),
            (InjectedFault::PanicOnRubbishPosition, "not ASCII"),
            (InjectedFault::PositionItCannotWrite, "and read as"),
        ],
    ),
    (
        "check_move accepts exactly the legal moves",
        &[
            (InjectedFault::RefusedMove, "no betting"),
            (InjectedFault::AllowedMove, "allowed but not legal"),
            (InjectedFault::SilentRefusal, "without a reason"),
        ],
    ),
    (
        "determinizations reproduce the view",
        &[
            (InjectedFault::OtherCardInView, "but in"),
            (InjectedFault::RandomView, "and then"),
        ],
    ),
    (
        "hidden information varies between determinizations",
        &[
            (
                InjectedFault::AlwaysTheLowestCard,
                "also comes of another state",
            ),
            (InjectedFault::AlwaysTheTruth, "always got the same state"),
        ],
    ),
    (
        "node and moves follow from the view",
        &[
            (InjectedFault::NodeByHiddenCard, "may think"),
            (InjectedFault::MovesByHiddenCard, "seat 1 has"),
        ],
    ),
    (
        "observation ids reveal no more than views and move texts",
        &[
            (
                InjectedFault::LeakyObservationId,
                "sees no difference between Deal",
            ),
            (InjectedFault::BlurredObservationId, "does not tell its own"),
            (InjectedFault::BetsForgottenInView, "between Bet and Pass"),
        ],
    ),
    (
        "colours add no information to a drawing",
        &[
            (InjectedFault::RandomDrawing, "one view is drawn"),
            (InjectedFault::ColourOnlyDrawing, "without its colours"),
            (InjectedFault::EscapesInPlainInk, "plain ink gives"),
            (InjectedFault::PanicInDrawing, "nothing to draw"),
        ],
    ),
];

/// An evaluation with constant points, except that values of 7 and -7 change with every call.
struct ConstantEvaluation {
    points: &'static [EvalPoints],
    scale: EvalPoints,
    drift: AtomicI32,
}

impl ConstantEvaluation {
    fn new(points: &'static [EvalPoints], scale: EvalPoints) -> ConstantEvaluation {
        ConstantEvaluation {
            points,
            scale,
            drift: AtomicI32::new(0),
        }
    }
}

impl Evaluate<SubtractionGame> for ConstantEvaluation {
    fn points(
        &self,
        _: &SubtractionGame,
        _: &<SubtractionGame as Game>::State,
    ) -> PerSeat<EvalPoints> {
        let drift = self.drift.fetch_add(1, Ordering::Relaxed);
        PerSeat::from_fn(self.points.len(), |seat| match self.points[seat.index()] {
            7 => 7 - drift,
            -7 => drift - 7,
            points => points,
        })
    }

    fn scale(&self) -> EvalPoints {
        self.scale
    }
}

/// Runs a function and returns its panic message; `None` if it does not panic.
fn panic_of<T>(run: impl FnOnce() -> T) -> Option<String> {
    let result = catch_unwind(AssertUnwindSafe(run));
    result
        .err()
        .map(|payload| message_of(payload.as_ref()).to_owned())
}

#[test]
fn every_fault_breaks_its_theorem() {
    let faults = FAULTS_BY_PROPERTY
        .iter()
        .flat_map(|(property, faults)| faults.iter().map(move |fault| (property, fault)));
    let mut wrong = Vec::new();
    for (property, &(fault, reason)) in faults {
        let headline = format!("property \"{property}\" does not hold: ");
        match panic_of(|| conforms(&BrokenKuhn::new(fault), Seed(1), 60)) {
            None => wrong.push(format!("{fault:?}: not found")),
            Some(text) if text.starts_with(&headline) && text.contains(reason) => {}
            Some(text) => wrong.push(format!("{fault:?}: {text}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_a_fault_nothing_is_found() {
    let broken = BrokenKuhn::new(InjectedFault::None);
    conforms(&broken, Seed(1), 60);
    randomisable_conforms(&broken, Seed(1), 20);
}

#[test]
fn every_theorem_has_a_fault() {
    for (name, _) in properties::<BrokenKuhn>() {
        let is_broken = FAULTS_BY_PROPERTY
            .iter()
            .any(|&(property, _)| property == name);
        assert!(is_broken, "nothing breaks \"{name}\"");
    }
}

#[test]
fn a_failure_tells_the_way_to_it() {
    let broken = BrokenKuhn::new(InjectedFault::PanicInDrawing);
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
    let pile = SubtractionGame {
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
        let evaluation = ConstantEvaluation::new(points, scale);
        let text = panic_of(|| evaluation_conforms(&pile, &evaluation, Seed(1), 3));
        assert!(text.is_some_and(|text| text.contains(reason)), "{reason}");
    }
    evaluation_conforms(&pile, &ConstantEvaluation::new(&[5, -5], 1), Seed(1), 3);
}

#[test]
fn bad_lists_of_randomisable_moves_are_found() {
    for (fault, reason) in [
        (InjectedFault::MovesAfterTheEnd, "is not legal"),
        (InjectedFault::RepeatedMove, "is listed twice"),
    ] {
        let text = panic_of(|| randomisable_conforms(&BrokenKuhn::new(fault), Seed(1), 3));
        assert!(text.is_some_and(|text| text.contains(reason)), "{reason}");
    }
}
