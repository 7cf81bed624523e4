//! Keep or re-roll a die: a game of chance with a known value.

use ludorum_core::{
    Chance, Configure, EventListing, Game, NodeKind, Notation, NotationError, Outcome, ParamError,
    Params, PerSeat, Rng, Seat, Seed, TerminalStyle,
};

/// Die game: seat 1 rolls a die and may keep it or roll again, at most three times. Seat 2 pays the
/// pips above 3.5 and receives those below.
///
/// The value under optimal play is 14/3 pips: keep 5 and 6 of the first roll, 4 to 6 of the second.
#[derive(Clone, Copy, Debug)]
pub struct ThreeRolls;

/// State of [`ThreeRolls`]: the die and the number of rolls left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollState {
    rolls_left: u8,
    pips: u8,
    phase: RollPhase,
}

impl RollState {
    /// Face value of the die; 0 before the first roll.
    pub fn pips(&self) -> u8 {
        self.pips
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RollPhase {
    Rolling,
    Choosing,
    Kept,
}

/// A decision of seat 1, or the chance event of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollMove {
    /// Keeps the die and ends the game.
    Keep,
    /// Rolls the die again.
    Again,
    /// Chance event: the die shows this value.
    Pips(u8),
}

impl ThreeRolls {
    /// Utility of seat 1 for a value, or mean value, of the die.
    pub fn utility(pips: f64) -> f64 {
        (pips - 3.5) / 2.5
    }
}

impl Game for ThreeRolls {
    type State = RollState;
    type Move = RollMove;
    type Undo = RollState;
    type View = RollState;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> RollState {
        RollState {
            rolls_left: 3,
            pips: 0,
            phase: RollPhase::Rolling,
        }
    }

    fn node(&self, state: &RollState) -> NodeKind {
        match state.phase {
            RollPhase::Rolling => NodeKind::Chance,
            RollPhase::Choosing => NodeKind::Decide(Seat::FIRST),
            RollPhase::Kept => NodeKind::Over,
        }
    }

    fn moves(&self, state: &RollState, out: &mut Vec<RollMove>) {
        if state.phase == RollPhase::Choosing {
            out.extend([RollMove::Keep, RollMove::Again]);
        }
    }

    fn make(&self, state: &mut RollState, mv: RollMove) -> RollState {
        let before = state.clone();
        match mv {
            RollMove::Keep => state.phase = RollPhase::Kept,
            RollMove::Again => state.phase = RollPhase::Rolling,
            RollMove::Pips(pips) => {
                state.pips = pips;
                state.rolls_left -= 1;
                state.phase = match state.rolls_left {
                    0 => RollPhase::Kept,
                    _ => RollPhase::Choosing,
                };
            }
        }
        before
    }

    fn unmake(&self, state: &mut RollState, _: RollMove, undo: RollState) {
        *state = undo;
    }

    fn outcome(&self, state: &RollState) -> Option<Outcome> {
        (state.phase == RollPhase::Kept).then(|| {
            let utility = ThreeRolls::utility(f64::from(state.pips));
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

    fn key(&self, state: &RollState) -> u64 {
        Seed(u64::from(state.rolls_left))
            .child("phase", state.phase as u64)
            .child("pips", u64::from(state.pips))
            .0
    }

    fn view(&self, state: &RollState, _: Seat) -> RollState {
        state.clone()
    }

    fn max_plies(&self) -> u32 {
        5
    }
}

impl Chance for ThreeRolls {
    fn events(&self, state: &RollState, out: &mut Vec<(RollMove, f64)>) -> EventListing {
        if state.phase == RollPhase::Rolling {
            out.extend((1..=6).map(|pips| (RollMove::Pips(pips), 1.0 / 6.0)));
        }
        EventListing::Complete
    }

    fn sample(&self, _: &RollState, rng: &mut Rng) -> RollMove {
        RollMove::Pips(1 + rng.below(6) as u8)
    }
}

impl Configure for ThreeRolls {
    const NAME: &'static str = "three-rolls";
    const SUMMARY: &'static str = "Keep the die or roll again";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["last-roll"];

    fn configure(_: &Params) -> Result<ThreeRolls, ParamError> {
        Ok(ThreeRolls)
    }
}

impl Notation for ThreeRolls {
    fn print_move(&self, mv: RollMove) -> String {
        match mv {
            RollMove::Keep => "keep".to_owned(),
            RollMove::Again => "again".to_owned(),
            RollMove::Pips(pips) => format!("={pips}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<RollMove, NotationError> {
        match text {
            "keep" => Ok(RollMove::Keep),
            "again" => Ok(RollMove::Again),
            _ => match text.strip_prefix('=').map(str::as_bytes) {
                Some([pips @ b'1'..=b'6']) => Ok(RollMove::Pips(pips - b'0')),
                _ => Err(NotationError::at(1, "expected keep, again, or =1 to =6")),
            },
        }
    }

    fn print_position(&self, state: &RollState) -> String {
        let phase = match state.phase {
            RollPhase::Rolling => 'r',
            RollPhase::Choosing => 'c',
            RollPhase::Kept => 'k',
        };
        format!("{}{}{phase}", state.rolls_left, state.pips)
    }

    fn parse_position(&self, text: &str) -> Result<RollState, NotationError> {
        let (rolls_left, pips, phase) = match text.as_bytes() {
            [rolls @ b'0'..=b'3', pips @ b'0'..=b'6', phase] => (rolls - b'0', pips - b'0', phase),
            _ => return Err(NotationError::new("a position is rolls left, pips, phase")),
        };
        let phase = match phase {
            b'r' => RollPhase::Rolling,
            b'c' => RollPhase::Choosing,
            b'k' => RollPhase::Kept,
            _ => return Err(NotationError::at(3, "a phase is r, c or k")),
        };
        let comes_up = match phase {
            RollPhase::Rolling => (rolls_left == 3) == (pips == 0) && rolls_left > 0,
            RollPhase::Choosing => pips > 0 && (1..3).contains(&rolls_left),
            RollPhase::Kept => pips > 0 && rolls_left < 3,
        };
        if !comes_up {
            return Err(NotationError::new("no game comes to this"));
        }
        Ok(RollState {
            rolls_left,
            pips,
            phase,
        })
    }

    fn draw(&self, view: &RollState, ink: TerminalStyle) -> String {
        format!(
            "die {}, {} rolls left\n",
            ink.strong(&view.pips.to_string()),
            view.rolls_left
        )
    }
}
