//! Whisper: a word is said that the other seat does not hear, and yet has to answer.

use ludorum_core::{
    Deterministic, Game, Hidden, Ink, Node, Notation, Outcome, PerSeat, Rng, Seat, Seed, TextError,
    sign_of,
};

/// Seat 1 leaves for a sure result, or stays. If it stays, seat 2 whispers one of two words and seat
/// 1, which has not heard which, answers with one of two. The table says what that is worth.
///
/// Played well it is a matrix game, so every value is known.
#[derive(Clone, Copy, Debug)]
pub struct Whisper {
    /// The utility of seat 1 if it leaves; seat 2 has the negative.
    pub leaving: f64,
    /// The utility of seat 1 for each word and each answer.
    pub table: [[f64; 2]; 2],
}

impl Whisper {
    /// Seat 1 wins if it answers with the word, which it does not know: staying is worth nothing.
    /// Leaving is worth a little.
    pub const PENNIES: Whisper = Whisper {
        leaving: 0.2,
        table: [[1.0, -1.0], [-1.0, 1.0]],
    };

    /// The first word wins for seat 2, the second for seat 1, whatever the answer: staying is lost.
    /// Leaving costs a little.
    pub const TRAP: Whisper = Whisper {
        leaving: -0.2,
        table: [[-1.0, -1.0], [1.0, 1.0]],
    };
}

/// What was done so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhisperState {
    stage: Stage,
    word: Option<u8>,
    answer: Option<u8>,
}

/// What a seat knows: the word only if it whispered it, or once all is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhisperView(WhisperState);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Start,
    Stayed,
    Whispered,
    Answered,
    Left,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhisperMove {
    /// Seat 1 takes the sure result.
    Leave,
    /// Seat 1 stays.
    Stay,
    /// Seat 2 whispers this word.
    Word(u8),
    /// Seat 1 answers with this word.
    Answer(u8),
}

const WHISPERER: Seat = Seat::new(1);

impl Game for Whisper {
    type State = WhisperState;
    type Move = WhisperMove;
    type Undo = WhisperState;
    type View = WhisperView;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> WhisperState {
        WhisperState {
            stage: Stage::Start,
            word: None,
            answer: None,
        }
    }

    fn node(&self, state: &WhisperState) -> Node {
        match state.stage {
            Stage::Start | Stage::Whispered => Node::Decide(Seat::FIRST),
            Stage::Stayed => Node::Decide(WHISPERER),
            Stage::Answered | Stage::Left => Node::Over,
        }
    }

    fn moves(&self, state: &WhisperState, out: &mut Vec<WhisperMove>) {
        match state.stage {
            Stage::Start => out.extend([WhisperMove::Leave, WhisperMove::Stay]),
            Stage::Stayed => out.extend([0, 1].map(WhisperMove::Word)),
            Stage::Whispered => out.extend([0, 1].map(WhisperMove::Answer)),
            Stage::Answered | Stage::Left => {}
        }
    }

    fn make(&self, state: &mut WhisperState, mv: WhisperMove) -> WhisperState {
        let before = state.clone();
        match mv {
            WhisperMove::Leave => state.stage = Stage::Left,
            WhisperMove::Stay => state.stage = Stage::Stayed,
            WhisperMove::Word(word) => {
                state.stage = Stage::Whispered;
                state.word = Some(word);
            }
            WhisperMove::Answer(answer) => {
                state.stage = Stage::Answered;
                state.answer = Some(answer);
            }
        }
        before
    }

    fn unmake(&self, state: &mut WhisperState, _: WhisperMove, before: WhisperState) {
        *state = before;
    }

    fn outcome(&self, state: &WhisperState) -> Option<Outcome> {
        let utility = match (state.stage, state.word, state.answer) {
            (Stage::Left, ..) => self.leaving,
            (Stage::Answered, Some(word), Some(answer)) => {
                self.table[usize::from(word)][usize::from(answer)]
            }
            _ => return None,
        };
        let winner = Seat::new(usize::from(utility < 0.0));
        let utilities = PerSeat::from_fn(2, |seat| match seat {
            Seat::FIRST => utility,
            _ => -utility,
        });
        Some(Outcome::win(2, winner).with_utilities(utilities))
    }

    fn key(&self, state: &WhisperState) -> u64 {
        sign_of((state.stage, state.word, state.answer))
    }

    fn view(&self, state: &WhisperState, seat: Seat) -> WhisperView {
        let mut seen = state.clone();
        if seat != WHISPERER && state.stage == Stage::Whispered {
            seen.word = None;
        }
        WhisperView(seen)
    }

    fn max_plies(&self) -> u32 {
        3
    }
}

impl Deterministic for Whisper {}

impl Hidden for Whisper {
    fn determinize(&self, view: &WhisperView, rng: &mut Rng) -> WhisperState {
        let mut state = view.0.clone();
        if state.stage == Stage::Whispered && state.word.is_none() {
            state.word = Some(rng.below(2) as u8);
        }
        state
    }

    fn sign(&self, _: &WhisperState, mv: WhisperMove, seat: Seat) -> u64 {
        match mv {
            WhisperMove::Word(_) if seat != WHISPERER => 0,
            _ => sign_of(mv),
        }
    }
}

impl Notation for Whisper {
    fn print_move(&self, mv: WhisperMove) -> String {
        match mv {
            WhisperMove::Leave => "leave".to_owned(),
            WhisperMove::Stay => "stay".to_owned(),
            WhisperMove::Word(word) => format!("word{word}"),
            WhisperMove::Answer(answer) => format!("answer{answer}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<WhisperMove, TextError> {
        match text {
            "leave" => Ok(WhisperMove::Leave),
            "stay" => Ok(WhisperMove::Stay),
            "word0" => Ok(WhisperMove::Word(0)),
            "word1" => Ok(WhisperMove::Word(1)),
            "answer0" => Ok(WhisperMove::Answer(0)),
            "answer1" => Ok(WhisperMove::Answer(1)),
            _ => Err(TextError::at(
                1,
                "expected leave, stay, or word or answer with 0 or 1",
            )),
        }
    }

    fn print_position(&self, state: &WhisperState) -> String {
        let digits = [state.word, state.answer];
        let digits: String = digits.iter().flatten().map(u8::to_string).collect();
        let stage = match state.stage {
            Stage::Start => "start",
            Stage::Left => "left",
            _ => "stayed",
        };
        format!("{stage}{digits}")
    }

    fn parse_position(&self, text: &str) -> Result<WhisperState, TextError> {
        let state = |stage, word, answer| WhisperState {
            stage,
            word,
            answer,
        };
        let digit = |byte: u8| matches!(byte, b'0' | b'1').then(|| byte - b'0');
        let read = match text {
            "start" => Some(state(Stage::Start, None, None)),
            "left" => Some(state(Stage::Left, None, None)),
            _ => match text.strip_prefix("stayed").map(str::as_bytes) {
                Some([]) => Some(state(Stage::Stayed, None, None)),
                Some(&[word]) => digit(word).map(|word| state(Stage::Whispered, Some(word), None)),
                Some(&[word, answer]) => digit(word)
                    .zip(digit(answer))
                    .map(|(word, answer)| state(Stage::Answered, Some(word), Some(answer))),
                _ => None,
            },
        };
        read.ok_or_else(|| {
            TextError::new("a position is start, left, or stayed and up to two digits")
        })
    }

    fn draw(&self, view: &WhisperView, ink: Ink) -> String {
        let shown = |said: Option<u8>| said.map_or("-".to_owned(), |said| said.to_string());
        let WhisperState {
            stage,
            word,
            answer,
        } = &view.0;
        format!(
            "{stage:?}, word {}, answer {}\n",
            ink.strong(&shown(*word)),
            shown(*answer)
        )
    }
}
