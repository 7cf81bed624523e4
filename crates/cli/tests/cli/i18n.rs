//! `ludorum i18n check`: built-in translations are complete, and errors in others are reported.

use std::fs;

use crate::{folder, ludorum, text};

#[test]
fn the_languages_of_the_program_are_whole() {
    let run = ludorum(&["i18n", "check"]).ok();
    run.tells(&["cs.ftl", "no problems", "en.ftl", "no problems"]);
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
    run.tells(&["de.ftl:2: warning: home: the reference does not use $x"]);
    run.tells(&["de.ftl:3: nobody-asked: unknown message: not in the reference"]);
    run.tells(&["de.ftl: lobby: missing message"]);
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

/// Labels of agent parameters on the page state the accepted range.
#[test]
fn labels_name_the_ranges_that_are_accepted() {
    let agents = ludorum(&["agents", "--json"]).json();
    let params: Vec<&serde_json::Value> = agents
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|agent| agent["params"].as_array().unwrap())
        .collect();
    let mut checked = 0;
    for (file, to) in [("en.ftl", " to "), ("cs.ftl", " až ")] {
        let path = format!(
            "{}/../../content/locales/{file}",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines() {
            let Some((name, label)) = line
                .strip_prefix("param-agent-")
                .and_then(|line| line.split_once(" = "))
            else {
                continue;
            };
            let range = label.rsplit_once(", ").and_then(|(_, range)| {
                let (min, max) = range.split_once(to)?;
                Some((min.parse::<f64>().ok()?, max.parse::<f64>().ok()?))
            });
            let Some(range) = range else {
                continue;
            };
            for param in params.iter().filter(|param| param["name"] == name) {
                if let (Some(min), Some(max)) = (param["min"].as_f64(), param["max"].as_f64()) {
                    assert_eq!(range, (min, max), "{file}: {line}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn labels_say_what_parameters_do() {
    let agents = ludorum(&["agents", "sector66", "--json"]).json();
    let mcts = agents
        .as_array()
        .unwrap()
        .iter()
        .find(|agent| agent["name"] == "sector66-mcts")
        .unwrap();
    let path = format!(
        "{}/../../content/locales/en.ftl",
        env!("CARGO_MANIFEST_DIR")
    );
    let english = fs::read_to_string(path).unwrap();
    for name in ["cast-chance", "wall-chance"] {
        let params = mcts["params"].as_array().unwrap();
        let param = params.iter().find(|param| param["name"] == name).unwrap();
        assert!(param["doc"].as_str().unwrap().contains("the new move"));
        let start = format!("param-agent-{name} = ");
        let label = english
            .lines()
            .find(|line| line.starts_with(&start))
            .unwrap();
        assert!(
            label.contains("a move added to its tree") && !label.contains("playout"),
            "{label}"
        );
    }
    let maxn = ludorum(&["agents", "colonizers"]).ok().out;
    assert!(
        maxn.contains("chance events count only with eval=none"),
        "{maxn}"
    );
    let half = english.lines().filter(|line| line.contains("semirandom"));
    for line in half {
        assert!(!line.to_lowercase().contains("half"), "{line}");
    }
}
