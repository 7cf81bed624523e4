//! Plays a run: what was asked for is checked, games are played and kept, and the report told.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::stats::{Hypotheses, Verdict};
use ludorum_arena::{
    Claim, GameResult, KeepError, Keeper, Pairing, Plan, Recorder, Report, Schedule, Shard, Watch,
    journal_of, read_results, run as play,
};
use ludorum_core::Seed;

use super::options::Options;
use super::test::Test;
use super::{forfeits, summary};
use crate::console::Console;
use crate::exit::End;
use crate::files::{self, Target};
use crate::guests::{self, open};
use crate::{interrupt, progress};

const DEFAULT_SEED: Seed = Seed(1);

/// What a command asks for, unless a report that is resumed from says otherwise.
pub(super) struct Wish {
    /// The command that asks.
    pub(super) command: &'static str,
    pub(super) pairing: Pairing,
    /// The number of games if none is given.
    pub(super) games: u64,
    /// The test that decides when to stop.
    pub(super) test: Option<Test>,
}

/// A run that can be played: everything is checked, nothing is played yet.
struct Job {
    plan: Plan,
    /// The games played before.
    done: Vec<GameResult>,
    hypotheses: Option<Hypotheses>,
    shard: Shard,
    threads: usize,
    output: Output,
    /// That nobody else writes the output.
    claim: Option<Claim>,
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

pub(super) fn run(options: Options, wish: Wish, console: &mut Console) -> Result<End> {
    let mut job = resolve(options, wish, console)?;
    let stop = interrupt::stop()?;
    let began = Instant::now();
    let mut watch = job.hypotheses.map(|test| Watch::new(&job.plan, test));
    for game in &job.done {
        if let Some(watch) = &mut watch {
            watch.add(game);
        }
    }
    let mut head = Report::new(&job.plan, Vec::new());
    head.shard = job.shard;
    head.sequel = watch.as_ref().map(Watch::sequel);
    let bar = progress::games(job.shard.games(&job.plan), job.done.len() as u64);
    let mut keeper = match job.claim.take() {
        Some(claim) => Keeper::in_file(head, job.done.clone(), claim)?,
        // A device gets the report once, at the end.
        None => Keeper::in_memory(head, job.done.clone()),
    };
    let is_decided = |watch: &Option<Watch<'_>>| watch.as_ref().is_some_and(Watch::is_decided);
    let mut played: Result<Vec<GameResult>> = Ok(Vec::new());
    if !is_decided(&watch) {
        let done = job.done.clone();
        played = play(&job.plan, job.shard, done, job.threads, &stop, |batch| {
            for played in batch {
                if let Some(recorder) = &job.recorder {
                    recorder.write(played.result.game, &played.record.to_text())?;
                }
                if let Some(watch) = &mut watch {
                    watch.add(&played.result);
                }
            }
            bar.inc(batch.len() as u64);
            keeper.add(batch.iter().map(|played| &played.result))?;
            if is_decided(&watch) {
                stop.raise();
            }
            Ok(())
        });
    }
    bar.finish_and_clear();
    let report = job.sum_up(keeper.report(), watch.as_ref());
    job.publish(&report, began.elapsed(), console)?;
    for line in forfeits::tell(&report) {
        console.note(&line);
    }
    // The games played before something went wrong are worth printing first.
    played?;
    keeper.close();
    if let Some(sequel) = &report.sequel
        && (sequel.evidence.verdict != Verdict::Open || report.played == report.planned)
    {
        return Ok(match sequel.evidence.verdict {
            Verdict::AcceptH1 => End::Done,
            Verdict::AcceptH0 | Verdict::Open => End::ChecksFailed,
        });
    }
    if report.played < job.shard.games(&job.plan) {
        console.note(&job.how_to_resume(&report));
        return Ok(End::Stopped);
    }
    Ok(End::Done)
}

fn resolve(options: Options, wish: Wish, console: &Console) -> Result<Job> {
    // What is resumed from must not change any more once it was read.
    let claim = claimed(&options)?;
    let before = match &options.resume {
        Some(file) => Some(read_results(file)?),
        None => None,
    };
    let resumed = before.as_ref();
    if let (Some(report), Some(file)) = (resumed, &options.resume) {
        refuse_other_run(report, &options, &wish, file)?;
    }
    let game = options.game.clone();
    let game = game.or(resumed.map(|report| report.game.clone()));
    let game = game.ok_or_else(|| anyhow!("name a game"))?;
    let agents = match resumed {
        Some(report) if options.agents.is_empty() => report.specs(),
        _ => options.agents.clone(),
    };
    let asked = Schedule {
        pairing: wish.pairing,
        seatings: options.seatings().unwrap_or_default(),
    };
    let schedule = resumed.map_or(asked, |report| report.schedule);
    if let (Some(file), true) = (&options.resume, options.agents.is_empty()) {
        guests::refuse_unasked(&agents, file, "GAME AGENT...")?;
    }
    let seed = match resumed {
        Some(report) => options.seed.or(report.seed.parse().ok().map(Seed)),
        None => options.seed,
    };
    let variant = open(&game)?;
    let kept = resumed.map(|report| games_each(report, variant.seats()));
    let asked = options.games.or(kept).unwrap_or(wish.games);
    let seed = seed.unwrap_or(DEFAULT_SEED);
    let plan = Plan::scheduled(variant, &agents, schedule, seed, asked)?;
    let hypotheses = match resumed.and_then(|report| report.sequel) {
        Some(sequel) => Some(sequel.hypotheses),
        None => wish.test.map(|test| test.hypotheses()),
    };
    if let Some(hypotheses) = &hypotheses {
        hypotheses.check()?;
    }
    let shard = resumed.map(|report| report.shard).or(options.shard);
    let (shard, threads) = (shard.unwrap_or_default(), options.threads());

    let done = match (before, &options.resume) {
        (Some(report), Some(file)) => resume(report, &plan, file)?,
        _ => Vec::new(),
    };
    let output = match (options.json, options.resume) {
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
    let recorder = match options.record {
        Some(dir) => {
            files::folder(&dir)?;
            Some(Recorder::check(dir, &plan, &done)?)
        }
        None => None,
    };
    if plan.games_each() != asked && hypotheses.is_none() {
        let (games, seats) = (plan.games_each(), plan.variant().seats());
        console.note(&format!(
            "playing {games} games instead of {asked}, so that every agent sits at each of the \
             {seats} seats equally often"
        ));
    }
    Ok(Job {
        plan,
        done,
        hypotheses,
        shard,
        threads,
        output,
        claim,
        recorder,
    })
}

/// Refuses options that say something else than the run that is resumed: they would change nothing.
fn refuse_other_run(report: &Report, options: &Options, wish: &Wish, file: &Path) -> Result<()> {
    let (file, kind) = (file.display(), report.kind());
    if kind != wish.command {
        let what = match kind {
            "sprt" => "test",
            other => other,
        };
        bail!("{file} is the report of a {what}; go on with: ludorum {kind} --resume {file}");
    }
    if wish.pairing == Pairing::Field && report.schedule.pairing == Pairing::RoundRobin {
        bail!("{file} is the report of a tournament of all against all; leave out --field");
    }
    if let Some(seatings) = options.seatings()
        && seatings != report.schedule.seatings
    {
        bail!("{file} is the report of a run with other seatings; leave out --seatings");
    }
    if let Some(shard) = options.shard
        && shard != report.shard
    {
        match report.shard.is_whole() {
            true => bail!(
                "{file} is the report of a run that was not split; leave out --shard, or play a \
                 part of it into a file of its own with --json"
            ),
            false => bail!(
                "{file} is the part {} of a run; leave out --shard, or play another part into a \
                 file of its own with --json",
                report.shard
            ),
        }
    }
    if let (Some(test), Some(sequel)) = (&wish.test, &report.sequel)
        && !test.agrees_with(sequel.hypotheses)
    {
        let tested = sequel.hypotheses;
        bail!(
            "{file} is the report of another test, with --elo0 {} --elo1 {} --alpha {} --beta {}; \
             leave these out and --model",
            tested.elo0,
            tested.elo1,
            tested.alpha,
            tested.beta
        );
    }
    Ok(())
}

/// Claims the file that the report will go to, unless it goes to a device.
fn claimed(options: &Options) -> Result<Option<Claim>> {
    let written = options.json.as_ref().or(options.resume.as_ref());
    let Some(file) = written.filter(|file| file.as_os_str() != "-") else {
        return Ok(None);
    };
    if options.json.is_none() && !file.exists() && !journal_of(file).exists() {
        // There is nothing to resume from, which is told when it is read.
        return Ok(None);
    }
    match Target::check(file)?.is_device() {
        true => Ok(None),
        false => Ok(Some(Claim::on(file)?)),
    }
}

/// The games of every group in a report.
fn games_each(report: &Report, seats: usize) -> u64 {
    let layout = ludorum_arena::Layout::new(report.schedule, &report.specs(), seats);
    match layout {
        Ok(layout) if layout.round_games() > 0 => {
            (report.planned / layout.round_games()).saturating_mul(layout.block_games())
        }
        _ => report.planned,
    }
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
            plan.games_each()
        );
    }
    Ok(done)
}

/// Refuses to write over the report of a run that was stopped and may be wanted.
fn refuse_to_forget(file: &Path) -> Result<()> {
    // To look into a pipe would be to wait for somebody to write to it.
    if !file.is_file() && !journal_of(file).is_file() {
        return Ok(());
    }
    match read_results(file) {
        Ok(report) if report.is_stopped() => {
            let file = file.display();
            bail!(
                "{file} is the report of a stopped match ({} of {} games); go on with \
                 --resume {file}, or name another file",
                report.played,
                report.planned
            )
        }
        // Many games may be behind a damaged line.
        Err(error @ KeepError::Journal(..)) => bail!("{error}; or name another file"),
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

    /// The report with everything that follows. What was played beyond a verdict does not count.
    fn sum_up(&self, report: Report, watch: Option<&Watch<'_>>) -> Report {
        let mut report = report;
        if let Some(watch) = watch {
            if let Some(games) = watch.decided_after() {
                let mut counted = std::mem::take(&mut report.games);
                counted.retain(|result| result.game < games);
                report = report.with_games(counted);
            }
            report.sequel = Some(watch.sequel());
        }
        report.with_statistics()
    }

    fn publish(&self, report: &Report, time: Duration, console: &mut Console) -> Result<()> {
        if let Output::Stdout = self.output {
            console.json(report)?;
            return Ok(());
        }
        if let Some(target) = self.target() {
            target.write(&report.to_json())?;
        }
        let table = summary::print(report, Some((self.threads, time)), console.ink);
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
        let (kind, file) = (report.kind(), target.path().display());
        let mut command = format!("ludorum {kind} --resume {file}");
        if let Some(recorder) = &self.recorder {
            command.push_str(&format!(" --record {}", recorder.dir().display()));
        }
        format!("{stopped}; go on with: {command}")
    }
}
