//! One game with its report, as passed to the writers.

use damier_coach::report::GameReport;
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
        let start = self.game.start();
        // In some variants Black moves first.
        let begins_second = start.side() != start.variant().table().first;
        let plies = ply + usize::from(begins_second);
        let number = plies / 2 + 1;
        let dots = if plies.is_multiple_of(2) { "." } else { "..." };
        format!("{number}{dots}")
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

#[cfg(test)]
mod tests {
    use damier_coach::report::{Choice, Report};
    use damier_rules::{DrawSettings, Position, Variant};

    use super::*;

    fn numbers(start: Position) -> [String; 3] {
        let game = Game::new(start, DrawSettings::default());
        let reported = Reported {
            number: 1,
            heading: Heading {
                event: None,
                date: None,
                white: None,
                black: None,
                result: None,
            },
            report: Report::new(&game).finish(&Choice::default()),
            game,
            complete: true,
            seconds: 0.0,
        };
        [0, 1, 2].map(|ply| reported.move_number(ply))
    }

    #[test]
    fn moves_are_numbered_from_the_first_side() {
        let start = Position::start;
        assert_eq!(numbers(start(Variant::INTERNATIONAL)), ["1.", "1...", "2."]);
        let english = Variant::from_id("english").expect("a game in which Black begins");
        assert_eq!(numbers(start(english)), ["1.", "1...", "2."]);
        let fen = "B:W31:B20";
        let black = damier_notation::fen::read_position(Variant::INTERNATIONAL, fen);
        assert_eq!(numbers(black.expect("a position")), ["1...", "2.", "2..."]);
    }
}
