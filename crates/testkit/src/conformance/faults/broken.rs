//! Kuhn poker with one injected fault.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::{
    Chance, ChanceListingStatus, Determinize, Game, NodeKind, Notation, NotationError, Outcome,
    Randomisable, Rng, Seat, Seed, TerminalStyle,
};

use crate::toys::{KuhnMove, KuhnPoker, KuhnState, KuhnView};

/// A fault of a game that violates one property of the conformance suite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum InjectedFault {
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
    LeakyObservationId,
    BlurredObservationId,
}

/// Kuhn poker with one injected fault.
pub(super) struct BrokenKuhn {
    fault: InjectedFault,
    ticks: AtomicU64,
    /// State saved to implement [`InjectedFault::UndoOfTheLastMoveOnly`].
    last: Mutex<Option<BrokenState>>,
}

/// State of Kuhn poker with a ply counter that equality ignores.
#[derive(Clone, Debug)]
pub(super) struct BrokenState {
    kuhn: KuhnState,
    plies: u64,
}

impl PartialEq for BrokenState {
    fn eq(&self, other: &BrokenState) -> bool {
        self.kuhn == other.kuhn
    }
}

impl Eq for BrokenState {}

/// View of a seat; `secret` is the state that [`InjectedFault::AlwaysTheTruth`] leaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BrokenView {
    shown: KuhnView,
    secret: Option<BrokenState>,
}

impl BrokenKuhn {
    pub(super) fn new(fault: InjectedFault) -> BrokenKuhn {
        BrokenKuhn {
            fault,
            ticks: AtomicU64::new(0),
            last: Mutex::new(None),
        }
    }

    fn has(&self, fault: InjectedFault) -> bool {
        self.fault == fault
    }

    /// True in every second call if `fault` is injected; otherwise always false.
    fn has_every_second_time(&self, fault: InjectedFault) -> bool {
        self.has(fault) && self.ticks.fetch_add(1, Ordering::Relaxed) % 2 == 1
    }

    /// Splits a position into the first card, the second card and the betting.
    fn parts(state: &BrokenState) -> (char, char, String) {
        let text = KuhnPoker.print_position(&state.kuhn);
        let mut chars = text.chars();
        let card = |c: Option<char>| c.expect("a position begins with two cards");
        (card(chars.next()), card(chars.next()), chars.collect())
    }

    fn parse_state(text: &str) -> Result<BrokenState, NotationError> {
        KuhnPoker
            .parse_position(text)
            .map(|kuhn| BrokenState { kuhn, plies: 0 })
    }
}

impl Game for BrokenKuhn {
    type State = BrokenState;
    type Move = KuhnMove;
    type Undo = BrokenState;
    type View = BrokenView;

    fn seats(&self) -> usize {
        if self.has(InjectedFault::NoSeats) {
            0
        } else {
            2
        }
    }

    fn initial(&self, seed: Seed) -> BrokenState {
        let mut kuhn = KuhnPoker.initial(seed);
        if self.has_every_second_time(InjectedFault::RandomStart) {
            KuhnPoker.make(&mut kuhn, KuhnMove::Deal(1));
        }
        let plies = match self.fault {
            InjectedFault::MovesByGameNumber => self.ticks.fetch_add(1, Ordering::Relaxed),
            _ => 0,
        };
        BrokenState { kuhn, plies }
    }

    fn node(&self, state: &BrokenState) -> NodeKind {
        let holds_3 = BrokenKuhn::parts(state).1 == '3';
        match KuhnPoker.node(&state.kuhn) {
            NodeKind::Decide(_) if self.has(InjectedFault::WrongSeat) => {
                NodeKind::Decide(Seat::new(2))
            }
            NodeKind::Decide(Seat::FIRST)
                if self.has(InjectedFault::NodeByHiddenCard) && holds_3 =>
            {
                NodeKind::Decide(Seat::new(1))
            }
            node => node,
        }
    }

    fn moves(&self, state: &BrokenState, out: &mut Vec<KuhnMove>) {
        if self.has(InjectedFault::ClearedList) {
            out.clear();
        }
        let (_, second, bets) = BrokenKuhn::parts(state);
        match KuhnPoker.node(&state.kuhn) {
            NodeKind::Chance if self.has(InjectedFault::MovesAtChance) => {
                out.push(KuhnMove::Deal(1));
            }
            NodeKind::Over if self.has(InjectedFault::MovesAfterTheEnd) => out.push(KuhnMove::Pass),
            NodeKind::Decide(_) if self.has(InjectedFault::NoMoves) && bets == "b" => {}
            NodeKind::Decide(Seat::FIRST)
                if self.has(InjectedFault::MovesByHiddenCard) && second == '3' =>
            {
                out.push(KuhnMove::Pass);
            }
            NodeKind::Decide(_)
                if self.has_every_second_time(InjectedFault::MovesInRandomOrder) =>
            {
                out.extend([KuhnMove::Bet, KuhnMove::Pass]);
            }
            // By this time every position has occurred.
            NodeKind::Decide(_)
                if self.has(InjectedFault::MovesByGameNumber) && state.plies > 80 =>
            {
                out.extend([KuhnMove::Bet, KuhnMove::Pass]);
            }
            NodeKind::Decide(_) if self.has(InjectedFault::RepeatedMove) => {
                out.extend([KuhnMove::Pass, KuhnMove::Bet, KuhnMove::Pass]);
            }
            _ => KuhnPoker.moves(&state.kuhn, out),
        }
    }

    fn make(&self, state: &mut BrokenState, mv: KuhnMove) -> BrokenState {
        let before = state.clone();
        *self.last.lock().expect("the lock is not poisoned") = Some(before.clone());
        let mv = match mv {
            KuhnMove::Bet if self.has_every_second_time(InjectedFault::RandomMake) => {
                KuhnMove::Pass
            }
            mv => mv,
        };
        KuhnPoker.make(&mut state.kuhn, mv);
        state.plies += 1;
        before
    }

    fn unmake(&self, state: &mut BrokenState, mv: KuhnMove, before: BrokenState) {
        let last = self.last.lock().expect("the lock is not poisoned");
        match last.as_ref() {
            Some(last) if self.has(InjectedFault::UndoOfTheLastMoveOnly) => *state = last.clone(),
            _ if self.has(InjectedFault::ForgottenUndo) && mv == KuhnMove::Bet => {}
            _ => *state = before,
        }
    }

    fn outcome(&self, state: &BrokenState) -> Option<Outcome> {
        let outcome = KuhnPoker.outcome(&state.kuhn);
        if self.has(InjectedFault::EarlyOutcome) {
            return outcome.or(Some(Outcome::draw(2)));
        }
        let outcome = outcome?;
        match self.fault {
            InjectedFault::NoOutcome => None,
            InjectedFault::OutcomeForThree => Some(Outcome::draw(3)),
            InjectedFault::PayingLoser => {
                Some(outcome.with_utilities(outcome.utilities().map(|utility| -utility)))
            }
            InjectedFault::UnfairStakes => {
                Some(outcome.with_utilities(outcome.utilities().map(|utility| utility.max(-0.25))))
            }
            _ => Some(outcome),
        }
    }

    fn key(&self, state: &BrokenState) -> u64 {
        let (first, second, bets) = BrokenKuhn::parts(state);
        match self.fault {
            InjectedFault::KeyWithoutBets => u64::from(first) * 256 + u64::from(second),
            InjectedFault::KeyWithoutCards => Seed(bets.len() as u64).child(&bets, 0).0,
            InjectedFault::KeyWithoutCardsOnceBet if !bets.is_empty() => Seed(0).child(&bets, 0).0,
            InjectedFault::DriftingKey => KuhnPoker.key(&state.kuhn) ^ state.plies,
            InjectedFault::RandomKey => self.ticks.fetch_add(1, Ordering::Relaxed),
            _ => KuhnPoker.key(&state.kuhn),
        }
    }

    fn view(&self, state: &BrokenState, seat: Seat) -> BrokenView {
        let (first, second, _) = BrokenKuhn::parts(state);
        let shown = if self.has(InjectedFault::BetsForgottenInView)
            || self.has_every_second_time(InjectedFault::RandomView)
        {
            BrokenKuhn::parse_state(&format!("{first}{second}")).expect("cards without bets")
        } else {
            state.clone()
        };
        BrokenView {
            shown: KuhnPoker.view(&shown.kuhn, seat),
            secret: self
                .has(InjectedFault::AlwaysTheTruth)
                .then(|| state.clone()),
        }
    }

    fn max_plies(&self) -> u32 {
        if self.has(InjectedFault::TooShortACap) {
            4
        } else {
            5
        }
    }
}

impl Chance for BrokenKuhn {
    fn events(&self, state: &BrokenState, out: &mut Vec<(KuhnMove, f64)>) -> ChanceListingStatus {
        if self.has(InjectedFault::ClearedEvents) {
            out.clear();
        }
        KuhnPoker.events(&state.kuhn, out);
        match self.fault {
            InjectedFault::MissingEvent => drop(out.pop()),
            InjectedFault::ImpossibleOdds => {
                // The probabilities still sum to one.
                if let [first, second, ..] = &mut out[..] {
                    second.1 += first.1;
                    first.1 = 0.0;
                }
            }
            InjectedFault::RepeatedEvent => {
                for event in out.iter_mut() {
                    event.1 /= 2.0;
                }
                out.extend_from_within(..);
            }
            InjectedFault::ListedTooMany => return ChanceListingStatus::TooMany,
            _ => {}
        }
        ChanceListingStatus::Complete
    }

    fn sample(&self, state: &BrokenState, rng: &mut Rng) -> KuhnMove {
        let mut events = Vec::new();
        KuhnPoker.events(&state.kuhn, &mut events);
        match self.fault {
            InjectedFault::LoadedDie => events[0].0,
            InjectedFault::ImpossibleEvent => KuhnMove::Pass,
            InjectedFault::DrawnButNotListed if rng.below(1000) == 0 => KuhnMove::Pass,
            _ => KuhnPoker.sample(&state.kuhn, rng),
        }
    }

    fn is_possible(&self, state: &BrokenState, event: KuhnMove) -> bool {
        match self.fault {
            InjectedFault::DrawnButNotListed => true,
            InjectedFault::ListedButImpossible if event == KuhnMove::Deal(3) => false,
            _ => KuhnPoker.is_possible(&state.kuhn, event),
        }
    }
}

impl Determinize for BrokenKuhn {
    fn determinize(&self, view: &BrokenView, rng: &mut Rng) -> BrokenState {
        if let Some(secret) = &view.secret {
            return secret.clone();
        }
        let mut world = || BrokenState {
            kuhn: KuhnPoker.determinize(&view.shown, rng),
            plies: 0,
        };
        match self.fault {
            InjectedFault::AlwaysTheLowestCard => (0..64)
                .map(|_| world())
                .min_by_key(BrokenKuhn::parts)
                .expect("there are 64"),
            InjectedFault::OtherCardInView => {
                let world = world();
                let (first, second, bets) = BrokenKuhn::parts(&world);
                BrokenKuhn::parse_state(&format!("{second}{first}{bets}")).unwrap_or(world)
            }
            _ => world(),
        }
    }

    fn observation_id(&self, state: &BrokenState, mv: KuhnMove, seat: Seat) -> u64 {
        match mv {
            KuhnMove::Deal(card) if self.has(InjectedFault::LeakyObservationId) => u64::from(card),
            KuhnMove::Bet if self.has(InjectedFault::BlurredObservationId) => {
                self.observation_id(state, KuhnMove::Pass, seat)
            }
            _ => KuhnPoker.observation_id(&state.kuhn, mv, seat),
        }
    }
}

impl Notation for BrokenKuhn {
    fn print_move(&self, mv: KuhnMove) -> String {
        match (self.fault, mv) {
            (InjectedFault::SpaceInMove, KuhnMove::Bet) => "bet one".to_owned(),
            (InjectedFault::SameTextForTwoMoves, KuhnMove::Bet) => "pass".to_owned(),
            _ => KuhnPoker.print_move(mv),
        }
    }

    fn parse_move(&self, text: &str) -> Result<KuhnMove, NotationError> {
        match (self.fault, text) {
            (InjectedFault::PanicOnRubbishMove, _) if !text.is_ascii() => panic!("not ASCII"),
            (InjectedFault::SpaceInMove, "bet one") => Ok(KuhnMove::Bet),
            (InjectedFault::MisreadMove, "bet") => Ok(KuhnMove::Pass),
            (InjectedFault::LooseMoveText, _) if text.starts_with("deal1") => Ok(KuhnMove::Deal(1)),
            _ => KuhnPoker.parse_move(text),
        }
    }

    fn check_move(&self, state: &BrokenState, mv: KuhnMove) -> Result<(), NotationError> {
        match self.fault {
            InjectedFault::RefusedMove if mv == KuhnMove::Bet => {
                Err(NotationError::new("no betting"))
            }
            InjectedFault::AllowedMove => Ok(()),
            InjectedFault::SilentRefusal => {
                let verdict = KuhnPoker.check_move(&state.kuhn, mv);
                verdict.map_err(|_| NotationError::new(""))
            }
            _ => KuhnPoker.check_move(&state.kuhn, mv),
        }
    }

    fn print_position(&self, state: &BrokenState) -> String {
        let (first, second, bets) = BrokenKuhn::parts(state);
        match self.fault {
            InjectedFault::SpaceInPosition => format!("{first}{second} {bets}"),
            InjectedFault::ForgetfulPositionText => format!("{first}-"),
            _ => KuhnPoker.print_position(&state.kuhn),
        }
    }

    fn parse_position(&self, text: &str) -> Result<BrokenState, NotationError> {
        match self.fault {
            InjectedFault::PanicOnRubbishPosition if !text.is_ascii() => panic!("not ASCII"),
            InjectedFault::PanicOnOddPosition if text.starts_with("11") => {
                panic!("the same card twice")
            }
            InjectedFault::SpaceInPosition => BrokenKuhn::parse_state(&text.replacen(' ', "", 1)),
            InjectedFault::UnreadPosition if text.ends_with("pb") => {
                Err(NotationError::new("not this one"))
            }
            InjectedFault::MisreadPosition if text.ends_with("pb") => {
                BrokenKuhn::parse_state(&text.replace("pb", "b"))
            }
            // Accepts bets before the cards are dealt.
            InjectedFault::LoosePosition | InjectedFault::PositionItCannotWrite
                if text.starts_with('-')
                    && text.len() > 2
                    && (self.has(InjectedFault::LoosePosition) || text != "--bp") =>
            {
                let mut state = self.initial(Seed(0));
                self.make(&mut state, KuhnMove::Bet);
                self.make(&mut state, KuhnMove::Pass);
                Ok(state)
            }
            _ => BrokenKuhn::parse_state(text),
        }
    }

    fn draw(&self, view: &BrokenView, ink: TerminalStyle) -> String {
        let drawing = KuhnPoker.draw(&view.shown, ink);
        let is_over = drawing.contains("Over");
        match self.fault {
            InjectedFault::RandomDrawing => {
                format!("{drawing}{}\n", self.ticks.fetch_add(1, Ordering::Relaxed))
            }
            InjectedFault::ColourOnlyDrawing if ink == TerminalStyle::Colour => {
                format!("{drawing}in colour\n")
            }
            InjectedFault::EscapesInPlainInk => KuhnPoker.draw(&view.shown, TerminalStyle::Colour),
            InjectedFault::PanicInDrawing if is_over => panic!("nothing to draw"),
            _ => drawing,
        }
    }
}

impl Randomisable for BrokenKuhn {
    fn randomisable(&self, state: &BrokenState, out: &mut Vec<KuhnMove>) {
        match self.fault {
            InjectedFault::MovesAfterTheEnd => out.push(KuhnMove::Pass),
            _ => self.moves(state, out),
        }
    }
}
