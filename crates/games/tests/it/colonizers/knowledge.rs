//! Inference of a seat in the reference implementation: every assignment of colonists is tried.
//! Positions and views are formatted from it as `docs/colonizers.md` says.

use std::collections::BTreeSet;

use super::plain::{COLONISTS, Plain, cards_text, initials, letter, or_dash};

/// An assignment of colonists in a round: the removed one, and one for each seat that has picked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Deal {
    pub(super) removed: &'static str,
    pub(super) picks: Vec<&'static str>,
}

/// Lists all assignments consistent with a seat's observations in this round; empty between rounds.
pub(super) fn deals(plain: &Plain, seat: usize) -> Vec<Deal> {
    let picked = match plain.phase {
        "pick" => plain.turn,
        _ if plain.is_in_turns() => 4,
        _ => return Vec::new(),
    };
    let mut deals = Vec::new();
    for removed in COLONISTS {
        extend(
            plain,
            seat,
            picked,
            Deal {
                removed,
                picks: Vec::new(),
            },
            &mut deals,
        );
    }
    deals
}

fn extend(plain: &Plain, seat: usize, picked: usize, deal: Deal, found: &mut Vec<Deal>) {
    if deal.picks.len() == picked {
        if agrees(plain, seat, &deal) {
            found.push(deal);
        }
        return;
    }
    for colonist in COLONISTS {
        if colonist != deal.removed && !deal.picks.contains(&colonist) {
            let mut longer = deal.clone();
            longer.picks.push(colonist);
            extend(plain, seat, picked, longer, found);
        }
    }
}

fn agrees(plain: &Plain, seat: usize, deal: &Deal) -> bool {
    let is_right = |(other, &pick): (usize, &&'static str)| {
        let player = &plain.players[other];
        let is_known = other == seat || player.is_known;
        !is_known || player.colonist == Some(pick)
    };
    let choice = plain.choice(seat).is_none_or(|choice| {
        let gone = deal.picks.iter().take(seat).copied().chain([deal.removed]);
        let gone: BTreeSet<&str> = gone.collect();
        let left = COLONISTS.into_iter().filter(|name| !gone.contains(name));
        left.collect::<BTreeSet<&str>>() == choice
    });
    // If the power had named the colonist of a visibly affected seat, it would have had an effect.
    let no_hits = plain.misses.iter().all(|miss| {
        let holder = deal.picks.iter().position(|pick| *pick == miss.named);
        holder.is_none_or(|holder| !miss.would_lose.contains(&holder))
    });
    choice && no_hits && deal.picks.iter().enumerate().all(is_right)
}

/// Formats the position.
pub(super) fn position_text(plain: &Plain) -> String {
    let possible = |seat: usize| -> BTreeSet<&'static str> {
        let player = &plain.players[seat];
        match player.colonist {
            None => BTreeSet::new(),
            Some(own) if player.is_known => BTreeSet::from([own]),
            Some(_) => {
                let is_ruled_out = |name: &str| {
                    let mut misses = plain.misses.iter();
                    misses.any(|miss| miss.named == name && miss.would_lose.contains(&seat))
                };
                COLONISTS
                    .into_iter()
                    .filter(|name| !is_ruled_out(name))
                    .collect()
            }
        }
    };
    let removed = plain.removed.into_iter().collect();
    let fresh: String = plain.fresh.iter().map(|&row| letter(row)).collect();
    text(plain, None, &removed, &or_dash(fresh), possible)
}

/// Formats the view of a seat.
pub(super) fn view_text(plain: &Plain, seat: usize) -> String {
    let deals = deals(plain, seat);
    let removed = deals.iter().map(|deal| deal.removed).collect();
    let fresh = or_dash("?".repeat(plain.fresh.len()));
    text(plain, Some(seat), &removed, &fresh, |other| {
        deals
            .iter()
            .filter_map(|deal| deal.picks.get(other).copied())
            .collect()
    })
}

fn text(
    plain: &Plain,
    eyes: Option<usize>,
    removed: &BTreeSet<&'static str>,
    fresh: &str,
    possible: impl Fn(usize) -> BTreeSet<&'static str>,
) -> String {
    let is_between = ["remove", "full", "empty"].contains(&plain.phase);
    let phase = if is_between {
        plain.phase.to_owned()
    } else {
        format!("{}:{}", plain.phase, plain.turn + 1)
    };
    let player = |seat: usize| {
        let player = &plain.players[seat];
        let is_seen = eyes.is_none_or(|eyes| eyes == seat) || player.is_known;
        let colonist = match player.colonist {
            None => "-".to_owned(),
            Some(name) if is_seen => name[..1].to_uppercase(),
            Some(_) => "?".to_owned(),
        };
        let known = if player.is_known { "!" } else { "" };
        let mut colony: Vec<char> = player.colony.iter().map(|&row| letter(row)).collect();
        colony.sort_unstable();
        format!(
            "{},{},{colonist}{known},{},{},{}",
            plain.points(seat),
            player.omnium,
            initials(&possible(seat)),
            or_dash(colony.into_iter().collect()),
            cards_text(&player.hand, eyes),
        )
    };
    let players: Vec<String> = (0..4).map(player).collect();
    let cards = |cards| cards_text(cards, eyes);
    [
        eyes.map_or("all".to_owned(), |seat| (seat + 1).to_string()),
        phase,
        initials(removed),
        players.join("/"),
        cards(&plain.offered),
        fresh.to_owned(),
        cards(&plain.bottom),
        cards(&plain.out),
        plain.plies.to_string(),
    ]
    .join("/")
}
