//! External agents in games: the examples, misbehaving agents, and our own agents as engines.

mod engine;
mod examples;
mod hidden;
mod hostile;
mod registry;
mod runners;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use ludorum_bridge::{AgentLimits, AgentRegistry, ExternalAgentFactory};
use ludorum_catalog::{Forfeit, Player, Position, Variant, kinds, open};
use ludorum_core::{Budget, NodeKind, Seat, Seed, StopFlag};

/// Creates an empty folder for one test.
fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bridge-{number}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A variant that accepts external agents from a registry.
fn with_guests(variant: Variant, registry: &Path, limits: AgentLimits) -> Variant {
    let registry = AgentRegistry::new(registry.to_owned());
    variant.with_external_players(
        ExternalAgentFactory {
            limits,
            ..ExternalAgentFactory::new(registry)
        }
        .invite(),
    )
}

/// A game that has ended or was forfeited.
struct PlayedGame {
    position: Position,
    forfeit: Option<(Seat, Forfeit)>,
}

impl PlayedGame {
    /// The reason why seat 1 forfeited.
    #[track_caller]
    fn reason(&self) -> String {
        match &self.forfeit {
            Some((Seat::FIRST, forfeit)) => forfeit.reason.clone(),
            other => panic!("seat 1 should have lost, but {other:?}"),
        }
    }
}

fn play(variant: &Variant, specs: &[&str], seed: Seed) -> PlayedGame {
    let player = |spec: &&str| variant.player(spec).unwrap();
    let mut players: Vec<Player> = specs.iter().map(player).collect();
    let mut position = variant.start(seed);
    let budget = Budget::UNLIMITED;
    loop {
        let mut rng = seed.child("ply", position.plies() as u64).rng();
        match position.node() {
            NodeKind::Over => {
                return PlayedGame {
                    position,
                    forfeit: None,
                };
            }
            NodeKind::Chance => {
                position.play_chance(&mut rng);
            }
            NodeKind::Decide(seat) => {
                let player = &mut players[seat.index()];
                match player.try_choose(&position, &budget, &StopFlag::new(), &mut rng) {
                    Ok(verdict) => position.play(verdict.best),
                    Err(forfeit) => {
                        let forfeit = Some((seat, forfeit));
                        return PlayedGame { position, forfeit };
                    }
                }
            }
        }
        for (seat, player) in Seat::all(specs.len()).zip(&mut players) {
            player.observe(&position, seat);
        }
    }
}

/// Every game of the catalog, on a small board.
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

/// The forfeit and the moves of a game, for assertion messages.
fn summary(played: &PlayedGame) -> String {
    format!("{:?} after {:?}", played.forfeit, played.position.history())
}
