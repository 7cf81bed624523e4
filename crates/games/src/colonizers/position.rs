//! Positions and views as text, in one form: what a seat does not know is a question mark.
//! `docs/colonizers.md` describes it.

use std::fmt::Write;

use ludorum_core::{Seat, TextError};

use super::Colonizers;
use super::cards::{Card, HAND_LIMIT, Hand, bit};
use super::colonists::{Colonist, Colonists};
use super::modules::{Module, Modules};
use super::pile::Pile;
use super::state::{COLONY_LIMIT, Phase, SEATS, State, Take};
use super::view::View;

/// The parts of a position, of which four are players.
const PARTS: usize = 12;

/// More omnium than any game comes to.
const MOST_OMNIUM: u16 = 20_000;

const NOTHING: &str = "-";

/// Phases in which a seat has its turn, with the words for them.
const TURNS: [(&str, Phase); 8] = [
    ("pick", Phase::Pick),
    ("draw", Phase::Draw),
    ("vision-omnium", Phase::Vision(Take::Omnium)),
    ("vision-cards", Phase::Vision(Take::Cards)),
    ("deal", Phase::Deal),
    ("keep", Phase::Keep),
    ("power", Phase::Power),
    ("build", Phase::Build),
];

/// The other phases.
const BETWEEN: [(&str, Phase); 3] = [
    ("remove", Phase::Remove),
    ("full", Phase::Full),
    ("empty", Phase::Empty),
];

impl Colonizers {
    pub(super) fn position_text(&self, state: &State) -> String {
        let everyone = (1 << SEATS) - 1;
        let cards = |cards: &[Card]| print_cards(cards, everyone);
        let players = Seat::all(SEATS).map(|seat| {
            let colonist = state.colonist(seat);
            let possible = match colonist {
                Some(own) if state.is_exposed(seat) => Colonists::NONE.with(own),
                Some(_) => Colonists::ALL.minus(state.excluded[seat.index()]),
                None => Colonists::NONE,
            };
            let name = colonist.map(Colonist::letter);
            self.print_player(state, seat, name, possible, cards(state.hand(seat).cards()))
        });
        let players: Vec<String> = players.collect();
        let removed = state.removed().into_iter().collect();
        let fresh: String = state.pile.fresh.iter().map(Module::letter).collect();
        [
            "all".to_owned(),
            print_phase(state),
            print_colonists(removed),
            players.join("/"),
            cards(state.offered()),
            or_nothing(fresh),
            cards(state.pile.bottom()),
            cards(state.pile.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    pub(super) fn view_text(&self, view: &View) -> String {
        let state = view.shown();
        let cards = |cards: &[Card]| print_cards(cards, bit(view.seat()));
        let players = Seat::all(SEATS).map(|seat| {
            let possible = view.colonists(seat);
            let name = match view.colonist(seat) {
                Some(known) => Some(known.letter()),
                None => (!possible.is_empty()).then_some('?'),
            };
            self.print_player(state, seat, name, possible, cards(state.hand(seat).cards()))
        });
        let players: Vec<String> = players.collect();
        [
            view.seat().to_string(),
            print_phase(state),
            print_colonists(view.removed()),
            players.join("/"),
            cards(state.offered()),
            or_nothing("?".repeat(view.fresh())),
            cards(state.pile.bottom()),
            cards(state.pile.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    fn print_player(
        &self,
        state: &State,
        seat: Seat,
        colonist: Option<char>,
        possible: Colonists,
        hand: String,
    ) -> String {
        let colony: String = state.colony(seat).iter().map(Module::letter).collect();
        let known = if state.is_exposed(seat) { "!" } else { "" };
        format!(
            "{},{},{}{known},{},{},{hand}",
            self.points(state, seat),
            state.omnium(seat),
            colonist.unwrap_or('-'),
            print_colonists(possible),
            or_nothing(colony),
        )
    }

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

    /// What the parts of a position must have to do with each other.
    fn check_position(
        &self,
        state: &State,
        removed: Colonists,
        points: [u16; SEATS],
    ) -> Result<(), String> {
        let everywhere = state.cards().map(Card::module);
        let built = state.colonies.iter().flat_map(|colony| colony.iter());
        let all = everywhere.chain(built).chain(state.pile.fresh.iter());
        let mut counts = [0; Module::KINDS];
        all.for_each(|module| counts[module.index()] += 1);
        if let Some(module) = Module::all().find(|m| counts[m.index()] != m.copies()) {
            let (found, copies) = (counts[module.index()], module.copies());
            return Err(format!(
                "{found} cards are {module}, but there are {copies}"
            ));
        }
        check_colonists(state, removed)?;
        check_cards(state)?;
        for seat in Seat::all(SEATS) {
            let has_built = state.phase == Phase::Full
                || state.phase == Phase::Empty
                || (state.is_in_turns() && seat < state.turn());
            if state.is_full(seat) && !has_built {
                return Err(format!(
                    "the game ends with the round in which seat {seat} fills its colony"
                ));
            }
            let expected = self.points(state, seat);
            if points[seat.index()] != expected {
                return Err(format!("seat {seat} has {expected} points"));
            }
        }
        if state.phase == Phase::Full && !Seat::all(SEATS).any(|seat| state.is_full(seat)) {
            return Err("no colony is full".to_owned());
        }
        Ok(())
    }
}

/// Whether the colonists can have come about as the phase says.
fn check_colonists(state: &State, removed: Colonists) -> Result<(), String> {
    let expected = usize::from(state.phase.has_colonists());
    if removed.len() != expected {
        return Err(format!("{expected} colonists are removed in this phase"));
    }
    let picked = match state.phase {
        Phase::Pick => usize::from(state.turn),
        phase if phase.has_colonists() => SEATS,
        _ => 0,
    };
    let mut seen = removed;
    for seat in Seat::all(SEATS) {
        let colonist = state.colonist(seat);
        if colonist.is_some() != (seat.index() < picked) {
            return Err(format!(
                "{picked} seats have picked a colonist, in order of seats"
            ));
        }
        if colonist.is_some_and(|colonist| seen.has(colonist)) {
            return Err("a colonist is in two places".to_owned());
        }
        seen = colonist.map_or(seen, |colonist| seen.with(colonist));
        let has_begun = state.is_in_turns()
            && (seat < state.turn() || (seat == state.turn() && state.phase != Phase::Draw));
        if has_begun != state.is_exposed(seat) && (has_begun || !state.is_in_turns()) {
            return Err(format!(
                "seat {seat} has a colonist that everyone knows, or should have"
            ));
        }
        let excluded = state.excluded[seat.index()];
        if !excluded.is_empty() && (!state.is_in_turns() || state.is_exposed(seat)) {
            return Err(format!(
                "nothing can be known of the colonist of seat {seat} yet"
            ));
        }
        if colonist.is_some_and(|colonist| excluded.has(colonist)) {
            return Err(format!("seat {seat} has a colonist that it cannot have"));
        }
    }
    Ok(())
}

/// Whether the cards are where the phase says, and seen by those who must have seen them.
fn check_cards(state: &State) -> Result<(), String> {
    let offers = state.offered().len();
    let is_right = match state.phase {
        Phase::Deal => offers < 2 && state.pile.len() + offers >= 2,
        Phase::Keep => offers == 2,
        Phase::Vision(_) => offers == 0 && !state.pile.is_empty(),
        _ => offers == 0,
    };
    if !is_right {
        return Err(format!(
            "{offers} cards are offered, and the deck has {}",
            state.pile.len()
        ));
    }
    let own = state.colonist(state.turn());
    if matches!(state.phase, Phase::Vision(_))
        && (own != Some(Colonist::Visionary) || state.hand(state.turn()).is_full())
    {
        return Err("only a Visionary without a full hand gets a card".to_owned());
    }
    if state.phase == Phase::Power && !own.is_some_and(Colonist::is_active) {
        return Err("only the Opportunist and the Spy have a power to use".to_owned());
    }
    let hands = Seat::all(SEATS).flat_map(|seat| {
        state
            .hand(seat)
            .cards()
            .iter()
            .map(move |card| (seat, card))
    });
    let offered = state.offered().iter().map(|card| (state.turn(), card));
    for (seat, card) in hands.chain(offered) {
        if !card.is_seen_by(seat) {
            return Err(format!("seat {seat} has seen the cards it holds"));
        }
    }
    let laid = state.pile.bottom().iter().chain(state.pile.out());
    if laid.clone().any(|card| card.seen() == 0) {
        return Err("somebody has seen the cards that were put away".to_owned());
    }
    Ok(())
}

impl State {
    /// Whether the seats play their turns, after all have picked.
    fn is_in_turns(&self) -> bool {
        self.phase.has_colonists() && self.phase != Phase::Pick
    }
}

fn or_nothing(text: String) -> String {
    match text.is_empty() {
        true => NOTHING.to_owned(),
        false => text,
    }
}

fn print_phase(state: &State) -> String {
    let is_now = |&&(_, phase): &&(&str, Phase)| phase == state.phase;
    match TURNS.iter().find(is_now) {
        Some((word, _)) => format!("{word}:{}", state.turn()),
        None => BETWEEN
            .iter()
            .find(is_now)
            .map_or("", |(word, _)| word)
            .to_owned(),
    }
}

fn print_colonists(colonists: Colonists) -> String {
    or_nothing(colonists.iter().map(Colonist::letter).collect())
}

/// The cards whose face one of these seats has seen, and question marks for the others; behind each
/// the seats that have seen it, as a hexadecimal digit.
fn print_cards(cards: &[Card], eyes: u8) -> String {
    let mut text = String::new();
    for card in cards {
        let face = match card.seen() & eyes {
            0 => '?',
            _ => card.module().letter(),
        };
        let _ = write!(text, "{face}{:x}", card.seen());
    }
    or_nothing(text)
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
