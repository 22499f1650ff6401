//! All games side by side: a row for each, a column for each fact, in few words. Made from the tables
//! that the generator reads; the page shows it, and the terminal may.

use damier_rules::Variant;

use super::compared::Compared;
use super::{Language, english, french, games, typeset};

/// All games side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The columns, in order.
    pub columns: Vec<ComparisonColumn>,
    /// The games, in the order in which they are offered.
    pub rows: Vec<ComparisonRow>,
}

/// What one column compares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonColumn {
    /// The stable code in messages.
    pub code: &'static str,
    /// Its heading.
    pub title: String,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonRow {
    /// Its stable name.
    pub id: &'static str,
    /// What it is called.
    pub name: String,
    /// A cell for each column.
    pub cells: Vec<String>,
}

/// All games side by side, worded from their tables.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// let all = wording::comparison(Language::English);
/// let russian = all.rows.iter().find(|row| row.id == "russian").unwrap();
/// let choice = all.columns.iter().position(|column| column.code == "choice").unwrap();
/// assert_eq!(russian.cells[choice], "free");
/// ```
pub fn comparison(language: Language) -> Comparison {
    let words = |compared: Compared| match language {
        Language::French => french::comparison::title(compared),
        Language::English => english::comparison::title(compared),
    };
    let column = |compared: Compared| ComparisonColumn {
        code: compared.code(),
        title: typeset(language, words(compared)),
    };
    Comparison {
        columns: Compared::ALL.into_iter().map(column).collect(),
        rows: Variant::ALL
            .iter()
            .map(|&game| comparison_row(language, game))
            .collect(),
    }
}

/// One game or reading, as a row of the comparison.
///
/// ```
/// use damier_notation::wording::{Language, comparison_row};
/// use damier_rules::Variant;
/// let row = comparison_row(Language::English, Variant::FRISIAN);
/// assert_eq!((row.id, row.name.as_str()), ("frisian", "Frisian draughts"));
/// ```
pub fn comparison_row(language: Language, variant: Variant) -> ComparisonRow {
    let table = variant.table();
    let cell = |compared: Compared| {
        let cell = match language {
            Language::French => french::comparison::cell(compared, table),
            Language::English => english::comparison::cell(compared, table),
        };
        typeset(language, &cell)
    };
    ComparisonRow {
        id: variant.id(),
        name: games::game_title(language, variant),
        cells: Compared::ALL.into_iter().map(cell).collect(),
    }
}
