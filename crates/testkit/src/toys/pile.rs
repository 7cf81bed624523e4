//! Subtraction game: take stones from a pile; the player who takes the last stone wins.

use ludorum_core::{
    Configure, Deterministic, Game, NodeKind, Notation, NotationError, Outcome, Param, ParamError,
    Params, Randomisable, Seat, Seed, TerminalStyle,
};

/// One-pile Nim: seats take 1 to `take` stones from a pile in turn; the last stone wins.
///
/// With two seats, the seat to move loses if and only if the number of stones is a multiple of
/// `take + 1` (Bouton 1901).
#[derive(Clone, Debug)]
pub struct SubtractionGame {
    /// Number of stones at the start.
    pub stones: u8,
    /// Largest number of stones per move.
    pub take: u8,
    /// Number of seats.
    pub seats: usize,
}

/// State of the subtraction game: the remaining stones and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubtractionState {
    stones: u8,
    seat: Seat,
}

impl SubtractionState {
    /// Number of remaining stones.
    pub fn stones(&self) -> u8 {
        self.stones
    }
}

impl SubtractionGame {
    fn before(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + self.seats - 1) % self.seats)
    }
}

impl Game for SubtractionGame {
    type State = SubtractionState;
    type Move = u8;
    type Undo = ();
    type View = SubtractionState;

    fn seats(&self) -> usize {
        self.seats
    }

    fn initial(&self, _: Seed) -> SubtractionState {
        SubtractionState {
            stones: self.stones,
            seat: Seat::FIRST,
        }
    }

    fn node(&self, state: &SubtractionState) -> NodeKind {
        match state.stones {
            0 => NodeKind::Over,
            _ => NodeKind::Decide(state.seat),
        }
    }

    fn moves(&self, state: &SubtractionState, out: &mut Vec<u8>) {
        out.extend(1..=self.take.min(state.stones));
    }

    fn make(&self, state: &mut SubtractionState, taken: u8) {
        state.stones -= taken;
        state.seat = state.seat.next(self.seats);
    }

    fn unmake(&self, state: &mut SubtractionState, taken: u8, (): ()) {
        state.stones += taken;
        state.seat = self.before(state.seat);
    }

    fn outcome(&self, state: &SubtractionState) -> Option<Outcome> {
        (state.stones == 0).then(|| Outcome::win(self.seats, self.before(state.seat)))
    }

    fn key(&self, state: &SubtractionState) -> u64 {
        Seed(u64::from(state.stones))
            .child("seat", state.seat.index() as u64)
            .0
    }

    fn view(&self, state: &SubtractionState, _: Seat) -> SubtractionState {
        state.clone()
    }

    fn max_plies(&self) -> u32 {
        u32::from(self.stones)
    }
}

impl Deterministic for SubtractionGame {}

impl Randomisable for SubtractionGame {
    fn randomisable(&self, state: &SubtractionState, out: &mut Vec<u8>) {
        self.moves(state, out);
    }
}

impl Configure for SubtractionGame {
    const NAME: &'static str = "pile";
    const SUMMARY: &'static str = "Who takes the last stone wins";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["last-stone"];

    fn params() -> Vec<Param> {
        vec![
            Param::int("stones", "stones at the start", 12, (1, 255)),
            Param::int("take", "the most to take at once", 3, (1, 255)),
            Param::int("players", "number of seats", 2, (2, 8)),
        ]
    }

    fn configure(params: &Params) -> Result<SubtractionGame, ParamError> {
        if params.int("take") > params.int("stones") {
            let reason = "nobody can take more stones than there are".to_owned();
            return Err(ParamError::Conflict { reason });
        }
        Ok(SubtractionGame {
            stones: params.int("stones") as u8,
            take: params.int("take") as u8,
            seats: params.int("players") as usize,
        })
    }
}

impl Notation for SubtractionGame {
    fn print_move(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        match text.parse() {
            Ok(taken) if !text.starts_with(['+', '0']) => Ok(taken),
            _ => Err(NotationError::at(
                1,
                "a move is the number of stones to take",
            )),
        }
    }

    fn print_position(&self, state: &SubtractionState) -> String {
        format!("{}/{}", state.stones, state.seat)
    }

    fn parse_position(&self, text: &str) -> Result<SubtractionState, NotationError> {
        let error = || NotationError::new("a position is stones/seat, such as 12/1");
        let (stones, seat) = text.split_once('/').ok_or_else(error)?;
        let stones = stones.parse().map_err(|_| error())?;
        let seat: usize = seat.parse().map_err(|_| error())?;
        if stones > self.stones || !(1..=self.seats).contains(&seat) {
            return Err(error());
        }
        Ok(SubtractionState {
            stones,
            seat: Seat::new(seat - 1),
        })
    }

    fn draw(&self, view: &SubtractionState, ink: TerminalStyle) -> String {
        ink.strong(&"o".repeat(usize::from(view.stones))) + "\n"
    }
}
