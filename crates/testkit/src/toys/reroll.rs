//! Keep or re-roll a die: a game of chance with a known value.

use ludorum_core::{
    Chance, ChanceListingStatus, Configure, Game, NodeKind, Notation, NotationError, Outcome,
    ParamError, Params, PerSeat, Rng, Seat, Seed, TerminalStyle,
};

/// Die game: seat 1 rolls a die and may keep it or roll again, at most three times. Seat 2 pays the
/// pips above 3.5 and receives those below.
///
/// The value under optimal play is 14/3 pips: keep 5 and 6 of the first roll, 4 to 6 of the second.
#[derive(Clone, Copy, Debug)]
pub struct RerollGame;

/// State of [`RerollGame`]: the die and the number of rolls left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerollGameState {
    rolls_left: u8,
    pips: u8,
    phase: RerollGamePhase,
}

impl RerollGameState {
    /// Face value of the die; 0 before the first roll.
    pub fn pips(&self) -> u8 {
        self.pips
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RerollGamePhase {
    Rolling,
    Choosing,
    Kept,
}

/// A decision of seat 1, or the chance event of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RerollMove {
    /// Keeps the die and ends the game.
    Keep,
    /// Rolls the die again.
    Again,
    /// Chance event: the die shows this value.
    Pips(u8),
}

impl RerollGame {
    /// Utility of seat 1 if the die shows `pips`, which may be a mean value.
    pub fn utility(pips: f64) -> f64 {
        (pips - 3.5) / 2.5
    }
}

impl Game for RerollGame {
    type State = RerollGameState;
    type Move = RerollMove;
    type Undo = RerollGameState;
    type View = RerollGameState;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> RerollGameState {
        RerollGameState {
            rolls_left: 3,
            pips: 0,
            phase: RerollGamePhase::Rolling,
        }
    }

    fn node(&self, state: &RerollGameState) -> NodeKind {
        match state.phase {
            RerollGamePhase::Rolling => NodeKind::Chance,
            RerollGamePhase::Choosing => NodeKind::Decide(Seat::FIRST),
            RerollGamePhase::Kept => NodeKind::Over,
        }
    }

    fn moves(&self, state: &RerollGameState, out: &mut Vec<RerollMove>) {
        if state.phase == RerollGamePhase::Choosing {
            out.extend([RerollMove::Keep, RerollMove::Again]);
        }
    }

    fn make(&self, state: &mut RerollGameState, mv: RerollMove) -> RerollGameState {
        let before = state.clone();
        match mv {
            RerollMove::Keep => state.phase = RerollGamePhase::Kept,
            RerollMove::Again => state.phase = RerollGamePhase::Rolling,
            RerollMove::Pips(pips) => {
                state.pips = pips;
                state.rolls_left -= 1;
                state.phase = match state.rolls_left {
                    0 => RerollGamePhase::Kept,
                    _ => RerollGamePhase::Choosing,
                };
            }
        }
        before
    }

    fn unmake(&self, state: &mut RerollGameState, _: RerollMove, undo: RerollGameState) {
        *state = undo;
    }

    fn outcome(&self, state: &RerollGameState) -> Option<Outcome> {
        (state.phase == RerollGamePhase::Kept).then(|| {
            let utility = RerollGame::utility(f64::from(state.pips));
            let winner = Seat::new(usize::from(utility < 0.0));
            Outcome::win(2, winner).with_utilities(PerSeat::from_fn(2, |seat| {
                if seat == Seat::FIRST {
                    utility
                } else {
                    -utility
                }
            }))
        })
    }

    fn key(&self, state: &RerollGameState) -> u64 {
        Seed(u64::from(state.rolls_left))
            .child("phase", state.phase as u64)
            .child("pips", u64::from(state.pips))
            .0
    }

    fn view(&self, state: &RerollGameState, _: Seat) -> RerollGameState {
        state.clone()
    }

    fn max_plies(&self) -> u32 {
        5
    }
}

impl Chance for RerollGame {
    fn events(
        &self,
        state: &RerollGameState,
        out: &mut Vec<(RerollMove, f64)>,
    ) -> ChanceListingStatus {
        if state.phase == RerollGamePhase::Rolling {
            out.extend((1..=6).map(|pips| (RerollMove::Pips(pips), 1.0 / 6.0)));
        }
        ChanceListingStatus::Complete
    }

    fn sample(&self, _: &RerollGameState, rng: &mut Rng) -> RerollMove {
        RerollMove::Pips(1 + rng.below(6) as u8)
    }
}

impl Configure for RerollGame {
    const NAME: &'static str = "three-rolls";
    const SUMMARY: &'static str = "Keep the die or roll again";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["last-roll"];

    fn configure(_: &Params) -> Result<RerollGame, ParamError> {
        Ok(RerollGame)
    }
}

impl Notation for RerollGame {
    fn print_move(&self, mv: RerollMove) -> String {
        match mv {
            RerollMove::Keep => "keep".to_owned(),
            RerollMove::Again => "again".to_owned(),
            RerollMove::Pips(pips) => format!("={pips}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<RerollMove, NotationError> {
        match text {
            "keep" => Ok(RerollMove::Keep),
            "again" => Ok(RerollMove::Again),
            _ => match text.strip_prefix('=').map(str::as_bytes) {
                Some([pips @ b'1'..=b'6']) => Ok(RerollMove::Pips(pips - b'0')),
                _ => Err(NotationError::at(1, "expected keep, again, or =1 to =6")),
            },
        }
    }

    fn print_position(&self, state: &RerollGameState) -> String {
        let phase = match state.phase {
            RerollGamePhase::Rolling => 'r',
            RerollGamePhase::Choosing => 'c',
            RerollGamePhase::Kept => 'k',
        };
        format!("{}{}{phase}", state.rolls_left, state.pips)
    }

    fn parse_position(&self, text: &str) -> Result<RerollGameState, NotationError> {
        let (rolls_left, pips, phase) = match text.as_bytes() {
            [rolls @ b'0'..=b'3', pips @ b'0'..=b'6', phase] => (rolls - b'0', pips - b'0', phase),
            _ => return Err(NotationError::new("a position is rolls left, pips, phase")),
        };
        let phase = match phase {
            b'r' => RerollGamePhase::Rolling,
            b'c' => RerollGamePhase::Choosing,
            b'k' => RerollGamePhase::Kept,
            _ => return Err(NotationError::at(3, "a phase is r, c or k")),
        };
        let comes_up = match phase {
            RerollGamePhase::Rolling => (rolls_left == 3) == (pips == 0) && rolls_left > 0,
            RerollGamePhase::Choosing => pips > 0 && (1..3).contains(&rolls_left),
            RerollGamePhase::Kept => pips > 0 && rolls_left < 3,
        };
        if !comes_up {
            return Err(NotationError::new("no game comes to this"));
        }
        Ok(RerollGameState {
            rolls_left,
            pips,
            phase,
        })
    }

    fn draw(&self, view: &RerollGameState, ink: TerminalStyle) -> String {
        format!(
            "die {}, {} rolls left\n",
            ink.strong(&view.pips.to_string()),
            view.rolls_left
        )
    }
}
