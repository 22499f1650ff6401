//! The English words of the comparison: a heading and a few words for each fact.

use damier_rules::variant::rule_table::{
    Balance, DrawRule, Goal, Landing, Obligation, Passing, Precedence, Range, Removal,
};
use damier_rules::variant::{Lines, Reach};
use damier_rules::{Cells, RuleTable};

use super::side;
use crate::wording::compared::Compared;
use crate::wording::rule_facts::{has_kings, men_at_start};

pub(in crate::wording) const fn title(compared: Compared) -> &'static str {
    match compared {
        Compared::Board => "Board",
        Compared::Men => "Men",
        Compared::First => "Moves first",
        Compared::ManCaptures => "A man captures",
        Compared::King => "King",
        Compared::Landing => "A king lands",
        Compared::Obligation => "Capturing",
        Compared::Choice => "Which capture",
        Compared::Promotion => "Promotion",
        Compared::Removal => "Captured pieces leave",
        Compared::Goal => "Aim",
        Compared::Draws => "Draws",
    }
}

pub(in crate::wording) fn cell(compared: Compared, table: &RuleTable) -> String {
    let few: &str = match compared {
        Compared::Board => return board(table),
        Compared::Men => return men_at_start(table).to_string(),
        Compared::First => side(table.first),
        Compared::ManCaptures => return man_captures(table),
        Compared::King => king(table),
        Compared::Landing => landing(table),
        Compared::Obligation => match table.obligation {
            Obligation::Compulsory => "compulsory",
            Obligation::Huffing { .. } => "not compulsory, but huffed",
        },
        Compared::Choice => return choice(table.precedence),
        Compared::Promotion => match table.passing {
            Passing::StaysMan => "where the move ends",
            Passing::Promotes => "at once, and goes on as a king",
            Passing::EndsMove => "ends the move",
            Passing::NoPromotion => "none",
        },
        Compared::Removal => match table.removal {
            Removal::AfterMove => "after the move",
            Removal::AtOnce => "at once",
        },
        Compared::Goal => match table.goal {
            Goal::Immobilise => "take or block everything",
            Goal::GiveAway => "lose everything",
            Goal::Promote => "the first king",
        },
        Compared::Draws => return draws(table),
    };
    few.to_owned()
}

fn board(table: &RuleTable) -> String {
    let board = table.board;
    let places = match board.cells {
        Cells::Dark { .. } | Cells::All => "squares",
        Cells::Lines => "points",
    };
    let (width, height, count) = (board.width, board.height, board.square_count());
    format!("{width} × {height}, {count} {places}")
}

fn man_captures(table: &RuleTable) -> String {
    let (first, later) = (table.man.first_capture, table.man.later_capture);
    let ways = match (Reach::of(first), Reach::of(later)) {
        (Reach::Forward, Reach::Everywhere) => "forward first, then also backward",
        (Reach::Forward, _) => "forward",
        (Reach::ForwardAndSideways, _) => match table.man_capture_lines() {
            Lines::EightDirections => "in five directions",
            _ => "forward and sideways",
        },
        (Reach::Everywhere, _) => match table.capture_lines() {
            Lines::EightDirections => "in eight directions",
            Lines::Drawn => "along every line",
            Lines::Diagonals | Lines::RowsAndColumns => "forward and backward",
        },
    };
    let but = if table.man.takes_kings {
        ""
    } else {
        ", but no kings"
    };
    format!("{ways}{but}")
}

fn king(table: &RuleTable) -> &'static str {
    match (table.king.range, table.quiet_lines()) {
        _ if table.goal == Goal::Promote => "wins",
        _ if !has_kings(table) => "none",
        (Range::One, Lines::EightDirections) => "one square, in eight directions",
        (Range::Line, Lines::EightDirections) => "flying, in eight directions",
        (Range::One, _) => "one square",
        (Range::Line, Lines::RowsAndColumns) => "flying, straight",
        (Range::Line, _) => "flying",
    }
}

fn landing(table: &RuleTable) -> &'static str {
    match (table.king.range, table.king.landing) {
        _ if !has_kings(table) => "–",
        (Range::One, _) | (_, Landing::Behind) => "right behind",
        (_, Landing::Free) => "anywhere behind",
        (_, Landing::BehindLastKing) => "anywhere, but right behind a king taken last",
    }
}

fn choice(precedence: &[Precedence]) -> String {
    if precedence.is_empty() {
        return "free".to_owned();
    }
    let ground = |ground: &Precedence| match ground {
        Precedence::MostPieces => "most pieces",
        Precedence::GreatestValue { .. } => "greatest value",
        Precedence::ByKing => "by a king",
        Precedence::MostKings => "most kings",
        Precedence::KingsEarliest => "kings earliest",
    };
    let grounds: Vec<&str> = precedence.iter().map(ground).collect();
    grounds.join(", then ")
}

fn draws(table: &RuleTable) -> String {
    let range = |at_least: u8, at_most: u8| match at_most {
        _ if at_least == at_most => at_least.to_string(),
        _ if at_most >= table.pieces_per_side => format!("{at_least}+"),
        _ => format!("{at_least}–{at_most}"),
    };
    let rule = |rule: &DrawRule| match *rule {
        DrawRule::Occurrences { times, .. } => format!("same position {times} times"),
        DrawRule::KingMoves { moves, .. } => format!("{moves} moves of kings"),
        DrawRule::Standing { balance, moves, .. } => match balance {
            Balance::SingleKings | Balance::LoneKing { at_most: 1, .. } => {
                format!(
                    "{moves} move{} with one king each",
                    if moves == 1 { "" } else { "s" }
                )
            }
            Balance::LoneKing {
                at_least,
                at_most,
                kings_only,
                on_main_road,
            } => format!(
                "{moves} moves with {} {} v 1{}",
                range(at_least, at_most),
                if kings_only { "kings" } else { "pieces" },
                if on_main_road {
                    " on the long diagonal"
                } else {
                    ""
                }
            ),
            Balance::KingsOnBothSides { at_least, at_most } => {
                format!(
                    "{moves} moves with {} pieces unchanged",
                    range(at_least, at_most)
                )
            }
        },
    };
    let rules: Vec<String> = table.draws.iter().map(rule).collect();
    if rules.is_empty() {
        "none".to_owned()
    } else {
        rules.join("; ")
    }
}
