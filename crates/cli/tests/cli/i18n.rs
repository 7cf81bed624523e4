//! `ludorum i18n check`: the languages of the program are whole, and what is wrong in another is told.

use std::fs;

use crate::{folder, ludorum, text};

#[test]
fn the_languages_of_the_program_are_whole() {
    let run = ludorum(&["i18n", "check"]).ok();
    run.tells(&["cs.ftl", "all is well", "en.ftl", "all is well"]);
}

#[test]
fn what_is_wrong_in_a_translation_is_told_with_its_line() {
    let file = folder("i18n").join("de.ftl");
    fs::write(
        &file,
        "language = Deutsch\nhome = { $x }\nnobody-asked = Nein\nagree = {\n",
    )
    .unwrap();
    let run = ludorum(&["i18n", "check", text(&file)]);
    assert_eq!(run.code, 1);
    run.tells(&["de.ftl:2: warning: home: the reference has no $x"]);
    run.tells(&["de.ftl:3: nobody-asked: the reference has no such message"]);
    run.tells(&["de.ftl: lobby: it is missing"]);
    let run = ludorum(&["i18n", "check", text(&file), "--json"]);
    assert_eq!(run.code, 1);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let findings = json[0]["findings"].as_array().unwrap();
    let kinds = |kind: &str| {
        findings
            .iter()
            .filter(|finding| finding["kind"] == kind)
            .count()
    };
    assert_eq!((kinds("placeholders"), kinds("unknown")), (1, 1));
    assert!(
        kinds("syntax") > 0 && kinds("missing") > 100,
        "{findings:?}"
    );
}

#[test]
fn a_warning_alone_is_no_failure() {
    let english = include_str!("../../../../content/locales/en.ftl");
    let file = folder("i18n-warning").join("en.ftl");
    fs::write(&file, english.replacen("{ $game }", "it", 1)).unwrap();
    let run = ludorum(&["i18n", "check", text(&file)]).ok();
    run.tells(&["warning", "$game"]);
}
