//! The parameters of an engine, which can be set before the engine gets ready.

use std::fmt::{self, Display};

use super::line::HubLine;
use crate::lines::excerpt;

/// A parameter as an engine declares it.
///
/// ```
/// use damier_protocols::hub::Param;
///
/// let threads = Param::int("threads", 1, 1, 256);
/// assert!(threads.check("8").is_ok());
/// assert!(threads.check("many").is_err());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its current value.
    pub value: String,
    /// The values that it can have.
    pub kind: ParamKind,
}

/// The values that a parameter may have.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ParamKind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A number.
    Real {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of these words.
    Enum(Vec<String>),
}

/// Why a parameter cannot have a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name}: found {found:?}, expected {expected}")]
pub struct ParamError {
    /// The parameter.
    pub name: String,
    /// The value.
    pub found: String,
    /// The values that it can have.
    pub expected: String,
}

impl Param {
    /// A parameter that is a whole number.
    pub fn int(name: &str, value: impl Display, min: i64, max: i64) -> Param {
        Param {
            name: name.to_owned(),
            value: value.to_string(),
            kind: ParamKind::Int { min, max },
        }
    }

    /// A parameter that is `true` or `false`.
    pub fn bool(name: &str, value: bool) -> Param {
        Param {
            name: name.to_owned(),
            value: value.to_string(),
            kind: ParamKind::Bool,
        }
    }

    /// A parameter with one of these words as its value.
    pub fn one_of(name: &str, value: &str, values: &[&str]) -> Param {
        Param {
            name: name.to_owned(),
            value: value.to_owned(),
            kind: ParamKind::Enum(values.iter().map(|&value| value.to_owned()).collect()),
        }
    }

    /// A parameter that is any text.
    pub fn text(name: &str, value: &str) -> Param {
        Param {
            name: name.to_owned(),
            value: value.to_owned(),
            kind: ParamKind::Text,
        }
    }

    /// Checks whether the parameter accepts this value.
    ///
    /// # Errors
    /// Which values the parameter accepts.
    pub fn check(&self, value: &str) -> Result<(), ParamError> {
        let good = match &self.kind {
            ParamKind::Bool => matches!(value, "true" | "false"),
            ParamKind::Int { min, max } => value
                .parse()
                .is_ok_and(|number: i64| (*min..=*max).contains(&number)),
            ParamKind::Real { min, max } => value
                .parse()
                .is_ok_and(|number: f64| (*min..=*max).contains(&number)),
            ParamKind::Text => true,
            ParamKind::Enum(values) => values.iter().any(|one| one == value),
        };
        if good {
            return Ok(());
        }
        Err(ParamError {
            name: self.name.clone(),
            found: excerpt(value),
            expected: self.kind.to_string(),
        })
    }

    /// Reads a declaration from a line; `None` if it has no name. An incomplete declaration is
    /// accepted: without bounds any number is allowed, and without a known type any text.
    pub(super) fn of(line: &HubLine) -> Option<Param> {
        let bound = |name, otherwise: f64| {
            let number = line.value(name).and_then(|text| text.parse().ok());
            number.unwrap_or(otherwise)
        };
        let kind = match line.value("type") {
            Some("bool") => ParamKind::Bool,
            Some("int") => ParamKind::Int {
                min: bound("min", f64::NEG_INFINITY) as i64,
                max: bound("max", f64::INFINITY) as i64,
            },
            Some("real") => ParamKind::Real {
                min: bound("min", f64::NEG_INFINITY),
                max: bound("max", f64::INFINITY),
            },
            Some("enum") => {
                let values = line.value("values").unwrap_or_default();
                ParamKind::Enum(values.split_whitespace().map(str::to_owned).collect())
            }
            _ => ParamKind::Text,
        };
        Some(Param {
            name: line.value("name")?.to_owned(),
            value: line.value("value").unwrap_or_default().to_owned(),
            kind,
        })
    }

    /// The declaration as a line.
    pub(super) fn to_line(&self) -> HubLine {
        let line = HubLine::new("param")
            .with("name", &self.name)
            .with("value", &self.value);
        match &self.kind {
            ParamKind::Bool => line.with("type", "bool"),
            ParamKind::Int { min, max } => {
                line.with("type", "int").with("min", min).with("max", max)
            }
            ParamKind::Real { min, max } => {
                line.with("type", "real").with("min", min).with("max", max)
            }
            ParamKind::Text => line.with("type", "string"),
            ParamKind::Enum(values) => line.with("type", "enum").with("values", values.join(" ")),
        }
    }
}

/// The allowed values, in words.
impl Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamKind::Bool => f.write_str("true or false"),
            ParamKind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            ParamKind::Real { min, max } => write!(f, "a number from {min} to {max}"),
            ParamKind::Text => f.write_str("any text"),
            ParamKind::Enum(values) => write!(f, "one of {}", values.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_read_back() {
        for text in [
            "param name=book value=true type=bool",
            "param name=threads value=1 type=int min=1 max=16",
            "param name=temper value=0.5 type=real min=0 max=1",
            "param name=file value=\"\" type=string",
            "param name=variant value=normal type=enum values=\"normal killer\"",
        ] {
            let param = Param::of(&HubLine::read(text).unwrap()).expect("a parameter");
            assert_eq!(param.to_line().to_string(), text);
        }
    }

    #[test]
    fn a_value_is_checked() {
        let threads = Param::int("threads", 1, 1, 16);
        assert_eq!(threads.check("16"), Ok(()));
        assert_eq!(
            threads.check("17").unwrap_err().to_string(),
            "threads: found \"17\", expected a whole number from 1 to 16"
        );
        let variant = Param::one_of("variant", "normal", &["normal", "killer"]);
        assert_eq!(variant.check("killer"), Ok(()));
        assert_eq!(
            variant.check("chess").unwrap_err().to_string(),
            "variant: found \"chess\", expected one of normal, killer"
        );
        let book = Param::bool("book", true);
        assert_eq!((&*book.value, book.check("false")), ("true", Ok(())));
        assert_eq!(
            book.check("no").unwrap_err().to_string(),
            "book: found \"no\", expected true or false"
        );
        let undeclared = HubLine::read("param name=depth value=3 type=int").unwrap();
        let undeclared = Param::of(&undeclared).expect("a parameter");
        assert_eq!(undeclared.check("-5000000"), Ok(()));
        assert!(undeclared.check("deep").is_err());
    }
}
