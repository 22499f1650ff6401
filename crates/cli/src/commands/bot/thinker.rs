//! An engine in a thread of its own, so that the game continues meanwhile. A failed engine is
//! restarted once per game.

use std::sync::{Arc, mpsc as threads};
use std::time::Duration;

use damier_protocols::player::{Answer, Claim, Limits, Player, PlayerError};
use damier_rules::{Game, Move, Side, Variant};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::engine::Bot;

/// A request for a move in a position.
pub(super) struct SearchRequest {
    pub(super) game: Game,
    pub(super) side: Side,
    pub(super) limits: Limits,
}

/// The result of a search.
pub(super) struct SearchResult {
    /// The number of plies, and the position's hash.
    pub(super) after: (usize, u64),
    pub(super) choice: Choice,
}

/// What the engine chooses.
pub(super) enum Choice {
    /// A move; the score is in men, for the engine's side.
    Move(Move, Option<f64>),
    /// To resign.
    Resign,
    /// Nothing: it has failed twice.
    Failed(anyhow::Error),
}

/// A message to the thread.
enum ThreadMessage {
    SearchRequest(SearchRequest),
    /// The game is over, with its winner.
    Over(Game, Option<Side>),
}

/// How long the thread may take to handle the end of a game.
const END_TIMEOUT: Duration = Duration::from_secs(3);

/// A thread that runs an engine. It ends after its current search when this is dropped.
pub(super) struct Thinker {
    questions: threads::Sender<ThreadMessage>,
    thoughts: mpsc::UnboundedReceiver<SearchResult>,
}

impl Thinker {
    pub(super) fn start(bot: Arc<Bot>, variant: Variant, board_number: usize) -> Self {
        let (questions, said) = threads::channel::<ThreadMessage>();
        let (teller, thoughts) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            let mut playing: Option<Playing> = None;
            let mut failures = 0;
            for said in said {
                let question = match said {
                    ThreadMessage::SearchRequest(question) => question,
                    ThreadMessage::Over(game, winner) => {
                        if let Some(playing) = &mut playing {
                            // An engine that has exited needs no message.
                            let _ = playing.engine.game_over(&game, winner);
                        }
                        break;
                    }
                };
                let choice = loop {
                    match answer(&bot, variant, board_number, &mut playing, &question) {
                        Ok(choice) => break choice,
                        Err(error) => {
                            playing = None;
                            failures += 1;
                            if failures > 1 {
                                break Choice::Failed(error);
                            }
                            anstream::eprintln!("the engine failed, restarting it: {error}");
                        }
                    }
                };
                let after = (question.game.len(), question.game.position().hash());
                if teller.send(SearchResult { after, choice }).is_err() {
                    break;
                }
            }
        });
        Self {
            questions,
            thoughts,
        }
    }

    /// Requests a move.
    pub(super) fn request(&self, question: SearchRequest) {
        // A thread that has ended is noticed by `next`.
        let _ = self.questions.send(ThreadMessage::SearchRequest(question));
    }

    /// Returns the next result; `None` if the thread has ended. Cancel safe.
    pub(super) async fn next(&mut self) -> Option<SearchResult> {
        self.thoughts.recv().await
    }

    /// Sends the end of the game to the engine, and waits briefly until it is handled.
    pub(super) async fn end(self, game: Game, winner: Option<Side>) {
        let Self {
            questions,
            mut thoughts,
        } = self;
        let _ = questions.send(ThreadMessage::Over(game, winner));
        drop(questions);
        let _ = timeout(END_TIMEOUT, async {
            while thoughts.recv().await.is_some() {}
        })
        .await;
    }
}

/// An engine in a game.
struct Playing {
    engine: Box<dyn Player>,
    /// The moves that it knows, including its own last one.
    known: Vec<Move>,
}

impl Playing {
    /// Whether the game continues from the moves that the engine knows. False after a takeback, or
    /// if its own move was rejected.
    fn continues(&self, game: &Game) -> bool {
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
    board_number: usize,
    playing: &mut Option<Playing>,
    question: &SearchRequest,
) -> anyhow::Result<Choice> {
    let SearchRequest {
        game, side, limits, ..
    } = question;
    let limits = bot.limits_to_send(limits);
    let playing = if let Some(playing) = playing {
        if !playing.continues(game) {
            playing.engine.new_game(game, *side, &limits)?;
        }
        playing
    } else {
        let mut engine = bot.engine(variant, board_number)?;
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
            Ok(Choice::Move(reply.played, reply.report.score))
        }
        Answer::Ends(Claim::Loses) => Ok(Choice::Resign),
        Answer::Ends(_) => Err(PlayerError::NoMove.into()),
    }
}
