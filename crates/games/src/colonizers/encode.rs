//! Tensor encoding: action ids and input planes. A plane is one row of sixteen numbers, one per
//! kind of module; shorter data fills it from the left.

use ludorum_core::{PlaneLayout, PlaneWriter, Seat, TensorEncoding};

use super::cards::HAND_LIMIT;
use super::colonists::{Colonist, ColonistSet};
use super::modules::{ColonyModule, ModuleCounts};
use super::state::{COLONY_LIMIT, ColonizersPhase, SEATS};
use super::view::View;
use super::{Colonizers, Move};

const KINDS: usize = ColonyModule::KINDS;
const PEOPLE: usize = Colonist::ALL.len();

const OMNIUM: usize = PEOPLE;
const CARDS: usize = OMNIUM + 1;
const KEEP: usize = CARDS + 1;
const STEAL: usize = KEEP + KINDS;
const SWAP: usize = STEAL + PEOPLE;
const BUILD: usize = SWAP + PEOPLE;
const PASS: usize = BUILD + KINDS;

/// Amount of omnium (currency) that a feature plane encodes as 1; larger amounts are clipped.
const MOST_OMNIUM: f32 = 40.0;

fn colonist(number: usize) -> Option<Colonist> {
    Colonist::ALL.get(number).copied()
}

fn module(number: usize) -> Option<ColonyModule> {
    ColonyModule::all().nth(number)
}

/// Index of `phase` among the decision phases; `None` for chance phases and finished games.
fn decision(phase: ColonizersPhase) -> Option<usize> {
    let decisions = [
        ColonizersPhase::Pick,
        ColonizersPhase::Draw,
        ColonizersPhase::Keep,
        ColonizersPhase::Power,
        ColonizersPhase::Build,
    ];
    decisions.iter().position(|&other| other == phase)
}

fn heap(modules: ModuleCounts, most: usize) -> impl Iterator<Item = (usize, usize, f32)> {
    modules
        .kinds()
        .map(move |kind| (kind.index(), 0, modules.count(kind) as f32 / most as f32))
}

fn people(colonists: ColonistSet) -> impl Iterator<Item = (usize, usize)> {
    colonists.iter().map(|colonist| (colonist as usize, 0))
}

impl TensorEncoding for Colonizers {
    fn action_count(&self) -> usize {
        PASS + 1
    }

    fn action_id(&self, mv: Move) -> Option<usize> {
        Some(match mv {
            Move::Pick(colonist) => colonist as usize,
            Move::Omnium => OMNIUM,
            Move::Cards => CARDS,
            Move::Keep(module) => KEEP + module.index(),
            Move::Steal(colonist) => STEAL + colonist as usize,
            Move::Swap(colonist) => SWAP + colonist as usize,
            Move::Build(module) => BUILD + module.index(),
            Move::Pass => PASS,
            Move::Remove(_) | Move::Deal(_) => return None,
        })
    }

    fn move_of_action(&self, action: usize) -> Option<Move> {
        match action {
            OMNIUM => Some(Move::Omnium),
            CARDS => Some(Move::Cards),
            PASS => Some(Move::Pass),
            0..OMNIUM => colonist(action).map(Move::Pick),
            KEEP..STEAL => module(action - KEEP).map(Move::Keep),
            STEAL..SWAP => colonist(action - STEAL).map(Move::Steal),
            SWAP..BUILD => colonist(action - SWAP).map(Move::Swap),
            BUILD..PASS => module(action - BUILD).map(Move::Build),
            _ => None,
        }
    }

    fn plane_layout(&self) -> PlaneLayout {
        let mut names: Vec<String> = Vec::new();
        let whose = |step: usize| match step {
            0 => "own".to_owned(),
            step => format!("seat +{step}'s"),
        };
        for step in 0..SEATS {
            let whose = whose(step);
            names.push(format!("{whose} colony by module, of 4"));
            names.push(format!("known cards in {whose} hand by module, of 4"));
            names.push(format!("{whose} cards in hand, of {HAND_LIMIT}"));
            names.push(format!("{whose} built modules, of {COLONY_LIMIT}"));
            names.push(format!("{whose} omnium, of {MOST_OMNIUM}"));
            names.push(format!("{whose} possible colonists"));
            names.push(format!("{whose} colonist is known to all"));
        }
        let rest = [
            "colonists that may have been removed",
            "known cards dealt, of which one is kept, by module, of 2",
            "modules not seen, of 4",
            "known cards at the bottom of the deck, of 4",
            "cards in the deck, of 52",
            "pick, draw, keep, power, build: what is to be decided",
            "own turn",
        ];
        names.extend(rest.map(str::to_owned));
        PlaneLayout {
            height: 1,
            width: KINDS,
            names,
        }
    }

    fn encode(&self, view: &View, seat: Seat, out: &mut PlaneWriter<'_>) {
        for other in seat.around(SEATS) {
            out.plane(heap(view.colony(other), 4));
            out.plane(heap(view.hand(other).flatten().collect(), 4));
            out.constant(view.hand(other).len() as f32 / HAND_LIMIT as f32);
            out.constant(view.colony(other).len() as f32 / COLONY_LIMIT as f32);
            out.constant(f32::from(view.omnium(other)) / MOST_OMNIUM);
            out.marks(people(view.colonists(other)));
            out.flag(view.is_exposed(other));
        }
        out.marks(people(view.removed()));
        out.plane(heap(view.offered().flatten().collect(), 2));
        out.plane(heap(view.unseen(), 4));
        out.plane(heap(view.bottom().flatten().collect(), 4));
        out.constant(view.deck() as f32 / 52.0);
        let decided = decision(view.phase());
        out.marks(decided.map(|place| (place, 0)));
        out.flag(decided.is_some() && view.turn() == seat);
    }
}
