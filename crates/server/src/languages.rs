//! The languages of the page, inside the binary.

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content/locales"]
struct Locales;

/// Every language there is: its code, and its words as a Fluent file.
pub fn languages() -> Vec<(String, String)> {
    let one = |file: std::borrow::Cow<'static, str>| {
        let code = file.strip_suffix(".ftl")?.to_owned();
        Some((code, language(&file)?))
    };
    Locales::iter().filter_map(one).collect()
}

/// The words in a file, if there is such a one.
pub(crate) fn language(file: &str) -> Option<String> {
    String::from_utf8(Locales::get(file)?.data.into_owned()).ok()
}
