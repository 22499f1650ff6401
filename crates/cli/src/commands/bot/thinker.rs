//! An engine that thinks in a thread of its own, so that the game goes on meanwhile. An engine that fails is started again once in a game.

use std::sync::{Arc, mpsc as threads};
use std::time::Duration;

use damier_protocols::player::{Answer, Claim, Limits, Player, PlayerError};
use damier_rules::{Game, Move, Side, Variant};
use tokio::sync::mpsc;
use tokio::time::timeout;

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

/// What is said to the thread.
enum Said {
    Question(Question),
    /// The game is over; with its winner.
    Over(Game, Option<Side>),
}

/// How long the engine may take to hear that a game is over.
const FAREWELL: Duration = Duration::from_secs(3);

/// A thread with an engine in it, which ends when this is dropped and its move is thought out.
pub(super) struct Thinker {
    questions: threads::Sender<Said>,
    thoughts: mpsc::UnboundedReceiver<Thought>,
}

impl Thinker {
    pub(super) fn start(bot: Arc<Bot>, variant: Variant, place: usize) -> Self {
        let (questions, said) = threads::channel::<Said>();
        let (teller, thoughts) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            let mut playing: Option<Playing> = None;
            let mut failures = 0;
            for said in said {
                let question = match said {
                    Said::Question(question) => question,
                    Said::Over(game, winner) => {
                        if let Some(playing) = &mut playing {
                            // One that is gone need not know.
                            let _ = playing.engine.game_over(&game, winner);
                        }
                        break;
                    }
                };
                let choice = loop {
                    match answer(&bot, variant, place, &mut playing, &question) {
                        Ok(choice) => break choice,
                        Err(error) => {
                            playing = None; // what is left of it is ended
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
        let _ = self.questions.send(Said::Question(question));
    }

    /// The next thought; `None` if the thread is gone. May be given up at any time without losing one.
    pub(super) async fn next(&mut self) -> Option<Thought> {
        self.thoughts.recv().await
    }

    /// Tells the engine that the game is over, and waits a moment until it has heard it.
    pub(super) async fn end(self, game: Game, winner: Option<Side>) {
        let Self {
            questions,
            mut thoughts,
        } = self;
        let _ = questions.send(Said::Over(game, winner));
        drop(questions);
        let _ = timeout(FAREWELL, async { while thoughts.recv().await.is_some() {} }).await;
    }
}

/// An engine in a game.
struct Playing {
    engine: Box<dyn Player>,
    /// The moves that it knows, its own last one included.
    known: Vec<Move>,
}

impl Playing {
    /// Whether the game goes on from what the engine knows. It does not where moves were taken back, or its own was not taken.
    fn goes_on(&self, game: &Game) -> bool {
        game.len() >= self.known.len()
            && game
                .moves()
                .take(self.known.len())
                .eq(self.known.iter().copied())
    }
}

fn answer(
    bot: &Bot,
    variant: Variant,
    place: usize,
    playing: &mut Option<Playing>,
    question: &Question,
) -> anyhow::Result<Choice> {
    let Question {
        game, side, limits, ..
    } = question;
    let limits = bot.told(limits);
    let playing = if let Some(playing) = playing {
        if !playing.goes_on(game) {
            playing.engine.new_game(game, *side, &limits)?;
        }
        playing
    } else {
        let mut engine = bot.engine(variant, place)?;
        engine.new_game(game, *side, &limits)?;
        playing.insert(Playing {
            engine,
            known: Vec::new(),
        })
    };
    match playing.engine.play(game, &limits)? {
        Answer::Plays(reply) => {
            if !game.position().legal_moves().contains(&reply.played) {
                let text = damier_notation::move_text::text(game.position(), &reply.played);
                return Err(PlayerError::Illegal { text }.into());
            }
            playing.known = game.moves().chain([reply.played]).collect();
            Ok(Choice::Plays(reply.played, reply.told.score))
        }
        Answer::Ends(Claim::Loses) => Ok(Choice::Resigns),
        Answer::Ends(_) => Err(PlayerError::NoMove.into()),
    }
}
