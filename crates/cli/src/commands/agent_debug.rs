//! `ludorum agent debug`: plays one game with an agent and traces it: messages, output, positions
//! and times.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ludorum_arena::RunPlan;
use ludorum_bridge::{
    AgentLimits, AgentTrafficEvent, ExternalAgentFactory, TrafficTap, is_external_spec,
    python_base_class,
};
use ludorum_catalog::{
    MoveRequestOptions, Position, SeatedAgent, SeedKey, Variant, agent_stream, chance_rng,
};
use ludorum_core::{NodeKind, Seat, Seed, StopFlag, TerminalStyle};

use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::{external_agents, format, interrupt};

/// Time limit of a debugged agent to start and, by default, to move: a day, so in effect no limit.
const NO_TIME_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// Number of characters after which a traced message is truncated, unless `--full` is given.
const MAX_SHOWN_CHARS: usize = 160;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum agent debug bot.py tictactoe                 all messages, and the board at its turns
  ludorum agent debug @bot quoridor:size=5 --step      wait for Enter before each turn
  ludorum agent debug bot.py colonizers --seed 7 --key 5f0c8a417be3d29605b1a4c6e87f3d20 --game-number 3
                                                       the fourth game of that match
  ludorum agent debug bot.py tictactoe --wait          attach a debugger to the process first
  ludorum agent debug --listen 127.0.0.1:4567 tictactoe
                                                       start the agent yourself, in your editor, with
                                                       LUDORUM_TABLE=127.0.0.1:4567 in its environment

'>' marks messages to the agent, '<' messages from it, '!' its standard error; the numbers are seconds
since the start. You see all chance events; the agent is sent only what its seat may know. There is no time
limit unless --time sets one. The seed and key in a match report reproduce a game exactly if the agent draws
its randomness from the seeds it is given.")]
pub(crate) struct Args {
    /// Agent: a file, a folder, @NAME or an address such as tls:HOST:PORT; left out with
    /// --listen
    #[arg(required_unless_present = "listen")]
    agent: Option<String>,
    /// Game, NAME or NAME:key=value,...
    #[arg(default_value = ludorum_catalog::EXAMPLE_GAME)]
    game: String,
    /// Opponent: the agent on all other seats
    #[arg(long, value_name = "AGENT", default_value = "random")]
    against: String,
    /// Seed of the match
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Key that reproduces a match with external agents, from its report [default: random; shown]
    #[arg(long, value_name = "KEY")]
    key: Option<SeedKey>,
    /// Index of the game in the match, from 0; seats rotate from game to game
    #[arg(long, value_name = "N", default_value_t = 0)]
    game_number: u64,
    /// Wait for Enter before each of the agent's turns
    #[arg(long)]
    step: bool,
    /// Wait for Enter before the first message to the agent, so that a debugger can be attached
    #[arg(long, conflicts_with = "listen")]
    wait: bool,
    /// Listen on HOST:PORT for an agent that you start yourself
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,
    /// Allow an unencrypted connection from another machine
    #[arg(long, requires = "listen")]
    plain: bool,
    /// Time limit for each move of the agent [default: one day]
    #[arg(long, value_name = "TIME", value_parser = crate::args::time)]
    time: Option<Duration>,
    /// Stop after this many of the agent's turns
    #[arg(long, value_name = "N")]
    turns: Option<u64>,
    /// Show long messages in full instead of truncating them
    #[arg(long)]
    full: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    // With --listen the only positional argument is the game.
    let (spec, game) = match (&args.listen, &args.agent) {
        (Some(address), agent) => {
            let game = agent.as_ref().unwrap_or(&args.game);
            let plain = if args.plain { ",plain=on" } else { "" };
            (format!("listen:{address}{plain}"), game)
        }
        (None, Some(agent)) => (spec_of(agent), &args.game),
        (None, None) => bail!("name an agent, or listen for one with --listen"),
    };
    let stop = interrupt::stop_on_ctrl_c()?;
    let log = Arc::new(AgentTraceLog {
        began: Instant::now(),
        ink: console.ink,
        longest: if args.full {
            usize::MAX
        } else {
            MAX_SHOWN_CHARS
        },
        waits: args.wait,
        out: Mutex::new(io::stdout()),
    });
    let variant = open(game, args, &log)?;
    let seats = variant.seats() as u64;
    let mut agents = vec![args.against.clone(); variant.seats()];
    agents[0] = spec;
    let games = (args.game_number / seats + 1) * seats;
    let mut plan = RunPlan::new(variant, &agents, Seed(args.seed), games)?;
    if let Some(key) = args.key {
        plan = plan.with_key(key);
    }
    let debugged = TracedMatchGame::new(&plan, args.game_number)?;
    debugged.play(args, &log, &stop)
}

/// Converts the agent argument to a spec: an existing path gets the prefix `exec:`.
fn spec_of(agent: &str) -> String {
    if is_external_spec(agent) || !Path::new(agent).exists() {
        agent.to_owned()
    } else {
        format!("exec:{agent}")
    }
}

/// Opens a game whose external agents have all their messages and output traced to `log`.
fn open(game: &str, args: &Args, log: &Arc<AgentTraceLog>) -> Result<Variant> {
    let log = Arc::clone(log);
    let invited = ExternalAgentFactory {
        limits: AgentLimits {
            start: NO_TIME_LIMIT,
            think: args.time.unwrap_or(NO_TIME_LIMIT),
            ..AgentLimits::default()
        },
        tap: Some(TrafficTap::new(move |traffic| log.traffic(traffic))),
        ..ExternalAgentFactory::new(external_agents::registry())
    };
    Ok(ludorum_catalog::open(game)?.with_external_players(invited.invite()))
}

/// One game of a match in which the turns of the first agent are traced.
struct TracedMatchGame {
    position: Position,
    agents: Vec<SeatedAgent>,
    seating: Vec<usize>,
    setup: Seed,
    key: Option<SeedKey>,
    times: Vec<Duration>,
}

impl TracedMatchGame {
    fn new(plan: &RunPlan, game: u64) -> Result<TracedMatchGame> {
        let seating = plan.seating(game);
        let streams = plan.streams_seed(game);
        let mut agents = Vec::new();
        for (seat, &agent) in Seat::all(seating.len()).zip(&seating) {
            let player = plan.variant().player(&plan.agents()[agent])?;
            let stream = agent_stream(streams, seat);
            agents.push(SeatedAgent::new(player, seat, stream, 0));
        }
        Ok(TracedMatchGame {
            position: plan.variant().start(plan.setup_seed(game)),
            agents,
            seating,
            setup: plan.setup_seed(game),
            key: plan.key(),
            times: Vec::new(),
        })
    }

    fn play(mut self, args: &Args, log: &AgentTraceLog, stop: &StopFlag) -> Result<ExitStatus> {
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
                NodeKind::Over => break,
                NodeKind::Chance => {
                    let mut rng = chance_rng(self.setup, ply);
                    let event = self.position.play_chance(&mut rng);
                    log.note(&format!("chance: {event}"));
                }
                NodeKind::Decide(seat) => {
                    let is_debugged = self.seating[seat.index()] == 0;
                    if is_debugged {
                        if args
                            .turns
                            .is_some_and(|turns| self.times.len() as u64 >= turns)
                        {
                            log.note("turn limit reached");
                            return Ok(ExitStatus::Success);
                        }
                        let number = self.times.len() + 1;
                        log.note(&format!("turn {number}, move {} of the game", ply + 1));
                        log.text(&self.position.draw(seat, log.ink));
                        if args.step && !log.confirm("Enter continues, q quits:") {
                            return Ok(ExitStatus::Interrupted);
                        }
                    }
                    let began = Instant::now();
                    let agent = &mut self.agents[seat.index()];
                    let chosen =
                        agent.choose(&self.position, &MoveRequestOptions::without_limits(stop));
                    let time = began.elapsed();
                    if stop.is_raised() {
                        return Ok(ExitStatus::Interrupted);
                    }
                    let chosen = match chosen {
                        Ok(chosen) => chosen,
                        Err(forfeit) => {
                            log.note(&format!("the agent forfeits: {}", forfeit.reason));
                            log.note("docs/debug-an-agent.md explains the reasons");
                            return Ok(ExitStatus::ChecksFailed);
                        }
                    };
                    let text = self.position.move_text(chosen.best);
                    if is_debugged {
                        self.times.push(time);
                        log.note(&format!("plays {text} after {}", format::time(time)));
                    }
                    self.position.play(chosen.best);
                }
            }
            for agent in &mut self.agents {
                agent.observe(&self.position);
            }
        }
        self.report_end(log);
        Ok(ExitStatus::Success)
    }

    /// Logs the ranks of all seats and the thinking times of the debugged agent.
    fn report_end(mut self, log: &AgentTraceLog) {
        // Ends the agent first, so that its last output comes before the result.
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
                "{}, {} per move, longest {}\n",
                format::plural(self.times.len() as u64, "move", "moves"),
                format::time(mean),
                format::time(*longest)
            ));
        }
    }
}

/// Trace of a debugged game on stdout; shared by the threads that read the agent's output.
struct AgentTraceLog {
    began: Instant,
    ink: TerminalStyle,
    /// Number of characters after which a traced message is truncated.
    longest: usize,
    /// True if the trace waits for Enter after the agent's process has started (`--wait`).
    waits: bool,
    out: Mutex<io::Stdout>,
}

impl AgentTraceLog {
    fn traffic(&self, traffic: AgentTrafficEvent<'_>) {
        match traffic {
            AgentTrafficEvent::Started(process) => {
                self.note(&format!("the agent runs as process {process}"));
                if self.waits {
                    self.confirm("attach a debugger, then press Enter:");
                }
            }
            AgentTrafficEvent::Listening(address) => {
                self.note(&format!(
                    "waiting for an agent; start it with LUDORUM_TABLE={address} in its environment"
                ));
                if let Ok(folder) = python_base_class(external_agents::registry().folder()) {
                    let folder = folder.display();
                    self.note(&format!(
                        "without the Python package, also set PYTHONPATH={folder}"
                    ));
                }
            }
            AgentTrafficEvent::Sent(line) => self.line('>', line),
            AgentTrafficEvent::Received(line) => self.line('<', line),
            AgentTrafficEvent::Stderr(line) => self.line('!', line),
        }
    }

    fn line(&self, marker: char, line: &str) {
        let shown: String = line.chars().take(self.longest).collect();
        let mut shown = printable(&shown);
        let left = line.chars().count().saturating_sub(self.longest);
        if left > 0 {
            shown.push_str(&format!("... and {left} more characters"));
        }
        let shown = match marker {
            '!' => self.ink.strong(&shown),
            _ => shown,
        };
        self.write(&format!("{} {marker} {shown}\n", self.timestamp()));
    }

    fn note(&self, text: &str) {
        let text = format!("{} - {}", self.timestamp(), printable(text));
        self.write(&format!("{}\n", self.ink.faint(&text)));
    }

    fn text(&self, text: &str) {
        self.write(text);
    }

    fn timestamp(&self) -> String {
        format!("{:8.3}", self.began.elapsed().as_secs_f64())
    }

    /// Writes `text` to stdout. Ignores errors, because they mean that stdout was closed.
    fn write(&self, text: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    /// Prints `prompt` and waits for Enter; false if the user types q or closes the input.
    fn confirm(&self, prompt: &str) -> bool {
        self.write(&format!("{prompt} "));
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer).unwrap_or(0);
        read > 0 && !answer.trim().eq_ignore_ascii_case("q")
    }
}
