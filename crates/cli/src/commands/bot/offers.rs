//! A bot without an account: it keeps one game waiting in the lobby for each free place, and plays whoever takes it up.

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

/// How long it waits after the server did not take an offer.
const AGAIN: Duration = Duration::from_secs(5);

/// The places of a bot.
pub(super) struct Offers {
    bot: Arc<Bot>,
    meeting: ChallengeClient,
    /// What is offered, one after another.
    wanted: Vec<(Variant, ClockChoice)>,
    places: usize,
    /// How many more games may begin; `None` for no end.
    left: Option<usize>,
    next: usize,
}

impl Offers {
    pub(super) fn new(bot: Arc<Bot>, meeting: ChallengeClient, args: &BotArgs) -> Self {
        let clocks = |variant: &Variant| {
            let variant = *variant;
            args.clock.iter().map(move |clock| (variant, clock.clone()))
        };
        Self {
            bot,
            meeting,
            wanted: args.variant.iter().flat_map(clocks).collect(),
            places: args.games.get(),
            left: args.stop_after.map(std::num::NonZero::get),
            next: 0,
        }
    }

    /// Keeps all places busy until it is to stop.
    pub(super) async fn keep(mut self) -> anyhow::Result<Answer> {
        let mut games: JoinSet<(usize, GameEnd)> = JoinSet::new();
        let mut free: Vec<usize> = (0..self.places).rev().collect();
        loop {
            while !self.bot.stops()
                && self.left != Some(0)
                && let Some(place) = free.pop()
            {
                self.left = self.left.map(|left| left - 1);
                let (variant, clock) = self.wanted[self.next % self.wanted.len()].clone();
                self.next += 1;
                let (bot, meeting) = (self.bot.clone(), self.meeting.clone());
                games.spawn(async move {
                    (place, at_a_place(bot, meeting, variant, clock, place).await)
                });
            }
            let Some(ended) = games.join_next().await else {
                return Ok(Answer::Done);
            };
            match ended {
                Ok((place, end)) => {
                    free.push(place);
                    match end {
                        GameEnd::Left => self.left = Some(0),
                        // An engine that fails again and again would resign game after game.
                        GameEnd::NoEngine { reason } => {
                            self.left = Some(0);
                            if games.is_empty() {
                                anyhow::bail!("no more games without an engine: {reason}");
                            }
                        }
                        // It was asked before the offer whether the engine can play it.
                        GameEnd::NotPlayed { why } => {
                            anstream::eprintln!("a game is not played: {why}");
                        }
                        GameEnd::Over { .. } | GameEnd::Gone { .. } => {}
                    }
                }
                Err(error) => anyhow::bail!("a game met a bug: {error}"),
            }
        }
    }
}

/// Offers a game, waits for whoever takes it up, and plays; and again while the opponent wants another one.
async fn at_a_place(
    bot: Arc<Bot>,
    meeting: ChallengeClient,
    variant: Variant,
    clock: ClockChoice,
    place: usize,
) -> GameEnd {
    let (seat, secret) = match offered(&bot, &meeting, variant, &clock).await {
        Ok(Some(seated)) => seated,
        Ok(None) => return GameEnd::Over { rematch: None },
        Err(detail) => return GameEnd::NoEngine { reason: detail },
    };
    let mut played = PlayedGame::new(bot.clone(), meeting.clone(), seat, secret, place);
    loop {
        match played.play().await {
            GameEnd::Over {
                rematch: Some(secret),
            } => {
                let seat = SeatConnection::connect(meeting.server().clone(), secret.clone());
                played = PlayedGame::new(bot.clone(), meeting.clone(), seat, secret, place);
            }
            end => return end,
        }
    }
}

/// What is agreed in a game with this clock.
pub(super) fn settings(clock: &ClockChoice) -> GameSettings {
    GameSettings {
        clock: clock.0.clone(),
        seating: Seating::Apart,
        ..GameSettings::friendly("", "")
    }
}

/// A seat at a game that somebody has taken up, with what it has told so far. `None` where the bot is to stop before somebody came.
async fn offered(
    bot: &Bot,
    meeting: &ChallengeClient,
    variant: Variant,
    clock: &ClockChoice,
) -> Result<Option<(SeatConnection, SeatSecret)>, String> {
    let challenge = Challenge {
        variant: variant.id().to_owned(),
        settings: settings(clock),
        host: bot.name.clone(),
        colour: ColourChoice::Lot,
        ratings: None,
        clocks_by_player: false,
    };
    let mut stop = bot.stop.clone();
    loop {
        let dice = |_| "the system gives no random numbers".to_owned();
        let host = SeatSecret::generate().map_err(dice)?;
        let invitation = SeatSecret::generate().map_err(dice)?;
        let id = ChallengeClient::new_id().map_err(dice)?;
        match offer(meeting, &host, &invitation, &id, &challenge, &mut stop).await {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => return Err(error.to_string()),
        }
        let link = meeting.server().invitation_link(&invitation);
        anstream::eprintln!("offered: {}, link: {link}", variant.id());
        let mut seat = SeatConnection::connect(meeting.server().clone(), host.clone());
        tokio::select! {
            begun = seat.begun() => {
                if begun {
                    return Ok(Some((seat, host)));
                }
                // Its time is over: it is offered anew.
            }
            () = stopped(&mut stop, 1) => {
                // Where somebody has taken it up at this moment, the game is played.
                let withdrawn = meeting.withdraw(&host).await;
                let is_taken = matches!(withdrawn, Ok(false))
                    && tokio::select! {
                        begun = seat.begun() => begun,
                        // A server that cannot read it never shows that it has begun.
                        () = stopped(&mut stop, 2) => false,
                    };
                return Ok(is_taken.then_some((seat, host)));
            }
        }
    }
}

/// Offers a game, again and again while the server cannot be reached. Answers false where the bot is to stop.
async fn offer(
    meeting: &ChallengeClient,
    host: &SeatSecret,
    invitation: &SeatSecret,
    id: &str,
    challenge: &Challenge,
    stop: &mut tokio::sync::watch::Receiver<u8>,
) -> Result<bool, ApiError> {
    loop {
        match meeting.offer(host, invitation, id, challenge, true).await {
            Ok(_) => return Ok(true),
            Err(error) if error.is_transient() => anstream::eprintln!("{error}; trying again"),
            Err(error) => return Err(error),
        }
        tokio::select! {
            () = sleep(AGAIN) => {}
            () = stopped(stop, 1) => return Ok(false),
        }
    }
}
