//! Published claims in words, such as "over 60 %" or "the best of all".

use serde::{Deserialize, Serialize};

use super::equivalence::ReplicationVerdict;
use super::plan::DifferenceUnit;

/// Claim that a publication makes in words about the results of its experiment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedClaim {
    /// Text of the claim, with its page or section in the publication.
    pub says: String,
    /// Type of statement that the claim makes, which determines its test.
    pub kind: ClaimKind,
    /// Names of the table rows that the claim is about; the claim must hold for each of them.
    pub rows: Vec<String>,
    /// Names of the table columns that the claim is about; the claim must hold for each of them.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Value that results are compared with, as printed in the publication (rates in percent);
    /// `None` for types of claim that need no value.
    pub value: Option<f64>,
    /// Name of the table row that results are compared with; `None` if not needed.
    pub than: Option<String>,
    /// Equivalence margin for claims of equality, in the unit of the metric; `None` to use the
    /// margin of the experiment's question.
    pub margin: Option<f64>,
    /// Remarks on the claim and its test, shown in reports.
    #[serde(default)]
    pub why: String,
}

/// Type of a published claim about results. Every claim is tested at the 5 % significance level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// Claim that a measured result is above a given value (one-sided test).
    AtLeast,
    /// Claim that a measured result is below a given value (one-sided test).
    AtMost,
    /// Claim that a measured result exceeds a given value by less than the margin (one-sided test).
    NoMoreThan,
    /// Claim that a measured result equals a given value, within the margin (equivalence test).
    Equals,
    /// Claim that the measured rate is above the agent's own estimate (one-sided test).
    AboveEstimate,
    /// Claim that the measured rate is below the agent's own estimate (one-sided test).
    BelowEstimate,
    /// Claim that a result is above that of another row in the same column (one-sided test).
    GreaterThan,
    /// Claim that a result equals that of another row in the same column, within the margin.
    SameAs,
    /// Claim that a result is the largest in its row (one-sided test against each other result).
    BestInRow,
    /// Claim that a result is the largest in its column (one-sided test against each other result).
    BestInColumn,
    /// Claim that a row has the largest mean of all rows (one-sided test against each).
    BestRanked,
    /// Claim that the results of a row rise up to a given column, and that later results exceed the
    /// one in that column by less than the margin.
    RisesUntil,
    /// Claim that the last result of a row is above its first (one-sided test).
    Rises,
    /// Claim that the last result of a row is below its first (one-sided test).
    Falls,
}

impl ClaimKind {
    /// True if a claim of this type must name columns.
    pub(super) fn has_columns(self) -> bool {
        !matches!(
            self,
            ClaimKind::BestRanked | ClaimKind::Rises | ClaimKind::Falls
        )
    }

    /// True if a claim of this type is about exactly one table cell: one row and one column.
    pub(super) fn is_of_one(self) -> bool {
        matches!(
            self,
            ClaimKind::BestInRow
                | ClaimKind::BestInColumn
                | ClaimKind::BestRanked
                | ClaimKind::RisesUntil
        )
    }

    /// True if a claim of this type must give a value to compare results with.
    pub(super) fn has_value(self) -> bool {
        matches!(
            self,
            ClaimKind::AtLeast | ClaimKind::AtMost | ClaimKind::NoMoreThan | ClaimKind::Equals
        )
    }

    /// True if a claim of this type must name another row to compare with.
    pub(super) fn has_than(self) -> bool {
        matches!(self, ClaimKind::GreaterThan | ClaimKind::SameAs)
    }
}

/// Published claim with the result of its test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestedClaim<'a> {
    /// Text of the claim, with its page or section in the publication.
    pub says: &'a str,
    /// Type of statement that was tested.
    pub kind: ClaimKind,
    /// `Agrees` if every partial test of the claim is significant; `Differs` if the test of an
    /// opposite statement is significant, with a Bonferroni correction.
    pub verdict: ReplicationVerdict,
    /// Largest p-value of the claim's partial tests.
    pub p_value: f64,
    /// Smallest p-value of the tests for the opposite statements, with a Bonferroni correction.
    pub opposite_p_value: f64,
    /// Difference that would have been significant in every partial test that was not significant.
    pub smallest_difference: f64,
    /// Unit of `smallest_difference`.
    pub unit: DifferenceUnit,
    /// Our measured results for the claim, formatted as text.
    pub found: String,
    /// Remarks on the claim and its test.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub why: &'a str,
}
