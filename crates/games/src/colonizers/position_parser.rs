//! Parser of position texts; errors name the column.

use ludorum_core::{NotationError, Seat};

use super::Colonizers;
use super::cards::{HAND_LIMIT, Hand, ModuleCard, bit};
use super::colonists::{Colonist, ColonistSet};
use super::deck::Deck;
use super::modules::{ColonyModule, ModuleCounts};
use super::position::{NOTHING, OTHER_PHASES, TURN_PHASES, print_colonists};
use super::state::{COLONY_LIMIT, ColonizersPhase, SEATS, State};

/// Number of `/`-separated fields of a position text; four of them describe players.
const PARTS: usize = 12;

/// Largest amount of omnium (currency) of a player that the parser accepts.
const MOST_OMNIUM: u16 = 20_000;

impl Colonizers {
    pub(super) fn read_position(&self, text: &str) -> Result<State, NotationError> {
        let parts: Vec<&str> = text.split('/').collect();
        let parts: [&str; PARTS] = parts.try_into().map_err(|_| {
            NotationError::new(
                "a position is all/phase/removed colonist/four players/offered/top of the deck/\
                 bottom/out of play/moves so far",
            )
        })?;
        // Offset of each field in the text, for error columns.
        let mut begins = [0; PARTS];
        for index in 1..PARTS {
            begins[index] = begins[index - 1] + parts[index - 1].chars().count() + 1;
        }
        let at = |index: usize| move |error: NotationError| error.shifted(begins[index]);
        if parts[0] != "all" {
            return Err(NotationError::at(1, "a position begins with all"));
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
        state.deck = Deck::of(read_heap(parts[8]).map_err(at(8))?);
        let most = ModuleCounts::ALL.len();
        let bottom = read_cards(parts[9], most).map_err(at(9))?;
        let out = read_cards(parts[10], most - bottom.len()).map_err(at(10))?;
        bottom
            .iter()
            .for_each(|&card| state.deck.put_to_bottom(card));
        out.iter().rev().for_each(|&card| state.deck.put_out(card));
        state.plies = read_number(parts[11], self.cap).map_err(at(11))?;
        self.check_position(&state, removed, points)
            .map_err(NotationError::new)?;
        Ok(state)
    }
}

fn read_phase(text: &str) -> Result<(ColonizersPhase, u8), NotationError> {
    let error = || {
        let words: Vec<&str> = TURN_PHASES
            .iter()
            .chain(&OTHER_PHASES)
            .map(|(word, _)| *word)
            .collect();
        let message = format!(
            "a phase is one of {}, and a seat as in pick:1",
            words.join(", ")
        );
        NotationError::at(1, message)
    };
    let find = |list: &[(&str, ColonizersPhase)], word: &str| {
        let found = list.iter().find(|(name, _)| *name == word);
        found.map(|&(_, phase)| phase).ok_or_else(error)
    };
    let Some((word, seat)) = text.split_once(':') else {
        return Ok((find(&OTHER_PHASES, text)?, 0));
    };
    let turn = match seat {
        "1" => 0,
        "2" => 1,
        "3" => 2,
        "4" => 3,
        _ => return Err(error()),
    };
    Ok((find(&TURN_PHASES, word)?, turn))
}

fn read_colonists(text: &str) -> Result<ColonistSet, NotationError> {
    if text == NOTHING {
        return Ok(ColonistSet::NONE);
    }
    let colonists: Option<ColonistSet> = text.chars().map(Colonist::lettered).collect();
    colonists
        .filter(|&colonists| print_colonists(colonists) == text)
        .ok_or_else(|| NotationError::at(1, "colonists are letters of VEMGOS in this order, or -"))
}

fn read_heap(text: &str) -> Result<ModuleCounts, NotationError> {
    if text == NOTHING {
        return Ok(ModuleCounts::NONE);
    }
    let message = "modules are letters from a to p in this order, at most four of each, or -";
    let mut counts = [0; ColonyModule::KINDS];
    let mut heap = ModuleCounts::NONE;
    let mut last = None;
    for (column, letter) in (1..).zip(text.chars()) {
        let module = ColonyModule::lettered(letter).filter(|&module| Some(module) >= last);
        let module = module.ok_or_else(|| NotationError::at(column, message))?;
        counts[module.index()] += 1;
        if counts[module.index()] > module.copies() {
            return Err(NotationError::at(column, message));
        }
        heap.add(module);
        last = Some(module);
    }
    match last {
        Some(_) => Ok(heap),
        None => Err(NotationError::at(1, message)),
    }
}

fn read_cards(text: &str, most: usize) -> Result<Vec<ModuleCard>, NotationError> {
    if text == NOTHING {
        return Ok(Vec::new());
    }
    let error = |column| {
        let message = format!(
            "up to {most} cards are letters from a to p, each with a hexadecimal digit for the \
             seats that have seen it, as in a1c8, or -"
        );
        NotationError::at(column, message)
    };
    let signs: Vec<char> = text.chars().collect();
    if signs.is_empty() || !signs.len().is_multiple_of(2) || signs.len() > 2 * most {
        return Err(error(1));
    }
    let read = |(column, pair): (usize, &[char])| {
        let module = ColonyModule::lettered(pair[0]).ok_or_else(|| error(column))?;
        let seen = match pair[1] {
            sign @ ('0'..='9' | 'a'..='f') => sign.to_digit(16),
            _ => None,
        };
        let seen = seen.ok_or_else(|| error(column + 1))?;
        Ok(ModuleCard::new(module, seen as u8))
    };
    (1..).step_by(2).zip(signs.chunks(2)).map(read).collect()
}

fn read_number(text: &str, most: u16) -> Result<u16, NotationError> {
    let number = text.parse().ok().filter(|&number: &u16| number <= most);
    number
        .filter(|number| number.to_string() == text)
        .ok_or_else(|| NotationError::at(1, format!("expected a number from 0 to {most}")))
}

/// Parses the text of one player into `state`; returns the points stated in the text.
fn read_player(text: &str, seat: Seat, state: &mut State) -> Result<u16, NotationError> {
    let parts: Vec<&str> = text.split(',').collect();
    let [points, omnium, colonist, possible, colony, hand]: [&str; 6] =
        parts.try_into().map_err(|_| {
            NotationError::at(
                1,
                "a player is points,omnium,colonist,possible colonists,colony,hand",
            )
        })?;
    let begins = [points, omnium, colonist, possible, colony].map(|part| part.chars().count() + 1);
    let at = |index: usize| {
        let before: usize = begins[..index].iter().sum();
        move |error: NotationError| error.shifted(before)
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
        return Err(at(2)(NotationError::at(1, message)));
    }
    state.picks[index] = own.nth(0);
    let possible = read_colonists(possible).map_err(at(3))?;
    if is_exposed {
        state.exposed |= bit(seat);
    } else if !own.is_empty() {
        state.excluded[index] = ColonistSet::ALL.minus(possible);
    }
    if (is_exposed || own.is_empty()) && possible != own {
        let message = "expected the colonist that everyone knows, or - if there is none";
        return Err(at(3)(NotationError::at(1, message)));
    }
    state.colonies[index] = read_heap(colony).map_err(at(4))?;
    if state.colonies[index].len() > COLONY_LIMIT {
        let message = format!("a colony has at most {COLONY_LIMIT} modules");
        return Err(at(4)(NotationError::at(1, message)));
    }
    let mut cards = Hand::default();
    for card in read_cards(hand, HAND_LIMIT).map_err(at(5))? {
        cards.push(card);
    }
    state.hands[index] = cards;
    read_number(points, u16::MAX)
}
