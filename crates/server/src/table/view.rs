//! Views of a table. Only this module creates game views for clients: unless the table is revealed,
//! a view contains only what one seat, or the public, may see.

use ludorum_catalog::Position;
use ludorum_core::{SEAT_COLOURS, Seat, TerminalStyle, seat_colour};
use ludorum_protocol::lobby::{SeatInfo, SeatKind, TableInfo};
use ludorum_protocol::table::{ClientTableRole, DrawingStyle, GameView};

use super::lobby_commands::seat_number;
use super::state::{SeatController, SeatSlot, TableState};
use super::table_event::SeatHolder;
use crate::identity::PersonId;

/// Class of clients that get identical messages: viewed seat, right to move, and drawing style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ViewerClass {
    pub(crate) eyes: Option<Seat>,
    pub(crate) moves: bool,
    pub(crate) drawing: DrawingStyle,
}

/// Policy that decides whether all clients are sent the same view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ViewSharingPolicy {
    /// All clients see the full position.
    Shared,
    /// Each client sees the view of its seat, without hidden information of other seats.
    PerSeat,
}

impl TableState {
    /// Public description of the table, as shown in the lobby.
    pub(crate) fn info(&self, is_present: impl Fn(&PersonId) -> bool, watching: u32) -> TableInfo {
        let seats = Seat::all(self.slots.len()).zip(&self.slots);
        TableInfo {
            id: self.id.clone(),
            settings: self.settings.clone(),
            locked: self.password.is_some(),
            phase: self.phase(),
            seats: seats
                .map(|(seat, slot)| self.seat_info(seat, slot, &is_present))
                .collect(),
            host: self.host_name.clone(),
            watching,
        }
    }

    fn seat_info(
        &self,
        seat: Seat,
        slot: &SeatSlot,
        is_present: impl Fn(&PersonId) -> bool,
    ) -> SeatInfo {
        let (kind, present) = match &slot.holder {
            SeatHolder::Open => (SeatKind::Open, false),
            SeatHolder::Agent { .. } => (SeatKind::Agent, true),
            SeatHolder::Person { person, .. } => {
                let is_away = slot.is_away || slot.is_out;
                let kind = if is_away {
                    SeatKind::Away
                } else {
                    SeatKind::Person
                };
                (kind, is_present(person))
            }
        };
        SeatInfo {
            kind,
            name: slot.holder.name().to_owned(),
            named: slot.holder.given_name().is_some(),
            colour: self.colour(seat).to_owned(),
            ready: slot.is_ready,
            present,
            agent: match self.controller(seat) {
                SeatController::Agent(spec) => Some(spec),
                SeatController::Person(_) | SeatController::Nobody => None,
            },
        }
    }

    /// Colour of a seat: the chosen one, or the next free one of the palette, which has at least as
    /// many colours as a table has seats.
    fn colour(&self, seat: Seat) -> &str {
        let chosen: Vec<&str> = self
            .slots
            .iter()
            .filter_map(|c| c.holder.colour())
            .collect();
        if let Some(colour) = self.slots[seat.index()].holder.colour() {
            return colour;
        }
        let is_free = |colour: &&str| !chosen.iter().any(|c| c.eq_ignore_ascii_case(colour));
        let mut free = SEAT_COLOURS.iter().map(|own| own.hex).filter(is_free);
        let before = &self.slots[..seat.index()];
        let given = before.iter().filter(|c| c.holder.colour().is_none());
        free.nth(given.count()).unwrap_or(seat_colour(seat))
    }

    /// Message that tells a client its seats, its viewed seat and its rights.
    pub(crate) fn you(&self, person: Option<&PersonId>, eyes: Option<Seat>) -> ClientTableRole {
        let seats = person.map_or(Vec::new(), |person| self.seats_of(person));
        ClientTableRole {
            version: ludorum_protocol::VERSION,
            table: self.id.clone(),
            seats: seats.into_iter().map(seat_number).collect(),
            eyes: eyes.map(seat_number),
            host: person == Some(&self.host),
            hidden: !self.shows_everything(),
        }
    }

    /// Game as a viewer may see it, `elapsed` milliseconds into the turn; `None` before the game.
    pub(crate) fn game_view(&self, viewer: ViewerClass, elapsed: u64) -> Option<GameView> {
        let play = self.game.as_ref()?;
        let to_move = play.to_move();
        // With hidden information, spectators get the public view if the game defines one.
        let view = viewer.eyes.map(|seat| play.position.view(seat));
        let is_shown = self.shows_everything();
        let ink = match viewer.drawing {
            DrawingStyle::None => None,
            DrawingStyle::Plain => Some(TerminalStyle::Plain),
            DrawingStyle::Colour => Some(TerminalStyle::Colour),
        };
        let clocks = play.clocks.clone().map(|mut clocks| {
            if let Some(running) = to_move.and_then(|seat| clocks.get_mut(seat.index())) {
                *running = running.saturating_sub(elapsed);
            }
            clocks
        });
        Some(GameView {
            ply: play.plies.len() as u32,
            position: if is_shown {
                Some(play.position.text())
            } else {
                match &view {
                    Some(view) => Some(view.text()),
                    None => play.position.public_text(),
                }
            },
            drawing: ink.and_then(|ink| {
                if is_shown {
                    Some(self.draw_everything(&play.position, ink))
                } else {
                    view.map(|view| view.draw(ink))
                }
            }),
            to_move: to_move.map(seat_number),
            moves: to_move
                .filter(|_| viewer.moves)
                .map(|seat| play.position.view(seat).moves()),
            clocks,
            undo_asked: play.undo.as_ref().map(|request| seat_number(request.seat)),
            verdict: play.verdict.clone(),
            dropouts: play.dropouts.to_protocol(),
            take_backs: play.header.take_backs.count,
            unrated: play.header.take_backs.is_unrated,
            pacing: None,
        })
    }

    pub(crate) fn view_policy(&self) -> ViewSharingPolicy {
        if self.shows_everything() {
            ViewSharingPolicy::Shared
        } else {
            ViewSharingPolicy::PerSeat
        }
    }

    /// True if all clients may see the full position.
    pub(crate) fn shows_everything(&self) -> bool {
        self.variant.is_open() || self.settings.reveal
    }

    /// Draws the full position: once if the game has no hidden information, else once per seat.
    fn draw_everything(&self, position: &Position, ink: TerminalStyle) -> String {
        if self.variant.is_open() {
            return position.draw(Seat::FIRST, ink);
        }
        let seats = Seat::all(self.slots.len()).zip(&self.slots);
        let draw = |(seat, slot): (Seat, &SeatSlot)| {
            format!("{}:\n{}\n", slot.holder.name(), position.draw(seat, ink))
        };
        seats.map(draw).collect()
    }
}

#[cfg(test)]
mod tests {
    use ludorum_core::SEAT_COLOURS;

    #[test]
    fn the_page_has_the_palette_of_terminals_and_pictures() {
        let page = include_str!("../../../../web/src/colours.ts");
        let found: Vec<&str> = page
            .split('"')
            .filter(|part| part.starts_with('#'))
            .collect();
        assert_eq!(found, SEAT_COLOURS.map(|own| own.hex));
    }
}
