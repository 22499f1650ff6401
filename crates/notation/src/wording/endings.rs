//! Which rule of a table an ending names, for the languages to word from its numbers.

use damier_rules::variant::rule_table::DrawRule;
use damier_rules::{EndReason, RuleTable, Variant};

/// The draw rule that an ending names: of the game itself, or else of the first game that has it, since
/// an old record may name a rule that its table no longer has.
pub(super) fn draw_rule(
    variant: Variant,
    reason: EndReason,
) -> Option<(&'static DrawRule, &'static RuleTable)> {
    let tables = [variant]
        .into_iter()
        .chain(Variant::READINGS.iter().copied());
    tables.map(Variant::table).find_map(|table| {
        let rule = table.draws.iter().find(|rule| rule.reason() == reason)?;
        Some((rule, table))
    })
}
