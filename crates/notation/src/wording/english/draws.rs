//! Draws by rule, in English. Each sentence takes its numbers from the rule table, and says either
//! when a draw happens or what has happened.

use damier_rules::RuleTable;
use damier_rules::variant::rule_table::{Balance, DrawRule};

use super::{number, ordinal};

/// When a rule makes a draw; follows `The game is drawn`.
pub(super) fn when(rule: DrawRule, table: &RuleTable) -> String {
    match rule {
        DrawRule::Occurrences { times, .. } => format!(
            "when the same position, with the same side to move, occurs for the {} time",
            ordinal(times)
        ),
        DrawRule::KingMoves { moves, .. } => {
            format!("after {moves} moves by each side with kings only and without a capture")
        }
        DrawRule::Standing { balance, moves, .. } => match balance {
            Balance::SingleKings => format!(
                "after {} with one king each, if the side to move cannot take the other king",
                counted(moves)
            ),
            Balance::LoneKing { on_main_road, .. } => format!(
                "after {} with {}{}",
                counted(moves),
                against(balance, table, " (including a king)"),
                if on_main_road {
                    " that alone holds the long diagonal from White's left"
                } else {
                    ""
                }
            ),
            Balance::KingsOnBothSides { at_least, at_most } => format!(
                "when both sides have a king, {} pieces are on the board, and for {moves} moves by \
                 each side no piece has been captured and no man promoted",
                amount(at_least, at_most, u8::MAX)
            ),
        },
    }
}

/// What has happened, as a clause.
pub(super) fn happened(rule: DrawRule, table: &RuleTable) -> String {
    match rule {
        DrawRule::Occurrences { times, .. } => {
            format!("the same position occurred {} times", number(times))
        }
        DrawRule::KingMoves { moves, .. } => {
            format!("in {moves} moves each, only kings moved and nothing was captured")
        }
        DrawRule::Standing { balance, moves, .. } => match balance {
            Balance::SingleKings => "each side has one king, and neither could be taken".to_owned(),
            Balance::LoneKing { on_main_road, .. } => format!(
                "{moves} moves each were played with {}{}",
                against(balance, table, ""),
                if on_main_road {
                    " on the long diagonal"
                } else {
                    ""
                }
            ),
            Balance::KingsOnBothSides { at_least, at_most } => format!(
                "in {moves} moves each, with {} pieces and kings on both sides, no piece was \
                 captured and no man promoted",
                amount(at_least, at_most, u8::MAX)
            ),
        },
    }
}

/// `three pieces against a lone king`, `one king each`; `aside` is added after pieces of any kind.
fn against(balance: Balance, table: &RuleTable, aside: &str) -> String {
    match balance {
        Balance::LoneKing { at_most: 1, .. }
        | Balance::SingleKings
        | Balance::KingsOnBothSides { .. } => "one king each".to_owned(),
        Balance::LoneKing {
            at_least,
            at_most,
            kings_only,
            ..
        } => {
            let aside = if kings_only { "" } else { aside };
            let noun = if kings_only { "kings" } else { "pieces" };
            if at_most >= table.pieces_per_side {
                format!(
                    "{} {noun} or more{aside} against a lone king",
                    number(at_least)
                )
            } else {
                format!(
                    "{} {noun}{aside} against a lone king",
                    amount(at_least, at_most, table.pieces_per_side)
                )
            }
        }
    }
}

/// `three`, `four or five`, `two to five`, `three or more`.
pub(in crate::wording) fn amount(at_least: u8, at_most: u8, all: u8) -> String {
    match at_most.saturating_sub(at_least) {
        0 => number(at_least),
        _ if at_most >= all => format!("{} or more", number(at_least)),
        1 => format!("{} or {}", number(at_least), number(at_most)),
        _ => format!("{} to {}", number(at_least), number(at_most)),
    }
}

fn counted(moves: u8) -> String {
    match moves {
        1 => "1 move by each side".to_owned(),
        _ => format!("{moves} moves by each side"),
    }
}
