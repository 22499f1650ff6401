//! The options for a game of the family and a position in it, which most commands share.

use clap::builder::PossibleValuesParser;
use damier_rules::Variant;

/// A game of the family by its name, or one of its readings. A name nearly right is answered with the
/// right one.
pub(super) fn variant_parser() -> impl clap::builder::TypedValueParser<Value = Variant> {
    use clap::builder::TypedValueParser as _;
    PossibleValuesParser::new(Variant::READINGS.iter().map(|variant| variant.id()))
        .try_map(|id| Variant::from_id(&id).ok_or("no such game"))
}

/// A position: a game, where it starts, and the moves from there.
#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    /// The game; another reading of its rules stands behind a colon, e.g. alquerque:huffing
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Start from this position instead of the first one, e.g. "W:W31-50:B1-20"
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Play these moves first, e.g. "32-28 19-23 28x19"; s23 before a move huffs the piece on 23
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}
