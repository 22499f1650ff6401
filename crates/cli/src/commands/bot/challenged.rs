//! A bot under an account. It accepts the challenges that pass its filters while it has free
//! boards, and plays the games that are in progress or that its account starts elsewhere.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use damier_client::{
    ApiError, BotClient, BotEvent, ChallengeClient, Lines, ReceivedChallenge, SeatConnection,
    SeatSecret,
};
use damier_rules::Variant;
use damier_session::{ClockSettings, GameSettings};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::accepted::Accepted;
use super::engine::{Bot, stopped};
use super::filters::Filters;
use super::game::{GameEnd, PlayedGame};
use super::not_played::NotPlayed;
use super::seats::{Seat, Seats};
use super::unasked::{Told, Unasked};
use crate::answer::Answer;
use crate::args::BotArgs;

/// The first pause before reconnecting.
const SOON: Duration = Duration::from_secs(1);

/// The longest pause before reconnecting.
const LATE: Duration = Duration::from_secs(30);

/// Time limit for a stream's initial list of challenges and games, which may arrive without a
/// pause.
const ALL_TOLD: Duration = Duration::from_secs(30);

/// How many challenges wait for a board. The server keeps each for three minutes.
const MOST_WAITING: usize = 20;

/// A game in progress.
struct Playing {
    place: usize,
    secret: SeatSecret,
    /// Whether it counts for `--stop-after`.
    is_counted: bool,
}

/// A bot that is challenged by name.
pub(super) struct Challenged {
    bot: Arc<Bot>,
    meeting: ChallengeClient,
    program: BotClient,
    filters: Filters,
    /// The variants to play in games that the account starts elsewhere.
    variants: Vec<Variant>,
    places: usize,
    /// How many more games may be played; `None` for no limit.
    left: Option<usize>,
    /// Challenges that wait for a board, the oldest first.
    waiting: VecDeque<ReceivedChallenge>,
    /// Accepted challenges whose games have not started.
    accepted: Accepted,
    /// Games that the account has started elsewhere.
    unasked: Unasked,
    /// Seats at games that the server may list again.
    seats: Seats,
    /// The games in progress.
    playing: BTreeMap<String, Playing>,
    games: JoinSet<(String, GameEnd)>,
    /// Whether the stream's initial list is incomplete. It lists challenges before games in
    /// progress, which get the boards first.
    hears_first: bool,
    /// Whether a stop was requested.
    is_stopped: bool,
    /// Whether a game was left before its end.
    has_left: bool,
    /// Why an engine failed for good.
    failed: Option<String>,
}

impl Challenged {
    pub(super) fn new(
        bot: Arc<Bot>,
        meeting: ChallengeClient,
        program: BotClient,
        filters: Filters,
        args: &BotArgs,
    ) -> Self {
        Self {
            bot,
            meeting,
            program,
            filters,
            variants: args.variant.clone(),
            places: args.games.get(),
            left: args.stop_after.map(std::num::NonZero::get),
            waiting: VecDeque::new(),
            accepted: Accepted::default(),
            unasked: Unasked::default(),
            seats: Seats::default(),
            playing: BTreeMap::new(),
            games: JoinSet::new(),
            hears_first: false,
            is_stopped: false,
            has_left: false,
            failed: None,
        }
    }

    /// Runs until a stop is requested or the last game is over.
    pub(super) async fn keep(mut self) -> anyhow::Result<Answer> {
        let name = self.program.name().await;
        let name = name.context(
            "the account cannot be used; its token must be good for \"Play as a program\"",
        )?;
        let mut stop = self.bot.stop.clone();
        let mut wait = SOON;
        loop {
            let lines = match self.program.events().await {
                Ok(lines) => {
                    anstream::eprintln!("{name} may be challenged on {}", self.meeting.server());
                    wait = SOON;
                    self.hear_anew();
                    Some(lines)
                }
                Err(error) if error.is_transient() => {
                    anstream::eprintln!("{error}; trying again");
                    None
                }
                Err(error) => return Err(error.into()),
            };
            if let Some(answer) = self.attend(lines, wait, &mut stop).await? {
                return Ok(answer);
            }
            wait = (wait * 2).min(LATE);
        }
    }

    /// Called when a stream is opened, which lists all challenges and games again.
    fn hear_anew(&mut self) {
        self.waiting.clear();
        self.unasked.hear_anew();
        self.hears_first = true;
        self.accepted.hear_anew();
    }

    /// Called when the stream has listed everything. Challenges accepted before and not listed
    /// release their boards: their games are over or listed later.
    async fn all_is_told(&mut self) -> anyhow::Result<bool> {
        self.hears_first = false;
        self.accepted.all_is_told();
        self.fill().await
    }

    /// Handles events while the stream is open, or waits this long if it is not. Returns when the
    /// stream has ended.
    async fn attend(
        &mut self,
        mut lines: Option<Lines>,
        wait: Duration,
        stop: &mut watch::Receiver<u8>,
    ) -> anyhow::Result<Option<Answer>> {
        let mut patience = std::pin::pin!(sleep(wait));
        let mut quiet = std::pin::pin!(sleep(SOON));
        let mut all_told = std::pin::pin!(sleep(ALL_TOLD));
        let mut again = stop.clone();
        loop {
            if self.is_done() {
                return match self.failed.take() {
                    Some(reason) => bail!("no more games without an engine: {reason}"),
                    None if self.has_left => Ok(Some(Answer::Interrupted)),
                    None => Ok(Some(Answer::Done)),
                };
            }
            let is_open = lines.is_some();
            let goes_on = tokio::select! {
                line = next_line(&mut lines) => {
                    match line.as_deref().map(BotEvent::read) {
                        Some(Some(event)) => self.hear(event).await?,
                        Some(None) => true,
                        None => {
                            anstream::eprintln!("the stream of challenges has ended; trying again");
                            false
                        }
                    }
                }
                () = &mut patience, if !is_open => return Ok(None),
                () = &mut quiet, if is_open && self.hears_first => self.all_is_told().await?,
                () = &mut all_told, if is_open && self.hears_first => self.all_is_told().await?,
                Some(ended) = self.games.join_next() => {
                    let (game, end) = ended.context("a game met a bug")?;
                    self.end(game, end);
                    self.fill().await?
                }
                () = stopped(stop, 1), if !self.is_closed() => {
                    self.is_stopped = true;
                    self.fill().await?
                }
                // Accepted challenges are left like games in progress, since the server may never
                // report their start.
                () = stopped(&mut again, 2), if self.accepted.to_begin() > 0 => {
                    self.accepted.clear();
                    self.has_left = true;
                    self.is_stopped = true;
                    true
                }
            };
            // Only a second without a line shows that the list is complete: lines wait while the
            // bot takes a seat.
            if self.hears_first {
                quiet.set(sleep(SOON));
            }
            if !goes_on {
                lines = None;
                patience.set(sleep(SOON));
            }
        }
    }

    /// Handles the end of a game, and releases its board.
    fn end(&mut self, game: String, end: GameEnd) {
        let Some(playing) = self.playing.remove(&game) else {
            return; // all that is spawned is there
        };
        match end {
            GameEnd::Left => {
                self.has_left = true;
                self.is_stopped = true;
            }
            // The engine did not fail, and the game was not played.
            GameEnd::NotPlayed { why } => {
                if playing.is_counted {
                    self.left = self.left.map(|left| left.saturating_add(1));
                }
                match why {
                    NotPlayed::Over => anstream::eprintln!("game {game} is over already"),
                    // The next stream lists the game again; a server may be able to read it then.
                    NotPlayed::Unreadable => {
                        anstream::eprintln!("game {game} is left to its account for now: {why}");
                        let (secret, is_taken) = (playing.secret, true);
                        self.seats.keep(game, Seat { secret, is_taken });
                    }
                    NotPlayed::Objection(_) => {
                        anstream::eprintln!("game {game} is left to its account: {why}");
                        self.unasked.leave(game);
                    }
                }
            }
            // An engine that keeps failing would resign game after game.
            GameEnd::NoEngine { reason } => self.failed = Some(reason),
            // A game in progress is listed again, and the bot then asks the server whether the seat
            // exists.
            GameEnd::Gone { .. } => {
                let (secret, is_taken) = (playing.secret, false);
                self.seats.keep(game, Seat { secret, is_taken });
            }
            GameEnd::Over { .. } => {}
        }
    }

    /// Whether the bot accepts no more games.
    fn is_closed(&self) -> bool {
        self.is_stopped || self.left == Some(0) || self.failed.is_some()
    }

    /// Whether a board is free.
    fn has_place(&self) -> bool {
        !self.is_closed()
            && self.playing.len() + self.accepted.to_begin() < self.places
            && self.left.is_none_or(|left| left > self.accepted.to_begin())
    }

    fn is_done(&self) -> bool {
        self.is_closed() && self.playing.is_empty() && self.accepted.to_begin() == 0
    }

    /// Handles an event. Returns false if the stream must be reopened to get a failed event again.
    async fn hear(&mut self, event: BotEvent) -> anyhow::Result<bool> {
        match event {
            BotEvent::Challenge(called) => {
                let who = called.challenger.as_ref();
                let who = who.map_or("somebody", |who| who.name.as_str());
                let objection = self.filters.objection(&called);
                let objection = objection.map(|objection| objection.to_string());
                let objection = objection.or_else(|| self.cannot_play(&called));
                if let Some(objection) = objection {
                    anstream::eprintln!("declined: {} by {who}: {objection}", called.variant());
                    self.decline(&called).await;
                    return Ok(true);
                }
                let is_known = self.accepted.has(&called.id)
                    || self.waiting.iter().any(|other| other.id == called.id);
                if !is_known {
                    self.waiting.push_back(called);
                }
                self.fill().await
            }
            BotEvent::GameStart(game) => self.hear_of_game(game).await,
        }
    }

    /// Handles a game in progress: takes a seat, or queues the game for a board.
    async fn hear_of_game(&mut self, game: String) -> anyhow::Result<bool> {
        if self.playing.contains_key(&game) {
            self.accepted.remove(&game);
            return Ok(true);
        }
        // The bot plays its accepted challenges at once. If one released its board because it was
        // listed late, and another game has that board, the bot uses one board more than allowed:
        // better than a running clock with no player. Where each engine is bound to a board, the
        // game waits.
        let may_sit = !self.accepted.is_late(&game)
            || self.playing.len() + self.accepted.to_begin() < self.places
            || !self.bot.is_bound_to_places();
        if may_sit && self.accepted.remove(&game) {
            return self.sit_down(game, true).await;
        }
        let told = self.unasked.hear(&game);
        let goes_on = self.fill().await?;
        match told {
            Told::Waits if self.unasked.waits(&game) && !self.is_closed() => {
                anstream::eprintln!("game {game} waits for a place (--games)");
            }
            Told::TooMany => {
                anstream::eprintln!(
                    "game {game} is left to its account: too many wait for a place"
                );
            }
            Told::Waits | Told::Known => {}
        }
        Ok(goes_on)
    }

    /// Why the engine cannot play a game that passes the filters; `None` if it can.
    fn cannot_play(&self, called: &ReceivedChallenge) -> Option<String> {
        let ms = |seconds: Option<u64>| seconds.map(|seconds| seconds.saturating_mul(1_000));
        let clock = ms(called.clock.limit).map(|initial_ms| ClockSettings {
            moves: called.clock.moves,
            ..ClockSettings::fischer(initial_ms, ms(called.clock.increment).unwrap_or(0))
        });
        let settings = GameSettings {
            start: called.start.clone(),
            clock,
            ..GameSettings::friendly("", "")
        };
        let Some(variant) = Variant::from_id(called.variant()) else {
            return Some("there is no such game here".to_owned());
        };
        let answer = self.bot.can_play(variant, &settings);
        answer.err().map(|error| error.to_string())
    }

    /// Takes seats at waiting games and accepts challenges while boards are free, and declines
    /// excess challenges. Returns false if the stream must be reopened.
    async fn fill(&mut self) -> anyhow::Result<bool> {
        // Games come before challenges, because their clocks run.
        while self.has_place()
            && let Some(game) = self.unasked.take()
        {
            let is_accepted = self.accepted.remove(&game);
            if !self.sit_down(game, is_accepted).await? {
                return Ok(false);
            }
        }
        while !self.hears_first
            && self.has_place()
            && let Some(called) = self.waiting.pop_front()
        {
            match self.program.accept(&called.id).await {
                Ok(true) => {
                    self.accepted.insert(called.id);
                }
                Ok(false) => {} // it was withdrawn, or its time is over
                Err(error) => anstream::eprintln!("a challenge cannot be taken up: {error}"),
            }
        }
        let most = if self.is_closed() { 0 } else { MOST_WAITING };
        while self.waiting.len() > most
            && let Some(called) = self.waiting.pop_back()
        {
            self.decline(&called).await;
        }
        Ok(true)
    }

    async fn decline(&self, called: &ReceivedChallenge) {
        if let Err(error) = self.program.decline(&called.id).await {
            anstream::eprintln!("a challenge cannot be declined: {error}");
        }
    }

    /// Takes a seat at a game of the account. Returns false if that failed and may succeed later.
    async fn sit_down(&mut self, game: String, is_accepted: bool) -> anyhow::Result<bool> {
        let seat = self.seats.take(&game)?;
        if !seat.is_taken
            && let Err(error) = self.program.take_seat(&game, &seat.secret).await
        {
            if matches!(error, ApiError::Refused { status: 403, .. }) {
                return Err(error).context("the token must be good for \"Play\" too");
            }
            anstream::eprintln!("no seat at game {game}: {error}");
            let is_transient = error.is_transient();
            if is_transient {
                if is_accepted {
                    self.accepted.insert(game.clone());
                }
                // The server may have created the seat despite the error. A retry with the same
                // secret creates no other.
                self.seats.keep(game, seat);
            }
            return Ok(!is_transient);
        }
        let secret = seat.secret;
        let place = (0..=self.playing.len())
            .find(|place| !self.playing.values().any(|game| game.place == *place));
        let place = place.unwrap_or_default();
        let seat = SeatConnection::connect(self.meeting.server().clone(), secret.clone());
        let mut played = PlayedGame::new(
            self.bot.clone(),
            self.meeting.clone(),
            seat,
            secret.clone(),
            place,
        );
        if !is_accepted {
            played = played.begun_without_it(self.variants.clone());
        }
        let playing = Playing {
            place,
            secret,
            is_counted: self.left != Some(0),
        };
        self.playing.insert(game.clone(), playing);
        self.left = self.left.map(|left| left.saturating_sub(1));
        self.games.spawn(async move { (game, played.play().await) });
        Ok(true)
    }
}

async fn next_line(lines: &mut Option<Lines>) -> Option<String> {
    match lines {
        Some(lines) => lines.next().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
