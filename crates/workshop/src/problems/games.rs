//! Searches games for candidates. The searches that chose the moves of a game are the first filter:
//! their values cost nothing extra.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_coach::problem::{Problem, Tags, Theme};
use damier_engine::{Answer, Engine, Level, Limits, Line};
use damier_notation::move_text;
use damier_rules::{DrawSettings, Game, Move, Position, Side, Variant};

use super::finish::finished;
use super::proof::{LENIENT, prove, suggested};
use super::{GivenGame, Hunt, Looked, balance};

/// How often levels 1 to 8 play. Strong levels miss longer chances than weak ones.
const OFTEN: [u32; 8] = [1, 2, 3, 3, 3, 3, 3, 3];

/// The most random moves at the beginning of a game.
const MOST_RANDOM: u32 = 8;

/// A game is abandoned when one side has been this many men ahead, a king counting as three, for
/// this many plies.
const DECIDED: (i32, u32) = (3, 8);

/// A game is abandoned after this many plies.
const LONGEST: usize = 160;

/// Nodes for the search of each position of a given game.
const GLANCE: u64 = 1_500;

/// The number of first moves that are recorded as the opening.
const OPENING: usize = 2;

/// The fewest pieces of a problem: with fewer, whether an extra man wins depends on endgame theory.
const FEWEST_PIECES: usize = 7;

/// The levels up to this one make errors, and their searches give every move a value.
const ERRING: u8 = 6;

/// A shot that is not played is not examined again for this many plies.
const SHOT_STANDS: usize = 8;

/// The number of mistakes examined at one move.
const TRIES: u32 = 2;

/// The most problems of one game: in all, of one offer and one rafle, quiet ones, and defences.
/// Those kinds are frequent and similar.
const MOST_A_GAME: usize = 8;
const MOST_SHORT: usize = 1;
const MOST_QUIET: usize = 2;
const MOST_HELD: usize = 2;

/// Searches a game that the levels play; `None` if it was stopped.
pub(super) fn made(
    hunt: &Hunt,
    number: u64,
    name: String,
    engine: &Engine,
    stop: &AtomicBool,
) -> Option<Looked> {
    let mut looking = Looking::new(hunt, name, engine, stop);
    looking.made(number)?;
    Some(looking.looked)
}

/// Searches a given game; `None` if it was stopped.
pub(super) fn given(
    hunt: &Hunt,
    given: &GivenGame,
    name: String,
    engine: &Engine,
    stop: &AtomicBool,
) -> Option<Looked> {
    let mut looking = Looking::new(hunt, name, engine, stop);
    looking.given(given)?;
    Some(looking.looked)
}

struct Looking<'h> {
    hunt: &'h Hunt,
    engine: &'h Engine,
    stop: &'h AtomicBool,
    name: String,
    looked: Looked,
    /// First moves for which a proof was tried, with the side that makes them and the ply: a shot
    /// that is not played is usually still possible two plies later.
    tried: Vec<(Side, Move, usize)>,
}

impl<'h> Looking<'h> {
    fn new(hunt: &'h Hunt, name: String, engine: &'h Engine, stop: &'h AtomicBool) -> Looking<'h> {
        Looking {
            hunt,
            engine,
            stop,
            name,
            looked: Looked::default(),
            tried: Vec::new(),
        }
    }

    fn made(&mut self, number: u64) -> Option<()> {
        let hunt = self.hunt;
        let mut dice =
            fastrand::Rng::with_seed(hunt.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let levels = [(); 2].map(|()| drawn(&mut dice));
        let seed = dice.u64(..);
        let mut game = Game::new(Position::start(hunt.variant), DrawSettings::default());
        for _ in 0..dice.u32(..=MOST_RANDOM) {
            let moves = game.position().legal_moves();
            let played = moves.get(dice.usize(..moves.len().max(1)))?;
            game.play(played).ok()?;
        }
        let mut decided = 0;
        while game.outcome().is_none() && game.len() < LONGEST && decided < DECIDED.1 {
            let position = *game.position();
            let ahead = balance(&position);
            decided = if ahead.abs() >= DECIDED.0 {
                decided + 1
            } else {
                0
            };
            let level = Level::new(levels[position.side().index()])?;
            let limits = Limits {
                // A level that errs needs the value of every move anyway.
                lines: if level.number() <= ERRING {
                    usize::MAX
                } else {
                    2
                },
                ..Limits::level(level, seed)
            };
            let answer = self.think(&game, &limits)?;
            self.look_at(&game, &answer.progress.lines);
            self.look_behind_mistakes(&game, &answer.progress.lines);
            game.play(&answer.best?).ok()?;
        }
        Some(())
    }

    fn given(&mut self, given: &GivenGame) -> Option<()> {
        let mut game = Game::new(given.start, DrawSettings::default());
        for played in &given.moves {
            if !game.position().can_capture() {
                let limits = Limits {
                    lines: 2,
                    ..Limits::nodes(GLANCE)
                };
                let answer = self.think(&game, &limits)?;
                self.look_at(&game, &answer.progress.lines);
            }
            if game.play(played).is_err() {
                break;
            }
        }
        Some(())
    }

    /// A search with a repeatable result; `None` if it was stopped, since a stopped search may
    /// choose another move.
    fn think(&self, game: &Game, limits: &Limits) -> Option<Answer> {
        let answer = self.engine.analyse(game, limits, &|| 0, self.stop, |_| {});
        (!self.stop.load(Ordering::Relaxed)).then_some(answer)
    }

    /// Examines the position of a game, given the lines of its search.
    fn look_at(&mut self, game: &Game, lines: &[Line]) {
        let position = *game.position();
        if position.can_capture() {
            return;
        }
        self.looked.positions += 1;
        let others = lines.get(1).map_or(0, |line| line.score.rank());
        if let Some(best) = lines.first()
            && let Some(first) = best.moves.first()
            && suggested(best.score.rank(), others, self.hunt.bounds).is_some()
        {
            let place = format!("ply {}", game.len() + 1);
            self.pose(game, position, first, &place);
        }
    }

    /// Examines positions after moves that were not played: a mistake that lets the other side win
    /// by an offer leads to a problem. The search that chose the game's move has already given
    /// these moves a value.
    fn look_behind_mistakes(&mut self, game: &Game, lines: &[Line]) {
        let position = *game.position();
        let lost = self.hunt.bounds.won - LENIENT;
        let mut tries = 0;
        for line in lines.iter().skip(1) {
            let [mistake, reply, ..] = line.moves[..] else {
                continue;
            };
            if line.score.rank() > -lost || tries == TRIES {
                continue;
            }
            let Ok(after) = position.play(&mistake) else {
                continue;
            };
            if after.can_capture() {
                continue;
            }
            self.looked.positions += 1;
            let text = move_text::text(&position, &mistake);
            let place = format!("ply {}, after {text}", game.len() + 1);
            tries += u32::from(self.pose(game, after, &reply, &place));
        }
    }

    /// Proves and stores the problem of a position in which this first move may win or hold.
    /// Returns whether a proof was tried.
    fn pose(&mut self, game: &Game, position: Position, first: &Move, place: &str) -> bool {
        let (side, ply) = (position.side(), game.len());
        let again = self.tried.iter().any(|&(other, tried, when)| {
            (other, tried) == (side, *first) && when + SHOT_STANDS > ply
        });
        let is_full = self.looked.problems.len() >= MOST_A_GAME;
        if again || is_full || pieces(&position) < FEWEST_PIECES {
            return false;
        }
        self.tried.push((side, *first, ply));
        self.looked.candidates += 1;
        let Some(proof) = prove(self.engine, &position, self.hunt.bounds) else {
            return true;
        };
        if self.has_enough_of(kind(&proof.tags, proof.solution.main().moves.len())) {
            return true;
        }
        let source = format!("{} of seed {}, {place}", self.name, self.hunt.seed);
        let problem = proof.problem(opening(game), source);
        self.looked
            .problems
            .extend(finished(self.hunt, self.engine, problem));
        true
    }

    fn has_enough_of(&self, wanted: Option<(Kind, usize)>) -> bool {
        wanted.is_some_and(|(wanted, most)| {
            let same = |problem: &&Problem| {
                let found = kind(&problem.tags, problem.solution.main().moves.len());
                found.is_some_and(|(found, _)| found == wanted)
            };
            self.looked.problems.iter().filter(same).count() >= most
        })
    }
}

/// A frequent kind of problem.
#[derive(PartialEq, Eq)]
enum Kind {
    Short,
    Quiet,
    Held,
}

/// The frequent kind of a problem, if it is of one, and how many of it a game may have.
fn kind(tags: &Tags, plies: usize) -> Option<(Kind, usize)> {
    if tags.has(Theme::Hold) {
        Some((Kind::Held, MOST_HELD))
    } else if tags.has(Theme::Quiet) {
        Some((Kind::Quiet, MOST_QUIET))
    } else {
        (plies <= 3).then_some((Kind::Short, MOST_SHORT))
    }
}

/// A random level number.
fn drawn(dice: &mut fastrand::Rng) -> u8 {
    let mut lot = dice.u32(..OFTEN.iter().sum::<u32>());
    for (level, often) in (1..).zip(OFTEN) {
        match lot.checked_sub(often) {
            Some(left) => lot = left,
            None => return level,
        }
    }
    1
}

fn pieces(position: &Position) -> usize {
    position.to_setup().iter().count()
}

/// The first moves of a game from the start position.
fn opening(game: &Game) -> String {
    let variant: Variant = game.position().variant();
    if *game.start() != Position::start(variant) || game.len() < OPENING {
        return String::new();
    }
    let mut at = *game.start();
    let mut texts = Vec::new();
    for played in game.moves().take(OPENING) {
        texts.push(move_text::text(&at, &played));
        let Ok(next) = at.play(&played) else { break };
        at = next;
    }
    texts.join(" ")
}
