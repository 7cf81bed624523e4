//! Speed of random play: `cargo test --release -p ludorum-plugins speed -- --ignored --nocapture`.

use ludorum_core::{Chance, Game, NodeKind, Seed};

use crate::game;

/// CPU time of this thread, so that other work on the machine does not count.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat
        .split_whitespace()
        .next()
        .and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

#[test]
#[ignore = "a measurement: prints moves per CPU-second"]
#[expect(clippy::print_stdout, reason = "a measurement is printed")]
fn speed_of_random_play() {
    for spec in [
        "sector66:template=everything,spells=5",
        "sector66:template=everything,players=4",
        "sector66:template=thesis",
        "sector66:template=labyrinth",
    ] {
        let game = game(spec);
        let mut moves = Vec::new();
        let mut made = 0u64;
        let began = cpu_seconds();
        let mut seed = 0;
        while cpu_seconds() - began < 3.0 {
            seed += 1;
            let mut rng = Seed(seed).rng();
            let mut state = game.initial(Seed(seed));
            loop {
                let mv = match game.node(&state) {
                    NodeKind::Over => break,
                    NodeKind::Chance => game.sample(&state, &mut rng),
                    NodeKind::Decide(_) => {
                        moves.clear();
                        game.moves(&state, &mut moves);
                        *rng.pick(&moves).expect("somebody is to move")
                    }
                };
                game.make(&mut state, mv);
                made += 1;
            }
        }
        let seconds = cpu_seconds() - began;
        println!(
            "{spec}: {:.0} moves per CPU-second in {seed} games",
            made as f64 / seconds
        );
    }
}

/// Programs that do much work per step: long strings, many instructions between steps.
const GREEDY: [(&str, &str, &str); 7] = [
    ("empty turns", "", ""),
    (
        "comparisons",
        "local a = big('x', 10) local b = a .. 'y'",
        "_=a<b;",
    ),
    (
        "long comparisons",
        "local a = big('x', 17) local b = a .. 'y'",
        "_=a<b;",
    ),
    (
        "numbers in texts",
        "local a = '0.' .. big('1', 10)",
        "_=a+0;",
    ),
    ("joined texts", "local a = big('x', 8)", "_=a..a;"),
    (
        "sorted lists",
        "local t = {} for i = 1, 127 do t[i] = 127 - i end",
        "table.sort(t);",
    ),
    (
        "copied lists",
        "local t = {} for i = 1, 127 do t[i] = i end",
        "_=#table.clone(t);",
    ),
];

#[test]
#[ignore = "a measurement: prints CPU-seconds"]
#[expect(clippy::print_stdout, reason = "a measurement is printed")]
fn speed_of_greedy_calls() {
    for (name, before, again) in GREEDY {
        for bytes in [600, 6_000, 60_000] {
            let again = again.repeat((bytes - 300) / again.len().max(1));
            let source = format!(
                "local function big(s, n) for i = 1, n do s = s .. s end return s end\n\
                 return {{ on_step = function(game)\n {before}\n local _\n while true do {again} end\nend }}"
            );
            let game = crate::board("field", &source).unwrap();
            let mut state = crate::place(&game, "e4,a7", "-", "-,-");
            let mv = ludorum_core::Notation::parse_move(&game, "e5").unwrap();
            let began = cpu_seconds();
            game.make(&mut state, mv);
            println!(
                "{name}, {bytes} bytes: {:.4} CPU-seconds",
                cpu_seconds() - began
            );
        }
    }
}
