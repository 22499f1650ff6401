//! Plays the games of a match, several at the same time.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use damier_protocols::player::{Player, PlayerError};
use damier_rules::{DrawSettings, Game, Position, Side};

use super::match_game::{Contestant, MatchGame};
use super::pace::Pace;
use super::referee::{NotBegun, Played, Referee, Seat};

/// Starts a player for a slot. Games of a slot are played one after another.
pub type Start<'m> = dyn Fn(usize) -> Result<Box<dyn Player>, PlayerError> + Sync + 'm;

/// One of the two players of a match.
pub struct Entrant<'m> {
    /// Starts the player: once for each slot, and again after it has failed.
    pub start: Box<Start<'m>>,
    /// How long it may think.
    pub pace: Pace,
    /// Whether it may ponder; see [`Spec::can_think_ahead`](super::spec::Spec::can_think_ahead).
    pub thinks_ahead: bool,
}

/// A match: the players, the start positions, and the number of games.
pub struct Match<'m> {
    /// A and B.
    pub entrants: [Entrant<'m>; 2],
    /// The referee of all games.
    pub referee: Referee,
    /// The start positions of the pairs. After the last ballot, the first one is used again.
    pub ballots: &'m [Position],
    /// How many games.
    pub games: usize,
    /// How many games are played at the same time.
    pub slots: usize,
}

/// A game that is over.
pub struct Finished {
    /// Which game it is.
    pub place: MatchGame,
    /// The names that A and B reported for themselves.
    pub names: [String; 2],
    /// How the game went.
    pub played: Played,
}

impl Finished {
    /// What was wrong with this player's answers whose moves could be read nevertheless.
    pub fn damage_of(&self, who: Contestant) -> impl Iterator<Item = &str> {
        let first = self.played.game.start().side();
        let own = usize::from(self.place.at(first) != who);
        let thoughts = self.played.thoughts.iter().skip(own).step_by(2);
        thoughts.filter_map(|thought| thought.damage.as_deref())
    }
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
#[error("game {place}, player {who}: {error}")]
pub struct MatchError {
    /// The game that could not begin.
    pub place: MatchGame,
    /// The player who could not: `A` or `B`.
    pub who: &'static str,
    /// What is wrong with that player.
    pub error: PlayerError,
}

impl Match<'_> {
    /// Plays all games that are not in `done`, and passes each one to `on_game` when it ends. Once
    /// `stop` is set or `on_game` breaks off, no new game starts, but games in progress are
    /// finished.
    ///
    /// # Errors
    /// A player cannot be started, or refuses a game right after it was started.
    pub fn run(
        &self,
        done: &HashSet<MatchGame>,
        stop: &AtomicBool,
        mut on_game: impl FnMut(Finished) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        let places = (0..self.games).map(MatchGame::of_number);
        let places = Mutex::new(places.filter(|place| !done.contains(place)));
        let enough = AtomicBool::new(false);
        let next = || {
            let over = stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
            let mut places = places.lock().ok().filter(|_| !over)?;
            places.next()
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for number in 0..self.slots.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut slot = Slot::new(self, number);
                    while let Some(place) = next() {
                        let result = slot.play(place);
                        let failed = result.is_err();
                        if sender.send(result).is_err() || failed {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            for finished in receiver {
                match finished.map(&mut on_game) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => {}
                    Err(error) => result = result.and(Err(error)),
                }
                enough.store(true, Ordering::Relaxed);
            }
            result
        })
    }

    fn opening(&self, place: MatchGame) -> Game {
        let ballot = self.ballots[place.pair % self.ballots.len()];
        Game::new(ballot, DrawSettings::default())
    }
}

/// A board with its two players, which play one game after another there.
struct Slot<'m> {
    the_match: &'m Match<'m>,
    number: usize,
    players: [Option<Box<dyn Player>>; 2],
}

impl<'m> Slot<'m> {
    fn new(the_match: &'m Match<'_>, number: usize) -> Slot<'m> {
        Slot {
            the_match,
            number,
            players: [None, None],
        }
    }

    fn play(&mut self, place: MatchGame) -> Result<Finished, MatchError> {
        let stays = self.players.each_ref().map(Option::is_some);
        match self.begin(place) {
            // A player may disconnect between two games without losing a game. Both players are
            // then restarted, once.
            Err((who, _)) if stays[who.index()] => {
                self.players = [None, None];
                self.begin(place)
            }
            result => result,
        }
        .map_err(|(who, error)| MatchError {
            place,
            who: who.letter(),
            error,
        })
    }

    fn begin(&mut self, place: MatchGame) -> Result<Finished, (Contestant, PlayerError)> {
        for who in Contestant::ALL {
            let player = &mut self.players[who.index()];
            if player.is_none() {
                let started = (self.the_match.entrants[who.index()].start)(self.number);
                *player = Some(started.map_err(|error| (who, error))?);
            }
        }
        let [Some(a), Some(b)] = &mut self.players else {
            unreachable!("both were seated above");
        };
        let names = [a.name().to_owned(), b.name().to_owned()];
        let seat = |player, who: Contestant| {
            let entrant = &self.the_match.entrants[who.index()];
            Seat {
                player,
                pace: entrant.pace,
                thinks_ahead: entrant.thinks_ahead,
            }
        };
        let (a, b) = (seat(&mut **a, Contestant::A), seat(&mut **b, Contestant::B));
        let (white, black) = if place.swapped { (b, a) } else { (a, b) };
        let opening = self.the_match.opening(place);
        let result = self.the_match.referee.play(opening, white, black);
        let played = result.map_err(|NotBegun { side, error }| (place.at(side), error))?;
        for side in Side::ALL {
            if played.broken[side.index()] {
                self.players[place.at(side).index()] = None;
            }
        }
        Ok(Finished {
            place,
            names,
            played,
        })
    }
}

#[cfg(test)]
#[path = "runner/tests.rs"]
mod tests;
