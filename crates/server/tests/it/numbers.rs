//! Metrics for Prometheus, and health checks.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::client::Client;
use crate::{Running, start};

/// Parses a Prometheus text into values by name with labels. Panics on format errors.
fn parse(text: &str) -> BTreeMap<String, f64> {
    let mut kinds: BTreeMap<&str, &str> = BTreeMap::new();
    let mut samples = BTreeMap::new();
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(comment) = line.strip_prefix("# ") {
            let words: Vec<&str> = comment.splitn(3, ' ').collect();
            let [word, name, rest] = words[..] else {
                panic!("{line}");
            };
            match word {
                "HELP" => assert!(!rest.is_empty(), "{line}"),
                "TYPE" => {
                    assert!(["counter", "gauge", "histogram"].contains(&rest), "{line}");
                    assert_eq!(kinds.insert(name, rest), None, "{line}");
                }
                _ => panic!("{line}"),
            }
            continue;
        }
        let (name, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
        let (bare, labels) = name.split_once('{').unwrap_or((name, "}"));
        assert!(labels.ends_with('}'), "{line}");
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        assert!(bare.chars().all(is_name), "{line}");
        let parts = ["_bucket", "_sum", "_count"];
        let of = parts.iter().find_map(|part| bare.strip_suffix(part));
        let kind = kinds.get(bare).or(of.and_then(|name| kinds.get(name)));
        let kind = kind.unwrap_or_else(|| panic!("a type comes before: {line}"));
        assert_eq!(*kind == "counter", bare.ends_with("_total"), "{line}");
        let value: f64 = value.parse().unwrap_or_else(|_| panic!("{line}"));
        assert_eq!(samples.insert(name.to_owned(), value), None, "{line}");
    }
    samples
}

async fn numbers(running: &Running) -> BTreeMap<String, f64> {
    parse(&running.text("/api/metrics").await)
}

/// Fetches the value of a metric.
pub(crate) async fn number(running: &Running, name: &str) -> f64 {
    numbers(running).await[name]
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_of_the_form_prometheus_reads_and_they_move() {
    let running = start().await;
    let before = numbers(&running).await;
    let (host, _, id) = running.two_players("tictactoe").await;
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.turn().await;
    client.attempt("z9").await;
    client.refusal().await;
    client.say_text("rubbish".to_owned()).await;
    client.refusal().await;
    client.play("b2").await;
    let after = numbers(&running).await;
    let more = |name: &str| after[name] - before[name];
    assert_eq!(more("ludorum_tables"), 1.0);
    assert_eq!(more("ludorum_connections"), 1.0);
    assert_eq!(more("ludorum_moves_total"), 1.0);
    assert_eq!(more("ludorum_refusals_total"), 1.0);
    assert_eq!(more("ludorum_malformed_total"), 1.0);
    assert!(more("ludorum_requests_total") >= 6.0);
    assert_eq!(more("ludorum_limited_total"), 0.0);
    let commits = more("ludorum_commit_seconds_count");
    assert!(commits >= 4.0);
    assert!(more("ludorum_commit_seconds_sum") >= 0.0);
    // Histogram buckets are cumulative.
    let mut buckets: Vec<(f64, f64)> = after
        .iter()
        .filter_map(|(name, count)| {
            let bound = name.strip_prefix("ludorum_commit_seconds_bucket{le=\"")?;
            let bound = bound.strip_suffix("\"}")?.replace("+Inf", "inf");
            Some((bound.parse().unwrap(), *count))
        })
        .collect();
    buckets.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(buckets.is_sorted_by_key(|(_, count)| *count), "{buckets:?}");
    let (last, all) = buckets[buckets.len() - 1];
    assert!(last.is_infinite());
    assert_eq!(all, after["ludorum_commit_seconds_count"]);
    drop(client);
    while number(&running, "ludorum_connections").await > 0.0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_well_says_so() {
    let running = start().await;
    running.two_players("tictactoe").await;
    let health: Value = serde_json::from_str(&running.text("/api/health").await).unwrap();
    assert_eq!(health["tables"], 1);
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
}
