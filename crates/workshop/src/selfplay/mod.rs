//! Self-play: the engine plays the games that the evaluation is fitted to.
//!
//! Each game begins with some random moves, and is then played with a fixed number of nodes for
//! each move. A game depends only on its number and the seed of the run. So an interrupted run
//! continues where it stopped, on any number of threads. Two games whose random moves lead to the
//! same position are the same game from there on; a fit uses it once.

mod game_file;
mod record;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use damier_engine::{Endings, Engine, Limits, Score};
use damier_rules::{DrawSettings, Game, Position, Side, Variant};

use crate::mark::mark;

pub use game_file::{GameFileError, Reader, Writer};
pub use record::{Ply, SelfPlayGame};

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The game of the family.
    pub variant: Variant,
    /// How many games the file holds in the end.
    pub games: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// The smallest and the largest number of random moves at the beginning.
    pub opening: (u32, u32),
    /// The seed.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// A game is won once the scores of both sides agree for six plies that one side is this many
    /// hundredths of a man ahead.
    pub won_at: i16,
    /// A game is drawn once all scores were within this many hundredths of a man of zero for
    /// sixteen plies in a row, from the seventieth ply on. `None` if games are never drawn this
    /// way.
    pub level_at: Option<i16>,
    /// A game that reaches this many plies is a draw.
    pub longest: usize,
    /// Tables that end a game as soon as they know its outcome.
    pub endings: Option<Endings>,
    /// The name of the evaluation, recorded in the file.
    pub judges_by: String,
}

/// How many plies both sides must agree on the winner before the game is won.
const AGREED_PLIES: u32 = 6;

/// How many plies a game must look level before it is drawn, and the first ply at which this can
/// happen.
const LEVEL_PLIES: u32 = 16;
const LEVEL_FROM: usize = 70;

/// The largest score, in hundredths of a man.
const MAX_SCORE: i32 = 10_000;

/// After this many random openings, each further one is a ply shorter: in some games few openings
/// leave anything to play.
const OPENINGS: u32 = 1_000;

/// The progress of a run.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SelfplayProgress {
    /// The number of games in the file.
    pub games: u64,
    /// How many games of this run were won by either side.
    pub won: u64,
    /// Games that this run played.
    pub played: u64,
    /// Plies that this run played.
    pub plies: u64,
    /// Games that cannot be stored, because a position has more legal moves than the file format
    /// can number.
    pub not_kept: u64,
}

/// Why a game was not finished.
enum Unfinished {
    /// The run was stopped.
    Stopped,
    /// The game cannot be stored in a file.
    NotStorable,
}

impl SelfPlay {
    /// Plays until the file holds all games or `stop` is set. Games in progress when it stops are
    /// lost. `tell` is called after each finished game.
    ///
    /// # Errors
    /// The file cannot be written, or it holds games of another variant or with other settings.
    pub fn run(
        &self,
        path: &Path,
        engine: impl Fn() -> Engine + Sync,
        stop: &AtomicBool,
        tell: impl Fn(&SelfplayProgress) + Sync,
    ) -> Result<SelfplayProgress, GameFileError> {
        let how = self.how(mark(&engine(), self.variant));
        let (writer, held) = Writer::append(path, self.variant, &how)?;
        let progress = SelfplayProgress {
            games: held.len() as u64,
            ..SelfplayProgress::default()
        };
        let held: HashSet<u64> = held.into_iter().collect();
        let shared = Mutex::new((writer, progress, None));
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let engine = engine();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.games || stop.load(Ordering::Relaxed) {
                            return;
                        }
                        if held.contains(&index) {
                            continue;
                        }
                        let record = self.play(index, &engine, stop);
                        let Ok(mut shared) = shared.lock() else {
                            return;
                        };
                        let (writer, progress, failed) = &mut *shared;
                        let record = match record {
                            Ok(record) => record,
                            Err(Unfinished::Stopped) => return,
                            Err(Unfinished::NotStorable) => {
                                progress.not_kept += 1;
                                continue;
                            }
                        };
                        if let Err(error) = writer.write(&record).and_then(|()| writer.flush()) {
                            *failed = Some(error);
                            stop.store(true, Ordering::Relaxed);
                            return;
                        }
                        progress.games += 1;
                        progress.played += 1;
                        progress.won += u64::from(record.winner.is_some());
                        progress.plies += record.plies.len() as u64;
                        tell(progress);
                    }
                });
            }
        });
        let (_, progress, failed) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(progress),
        }
    }

    /// The settings that determine the games, besides their numbers. They do not distinguish all
    /// engines: two engines with the same mark may differ where the search of the start position
    /// does not show it, or in the size of their tables.
    fn how(&self, engine: u32) -> String {
        let level_at = self
            .level_at
            .map_or_else(|| "none".to_owned(), |level| level.to_string());
        let tables = self.endings.as_ref().map_or(0, Endings::most_pieces);
        format!(
            "seed {}, {} positions a move by {}, engine {engine:08x}, openings of {} to {} plies, won at {}, level at {level_at}, at most {} plies, tables of {tables} pieces",
            self.seed,
            self.nodes,
            self.judges_by,
            self.opening.0,
            self.opening.1,
            self.won_at,
            self.longest
        )
    }

    fn play(
        &self,
        index: u64,
        engine: &Engine,
        stop: &AtomicBool,
    ) -> Result<SelfPlayGame, Unfinished> {
        engine.forget();
        let mut dice =
            fastrand::Rng::with_seed(self.seed ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (mut game, mut plies) = self.opening(&mut dice, stop)?;
        let opening = plies.len() as u16;
        let (mut agreed, mut level) = ((None, 0), 0);
        let mut winner = None;
        while game.outcome().is_none() && game.len() < self.longest {
            let endings = self.endings.as_ref();
            if let Some(known) = endings.and_then(|endings| endings.verdict(game.position())) {
                winner = known.winner();
                break;
            }
            let answer = engine.analyse(&game, &Limits::nodes(self.nodes), &|| 0, stop, |_| {});
            // An interrupted search may choose another move, so the game could not be repeated.
            if stop.load(Ordering::Relaxed) {
                return Err(Unfinished::Stopped);
            }
            let played = answer.best.ok_or(Unfinished::NotStorable)?;
            let score = answer.progress.score().map_or(0, hundredths);
            let choice = game
                .position()
                .legal_moves()
                .iter()
                .position(|other| *other == played);
            let choice = choice
                .and_then(|choice| u8::try_from(choice).ok())
                .ok_or(Unfinished::NotStorable)?;
            plies.push(Ply { choice, score });
            let side = game.position().side();
            let ahead = match score {
                score if score >= self.won_at => Some(side),
                score if score <= -self.won_at => Some(side.opponent()),
                _ => None,
            };
            agreed = if ahead.is_some() && ahead == agreed.0 {
                (ahead, agreed.1 + 1)
            } else {
                (ahead, 1)
            };
            let is_level = self.level_at.is_some_and(|most| score.abs() <= most);
            level = if is_level { level + 1 } else { 0 };
            game.play(&played).map_err(|_| Unfinished::NotStorable)?;
            if level >= LEVEL_PLIES && game.len() >= LEVEL_FROM {
                break;
            }
            if agreed.0.is_some() && agreed.1 >= AGREED_PLIES {
                winner = agreed.0;
                break;
            }
        }
        Ok(SelfPlayGame {
            index,
            winner: game.outcome().map_or(winner, |outcome| outcome.winner),
            opening,
            plies,
        })
    }

    /// A game after some random moves. If it is already over, other moves are drawn, and after many
    /// tries fewer of them.
    fn opening(
        &self,
        dice: &mut fastrand::Rng,
        stop: &AtomicBool,
    ) -> Result<(Game, Vec<Ply>), Unfinished> {
        let (fewest, most) = (self.opening.0, self.opening.1.max(self.opening.0));
        for tries in 0_u32.. {
            if stop.load(Ordering::Relaxed) {
                return Err(Unfinished::Stopped);
            }
            let fewer = tries.saturating_sub(OPENINGS);
            let range = fewest.saturating_sub(fewer)..=most.saturating_sub(fewer);
            let (game, plies) = self.lots(dice.u32(range), dice);
            if game.outcome().is_none() {
                return Ok((game, plies));
            }
        }
        Err(Unfinished::NotStorable)
    }

    /// Plays this many random moves, or fewer if no more can be played.
    fn lots(&self, moves: u32, dice: &mut fastrand::Rng) -> (Game, Vec<Ply>) {
        let mut game = Game::new(Position::start(self.variant), DrawSettings::default());
        let mut plies = Vec::new();
        for _ in 0..moves {
            let moves = game.position().legal_moves();
            if moves.is_empty() || moves.len() > usize::from(u8::MAX) {
                break;
            }
            let choice = dice.usize(..moves.len());
            if game.play(&moves[choice]).is_err() {
                break;
            }
            plies.push(Ply {
                choice: choice as u8,
                score: 0,
            });
        }
        (game, plies)
    }
}

/// A score as a file of games stores it, in hundredths of a man.
pub(crate) fn hundredths(score: Score) -> i16 {
    score.rank().clamp(-MAX_SCORE, MAX_SCORE) as i16
}

/// Replays a game of a file, position by position.
pub struct ReplayedGame {
    position: Position,
    plies: std::vec::IntoIter<Ply>,
}

impl ReplayedGame {
    /// Starts at the start position of a recorded game.
    pub fn new(variant: Variant, record: &SelfPlayGame) -> ReplayedGame {
        ReplayedGame {
            position: Position::start(variant),
            plies: record.plies.clone().into_iter(),
        }
    }
}

impl Iterator for ReplayedGame {
    /// A position, and the ply that was played in it.
    type Item = (Position, Ply);

    fn next(&mut self) -> Option<(Position, Ply)> {
        let ply = self.plies.next()?;
        let before = self.position;
        let played = *before.legal_moves().get(usize::from(ply.choice))?;
        self.position = before.play(&played).ok()?;
        Some((before, ply))
    }
}

/// The sign of a score or result that is given for this side: 1 for White, -1 for Black.
pub fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

#[cfg(test)]
mod tests {
    use damier_engine::Verdict;

    use super::*;

    fn run(path: &Path, games: u64, threads: usize) -> Vec<SelfPlayGame> {
        run_with(path, games, threads, None)
    }

    fn run_with(
        path: &Path,
        games: u64,
        threads: usize,
        endings: Option<Endings>,
    ) -> Vec<SelfPlayGame> {
        let play = SelfPlay {
            variant: Variant::INTERNATIONAL,
            games,
            nodes: 200,
            opening: (4, 8),
            seed: 3,
            threads,
            won_at: 600,
            level_at: Some(5),
            longest: 200,
            endings,
            judges_by: "its own weights".to_owned(),
        };
        let never = AtomicBool::new(false);
        play.run(path, || Engine::new(1), &never, |_| {}).unwrap();
        let records: std::io::Result<Vec<SelfPlayGame>> = Reader::open(path).unwrap().collect();
        let mut records = records.unwrap();
        records.sort_by_key(|record| record.index);
        records
    }

    #[test]
    fn a_resumed_run_plays_the_same_games() {
        let folder = tempfile::tempdir().unwrap();
        let whole = run(&folder.path().join("whole"), 6, 2);
        let parts = folder.path().join("parts");
        run(&parts, 2, 1);
        let length = parts.metadata().unwrap().len();
        std::fs::OpenOptions::new()
            .write(true)
            .open(&parts)
            .unwrap()
            .set_len(length - 1)
            .unwrap();
        assert_eq!(run(&parts, 6, 1), whole);
        for record in &whole {
            assert_eq!(
                ReplayedGame::new(Variant::INTERNATIONAL, record).count(),
                record.plies.len()
            );
            assert!((4..=8).contains(&record.opening));
        }
    }
    #[test]
    fn tables_end_games_with_their_outcome() {
        /// Only a few games come down to two pieces.
        const GAMES: u64 = 150;
        let endings = crate::tables_of_two();
        let folder = tempfile::tempdir().unwrap();
        let judged = run(&folder.path().join("judged"), GAMES, 2);
        let known = run_with(
            &folder.path().join("known"),
            GAMES,
            2,
            Some(endings.clone()),
        );
        let mut ended = 0;
        for (judged, known) in judged.iter().zip(&known) {
            let mut game = Game::new(
                Position::start(Variant::INTERNATIONAL),
                DrawSettings::default(),
            );
            for (position, ply) in ReplayedGame::new(Variant::INTERNATIONAL, known) {
                assert_eq!(endings.verdict(&position), None, "the game went on");
                let moves = game.position().legal_moves();
                game.play(&moves[usize::from(ply.choice)]).unwrap();
            }
            match endings.verdict(game.position()).map(Verdict::winner) {
                Some(winner) if known.plies.len() < judged.plies.len() => {
                    assert_eq!(known.winner, winner);
                    assert_eq!(known.plies, judged.plies[..known.plies.len()]);
                    ended += 1;
                }
                _ => assert_eq!(known, judged),
            }
        }
        assert!(ended > 0, "no game came so far");
    }

    /// In Breakthrough the first king ends the game, so after two hundred random plies nothing is
    /// left to play.
    #[test]
    fn openings_that_end_the_game_are_shortened() {
        let play = SelfPlay {
            variant: Variant::BREAKTHROUGH,
            games: 1,
            nodes: 10,
            opening: (200, 200),
            seed: 1,
            threads: 1,
            won_at: 600,
            level_at: None,
            longest: 200,
            endings: None,
            judges_by: String::new(),
        };
        let mut dice = fastrand::Rng::with_seed(1);
        let drawn = play.opening(&mut dice, &AtomicBool::new(false));
        let (game, plies) = drawn.ok().unwrap();
        assert!(game.outcome().is_none() && plies.len() < 200);
        let stopped = play.opening(&mut dice, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(Unfinished::Stopped)));
    }

    #[test]
    fn games_that_stay_level_are_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let play = SelfPlay {
            variant: Variant::INTERNATIONAL,
            games: 4,
            nodes: 100,
            opening: (4, 4),
            seed: 1,
            threads: 1,
            won_at: i16::MAX,
            // With this limit, every position counts as level.
            level_at: Some(i16::MAX),
            longest: 300,
            endings: None,
            judges_by: "its own weights".to_owned(),
        };
        let never = AtomicBool::new(false);
        play.run(&path, || Engine::new(1), &never, |_| {}).unwrap();
        let mut drawn = 0;
        for record in Reader::open(&path).unwrap() {
            let record = record.unwrap();
            assert!(record.plies.len() <= LEVEL_FROM);
            drawn += usize::from(record.winner.is_none() && record.plies.len() == LEVEL_FROM);
        }
        assert!(drawn > 0);
    }
}
