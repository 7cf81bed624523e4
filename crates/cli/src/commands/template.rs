//! `ludorum template`: boards of Sector 66, checked, shown and begun.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_core::{Ink, Notation, Seed};
use ludorum_games::Sector66;
use ludorum_games::sector66::{Rules, Setting};
use ludorum_plugins::{Library, Luau, Read, SKELETON, Trouble};

use crate::console::{Console, printable};
use crate::exit::End;
use crate::files;

/// Work with boards of Sector 66
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckArgs),
    Show(ShowArgs),
    New(NewArgs),
}

/// Say what is wrong with templates
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum template check
  ludorum template check my-board.toml

Errors name the line, the key and what to do. With any the exit code is 1.")]
struct CheckArgs {
    /// Files, or names of templates there are; all there are if left out
    #[arg(value_name = "TEMPLATE")]
    templates: Vec<String>,
}

/// Draw the board of a template and say what it is for
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum template show everything
  ludorum template show my-board.toml --seed 3")]
struct ShowArgs {
    /// A file, or the name of a template there is
    #[arg(value_name = "TEMPLATE")]
    template: String,
    /// Where spells lie follows from this
    #[arg(long, value_name = "SEED", value_parser = crate::args::seed, default_value = "1")]
    seed: Seed,
}

/// Begin a template
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum template new my-board.toml

To play on it put it into a folder 'templates' and name the folder around that in LUDORUM_CONTENT, or
put it into ~/.local/share/ludorum/content/templates. The page of 'ludorum serve' has an editor.")]
struct NewArgs {
    /// The file to write; it must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    match &args.command {
        Command::Check(args) => check(args, console),
        Command::Show(args) => show(args, console),
        Command::New(args) => new(args, console),
    }
}

/// A template by name, or from a file.
fn open(library: &Library, template: &str) -> Result<Result<Read, Trouble>> {
    let is_hidden = library.hidden().iter().any(|(name, _)| name == template);
    let path = Path::new(template);
    if library.template_text(template).is_some() || is_hidden && !path.exists() {
        return Ok(library.template(template));
    }
    if !path.exists() {
        let known = library.templates().join(", ");
        bail!("there is no template '{template}'; name a file, or one of {known}");
    }
    let text = String::from_utf8(files::read(path)?)
        .map_err(|_| anyhow!("{template} is not text; save it as UTF-8"))?;
    Ok(library.read_template(template, &text))
}

fn check(args: &CheckArgs, console: &mut Console) -> Result<End> {
    let library = Library::found();
    let names = match args.templates.is_empty() {
        true => library.templates(),
        false => args.templates.clone(),
    };
    let mut end = End::Done;
    for (name, hidden) in library.hidden() {
        // What is not there at all is told of below, if it was asked for.
        let is_there = library.template_text(name).is_some();
        if names.contains(name) && is_there || args.templates.is_empty() {
            end = End::ChecksFailed;
            writeln!(console, "{}", printable(&hidden.to_string()))?;
        }
    }
    for name in names {
        match open(&library, &name)? {
            Ok(_) => writeln!(console, "{}: all is well", printable(&name))?,
            Err(trouble) => {
                end = End::ChecksFailed;
                for problem in &trouble.problems {
                    let text = format!("{}: {problem}", trouble.file);
                    writeln!(console, "{}", printable(&text))?;
                }
            }
        }
    }
    Ok(end)
}

fn show(args: &ShowArgs, console: &mut Console) -> Result<End> {
    let library = Library::found();
    let read = open(&library, &args.template)?.map_err(|trouble| anyhow!("{trouble}"))?;
    for (name, hidden) in library.hidden() {
        if *name == args.template {
            console.error(&printable(&hidden.to_string()));
        }
    }
    let template = &read.template;
    writeln!(console, "{}", printable(&template.name))?;
    writeln!(console, "{}", printable(&template.description))?;
    for seating in &template.seatings {
        let players = seating.places.len();
        let walls = seating.walls;
        writeln!(
            console,
            "{players} players, {} to {} walls each, usually {}",
            walls.least, walls.most, walls.usual
        )?;
    }
    let each = template.spells.each;
    if each.most > 0 {
        let names: Vec<&str> = template
            .spells
            .allowed
            .iter()
            .map(|spell| read.plugins[spell.index()].0.as_str())
            .collect();
        writeln!(
            console,
            "{} to {} spells for each player, usually {}: {}",
            each.least,
            each.most,
            each.usual,
            names.join(", ")
        )?;
    }
    let seating = template.seatings.first();
    let seating = seating.ok_or_else(|| anyhow!("the template is for nobody"))?;
    let setting = Setting {
        seating: seating.clone(),
        walls: vec![seating.walls.usual; seating.places.len()],
        spells: usize::from(each.usual),
    };
    let rules =
        Rules::new(template.clone(), &setting, read.host).map_err(|error| anyhow!(error))?;
    let game: Sector66<Luau> = Sector66::new(rules);
    let start = ludorum_core::Game::initial(&game, args.seed);
    write!(console, "{}", game.draw(&start, Ink::Plain))?;
    Ok(End::Done)
}

fn new(args: &NewArgs, console: &mut Console) -> Result<End> {
    let path = &args.file;
    if path.exists() {
        bail!("{} is there already; name another file", path.display());
    }
    if let Some(folder) = path.parent() {
        files::folder(folder)?;
    }
    files::write(path, SKELETON.as_bytes())?;
    let path = path.display();
    writeln!(
        console,
        "{path} is written; next: ludorum template check {path}"
    )?;
    Ok(End::Done)
}
