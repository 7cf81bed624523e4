//! `ludorum plugin`: lists, checks and creates plug-ins of Sector 66.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_games::sector66::PluginKind;
use ludorum_plugins::{ContentLibrary, PluginPackage};

use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::files;

/// List, check and create plug-ins of Sector 66
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the available plug-ins
    List,
    Check(CheckPluginArgs),
    New(NewPluginArgs),
}

/// Load a plug-in, play random games with it and report problems
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum plugin check my-spell
  ludorum plugin check my-spell --games 100

Every move is undone and replayed, on two virtual machines. Warnings (warn) name functions that did
nothing in these games. The exit code is 1 if there are problems (WRONG).")]
struct CheckPluginArgs {
    /// Folder with plugin.toml and main.luau
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Number of random games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
}

/// Create the folder of a new plug-in
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum plugin new my-spell
  ludorum plugin new my-field --kind field

docs/write-a-plugin.md explains the next steps.")]
struct NewPluginArgs {
    /// Folder to create; must not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Kind of plug-in to create
    #[arg(long, value_enum, default_value_t = PluginKindArg::Spell)]
    kind: PluginKindArg,
}

/// Value of `--kind`: the kind of plug-in to create.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PluginKindArg {
    Spell,
    Field,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    match &args.command {
        Command::List => list(console),
        Command::Check(args) => check(args, console),
        Command::New(args) => new(args, console),
    }
}

fn list(console: &mut Console) -> Result<ExitStatus> {
    let library = ContentLibrary::installed();
    for package in library.plugins() {
        let manifest = &package.manifest;
        let kind = match manifest.kind {
            PluginKind::Field => "field",
            PluginKind::Spell => "spell",
        };
        let text = format!(
            "{} {kind} {}: {}",
            manifest.uuid, package.folder, manifest.description
        );
        writeln!(console, "{}", printable(&text))?;
    }
    for trouble in library.plugin_errors() {
        console.error(&printable(&trouble.to_string()));
    }
    Ok(if library.plugin_errors().is_empty() {
        ExitStatus::Success
    } else {
        ExitStatus::ChecksFailed
    })
}

fn check(args: &CheckPluginArgs, console: &mut Console) -> Result<ExitStatus> {
    let package =
        PluginPackage::from_folder(&args.folder).map_err(|trouble| anyhow!("{trouble}"))?;
    let report = ludorum_plugins::check(&package, args.games);
    for finding in &report.findings {
        let status = match (finding.passed, finding.is_warning) {
            (false, _) => "WRONG",
            (true, true) => "warn",
            (true, false) => "ok",
        };
        writeln!(console, "{status:5} {}", printable(&finding.text))?;
    }
    Ok(if report.passed() {
        ExitStatus::Success
    } else {
        ExitStatus::ChecksFailed
    })
}

fn new(args: &NewPluginArgs, console: &mut Console) -> Result<ExitStatus> {
    let folder = &args.folder;
    if folder.exists() {
        bail!("{} already exists; choose another folder", folder.display());
    }
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| anyhow!("{} is not a valid folder name", folder.display()))?;
    std::fs::create_dir_all(folder)
        .map_err(|error| anyhow!("cannot create {}: {error}", folder.display()))?;
    let (manifest, source) = match args.kind {
        PluginKindArg::Spell => ludorum_plugins::SPELL_SKELETON,
        PluginKindArg::Field => ludorum_plugins::FIELD_SKELETON,
    };
    let manifest = ludorum_plugins::fill_manifest(manifest, &fresh_uuid(), &name);
    write(folder, "plugin.toml", &manifest)?;
    write(folder, "main.luau", source)?;
    let folder = folder.display();
    writeln!(
        console,
        "created {folder}; next: ludorum plugin check {folder}"
    )?;
    Ok(ExitStatus::Success)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    files::write(&folder.join(name), text.as_bytes())
}

/// Generates a random UUID (version 4) from the random keys of the standard hash map.
fn fresh_uuid() -> String {
    let random = || RandomState::new().build_hasher().finish();
    let (high, low) = (random(), random());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff
    )
}
