//! `ludorum play` with piped input.

use std::fs;
use std::path::{Path, PathBuf};

use ludorum_catalog::{chance_rng, chance_seed};
use ludorum_core::Seed;

use crate::{Run, folder, ludorum, text, typing};

const PEOPLE: [&str; 4] = ["play", "tictactoe", "--seats", "human,human"];

/// Rows of the last tic-tac-toe board in the output, from the top.
fn last_board(run: &Run) -> Vec<String> {
    let rows: Vec<String> = run
        .out
        .lines()
        .filter(|line| line.contains('│'))
        .map(|line| line.chars().filter(|c| "XO·".contains(*c)).collect())
        .collect();
    rows[rows.len() - 3..].to_vec()
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let run = typing(&PEOPLE, &["a1", "b1", "a2", "b2", "a3"]).ok();
    run.tells(&[
        "1 human › a1",
        "2 human › b1",
        "1 human › a3",
        "1 human wins",
    ]);
    assert_eq!(last_board(&run), ["X··", "XO·", "XO·"]);
}

/// Runs in a pseudo-terminal created by `script`: the keyboard is handed over only on terminals.
#[cfg(target_os = "linux")]
#[test]
fn people_at_one_terminal_hand_over_the_keyboard_unseen() {
    let program = env!("CARGO_BIN_EXE_ludorum");
    let order = format!("{program} play colonizers --seats human,human,random,random --seed 3");
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &order, "/dev/null"]);
    script.env("LC_ALL", "C").env("TERM", "xterm");
    let run = crate::typed(script, &["", "pick:spy", "", "pick:miner", "", "quit"]);
    let screens: Vec<&str> = run.out.split("\x1b[2J\x1b[3J\x1b[H").collect();
    // A screen that asks to hand over the keyboard separates the screens of two people.
    let [_, to_one, one, to_two, two, to_one_again, one_again] = screens[..] else {
        panic!("{} screens: {}", screens.len(), run.out);
    };
    for (screen, who) in [(to_one, "1"), (to_two, "2"), (to_one_again, "1")] {
        let plain = screen.replace('\x1b', "");
        assert!(plain.contains("hand the keyboard to"), "{plain}");
        assert!(plain.contains(&format!("{who} human")), "{plain}");
        assert!(!plain.contains("points"), "{plain}");
    }
    assert!(one.contains("Player 1 (you)") && two.contains("Player 2 (you)"));
    assert!(!two.contains("pick:spy") && two.contains("pick:?"), "{two}");
    assert!(one_again.contains("spy (hidden)") && !one_again.contains("pick:miner"));
}

#[test]
fn what_cannot_be_played_is_told_why_and_changes_nothing() {
    let run = typing(&PEOPLE, &["b2", "b2", "z9", "jump", "", "B1"]).ok();
    run.tells(&[
        "2 human › b2",
        "b2 is already taken; moves lists the legal moves, help lists the commands",
        "2 human › z9",
        "expected a column from a to c",
        "2 human › jump",
        "a move is a column and a row",
        "2 human › B1",
        "1 human ›",
    ]);
    assert_eq!(last_board(&run), ["···", "·X·", "·O·"]);
}

/// In compass notation of walls, upper and lower case differ.
#[test]
fn a_wall_by_the_compass_is_refused_for_what_is_wrong_with_it() {
    let args = [
        "play",
        "quoridor:size=5,notation=compass",
        "--seats",
        "human,human",
    ];
    let lines = ["a1W", "a2n", "a3E", "b2N", "C2", "C2", "b3", "quit"];
    typing(&args, &lines).ok().tells(&[
        "1 human › a1W",
        "a1W would not lie within the board",
        "1 human › a2n",
        "2 human › a3E",
        "a3E crosses a wall",
        "2 human › b2N",
        "b2N overlaps a wall",
        "2 human › C2",
        "the pawn cannot go to c2 in one move",
    ]);
}

#[test]
fn an_agent_may_think_while_a_person_does() {
    // The agent ponders after its first search, and must stop whenever a line is typed.
    let seats = "human,champion:time=20ms";
    let args = ["play", "yinsh", "--seats", seats, "--seed", "1"];
    let lines = [
        "e5", "d4", "h8", "g5", "k7", "k7-k8", "k7-k9", "hint", "moves", "quit",
    ];
    let run = typing(&args, &lines).ok();
    run.tells(&[
        "1 human › k7-k8",
        "champion:time=20ms plays",
        "1 human › k7-k9",
        "there is no ring of player 1 on k7",
        "1 human › hint",
        "try ",
        "1 human › quit",
    ]);
}

#[test]
fn help_and_moves_tell_what_can_be_typed() {
    let run = typing(&PEOPLE, &["b2", "help", "moves", "board", "quit", "a1"]).ok();
    run.tells(&[
        "› help", "moves ", "hint ", "undo ", "save ", "load ", "quit ",
    ]);
    run.tells(&["› moves", "a1 b1 c1 a2 c2 a3 b3 c3", "› quit"]);
    assert!(!run.out.contains("› a1"), "nothing is read after quit");
}

#[test]
fn a_hint_shows_a_move_its_value_and_its_line() {
    // x can complete the column at a3.
    let run = typing(&PEOPLE, &["a1", "b1", "a2", "b2", "hint"]).ok();
    run.tells(&["› hint", "try a3", "value +1.00", "line a3", "pvs"]);
}

#[test]
fn undo_goes_back_to_the_same_persons_last_decision() {
    let run = typing(&PEOPLE, &["undo", "a1", "b1", "undo"]).ok();
    run.tells(&["nothing to take back", "1 human › undo"]);
    assert_eq!(last_board(&run), ["···", "···", "···"]);

    let against = ["play", "tictactoe", "--seats", "human,minimax"];
    let run = typing(&against, &["b2", "undo", "a1"]).ok();
    run.tells(&[
        "2 minimax plays",
        "› undo",
        "1 human › a1",
        "2 minimax plays",
    ]);
    assert_eq!(last_board(&run).concat().matches('X').count(), 1);

    // The last move can be taken back after the end of the game too.
    let run = typing(&PEOPLE, &["a1", "b1", "a2", "b2", "a3", "undo", "c3"]).ok();
    run.tells(&["1 human wins", "› undo", "1 human › c3", "2 human ›"]);
}

#[test]
fn games_are_saved_and_loaded() {
    let dir = folder("play-save");
    let file = dir.join("game.ludorum");
    let (save, load) = (
        format!("save {}", dir.join("game").display()),
        file.display(),
    );
    let lines = ["save", "b2", &save, "a1", "save", "quit"];
    typing(&PEOPLE, &lines)
        .ok()
        .tells(&["missing file name", "saved to", "saved to"]);
    ludorum(&["records", "check", text(&file)])
        .ok()
        .tells(&["0 ok, 1 unfinished"]);

    let run = typing(&["play", "--load", text(&file)], &["c3", "quit"]).ok();
    run.tells(&["last move: 2. a1", "1 human › c3", "2 human ›"]);
    assert_eq!(last_board(&run), ["··X", "·X·", "O··"]);

    // A file can be loaded during another game too.
    let run = typing(&PEOPLE, &["c1", &format!("load {load}"), "quit"]).ok();
    assert_eq!(last_board(&run), ["···", "·X·", "O··"]);
}

/// Plays a game with `lines` as input, saves it and returns the file.
fn saved(name: &str, seats: &str, lines: &[&str]) -> PathBuf {
    let file = folder(name).join("game.ludorum");
    let save = format!("save {}", file.display());
    let args = ["play", "tictactoe", "--seats", seats];
    typing(&args, &[lines, &[save.as_str()]].concat())
        .ok()
        .tells(&["saved to"]);
    file
}

#[test]
fn a_saved_game_is_played_on_by_those_who_played_it() {
    let file = saved("play-on", "human,minimax:depth=9", &["b2"]);
    let before = fs::read(&file).unwrap();
    let load = |seats| ["play", "--load", text(&file), "--seats", seats];
    for others in ["random,random", "human,human", "minimax,human"] {
        let run = typing(&load(others), &["save", "quit"]);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
        assert!(
            run.err
                .contains("was played by human, minimax; leave out --seats"),
            "{}",
            run.err
        );
    }
    assert_eq!(fs::read(&file).unwrap(), before);
    // The recorded players may be named, with or without default parameters.
    let run = typing(&load("human,minimax:depth=9"), &["quit"]).ok();
    run.tells(&["1 human   2 minimax", "last move: 2."]);
    // Before the first move the players may be replaced.
    let empty = saved("play-on-empty", "human,human", &[]);
    let others = ["play", "--load", text(&empty), "--seats", "random,human"];
    typing(&others, &["quit"]).ok().tells(&["1 random plays"]);
}

#[test]
fn a_finished_game_is_shown_with_its_result() {
    let file = saved("play-over", "human,human", &["a1", "b1", "a2", "b2", "a3"]);
    // A finished game is shown even if a recorded agent or its parameters no longer exist.
    let record = fs::read(&file).unwrap();
    let mut record = ludorum_record::read(&record).unwrap();
    record.header.seats[1] = "mcts:forgotten=1".to_owned();
    fs::write(&file, record.to_text()).unwrap();
    let run = typing(&["play", "--load", text(&file)], &["undo", "save"]).ok();
    run.tells(&[
        "1 human   2 mcts:forgotten=1",
        "last move: 5. a3",
        "1 human wins.",
    ]);
    assert_eq!(last_board(&run), ["X··", "XO·", "XO·"]);
    assert!(!run.out.contains('›'), "{}", run.out);
    // The same applies to a file loaded during another game.
    let load = format!("load {}", file.display());
    let run = typing(&PEOPLE, &["c1", &load, "undo"]).ok();
    assert_eq!(last_board(&run), ["X··", "XO·", "XO·"]);
    run.tells(&["› load", "1 human wins."]);
    assert!(!run.out.contains("› undo"), "{}", run.out);
}

#[test]
fn the_board_is_drawn_before_an_agent_begins_to_think() {
    let seats = ["play", "tictactoe", "--seats", "minimax,human"];
    let run = typing(&seats, &["quit"]).ok();
    run.tells(&[
        "a   b   c",
        "1 minimax is thinking",
        "1 minimax plays",
        "a   b   c",
    ]);
    assert_eq!(run.out.matches("a   b   c").count(), 2);
    // A person who moves first sees the start position only once.
    let run = typing(&PEOPLE, &["quit"]).ok();
    assert_eq!(run.out.matches("a   b   c").count(), 1);
}

#[test]
fn finished_games_are_saved_with_their_result() {
    let dir = folder("play-finished");
    let save = format!("save {}", dir.join("my game").display());
    let lines = ["a1", "b1", "a2", "b2", "a3", &save];
    typing(&PEOPLE, &lines)
        .ok()
        .tells(&["1 human wins", "saved to"]);
    ludorum(&["records", "check", text(&dir)])
        .ok()
        .tells(&["1 ok, 0 unfinished, 0 bad"]);
}

#[test]
fn a_file_of_something_else_is_not_written_over() {
    let dir = folder("play-overwrite");
    let file = dir.join("thesis.txt");
    fs::write(&file, "four years of work").unwrap();
    let (save, load) = (
        format!("save {}", file.display()),
        format!("load {}", file.display()),
    );
    let lines = [
        "b2",
        &save,
        &load,
        "load",
        "load /missing",
        "save /missing/x",
        "quit",
    ];
    let run = typing(&PEOPLE, &lines).ok();
    run.tells(&[
        "already exists",
        "line 1:",
        "missing file name",
        "cannot read",
        "cannot write",
    ]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "four years of work");
}

#[test]
fn a_menu_opens_when_nothing_is_named() {
    let run = typing(
        &["play"],
        &["99", "tictactoe", "nobody", "minimax", "3", "2", "quit"],
    )
    .ok();
    run.tells(&[
        "Choose a game:",
        "tictactoe",
        "unknown game '99'",
        "Choose an opponent:",
        "mcts",
    ]);
    run.tells(&[
        "unknown agent 'nobody'",
        "your seat",
        "a seat from 1 to 2",
        "1 minimax   2 human",
    ]);
    run.tells(&["1 minimax plays", "2 human › quit"]);
    // An empty line selects the default; the end of the input quits.
    typing(&["play"], &["", "", ""])
        .ok()
        .tells(&["colonizers", "1 human   2 "]);
    typing(&["play"], &["dicewars", "", ""])
        .ok()
        .tells(&["1 human   2 champion:level=4"]);
    typing(&["play"], &["1"])
        .ok()
        .tells(&["Choose an opponent:"]);
    typing(&["play"], &[]).ok().tells(&["Choose a game:"]);
}

#[test]
fn agents_play_each_other_while_people_watch() {
    let run = typing(
        &["play", "tictactoe", "--seats", "minimax,pvs", "--seed", "3"],
        &[],
    )
    .ok();
    run.tells(&["seed 3", "1 minimax plays", "2 pvs plays", "Draw."]);
    assert_eq!(run.out.matches(" plays ").count(), 9);
}

#[test]
fn the_same_seed_and_the_same_moves_give_the_same_game() {
    let play = |seed| {
        let args = [
            "play",
            "tictactoe",
            "--seats",
            "human,random",
            "--seed",
            seed,
        ];
        let run = typing(&args, &["b2"]).ok();
        last_board(&run)
    };
    assert_eq!(play("11"), play("11"));
    let boards: Vec<_> = ["1", "2", "3", "4", "5"].map(play).to_vec();
    assert!(boards.iter().any(|board| *board != boards[0]));
}

#[test]
fn input_that_is_not_text_is_survived() {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = crate::command(&PEOPLE);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bytes = b"\xff\xfe\0b2\n\n\x1b[A\nb2\n";
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(last_board(&run.ok()), ["···", "·X·", "···"]);
}

#[test]
fn what_is_hidden_is_told_to_nobody_else_unless_it_is_revealed() {
    let seats = "human,random,random,random";
    let play = ["play", "colonizers", "--seed", "3", "--seats", seats];
    let kept = typing(&play, &["pick:visionary", "quit"]).ok();
    kept.tells(&["chance gives remove:?", "2 random plays pick:?", "? ("]);
    let revealed = [&play[..], &["--reveal"]].concat();
    let shown = typing(&revealed, &["pick:visionary", "quit"]).ok();
    shown.tells(&["chance gives remove:", "2 random plays pick:"]);
    assert!(!shown.out.contains('?'), "{}", shown.out);
}

/// Runs `ludorum` with `lines` as its input and the environment variables `locale`.
fn typing_in(locale: &[(&str, &str)], args: &[&str], lines: &[&str]) -> Run {
    let mut command = crate::command(args);
    command.envs(locale.iter().copied());
    crate::typed(command, lines)
}

#[test]
fn a_game_is_played_in_the_language_of_the_user() {
    let czech = [("LC_ALL", ""), ("LANG", "cs_CZ.UTF-8")];
    let args = [
        "play",
        "quoridor:size=3",
        "--seats",
        "human,random",
        "--seed",
        "1",
    ];
    let lines = ["zz", "b1", "help", "b2", "quit"];
    let run = typing_in(&czech, &args, &lines).ok();
    run.tells(&[
        "semínko 1",
        "Napište tah, nebo help",
        "moves vypíše dovolené tahy",
        // The reason of an illegal move comes from the messages of the page.
        "Figurka tam už stojí",
        "zahraje tah, jak ho píše",
        "hraje",
    ]);
    // --language takes precedence over the locale; the default language is English.
    let mut asked = args.to_vec();
    asked.extend(["--language", "en"]);
    typing_in(&czech, &asked, &lines)
        .ok()
        .tells(&["seed 1", "Type a move"]);
    typing(&args, &lines).ok().tells(&["seed 1", "Type a move"]);
    asked.truncate(args.len());
    asked.extend(["--language", "cs"]);
    typing(&asked, &lines).ok().tells(&["semínko 1"]);
    // Descriptions of games and agents are translated too.
    let run = typing_in(&czech, &["play"], &["tictactoe", "nobody", "q"]).ok();
    run.tells(&[
        "Vyberte hru:",
        "Vyberte soupeře:",
        "další člověk u této klávesnice",
    ]);
    // Errors are translated too, except those of commands for research.
    let run = typing_in(&czech, &["play", "tictactoe", "--seats", "human"], &[]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.starts_with("chyba: tictactoe má míst 2"),
        "{}",
        run.err
    );
    let run = typing_in(&czech, &["match", "tictactoe", "nobody", "random"], &[]);
    assert!(run.err.starts_with("error: "), "{}", run.err);
}

/// Chance events of a record, the number of its take-backs, and whether it is unrated.
fn chance_in(file: &Path) -> (Vec<String>, u32, bool) {
    let record = ludorum_record::read(&fs::read(file).unwrap()).unwrap();
    let rolls = record.plies.iter().filter(|ply| ply.seat.is_none());
    let take_backs = record.header.take_backs;
    let rolls = rolls.map(|ply| ply.text.clone()).collect();
    (rolls, take_backs.count, take_backs.is_unrated)
}

#[test]
fn after_a_take_back_chance_is_drawn_anew_also_in_a_loaded_game() {
    let dir = folder("play-take-back");
    let variant = ludorum_catalog::open("dicewars:areas=6,cap=40").unwrap();
    // Finds an attack whose outcome changes after one take-back and after two.
    let outcome = |seed: u64, attack: &str, take_backs: u32| {
        let mut position = variant.start(Seed(seed));
        position.play_text(attack).unwrap();
        position.play_chance(&mut chance_rng(chance_seed(Seed(seed), take_backs), 1))
    };
    let (seed, attack) = (0..)
        .find_map(|seed| {
            let differs = |attack: &String| {
                let [a, b, c] = [0, 1, 2].map(|count| outcome(seed, attack, count));
                a != b && b != c
            };
            let moves = variant.start(Seed(seed)).moves();
            let mut attacks = moves.into_iter().filter(|text| text.contains('>'));
            attacks.find(differs).map(|attack| (seed, attack))
        })
        .unwrap();
    let seed = seed.to_string();
    let play = [
        "play",
        variant.spec(),
        "--seats",
        "human,human",
        "--seed",
        &seed,
    ];
    let files = ["first", "second", "third"].map(|name| dir.join(format!("{name}.ludorum")));
    let [first, second, third] = files
        .each_ref()
        .map(|file| format!("save {}", file.display()));
    let lines = [&attack, &first, "undo", &attack, &second, "quit"];
    let run = typing(&play, &lines).ok();
    run.tells(&["chance is drawn again"]);
    typing(
        &["play", "--load", text(&files[1])],
        &["undo", &attack, &third, "quit"],
    )
    .ok();
    let [a, b, c] = files.each_ref().map(|file| chance_in(file));
    assert_eq!([a.1, b.1, c.1], [0, 1, 2]);
    assert_eq!([a.2, b.2, c.2], [false, true, true]);
    assert!(a.0 != b.0 && b.0 != c.0, "{a:?} {b:?} {c:?}");
    typing(&["replay", text(&files[2])], &["q"])
        .ok()
        .tells(&["2 take-backs after chance or hidden information was seen"]);
}
