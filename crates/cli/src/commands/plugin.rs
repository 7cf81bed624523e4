//! `ludorum plugin`: plug-ins of Sector 66, checked and begun.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_games::sector66::PluginKind;
use ludorum_plugins::{Library, Package};

use crate::console::{Console, printable};
use crate::exit::End;
use crate::files;

/// Work with plug-ins of Sector 66
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the plug-ins there are
    List,
    Check(CheckArgs),
    New(NewArgs),
}

/// Load a plug-in, play with it at random, and say what is wrong with it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum plugin check my-spell
  ludorum plugin check my-spell --games 100

Every move is taken back and played again, on two machines. With anything wrong the exit code is 1.")]
struct CheckArgs {
    /// The folder with plugin.toml and main.luau
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
}

/// Begin a plug-in
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum plugin new my-spell
  ludorum plugin new my-field --kind field

docs/write-a-plugin.md goes on from here.")]
struct NewArgs {
    /// The folder to make; it must not be there yet
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// What it is to be
    #[arg(long, value_enum, default_value_t = Kind::Spell)]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kind {
    Spell,
    Field,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    match &args.command {
        Command::List => list(console),
        Command::Check(args) => check(args, console),
        Command::New(args) => new(args, console),
    }
}

fn list(console: &mut Console) -> Result<End> {
    let library = Library::found();
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
    for trouble in library.troubles() {
        console.error(&printable(&trouble.to_string()));
    }
    Ok(match library.troubles().is_empty() {
        true => End::Done,
        false => End::ChecksFailed,
    })
}

fn check(args: &CheckArgs, console: &mut Console) -> Result<End> {
    let package = Package::from_folder(&args.folder).map_err(|trouble| anyhow!("{trouble}"))?;
    let report = ludorum_plugins::check(&package, args.games);
    for finding in &report.findings {
        let sign = if finding.is_well { "ok" } else { "WRONG" };
        writeln!(console, "{sign:5} {}", printable(&finding.text))?;
    }
    Ok(match report.is_well() {
        true => End::Done,
        false => End::ChecksFailed,
    })
}

fn new(args: &NewArgs, console: &mut Console) -> Result<End> {
    let folder = &args.folder;
    if folder.exists() {
        bail!("{} is there already; name another folder", folder.display());
    }
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| anyhow!("{} is no name for a folder", folder.display()))?;
    std::fs::create_dir_all(folder)
        .map_err(|error| anyhow!("cannot make {}: {error}", folder.display()))?;
    let (manifest, source) = match args.kind {
        Kind::Spell => (ludorum_plugins::SPELL.0, ludorum_plugins::SPELL.1),
        Kind::Field => (ludorum_plugins::FIELD.0, ludorum_plugins::FIELD.1),
    };
    let manifest = ludorum_plugins::begun(manifest, &fresh_uuid(), &name);
    write(folder, "plugin.toml", &manifest)?;
    write(folder, "main.luau", source)?;
    let folder = folder.display();
    writeln!(
        console,
        "{folder} is made; next: ludorum plugin check {folder}"
    )?;
    Ok(End::Done)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    files::write(&folder.join(name), text.as_bytes())
}

/// A random UUID of version 4, from the randomness the system gives to every hash map.
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
