//! A table that compares all games: a row for each game, a column for each fact, in few words. It
//! is made from the rule tables that the move generator uses.

use damier_rules::Variant;

use super::compared::Compared;
use super::{Language, english, french, games, typeset};

/// The table that compares all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The columns, in order.
    pub columns: Vec<ComparisonColumn>,
    /// The games, in the order in which programs offer them.
    pub rows: Vec<ComparisonRow>,
}

/// One column of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonColumn {
    /// The stable code in messages.
    pub code: &'static str,
    /// Its heading.
    pub title: String,
}

/// One game: a row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonRow {
    /// Its stable id.
    pub id: &'static str,
    /// Its name.
    pub name: String,
    /// The text of each column.
    pub cells: Vec<String>,
}

/// Makes the table that compares all games, in one language.
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
