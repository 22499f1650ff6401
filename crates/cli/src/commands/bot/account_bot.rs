//! A bot under an account. It accepts the challenges that pass its filters while it has free
//! boards, and plays the games that are in progress or that its account starts elsewhere.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use damier_client::{
    ApiError, BotChallenge, BotClient, BotEvent, ChallengeClient, Lines, NoRandomness,
    SeatConnection, SeatSecret,
};
use damier_rules::Variant;
use damier_session::{ClockSettings, GameSettings};
use lru::LruCache;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::accepted::Accepted;
use super::engine::{Bot, stopped};
use super::filters::Filters;
use super::game::{GameEnd, PlayedGame};
use super::not_played::NotPlayed;
use super::other_device_games::{MOST_LISTED, OtherDeviceGames, Queued};
use crate::answer::Answer;
use crate::args::BotArgs;

/// The first pause before reconnecting.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause before reconnecting.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Time limit for a stream's initial list of challenges and games, which may arrive without a
/// pause.
const LIST_TIMEOUT: Duration = Duration::from_secs(30);

/// How many challenges wait for a board. The server keeps each for three minutes.
const MAX_WAITING: usize = 20;

/// A game in progress.
struct Playing {
    board_number: usize,
    secret: SeatSecret,
    /// Whether it counts for `--stop-after`.
    is_counted: bool,
}

/// A bot that is challenged by name.
pub(super) struct AccountBot {
    bot: Arc<Bot>,
    challenges: ChallengeClient,
    client: BotClient,
    filters: Filters,
    /// The variants to play in games that the account starts elsewhere.
    variants: Vec<Variant>,
    boards: usize,
    /// How many more games may be played; `None` for no limit.
    left: Option<usize>,
    /// Challenges that wait for a board, the oldest first.
    waiting: VecDeque<BotChallenge>,
    /// Accepted challenges whose games have not started.
    accepted: Accepted,
    /// Games that the account has started elsewhere.
    elsewhere: OtherDeviceGames,
    /// Seats at games that the server may list again. It stores every seat that it creates, so the
    /// bot reuses their secrets.
    seats: LruCache<String, Seat>,
    /// The games in progress.
    playing: BTreeMap<String, Playing>,
    games: JoinSet<(String, GameEnd)>,
    /// Whether the stream's initial list is incomplete. It lists challenges before games in
    /// progress, which get the boards first.
    list_incomplete: bool,
    /// Whether a stop was requested.
    is_stopped: bool,
    /// Whether a game was left before its end.
    has_left: bool,
    /// Why an engine failed for good.
    failed: Option<String>,
}

/// A seat at a game of the account.
struct Seat {
    secret: SeatSecret,
    /// Whether the server has confirmed the seat.
    is_taken: bool,
}

impl Seat {
    /// Creates a seat that the server does not know yet.
    ///
    /// # Errors
    /// [`NoRandomness`].
    fn new() -> Result<Self, NoRandomness> {
        Ok(Self {
            secret: SeatSecret::generate()?,
            is_taken: false,
        })
    }
}

impl AccountBot {
    pub(super) fn new(
        bot: Arc<Bot>,
        challenges: ChallengeClient,
        client: BotClient,
        filters: Filters,
        args: &BotArgs,
    ) -> Self {
        Self {
            bot,
            challenges,
            client,
            filters,
            variants: args.variant.clone(),
            boards: args.games.get(),
            left: args.stop_after.map(std::num::NonZero::get),
            waiting: VecDeque::new(),
            accepted: Accepted::default(),
            elsewhere: OtherDeviceGames::default(),
            seats: LruCache::new(MOST_LISTED),
            playing: BTreeMap::new(),
            games: JoinSet::new(),
            list_incomplete: false,
            is_stopped: false,
            has_left: false,
            failed: None,
        }
    }

    /// Runs until a stop is requested or the last game is over.
    pub(super) async fn run(mut self) -> anyhow::Result<Answer> {
        let name = self.client.name().await;
        let name = name
            .context("cannot use the account; its token needs the scope \"Play as a program\"")?;
        let mut stop = self.bot.stop.clone();
        let mut wait = FIRST_PAUSE;
        loop {
            let lines = match self.client.events().await {
                Ok(lines) => {
                    anstream::eprintln!(
                        "{name} accepts challenges on {}",
                        self.challenges.server()
                    );
                    wait = FIRST_PAUSE;
                    self.stream_opened();
                    Some(lines)
                }
                Err(error) if error.is_transient() => {
                    anstream::eprintln!("{error}; retrying");
                    None
                }
                Err(error) => return Err(error.into()),
            };
            if let Some(answer) = self.attend(lines, wait, &mut stop).await? {
                return Ok(answer);
            }
            wait = (wait * 2).min(LONGEST_PAUSE);
        }
    }

    /// Called when a stream is opened, which lists all challenges and games again.
    fn stream_opened(&mut self) {
        self.waiting.clear();
        self.elsewhere.stream_opened();
        self.list_incomplete = true;
        self.accepted.stream_opened();
    }

    /// Called when the stream has listed everything. Challenges accepted before and not listed
    /// release their boards: their games are over or listed later.
    async fn initial_list_complete(&mut self) -> anyhow::Result<bool> {
        self.list_incomplete = false;
        self.accepted.initial_list_complete();
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
        let mut retry = std::pin::pin!(sleep(wait));
        let mut quiet = std::pin::pin!(sleep(FIRST_PAUSE));
        let mut list_timeout = std::pin::pin!(sleep(LIST_TIMEOUT));
        let mut again = stop.clone();
        loop {
            if self.is_done() {
                return match self.failed.take() {
                    Some(reason) => bail!("the engine failed: {reason}"),
                    None if self.has_left => Ok(Some(Answer::Interrupted)),
                    None => Ok(Some(Answer::Done)),
                };
            }
            let is_open = lines.is_some();
            let keep_stream = tokio::select! {
                line = next_line(&mut lines) => {
                    match line.as_deref().map(BotEvent::read) {
                        Some(Some(event)) => self.handle_event(event).await?,
                        Some(None) => true,
                        None => {
                            anstream::eprintln!("the stream of challenges ended; retrying");
                            false
                        }
                    }
                }
                () = &mut retry, if !is_open => return Ok(None),
                () = &mut quiet, if is_open && self.list_incomplete => self.initial_list_complete().await?,
                () = &mut list_timeout, if is_open && self.list_incomplete => self.initial_list_complete().await?,
                Some(ended) = self.games.join_next() => {
                    let (game, end) = ended.context("internal error in a game")?;
                    self.end(game, end);
                    self.fill().await?
                }
                () = stopped(stop, 1), if !self.is_closed() => {
                    self.is_stopped = true;
                    self.fill().await?
                }
                // Accepted challenges are left like games in progress, since the server may never
                // report their start.
                () = stopped(&mut again, 2), if self.accepted.not_started() > 0 => {
                    self.accepted.clear();
                    self.has_left = true;
                    self.is_stopped = true;
                    true
                }
            };
            // Only a second without a line shows that the list is complete: lines wait while the
            // bot takes a seat.
            if self.list_incomplete {
                quiet.set(sleep(FIRST_PAUSE));
            }
            if !keep_stream {
                lines = None;
                retry.set(sleep(FIRST_PAUSE));
            }
        }
    }

    /// Handles the end of a game, and releases its board.
    fn end(&mut self, game: String, end: GameEnd) {
        let Some(playing) = self.playing.remove(&game) else {
            return; // every spawned task has ended
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
                    NotPlayed::Over => anstream::eprintln!("game {game} is already over"),
                    // The next stream lists the game again; a server may be able to read it then.
                    NotPlayed::Unreadable => {
                        anstream::eprintln!("not playing game {game} for now: {why}");
                        let (secret, is_taken) = (playing.secret, true);
                        self.seats.put(game, Seat { secret, is_taken });
                    }
                    NotPlayed::Objection(_) => {
                        anstream::eprintln!("game {game} is left to the account's owner: {why}");
                        self.elsewhere.leave(game);
                    }
                }
            }
            // An engine that keeps failing would resign game after game.
            GameEnd::NoEngine { reason } => self.failed = Some(reason),
            // A game in progress is listed again, and the bot then asks the server whether the seat
            // exists.
            GameEnd::Gone { .. } => {
                let (secret, is_taken) = (playing.secret, false);
                self.seats.put(game, Seat { secret, is_taken });
            }
            GameEnd::Over { .. } => {}
        }
    }

    /// Whether the bot accepts no more games.
    fn is_closed(&self) -> bool {
        self.is_stopped || self.left == Some(0) || self.failed.is_some()
    }

    /// Whether a board is free.
    fn has_free_board(&self) -> bool {
        !self.is_closed()
            && self.playing.len() + self.accepted.not_started() < self.boards
            && self
                .left
                .is_none_or(|left| left > self.accepted.not_started())
    }

    fn is_done(&self) -> bool {
        self.is_closed() && self.playing.is_empty() && self.accepted.not_started() == 0
    }

    /// Handles an event. Returns false if the stream must be reopened to get a failed event again.
    async fn handle_event(&mut self, event: BotEvent) -> anyhow::Result<bool> {
        match event {
            BotEvent::Challenge(challenge) => {
                let who = challenge.challenger.as_ref();
                let who = who.map_or("anonymous", |who| who.player.name.as_str());
                let objection = self.filters.objection(&challenge);
                let objection = objection.map(|objection| objection.to_string());
                let objection = objection.or_else(|| self.cannot_play(&challenge));
                if let Some(objection) = objection {
                    anstream::eprintln!(
                        "declined: {} by {who}: {objection}",
                        challenge.variant_id()
                    );
                    self.decline(&challenge).await;
                    return Ok(true);
                }
                let is_known = self.accepted.has(&challenge.id)
                    || self.waiting.iter().any(|other| other.id == challenge.id);
                if !is_known {
                    self.waiting.push_back(*challenge);
                }
                self.fill().await
            }
            BotEvent::GameStart(game) => self.game_in_progress(game).await,
        }
    }

    /// Handles a game in progress: takes a seat, or queues the game for a board.
    async fn game_in_progress(&mut self, game: String) -> anyhow::Result<bool> {
        if self.playing.contains_key(&game) {
            self.accepted.remove(&game);
            return Ok(true);
        }
        // The bot plays its accepted challenges at once. If one released its board because it was
        // listed late, and another game has that board, the bot uses one board more than allowed:
        // better than a running clock with no player. Where each engine is bound to a board, the
        // game waits.
        let may_sit = !self.accepted.is_released(&game)
            || self.playing.len() + self.accepted.not_started() < self.boards
            || !self.bot.is_bound_to_boards();
        if may_sit && self.accepted.remove(&game) {
            return self.take_seat(game, true).await;
        }
        let queued = self.elsewhere.add(&game);
        let keep_stream = self.fill().await?;
        match queued {
            Queued::Waits if self.elsewhere.waits(&game) && !self.is_closed() => {
                anstream::eprintln!("game {game} waits for a free board (--games)");
            }
            Queued::TooMany => {
                anstream::eprintln!(
                    "game {game} is left to the account's owner: too many games wait"
                );
            }
            Queued::Waits | Queued::Known => {}
        }
        Ok(keep_stream)
    }

    /// Why the engine cannot play a game that passes the filters; `None` if it can.
    fn cannot_play(&self, challenge: &BotChallenge) -> Option<String> {
        let ms = |seconds: Option<u64>| seconds.map(|seconds| seconds.saturating_mul(1_000));
        let clock = ms(challenge.time_control.limit).map(|initial_ms| ClockSettings {
            moves: challenge.time_control.moves,
            ..ClockSettings::fischer(
                initial_ms,
                ms(challenge.time_control.increment).unwrap_or(0),
            )
        });
        let settings = GameSettings {
            start: challenge.initial_fen.clone(),
            clock,
            ..GameSettings::friendly("", "")
        };
        let Some(variant) = Variant::from_id(challenge.variant_id()) else {
            return Some("unknown variant".to_owned());
        };
        let answer = self.bot.can_play(variant, &settings);
        answer.err().map(|error| error.to_string())
    }

    /// Takes seats at waiting games and accepts challenges while boards are free, and declines
    /// excess challenges. Returns false if the stream must be reopened.
    async fn fill(&mut self) -> anyhow::Result<bool> {
        // Games come before challenges, because their clocks run.
        while self.has_free_board()
            && let Some(game) = self.elsewhere.take()
        {
            let is_accepted = self.accepted.remove(&game);
            if !self.take_seat(game, is_accepted).await? {
                return Ok(false);
            }
        }
        while !self.list_incomplete
            && self.has_free_board()
            && let Some(challenge) = self.waiting.pop_front()
        {
            match self.client.accept(&challenge.id).await {
                Ok(true) => {
                    self.accepted.insert(challenge.id);
                }
                Ok(false) => {} // withdrawn or expired
                Err(error) => anstream::eprintln!("cannot accept a challenge: {error}"),
            }
        }
        let most = if self.is_closed() { 0 } else { MAX_WAITING };
        while self.waiting.len() > most
            && let Some(challenge) = self.waiting.pop_back()
        {
            self.decline(&challenge).await;
        }
        Ok(true)
    }

    async fn decline(&self, challenge: &BotChallenge) {
        if let Err(error) = self.client.decline(&challenge.id).await {
            anstream::eprintln!("cannot decline a challenge: {error}");
        }
    }

    /// Takes a seat at a game of the account. Returns false if that failed and may succeed later.
    async fn take_seat(&mut self, game: String, is_accepted: bool) -> anyhow::Result<bool> {
        let seat = self.seats.pop(&game).map_or_else(Seat::new, Ok)?;
        if !seat.is_taken
            && let Err(error) = self.client.take_seat(&game, &seat.secret).await
        {
            if matches!(error, ApiError::Refused { status: 403, .. }) {
                return Err(error).context("the token also needs the scope \"Play\"");
            }
            anstream::eprintln!("cannot take a seat at game {game}: {error}");
            let is_transient = error.is_transient();
            if is_transient {
                if is_accepted {
                    self.accepted.insert(game.clone());
                }
                // The server may have created the seat despite the error. A retry with the same
                // secret creates no other.
                self.seats.put(game, seat);
            }
            return Ok(!is_transient);
        }
        let secret = seat.secret;
        let board_number = (0..=self.playing.len()).find(|board_number| {
            !self
                .playing
                .values()
                .any(|game| game.board_number == *board_number)
        });
        let board_number = board_number.unwrap_or_default();
        let seat = SeatConnection::connect(self.challenges.server().clone(), secret.clone());
        let mut played = PlayedGame::new(
            self.bot.clone(),
            self.challenges.clone(),
            seat,
            secret.clone(),
            board_number,
        );
        if !is_accepted {
            played = played.started_elsewhere(self.variants.clone());
        }
        let playing = Playing {
            board_number,
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
