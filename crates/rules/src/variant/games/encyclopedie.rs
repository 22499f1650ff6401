//! The two games of the Encyclopédie of Diderot and d'Alembert, with huffing.

use super::international;
use super::parts::{DIAGONALS, FORWARD, THIRD_OCCURRENCE, dark, king, man, rows};
use crate::variant::rule_table::{
    Articles, Family, HubNames, Landing, Obligation, Passing, Range, ResultStyle, RuleTable,
    ShorterRoute,
};

/// Dames françoises: 64 squares, short kings, and men that capture forward only.
pub(super) const FRENCH: RuleTable = RuleTable {
    id: "french-1754",
    family: Family::Old,
    board: dark(8, 8, true),
    start: rows(3),
    pieces_per_side: 12,
    obligation: SAFE,
    // "elles avancent toûjours ou s'arrêtent, & ne prennent qu'en avant"
    man: man(FORWARD),
    king: king(Range::One, Landing::Behind),
    passing: Passing::EndsMove,
    precedence: &[],
    // The text has no draw rule; repetition ends games that neither side can win.
    draws: &[THIRD_OCCURRENCE],
    results: ResultStyle::Halves,
    game_type: None,
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &["Encyclopédie ou dictionnaire raisonné, volume 4 (1754), article « Dames »"],
    ..international::TABLE
};

/// Dames polonoises: 100 squares, long kings.
pub(super) const POLISH: RuleTable = RuleTable {
    id: "polish-1754",
    board: dark(10, 10, true),
    start: rows(4),
    pieces_per_side: 20,
    // Men capture in the directions of the kings of the French game.
    man: man(DIAGONALS),
    king: king(Range::Line, Landing::Free),
    // According to manuals of the next century.
    passing: Passing::StaysMan,
    ..FRENCH
};

pub(super) const FRENCH_STRICT: RuleTable = RuleTable {
    id: "french-1754:shorter-route-huffed",
    obligation: HUFFABLE,
    ..FRENCH
};

pub(super) const POLISH_STRICT: RuleTable = RuleTable {
    id: "polish-1754:shorter-route-huffed",
    obligation: HUFFABLE,
    ..POLISH
};

/// "Si on ne prend pas quand on a à prendre, & qu'on ne prenne pas tout ce qu'on avoit à prendre,
/// on perd la dame avec laquelle on devoit prendre."
const SAFE: Obligation = Obligation::Huffing {
    shorter_route: ShorterRoute::Safe,
};

/// The same sentence, if "tout ce qu'on avoit à prendre" means the longest route that the piece
/// had.
const HUFFABLE: Obligation = Obligation::Huffing {
    shorter_route: ShorterRoute::Huffable,
};
