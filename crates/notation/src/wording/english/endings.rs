//! How a game ended, in English.

use damier_rules::variant::rule_table::Goal;
use damier_rules::{EndReason, Outcome, Side, Variant};

use super::{draws, side};
use crate::wording::ByPeople;
use crate::wording::endings::draw_rule;

pub(in crate::wording) fn outcome(variant: Variant, outcome: Outcome) -> String {
    let because = because(variant, outcome);
    match outcome.winner {
        Some(winner) => format!("{} wins: {because}.", side(winner)),
        None => format!("The game is drawn: {because}."),
    }
}

/// The rule that ended a game, as a clause.
pub(super) fn because(variant: Variant, outcome: Outcome) -> String {
    let winner = outcome.winner.map(side);
    let loser = outcome
        .winner
        .map_or("one side", |winner| side(winner.opponent()));
    // Where the aim is to lose all pieces, the winner is the one who has none left.
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
        EndReason::NoPieces => format!("{stuck} has no pieces left{aim}"),
        EndReason::NoMoves if misere => format!("{stuck} has no move left{aim}"),
        EndReason::NoMoves => format!("{stuck} has no move left, every piece is blocked"),
        EndReason::Promotion => match winner {
            Some(winner) => format!("{winner} has a king, and the first king wins"),
            None => "the first king wins".to_owned(),
        },
        drawn => match draw_rule(variant, drawn) {
            Some((rule, table)) => draws::happened(*rule, table),
            None => "a rule of this game draws it".to_owned(),
        },
    }
}

/// The full sentence for an ending by people.
pub(in crate::wording) fn by_people(winner: Option<Side>, by: ByPeople) -> String {
    let result = match (winner, by) {
        (_, ByPeople::Aborted) => return "Game aborted: it has no result.".to_owned(),
        (Some(winner), _) => format!("{} wins", side(winner)),
        (None, _) => "The game is drawn".to_owned(),
    };
    match people_because(winner, by) {
        Some(because) => format!("{result}: {because}."),
        None => format!("{result}."),
    }
}

/// The sentence that says that a game is over, for an ending by people.
pub(in crate::wording) fn over_by_people(winner: Option<Side>, by: ByPeople) -> String {
    let because = people_because(winner, by).unwrap_or_else(|| match winner {
        Some(winner) => format!("{} has won", side(winner)),
        None => "it is drawn".to_owned(),
    });
    format!("The game is over: {because}.")
}

/// What people did, as a clause; absent if only the result is known.
fn people_because(winner: Option<Side>, by: ByPeople) -> Option<String> {
    let loser = winner.map_or("one side", |winner| side(winner.opponent()));
    Some(match by {
        ByPeople::Resignation => format!("{loser} resigned"),
        ByPeople::Time => format!("{loser} ran out of time"),
        ByPeople::Agreement => "both players agreed".to_owned(),
        ByPeople::Forfeit => format!("{loser} forfeited the game"),
        ByPeople::Abandonment => format!("{loser} left the game"),
        ByPeople::Arbiter => "the arbiter decided so".to_owned(),
        ByPeople::Aborted => "it was aborted".to_owned(),
        ByPeople::Result => return None,
    })
}
