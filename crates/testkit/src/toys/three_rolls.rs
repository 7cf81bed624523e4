//! Keep the die or roll again: a game of chance whose value is known.

use ludorum_core::{
    Chance, Configure, Game, Ink, Listing, Node, Notation, Outcome, Param, ParamError, Params,
    PerSeat, Rng, Seat, Seed, TextError,
};

/// A die is rolled; seat 1 may keep it or roll again, three rolls in all. Seat 2 pays the pips
/// above 3.5 and is paid those below.
///
/// Played well the three rolls are worth 14/3 pips on average: keep 5 and 6 of the first roll, 4 to
/// 6 of the second.
#[derive(Clone, Copy, Debug)]
pub struct ThreeRolls;

/// The die on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollState {
    rolls_left: u8,
    pips: u8,
    phase: Phase,
}

impl RollState {
    /// What the die shows; 0 before it is rolled.
    pub fn pips(&self) -> u8 {
        self.pips
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Rolling,
    Choosing,
    Kept,
}

/// A move of seat 1, or a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollMove {
    /// Be content with the die.
    Keep,
    /// Roll again.
    Again,
    /// The die shows this.
    Pips(u8),
}

impl ThreeRolls {
    /// The utility of seat 1 for a number of pips, or for an average of pips.
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
            phase: Phase::Rolling,
        }
    }

    fn node(&self, state: &RollState) -> Node {
        match state.phase {
            Phase::Rolling => Node::Chance,
            Phase::Choosing => Node::Decide(Seat::FIRST),
            Phase::Kept => Node::Over,
        }
    }

    fn moves(&self, state: &RollState, out: &mut Vec<RollMove>) {
        if state.phase == Phase::Choosing {
            out.extend([RollMove::Keep, RollMove::Again]);
        }
    }

    fn make(&self, state: &mut RollState, mv: RollMove) -> RollState {
        let before = state.clone();
        match mv {
            RollMove::Keep => state.phase = Phase::Kept,
            RollMove::Again => state.phase = Phase::Rolling,
            RollMove::Pips(pips) => {
                state.pips = pips;
                state.rolls_left -= 1;
                state.phase = match state.rolls_left {
                    0 => Phase::Kept,
                    _ => Phase::Choosing,
                };
            }
        }
        before
    }

    fn unmake(&self, state: &mut RollState, _: RollMove, undo: RollState) {
        *state = undo;
    }

    fn outcome(&self, state: &RollState) -> Option<Outcome> {
        (state.phase == Phase::Kept).then(|| {
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
    fn events(&self, state: &RollState, out: &mut Vec<(RollMove, f64)>) -> Listing {
        if state.phase == Phase::Rolling {
            out.extend((1..=6).map(|pips| (RollMove::Pips(pips), 1.0 / 6.0)));
        }
        Listing::Complete
    }

    fn sample(&self, _: &RollState, rng: &mut Rng) -> RollMove {
        RollMove::Pips(1 + rng.below(6) as u8)
    }
}

impl Configure for ThreeRolls {
    const NAME: &'static str = "three-rolls";
    const SUMMARY: &'static str = "Keep the die or roll again";
    const RULES_VERSION: u32 = 1;

    fn params() -> Vec<Param> {
        Vec::new()
    }

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

    fn parse_move(&self, text: &str) -> Result<RollMove, TextError> {
        match text {
            "keep" => Ok(RollMove::Keep),
            "again" => Ok(RollMove::Again),
            _ => match text.strip_prefix('=').map(str::as_bytes) {
                Some([pips @ b'1'..=b'6']) => Ok(RollMove::Pips(pips - b'0')),
                _ => Err(TextError::at(1, "expected keep, again, or =1 to =6")),
            },
        }
    }

    fn print_position(&self, state: &RollState) -> String {
        let phase = match state.phase {
            Phase::Rolling => 'r',
            Phase::Choosing => 'c',
            Phase::Kept => 'k',
        };
        format!("{}{}{phase}", state.rolls_left, state.pips)
    }

    fn parse_position(&self, text: &str) -> Result<RollState, TextError> {
        let (rolls_left, pips, phase) = match text.as_bytes() {
            [rolls @ b'0'..=b'3', pips @ b'0'..=b'6', phase] => (rolls - b'0', pips - b'0', phase),
            _ => return Err(TextError::new("a position is rolls left, pips, phase")),
        };
        let phase = match phase {
            b'r' => Phase::Rolling,
            b'c' => Phase::Choosing,
            b'k' => Phase::Kept,
            _ => return Err(TextError::at(3, "a phase is r, c or k")),
        };
        let comes_up = match phase {
            Phase::Rolling => (rolls_left == 3) == (pips == 0) && rolls_left > 0,
            Phase::Choosing => pips > 0 && (1..3).contains(&rolls_left),
            Phase::Kept => pips > 0 && rolls_left < 3,
        };
        if !comes_up {
            return Err(TextError::new("no game comes to this"));
        }
        Ok(RollState {
            rolls_left,
            pips,
            phase,
        })
    }

    fn draw(&self, view: &RollState, ink: Ink) -> String {
        format!(
            "die {}, {} rolls left\n",
            ink.strong(&view.pips.to_string()),
            view.rolls_left
        )
    }
}
