//! A bot without an account: keeps one offer in the lobby for each free board, and plays the
//! players who accept.

use std::sync::Arc;
use std::time::Duration;

use damier_client::{ApiError, ChallengeClient, SeatConnection, SeatSecret};
use damier_people::challenges::{Challenge, ColourChoice};
use damier_rules::Variant;
use damier_session::{GameSettings, Seating};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::engine::{Bot, stopped};
use super::game::{GameEnd, PlayedGame};
use crate::answer::Answer;
use crate::args::{BotArgs, ClockChoice};

/// The pause after a rejected offer.
const RETRY_PAUSE: Duration = Duration::from_secs(5);

/// The boards of a bot.
pub(super) struct LobbyBot {
    bot: Arc<Bot>,
    challenges: ChallengeClient,
    /// The terms to offer, in rotation.
    wanted: Vec<(Variant, ClockChoice)>,
    boards: usize,
    /// How many more games may start; `None` for no limit.
    left: Option<usize>,
    next: usize,
}

impl LobbyBot {
    pub(super) fn new(bot: Arc<Bot>, challenges: ChallengeClient, args: &BotArgs) -> Self {
        let clocks = |variant: &Variant| {
            let variant = *variant;
            args.clock.iter().map(move |clock| (variant, clock.clone()))
        };
        Self {
            bot,
            challenges,
            wanted: args.variant.iter().flat_map(clocks).collect(),
            boards: args.games.get(),
            left: args.stop_after.map(std::num::NonZero::get),
            next: 0,
        }
    }

    /// Keeps all boards in use until a stop is requested.
    pub(super) async fn run(mut self) -> anyhow::Result<Answer> {
        let mut games: JoinSet<(usize, GameEnd)> = JoinSet::new();
        let mut free: Vec<usize> = (0..self.boards).rev().collect();
        loop {
            while !self.bot.stops()
                && self.left != Some(0)
                && let Some(board_number) = free.pop()
            {
                self.left = self.left.map(|left| left - 1);
                let (variant, clock) = self.wanted[self.next % self.wanted.len()].clone();
                self.next += 1;
                let (bot, challenges) = (self.bot.clone(), self.challenges.clone());
                games.spawn(async move {
                    (
                        board_number,
                        keep_board_in_use(bot, challenges, variant, clock, board_number).await,
                    )
                });
            }
            let Some(ended) = games.join_next().await else {
                return Ok(Answer::Done);
            };
            match ended {
                Ok((board_number, end)) => {
                    free.push(board_number);
                    match end {
                        GameEnd::Left => self.left = Some(0),
                        // An engine that keeps failing would resign game after game.
                        GameEnd::NoEngine { reason } => {
                            self.left = Some(0);
                            if games.is_empty() {
                                anyhow::bail!("the engine failed: {reason}");
                            }
                        }
                        // The engine was asked before the offer.
                        GameEnd::NotPlayed { why } => {
                            anstream::eprintln!("game not played: {why}");
                        }
                        GameEnd::Over { .. } | GameEnd::Gone { .. } => {}
                    }
                }
                Err(error) => anyhow::bail!("internal error in a game: {error}"),
            }
        }
    }
}

/// Offers a game, waits for an opponent and plays, with rematches.
async fn keep_board_in_use(
    bot: Arc<Bot>,
    challenges: ChallengeClient,
    variant: Variant,
    clock: ClockChoice,
    board_number: usize,
) -> GameEnd {
    let (seat, secret) = match wait_for_opponent(&bot, &challenges, variant, &clock).await {
        Ok(Some(seated)) => seated,
        Ok(None) => return GameEnd::Over { rematch: None },
        Err(detail) => return GameEnd::NoEngine { reason: detail },
    };
    let mut played = PlayedGame::new(bot.clone(), challenges.clone(), seat, secret, board_number);
    loop {
        match played.play().await {
            GameEnd::Over {
                rematch: Some(secret),
            } => {
                let seat = SeatConnection::connect(challenges.server().clone(), secret.clone());
                played =
                    PlayedGame::new(bot.clone(), challenges.clone(), seat, secret, board_number);
            }
            end => return end,
        }
    }
}

/// The settings of a game with this clock.
pub(super) fn settings(clock: &ClockChoice) -> GameSettings {
    GameSettings {
        clock: clock.0.clone(),
        seating: Seating::Apart,
        ..GameSettings::friendly("", "")
    }
}

/// Offers a game until an opponent accepts, and returns its seat. `None` if a stop is requested
/// before.
async fn wait_for_opponent(
    bot: &Bot,
    challenges: &ChallengeClient,
    variant: Variant,
    clock: &ClockChoice,
) -> Result<Option<(SeatConnection, SeatSecret)>, String> {
    let challenge = Challenge {
        variant: variant.id().to_owned(),
        settings: settings(clock),
        host: bot.name.clone(),
        colour: ColourChoice::Random,
        ratings: None,
        clocks_by_player: false,
    };
    let mut stop = bot.stop.clone();
    loop {
        let no_random = |_| "the system provides no random numbers".to_owned();
        let host = SeatSecret::generate().map_err(no_random)?;
        let invitation = SeatSecret::generate().map_err(no_random)?;
        let id = ChallengeClient::new_id().map_err(no_random)?;
        match offer(challenges, &host, &invitation, &id, &challenge, &mut stop).await {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => return Err(error.to_string()),
        }
        let link = challenges.server().invitation_link(&invitation);
        anstream::eprintln!("offered: {}, link: {link}", variant.id());
        let mut seat = SeatConnection::connect(challenges.server().clone(), host.clone());
        tokio::select! {
            begun = seat.begun() => {
                if begun {
                    return Ok(Some((seat, host)));
                }
                // The offer has expired; create a new one.
            }
            () = stopped(&mut stop, 1) => {
                // If an opponent accepts at this moment, the game is played.
                let withdrawn = challenges.withdraw(&host).await;
                let is_taken = matches!(withdrawn, Ok(false))
                    && tokio::select! {
                        begun = seat.begun() => begun,
                        // A server that cannot read the game never shows that it has started.
                        () = stopped(&mut stop, 2) => false,
                    };
                return Ok(is_taken.then_some((seat, host)));
            }
        }
    }
}

/// Sends an offer, with retries while the server is unreachable. Returns false if a stop is
/// requested.
async fn offer(
    challenges: &ChallengeClient,
    host: &SeatSecret,
    invitation: &SeatSecret,
    id: &str,
    challenge: &Challenge,
    stop: &mut tokio::sync::watch::Receiver<u8>,
) -> Result<bool, ApiError> {
    loop {
        match challenges
            .offer(host, invitation, id, challenge, true)
            .await
        {
            Ok(_) => return Ok(true),
            Err(error) if error.is_transient() => anstream::eprintln!("{error}; retrying"),
            Err(error) => return Err(error),
        }
        tokio::select! {
            () = sleep(RETRY_PAUSE) => {}
            () = stopped(stop, 1) => return Ok(false),
        }
    }
}
