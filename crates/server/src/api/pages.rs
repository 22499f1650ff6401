//! Pages of a list, and the cursors at which they start.

use std::str::FromStr;

use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::body::bad_query;
use crate::problem::Problem;

/// A page of a list, and the cursor of the next one. `rows` has one row more than the page if
/// another page follows.
pub(crate) fn page_of<T, C: ToString>(
    mut rows: Vec<T>,
    size: u32,
    cursor: impl Fn(&T) -> C,
) -> (Vec<T>, Option<String>) {
    let more = rows.len() > size as usize;
    rows.truncate(size as usize);
    let last = rows.last().filter(|_| more);
    let next = last.map(|last| cursor(last).to_string());
    (rows, next)
}

/// Where a page starts, from `next` of the previous page.
pub(crate) fn start_of<C: FromStr>(after: Option<&str>) -> Result<Option<C>, Problem> {
    let read = |text: &str| {
        text.parse()
            .map_err(|_| bad_query("after: not `next` of a page"))
    };
    after.map(read).transpose()
}

/// A cursor of a list that is sorted by time: the time and the id, separated by a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TimeCursor<Id>(pub(crate) u64, pub(crate) Id);

impl<Id: std::fmt::Display> std::fmt::Display for TimeCursor<Id> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl<Id: FromStr> FromStr for TimeCursor<Id> {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let (at_ms, id) = text.split_once('.').ok_or(NotACursor)?;
        match (at_ms.parse(), id.parse()) {
            (Ok(at_ms), Ok(id)) => Ok(Self(at_ms, id)),
            _ => Err(NotACursor),
        }
    }
}

/// Error: a text is not a time and an id.
#[derive(Debug)]
pub(crate) struct NotACursor;

/// The start of a page.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AfterQuery {
    /// `next` of the previous page.
    pub(crate) after: Option<String>,
}
