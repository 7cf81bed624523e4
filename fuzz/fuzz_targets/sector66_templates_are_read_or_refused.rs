//! Any text is a template that can be played, or is refused with reasons; one that is read is the same
//! again when it is written.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use ludorum_plugins::{Draft, Library};

fuzz_target!(|text: &str| {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(Library::shipped);
    if let Err(trouble) = library.read_template("any", text) {
        assert!(!trouble.to_string().is_empty());
    }
    if let Ok(draft) = Draft::read(text) {
        assert_eq!(Draft::read(&draft.to_text()).as_ref(), Ok(&draft));
    }
});
