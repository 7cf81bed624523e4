//! Whisper: seat 2 makes a hidden move, and seat 1 answers without seeing it.

use ludorum_core::{
    Deterministic, Determinize, Game, NodeKind, Notation, NotationError, Outcome, PerSeat, Rng,
    Seat, Seed, TerminalStyle, stable_hash,
};

/// Game with a hidden move. Seat 1 leaves for a certain payoff, or stays. If it stays, seat 2
/// secretly chooses one of two words, and seat 1 answers with one of two. Payoffs are in `table`.
///
/// The game is a matrix game, so its value is known.
#[derive(Clone, Copy, Debug)]
pub struct WhisperGame {
    /// Utility of seat 1 if it leaves; that of seat 2 is the negative.
    pub leaving: f64,
    /// Utility of seat 1 by hidden word and answer.
    pub table: [[f64; 2]; 2],
}

impl WhisperGame {
    /// Matching pennies: seat 1 wins if it answers with the hidden word. The value of staying is 0,
    /// that of leaving slightly positive.
    pub const PENNIES: WhisperGame = WhisperGame {
        leaving: 0.2,
        table: [[1.0, -1.0], [-1.0, 1.0]],
    };

    /// Seat 2 wins with the first word, whatever the answer: the value of staying is -1, that of
    /// leaving slightly negative.
    pub const TRAP: WhisperGame = WhisperGame {
        leaving: -0.2,
        table: [[-1.0, -1.0], [1.0, 1.0]],
    };
}

/// State of [`WhisperGame`]: stage, hidden word and answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhisperState {
    stage: WhisperStage,
    word: Option<u8>,
    answer: Option<u8>,
}

/// View of a seat in [`WhisperGame`]: the word is visible to seat 2, and to both at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhisperView(WhisperState);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum WhisperStage {
    Start,
    Stayed,
    Whispered,
    Answered,
    Left,
}

/// A move of [`WhisperGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhisperMove {
    /// Seat 1 leaves with the certain payoff.
    Leave,
    /// Seat 1 stays in the game.
    Stay,
    /// Seat 2 chooses this hidden word.
    Word(u8),
    /// Seat 1 answers with this word.
    Answer(u8),
}

const WHISPERER: Seat = Seat::new(1);

impl Game for WhisperGame {
    type State = WhisperState;
    type Move = WhisperMove;
    type Undo = WhisperState;
    type View = WhisperView;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> WhisperState {
        WhisperState {
            stage: WhisperStage::Start,
            word: None,
            answer: None,
        }
    }

    fn node(&self, state: &WhisperState) -> NodeKind {
        match state.stage {
            WhisperStage::Start | WhisperStage::Whispered => NodeKind::Decide(Seat::FIRST),
            WhisperStage::Stayed => NodeKind::Decide(WHISPERER),
            WhisperStage::Answered | WhisperStage::Left => NodeKind::Over,
        }
    }

    fn moves(&self, state: &WhisperState, out: &mut Vec<WhisperMove>) {
        match state.stage {
            WhisperStage::Start => out.extend([WhisperMove::Leave, WhisperMove::Stay]),
            WhisperStage::Stayed => out.extend([0, 1].map(WhisperMove::Word)),
            WhisperStage::Whispered => out.extend([0, 1].map(WhisperMove::Answer)),
            WhisperStage::Answered | WhisperStage::Left => {}
        }
    }

    fn make(&self, state: &mut WhisperState, mv: WhisperMove) -> WhisperState {
        let before = state.clone();
        match mv {
            WhisperMove::Leave => state.stage = WhisperStage::Left,
            WhisperMove::Stay => state.stage = WhisperStage::Stayed,
            WhisperMove::Word(word) => {
                state.stage = WhisperStage::Whispered;
                state.word = Some(word);
            }
            WhisperMove::Answer(answer) => {
                state.stage = WhisperStage::Answered;
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
            (WhisperStage::Left, ..) => self.leaving,
            (WhisperStage::Answered, Some(word), Some(answer)) => {
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
        stable_hash((state.stage, state.word, state.answer))
    }

    fn view(&self, state: &WhisperState, seat: Seat) -> WhisperView {
        let mut seen = state.clone();
        if seat != WHISPERER && state.stage == WhisperStage::Whispered {
            seen.word = None;
        }
        WhisperView(seen)
    }

    fn max_plies(&self) -> u32 {
        3
    }
}

impl Deterministic for WhisperGame {}

impl Determinize for WhisperGame {
    fn determinize(&self, view: &WhisperView, rng: &mut Rng) -> WhisperState {
        let mut state = view.0.clone();
        if state.stage == WhisperStage::Whispered && state.word.is_none() {
            state.word = Some(rng.below(2) as u8);
        }
        state
    }

    fn observation_id(&self, _: &WhisperState, mv: WhisperMove, seat: Seat) -> u64 {
        match mv {
            WhisperMove::Word(_) if seat != WHISPERER => 0,
            _ => stable_hash(mv),
        }
    }
}

impl Notation for WhisperGame {
    fn print_move(&self, mv: WhisperMove) -> String {
        match mv {
            WhisperMove::Leave => "leave".to_owned(),
            WhisperMove::Stay => "stay".to_owned(),
            WhisperMove::Word(word) => format!("word{word}"),
            WhisperMove::Answer(answer) => format!("answer{answer}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<WhisperMove, NotationError> {
        match text {
            "leave" => Ok(WhisperMove::Leave),
            "stay" => Ok(WhisperMove::Stay),
            "word0" => Ok(WhisperMove::Word(0)),
            "word1" => Ok(WhisperMove::Word(1)),
            "answer0" => Ok(WhisperMove::Answer(0)),
            "answer1" => Ok(WhisperMove::Answer(1)),
            _ => Err(NotationError::at(
                1,
                "expected leave, stay, or word or answer with 0 or 1",
            )),
        }
    }

    fn print_position(&self, state: &WhisperState) -> String {
        let digits = [state.word, state.answer];
        let digits: String = digits.iter().flatten().map(u8::to_string).collect();
        let stage = match state.stage {
            WhisperStage::Start => "start",
            WhisperStage::Left => "left",
            _ => "stayed",
        };
        format!("{stage}{digits}")
    }

    fn parse_position(&self, text: &str) -> Result<WhisperState, NotationError> {
        let state = |stage, word, answer| WhisperState {
            stage,
            word,
            answer,
        };
        let digit = |byte: u8| matches!(byte, b'0' | b'1').then(|| byte - b'0');
        let read = match text {
            "start" => Some(state(WhisperStage::Start, None, None)),
            "left" => Some(state(WhisperStage::Left, None, None)),
            _ => match text.strip_prefix("stayed").map(str::as_bytes) {
                Some([]) => Some(state(WhisperStage::Stayed, None, None)),
                Some(&[word]) => {
                    digit(word).map(|word| state(WhisperStage::Whispered, Some(word), None))
                }
                Some(&[word, answer]) => digit(word)
                    .zip(digit(answer))
                    .map(|(word, answer)| state(WhisperStage::Answered, Some(word), Some(answer))),
                _ => None,
            },
        };
        read.ok_or_else(|| {
            NotationError::new("a position is start, left, or stayed and up to two digits")
        })
    }

    fn draw(&self, view: &WhisperView, ink: TerminalStyle) -> String {
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
