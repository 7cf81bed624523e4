//! Moves as text: `pick:miner`, `omnium`, `cards`, `keep:quarry`, `steal:miner`, `swap:miner`,
//! `build:quarry`, `pass`. Chance events are `remove:miner` and `deal:quarry`.

use ludorum_core::{Notation, NotationError, Seat, TerminalStyle};

use super::colonists::Colonist;
use super::modules::ColonyModule;
use super::state::{ColonizersPhase, State};
use super::view::View;
use super::{Colonizers, Move};

const EXPECTED: &str = "a move is such as pick:miner, omnium, cards, keep:quarry, steal:miner, \
                        swap:miner, build:quarry or pass";

impl Notation for Colonizers {
    fn print_move(&self, mv: Move) -> String {
        match mv {
            Move::Remove(colonist) => format!("remove:{colonist}"),
            Move::Deal(module) => format!("deal:{module}"),
            Move::Pick(colonist) => format!("pick:{colonist}"),
            Move::Omnium => "omnium".to_owned(),
            Move::Cards => "cards".to_owned(),
            Move::Keep(module) => format!("keep:{module}"),
            Move::Steal(colonist) => format!("steal:{colonist}"),
            Move::Swap(colonist) => format!("swap:{colonist}"),
            Move::Build(module) => format!("build:{module}"),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let Some((verb, noun)) = text.split_once(':') else {
            return match text {
                "omnium" => Ok(Move::Omnium),
                "cards" => Ok(Move::Cards),
                "pass" => Ok(Move::Pass),
                _ => Err(NotationError::at(1, EXPECTED)),
            };
        };
        let colonist = || {
            let names = Colonist::ALL.map(Colonist::name).join(", ");
            let message = format!("expected a colonist, which is one of {names}");
            Colonist::named(noun).ok_or_else(|| NotationError::at(verb.len() + 2, message))
        };
        let module = || {
            let names: Vec<&str> = ColonyModule::all().map(ColonyModule::name).collect();
            let message = format!("expected a module, which is one of {}", names.join(", "));
            ColonyModule::named(noun).ok_or_else(|| NotationError::at(verb.len() + 2, message))
        };
        match verb {
            "remove" => colonist().map(Move::Remove),
            "deal" => module().map(Move::Deal),
            "pick" => colonist().map(Move::Pick),
            "keep" => module().map(Move::Keep),
            "steal" => colonist().map(Move::Steal),
            "swap" => colonist().map(Move::Swap),
            "build" => module().map(Move::Build),
            _ => Err(NotationError::at(1, EXPECTED)),
        }
    }

    fn check_move(&self, state: &State, mv: Move) -> Result<(), NotationError> {
        match self.refusal(state, mv) {
            None => Ok(()),
            Some(refusal) => Err(refusal),
        }
    }

    fn print_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        self.read_position(text)
    }

    fn draw(&self, view: &View, ink: TerminalStyle) -> String {
        self.drawing(view, ink)
    }

    fn draw_revealed(&self, state: &State, ink: TerminalStyle) -> String {
        self.open_drawing(state, ink)
    }

    fn print_view(&self, view: &View) -> String {
        self.view_text(view)
    }

    fn print_public(&self, state: &State) -> Option<String> {
        Some(self.public_text(state))
    }

    fn observed_move(&self, state: &State, mv: Move, to: Option<Seat>) -> String {
        match self.print_move(mv) {
            text if state.is_revealed(mv, to) => text,
            text => text.split(':').next().unwrap_or_default().to_owned() + ":?",
        }
    }
}

impl ColonizersPhase {
    /// Error code and message for a move that does not fit this phase.
    pub(super) const fn expected(self) -> (&'static str, &'static str) {
        match self {
            ColonizersPhase::Remove => (
                "chance-to-act",
                "chance removes a colonist: expected an event such as remove:miner",
            ),
            ColonizersPhase::Vision(_) | ColonizersPhase::Deal => (
                "chance-to-act",
                "chance deals a card: expected an event such as deal:quarry",
            ),
            ColonizersPhase::Pick => (
                "pick-phase",
                "a colonist is to be picked, such as pick:miner",
            ),
            ColonizersPhase::Draw => (
                "draw-phase",
                "omnium or cards are to be taken: omnium or cards",
            ),
            ColonizersPhase::Keep => (
                "keep-phase",
                "one of the two cards is to be kept, such as keep:quarry",
            ),
            ColonizersPhase::Power => (
                "power-phase",
                "the colonist's power may be used now, such as steal:miner by the Opportunist, \
                 swap:miner by the Spy, or pass",
            ),
            ColonizersPhase::Build => (
                "build-phase",
                "a module may be built now, such as build:quarry, or pass",
            ),
            ColonizersPhase::Full | ColonizersPhase::Empty => ("game-over", "the game is over"),
        }
    }
}
