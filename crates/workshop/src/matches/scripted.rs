//! Players for tests. They follow a script, and take as much time as the test says.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use damier_notation::move_text;
use damier_protocols::player::{Answer, Limits, Player, PlayerError, Reply, SearchReport};
use damier_rules::{Game, Move, Side};

use super::adjudication::Adjudication;
use super::referee::{Now, Referee};

/// A clock that only runs when a test moves its hands.
#[derive(Clone, Default)]
pub(super) struct Hands(Arc<AtomicU64>);

impl Hands {
    pub(super) fn pass(&self, ms: u64) {
        self.0.fetch_add(ms, Ordering::Relaxed);
    }

    pub(super) fn now(&self) -> Now {
        let hands = Arc::clone(&self.0);
        Arc::new(move || Duration::from_millis(hands.load(Ordering::Relaxed)))
    }

    pub(super) fn referee(&self) -> Referee {
        Referee {
            now: self.now(),
            adjudication: Adjudication::default(),
            endings: None,
            margin: Duration::from_millis(10),
            longest: 400,
        }
    }
}

/// What a player does when it is to move.
pub(super) enum Act {
    /// A move in the usual notation.
    Move(&'static str),
    /// A move with a score, in men.
    Scored(&'static str, f64),
    /// A move, and the reply that the player expects.
    Foresees(&'static str, &'static str),
    /// Any answer.
    Answer(Answer),
    /// An error instead of an answer.
    Fails(PlayerError),
}

/// A player that follows a script, and then plays the first legal move of the list.
pub(super) struct Scripted {
    pub(super) script: VecDeque<Act>,
    pub(super) ms_a_move: u64,
    pub(super) hands: Hands,
    /// The limits that it was given, move by move.
    pub(super) limits: Vec<Limits>,
    /// The pondering requests: the number of plies played, the expected reply, the limits.
    pub(super) ahead: Vec<(usize, Move, Limits)>,
    pub(super) games_over: Vec<Option<Side>>,
    pub(super) refuses: bool,
    pub(super) goes_while_ahead: bool,
}

impl Scripted {
    pub(super) fn new(hands: &Hands, script: Vec<Act>) -> Scripted {
        Scripted {
            script: script.into(),
            ms_a_move: 0,
            hands: hands.clone(),
            limits: Vec::new(),
            ahead: Vec::new(),
            games_over: Vec::new(),
            refuses: false,
            goes_while_ahead: false,
        }
    }
}

impl Player for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn new_game(&mut self, _: &Game, _: Side, _: &Limits) -> Result<(), PlayerError> {
        if self.refuses {
            let said = "not today".to_owned();
            return Err(PlayerError::Refuses { said });
        }
        Ok(())
    }

    fn play(&mut self, game: &Game, limits: &Limits) -> Result<Answer, PlayerError> {
        self.limits.push(*limits);
        self.hands.pass(self.ms_a_move);
        let read = |text| move_text::read(game.position(), text).expect("a legal move");
        match self.script.pop_front() {
            None => {
                let legal = game.position().legal_moves();
                Ok(Answer::of(*legal.first().expect("a legal move")))
            }
            Some(Act::Move(text)) => Ok(Answer::of(read(text))),
            Some(Act::Scored(text, score)) => Ok(Answer::Plays(Reply {
                played: read(text),
                ponder: None,
                report: SearchReport {
                    score: Some(score),
                    depth: Some(3),
                    ..SearchReport::default()
                },
                line: Vec::new(),
                damage: None,
            })),
            Some(Act::Foresees(text, answer)) => {
                let played = read(text);
                let after = game.position().play(&played).expect("a legal move");
                let ponder = move_text::read(&after, answer).expect("a legal answer");
                Ok(Answer::Plays(Reply {
                    played,
                    ponder: Some(ponder),
                    report: SearchReport::default(),
                    line: Vec::new(),
                    damage: None,
                }))
            }
            Some(Act::Answer(answer)) => Ok(answer),
            Some(Act::Fails(error)) => Err(error),
        }
    }

    fn think_ahead(
        &mut self,
        game: &Game,
        expected: &Move,
        limits: &Limits,
    ) -> Result<(), PlayerError> {
        self.ahead.push((game.len(), *expected, *limits));
        if self.goes_while_ahead {
            let detail = "exit status 1".to_owned();
            return Err(PlayerError::Gone { detail });
        }
        Ok(())
    }

    fn game_over(&mut self, _: &Game, winner: Option<Side>) -> Result<(), PlayerError> {
        self.games_over.push(winner);
        Ok(())
    }
}
