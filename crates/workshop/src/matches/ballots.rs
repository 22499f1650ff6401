//! Ballots: the positions from which pairs of games begin. They are read from a file or made of
//! random moves.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use damier_engine::{Engine, Limits, Score};
use damier_notation::fen;
use damier_rules::{DrawSettings, Game, Kind, Position, Side, Variant};

/// If this many random openings in a row are not new or not suitable, we assume that there are no
/// more.
const MOST_EXAMINED: u32 = 20_000;

/// Megabytes of the transposition table of the engine that screens openings.
const SCREEN_HASH_MB: usize = 16;

/// Random openings: their length, and the screen that they must pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RandomOpenings {
    /// How many plies; each is a random legal move.
    pub plies: u32,
    /// The seed. Equal seeds give equal openings.
    pub seed: u64,
    /// If present, only balanced openings are used.
    pub screen: Option<Screen>,
}

/// A bound for the score of an opening, by a shallow search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Screen {
    /// The score must be below this, in men, for either side.
    pub below: f64,
    /// The depth of the search, in plies.
    pub depth: u32,
}

/// Why there are no ballots.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BallotError {
    /// A line of the file is not a position.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The game is already over in a position of the file.
    #[error("line {line}: the game is over in this position")]
    Over {
        /// The line, from 1.
        line: usize,
    },
    /// The file contains no position.
    #[error("no position: expected a FEN on every line")]
    Empty,
    /// There are not enough openings of this length.
    #[error(
        "only {found} openings of {plies} random plies were found, {wanted} are wanted: try more plies"
    )]
    Few {
        /// How many were found.
        found: usize,
        /// How many are wanted.
        wanted: usize,
        /// Their length in plies.
        plies: u32,
    },
    /// The caller stopped the search for openings.
    #[error("stopped while openings were made")]
    Stopped,
}

/// Reads the positions of a ballot file: a FEN on each line. Empty lines and lines that begin with
/// `#` are skipped.
///
/// # Errors
/// The first line that is not a position of the game, or in which the game is over; or the file
/// contains no position.
pub fn read_ballots(variant: Variant, text: &str) -> Result<Vec<Position>, BallotError> {
    let mut ballots = Vec::new();
    // Some editors put a byte order mark at the beginning of a file.
    let text = text.trim_start_matches('\u{FEFF}');
    for (index, line) in text.lines().enumerate() {
        let line_text = line.trim();
        if line_text.is_empty() || line_text.starts_with('#') {
            continue;
        }
        let line = index + 1;
        let position =
            fen::read_position(variant, line_text).map_err(|error| BallotError::Line {
                line,
                reason: error.to_string(),
            })?;
        if position.outcome().is_some() {
            return Err(BallotError::Over { line });
        }
        ballots.push(position);
    }
    if ballots.is_empty() {
        return Err(BallotError::Empty);
    }
    Ok(ballots)
}

impl RandomOpenings {
    /// Makes this many different openings of a game. Both sides have the same number of men and of
    /// kings, and neither can capture. `on_found` is called for each opening.
    ///
    /// # Errors
    /// There are not enough openings, or `stop` was set.
    pub fn make(
        &self,
        variant: Variant,
        wanted: usize,
        stop: &AtomicBool,
        mut on_found: impl FnMut(),
    ) -> Result<Vec<Position>, BallotError> {
        let mut dice = fastrand::Rng::with_seed(self.seed);
        let judge = self
            .screen
            .map(|screen| (screen, Engine::new(SCREEN_HASH_MB)));
        let mut seen = HashSet::new();
        let mut openings = Vec::with_capacity(wanted.min(1 << 20));
        while openings.len() < wanted {
            let found = (0..MOST_EXAMINED).find_map(|_| {
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return None;
                }
                let game = random_game(variant, self.plies, &mut dice)?;
                let new = seen.insert((game.position().hash(), game.position().side()));
                let balanced = new
                    && judge
                        .as_ref()
                        .is_none_or(|(screen, engine)| screen.lets_pass(engine, &game));
                balanced.then(|| *game.position())
            });
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(BallotError::Stopped);
            }
            let opening = found.ok_or(BallotError::Few {
                found: openings.len(),
                wanted,
                plies: self.plies,
            })?;
            openings.push(opening);
            on_found();
        }
        Ok(openings)
    }
}

/// Plays random moves from the start; `None` if the resulting position is not suitable as an
/// opening.
fn random_game(variant: Variant, plies: u32, dice: &mut fastrand::Rng) -> Option<Game> {
    let mut game = Game::new(Position::start(variant), DrawSettings::default());
    for _ in 0..plies {
        if game.outcome().is_some() {
            return None;
        }
        let legal = game.position().legal_moves();
        let choice = legal.get(dice.usize(..legal.len()))?;
        game.play(choice).ok()?;
    }
    let position = game.position();
    let men = |side| position.squares(side, Kind::Man).len();
    let kings = |side| position.squares(side, Kind::King).len();
    let equal = men(Side::White) == men(Side::Black) && kings(Side::White) == kings(Side::Black);
    let quiet = !position.can_capture() && position.huffable().is_empty();
    (equal && quiet && game.outcome().is_none()).then_some(game)
}

impl Screen {
    fn lets_pass(&self, engine: &Engine, game: &Game) -> bool {
        engine.forget();
        let no_clock = || 0;
        let never = AtomicBool::new(false);
        let limits = Limits::depth(self.depth);
        let answer = engine.analyse(game, &limits, &no_clock, &never, |_| {});
        match answer.progress.score() {
            Some(Score::Hundredths(hundredths)) => f64::from(hundredths.abs()) < 100.0 * self.below,
            Some(_) | None => false,
        }
    }
}

/// The text is not a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected MEN or MEN,DEPTH, such as 0.5 or 0.5,9")]
pub struct ScreenError;

impl FromStr for Screen {
    type Err = ScreenError;

    fn from_str(text: &str) -> Result<Screen, ScreenError> {
        let (below, depth) = text.split_once(',').unwrap_or((text, "9"));
        let below = below.trim().parse().map_err(|_| ScreenError)?;
        let depth = depth.trim().parse().map_err(|_| ScreenError)?;
        if !(0.01..=50.0).contains(&below) || !(1..=30).contains(&depth) {
            return Err(ScreenError);
        }
        Ok(Screen { below, depth })
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.below, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(plies: u32, seed: u64) -> RandomOpenings {
        RandomOpenings {
            plies,
            seed,
            screen: None,
        }
    }

    fn make(openings: RandomOpenings, wanted: usize) -> Result<Vec<Position>, BallotError> {
        let never = AtomicBool::new(false);
        openings.make(Variant::INTERNATIONAL, wanted, &never, || {})
    }

    #[test]
    fn random_openings_are_fit_and_different() {
        let openings = make(random(6, 1), 200).expect("two hundred");
        let distinct: HashSet<String> = openings.iter().map(fen::write).collect();
        assert_eq!(distinct.len(), 200);
        for position in &openings {
            assert!(!position.can_capture());
            let men = |side| position.squares(side, Kind::Man).len();
            assert_eq!(men(Side::White), men(Side::Black));
            assert_eq!(position.side(), Side::White);
        }
        assert!(
            openings
                .iter()
                .any(|position| { position.squares(Side::White, Kind::Man).len() < 20 }),
            "some exchange men"
        );
    }

    #[test]
    fn equal_seeds_make_equal_openings() {
        let few = make(random(4, 7), 20).expect("openings");
        let many = make(random(4, 7), 40).expect("openings");
        assert_eq!(few, many[..20]);
        assert_ne!(few, make(random(4, 8), 20).expect("openings"));
    }

    #[test]
    fn there_are_nine_openings_of_one_ply() {
        assert_eq!(make(random(1, 1), 9).expect("nine").len(), 9);
        let error = make(random(1, 1), 10).expect_err("no tenth");
        assert_eq!(
            error,
            BallotError::Few {
                found: 9,
                wanted: 10,
                plies: 1
            }
        );
    }

    #[test]
    fn a_screen_keeps_balanced_openings() {
        let screen: Screen = "0.3,4".parse().expect("a screen");
        let screened = RandomOpenings {
            screen: Some(screen),
            ..random(6, 1)
        };
        let openings = make(screened, 30).expect("openings");
        let engine = Engine::new(1);
        for position in &openings {
            let game = Game::new(*position, DrawSettings::default());
            assert!(screen.lets_pass(&engine, &game));
        }
        assert_ne!(openings, make(random(6, 1), 30).expect("openings"));
    }

    #[test]
    fn a_file_is_read_line_by_line() {
        let text = "\u{FEFF}# two\n\nW:W31-50:B1-20\r\n  B:W28:BK3\n";
        let ballots = read_ballots(Variant::INTERNATIONAL, text).expect("two");
        assert_eq!(ballots.len(), 2);
        assert_eq!(ballots[1].side(), Side::Black);
    }

    #[test]
    fn errors_of_a_file_name_their_line() {
        let error = |text| read_ballots(Variant::INTERNATIONAL, text).expect_err("no ballots");
        assert!(matches!(
            error("W:W31:B1\nW:W99:B1"),
            BallotError::Line { line: 2, .. }
        ));
        assert_eq!(
            error("W:W31:B1\nB:W11,17:B6"),
            BallotError::Over { line: 2 }
        );
        assert_eq!(error("# nothing\n"), BallotError::Empty);
    }
}
