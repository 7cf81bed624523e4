//! Published claims in words, such as "over 60 %" or "the best of all".

use serde::{Deserialize, Serialize};

use super::equivalence::ReplicationVerdict;
use super::plan::DifferenceUnit;

/// Claim of a publication, in words, about the numbers of its experiment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedClaim {
    /// Text of the claim, with its page or section in the publication.
    pub says: String,
    /// Type of statement to test.
    pub kind: ClaimKind,
    /// Rows that the claim is about; the claim must hold for each of them.
    pub rows: Vec<String>,
    /// Columns that the claim is about; the claim must hold for each of them.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Value that the numbers are compared with, as printed in the publication: rates in percent.
    pub value: Option<f64>,
    /// Name of the row that the numbers are compared with.
    pub than: Option<String>,
    /// Equivalence margin for claims of equality, in the unit of the metric.
    pub margin: Option<f64>,
    /// Remarks on the claim and its test, shown in reports.
    #[serde(default)]
    pub why: String,
}

/// Type of a published claim. Every claim is tested at the 5 % significance level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// The number is above a value (one-sided test).
    AtLeast,
    /// The number is below a value (one-sided test).
    AtMost,
    /// The number exceeds a value by less than the margin (one-sided test).
    NoMoreThan,
    /// The number equals a value, within the margin (equivalence test).
    Equals,
    /// The measured rate is above the rate that the agent had estimated (one-sided test).
    AboveEstimate,
    /// The measured rate is below the rate that the agent had estimated (one-sided test).
    BelowEstimate,
    /// The number is above the number of another row in the same column (one-sided test).
    GreaterThan,
    /// The number equals the number of another row in the same column, within the margin.
    SameAs,
    /// The number is the largest of its row (one-sided test against each other number).
    BestInRow,
    /// The number is the largest of its column (one-sided test against each other number).
    BestInColumn,
    /// The row has the largest mean over all columns (one-sided test against each other row).
    BestRanked,
    /// The numbers of the row rise up to this column; later ones exceed it by less than the margin.
    RisesUntil,
    /// The last number of the row is above the first (one-sided test).
    Rises,
    /// The last number of the row is below the first (one-sided test).
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

    /// True if a claim of this type is about exactly one row and column.
    pub(super) fn is_of_one(self) -> bool {
        matches!(
            self,
            ClaimKind::BestInRow
                | ClaimKind::BestInColumn
                | ClaimKind::BestRanked
                | ClaimKind::RisesUntil
        )
    }

    /// True if a claim of this type must give a value.
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
    /// `Agrees` if every part of the claim is significant; `Differs` if the opposite of a part is,
    /// with a Bonferroni correction.
    pub verdict: ReplicationVerdict,
    /// Largest p-value of the parts of the claim.
    pub p_value: f64,
    /// Smallest p-value of the opposites of the parts, with a Bonferroni correction.
    pub opposite_p_value: f64,
    /// Smallest difference that would have been significant in the parts that are not.
    pub smallest_difference: f64,
    /// Unit of `smallest_difference`.
    pub unit: DifferenceUnit,
    /// Our measured numbers, formatted as text.
    pub found: String,
    /// Remarks on the claim and its test.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub why: &'a str,
}
