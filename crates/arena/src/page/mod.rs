//! Reports as self-contained HTML pages with tables and SVG plots. Colours are from a palette for
//! colour-blind readers (Okabe and Ito 2008) and always paired with a number or shape.

mod calibration;
mod chart;
mod complexity;
mod curves;
mod experiments;
mod history;
mod markdown;
mod pixel_scale;
mod run;
mod samples;
mod tables;
mod topology;

pub use calibration::{CalibrationCurve, calibration_page};
pub use complexity::{BranchingStatistics, PositionCountLog10, complexity_page};
pub use curves::{PlotCurve, curve_page};
pub use experiments::experiment_page;
pub use history::tuning_page;
pub use markdown::experiment_markdown;
pub use run::run_page;
pub use samples::{TrainingSamplePlot, sample_page};
pub use topology::topology_page;

/// Escapes the special characters of HTML.
fn escape_html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Builds a complete HTML document from its sections.
fn html_document(title: &str, sections: &[String]) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n{}\n</main>\n\
         <footer>{} · every number comes from the commands beside it</footer>\n</body>\n</html>\n",
        escape_html(title),
        sections.join("\n"),
        escape_html(&ludorum_record::RecordHeader::this_program()),
    )
}

/// Formats the heading of an HTML page: title and introduction.
fn heading(title: &str, lead: &str) -> String {
    format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escape_html(title),
        escape_html(lead)
    )
}

/// Wraps HTML in a section with a title.
fn section(title: &str, html: &str) -> String {
    format!("<section><h2>{}</h2>{html}</section>", escape_html(title))
}

/// Wraps an SVG image in a figure; the caption is HTML.
fn figure(svg: &str, caption: &str) -> String {
    format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>")
}

/// HTML section with the command line that reproduces the page.
fn reproduce(command: &str) -> String {
    let command = format!("<pre>{}</pre>", escape_html(command));
    section("How to reproduce this", &command)
}

/// Formats a rate from 0 to 1 in percent.
fn percent(rate: f64) -> String {
    format!("{:.1}\u{202f}%", rate * 100.0)
}

/// Formats a probability in percent; values near 0 and 1 never round to 0 % or 100 %.
fn format_probability(p: f64) -> String {
    match p {
        0.9995.. => "more than 99.9\u{202f}%".to_owned(),
        ..0.0005 => "less than 0.1\u{202f}%".to_owned(),
        p => percent(p),
    }
}

/// Formats a range of rates from 0 to 1 in percent.
fn percent_range((low, high): (f64, f64)) -> String {
    format!("{:.1} – {:.1}\u{202f}%", low * 100.0, high * 100.0)
}

const STYLE: &str = include_str!("style.css");
