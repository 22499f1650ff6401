//! The games: a page of facts each, and the one list of them.
//!
//! A new game is its page, a line `mod` and a line in the list. Constants, tables and counts are made
//! from the list, here and wherever something belongs to each game: `damier-notation` finds the
//! words of a game by its id.

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

/// Calls a macro with every game, in the order in which they are offered, the international one
/// first: `CONSTANT, "id", page::TABLE, "Documentation.";`. Other readings of some of the games
/// follow, and then the tables of older versions of rules, the oldest of each game first.
///
/// Where a rule of a game is corrected so that a game kept before would be judged otherwise, the table from
/// before stays on the page under a name of its own, with the same id, and `page::NAME;` is added under
/// `older`. Kept games say which version they were played under; new ones are played under the newest.
///
/// For what each game must have, so that no other list of games is needed.
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
        /// How many of the tables are games of their own.
        pub(super) const GAMES: usize = [$($id),*].len();

        /// How many of the tables are the newest of their games and readings.
        pub(super) const CURRENT: usize = {
            const READINGS: &[&str] = &[$(stringify!($reading)),*];
            GAMES + READINGS.len()
        };

        /// The facts of the international game, which the list names first.
        pub(crate) static INTERNATIONAL: &RuleTable = &TABLES[0];

        const OLDER: &[&str] = &[$(stringify!($older)),*];

        /// Every table: the games, then other readings of some of them, then older versions of both.
        pub(super) static TABLES: [RuleTable; CURRENT + OLDER.len()] =
            [$($table,)* $($reading,)* $($older,)*];

        /// The ids as the list tells them, for a test to hold them to the tables.
        #[cfg(test)]
        pub(super) const IDS: [&str; GAMES] = [$($id),*];
    };
}
every_game!(tables);
