//! Positions read from text: every part by itself, with the column where it goes wrong.

use ludorum_core::{Seat, TextError};

use super::Colonizers;
use super::cards::{Card, HAND_LIMIT, Hand, bit};
use super::colonists::{Colonist, Colonists};
use super::modules::{Module, Modules};
use super::pile::Pile;
use super::position::{BETWEEN, NOTHING, TURNS, print_colonists};
use super::state::{COLONY_LIMIT, Phase, SEATS, State};

/// The parts of a position, of which four are players.
const PARTS: usize = 12;

/// More omnium than any game comes to.
const MOST_OMNIUM: u16 = 20_000;

impl Colonizers {
    pub(super) fn read_position(&self, text: &str) -> Result<State, TextError> {
        let parts: Vec<&str> = text.split('/').collect();
        let parts: [&str; PARTS] = parts.try_into().map_err(|_| {
            TextError::new(
                "a position is all/phase/removed colonist/four players/offered/top of the deck/\
                 bottom/out of play/moves so far",
            )
        })?;
        // Where each part begins in the whole text, for the columns of errors.
        let mut begins = [0; PARTS];
        for index in 1..PARTS {
            begins[index] = begins[index - 1] + parts[index - 1].chars().count() + 1;
        }
        let at = |index: usize| move |error: TextError| error.shifted(begins[index]);
        if parts[0] != "all" {
            return Err(TextError::at(1, "a position begins with all"));
        }
        let (phase, turn) = read_phase(parts[1]).map_err(at(1))?;
        let removed = read_colonists(parts[2]).map_err(at(2))?;
        let mut state = State {
            phase,
            turn,
            removed: removed.nth(0),
            ..State::start()
        };
        let mut points = [0; SEATS];
        for seat in Seat::all(SEATS) {
            let index = 3 + seat.index();
            points[seat.index()] =
                read_player(parts[index], seat, &mut state).map_err(at(index))?;
        }
        let offered = read_cards(parts[7], 2).map_err(at(7))?;
        state.offers = offered.len() as u8;
        for (place, card) in state.offered.iter_mut().zip(offered) {
            *place = card;
        }
        state.pile = Pile::of(read_heap(parts[8]).map_err(at(8))?);
        let most = Modules::ALL.len();
        let bottom = read_cards(parts[9], most).map_err(at(9))?;
        let out = read_cards(parts[10], most - bottom.len()).map_err(at(10))?;
        bottom
            .iter()
            .for_each(|&card| state.pile.put_to_bottom(card));
        out.iter().rev().for_each(|&card| state.pile.put_out(card));
        state.plies = read_number(parts[11], self.cap).map_err(at(11))?;
        self.check_position(&state, removed, points)
            .map_err(TextError::new)?;
        Ok(state)
    }
}

fn read_phase(text: &str) -> Result<(Phase, u8), TextError> {
    let error = || {
        let words: Vec<&str> = TURNS
            .iter()
            .chain(&BETWEEN)
            .map(|(word, _)| *word)
            .collect();
        let message = format!(
            "a phase is one of {}, and a seat as in pick:1",
            words.join(", ")
        );
        TextError::at(1, message)
    };
    let find = |list: &[(&str, Phase)], word: &str| {
        let found = list.iter().find(|(name, _)| *name == word);
        found.map(|&(_, phase)| phase).ok_or_else(error)
    };
    let Some((word, seat)) = text.split_once(':') else {
        return Ok((find(&BETWEEN, text)?, 0));
    };
    let turn = match seat {
        "1" => 0,
        "2" => 1,
        "3" => 2,
        "4" => 3,
        _ => return Err(error()),
    };
    Ok((find(&TURNS, word)?, turn))
}

fn read_colonists(text: &str) -> Result<Colonists, TextError> {
    if text == NOTHING {
        return Ok(Colonists::NONE);
    }
    let colonists: Option<Colonists> = text.chars().map(Colonist::lettered).collect();
    colonists
        .filter(|&colonists| print_colonists(colonists) == text)
        .ok_or_else(|| TextError::at(1, "colonists are letters of VEMGOS in this order, or -"))
}

fn read_heap(text: &str) -> Result<Modules, TextError> {
    if text == NOTHING {
        return Ok(Modules::NONE);
    }
    let message = "modules are letters from a to p in this order, at most four of each, or -";
    let mut counts = [0; Module::KINDS];
    let mut heap = Modules::NONE;
    let mut last = None;
    for (column, letter) in (1..).zip(text.chars()) {
        let module = Module::lettered(letter).filter(|&module| Some(module) >= last);
        let module = module.ok_or_else(|| TextError::at(column, message))?;
        counts[module.index()] += 1;
        if counts[module.index()] > module.copies() {
            return Err(TextError::at(column, message));
        }
        heap.add(module);
        last = Some(module);
    }
    match last {
        Some(_) => Ok(heap),
        None => Err(TextError::at(1, message)),
    }
}

fn read_cards(text: &str, most: usize) -> Result<Vec<Card>, TextError> {
    if text == NOTHING {
        return Ok(Vec::new());
    }
    let error = |column| {
        let message = format!(
            "up to {most} cards are letters from a to p, each with a hexadecimal digit for the \
             seats that have seen it, as in a1c8, or -"
        );
        TextError::at(column, message)
    };
    let signs: Vec<char> = text.chars().collect();
    if signs.is_empty() || !signs.len().is_multiple_of(2) || signs.len() > 2 * most {
        return Err(error(1));
    }
    let read = |(column, pair): (usize, &[char])| {
        let module = Module::lettered(pair[0]).ok_or_else(|| error(column))?;
        let seen = match pair[1] {
            sign @ ('0'..='9' | 'a'..='f') => sign.to_digit(16),
            _ => None,
        };
        let seen = seen.ok_or_else(|| error(column + 1))?;
        Ok(Card::new(module, seen as u8))
    };
    (1..).step_by(2).zip(signs.chunks(2)).map(read).collect()
}

fn read_number(text: &str, most: u16) -> Result<u16, TextError> {
    let number = text.parse().ok().filter(|&number: &u16| number <= most);
    number
        .filter(|number| number.to_string() == text)
        .ok_or_else(|| TextError::at(1, format!("expected a number from 0 to {most}")))
}

/// Reads a player into the position, and returns the points it is said to have.
fn read_player(text: &str, seat: Seat, state: &mut State) -> Result<u16, TextError> {
    let parts: Vec<&str> = text.split(',').collect();
    let [points, omnium, colonist, possible, colony, hand]: [&str; 6] =
        parts.try_into().map_err(|_| {
            TextError::at(
                1,
                "a player is points,omnium,colonist,possible colonists,colony,hand",
            )
        })?;
    let begins = [points, omnium, colonist, possible, colony].map(|part| part.chars().count() + 1);
    let at = |index: usize| {
        let before: usize = begins[..index].iter().sum();
        move |error: TextError| error.shifted(before)
    };
    let index = seat.index();
    state.omnium[index] = read_number(omnium, MOST_OMNIUM).map_err(at(1))?;
    let (name, is_exposed) = match colonist.strip_suffix('!') {
        Some(name) => (name, true),
        None => (colonist, false),
    };
    let own = read_colonists(name).map_err(at(2))?;
    if own.len() > 1 || (own.is_empty() && is_exposed) {
        let message = "expected one colonist, with ! if everyone knows it, or -";
        return Err(at(2)(TextError::at(1, message)));
    }
    state.picks[index] = own.nth(0);
    let possible = read_colonists(possible).map_err(at(3))?;
    if is_exposed {
        state.exposed |= bit(seat);
    } else if !own.is_empty() {
        state.excluded[index] = Colonists::ALL.minus(possible);
    }
    if (is_exposed || own.is_empty()) && possible != own {
        let message = "expected the colonist that everyone knows, or - if there is none";
        return Err(at(3)(TextError::at(1, message)));
    }
    state.colonies[index] = read_heap(colony).map_err(at(4))?;
    if state.colonies[index].len() > COLONY_LIMIT {
        let message = format!("a colony has at most {COLONY_LIMIT} modules");
        return Err(at(4)(TextError::at(1, message)));
    }
    let mut cards = Hand::default();
    for card in read_cards(hand, HAND_LIMIT).map_err(at(5))? {
        cards.push(card);
    }
    state.hands[index] = cards;
    read_number(points, u16::MAX)
}
