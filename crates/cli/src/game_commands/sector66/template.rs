//! `ludorum template`: checks, shows and creates board templates of Sector 66.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_core::{Notation, Seed, TerminalStyle};
use ludorum_games::Sector66;
use ludorum_games::sector66::{ChosenBoardOptions, Rules};
use ludorum_plugins::{
    ContentFileError, ContentLibrary, LoadedBoardTemplate, LuauContent, TEMPLATE_SKELETON,
};

use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::files;

/// Check, show and create board templates of Sector 66
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckBoardTemplatesArgs),
    Show(ShowBoardTemplateArgs),
    New(NewBoardTemplateArgs),
}

/// Check board templates for errors
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum template check
  ludorum template check my-board.toml

Plug-ins of a template must be in the folder plugins of the content folder, which LUDORUM_CONTENT
names (default: ~/.local/share/ludorum/content), also if the template is a file elsewhere:
  LUDORUM_CONTENT=DIR ludorum template check DIR/templates/my-board.toml

Errors give the line, the key and a remedy. The exit code is 1 if there are any.")]
struct CheckBoardTemplatesArgs {
    /// Template files, or names of available templates [default: all available templates]
    #[arg(value_name = "TEMPLATE")]
    templates: Vec<String>,
}

/// Show the board and the description of a board template
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum template show everything
  ludorum template show my-board.toml --seed 3")]
struct ShowBoardTemplateArgs {
    /// Template file, or the name of an available template
    #[arg(value_name = "TEMPLATE")]
    template: String,
    /// Seed of the spell placement
    #[arg(long, value_name = "SEED", value_parser = crate::args::seed, default_value = "1")]
    seed: Seed,
}

/// Create a new board template
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum template new my-board.toml

To play on it, put it into ~/.local/share/ludorum/content/templates, or into the folder templates of a
folder that LUDORUM_CONTENT names. The page of ludorum serve has an editor.")]
struct NewBoardTemplateArgs {
    /// Template file to create; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    match &args.command {
        Command::Check(args) => check(args, console),
        Command::Show(args) => show(args, console),
        Command::New(args) => new(args, console),
    }
}

/// Reads a board template by name or from a file. The outer error is an unknown or unreadable
/// template, the inner one lists the problems in its content.
fn open(
    library: &ContentLibrary,
    template: &str,
) -> Result<Result<LoadedBoardTemplate, ContentFileError>> {
    let is_hidden = library
        .skipped_templates()
        .iter()
        .any(|(name, _)| name == template);
    let path = Path::new(template);
    if library.template_text(template).is_some() || is_hidden && !path.exists() {
        return Ok(library.template(template));
    }
    if !path.exists() {
        let known = library.templates().join(", ");
        bail!("unknown template '{template}'; name a file, or one of {known}");
    }
    let text = String::from_utf8(files::read(path)?)
        .map_err(|_| anyhow!("{template} is not UTF-8 text; save it as UTF-8"))?;
    Ok(library.read_template(template, &text))
}

fn check(args: &CheckBoardTemplatesArgs, console: &mut Console) -> Result<ExitStatus> {
    let library = ContentLibrary::installed();
    let names = if args.templates.is_empty() {
        library.templates()
    } else {
        args.templates.clone()
    };
    let mut end = ExitStatus::Success;
    let mut lacks_plugins = false;
    for (name, hidden) in library.skipped_templates() {
        // `open` reports a template that does not exist.
        let is_there = library.template_text(name).is_some();
        if names.contains(name) && is_there || args.templates.is_empty() {
            end = ExitStatus::ChecksFailed;
            writeln!(console, "{}", printable(&hidden.to_string()))?;
        }
    }
    for name in names {
        match open(&library, &name)? {
            Ok(_) => writeln!(console, "{}: ok", printable(&name))?,
            Err(trouble) => {
                end = ExitStatus::ChecksFailed;
                for problem in &trouble.problems {
                    lacks_plugins |= problem.why.name == "plugin-missing";
                    let text = format!("{}: {problem}", trouble.file);
                    writeln!(console, "{}", printable(&text))?;
                }
            }
        }
    }
    if lacks_plugins {
        let place = match ContentLibrary::user_folder() {
            Some(folder) => format!("from {}", folder.join("plugins").display()),
            None => "from the program alone".to_owned(),
        };
        let text = format!("plug-ins are read {place}; set LUDORUM_CONTENT to your content folder");
        writeln!(console, "{}", printable(&text))?;
    }
    Ok(end)
}

fn show(args: &ShowBoardTemplateArgs, console: &mut Console) -> Result<ExitStatus> {
    let library = ContentLibrary::installed();
    let read = open(&library, &args.template)?.map_err(|trouble| anyhow!("{trouble}"))?;
    for (name, hidden) in library.skipped_templates() {
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
            "{players} players, {} to {} walls each, default {}",
            walls.min, walls.max, walls.default
        )?;
    }
    let each = template.spells.each;
    if each.max > 0 {
        let names: Vec<&str> = template
            .spells
            .allowed
            .iter()
            .map(|spell| read.plugins[spell.index()].0.as_str())
            .collect();
        writeln!(
            console,
            "{} to {} spells for each player, default {}: {}",
            each.min,
            each.max,
            each.default,
            names.join(", ")
        )?;
    }
    let seating = template.seatings.first();
    let seating = seating.ok_or_else(|| anyhow!("the template has no seats"))?;
    let setting = ChosenBoardOptions {
        seating: seating.clone(),
        walls: vec![seating.walls.default; seating.places.len()],
        spells: usize::from(each.default),
    };
    let rules =
        Rules::new(template.clone(), &setting, read.host).map_err(|error| anyhow!(error))?;
    let game: Sector66<LuauContent> = Sector66::new(rules);
    let start = ludorum_core::Game::initial(&game, args.seed);
    write!(console, "{}", game.draw(&start, TerminalStyle::Plain))?;
    Ok(ExitStatus::Success)
}

fn new(args: &NewBoardTemplateArgs, console: &mut Console) -> Result<ExitStatus> {
    let path = &args.file;
    if path.exists() {
        bail!("{} already exists; choose another file", path.display());
    }
    if let Some(folder) = path.parent() {
        files::create_folder(folder)?;
    }
    files::write(path, TEMPLATE_SKELETON.as_bytes())?;
    let path = path.display();
    writeln!(
        console,
        "created {path}; next: ludorum template check {path}"
    )?;
    Ok(ExitStatus::Success)
}
