//! `ludorum match`: agents against each other, with statistics, records and a way to go on later.

mod forfeits;
mod keeper;
mod recorder;
mod summary;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::{GameResult, Plan, Report, run as play};
use ludorum_core::Seed;

use self::keeper::Keeper;
use self::recorder::Recorder;
use crate::console::Console;
use crate::exit::End;
use crate::files::{self, Target};
use crate::guests::{self, open};
use crate::{interrupt, progress};

const DEFAULT_GAMES: u64 = 100;
const DEFAULT_SEED: Seed = Seed(1);

/// Let agents play each other
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum match tictactoe mcts:iterations=500 random --games 50 --seed 7
  ludorum match tictactoe minimax mcts --json result.json --record games/
  ludorum match --resume result.json
  ludorum match tictactoe minimax random --json - | jq '.agents[0].win_rate'

Agents rotate over the seats, and every seed is played in every rotation. Games do not depend on
the number of threads. Ctrl-C stops, prints what was played, and exits with code 130.")]
pub(crate) struct Args {
    /// The game, NAME or NAME:key=value,...
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The agents, one for each seat, NAME or NAME:key=value,...
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// How many games; rounded up to full rotations [default: 100]
    #[arg(long, value_name = "N", value_parser = crate::args::games)]
    #[arg(allow_negative_numbers = true)]
    games: Option<u64>,
    /// The seed of the match [default: 1]
    #[arg(long, value_name = "SEED", value_parser = crate::args::seed)]
    #[arg(allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Write the report to a file, also every few seconds while playing; - for stdout
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a record of every game into a folder
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Go on with a stopped match from its report; game, agents and seed may be left out
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// A match that can be played: everything is checked, nothing is played yet.
struct Job {
    plan: Plan,
    /// The games played before.
    done: Vec<GameResult>,
    threads: usize,
    output: Output,
    recorder: Option<Recorder>,
}

/// Where the report goes.
enum Output {
    /// Nowhere; people read the table.
    None,
    /// To stdout, in place of the table.
    Stdout,
    File(Target),
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<End> {
    let job = resolve(args, console)?;
    let stop = interrupt::stop()?;
    let began = Instant::now();
    let bar = progress::games(job.plan.games(), job.done.len() as u64);
    let mut keeper = Keeper::new(&job.plan, job.done.clone(), job.target());
    let played = play(&job.plan, job.done.clone(), job.threads, &stop, |played| {
        if let Some(recorder) = &job.recorder {
            recorder.write(&played.record, played.result.game)?;
        }
        bar.inc(1);
        keeper.add(&played.result)
    });
    bar.finish_and_clear();
    let report = keeper.close();
    job.publish(&report, began.elapsed(), console)?;
    for line in forfeits::tell(&report) {
        console.note(&line);
    }
    // The games played before something went wrong are worth printing first.
    played?;
    if report.played < report.planned {
        console.note(&job.how_to_resume(&report));
        return Ok(End::Stopped);
    }
    Ok(End::Done)
}

fn resolve(args: Args, console: &Console) -> Result<Job> {
    let before = match &args.resume {
        Some(file) => Some(read_report(file)?),
        None => None,
    };
    let resumed = before.as_ref();
    let game = args.game.or(resumed.map(|report| report.game.clone()));
    let game = game.ok_or_else(|| anyhow!("name a game"))?;
    let agents = match resumed {
        Some(report) if args.agents.is_empty() => report
            .agents
            .iter()
            .map(|agent| agent.spec.clone())
            .collect(),
        _ => args.agents.clone(),
    };
    if let (Some(file), true) = (&args.resume, args.agents.is_empty()) {
        guests::refuse_unasked(&agents, file, "GAME AGENT...")?;
    }
    let seed = match resumed {
        Some(report) => args.seed.or(report.seed.parse().ok().map(Seed)),
        None => args.seed,
    };
    let asked = args.games.or(resumed.map(|report| report.planned));
    let asked = asked.unwrap_or(DEFAULT_GAMES);
    let plan = Plan::new(open(&game)?, &agents, seed.unwrap_or(DEFAULT_SEED), asked)?;

    let done = match (before, &args.resume) {
        (Some(report), Some(file)) => resume(report, &plan, file)?,
        _ => Vec::new(),
    };
    let output = match (args.json, args.resume) {
        (Some(file), _) if file.as_os_str() == "-" => Output::Stdout,
        (Some(file), resume) => {
            if resume.as_ref() != Some(&file) {
                refuse_to_forget(&file)?;
            }
            Output::File(Target::check(&file)?)
        }
        (None, Some(file)) => Output::File(Target::check(&file)?),
        (None, None) => Output::None,
    };
    let recorder = match args.record {
        Some(dir) => Some(Recorder::check(dir, &plan, &done)?),
        None => None,
    };
    if plan.games() != asked {
        let (games, seats) = (plan.games(), plan.variant().seats());
        console.note(&format!(
            "playing {games} games instead of {asked}, so that every agent sits at each of the \
             {seats} seats equally often"
        ));
    }
    let cores = || available_parallelism().map_or(1, usize::from);
    Ok(Job {
        plan,
        done,
        threads: args.threads.unwrap_or_else(cores),
        output,
        recorder,
    })
}

fn read_report(file: &Path) -> Result<Report> {
    let bytes =
        files::read(file).map_err(|error| anyhow!("{error}; name a report written with --json"))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let file = file.display();
        anyhow!("{file} is not the report of a match: {error}; name a report written with --json")
    })
}

fn resume(report: Report, plan: &Plan, file: &Path) -> Result<Vec<GameResult>> {
    let file = file.display();
    let games = report.games.len();
    let done = report
        .resume(plan)
        .map_err(|error| anyhow!("{file}: {error}"))?;
    if done.len() < games {
        bail!(
            "{file} has games beyond --games {}; ask for more games",
            plan.games()
        );
    }
    Ok(done)
}

/// Refuses to write over the report of a match that was stopped and may be wanted.
fn refuse_to_forget(file: &Path) -> Result<()> {
    if !file.is_file() {
        // To look into a pipe would be to wait for somebody to write to it.
        return Ok(());
    }
    match read_report(file) {
        Ok(report) if report.played > 0 && report.played < report.planned => {
            let file = file.display();
            bail!(
                "{file} is the report of a stopped match ({} of {} games); go on with \
                 --resume {file}, or name another file",
                report.played,
                report.planned
            )
        }
        _ => Ok(()),
    }
}

impl Job {
    fn target(&self) -> Option<&Target> {
        match &self.output {
            Output::File(target) => Some(target),
            Output::None | Output::Stdout => None,
        }
    }

    fn publish(&self, report: &Report, time: Duration, console: &mut Console) -> Result<()> {
        if let Output::Stdout = self.output {
            console.json(report)?;
            return Ok(());
        }
        if let Some(target) = self.target() {
            target.write(&keeper::to_json(report))?;
        }
        let table = summary::print(report, self.threads, time, console.ink);
        write!(console, "{table}")?;
        Ok(())
    }

    fn how_to_resume(&self, report: &Report) -> String {
        let stopped = format!(
            "stopped after {} of {} games",
            report.played, report.planned
        );
        let Some(target) = self.target().filter(|target| !target.is_device()) else {
            return format!("{stopped}; with --json FILE a stopped match can be resumed");
        };
        let mut command = format!("ludorum match --resume {}", target.path().display());
        if let Some(recorder) = &self.recorder {
            command.push_str(&format!(" --record {}", recorder.dir().display()));
        }
        format!("{stopped}; go on with: {command}")
    }
}
