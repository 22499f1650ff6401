//! The games: a page of facts each.

mod alquerque;
mod antidraughts;
mod brazilian;
mod breakthrough;
mod canadian;
mod czech;
mod encyclopedie;
mod english;
mod first_forward;
mod frisian;
mod frysk;
mod german;
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
mod thai;
mod turkish;

use super::RuleTable;

/// Every table: the games in the order in which they are offered, the international one first, then
/// other readings of some of them.
pub(super) static TABLES: [RuleTable; 33] = [
    international::TABLE,
    frisian::TABLE,
    frysk::TABLE,
    killer::TABLE,
    antidraughts::TABLE,
    breakthrough::TABLE,
    brazilian::TABLE,
    russian::TABLE,
    poddavki::TABLE,
    pool::TABLE,
    english::TABLE,
    italian::TABLE,
    spanish::TABLE,
    portuguese::TABLE,
    german::TABLE,
    german::FREE,
    czech::TABLE,
    canadian::TABLE,
    sri_lankan::TABLE,
    turkish::TABLE,
    thai::TABLE,
    spantsiretti::TABLE,
    first_forward::TABLE,
    encyclopedie::FRENCH,
    encyclopedie::POLISH,
    alquerque::TABLE,
    // other readings
    brazilian::TWENTY_MOVES,
    pool::UNIFIED,
    turkish::PROMOTES_IN_PASSING,
    thai::NO_HALF_TURN,
    encyclopedie::FRENCH_STRICT,
    encyclopedie::POLISH_STRICT,
    alquerque::HUFFING,
];

/// How many of the tables are games of their own.
pub(super) const GAMES: usize = 26;
