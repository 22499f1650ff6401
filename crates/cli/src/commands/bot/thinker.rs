//! An engine that thinks in a thread of its own, so that the game goes on meanwhile. An engine that fails is started again once in a game.

use std::sync::Arc;
use std::sync::mpsc as threads;

use damier_protocols::player::{Answer, Claim, Limits, Player, PlayerError};
use damier_rules::{Game, Move, Side, Variant};
use tokio::sync::mpsc;

use super::engine::Bot;

/// What is asked: a move in a position.
pub(super) struct Question {
    pub(super) game: Game,
    pub(super) side: Side,
    pub(super) limits: Limits,
}

/// What came of it.
pub(super) struct Thought {
    /// After how many plies, and in which position.
    pub(super) after: (usize, u64),
    pub(super) choice: Choice,
}

/// What the engine wants to do.
pub(super) enum Choice {
    /// To play a move; the score is in men, for itself.
    Plays(Move, Option<f64>),
    /// To give the game up.
    Resigns,
    /// Nothing: it has failed twice.
    Fails(anyhow::Error),
}

/// A thread with an engine in it, which ends when this is dropped and its move is thought out.
pub(super) struct Thinker {
    questions: threads::Sender<Question>,
    thoughts: mpsc::UnboundedReceiver<Thought>,
}

impl Thinker {
    pub(super) fn start(bot: Arc<Bot>, variant: Variant, place: usize) -> Self {
        let (questions, asked) = threads::channel::<Question>();
        let (teller, thoughts) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            let mut engine: Option<Box<dyn Player>> = None;
            let mut failures = 0;
            for question in asked {
                let choice = loop {
                    match answer(&bot, variant, place, &mut engine, &question) {
                        Ok(choice) => break choice,
                        Err(error) => {
                            engine = None; // what is left of it is ended
                            failures += 1;
                            if failures > 1 {
                                break Choice::Fails(error);
                            }
                            anstream::eprintln!("the engine failed and is started again: {error}");
                        }
                    }
                };
                let after = (question.game.len(), question.game.position().hash());
                if teller.send(Thought { after, choice }).is_err() {
                    break;
                }
            }
        });
        Self {
            questions,
            thoughts,
        }
    }

    /// Asks for a move.
    pub(super) fn ask(&self, question: Question) {
        // A thread that is gone is found out where its thought is waited for.
        let _ = self.questions.send(question);
    }

    /// The next thought; `None` if the thread is gone. May be given up at any time without losing one.
    pub(super) async fn next(&mut self) -> Option<Thought> {
        self.thoughts.recv().await
    }
}

fn answer(
    bot: &Bot,
    variant: Variant,
    place: usize,
    engine: &mut Option<Box<dyn Player>>,
    question: &Question,
) -> anyhow::Result<Choice> {
    let Question {
        game, side, limits, ..
    } = question;
    let engine = if let Some(engine) = engine {
        engine
    } else {
        let mut new = bot.engine(variant, place)?;
        new.new_game(game, *side, limits)?;
        engine.insert(new)
    };
    match engine.play(game, limits)? {
        Answer::Plays(reply) => {
            if !game.position().legal_moves().contains(&reply.played) {
                let text = damier_notation::move_text::text(game.position(), &reply.played);
                return Err(PlayerError::Illegal { text }.into());
            }
            Ok(Choice::Plays(reply.played, reply.told.score))
        }
        Answer::Ends(Claim::Loses) => Ok(Choice::Resigns),
        Answer::Ends(_) => Err(PlayerError::NoMove.into()),
    }
}
