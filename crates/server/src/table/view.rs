//! What each of those at a table is told. The only place where messages about a game are made, and
//! unless everything is revealed all it tells of a position is what the eyes of one seat may see, or what
//! everyone may.

use ludorum_catalog::Position;
use ludorum_core::{Ink, SEAT_COLOURS, Seat, seat_colour};
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

/// Whether seats of a table see different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrecy {
    /// Everyone sees everything.
    Open,
    /// Each seat sees what it may know.
    Hidden,
}

impl State {
    /// The table as everyone may know it.
    pub(crate) fn info(&self, is_present: impl Fn(&Person) -> bool, watching: u32) -> TableInfo {
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
            watching,
        }
    }

    fn seat_info(
        &self,
        seat: Seat,
        chair: &Chair,
        is_present: impl Fn(&Person) -> bool,
    ) -> SeatInfo {
        let (kind, present) = match &chair.holder {
            Holder::Open => (SeatKind::Open, false),
            Holder::Agent { .. } => (SeatKind::Agent, true),
            Holder::Person { person, .. } => {
                let is_away = chair.is_away || chair.is_out;
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
            name: chair.holder.name().to_owned(),
            named: chair.holder.given_name().is_some(),
            colour: self.colour(seat).to_owned(),
            ready: chair.is_ready,
            present,
            agent: match self.mover(seat) {
                Mover::Agent(spec) => Some(spec),
                Mover::Person(_) | Mover::Nobody => None,
            },
        }
    }

    /// The colour of a seat: the chosen one, or the next of the palette that nobody has chosen and no
    /// seat before it was given. There are as many as seats, so one is left for each.
    fn colour(&self, seat: Seat) -> &str {
        let chosen: Vec<&str> = self
            .chairs
            .iter()
            .filter_map(|c| c.holder.colour())
            .collect();
        if let Some(colour) = self.chairs[seat.index()].holder.colour() {
            return colour;
        }
        let is_free = |colour: &&str| !chosen.iter().any(|c| c.eq_ignore_ascii_case(colour));
        let mut free = SEAT_COLOURS.iter().map(|own| own.hex).filter(is_free);
        let before = &self.chairs[..seat.index()];
        let given = before.iter().filter(|c| c.holder.colour().is_none());
        free.nth(given.count()).unwrap_or(seat_colour(seat))
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
            hidden: !self.shows_everything(),
        }
    }

    /// The game as a viewer may know it, `elapsed` milliseconds after the turn began.
    pub(crate) fn game_view(&self, viewer: Viewer, elapsed: u64) -> Option<GameView> {
        let play = self.game.as_ref()?;
        let to_move = play.to_move();
        // Where something is hidden spectators see what everyone may know, if the game can say that.
        let view = viewer.eyes.map(|seat| play.position.view(seat));
        let is_shown = self.shows_everything();
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
            position: match is_shown {
                true => Some(play.position.text()),
                false => match &view {
                    Some(view) => Some(view.text()),
                    None => play.position.public_text(),
                },
            },
            drawing: ink.and_then(|ink| match is_shown {
                true => Some(self.draw_everything(&play.position, ink)),
                false => view.map(|view| view.draw(ink)),
            }),
            to_move: to_move.map(number),
            moves: to_move
                .filter(|_| viewer.moves)
                .map(|seat| play.position.view(seat).moves()),
            clocks,
            undo_asked: play.undo.as_ref().map(|wish| number(wish.seat)),
            verdict: play.verdict.clone(),
            dropouts: play.dropouts.told(),
            take_backs: play.header.take_backs.count,
            unrated: play.header.take_backs.is_unrated,
            pacing: None,
        })
    }

    pub(crate) fn secrecy(&self) -> Secrecy {
        match self.shows_everything() {
            true => Secrecy::Open,
            false => Secrecy::Hidden,
        }
    }

    /// Whether everyone at the table may know everything.
    pub(crate) fn shows_everything(&self) -> bool {
        self.variant.is_open() || self.settings.reveal
    }

    /// The position drawn: once if it looks the same to all, or else as each seat sees it.
    fn draw_everything(&self, position: &Position, ink: Ink) -> String {
        if self.variant.is_open() {
            return position.draw(Seat::FIRST, ink);
        }
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        let draw = |(seat, chair): (Seat, &Chair)| {
            format!("{}:\n{}\n", chair.holder.name(), position.draw(seat, ink))
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
