//! What each of those at a table is told. The only place where messages about a game are made, and
//! all it has of a position is what the eyes of one seat may see.

use ludorum_catalog::View;
use ludorum_core::{Ink, Seat};
use ludorum_protocol::lobby::{SeatInfo, SeatKind, TableInfo};
use ludorum_protocol::table::{Drawing, GameView, You};

use super::fact::Holder;
use super::lobbying::number;
use super::state::{Chair, Mover, State};
use crate::identity::Person;

/// Who sees: a seat or a spectator, whether the move is theirs to make, and how they want it drawn.
/// All who see the same are told the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Viewer {
    pub(crate) eyes: Option<Seat>,
    pub(crate) moves: bool,
    pub(crate) drawing: Drawing,
}

/// Colours that people with any kind of colour vision can tell apart (Okabe and Ito 2008), for those
/// who have not chosen one.
const COLOURS: [&str; ludorum_core::MAX_SEATS] = [
    "#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#56b4e9", "#e69f00", "#999999",
];

impl State {
    /// The table as everyone may know it.
    pub(crate) fn info(&self, is_present: impl Fn(&Person) -> bool) -> TableInfo {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        TableInfo {
            id: self.id.clone(),
            settings: self.settings.clone(),
            locked: self.password.is_some(),
            phase: self.phase(),
            seats: seats
                .map(|(seat, chair)| self.seat_info(seat, chair, &is_present))
                .collect(),
            host: self.host_name.clone(),
        }
    }

    fn seat_info(
        &self,
        seat: Seat,
        chair: &Chair,
        is_present: impl Fn(&Person) -> bool,
    ) -> SeatInfo {
        let (kind, colour, present) = match &chair.holder {
            Holder::Open => (SeatKind::Open, None, false),
            Holder::Agent { .. } => (SeatKind::Agent, None, true),
            Holder::Person { person, colour, .. } => {
                let is_away = chair.is_away || chair.is_out;
                let kind = if is_away {
                    SeatKind::Away
                } else {
                    SeatKind::Person
                };
                (kind, colour.clone(), is_present(person))
            }
        };
        SeatInfo {
            kind,
            name: chair.holder.name().to_owned(),
            colour: colour.unwrap_or_else(|| COLOURS[seat.index()].to_owned()),
            ready: chair.is_ready,
            present,
            agent: match self.mover(seat) {
                Mover::Agent(spec) => Some(spec),
                Mover::Person(_) | Mover::Nobody => None,
            },
        }
    }

    /// Who a client is.
    pub(crate) fn you(&self, person: Option<&Person>, eyes: Option<Seat>) -> You {
        let seats = person.map_or(Vec::new(), |person| self.seats_of(person));
        You {
            version: ludorum_protocol::VERSION,
            table: self.id.clone(),
            seats: seats.into_iter().map(number).collect(),
            eyes: eyes.map(number),
            host: person == Some(&self.host),
        }
    }

    /// The game as a viewer may know it, `elapsed` milliseconds after the turn began.
    pub(crate) fn game_view(&self, viewer: Viewer, elapsed: u64) -> Option<GameView> {
        let play = self.game.as_ref()?;
        let to_move = play.to_move();
        // Spectators of an open game see what the first seat sees. Where something is hidden there
        // is no view for them.
        let eyes = viewer
            .eyes
            .or_else(|| self.variant.is_open().then_some(Seat::FIRST));
        let view = eyes.map(|seat| play.position.view(seat));
        let ink = match viewer.drawing {
            Drawing::None => None,
            Drawing::Plain => Some(Ink::Plain),
            Drawing::Colour => Some(Ink::Colour),
        };
        let clocks = play.clocks.clone().map(|mut clocks| {
            if let Some(running) = to_move.and_then(|seat| clocks.get_mut(seat.index())) {
                *running = running.saturating_sub(elapsed);
            }
            clocks
        });
        Some(GameView {
            ply: play.plies.len() as u32,
            position: view.as_ref().map(View::text),
            drawing: ink.zip(view.as_ref()).map(|(ink, view)| view.draw(ink)),
            to_move: to_move.map(number),
            moves: to_move
                .filter(|_| viewer.moves)
                .map(|seat| play.position.view(seat).moves()),
            clocks,
            undo_asked: play.undo.as_ref().map(|wish| number(wish.seat)),
            verdict: play.verdict.clone(),
        })
    }
}
