//! `ludorum i18n check`: checks translations of the web page.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ludorum_server::languages;
use ludorum_server::translation::{FluentMessages, TranslationIssue};
use serde::Serialize;

use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::files;

/// Code of the reference language, with which all translations are compared.
const REFERENCE: &str = "en";

/// Check translations of the web page
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckTranslationsArgs),
}

/// Report missing and invalid messages in translations
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum i18n check
  ludorum i18n check de.ftl --json

A translation is a Fluent file named after its language. It is compared with English. Different
placeholders are warnings; any other finding makes the exit code 1.")]
struct CheckTranslationsArgs {
    /// Translation files [default: the built-in translations]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Result of checking one translation file.
#[derive(Debug, Serialize)]
struct TranslationCheckReport {
    file: String,
    language: String,
    /// Number of messages in the file; `wanted` is their number in the reference language.
    messages: usize,
    wanted: usize,
    findings: Vec<TranslationIssue>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let Command::Check(args) = &args.command;
    let own = languages();
    let reference = own.iter().find(|(code, _)| code == REFERENCE);
    let (_, reference) = reference.ok_or_else(|| anyhow!("the English messages are missing"))?;
    let reference = FluentMessages::read(reference);
    let given: Vec<(String, String, String)> = if args.files.is_empty() {
        own.iter()
            .map(|(code, text)| (format!("{code}.ftl"), code.clone(), text.clone()))
            .collect()
    } else {
        args.files
            .iter()
            .map(|path| open(path))
            .collect::<Result<_>>()?
    };
    let check = |(file, language, text): (String, String, String)| {
        let words = FluentMessages::read(&text);
        TranslationCheckReport {
            messages: words.len(),
            wanted: reference.len(),
            findings: words.compare(&reference, &language),
            file,
            language,
        }
    };
    let checked: Vec<TranslationCheckReport> = given.into_iter().map(check).collect();
    if args.json {
        console.json(&checked)?;
    } else {
        for checked in &checked {
            print(checked, console)?;
        }
    }
    let mut findings = checked.iter().flat_map(|checked| &checked.findings);
    Ok(if findings.all(|finding| finding.kind.is_warning()) {
        ExitStatus::Success
    } else {
        ExitStatus::ChecksFailed
    })
}

fn open(path: &Path) -> Result<(String, String, String)> {
    let name = path.display().to_string();
    let text = String::from_utf8(files::read(path)?)
        .map_err(|_| anyhow!("{name} is not UTF-8 text; save it as UTF-8"))?;
    let language = path.file_stem().unwrap_or_default();
    Ok((name, language.to_string_lossy().into_owned(), text))
}

fn print(checked: &TranslationCheckReport, console: &mut Console) -> Result<()> {
    let file = &checked.file;
    for finding in &checked.findings {
        let line = finding
            .line
            .map(|line| format!(":{line}"))
            .unwrap_or_default();
        let key = finding
            .key
            .as_deref()
            .map(|key| format!(" {key}:"))
            .unwrap_or_default();
        let warning = if finding.kind.is_warning() {
            " warning:"
        } else {
            ""
        };
        let text = format!("{file}{line}:{warning}{key} {}", finding.text);
        writeln!(console, "{}", printable(&text))?;
    }
    let TranslationCheckReport {
        messages, wanted, ..
    } = checked;
    let found = match checked.findings.len() {
        0 => "no problems".to_owned(),
        count => format!("{count} findings"),
    };
    writeln!(console, "{file}: {messages} of {wanted} messages, {found}")?;
    Ok(())
}
