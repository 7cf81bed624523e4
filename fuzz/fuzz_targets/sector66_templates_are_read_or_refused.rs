//! Any text is parsed as a playable template or refused with reasons; parsed drafts round-trip.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use ludorum_plugins::{Draft, Library};

fuzz_target!(|text: &str| {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(Library::shipped);
    if let Err(error) = library.read_template("any", text) {
        assert!(!error.to_string().is_empty());
    }
    if let Ok(draft) = Draft::read(text) {
        assert_eq!(Draft::read(&draft.to_text()).as_ref(), Ok(&draft));
    }
});
