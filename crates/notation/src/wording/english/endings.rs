//! How a game ended, in English.

use damier_rules::variant::rule_table::Goal;
use damier_rules::{EndReason, Outcome, Variant};

use super::{draws, side};
use crate::wording::endings::draw_rule;

pub(in crate::wording) fn outcome(variant: Variant, outcome: Outcome) -> String {
    let because = because(variant, outcome);
    match outcome.winner {
        Some(winner) => format!("{} wins: {because}.", side(winner)),
        None => format!("The game is drawn: {because}."),
    }
}

/// The rule that ended a game, as half a sentence.
pub(super) fn because(variant: Variant, outcome: Outcome) -> String {
    let winner = outcome.winner.map(side);
    let loser = outcome
        .winner
        .map_or("one side", |winner| side(winner.opponent()));
    // Where one plays to lose everything, it is the winner who has nothing left.
    let misere = variant.table().goal == Goal::GiveAway;
    let stuck = if misere {
        winner.unwrap_or("one side")
    } else {
        loser
    };
    let aim = if misere {
        ", which is the aim here"
    } else {
        ""
    };
    match outcome.reason {
        EndReason::NoPieces => format!("{stuck} has no piece left{aim}"),
        EndReason::NoMoves if misere => format!("{stuck} has no move left{aim}"),
        EndReason::NoMoves => format!("{stuck} has no move left, every piece is blocked"),
        EndReason::Promotion => match winner {
            Some(winner) => format!("{winner} has a king, and the first king wins"),
            None => "the first king wins".to_owned(),
        },
        EndReason::Resignation => format!("{loser} resigned"),
        EndReason::Time => format!("{loser} ran out of time"),
        EndReason::Agreement => "both players agreed".to_owned(),
        drawn => match draw_rule(variant, drawn) {
            Some((rule, table)) => draws::happened(*rule, table),
            None => "a rule of this game draws it".to_owned(),
        },
    }
}
