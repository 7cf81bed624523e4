//! Kuhn poker: two seats, three cards, one hidden card each.

use ludorum_core::{
    Chance, ChanceListingStatus, Configure, Determinize, Game, NodeKind, Notation, NotationError,
    Outcome, ParamError, Params, PerSeat, Rng, Seat, Seed, TerminalStyle, stable_hash,
};

/// Kuhn poker (1950). Each seat antes one chip and gets one of the cards 1, 2, 3; then a bet of one
/// chip may be made and called. Utilities are half the chips. Seat 1 loses 1/18 chip on average
/// under optimal play.
#[derive(Clone, Copy, Debug)]
pub struct KuhnPoker;

/// State of Kuhn poker: cards and betting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KuhnState {
    cards: [Option<u8>; 2],
    bets: KuhnBetting,
}

/// View of a seat in Kuhn poker: its own card and the betting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KuhnView {
    seat: Seat,
    card: Option<u8>,
    dealt: u8,
    bets: KuhnBetting,
}

impl KuhnView {
    /// The observing seat's own card; `None` before it is dealt.
    pub fn card(&self) -> Option<u8> {
        self.card
    }
}

/// A deal or a betting action of Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KuhnMove {
    /// Chance event: deals this card to the next seat.
    Deal(u8),
    /// Checks, or folds to a bet.
    Pass,
    /// Bets, or calls a bet.
    Bet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KuhnBetting {
    None,
    Passed,
    Bet,
    PassedBet,
    Over { chips: u8, folded_to: Option<Seat> },
}

impl KuhnState {
    fn dealt(&self) -> usize {
        self.cards.iter().flatten().count()
    }

    fn left_in_deck(&self) -> impl Iterator<Item = u8> + Clone + '_ {
        (1..=3).filter(|&card| !self.cards.contains(&Some(card)))
    }

    fn winner(&self) -> Option<(Seat, u8)> {
        let KuhnBetting::Over { chips, folded_to } = self.bets else {
            return None;
        };
        let higher = Seat::new(usize::from(self.cards[1] > self.cards[0]));
        // Without a showdown the seat that bet takes the pot.
        Some((folded_to.unwrap_or(higher), chips))
    }
}

impl Game for KuhnPoker {
    type State = KuhnState;
    type Move = KuhnMove;
    type Undo = KuhnState;
    type View = KuhnView;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> KuhnState {
        KuhnState {
            cards: [None; 2],
            bets: KuhnBetting::None,
        }
    }

    fn node(&self, state: &KuhnState) -> NodeKind {
        if state.dealt() < 2 {
            return NodeKind::Chance;
        }
        match state.bets {
            KuhnBetting::None | KuhnBetting::PassedBet => NodeKind::Decide(Seat::FIRST),
            KuhnBetting::Passed | KuhnBetting::Bet => NodeKind::Decide(Seat::new(1)),
            KuhnBetting::Over { .. } => NodeKind::Over,
        }
    }

    fn moves(&self, state: &KuhnState, out: &mut Vec<KuhnMove>) {
        if let NodeKind::Decide(_) = self.node(state) {
            out.extend([KuhnMove::Pass, KuhnMove::Bet]);
        }
    }

    fn make(&self, state: &mut KuhnState, mv: KuhnMove) -> KuhnState {
        let before = state.clone();
        let bettor_wins = |seat| KuhnBetting::Over {
            chips: 1,
            folded_to: Some(Seat::new(seat)),
        };
        let showdown = |chips| KuhnBetting::Over {
            chips,
            folded_to: None,
        };
        state.bets = match (mv, state.bets) {
            (KuhnMove::Deal(card), bets) => {
                let seat = state.dealt();
                state.cards[seat] = Some(card);
                bets
            }
            (KuhnMove::Pass, KuhnBetting::None) => KuhnBetting::Passed,
            (KuhnMove::Bet, KuhnBetting::None) => KuhnBetting::Bet,
            (KuhnMove::Pass, KuhnBetting::Passed) => showdown(1),
            (KuhnMove::Bet, KuhnBetting::Passed) => KuhnBetting::PassedBet,
            (KuhnMove::Pass, KuhnBetting::Bet) => bettor_wins(0),
            (KuhnMove::Pass, KuhnBetting::PassedBet) => bettor_wins(1),
            (KuhnMove::Bet, KuhnBetting::Bet | KuhnBetting::PassedBet) => showdown(2),
            (_, KuhnBetting::Over { .. }) => panic!("no moves after the end"),
        };
        before
    }

    fn unmake(&self, state: &mut KuhnState, _: KuhnMove, undo: KuhnState) {
        *state = undo;
    }

    fn outcome(&self, state: &KuhnState) -> Option<Outcome> {
        state.winner().map(|(winner, chips)| {
            let stake = f64::from(chips) / 2.0;
            Outcome::win(2, winner).with_utilities(PerSeat::from_fn(2, |seat| {
                if seat == winner { stake } else { -stake }
            }))
        })
    }

    fn key(&self, state: &KuhnState) -> u64 {
        let cards = state.cards.map(|card| u64::from(card.unwrap_or(0)));
        let bets = match state.bets {
            KuhnBetting::None => 0,
            KuhnBetting::Passed => 1,
            KuhnBetting::Bet => 2,
            KuhnBetting::PassedBet => 3,
            KuhnBetting::Over { chips, folded_to } => {
                4 + u64::from(chips) * 4 + folded_to.map_or(3, |seat| seat.index() as u64)
            }
        };
        Seed(bets).child("cards", cards[0] * 4 + cards[1]).0
    }

    fn view(&self, state: &KuhnState, seat: Seat) -> KuhnView {
        KuhnView {
            seat,
            card: state.cards[seat.index()],
            dealt: state.dealt() as u8,
            bets: state.bets,
        }
    }

    fn max_plies(&self) -> u32 {
        5
    }
}

impl Chance for KuhnPoker {
    fn events(&self, state: &KuhnState, out: &mut Vec<(KuhnMove, f64)>) -> ChanceListingStatus {
        if self.node(state) == NodeKind::Chance {
            let cards = state.left_in_deck();
            let odds = 1.0 / cards.clone().count() as f64;
            out.extend(cards.map(|card| (KuhnMove::Deal(card), odds)));
        }
        ChanceListingStatus::Complete
    }

    fn sample(&self, state: &KuhnState, rng: &mut Rng) -> KuhnMove {
        let cards: Vec<u8> = state.left_in_deck().collect();
        KuhnMove::Deal(*rng.pick(&cards).expect("the deck is never empty"))
    }
}

impl Determinize for KuhnPoker {
    fn determinize(&self, view: &KuhnView, rng: &mut Rng) -> KuhnState {
        let mut state = KuhnState {
            cards: [None; 2],
            bets: view.bets,
        };
        state.cards[view.seat.index()] = view.card;
        let unseen: Vec<u8> = state.left_in_deck().collect();
        let other = 1 - view.seat.index();
        if usize::from(view.dealt) > other {
            state.cards[other] = rng.pick(&unseen).copied();
        }
        state
    }

    fn observation_id(&self, state: &KuhnState, mv: KuhnMove, seat: Seat) -> u64 {
        match mv {
            KuhnMove::Deal(_) if seat.index() != state.dealt() => 0,
            _ => stable_hash(mv),
        }
    }
}

impl Configure for KuhnPoker {
    const NAME: &'static str = "kuhn";
    const SUMMARY: &'static str = "Poker with three cards";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["fold", "showdown"];

    fn configure(_: &Params) -> Result<KuhnPoker, ParamError> {
        Ok(KuhnPoker)
    }
}

impl Notation for KuhnPoker {
    fn print_move(&self, mv: KuhnMove) -> String {
        match mv {
            KuhnMove::Deal(card) => format!("deal{card}"),
            KuhnMove::Pass => "pass".to_owned(),
            KuhnMove::Bet => "bet".to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<KuhnMove, NotationError> {
        match text {
            "pass" => Ok(KuhnMove::Pass),
            "bet" => Ok(KuhnMove::Bet),
            "deal1" => Ok(KuhnMove::Deal(1)),
            "deal2" => Ok(KuhnMove::Deal(2)),
            "deal3" => Ok(KuhnMove::Deal(3)),
            _ => Err(NotationError::at(
                1,
                "expected pass, bet, or deal1 to deal3",
            )),
        }
    }

    fn print_position(&self, state: &KuhnState) -> String {
        let card = |seat: usize| state.cards[seat].map_or('-', |card| char::from(b'0' + card));
        let bets = match state.bets {
            KuhnBetting::None => "",
            KuhnBetting::Passed => "p",
            KuhnBetting::Bet => "b",
            KuhnBetting::PassedBet => "pb",
            KuhnBetting::Over { chips: 2, .. } => "call",
            KuhnBetting::Over {
                folded_to: None, ..
            } => "pp",
            KuhnBetting::Over {
                folded_to: Some(Seat::FIRST),
                ..
            } => "bp",
            KuhnBetting::Over { .. } => "pbp",
        };
        format!("{}{}{bets}", card(0), card(1))
    }

    fn parse_position(&self, text: &str) -> Result<KuhnState, NotationError> {
        let error = || NotationError::new("a position is two cards and the betting, such as 13pb");
        let read = |c: Option<char>| match c {
            Some('-') => Ok(None),
            Some(c @ '1'..='3') => Ok(Some(c as u8 - b'0')),
            _ => Err(error()),
        };
        let mut chars = text.chars();
        let cards = [read(chars.next())?, read(chars.next())?];
        let over = |chips, folded_to| KuhnBetting::Over { chips, folded_to };
        let bets = match chars.as_str() {
            "" => KuhnBetting::None,
            "p" => KuhnBetting::Passed,
            "b" => KuhnBetting::Bet,
            "pb" => KuhnBetting::PassedBet,
            "pp" => over(1, None),
            "bp" => over(1, Some(Seat::FIRST)),
            "pbp" => over(1, Some(Seat::new(1))),
            "call" => over(2, None),
            _ => return Err(error()),
        };
        let missing = cards.contains(&None)
            && (bets != KuhnBetting::None || cards[0].is_none() && cards[1].is_some());
        if missing || (cards[0].is_some() && cards[0] == cards[1]) {
            return Err(error());
        }
        Ok(KuhnState { cards, bets })
    }

    fn draw(&self, view: &KuhnView, ink: TerminalStyle) -> String {
        let card = view.card.map_or("-".to_owned(), |card| card.to_string());
        format!("your card {}, {:?}\n", ink.strong(&card), view.bets)
    }

    fn observed_move(&self, state: &KuhnState, mv: KuhnMove, to: Option<Seat>) -> String {
        match mv {
            KuhnMove::Deal(_) if to.map(Seat::index) != Some(state.dealt()) => "deal?".to_owned(),
            _ => self.print_move(mv),
        }
    }
}
