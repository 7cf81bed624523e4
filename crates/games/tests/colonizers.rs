//! Colonizers: the contract, the known numbers, the games on record.
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use ludorum_core::Seed;
use ludorum_games::Colonizers;
use ludorum_testkit::{configured, conforms, replay_playthroughs, run_perft_file};

fn colonizers(spec: &str) -> Colonizers {
    configured::<Colonizers>(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn conforms_to_the_contract() {
    for (spec, games) in [
        ("colonizers", 2),
        ("colonizers:bonus=published-code,cap=300", 2),
        ("colonizers:cap=40", 4),
    ] {
        let summary = conforms(&colonizers(spec), Seed(1), games);
        assert!(summary.plies > 40, "{spec}: {summary}");
    }
}

#[test]
fn perft_is_right() {
    run_perft_file("tests/colonizers.perft", configured::<Colonizers>);
}

#[test]
fn playthroughs_are_as_recorded() {
    replay_playthroughs("tests/playthroughs/colonizers", configured::<Colonizers>);
}
