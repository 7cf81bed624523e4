//! External agents, seen from a table: those of the examples, hostile ones, and our own from the
//! other side.

mod dicewars;
mod engine;
mod examples;
mod hidden;
mod hostile;
mod runners;
mod shelf;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use ludorum_bridge::{Guests, Limits, Shelf};
use ludorum_catalog::{Forfeit, Player, Position, Variant, kinds, open};
use ludorum_core::{Budget, Node, Seat, Seed, Stop};

/// An empty folder of a test's own.
fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bridge-{number}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A variant at which guests from a shelf may sit.
fn with_guests(variant: Variant, shelf: &Path, limits: Limits) -> Variant {
    let shelf = Shelf::new(shelf.to_owned());
    variant.inviting(
        Guests {
            limits,
            ..Guests::new(shelf)
        }
        .invite(),
    )
}

/// How a game between players went.
struct Played {
    position: Position,
    forfeit: Option<(Seat, Forfeit)>,
}

impl Played {
    /// The reason why seat 1 lost before the end.
    #[track_caller]
    fn reason(&self) -> String {
        match &self.forfeit {
            Some((Seat::FIRST, forfeit)) => forfeit.reason.clone(),
            other => panic!("seat 1 should have lost, but {other:?}"),
        }
    }
}

fn play(variant: &Variant, specs: &[&str], seed: Seed) -> Played {
    let hire = |spec: &&str| variant.player(spec).unwrap();
    let mut players: Vec<Player> = specs.iter().map(hire).collect();
    let mut position = variant.start(seed);
    let budget = Budget::UNLIMITED;
    loop {
        let mut rng = seed.child("ply", position.plies() as u64).rng();
        match position.node() {
            Node::Over => {
                return Played {
                    position,
                    forfeit: None,
                };
            }
            Node::Chance => {
                position.roll(&mut rng);
            }
            Node::Decide(seat) => {
                let player = &mut players[seat.index()];
                match player.try_choose(&position, &budget, &Stop::new(), &mut rng) {
                    Ok(verdict) => position.play(verdict.best),
                    Err(forfeit) => {
                        let forfeit = Some((seat, forfeit));
                        return Played { position, forfeit };
                    }
                }
            }
        }
        for (seat, player) in Seat::all(specs.len()).zip(&mut players) {
            player.observe(&position, seat);
        }
    }
}

/// Every game of the catalog, on a board small enough for a test.
fn every_game() -> Vec<Variant> {
    let small = |name| match name {
        "quoridor" => "quoridor:size=5",
        "sector66" => "sector66:template=duel",
        other => other,
    };
    kinds()
        .iter()
        .map(|kind| open(small(kind.name())).unwrap())
        .collect()
}

/// The last moves before the game ended or broke off, for messages.
fn told(played: &Played) -> String {
    format!("{:?} after {:?}", played.forfeit, played.position.history())
}
