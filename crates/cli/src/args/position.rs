//! The options for a variant and a position, shared by most commands.

use clap::builder::PossibleValuesParser;
use damier_rules::Variant;

/// Parses the name of a variant, optionally with one of its rule sets. A misspelt name is answered
/// with a suggestion.
pub(super) fn variant_parser() -> impl clap::builder::TypedValueParser<Value = Variant> {
    use clap::builder::TypedValueParser as _;
    PossibleValuesParser::new(Variant::READINGS.iter().map(|variant| variant.id()))
        .try_map(|id| Variant::from_id(&id).ok_or("unknown variant"))
}

/// A position: a variant, a start, and the moves from there.
#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    /// Variant; a rule set may follow a colon, such as alquerque:huffing
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Start from this position, such as "W:W31-50:B1-20"
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Play these moves first, such as "32-28 19-23 28x19"; s23 before a move huffs the piece on 23
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}
