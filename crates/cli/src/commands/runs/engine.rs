//! Plays a run: what was asked for is checked, games are played and kept, and the report told.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::stats::{Hypotheses, Verdict};
use ludorum_arena::{
    Claim, GameResult, GameSet, KeepError, Keeper, Pairing, Plan, Recorder, Records, Report,
    RunOptions, Schedule, Shard, Stored, Tally, Watch, check_game, journal_of, run as play,
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
    /// Where the games played before are.
    before: Option<Stored>,
    hypotheses: Option<Hypotheses>,
    shard: Shard,
    threads: usize,
    output: Output,
    /// That nobody else writes the output.
    claim: Option<Claim>,
    /// The folder for records.
    records: Option<PathBuf>,
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
    let claim = job.claim.take();
    let job = job;
    let stop = interrupt::stop()?;
    let began = Instant::now();
    let mut score = Score::new(&job.plan, job.hypotheses);
    let done = job.read_before(&mut score)?;
    let recorder = job.records.clone();
    let recorder = recorder.map(|dir| Recorder::check(dir, &job.plan, &done));
    let recorder = recorder.transpose()?;
    let mut head = Report::head(&job.plan);
    head.shard = job.shard;
    head.sequel = score.watch.as_ref().map(Watch::sequel);
    let bar = progress::games(job.shard.games(&job.plan), done.len());
    let options = RunOptions {
        shard: job.shard,
        done: done.clone(),
        threads: job.threads,
        records: match recorder {
            Some(_) => Records::Kept,
            None => Records::None,
        },
    };
    let mut keeper = job.keeper(claim, &head, &score, done)?;
    let mut played: Result<()> = Ok(());
    if !score.is_over() {
        played = play(&job.plan, &options, &stop, |batch| {
            for played in batch {
                if let (Some(recorder), Some(record)) = (&recorder, &played.record) {
                    recorder.write(played.result.game, &record.to_text())?;
                }
            }
            if let Some(keeper) = &mut keeper {
                keeper.add(batch.iter().map(|played| &played.result))?;
            }
            for played in batch {
                score.add(&played.result);
            }
            bar.inc(batch.len() as u64);
            if score.is_over() {
                stop.raise();
            }
            Ok(())
        });
    }
    bar.finish_and_clear();
    let report = score.report(head);
    let decided = score.watch.as_ref().and_then(Watch::decided_after);
    let is_kept = |game: u64| decided.is_none_or(|games| game < games);
    job.publish(&report, keeper.as_ref(), &is_kept, began.elapsed(), console)?;
    for line in forfeits::tell(&report) {
        console.note(&line);
    }
    // The games played before something went wrong are worth printing first.
    played?;
    if let Some(error) = job.plan.openings_failure() {
        return Err(error.into());
    }
    if let Some(keeper) = keeper {
        keeper.close();
    }
    if let Some(sequel) = &report.sequel
        && (sequel.evidence.verdict != Verdict::Open || report.played == report.planned)
    {
        return Ok(match sequel.evidence.verdict {
            Verdict::AcceptH1 => End::Done,
            Verdict::AcceptH0 | Verdict::Open => End::ChecksFailed,
        });
    }
    if score.is_over() {
        console.note("the last 500 blocks had been played before: more games decide nothing");
        return Ok(End::ChecksFailed);
    }
    if report.played < job.shard.games(&job.plan) {
        console.note(&job.how_to_resume(&report, recorder.as_ref()));
        return Ok(End::Stopped);
    }
    Ok(End::Done)
}

/// What the games say so far.
struct Score<'a> {
    tally: Tally,
    watch: Option<Watch<'a>>,
    /// Games a test has not come to yet: those beyond its verdict do not count.
    waiting: BTreeMap<u64, GameResult>,
}

impl<'a> Score<'a> {
    fn new(plan: &'a Plan, hypotheses: Option<Hypotheses>) -> Score<'a> {
        Score {
            tally: Tally::new(plan.agents(), Some(plan.layout().clone())),
            watch: hypotheses.map(|test| Watch::new(plan, test)),
            waiting: BTreeMap::new(),
        }
    }

    fn add(&mut self, game: &GameResult) {
        let Some(watch) = &mut self.watch else {
            self.tally.add(game);
            return;
        };
        watch.add(game);
        self.waiting.insert(game.game, game.clone());
        let seen = watch.games_seen();
        while let Some(first) = self.waiting.first_entry()
            && *first.key() < seen
        {
            self.tally.add(&first.remove());
        }
    }

    fn is_decided(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::is_decided)
    }

    /// Whether more games are of no use to a test.
    fn is_over(&self) -> bool {
        let watch = self.watch.as_ref();
        watch.is_some_and(|watch| watch.is_decided() || watch.is_exhausted())
    }

    /// The games that count, with everything that follows.
    fn report(&self, head: Report) -> Report {
        let mut tally = None;
        if !self.is_decided() && !self.waiting.is_empty() {
            let all = tally.insert(self.tally.clone());
            self.waiting.values().for_each(|game| all.add(game));
        }
        let tally = tally.as_ref().unwrap_or(&self.tally);
        let mut report = head.with_tally(tally).with_statistics_of(tally);
        report.sequel = self.watch.as_ref().map(Watch::sequel);
        report
    }
}

fn resolve(options: Options, wish: Wish, console: &Console) -> Result<Job> {
    // What is resumed from must not change any more once it was read.
    let claim = claimed(&options)?;
    let before = match &options.resume {
        Some(file) => Some(Stored::open(file)?),
        None => None,
    };
    let resumed = before.as_ref().map(Stored::head);
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
    let openings = options.openings.clone();
    let openings = openings.or(resumed.and_then(|report| report.openings.clone()));
    let plan = Plan::scheduled(variant, &agents, schedule, seed, asked)?;
    let plan = with_key(plan, &options, resumed)?;
    let plan = plan.opened_by(openings.as_deref())?;
    plan.check_openings()?;
    let hypotheses = match resumed.and_then(|report| report.sequel) {
        Some(sequel) => Some(sequel.hypotheses),
        None => wish.test.map(|test| test.hypotheses()),
    };
    if let Some(hypotheses) = &hypotheses {
        hypotheses.check()?;
    }
    let shard = resumed.map(|report| report.shard).or(options.shard);
    let (shard, threads) = (shard.unwrap_or_default(), options.threads());

    if let (Some(report), Some(file)) = (resumed, &options.resume) {
        let refuse = |error| anyhow!("{}: {error}", file.display());
        report.check_run(&plan).map_err(refuse)?;
    }
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
    if let Some(dir) = &options.record {
        files::folder(dir)?;
    }
    if plan.games_each() != asked && hypotheses.is_none() {
        let (games, seats) = (plan.games_each(), plan.variant().seats());
        console.note(&format!(
            "playing {games} games instead of {asked}, so that every agent sits at each of the \
             {seats} seats equally often"
        ));
    }
    if let Some((rounds, openings)) = plan.repeated_openings() {
        console.note(&format!(
            "{openings} openings for up to {rounds} rounds: they are played again from round {} on, which \
             tells little that is new; {} games for every group play each once",
            openings + 1,
            openings * plan.layout().block_games()
        ));
    }
    Ok(Job {
        plan,
        before,
        hypotheses,
        shard,
        threads,
        output,
        claim,
        records: options.record,
    })
}

/// The plan with the key that was given, or that of the run that is resumed.
fn with_key(plan: Plan, options: &Options, resumed: Option<&Report>) -> Result<Plan> {
    if options.key.is_some() && plan.key().is_none() {
        bail!("no external agent plays here, so the run needs no key; leave out --key");
    }
    let known = resumed.and_then(|report| report.key.as_deref());
    let known = known.map(str::parse).transpose()?;
    match (options.key.or(known), plan.key()) {
        (Some(key), _) => Ok(plan.with_key(key)),
        (None, Some(key)) if options.is_sharded() => bail!(
            "a part of a run with external agents has the key of the other parts; add it to all of \
             them, such as --key {key}"
        ),
        (None, _) => Ok(plan),
    }
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

/// Refuses to write over the report of a run that was stopped and may be wanted.
fn refuse_to_forget(file: &Path) -> Result<()> {
    // To look into a pipe would be to wait for somebody to write to it.
    if !file.is_file() && !journal_of(file).is_file() {
        return Ok(());
    }
    let stored = Stored::open(file).and_then(|stored| {
        let mut games = 0;
        stored.games(|_| {
            games += 1;
            Ok::<(), KeepError>(())
        })?;
        Ok(Report {
            played: games,
            ..stored.head().clone()
        })
    });
    match stored {
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

    /// Reads and checks the games played before: which they are.
    fn read_before(&self, score: &mut Score<'_>) -> Result<GameSet> {
        let mut done = GameSet::default();
        let Some(before) = &self.before else {
            return Ok(done);
        };
        let file = before.file().display();
        let (mut next, mut beyond) = (0, 0);
        before.games(|game| {
            let checked = check_game(&game, &self.plan, next);
            next = checked.map_err(|error| anyhow!("{file}: {error}"))?;
            match game.game < self.plan.games() {
                true => {
                    done.insert(game.game);
                    score.add(&game);
                }
                false => beyond += 1,
            }
            Ok::<(), anyhow::Error>(())
        })?;
        if beyond > 0 {
            bail!(
                "{file} has games beyond --games {}; ask for more games",
                self.plan.games_each()
            );
        }
        Ok(done)
    }

    /// What keeps games for the report, if it tells them.
    fn keeper(
        &self,
        claim: Option<Claim>,
        head: &Report,
        score: &Score<'_>,
        done: GameSet,
    ) -> Result<Option<Keeper>> {
        let before = self.before.as_ref();
        Ok(match (claim, &self.output) {
            (Some(claim), _) => {
                let so_far = head.clone().with_tally(&score.tally);
                Some(Keeper::in_file(head, &so_far, before, done, claim)?)
            }
            (None, Output::None) => None,
            // Stdout or a device gets the report once, at the end.
            (None, Output::Stdout | Output::File(_)) => {
                Some(Keeper::temporary(head, before, done)?)
            }
        })
    }

    fn publish(
        &self,
        report: &Report,
        keeper: Option<&Keeper>,
        is_kept: &dyn Fn(u64) -> bool,
        time: Duration,
        console: &mut Console,
    ) -> Result<()> {
        if let (Output::Stdout, Some(keeper)) = (&self.output, keeper) {
            let mut out = BufWriter::new(console);
            keeper.write(report, &mut out, is_kept)?;
            out.flush()?;
            return Ok(());
        }
        let table = summary::print(report, Some((self.threads, time)), console.ink);
        write!(console, "{table}")?;
        console.flush()?;
        if let (Some(target), Some(keeper)) = (self.target(), keeper) {
            target.write_with(|out| keeper.write(report, out, is_kept))?;
        }
        Ok(())
    }

    fn how_to_resume(&self, report: &Report, recorder: Option<&Recorder>) -> String {
        let stopped = format!(
            "stopped after {} of {} games",
            report.played, report.planned
        );
        let Some(target) = self.target().filter(|target| !target.is_device()) else {
            return format!("{stopped}; with --json FILE a stopped match can be resumed");
        };
        let (kind, file) = (report.kind(), target.path().display());
        let mut command = format!("ludorum {kind} --resume {file}");
        if let Some(recorder) = recorder {
            command.push_str(&format!(" --record {}", recorder.dir().display()));
        }
        format!("{stopped}; go on with: {command}")
    }
}
