//! `ludorum agent debug`: one game with an agent, told step by step: what is said and printed, the
//! position, and how long it took.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ludorum_arena::Plan;
use ludorum_bridge::{Guests, Limits, Tap, Traffic, is_guest, python_base_class};
use ludorum_catalog::{Asking, Key, Position, SeatedAgent, Variant, agent_stream, chance_rng};
use ludorum_core::{Ink, Node, Seat, Seed, Stop};

use crate::console::{Console, printable};
use crate::exit::End;
use crate::{format, guests, interrupt};

/// Nobody who sits in a debugger is hurried.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Longer messages are cut, unless all of them is wanted.
const SHOWN: usize = 160;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum agent debug bot.py tictactoe                 all that is said, and the board at its turns
  ludorum agent debug @bot quoridor:size=5 --step      wait for Enter before each turn
  ludorum agent debug bot.py colonizers --seed 7 --key 5f0c8a417be3d29605b1a4c6e87f3d20 --game-number 3
                                                       the fourth game of the match with this seed and key
  ludorum agent debug bot.py tictactoe --wait          attach a debugger to the process first
  ludorum agent debug --listen 127.0.0.1:4567 tictactoe
                                                       start the agent yourself, in your editor, with
                                                       LUDORUM_TABLE=127.0.0.1:4567 in its environment

'>' is what the table says, '<' what the agent says, '!' what it prints to its standard error; the numbers
are seconds since the start. You see what chance does; the agent is told what its seat may know. There is no limit of time unless --time sets one. A game of a match is played
again exactly by the seed and the key of its report, if the agent takes its randomness from the seeds it
is given.")]
pub(crate) struct Args {
    /// The agent: a file, a folder, @NAME or tcp:HOST:PORT; none with --listen
    #[arg(required_unless_present = "listen")]
    agent: Option<String>,
    /// The game
    #[arg(default_value = "tictactoe")]
    game: String,
    /// Who has the other seats
    #[arg(long, value_name = "AGENT", default_value = "random")]
    against: String,
    /// The seed of the match of which a game is played
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The key of that match, as its report has it; a random one, which is shown, if left out
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,
    /// Which game of that match, counted from 0; seats rotate from game to game
    #[arg(long, value_name = "N", default_value_t = 0)]
    game_number: u64,
    /// Wait for Enter before each of its turns
    #[arg(long)]
    step: bool,
    /// Wait for Enter before the program is told anything, so that a debugger can be attached
    #[arg(long, conflicts_with = "listen")]
    wait: bool,
    /// Wait at HOST:PORT for an agent that you have started yourself
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,
    /// The time it has for a move
    #[arg(long, value_name = "TIME", value_parser = crate::args::time)]
    time: Option<Duration>,
    /// End after so many of its turns
    #[arg(long, value_name = "N")]
    turns: Option<u64>,
    /// Show long messages in full
    #[arg(long)]
    full: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    // With --listen the only thing named is the game.
    let (spec, game) = match (&args.listen, &args.agent) {
        (Some(address), agent) => {
            let game = agent.as_ref().unwrap_or(&args.game);
            (format!("listen:{address}"), game)
        }
        (None, Some(agent)) => (spec_of(agent), &args.game),
        (None, None) => bail!("name an agent, or wait for one with --listen"),
    };
    let stop = interrupt::stop()?;
    let log = Arc::new(Log {
        began: Instant::now(),
        ink: console.ink,
        longest: if args.full { usize::MAX } else { SHOWN },
        waits: args.wait,
        out: Mutex::new(io::stdout()),
    });
    let variant = open(game, args, &log)?;
    let seats = variant.seats() as u64;
    let mut agents = vec![args.against.clone(); variant.seats()];
    agents[0] = spec;
    let games = (args.game_number / seats + 1) * seats;
    let mut plan = Plan::new(variant, &agents, Seed(args.seed), games)?;
    if let Some(key) = args.key {
        plan = plan.with_key(key);
    }
    let table = Debugged::new(&plan, args.game_number)?;
    table.play(args, &log, &stop)
}

/// The spec of what was named: a file or folder needs no `exec:`.
fn spec_of(agent: &str) -> String {
    match is_guest(agent) || !Path::new(agent).exists() {
        true => agent.to_owned(),
        false => format!("exec:{agent}"),
    }
}

/// The game, at whose table everything is told to the log.
fn open(game: &str, args: &Args, log: &Arc<Log>) -> Result<Variant> {
    let log = Arc::clone(log);
    let invited = Guests {
        limits: Limits {
            start: PATIENCE,
            think: args.time.unwrap_or(PATIENCE),
            ..Limits::default()
        },
        tap: Some(Tap::new(move |traffic| log.traffic(traffic))),
        ..Guests::new(guests::shelf())
    };
    Ok(ludorum_catalog::open(game)?.inviting(invited.invite()))
}

/// A game of a match that is looked at from its first agent's side.
struct Debugged {
    position: Position,
    agents: Vec<SeatedAgent>,
    seating: Vec<usize>,
    setup: Seed,
    key: Option<Key>,
    times: Vec<Duration>,
}

impl Debugged {
    fn new(plan: &Plan, game: u64) -> Result<Debugged> {
        let seating = plan.seating(game);
        let streams = plan.streams_seed(game);
        let mut agents = Vec::new();
        for (seat, &agent) in Seat::all(seating.len()).zip(&seating) {
            let player = plan.variant().player(&plan.agents()[agent])?;
            let stream = agent_stream(streams, seat);
            agents.push(SeatedAgent::new(player, seat, stream, 0));
        }
        Ok(Debugged {
            position: plan.variant().start(plan.setup_seed(game)),
            agents,
            seating,
            setup: plan.setup_seed(game),
            key: plan.key(),
            times: Vec::new(),
        })
    }

    fn play(mut self, args: &Args, log: &Log, stop: &Stop) -> Result<End> {
        let seat = self.seating.iter().position(|&agent| agent == 0);
        let key = self.key.map(|key| format!(", key {key}"));
        log.note(&format!(
            "seat {} of {}, seed {}{}, game {} of the match",
            seat.unwrap_or_default() + 1,
            self.seating.len(),
            args.seed,
            key.unwrap_or_default(),
            args.game_number
        ));
        loop {
            let ply = self.position.plies();
            match self.position.node() {
                Node::Over => break,
                Node::Chance => {
                    let mut rng = chance_rng(self.setup, ply);
                    let event = self.position.roll(&mut rng);
                    log.note(&format!("chance: {event}"));
                }
                Node::Decide(seat) => {
                    let is_debugged = self.seating[seat.index()] == 0;
                    if is_debugged {
                        if args
                            .turns
                            .is_some_and(|turns| self.times.len() as u64 >= turns)
                        {
                            log.note("enough turns");
                            return Ok(End::Done);
                        }
                        let number = self.times.len() + 1;
                        log.note(&format!("its turn {number}, move {} of the game", ply + 1));
                        log.text(&self.position.draw(seat, log.ink));
                        if args.step && !log.asked("Enter goes on, q ends:") {
                            return Ok(End::Stopped);
                        }
                    }
                    let began = Instant::now();
                    let agent = &mut self.agents[seat.index()];
                    let chosen = agent.choose(&self.position, &Asking::without_limits(stop));
                    let time = began.elapsed();
                    if stop.is_raised() {
                        return Ok(End::Stopped);
                    }
                    let chosen = match chosen {
                        Ok(chosen) => chosen,
                        Err(forfeit) => {
                            log.note(&format!("the game is given up: {}", forfeit.reason));
                            log.note("docs/debug-an-agent.md tells what the reasons mean");
                            return Ok(End::ChecksFailed);
                        }
                    };
                    let text = self.position.move_text(chosen.best);
                    if is_debugged {
                        self.times.push(time);
                        log.note(&format!("it plays {text} after {}", format::time(time)));
                    }
                    self.position.play(chosen.best);
                }
            }
            for agent in &mut self.agents {
                agent.observe(&self.position);
            }
        }
        self.end(log);
        Ok(End::Done)
    }

    /// How it ended, and how long it took.
    fn end(mut self, log: &Log) {
        // The agent ends first, so that its last words come before.
        self.agents.clear();
        log.note("the game is over");
        let scores = self.position.scores();
        if let Some(outcome) = self.position.outcome() {
            for seat in Seat::all(self.seating.len()) {
                let who = match self.seating[seat.index()] {
                    0 => " (the agent)",
                    _ => "",
                };
                let points = scores.map(|points| format!(", {} points", points[seat]));
                log.text(&format!(
                    "seat {}{who}: rank {}{}\n",
                    seat.index() + 1,
                    outcome.ranks()[seat] + 1,
                    points.unwrap_or_default()
                ));
            }
        }
        let total: Duration = self.times.iter().sum();
        if let Some(longest) = self.times.iter().max() {
            let mean = total / self.times.len() as u32;
            log.text(&format!(
                "{}, {} a move, the longest {}\n",
                format::plural(self.times.len() as u64, "move", "moves"),
                format::time(mean),
                format::time(*longest)
            ));
        }
    }
}

/// Where everything is written, by all threads.
struct Log {
    began: Instant,
    ink: Ink,
    /// The longest message that is shown in full.
    longest: usize,
    /// Whether the program has to wait for a debugger.
    waits: bool,
    out: Mutex<io::Stdout>,
}

impl Log {
    fn traffic(&self, traffic: Traffic<'_>) {
        match traffic {
            Traffic::Started(process) => {
                self.note(&format!("its program runs as process {process}"));
                if self.waits {
                    self.asked("attach your debugger, then press Enter:");
                }
            }
            Traffic::Listening(address) => {
                self.note(&format!(
                    "waiting for an agent; start it with LUDORUM_TABLE={address} in its environment"
                ));
                if let Ok(folder) = python_base_class(guests::shelf().folder()) {
                    let folder = folder.display();
                    self.note(&format!(
                        "a Python without the package needs PYTHONPATH={folder}"
                    ));
                }
            }
            Traffic::Told(line) => self.line('>', line),
            Traffic::Said(line) => self.line('<', line),
            Traffic::Printed(line) => self.line('!', line),
        }
    }

    fn line(&self, sign: char, line: &str) {
        let shown: String = line.chars().take(self.longest).collect();
        let mut shown = printable(&shown);
        let left = line.chars().count().saturating_sub(self.longest);
        if left > 0 {
            shown.push_str(&format!("... and {left} characters more"));
        }
        let shown = match sign {
            '!' => self.ink.strong(&shown),
            _ => shown,
        };
        self.write(&format!("{} {sign} {shown}\n", self.since()));
    }

    fn note(&self, text: &str) {
        let text = format!("{} - {}", self.since(), printable(text));
        self.write(&format!("{}\n", self.ink.faint(&text)));
    }

    fn text(&self, text: &str) {
        self.write(text);
    }

    fn since(&self) -> String {
        format!("{:8.3}", self.began.elapsed().as_secs_f64())
    }

    /// What cannot be printed is nobody's loss: the output was closed.
    fn write(&self, text: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    /// Asks to go on; false if that is not wanted.
    fn asked(&self, prompt: &str) -> bool {
        self.write(&format!("{prompt} "));
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer).unwrap_or(0);
        read > 0 && !answer.trim().eq_ignore_ascii_case("q")
    }
}
