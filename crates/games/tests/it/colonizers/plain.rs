//! A naive reference implementation of Colonizers: words and lists, moves as text, colonists by
//! trying every assignment.

use std::collections::BTreeSet;

/// Table 2.1 of the thesis: name, cost, value, colour, number of cards.
pub(super) const TABLE: [(&str, usize, usize, &str, usize); 16] = [
    ("oxygen-generator", 4, 4, "green", 4),
    ("water-reservoir", 5, 6, "green", 4),
    ("hydroponics-facility", 6, 8, "green", 4),
    ("eco-dome", 8, 11, "green", 1),
    ("marketplace", 2, 2, "blue", 4),
    ("warehouse", 3, 3, "blue", 4),
    ("quarry", 5, 6, "blue", 4),
    ("purification-plant", 8, 10, "blue", 1),
    ("garrison", 1, 1, "red", 4),
    ("barracks", 2, 2, "red", 4),
    ("military-academy", 3, 3, "red", 4),
    ("defense-system", 6, 7, "red", 1),
    ("housing-unit", 1, 1, "none", 4),
    ("spaceport", 4, 5, "none", 4),
    ("research-lab", 6, 8, "none", 4),
    ("mass-relay", 12, 16, "none", 1),
];

pub(super) const COLONISTS: [&str; 6] = [
    "visionary",
    "ecologist",
    "miner",
    "general",
    "opportunist",
    "spy",
];

/// A card: its row in `TABLE`, and the seats that have seen it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Card {
    pub(super) row: usize,
    pub(super) seen: BTreeSet<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Player {
    pub(super) omnium: usize,
    pub(super) colony: Vec<usize>,
    pub(super) hand: Vec<Card>,
    pub(super) colonist: Option<&'static str>,
    /// True if the colonist is public.
    pub(super) is_known: bool,
}

/// A power without effect: the colonist it named, and the seats on which it would have had a
/// visible effect.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Miss {
    pub(super) named: &'static str,
    pub(super) would_lose: Vec<usize>,
}

/// A position of the reference implementation. Players count from 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plain {
    pub(super) players: Vec<Player>,
    /// Cards that no seat has held; drawn in any order.
    pub(super) fresh: Vec<usize>,
    pub(super) bottom: Vec<Card>,
    pub(super) out: Vec<Card>,
    pub(super) offered: Vec<Card>,
    /// Name of the phase as in position texts, without the seat.
    pub(super) phase: &'static str,
    pub(super) turn: usize,
    pub(super) removed: Option<&'static str>,
    pub(super) misses: Vec<Miss>,
    /// Seats with full colonies, in the order in which they filled them.
    filled: Vec<usize>,
    pub(super) plies: usize,
    cap: usize,
    later_bonus: usize,
}

impl Plain {
    pub(super) fn new(cap: usize, later_bonus: usize) -> Plain {
        let rows = |row: usize| vec![row; TABLE[row].4];
        Plain {
            players: vec![Player::default(); 4],
            fresh: (0..16).flat_map(rows).collect(),
            bottom: Vec::new(),
            out: Vec::new(),
            offered: Vec::new(),
            phase: "remove",
            turn: 0,
            removed: None,
            misses: Vec::new(),
            filled: Vec::new(),
            plies: 0,
            cap,
            later_bonus,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.plies >= self.cap || ["full", "empty"].contains(&self.phase)
    }

    /// Lists the colonists that the seat to move can choose from.
    pub(super) fn available(&self) -> Vec<&'static str> {
        let is_taken = |name: &&str| {
            self.removed == Some(*name) || self.players.iter().any(|p| p.colonist == Some(*name))
        };
        COLONISTS
            .into_iter()
            .filter(|name| !is_taken(name))
            .collect()
    }

    /// Lists moves without, or events with, their probabilities, as text in the order of the game.
    pub(super) fn steps(&self) -> Vec<(String, Option<f64>)> {
        if self.is_over() {
            return Vec::new();
        }
        let moves = |texts: Vec<String>| texts.into_iter().map(|text| (text, None)).collect();
        let player = &self.players[self.turn];
        match self.phase {
            "remove" => COLONISTS
                .iter()
                .map(|name| (format!("remove:{name}"), Some(1.0 / 6.0)))
                .collect(),
            "vision-omnium" | "vision-cards" | "deal" => self.deals(),
            "pick" => moves(
                self.available()
                    .iter()
                    .map(|name| format!("pick:{name}"))
                    .collect(),
            ),
            "draw" if player.hand.len() < 5 => moves(vec!["omnium".into(), "cards".into()]),
            "draw" => moves(vec!["omnium".into()]),
            "keep" => {
                let rows: BTreeSet<usize> = self.offered.iter().map(|card| card.row).collect();
                moves(
                    rows.iter()
                        .map(|&row| format!("keep:{}", TABLE[row].0))
                        .collect(),
                )
            }
            "power" => {
                let own = player.colonist.unwrap();
                let verb = if own == "spy" { "swap" } else { "steal" };
                let others = COLONISTS.iter().filter(|name| **name != own);
                let named = others.map(|name| format!("{verb}:{name}"));
                moves(named.chain(["pass".to_owned()]).collect())
            }
            _ => {
                let rows: BTreeSet<usize> = player.hand.iter().map(|card| card.row).collect();
                let paid = rows.iter().filter(|&&row| TABLE[row].1 <= player.omnium);
                let built = paid.map(|&row| format!("build:{}", TABLE[row].0));
                moves(built.chain(["pass".to_owned()]).collect())
            }
        }
    }

    fn deals(&self) -> Vec<(String, Option<f64>)> {
        if self.fresh.is_empty() {
            return vec![(format!("deal:{}", TABLE[self.bottom[0].row].0), Some(1.0))];
        }
        let count = |row: usize| self.fresh.iter().filter(|&&other| other == row).count();
        (0..16)
            .filter(|&row| count(row) > 0)
            .map(|row| {
                let odds = count(row) as f64 / self.fresh.len() as f64;
                (format!("deal:{}", TABLE[row].0), Some(odds))
            })
            .collect()
    }

    /// Counts the sequences of `depth` moves and events.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        let steps = self.steps();
        if depth == 1 {
            return steps.len() as u64;
        }
        let below = |text: &str| {
            let mut next = self.clone();
            next.step(text);
            next.perft(depth - 1)
        };
        steps.iter().map(|(text, _)| below(text)).sum()
    }

    pub(super) fn step(&mut self, text: &str) {
        self.plies += 1;
        let (verb, noun) = text.split_once(':').unwrap_or((text, ""));
        let colonist = COLONISTS.into_iter().find(|name| *name == noun);
        let row = TABLE.iter().position(|row| row.0 == noun);
        match verb {
            "remove" => {
                self.removed = colonist;
                self.phase = "pick";
            }
            "pick" => {
                self.players[self.turn].colonist = colonist;
                self.turn += 1;
                if self.turn == 4 {
                    self.turn = 0;
                    self.phase = "draw";
                }
            }
            "omnium" | "cards" => self.begin(verb == "cards"),
            "deal" => self.deal(row.unwrap()),
            "keep" => self.keep(row.unwrap()),
            "steal" | "swap" => self.power(verb, colonist.unwrap()),
            "build" => self.build(row.unwrap()),
            _ if self.phase == "power" => self.phase = "build",
            _ => self.end_turn(),
        }
    }

    fn begin(&mut self, cards: bool) {
        let deck = self.fresh.len() + self.bottom.len();
        let player = &mut self.players[self.turn];
        player.is_known = true;
        let colour = match player.colonist.unwrap() {
            "ecologist" => "green",
            "miner" => "blue",
            "general" => "red",
            _ => "",
        };
        player.omnium += player
            .colony
            .iter()
            .filter(|&&row| TABLE[row].3 == colour)
            .count();
        if player.colonist == Some("visionary") && player.hand.len() < 5 {
            self.phase = match (deck, cards) {
                (0, _) => return self.run_out(),
                (_, true) => "vision-cards",
                (_, false) => "vision-omnium",
            };
            return;
        }
        self.take(cards);
    }

    fn take(&mut self, cards: bool) {
        if !cards {
            self.players[self.turn].omnium += 2;
            return self.after_drawing();
        }
        match self.fresh.len() + self.bottom.len() {
            0 | 1 => self.run_out(),
            _ => self.phase = "deal",
        }
    }

    fn deal(&mut self, row: usize) {
        let mut card = match self.fresh.iter().position(|&other| other == row) {
            Some(place) => {
                self.fresh.remove(place);
                Card {
                    row,
                    seen: BTreeSet::new(),
                }
            }
            None => self.bottom.remove(0),
        };
        assert_eq!(card.row, row);
        card.seen.insert(self.turn);
        if self.phase == "deal" {
            self.offered.push(card);
            if self.offered.len() == 2 {
                self.phase = "keep";
            }
            return;
        }
        let cards = self.phase == "vision-cards";
        self.players[self.turn].hand.push(card);
        self.take(cards);
    }

    fn keep(&mut self, row: usize) {
        let place = self
            .offered
            .iter()
            .position(|card| card.row == row)
            .unwrap();
        let kept = self.offered.remove(place);
        let other = self.offered.remove(0);
        self.bottom.push(other);
        let hand = &mut self.players[self.turn].hand;
        if hand.len() == 5 {
            self.out.insert(0, kept);
        } else {
            hand.push(kept);
        }
        self.after_drawing();
    }

    fn after_drawing(&mut self) {
        let has_power = ["opportunist", "spy"].contains(&self.players[self.turn].colonist.unwrap());
        self.phase = if has_power { "power" } else { "build" };
    }

    /// True if the power `verb` would visibly affect `seat`.
    pub(super) fn would_lose(&self, verb: &str, seat: usize) -> bool {
        let own = &self.players[self.turn];
        let other = &self.players[seat];
        seat != self.turn
            && match verb {
                "steal" => other.omnium > 0,
                _ => !own.hand.is_empty() || !other.hand.is_empty(),
            }
    }

    fn power(&mut self, verb: &str, named: &'static str) {
        self.phase = "build";
        let holder = self
            .players
            .iter()
            .position(|player| player.colonist == Some(named));
        let Some(victim) = holder.filter(|&seat| self.would_lose(verb, seat)) else {
            let would_lose = (0..4).filter(|&seat| self.would_lose(verb, seat)).collect();
            // A power reveals nothing about colonists that are already public.
            if !holder.is_some_and(|seat| self.players[seat].is_known) {
                self.misses.push(Miss { named, would_lose });
            }
            return;
        };
        self.players[victim].is_known = true;
        if verb == "steal" {
            let loot = self.players[victim].omnium.min(2);
            self.players[victim].omnium -= loot;
            self.players[self.turn].omnium += loot;
            return;
        }
        let theirs = std::mem::take(&mut self.players[victim].hand);
        let own = std::mem::replace(&mut self.players[self.turn].hand, theirs);
        self.players[victim].hand = own;
        for seat in [victim, self.turn] {
            for card in &mut self.players[seat].hand {
                card.seen.extend([victim, self.turn]);
            }
        }
    }

    fn build(&mut self, row: usize) {
        let player = &mut self.players[self.turn];
        let place = player.hand.iter().position(|card| card.row == row).unwrap();
        player.hand.remove(place);
        player.omnium -= TABLE[row].1;
        player.colony.push(row);
        if player.colony.len() == 8 {
            self.filled.push(self.turn);
        }
        self.end_turn();
    }

    fn end_turn(&mut self) {
        self.turn += 1;
        self.phase = "draw";
        if self.turn == 4 {
            self.end_round(if self.filled.is_empty() {
                "remove"
            } else {
                "full"
            });
        }
    }

    fn run_out(&mut self) {
        self.end_round("empty");
    }

    fn end_round(&mut self, phase: &'static str) {
        self.phase = phase;
        self.turn = 0;
        self.removed = None;
        self.misses.clear();
        for player in &mut self.players {
            player.colonist = None;
            player.is_known = false;
        }
    }

    pub(super) fn points(&self, seat: usize) -> usize {
        if self.phase == "empty" {
            return 0;
        }
        let values = self.players[seat].colony.iter().map(|&row| TABLE[row].2);
        let bonus = match self.filled.iter().position(|&other| other == seat) {
            Some(0) => 4,
            Some(_) => self.later_bonus,
            None => 0,
        };
        values.sum::<usize>() + bonus
    }

    /// Rank of every seat at the end of the game.
    pub(super) fn ranks(&self) -> Vec<usize> {
        if self.phase != "full" {
            return vec![0; 4];
        }
        let mut order: Vec<usize> = (0..4).collect();
        // A stable sort puts the lower seat first.
        order.sort_by_key(|&seat| std::cmp::Reverse(self.points(seat)));
        (0..4)
            .map(|seat| order.iter().position(|&other| other == seat).unwrap())
            .collect()
    }

    /// True while the seats take their turns.
    pub(super) fn is_in_turns(&self) -> bool {
        !["remove", "pick", "full", "empty"].contains(&self.phase)
    }

    /// The colonists that `seat` could choose from at its pick; `None` before its turn to pick.
    pub(super) fn choice(&self, seat: usize) -> Option<BTreeSet<&'static str>> {
        let had_turn = self.is_in_turns() || (self.phase == "pick" && seat <= self.turn);
        had_turn.then(|| {
            let gone = self.players[..seat]
                .iter()
                .filter_map(|player| player.colonist);
            let gone: Vec<&str> = gone.chain(self.removed).collect();
            COLONISTS
                .into_iter()
                .filter(|name| !gone.contains(name))
                .collect()
        })
    }
}

/// Formats cards as in position texts, with question marks for those that seat `eyes` has not seen.
pub(super) fn cards_text(cards: &[Card], eyes: Option<usize>) -> String {
    let one = |card: &Card| {
        let face = if eyes.is_none_or(|seat| card.seen.contains(&seat)) {
            letter(card.row)
        } else {
            '?'
        };
        let digit: u32 = card.seen.iter().map(|seat| 1 << seat).sum();
        format!("{face}{digit:x}")
    };
    or_dash(cards.iter().map(one).collect())
}

pub(super) fn letter(row: usize) -> char {
    (b'a' + row as u8) as char
}

pub(super) fn or_dash(text: String) -> String {
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

/// Initials of the colonists in upper case, in the order of the game.
pub(super) fn initials(colonists: &BTreeSet<&'static str>) -> String {
    let named = COLONISTS.iter().filter(|name| colonists.contains(**name));
    or_dash(named.map(|name| name[..1].to_uppercase()).collect())
}
