//! One game with its report, as passed to the writers.

use damier_coach::report::{GameReport, move_number};
use damier_notation::wording::{self, Language};
use damier_rules::{Game, Side};

/// One game with its report.
pub(super) struct Reported {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// The game's tags.
    pub(super) heading: Heading,
    /// The game as far as it was played.
    pub(super) game: Game,
    /// The report.
    pub(super) report: GameReport,
    /// Whether every question was answered.
    pub(super) complete: bool,
    /// The time it took, in seconds.
    pub(super) seconds: f64,
}

/// The tags to print.
pub(super) struct Heading {
    pub(super) event: Option<String>,
    pub(super) date: Option<String>,
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
    pub(super) result: Option<String>,
}

impl Reported {
    /// A move number as in a score sheet: `23.` or `23...`.
    pub(super) fn move_number(&self, ply: usize) -> String {
        move_number(self.game.start(), ply)
    }

    /// The names of the players, or of the sides.
    pub(super) fn players(&self, language: Language) -> (String, String) {
        let or_side = |name: &Option<String>, side| {
            let side = wording::side(language, side).trim_start_matches("les ");
            name.clone().unwrap_or_else(|| side.to_owned())
        };
        (
            or_side(&self.heading.white, Side::White),
            or_side(&self.heading.black, Side::Black),
        )
    }
}
