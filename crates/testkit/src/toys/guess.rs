//! Guess the number: hidden information without chance moves.

use ludorum_core::{
    Deterministic, Determinize, Game, NodeKind, Notation, NotationError, Outcome, Rng, Seat, Seed,
    TerminalStyle,
};

/// Guessing game: the seed chooses a hidden number below three; seat 2 wins by guessing it.
#[derive(Clone, Copy, Debug)]
pub struct GuessNumber;

/// State of the guessing game: the hidden number and the guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessState {
    number: u8,
    guess: Option<u8>,
}

/// View of a seat in the guessing game: without the hidden number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessView {
    guess: Option<u8>,
}

const GUESSER: Seat = Seat::new(1);

impl Game for GuessNumber {
    type State = GuessState;
    type Move = u8;
    type Undo = ();
    type View = GuessView;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, seed: Seed) -> GuessState {
        GuessState {
            number: seed.child("number", 0).rng().below(3) as u8,
            guess: None,
        }
    }

    fn node(&self, state: &GuessState) -> NodeKind {
        match state.guess {
            None => NodeKind::Decide(GUESSER),
            Some(_) => NodeKind::Over,
        }
    }

    fn moves(&self, state: &GuessState, out: &mut Vec<u8>) {
        if state.guess.is_none() {
            out.extend(0..3);
        }
    }

    fn make(&self, state: &mut GuessState, guess: u8) {
        state.guess = Some(guess);
    }

    fn unmake(&self, state: &mut GuessState, _: u8, (): ()) {
        state.guess = None;
    }

    fn outcome(&self, state: &GuessState) -> Option<Outcome> {
        let is_right = state.guess? == state.number;
        Some(Outcome::win(2, Seat::new(usize::from(is_right))))
    }

    fn key(&self, state: &GuessState) -> u64 {
        let guess = state.guess.map_or(3, u64::from);
        Seed(u64::from(state.number)).child("guess", guess).0
    }

    fn view(&self, state: &GuessState, _: Seat) -> GuessView {
        GuessView { guess: state.guess }
    }

    fn max_plies(&self) -> u32 {
        1
    }
}

impl Deterministic for GuessNumber {}

impl Determinize for GuessNumber {
    fn determinize(&self, view: &GuessView, rng: &mut Rng) -> GuessState {
        GuessState {
            number: rng.below(3) as u8,
            guess: view.guess,
        }
    }
}

impl Notation for GuessNumber {
    fn print_move(&self, guess: u8) -> String {
        guess.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        match text {
            "0" => Ok(0),
            "1" => Ok(1),
            "2" => Ok(2),
            _ => Err(NotationError::at(1, "a guess is 0, 1 or 2")),
        }
    }

    fn print_position(&self, state: &GuessState) -> String {
        match state.guess {
            None => state.number.to_string(),
            Some(guess) => format!("{}{guess}", state.number),
        }
    }

    fn parse_position(&self, text: &str) -> Result<GuessState, NotationError> {
        let digit = |byte: u8| matches!(byte, b'0'..=b'2').then(|| byte - b'0');
        let parts = match *text.as_bytes() {
            [number] => digit(number).map(|number| (number, None)),
            [number, guess] => digit(number).zip(digit(guess).map(Some)),
            _ => None,
        };
        let (number, guess) =
            parts.ok_or_else(|| NotationError::new("a position is the number and the guess"))?;
        Ok(GuessState { number, guess })
    }

    fn draw(&self, view: &GuessView, ink: TerminalStyle) -> String {
        let guess = view.guess.map_or("-".to_owned(), |guess| guess.to_string());
        format!("guess {}\n", ink.strong(&guess))
    }
}
