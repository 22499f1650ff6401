//! The games: one file with the rule table for each (some files hold several), and one list of all
//! games.
//!
//! To add a game, write its file, a line `mod` and a line in the list. All constants, tables and
//! counts are made from the list, here and wherever code is needed for each game. `damier-notation`
//! finds the words for a game by its id.

mod alquerque;
mod antidraughts;
mod brazilian;
mod breakthrough;
mod canadian;
mod czech;
mod dam;
mod encyclopedie;
mod english;
mod first_forward;
mod frisian;
mod frysk;
mod german;
mod gothic;
mod international;
mod italian;
mod killer;
mod parts;
mod poddavki;
mod pool;
mod portuguese;
mod russian;
mod spanish;
mod spantsiretti;
mod sri_lankan;
mod tama;
mod tanzanian;
mod thai;
mod turkish;

use super::RuleTable;

/// Calls a macro with every game, in the order in which games are offered, the international one
/// first: `CONSTANT, "id", page::TABLE, "Documentation.";`. Then come other readings of some games,
/// and then the tables of older versions, the oldest of each game first.
///
/// When a correction of a rule would change how an earlier game is judged, keep the earlier table
/// in the same file under a name of its own, with the same id, and add `page::NAME;` under `older`.
/// Recorded games say which version they were played under; new games use the newest.
///
/// Use this macro for everything that each game must have, so that no second list of games is
/// needed.
#[macro_export]
#[doc(hidden)]
macro_rules! every_game {
    ($with:ident) => {
        $with! {
            games {
                INTERNATIONAL, "international", international::TABLE, "International draughts, 10x10.";
                FRISIAN, "frisian", frisian::TABLE, "Frisian draughts.";
                FRYSK, "frysk", frysk::TABLE, "Frysk!, Frisian draughts with five men.";
                KILLER, "killer", killer::TABLE, "Killer draughts.";
                ANTIDRAUGHTS, "antidraughts", antidraughts::TABLE, "Antidraughts, to lose on 100 squares.";
                BREAKTHROUGH, "breakthrough", breakthrough::TABLE, "Breakthrough draughts, to the first king.";
                BRAZILIAN, "brazilian", brazilian::TABLE, "Brazilian draughts.";
                RUSSIAN, "russian", russian::TABLE, "Russian draughts.";
                PODDAVKI, "poddavki", poddavki::TABLE, "Poddavki, to lose at Russian draughts.";
                POOL, "pool", pool::TABLE, "American pool checkers.";
                ENGLISH, "english", english::TABLE, "English draughts, American checkers.";
                ITALIAN, "italian", italian::TABLE, "Italian draughts.";
                SPANISH, "spanish", spanish::TABLE, "Spanish draughts.";
                PORTUGUESE, "portuguese", portuguese::TABLE, "Portuguese draughts.";
                GERMAN, "german", german::TABLE, "German draughts.";
                GERMAN_FREE, "german-free", german::FREE, "German draughts, the freer reading.";
                CZECH, "czech", czech::TABLE, "Czech draughts.";
                TANZANIAN, "tanzanian", tanzanian::TABLE, "Tanzanian draughts.";
                CANADIAN, "canadian", canadian::TABLE, "Canadian draughts, 12x12.";
                SRI_LANKAN, "sri-lankan", sri_lankan::TABLE, "Sri Lankan draughts, 12x12 mirrored.";
                DAM, "dam", dam::TABLE, "Dam of Malaysia and Singapore, 12x12 with huffing.";
                TURKISH, "turkish", turkish::TABLE, "Turkish draughts.";
                TAMA, "tama", tama::TABLE, "Tama, Armenian draughts.";
                GOTHIC, "gothic", gothic::TABLE, "Gothic draughts, Altdeutsches Damespiel.";
                THAI, "thai", thai::TABLE, "Thai draughts.";
                SPANTSIRETTI, "spantsiretti", spantsiretti::TABLE, "Spantsiretti draughts, 10x8.";
                FIRST_FORWARD, "first-forward", first_forward::TABLE, "The rule sheet whose first capture goes forward.";
                FRENCH_1754, "french-1754", encyclopedie::FRENCH, "The French game of the Encyclopédie.";
                POLISH_1754, "polish-1754", encyclopedie::POLISH, "The Polish game of the Encyclopédie.";
                ALQUERQUE, "alquerque", alquerque::TABLE, "Alquerque.";
            }
            readings {
                brazilian::TWENTY_MOVES;
                pool::UNIFIED;
                turkish::PROMOTES_IN_PASSING;
                thai::NO_HALF_TURN;
                encyclopedie::FRENCH_STRICT;
                encyclopedie::POLISH_STRICT;
                alquerque::HUFFING;
            }
            older {
            }
        }
    };
}

macro_rules! tables {
    (
        games { $($name:ident, $id:literal, $table:path, $doc:literal;)* }
        readings { $($reading:path;)* }
        older { $($older:path;)* }
    ) => {
        /// The number of tables that are games, not other readings or older versions.
        pub(super) const GAMES: usize = [$($id),*].len();

        /// The number of tables that are the newest version of a game or reading.
        pub(super) const CURRENT: usize = {
            const READINGS: &[&str] = &[$(stringify!($reading)),*];
            GAMES + READINGS.len()
        };

        /// The rule table of the international game, which is first in the list.
        pub(crate) static INTERNATIONAL: &RuleTable = &TABLES[0];

        const OLDER: &[&str] = &[$(stringify!($older)),*];

        /// Every table: the games, then other readings of some of them, then older versions of
        /// both.
        pub(super) static TABLES: [RuleTable; CURRENT + OLDER.len()] =
            [$($table,)* $($reading,)* $($older,)*];

        /// The ids in the list; a test compares them with the tables.
        #[cfg(test)]
        pub(super) const IDS: [&str; GAMES] = [$($id),*];
    };
}
every_game!(tables);
