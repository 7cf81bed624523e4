//! Moves as action ids, views as planes and positions as pictures, for every game of the catalog.

use std::collections::HashSet;

use ludorum_catalog::{Position, Variant, kinds, open};
use ludorum_core::{NodeKind, Seat, Seed};

fn variants() -> Vec<Variant> {
    let more = [
        "quoridor:size=5,players=4",
        "quoridor:size=11",
        "yinsh:rings_to_win=1",
        "dicewars:players=8",
        "sector66:template=classic,players=4",
    ];
    let mut all: Vec<Variant> = kinds().iter().map(|kind| kind.open("").unwrap()).collect();
    all.extend(more.iter().filter_map(|spec| open(spec).ok()));
    // A game may be listed without an encoding.
    all.retain(|variant| variant.action_count() > 0);
    assert!(all.len() > kinds().len());
    all
}

/// Checks a property in every position of a few random games.
fn always(theorem: impl Fn(&Variant, &Position)) {
    for variant in variants() {
        for game in 0..3 {
            let seed = Seed(game);
            let mut position = variant.start(seed);
            let mut rng = seed.child("moves", 0).rng();
            while position.node() != NodeKind::Over && position.plies() < 400 {
                theorem(&variant, &position);
                position.play_random(&mut rng);
            }
            theorem(&variant, &position);
        }
    }
}

#[test]
fn a_move_has_one_number_wherever_it_is_legal() {
    always(|variant, position| {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        let different: HashSet<&u32> = actions.iter().collect();
        assert_eq!(different.len(), position.move_count(), "{variant:?}");
        for (text, &action) in position.moves().iter().zip(&actions) {
            assert!(
                (action as usize) < variant.action_count(),
                "{variant:?} {text}"
            );
            let read = variant.action_text(action as usize);
            assert_eq!(read.as_deref(), Some(text.as_str()), "{variant:?}");
            assert_eq!(variant.action_id(text), Ok(action as usize), "{variant:?}");
        }
    });
}

#[test]
fn numbers_without_a_legal_move_are_refused() {
    always(|variant, position| {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        let illegal =
            (0..variant.action_count()).find(|&action| !actions.contains(&(action as u32)));
        for action in illegal
            .into_iter()
            .chain([variant.action_count(), usize::MAX])
        {
            assert!(
                !position.clone().play_action(action),
                "{variant:?} {action}"
            );
        }
        if let Some(&action) = actions.last() {
            let (mut by_number, mut by_place) = (position.clone(), position.clone());
            assert!(by_number.play_action(action as usize));
            by_place.play(position.move_count() - 1);
            assert_eq!(by_number.text(), by_place.text());
        }
    });
}

#[test]
fn every_number_below_the_last_is_of_one_move_or_none() {
    for variant in variants() {
        let texts: Vec<String> = (0..variant.action_count())
            .filter_map(|action| variant.action_text(action))
            .collect();
        let different: HashSet<&String> = texts.iter().collect();
        assert_eq!(different.len(), texts.len(), "{variant:?}");
        assert_eq!(variant.action_text(variant.action_count()), None);
    }
}

#[test]
fn planes_tell_positions_apart_and_stay_between_0_and_1() {
    always(|variant, position| {
        let mut cells = vec![f32::NAN; variant.planes().cells()];
        for seat in Seat::all(variant.seats()) {
            position.observe(seat, &mut cells);
            let is_right = |cell: &f32| (0.0..=1.0).contains(cell);
            assert!(cells.iter().all(is_right), "{variant:?}");
            let mut viewed = vec![f32::NAN; cells.len()];
            position.view(seat).observe(&mut viewed);
            assert_eq!(cells, viewed, "{variant:?}");
        }
        let NodeKind::Decide(mover) = position.node() else {
            return;
        };
        position.observe(mover, &mut cells);
        for index in [0, position.move_count() - 1] {
            let mut next = position.clone();
            next.play(index);
            let mut after = vec![0.0; cells.len()];
            next.observe(mover, &mut after);
            assert_ne!(cells, after, "{variant:?}: a move that nobody sees");
        }
    });
}

#[test]
fn what_a_seat_cannot_know_is_not_in_its_planes() {
    let variant = open("colonizers").unwrap();
    let mut position = variant.start(Seed(5));
    let mut rng = Seed(6).rng();
    let size = variant.planes().cells();
    while position.node() != NodeKind::Over {
        for seat in Seat::all(variant.seats()) {
            let (mut real, mut drawn) = (vec![0.0; size], vec![0.0; size]);
            position.observe(seat, &mut real);
            let other = position.view(seat).determinize(&mut rng);
            other.observe(seat, &mut drawn);
            assert_eq!(real, drawn);
            assert_eq!(position.view(seat).picture(), other.view(seat).picture());
        }
        position.play_random(&mut rng);
    }
}

#[test]
fn pictures_are_whole_and_follow_the_position() {
    always(|variant, position| {
        if position.plies() % 10 != 0 {
            return;
        }
        let picture = position.picture();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>"));
        assert!(!picture.contains("NaN"), "{variant:?}");
        assert_eq!(picture.matches('<').count(), picture.matches('>').count());
    });
    for variant in variants() {
        let start = variant.start(Seed(1));
        let mut later = start.clone();
        let mut rng = Seed(2).rng();
        (0..12).for_each(|_| later.play_random(&mut rng));
        assert_ne!(start.picture(), later.picture(), "{variant:?}");
    }
}

#[test]
fn moves_are_taken_back_also_by_a_copy() {
    always(|variant, position| {
        if position.plies() == 0 || position.plies() % 7 != 0 {
            return;
        }
        let mut copy = position.clone();
        copy.play_random(&mut Seed(1).rng());
        let undone = copy.plies() - position.plies();
        for _ in 0..undone {
            assert!(copy.undo());
        }
        assert_eq!(copy.text(), position.text(), "{variant:?}");
        assert!(copy.undo(), "one from before the copy was made");
        let mut again = variant.position(&copy.text()).unwrap();
        assert_eq!(again.key(), copy.key(), "{variant:?}");
        assert_eq!(again.moves(), copy.moves(), "{variant:?}");
        assert!(!again.undo());
    });
}
