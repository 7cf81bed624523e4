//! Kuhn poker with a mistake in it that can be chosen.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::{
    Chance, Game, Hidden, Ink, Listing, Node, Notation, Outcome, Randomisable, Rng, Seat, Seed,
    TextError,
};

use crate::toys::{Kuhn, KuhnMove, KuhnState, KuhnView};

/// A mistake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fault {
    None,
    NoSeats,
    WrongSeat,
    NoMoves,
    MovesAfterTheEnd,
    MovesAtChance,
    NoOutcome,
    EarlyOutcome,
    RepeatedMove,
    ClearedList,
    MovesInRandomOrder,
    ForgottenUndo,
    UndoOfTheLastMoveOnly,
    RandomMake,
    RandomKey,
    KeyWithoutBets,
    KeyWithoutCards,
    KeyWithoutCardsOnceBet,
    MovesByGameNumber,
    DriftingKey,
    OutcomeForThree,
    PayingLoser,
    UnfairStakes,
    TooShortACap,
    RandomStart,
    MissingEvent,
    ImpossibleOdds,
    RepeatedEvent,
    ListedButImpossible,
    ClearedEvents,
    ListedTooMany,
    ImpossibleEvent,
    LoadedDie,
    DrawnButNotListed,
    SpaceInMove,
    SameTextForTwoMoves,
    MisreadMove,
    LooseMoveText,
    PanicOnRubbishMove,
    PanicOnRubbishPosition,
    PanicOnOddPosition,
    RefusedMove,
    AllowedMove,
    SilentRefusal,
    SpaceInPosition,
    UnreadPosition,
    MisreadPosition,
    ForgetfulPositionText,
    LoosePosition,
    PositionItCannotWrite,
    OtherCardInView,
    RandomView,
    BetsForgottenInView,
    AlwaysTheLowestCard,
    AlwaysTheTruth,
    MovesByHiddenCard,
    NodeByHiddenCard,
    RandomDrawing,
    ColourOnlyDrawing,
    EscapesInPlainInk,
    PanicInDrawing,
    TellingSign,
    BlurredSign,
}

/// Kuhn poker with a fault.
pub(super) struct Broken {
    fault: Fault,
    ticks: AtomicU64,
    /// What [`Fault::UndoOfTheLastMoveOnly`] remembers.
    last: Mutex<Option<Table>>,
}

/// The cards, and a count that equality does not see.
#[derive(Clone, Debug)]
pub(super) struct Table {
    kuhn: KuhnState,
    plies: u64,
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.kuhn == other.kuhn
    }
}

impl Eq for Table {}

/// What a seat sees, and what [`Fault::AlwaysTheTruth`] smuggles in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    shown: KuhnView,
    secret: Option<Table>,
}

impl Broken {
    pub(super) fn new(fault: Fault) -> Broken {
        Broken {
            fault,
            ticks: AtomicU64::new(0),
            last: Mutex::new(None),
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// Whether the fault is there and it is every second time that it is asked for.
    fn has_now_and_then(&self, fault: Fault) -> bool {
        self.has(fault) && self.ticks.fetch_add(1, Ordering::Relaxed) % 2 == 1
    }

    /// The first card, the second card, and the betting.
    fn parts(table: &Table) -> (char, char, String) {
        let text = Kuhn.print_position(&table.kuhn);
        let mut chars = text.chars();
        let card = |c: Option<char>| c.expect("a position begins with two cards");
        (card(chars.next()), card(chars.next()), chars.collect())
    }

    fn table(text: &str) -> Result<Table, TextError> {
        Kuhn.parse_position(text)
            .map(|kuhn| Table { kuhn, plies: 0 })
    }
}

impl Game for Broken {
    type State = Table;
    type Move = KuhnMove;
    type Undo = Table;
    type View = View;

    fn seats(&self) -> usize {
        if self.has(Fault::NoSeats) { 0 } else { 2 }
    }

    fn initial(&self, seed: Seed) -> Table {
        let mut kuhn = Kuhn.initial(seed);
        if self.has_now_and_then(Fault::RandomStart) {
            Kuhn.make(&mut kuhn, KuhnMove::Deal(1));
        }
        let plies = match self.fault {
            Fault::MovesByGameNumber => self.ticks.fetch_add(1, Ordering::Relaxed),
            _ => 0,
        };
        Table { kuhn, plies }
    }

    fn node(&self, table: &Table) -> Node {
        let holds_3 = Broken::parts(table).1 == '3';
        match Kuhn.node(&table.kuhn) {
            Node::Decide(_) if self.has(Fault::WrongSeat) => Node::Decide(Seat::new(2)),
            Node::Decide(Seat::FIRST) if self.has(Fault::NodeByHiddenCard) && holds_3 => {
                Node::Decide(Seat::new(1))
            }
            node => node,
        }
    }

    fn moves(&self, table: &Table, out: &mut Vec<KuhnMove>) {
        if self.has(Fault::ClearedList) {
            out.clear();
        }
        let (_, second, bets) = Broken::parts(table);
        match Kuhn.node(&table.kuhn) {
            Node::Chance if self.has(Fault::MovesAtChance) => out.push(KuhnMove::Deal(1)),
            Node::Over if self.has(Fault::MovesAfterTheEnd) => out.push(KuhnMove::Pass),
            Node::Decide(_) if self.has(Fault::NoMoves) && bets == "b" => {}
            Node::Decide(Seat::FIRST) if self.has(Fault::MovesByHiddenCard) && second == '3' => {
                out.push(KuhnMove::Pass);
            }
            Node::Decide(_) if self.has_now_and_then(Fault::MovesInRandomOrder) => {
                out.extend([KuhnMove::Bet, KuhnMove::Pass]);
            }
            // By then every position has been seen.
            Node::Decide(_) if self.has(Fault::MovesByGameNumber) && table.plies > 80 => {
                out.extend([KuhnMove::Bet, KuhnMove::Pass]);
            }
            Node::Decide(_) if self.has(Fault::RepeatedMove) => {
                out.extend([KuhnMove::Pass, KuhnMove::Bet, KuhnMove::Pass]);
            }
            _ => Kuhn.moves(&table.kuhn, out),
        }
    }

    fn make(&self, table: &mut Table, mv: KuhnMove) -> Table {
        let before = table.clone();
        *self.last.lock().expect("nobody panics with this lock") = Some(before.clone());
        let mv = match mv {
            KuhnMove::Bet if self.has_now_and_then(Fault::RandomMake) => KuhnMove::Pass,
            mv => mv,
        };
        Kuhn.make(&mut table.kuhn, mv);
        table.plies += 1;
        before
    }

    fn unmake(&self, table: &mut Table, mv: KuhnMove, before: Table) {
        let last = self.last.lock().expect("nobody panics with this lock");
        match last.as_ref() {
            Some(last) if self.has(Fault::UndoOfTheLastMoveOnly) => *table = last.clone(),
            _ if self.has(Fault::ForgottenUndo) && mv == KuhnMove::Bet => {}
            _ => *table = before,
        }
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        let outcome = Kuhn.outcome(&table.kuhn);
        if self.has(Fault::EarlyOutcome) {
            return outcome.or(Some(Outcome::draw(2)));
        }
        let outcome = outcome?;
        match self.fault {
            Fault::NoOutcome => None,
            Fault::OutcomeForThree => Some(Outcome::draw(3)),
            Fault::PayingLoser => {
                Some(outcome.with_utilities(outcome.utilities().map(|utility| -utility)))
            }
            Fault::UnfairStakes => {
                Some(outcome.with_utilities(outcome.utilities().map(|utility| utility.max(-0.25))))
            }
            _ => Some(outcome),
        }
    }

    fn key(&self, table: &Table) -> u64 {
        let (first, second, bets) = Broken::parts(table);
        match self.fault {
            Fault::KeyWithoutBets => u64::from(first) * 256 + u64::from(second),
            Fault::KeyWithoutCards => Seed(bets.len() as u64).child(&bets, 0).0,
            Fault::KeyWithoutCardsOnceBet if !bets.is_empty() => Seed(0).child(&bets, 0).0,
            Fault::DriftingKey => Kuhn.key(&table.kuhn) ^ table.plies,
            Fault::RandomKey => self.ticks.fetch_add(1, Ordering::Relaxed),
            _ => Kuhn.key(&table.kuhn),
        }
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        let (first, second, _) = Broken::parts(table);
        let shown =
            if self.has(Fault::BetsForgottenInView) || self.has_now_and_then(Fault::RandomView) {
                Broken::table(&format!("{first}{second}")).expect("cards without bets")
            } else {
                table.clone()
            };
        View {
            shown: Kuhn.view(&shown.kuhn, seat),
            secret: self.has(Fault::AlwaysTheTruth).then(|| table.clone()),
        }
    }

    fn max_plies(&self) -> u32 {
        if self.has(Fault::TooShortACap) { 4 } else { 5 }
    }
}

impl Chance for Broken {
    fn events(&self, table: &Table, out: &mut Vec<(KuhnMove, f64)>) -> Listing {
        if self.has(Fault::ClearedEvents) {
            out.clear();
        }
        Kuhn.events(&table.kuhn, out);
        match self.fault {
            Fault::MissingEvent => drop(out.pop()),
            Fault::ImpossibleOdds => {
                // They still sum to one.
                if let [first, second, ..] = &mut out[..] {
                    second.1 += first.1;
                    first.1 = 0.0;
                }
            }
            Fault::RepeatedEvent => {
                for event in out.iter_mut() {
                    event.1 /= 2.0;
                }
                out.extend_from_within(..);
            }
            Fault::ListedTooMany => return Listing::TooMany,
            _ => {}
        }
        Listing::Complete
    }

    fn sample(&self, table: &Table, rng: &mut Rng) -> KuhnMove {
        let mut events = Vec::new();
        Kuhn.events(&table.kuhn, &mut events);
        match self.fault {
            Fault::LoadedDie => events[0].0,
            Fault::ImpossibleEvent => KuhnMove::Pass,
            Fault::DrawnButNotListed if rng.below(1000) == 0 => KuhnMove::Pass,
            _ => Kuhn.sample(&table.kuhn, rng),
        }
    }

    fn possible(&self, table: &Table, event: KuhnMove) -> bool {
        match self.fault {
            Fault::DrawnButNotListed => true,
            Fault::ListedButImpossible if event == KuhnMove::Deal(3) => false,
            _ => Kuhn.possible(&table.kuhn, event),
        }
    }
}

impl Hidden for Broken {
    fn determinize(&self, view: &View, rng: &mut Rng) -> Table {
        if let Some(secret) = &view.secret {
            return secret.clone();
        }
        let mut world = || Table {
            kuhn: Kuhn.determinize(&view.shown, rng),
            plies: 0,
        };
        match self.fault {
            Fault::AlwaysTheLowestCard => (0..64)
                .map(|_| world())
                .min_by_key(Broken::parts)
                .expect("there are 64"),
            Fault::OtherCardInView => {
                let world = world();
                let (first, second, bets) = Broken::parts(&world);
                Broken::table(&format!("{second}{first}{bets}")).unwrap_or(world)
            }
            _ => world(),
        }
    }

    fn sign(&self, table: &Table, mv: KuhnMove, seat: Seat) -> u64 {
        match mv {
            KuhnMove::Deal(card) if self.has(Fault::TellingSign) => u64::from(card),
            KuhnMove::Bet if self.has(Fault::BlurredSign) => self.sign(table, KuhnMove::Pass, seat),
            _ => Kuhn.sign(&table.kuhn, mv, seat),
        }
    }
}

impl Notation for Broken {
    fn print_move(&self, mv: KuhnMove) -> String {
        match (self.fault, mv) {
            (Fault::SpaceInMove, KuhnMove::Bet) => "bet one".to_owned(),
            (Fault::SameTextForTwoMoves, KuhnMove::Bet) => "pass".to_owned(),
            _ => Kuhn.print_move(mv),
        }
    }

    fn parse_move(&self, text: &str) -> Result<KuhnMove, TextError> {
        match (self.fault, text) {
            (Fault::PanicOnRubbishMove, _) if !text.is_ascii() => panic!("not ASCII"),
            (Fault::SpaceInMove, "bet one") => Ok(KuhnMove::Bet),
            (Fault::MisreadMove, "bet") => Ok(KuhnMove::Pass),
            (Fault::LooseMoveText, _) if text.starts_with("deal1") => Ok(KuhnMove::Deal(1)),
            _ => Kuhn.parse_move(text),
        }
    }

    fn check_move(&self, table: &Table, mv: KuhnMove) -> Result<(), TextError> {
        match self.fault {
            Fault::RefusedMove if mv == KuhnMove::Bet => Err(TextError::new("no betting")),
            Fault::AllowedMove => Ok(()),
            Fault::SilentRefusal => {
                let verdict = Kuhn.check_move(&table.kuhn, mv);
                verdict.map_err(|_| TextError::new(""))
            }
            _ => Kuhn.check_move(&table.kuhn, mv),
        }
    }

    fn print_position(&self, table: &Table) -> String {
        let (first, second, bets) = Broken::parts(table);
        match self.fault {
            Fault::SpaceInPosition => format!("{first}{second} {bets}"),
            Fault::ForgetfulPositionText => format!("{first}-"),
            _ => Kuhn.print_position(&table.kuhn),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Table, TextError> {
        match self.fault {
            Fault::PanicOnRubbishPosition if !text.is_ascii() => panic!("not ASCII"),
            Fault::PanicOnOddPosition if text.starts_with("11") => panic!("the same card twice"),
            Fault::SpaceInPosition => Broken::table(&text.replacen(' ', "", 1)),
            Fault::UnreadPosition if text.ends_with("pb") => Err(TextError::new("not this one")),
            Fault::MisreadPosition if text.ends_with("pb") => {
                Broken::table(&text.replace("pb", "b"))
            }
            // Reads the betting without asking whether anyone has cards.
            Fault::LoosePosition | Fault::PositionItCannotWrite
                if text.starts_with('-')
                    && text.len() > 2
                    && (self.has(Fault::LoosePosition) || text != "--bp") =>
            {
                let mut table = self.initial(Seed(0));
                self.make(&mut table, KuhnMove::Bet);
                self.make(&mut table, KuhnMove::Pass);
                Ok(table)
            }
            _ => Broken::table(text),
        }
    }

    fn draw(&self, view: &View, ink: Ink) -> String {
        let drawing = Kuhn.draw(&view.shown, ink);
        let is_over = drawing.contains("Over");
        match self.fault {
            Fault::RandomDrawing => {
                format!("{drawing}{}\n", self.ticks.fetch_add(1, Ordering::Relaxed))
            }
            Fault::ColourOnlyDrawing if ink == Ink::Colour => format!("{drawing}in colour\n"),
            Fault::EscapesInPlainInk => Kuhn.draw(&view.shown, Ink::Colour),
            Fault::PanicInDrawing if is_over => panic!("nothing to draw"),
            _ => drawing,
        }
    }
}

impl Randomisable for Broken {
    fn randomisable(&self, table: &Table, out: &mut Vec<KuhnMove>) {
        match self.fault {
            Fault::MovesAfterTheEnd => out.push(KuhnMove::Pass),
            _ => self.moves(table, out),
        }
    }
}
