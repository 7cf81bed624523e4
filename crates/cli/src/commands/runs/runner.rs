//! Runs a match, tournament or test: checks the arguments, plays and stores games, writes the
//! report.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::stats::{SprtDecision, SprtHypotheses};
use ludorum_arena::{
    GameIndexSet, GameResult, GameTally, Pairing, RecordMode, ResultStore, ResultStoreError,
    RunLock, RunOptions, RunPlan, RunRecordWriter, RunReport, RunSchedule, RunShard, SprtMonitor,
    StoredRun, check_game, journal_path, run as play,
};
use ludorum_core::Seed;

use super::options::CommonRunArgs;
use super::sprt_options::SprtOptions;
use super::{forfeits, summary};
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::{self, open};
use crate::files::{self, OutputFile};
use crate::{interrupt, progress};

const DEFAULT_SEED: Seed = Seed(1);

/// Settings in which `match`, `tournament` and `sprt` differ; a resumed report may override them.
pub(super) struct RunCommandSettings {
    /// Name of the command: `match`, `tournament` or `sprt`.
    pub(super) command: &'static str,
    pub(super) pairing: Pairing,
    /// Default number of games per group of agents.
    pub(super) games: u64,
    /// Options of the sequential test that stops the run; `None` without a test.
    pub(super) test: Option<SprtOptions>,
}

/// A run whose arguments have been checked, ready to play.
struct PreparedRun {
    plan: RunPlan,
    /// Games of the resumed run; `None` for a new run.
    before: Option<StoredRun>,
    hypotheses: Option<SprtHypotheses>,
    shard: RunShard,
    threads: usize,
    output: ReportOutput,
    /// Lock on the report file; `None` if the report is written to stdout, a device or nowhere.
    lock: Option<RunLock>,
    /// Folder for game records; `None` without `--record`.
    records: Option<PathBuf>,
}

/// Destination of the JSON report of a run.
enum ReportOutput {
    /// No JSON report; only the summary is printed.
    None,
    /// JSON on stdout instead of the summary.
    Stdout,
    File(OutputFile),
}

pub(super) fn run(
    options: CommonRunArgs,
    request: RunCommandSettings,
    console: &mut Console,
) -> Result<ExitStatus> {
    let mut run = resolve(options, request, console)?;
    let lock = run.lock.take();
    let run = run;
    let stop = interrupt::stop_on_ctrl_c()?;
    let began = Instant::now();
    let mut score = RunProgress::new(&run.plan, run.hypotheses);
    let done = run.read_earlier_games(&mut score)?;
    let recorder = run.records.clone();
    let recorder = recorder.map(|dir| RunRecordWriter::check(dir, &run.plan, &done));
    let recorder = recorder.transpose()?;
    let mut head = RunReport::head(&run.plan);
    head.shard = run.shard;
    head.sprt = score.watch.as_ref().map(SprtMonitor::state);
    let bar = progress::games(run.shard.games(&run.plan), done.len());
    let options = RunOptions {
        shard: run.shard,
        done: done.clone(),
        threads: run.threads,
        records: match recorder {
            Some(_) => RecordMode::On,
            None => RecordMode::Off,
        },
    };
    let mut store = run.result_store(lock, &head, &score, done)?;
    let mut played: Result<()> = Ok(());
    if !score.is_over() {
        played = play(&run.plan, &options, &stop, |batch| {
            for played in batch {
                if let (Some(recorder), Some(record)) = (&recorder, &played.record) {
                    recorder.write(played.result.game, &record.to_text())?;
                }
            }
            if let Some(store) = &mut store {
                store.add(batch.iter().map(|played| &played.result))?;
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
    let decided = score.watch.as_ref().and_then(SprtMonitor::decided_after);
    let is_kept = |game: u64| decided.is_none_or(|games| game < games);
    run.write_report(&report, store.as_ref(), &is_kept, began.elapsed(), console)?;
    for line in forfeits::lines(&report) {
        console.note(&line);
    }
    // Returns an error only after the report is written, so that no finished game is lost.
    played?;
    if let Some(error) = run.plan.openings_failure() {
        return Err(error.into());
    }
    if let Some(store) = store {
        store.close();
    }
    if let Some(sequel) = &report.sprt
        && (sequel.evidence.decision != SprtDecision::Open || report.played == report.planned)
    {
        return Ok(match sequel.evidence.decision {
            SprtDecision::AcceptH1 => ExitStatus::Success,
            SprtDecision::AcceptH0 | SprtDecision::Open => ExitStatus::ChecksFailed,
        });
    }
    if score.is_over() {
        console.note(
            "the last 500 blocks only repeated earlier games: more games cannot decide the test",
        );
        return Ok(ExitStatus::ChecksFailed);
    }
    if report.played < run.shard.games(&run.plan) {
        console.note(&run.resume_hint(&report, recorder.as_ref()));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Success)
}

/// Tally of the games played so far, and the state of the sequential test.
struct RunProgress<'a> {
    tally: GameTally,
    watch: Option<SprtMonitor<'a>>,
    /// Finished games by index that the sequential test has not read yet, because it reads them in
    /// order of their index.
    waiting: BTreeMap<u64, GameResult>,
}

impl<'a> RunProgress<'a> {
    fn new(plan: &'a RunPlan, hypotheses: Option<SprtHypotheses>) -> RunProgress<'a> {
        RunProgress {
            tally: GameTally::new(plan.agents(), Some(plan.layout().clone())),
            watch: hypotheses.map(|test| SprtMonitor::new(plan, test)),
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
        self.watch.as_ref().is_some_and(SprtMonitor::is_decided)
    }

    /// True if the run has a sequential test and the test needs no more games.
    fn is_over(&self) -> bool {
        let watch = self.watch.as_ref();
        watch.is_some_and(|watch| watch.is_decided() || watch.is_exhausted())
    }

    /// Builds the run's report with statistics. Games after the decision of an SPRT do not count.
    fn report(&self, head: RunReport) -> RunReport {
        let mut tally = None;
        if !self.is_decided() && !self.waiting.is_empty() {
            let all = tally.insert(self.tally.clone());
            self.waiting.values().for_each(|game| all.add(game));
        }
        let tally = tally.as_ref().unwrap_or(&self.tally);
        let mut report = head.with_tally(tally).with_statistics_of(tally);
        report.sprt = self.watch.as_ref().map(SprtMonitor::state);
        report
    }
}

fn resolve(
    options: CommonRunArgs,
    request: RunCommandSettings,
    console: &Console,
) -> Result<PreparedRun> {
    // Locked before reading, so that no other process can change a resumed report.
    let lock = lock_output(&options)?;
    let before = match &options.resume {
        Some(file) => Some(StoredRun::open(file)?),
        None => None,
    };
    let resumed = before.as_ref().map(StoredRun::head);
    if let (Some(report), Some(file)) = (resumed, &options.resume) {
        check_resume_options(report, &options, &request, file)?;
    }
    let game = options.game.clone();
    let game = game.or(resumed.map(|report| report.game.clone()));
    let game = game.ok_or_else(|| anyhow!("name a game"))?;
    let agents = match resumed {
        Some(report) if options.agents.is_empty() => report.specs(),
        _ => options.agents.clone(),
    };
    let new_schedule = RunSchedule {
        pairing: request.pairing,
        seatings: options.seatings().unwrap_or_default(),
    };
    let schedule = resumed.map_or(new_schedule, |report| report.schedule);
    if let (Some(file), true) = (&options.resume, options.agents.is_empty()) {
        external_agents::refuse_unlisted_programs(&agents, file, "GAME AGENT...")?;
    }
    let seed = match resumed {
        Some(report) => options.seed.or(report.seed.parse().ok().map(Seed)),
        None => options.seed,
    };
    let variant = open(&game)?;
    let resumed_games = resumed.map(|report| games_each(report, variant.seats()));
    let requested = options.games.or(resumed_games).unwrap_or(request.games);
    let seed = seed.unwrap_or(DEFAULT_SEED);
    let openings = options.openings.clone();
    let openings = openings.or(resumed.and_then(|report| report.openings.clone()));
    let plan = RunPlan::scheduled(variant, &agents, schedule, seed, requested)?;
    let plan = with_key(plan, &options, resumed)?;
    let plan = plan.with_openings_spec(openings.as_deref())?;
    plan.check_openings()?;
    let hypotheses = match resumed.and_then(|report| report.sprt) {
        Some(sequel) => Some(sequel.hypotheses),
        None => request.test.map(|test| test.hypotheses()),
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
        (Some(file), _) if file.as_os_str() == "-" => ReportOutput::Stdout,
        (Some(file), resume) => {
            if resume.as_ref() != Some(&file) {
                refuse_to_overwrite(&file)?;
            }
            ReportOutput::File(OutputFile::check(&file)?)
        }
        (None, Some(file)) => ReportOutput::File(OutputFile::check(&file)?),
        (None, None) => ReportOutput::None,
    };
    if let Some(dir) = &options.record {
        files::create_folder(dir)?;
    }
    if plan.games_per_group() != requested && hypotheses.is_none() {
        let (games, seats) = (plan.games_per_group(), plan.variant().seats());
        console.note(&format!(
            "playing {games} games instead of {requested}, so that every agent has each of the {seats} \
             seats equally often"
        ));
    }
    if let Some((rounds, openings)) = plan.repeated_openings() {
        console.note(&format!(
            "{openings} openings for up to {rounds} rounds: they repeat from round {} on and add little \
             information; with {} games per group each is played once",
            openings + 1,
            openings * plan.layout().block_games()
        ));
    }
    Ok(PreparedRun {
        plan,
        before,
        hypotheses,
        shard,
        threads,
        output,
        lock,
        records: options.record,
    })
}

/// Sets the seed key of the plan: from `--key`, else from the resumed run, else random.
fn with_key(
    plan: RunPlan,
    options: &CommonRunArgs,
    resumed: Option<&RunReport>,
) -> Result<RunPlan> {
    if options.key.is_some() && plan.key().is_none() {
        bail!("no external agent plays, so the run needs no key; leave out --key");
    }
    let known = resumed.and_then(|report| report.key.as_deref());
    let known = known.map(str::parse).transpose()?;
    match (options.key.or(known), plan.key()) {
        (Some(key), _) => Ok(plan.with_key(key)),
        (None, Some(key)) if options.is_sharded() => bail!(
            "all parts of a run with external agents need the same key; add it to each of them, such \
             as --key {key}"
        ),
        (None, _) => Ok(plan),
    }
}

/// Fails if command-line options contradict the resumed run, because they would have no effect.
fn check_resume_options(
    report: &RunReport,
    options: &CommonRunArgs,
    request: &RunCommandSettings,
    file: &Path,
) -> Result<()> {
    let (file, kind) = (file.display(), report.kind());
    if kind != request.command {
        let what = match kind {
            "sprt" => "test",
            other => other,
        };
        bail!("{file} is the report of a {what}; resume it with: ludorum {kind} --resume {file}");
    }
    if request.pairing == Pairing::Field && report.schedule.pairing == Pairing::RoundRobin {
        bail!("{file} is the report of a round robin; leave out --field");
    }
    if let Some(seatings) = options.seatings()
        && seatings != report.schedule.seatings
    {
        bail!("{file} is the report of a run with other seatings; leave out --seatings");
    }
    if let Some(shard) = options.shard
        && shard != report.shard
    {
        if report.shard.is_whole() {
            bail!(
                "{file} is the report of an unsplit run; leave out --shard, or play a part of it into \
                 another file with --json"
            )
        } else {
            bail!(
                "{file} is part {} of a run; leave out --shard, or play another part into another \
                 file with --json",
                report.shard
            )
        }
    }
    if let (Some(test), Some(sequel)) = (&request.test, &report.sprt)
        && !test.matches(sequel.hypotheses)
    {
        let tested = sequel.hypotheses;
        bail!(
            "{file} is the report of another test, with --elo0 {} --elo1 {} --alpha {} --beta {}; \
             leave out these options and --model",
            tested.elo0,
            tested.elo1,
            tested.alpha,
            tested.beta
        );
    }
    Ok(())
}

/// Locks the report file; `None` if the report is written to stdout, a device or nowhere.
fn lock_output(options: &CommonRunArgs) -> Result<Option<RunLock>> {
    let written = options.json.as_ref().or(options.resume.as_ref());
    let Some(file) = written.filter(|file| file.as_os_str() != "-") else {
        return Ok(None);
    };
    if options.json.is_none() && !file.exists() && !journal_path(file).exists() {
        // The caller fails to read the missing file and reports that.
        return Ok(None);
    }
    if OutputFile::check(file)?.is_device() {
        Ok(None)
    } else {
        Ok(Some(RunLock::acquire(file)?))
    }
}

/// Number of planned games per group of agents in a report.
fn games_each(report: &RunReport, seats: usize) -> u64 {
    let layout = ludorum_arena::BlockLayout::new(report.schedule, &report.specs(), seats);
    match layout {
        Ok(layout) if layout.round_games() > 0 => {
            (report.planned / layout.round_games()).saturating_mul(layout.block_games())
        }
        _ => report.planned,
    }
}

/// Fails if `file` is the report of an interrupted run, which could still be resumed.
fn refuse_to_overwrite(file: &Path) -> Result<()> {
    // Reading from a pipe would block.
    if !file.is_file() && !journal_path(file).is_file() {
        return Ok(());
    }
    let stored = StoredRun::open(file).and_then(|stored| {
        let mut games = 0;
        stored.games(|_| {
            games += 1;
            Ok::<(), ResultStoreError>(())
        })?;
        Ok(RunReport {
            played: games,
            ..stored.head().clone()
        })
    });
    match stored {
        Ok(report) if report.is_interrupted() => {
            let file = file.display();
            bail!(
                "{file} is the report of an interrupted run ({} of {} games); resume it with \
                 --resume {file}, or choose another file",
                report.played,
                report.planned
            )
        }
        // Many intact games may follow a damaged line.
        Err(error @ ResultStoreError::Journal(..)) => bail!("{error}; or choose another file"),
        _ => Ok(()),
    }
}

impl PreparedRun {
    fn target(&self) -> Option<&OutputFile> {
        match &self.output {
            ReportOutput::File(target) => Some(target),
            ReportOutput::None | ReportOutput::Stdout => None,
        }
    }

    /// Checks the games of the resumed run, adds them to `score` and returns their indices.
    fn read_earlier_games(&self, score: &mut RunProgress<'_>) -> Result<GameIndexSet> {
        let mut done = GameIndexSet::default();
        let Some(before) = &self.before else {
            return Ok(done);
        };
        let file = before.file().display();
        let (mut next, mut beyond) = (0, 0);
        before.games(|game| {
            let checked = check_game(&game, &self.plan, next);
            next = checked.map_err(|error| anyhow!("{file}: {error}"))?;
            if game.game < self.plan.games() {
                done.insert(game.game);
                score.add(&game);
            } else {
                beyond += 1;
            }
            Ok::<(), anyhow::Error>(())
        })?;
        if beyond > 0 {
            bail!(
                "{file} has more games than --games {}; increase it",
                self.plan.games_per_group()
            );
        }
        Ok(done)
    }

    /// Opens the store for the results of all games; `None` if no JSON report is written.
    fn result_store(
        &self,
        lock: Option<RunLock>,
        head: &RunReport,
        score: &RunProgress<'_>,
        done: GameIndexSet,
    ) -> Result<Option<ResultStore>> {
        let before = self.before.as_ref();
        Ok(match (lock, &self.output) {
            (Some(lock), _) => {
                let so_far = head.clone().with_tally(&score.tally);
                Some(ResultStore::in_file(head, &so_far, before, done, lock)?)
            }
            (None, ReportOutput::None) => None,
            // A report to stdout or a device is written once, at the end.
            (None, ReportOutput::Stdout | ReportOutput::File(_)) => {
                Some(ResultStore::temporary(head, before, done)?)
            }
        })
    }

    fn write_report(
        &self,
        report: &RunReport,
        store: Option<&ResultStore>,
        is_kept: &dyn Fn(u64) -> bool,
        time: Duration,
        console: &mut Console,
    ) -> Result<()> {
        if let (ReportOutput::Stdout, Some(store)) = (&self.output, store) {
            let mut out = BufWriter::new(console);
            store.write(report, &mut out, is_kept)?;
            out.flush()?;
            return Ok(());
        }
        let table = summary::print(report, Some((self.threads, time)), console.ink);
        write!(console, "{table}")?;
        console.flush()?;
        if let (Some(target), Some(store)) = (self.target(), store) {
            target.write_with(|out| store.write(report, out, is_kept))?;
        }
        Ok(())
    }

    fn resume_hint(&self, report: &RunReport, recorder: Option<&RunRecordWriter>) -> String {
        let stopped = format!(
            "interrupted after {} of {} games",
            report.played, report.planned
        );
        let Some(target) = self.target().filter(|target| !target.is_device()) else {
            return format!("{stopped}; with --json FILE a run can be resumed");
        };
        let (kind, file) = (report.kind(), target.path().display());
        let mut command = format!("ludorum {kind} --resume {file}");
        if let Some(recorder) = recorder {
            command.push_str(&format!(" --record {}", recorder.dir().display()));
        }
        format!("{stopped}; resume with: {command}")
    }
}
