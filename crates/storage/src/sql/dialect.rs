//! The words that SQLite has otherwise than PostgreSQL, in whose words statements are written. A
//! word that only PostgreSQL needs is left out: SQLite has one writer, which no row needs to be
//! locked against, and compares texts by their bytes.

use std::borrow::Cow;

/// PostgreSQL's words with SQLite's. Longer ones come before those they contain.
const WORDS: [(&str, &str); 9] = [
    (" FOR UPDATE SKIP LOCKED", ""),
    (" FOR UPDATE", ""),
    (" FOR SHARE OF accounts", ""),
    (" FOR SHARE", ""),
    (" COLLATE \"C\"", ""),
    ("greatest(", "max("),
    ("least(", "min("),
    ("strpos(", "instr("),
    ("::jsonb", ""),
];

/// The text of a statement for SQLite.
pub(super) fn sqlite(text: Cow<'static, str>) -> Cow<'static, str> {
    let mut text = text;
    for (postgres, sqlite) in WORDS {
        if text.contains(postgres) {
            text = Cow::Owned(text.replace(postgres, sqlite));
        }
    }
    text
}
