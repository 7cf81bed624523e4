//! Errors in the parameters of a spec.

use std::fmt;

/// Error in the parameters of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    /// No parameter has this key.
    Unknown {
        /// The unknown key.
        key: String,
        /// All valid keys.
        known: Vec<&'static str>,
    },
    /// The value does not fit the type or range of its parameter.
    Invalid {
        /// Key of the parameter with the invalid value.
        key: String,
        /// The rejected value.
        value: String,
        /// Description of the valid values, such as "a whole number from 1 to 8".
        expected: String,
    },
    /// The same key is given twice.
    Duplicate {
        /// The repeated key.
        key: String,
    },
    /// An item of the spec is not of the form `key=value`.
    NoValue {
        /// The item without `=`.
        text: String,
    },
    /// The values of two parameters contradict each other.
    Conflict {
        /// Explanation of the contradiction.
        reason: String,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Unknown { key, known } if known.is_empty() => {
                write!(f, "unknown parameter '{key}': there are no parameters here")
            }
            ParamError::Unknown { key, known } => {
                write!(
                    f,
                    "unknown parameter '{key}'; known are {}",
                    known.join(", ")
                )
            }
            ParamError::Invalid {
                key,
                value,
                expected,
            } => write!(f, "{key}={value}: {key} must be {expected}"),
            ParamError::Duplicate { key } => write!(f, "parameter '{key}' is given twice"),
            ParamError::NoValue { text } if text.is_empty() => {
                f.write_str("an empty parameter; write key=value pairs with commas between them")
            }
            ParamError::NoValue { text } => {
                write!(f, "'{text}' has no value; write {text}=value")
            }
            ParamError::Conflict { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for ParamError {}
