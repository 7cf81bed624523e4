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
pub struct HiddenMoveGame {
    /// Utility of seat 1 if it leaves; that of seat 2 is the negative.
    pub leaving: f64,
    /// Utility of seat 1, indexed by the hidden word and then by the answer.
    pub table: [[f64; 2]; 2],
}

impl HiddenMoveGame {
    /// Matching pennies: seat 1 wins if it answers with the hidden word. The value of staying is 0,
    /// that of leaving slightly positive.
    pub const PENNIES: HiddenMoveGame = HiddenMoveGame {
        leaving: 0.2,
        table: [[1.0, -1.0], [-1.0, 1.0]],
    };

    /// Seat 2 wins with the first word, whatever the answer: the value of staying is -1, that of
    /// leaving slightly negative.
    pub const TRAP: HiddenMoveGame = HiddenMoveGame {
        leaving: -0.2,
        table: [[-1.0, -1.0], [1.0, 1.0]],
    };
}

/// State of [`HiddenMoveGame`]: stage, hidden word and answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenMoveState {
    stage: HiddenMoveStage,
    word: Option<u8>,
    answer: Option<u8>,
}

/// View of a seat in [`HiddenMoveGame`]: the word is visible to seat 2, and to both at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenMoveView(HiddenMoveState);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum HiddenMoveStage {
    Start,
    Stayed,
    Whispered,
    Answered,
    Left,
}

/// A move of [`HiddenMoveGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HiddenMoveGameMove {
    /// Seat 1 leaves with the certain payoff.
    Leave,
    /// Seat 1 stays in the game.
    Stay,
    /// Seat 2 chooses the hidden word with this index, 0 or 1.
    Word(u8),
    /// Seat 1 answers with the word of this index, 0 or 1.
    Answer(u8),
}

const WHISPERER: Seat = Seat::new(1);

impl Game for HiddenMoveGame {
    type State = HiddenMoveState;
    type Move = HiddenMoveGameMove;
    type Undo = HiddenMoveState;
    type View = HiddenMoveView;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> HiddenMoveState {
        HiddenMoveState {
            stage: HiddenMoveStage::Start,
            word: None,
            answer: None,
        }
    }

    fn node(&self, state: &HiddenMoveState) -> NodeKind {
        match state.stage {
            HiddenMoveStage::Start | HiddenMoveStage::Whispered => NodeKind::Decide(Seat::FIRST),
            HiddenMoveStage::Stayed => NodeKind::Decide(WHISPERER),
            HiddenMoveStage::Answered | HiddenMoveStage::Left => NodeKind::Over,
        }
    }

    fn moves(&self, state: &HiddenMoveState, out: &mut Vec<HiddenMoveGameMove>) {
        match state.stage {
            HiddenMoveStage::Start => {
                out.extend([HiddenMoveGameMove::Leave, HiddenMoveGameMove::Stay]);
            }
            HiddenMoveStage::Stayed => out.extend([0, 1].map(HiddenMoveGameMove::Word)),
            HiddenMoveStage::Whispered => out.extend([0, 1].map(HiddenMoveGameMove::Answer)),
            HiddenMoveStage::Answered | HiddenMoveStage::Left => {}
        }
    }

    fn make(&self, state: &mut HiddenMoveState, mv: HiddenMoveGameMove) -> HiddenMoveState {
        let before = state.clone();
        match mv {
            HiddenMoveGameMove::Leave => state.stage = HiddenMoveStage::Left,
            HiddenMoveGameMove::Stay => state.stage = HiddenMoveStage::Stayed,
            HiddenMoveGameMove::Word(word) => {
                state.stage = HiddenMoveStage::Whispered;
                state.word = Some(word);
            }
            HiddenMoveGameMove::Answer(answer) => {
                state.stage = HiddenMoveStage::Answered;
                state.answer = Some(answer);
            }
        }
        before
    }

    fn unmake(&self, state: &mut HiddenMoveState, _: HiddenMoveGameMove, before: HiddenMoveState) {
        *state = before;
    }

    fn outcome(&self, state: &HiddenMoveState) -> Option<Outcome> {
        let utility = match (state.stage, state.word, state.answer) {
            (HiddenMoveStage::Left, ..) => self.leaving,
            (HiddenMoveStage::Answered, Some(word), Some(answer)) => {
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

    fn key(&self, state: &HiddenMoveState) -> u64 {
        stable_hash((state.stage, state.word, state.answer))
    }

    fn view(&self, state: &HiddenMoveState, seat: Seat) -> HiddenMoveView {
        let mut seen = state.clone();
        if seat != WHISPERER && state.stage == HiddenMoveStage::Whispered {
            seen.word = None;
        }
        HiddenMoveView(seen)
    }

    fn max_plies(&self) -> u32 {
        3
    }
}

impl Deterministic for HiddenMoveGame {}

impl Determinize for HiddenMoveGame {
    fn determinize(&self, view: &HiddenMoveView, rng: &mut Rng) -> HiddenMoveState {
        let mut state = view.0.clone();
        if state.stage == HiddenMoveStage::Whispered && state.word.is_none() {
            state.word = Some(rng.below(2) as u8);
        }
        state
    }

    fn observation_id(&self, _: &HiddenMoveState, mv: HiddenMoveGameMove, seat: Seat) -> u64 {
        match mv {
            HiddenMoveGameMove::Word(_) if seat != WHISPERER => 0,
            _ => stable_hash(mv),
        }
    }
}

impl Notation for HiddenMoveGame {
    fn print_move(&self, mv: HiddenMoveGameMove) -> String {
        match mv {
            HiddenMoveGameMove::Leave => "leave".to_owned(),
            HiddenMoveGameMove::Stay => "stay".to_owned(),
            HiddenMoveGameMove::Word(word) => format!("word{word}"),
            HiddenMoveGameMove::Answer(answer) => format!("answer{answer}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<HiddenMoveGameMove, NotationError> {
        match text {
            "leave" => Ok(HiddenMoveGameMove::Leave),
            "stay" => Ok(HiddenMoveGameMove::Stay),
            "word0" => Ok(HiddenMoveGameMove::Word(0)),
            "word1" => Ok(HiddenMoveGameMove::Word(1)),
            "answer0" => Ok(HiddenMoveGameMove::Answer(0)),
            "answer1" => Ok(HiddenMoveGameMove::Answer(1)),
            _ => Err(NotationError::at(
                1,
                "expected leave, stay, or word or answer with 0 or 1",
            )),
        }
    }

    fn print_position(&self, state: &HiddenMoveState) -> String {
        let digits = [state.word, state.answer];
        let digits: String = digits.iter().flatten().map(u8::to_string).collect();
        let stage = match state.stage {
            HiddenMoveStage::Start => "start",
            HiddenMoveStage::Left => "left",
            _ => "stayed",
        };
        format!("{stage}{digits}")
    }

    fn parse_position(&self, text: &str) -> Result<HiddenMoveState, NotationError> {
        let state = |stage, word, answer| HiddenMoveState {
            stage,
            word,
            answer,
        };
        let digit = |byte: u8| matches!(byte, b'0' | b'1').then(|| byte - b'0');
        let read = match text {
            "start" => Some(state(HiddenMoveStage::Start, None, None)),
            "left" => Some(state(HiddenMoveStage::Left, None, None)),
            _ => match text.strip_prefix("stayed").map(str::as_bytes) {
                Some([]) => Some(state(HiddenMoveStage::Stayed, None, None)),
                Some(&[word]) => {
                    digit(word).map(|word| state(HiddenMoveStage::Whispered, Some(word), None))
                }
                Some(&[word, answer]) => digit(word).zip(digit(answer)).map(|(word, answer)| {
                    state(HiddenMoveStage::Answered, Some(word), Some(answer))
                }),
                _ => None,
            },
        };
        read.ok_or_else(|| {
            NotationError::new("a position is start, left, or stayed and up to two digits")
        })
    }

    fn draw(&self, view: &HiddenMoveView, ink: TerminalStyle) -> String {
        let shown = |said: Option<u8>| said.map_or("-".to_owned(), |said| said.to_string());
        let HiddenMoveState {
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
