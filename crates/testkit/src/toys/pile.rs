//! Take stones from a pile; who takes the last one wins.

use ludorum_core::{
    Configure, Deterministic, Game, Ink, Node, Notation, Outcome, Param, ParamError, Params,
    Randomisable, Seat, Seed, TextError,
};

/// A pile of stones from which the seats take in turn.
///
/// With two seats the position is lost for the seat to move just when the number of stones is a
/// multiple of `take + 1` (Bouton 1901).
#[derive(Clone, Debug)]
pub struct Pile {
    /// The stones at the start.
    pub stones: u8,
    /// The most stones one may take at once.
    pub take: u8,
    /// The number of seats.
    pub seats: usize,
}

/// What is left, and who is to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileState {
    stones: u8,
    seat: Seat,
}

impl PileState {
    /// The stones left.
    pub fn stones(&self) -> u8 {
        self.stones
    }
}

impl Pile {
    fn before(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + self.seats - 1) % self.seats)
    }
}

impl Game for Pile {
    type State = PileState;
    type Move = u8;
    type Undo = ();
    type View = PileState;

    fn seats(&self) -> usize {
        self.seats
    }

    fn initial(&self, _: Seed) -> PileState {
        PileState {
            stones: self.stones,
            seat: Seat::FIRST,
        }
    }

    fn node(&self, state: &PileState) -> Node {
        match state.stones {
            0 => Node::Over,
            _ => Node::Decide(state.seat),
        }
    }

    fn moves(&self, state: &PileState, out: &mut Vec<u8>) {
        out.extend(1..=self.take.min(state.stones));
    }

    fn make(&self, state: &mut PileState, taken: u8) {
        state.stones -= taken;
        state.seat = state.seat.next(self.seats);
    }

    fn unmake(&self, state: &mut PileState, taken: u8, (): ()) {
        state.stones += taken;
        state.seat = self.before(state.seat);
    }

    fn outcome(&self, state: &PileState) -> Option<Outcome> {
        (state.stones == 0).then(|| Outcome::win(self.seats, self.before(state.seat)))
    }

    fn key(&self, state: &PileState) -> u64 {
        Seed(u64::from(state.stones))
            .child("seat", state.seat.index() as u64)
            .0
    }

    fn view(&self, state: &PileState, _: Seat) -> PileState {
        state.clone()
    }

    fn max_plies(&self) -> u32 {
        u32::from(self.stones)
    }
}

impl Deterministic for Pile {}

impl Randomisable for Pile {
    fn randomisable(&self, state: &PileState, out: &mut Vec<u8>) {
        self.moves(state, out);
    }
}

impl Configure for Pile {
    const NAME: &'static str = "pile";
    const SUMMARY: &'static str = "Who takes the last stone wins";
    const RULES_VERSION: u32 = 1;

    fn params() -> Vec<Param> {
        vec![
            Param::int("stones", "stones at the start", 12, (1, 255)),
            Param::int("take", "the most to take at once", 3, (1, 255)),
            Param::int("players", "number of seats", 2, (2, 8)),
        ]
    }

    fn configure(params: &Params) -> Result<Pile, ParamError> {
        if params.int("take") > params.int("stones") {
            let reason = "nobody can take more stones than there are".to_owned();
            return Err(ParamError::Conflict { reason });
        }
        Ok(Pile {
            stones: params.int("stones") as u8,
            take: params.int("take") as u8,
            seats: params.int("players") as usize,
        })
    }
}

impl Notation for Pile {
    fn print_move(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        match text.parse() {
            Ok(taken) if !text.starts_with(['+', '0']) => Ok(taken),
            _ => Err(TextError::at(1, "a move is the number of stones to take")),
        }
    }

    fn print_position(&self, state: &PileState) -> String {
        format!("{}/{}", state.stones, state.seat)
    }

    fn parse_position(&self, text: &str) -> Result<PileState, TextError> {
        let error = || TextError::new("a position is stones/seat, such as 12/1");
        let (stones, seat) = text.split_once('/').ok_or_else(error)?;
        let stones = stones.parse().map_err(|_| error())?;
        let seat: usize = seat.parse().map_err(|_| error())?;
        if stones > self.stones || !(1..=self.seats).contains(&seat) {
            return Err(error());
        }
        Ok(PileState {
            stones,
            seat: Seat::new(seat - 1),
        })
    }

    fn draw(&self, view: &PileState, ink: Ink) -> String {
        ink.strong(&"o".repeat(usize::from(view.stones))) + "\n"
    }
}
