//! The reasons for which games of the family can end, collected from their tables.

use super::Variant;
use crate::EndReason;

impl EndReason {
    /// Returns every reason for which a game of the family can end, in any reading, each once:
    /// first those without a number, then the draw rules in the order of the games.
    pub fn known() -> Vec<EndReason> {
        let mut known: Vec<EndReason> = EndReason::of_the_board().collect();
        let tables = Variant::READINGS.iter().map(|variant| variant.table());
        for rule in tables.flat_map(|table| table.draws) {
            let reason = rule.reason();
            if !known.contains(&reason) {
                known.push(reason);
            }
        }
        known
    }
}
