//! A bot under an account: whoever wants a game with it challenges it by its name. It takes up what its filters let through, as far as it has
//! places, and plays what goes on and what its account begins without it.

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

/// How long it waits before it connects again, at first.
const SOON: Duration = Duration::from_secs(1);

/// How long at most.
const LATE: Duration = Duration::from_secs(30);

/// The first lines of a stream, which tell what waits and what goes on, are heard for so long at most: lines may come without a pause.
const ALL_TOLD: Duration = Duration::from_secs(30);

/// How many challenges wait for a place. The server keeps each for three minutes.
const MOST_WAITING: usize = 20;

/// A game that is played.
struct Playing {
    place: usize,
    secret: SeatSecret,
    /// Whether it is one of those that may still be played (`--stop-after`).
    is_counted: bool,
}

/// A bot that is challenged.
pub(super) struct Challenged {
    bot: Arc<Bot>,
    meeting: ChallengeClient,
    program: BotClient,
    filters: Filters,
    /// The games that it plays where its account begins one without it.
    variants: Vec<Variant>,
    places: usize,
    /// How many more games may begin or be played on; `None` for no end.
    left: Option<usize>,
    /// Challenges for which there is no place yet, the oldest first.
    waiting: VecDeque<ReceivedChallenge>,
    /// Challenges that were taken up and whose games have not begun.
    accepted: Accepted,
    /// Games that its account has begun without it.
    unasked: Unasked,
    /// Seats at games that may be told again.
    seats: Seats,
    /// The games that are played.
    playing: BTreeMap<String, Playing>,
    games: JoinSet<(String, GameEnd)>,
    /// Whether a stream was opened just now. It tells the challenges that wait before the games that go on, and those have the places first.
    hears_first: bool,
    /// Whether it was told to begin nothing more.
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

    /// Plays until it is to stop, or has played as many games as it should.
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

    /// A stream is opened, and what waits and what goes on is told anew.
    fn hear_anew(&mut self) {
        self.waiting.clear();
        self.unasked.hear_anew();
        self.hears_first = true;
        self.accepted.hear_anew();
    }

    /// The stream seems to have told what goes on. What was taken up before and is not told gives its place up: it is over, or told later.
    async fn all_is_told(&mut self) -> anyhow::Result<bool> {
        self.hears_first = false;
        self.accepted.all_is_told();
        self.fill().await
    }

    /// Reads what happens while the stream is open, or waits for so long where it is not. Answers where it has ended.
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
                // What was taken up and has not begun is left as what is played: the server may never tell that it begins.
                () = stopped(&mut again, 2), if self.accepted.to_begin() > 0 => {
                    self.accepted.clear();
                    self.has_left = true;
                    self.is_stopped = true;
                    true
                }
            };
            // Only a second in which it listens and hears nothing shows that all is told: lines wait while it sits down at a game.
            if self.hears_first {
                quiet.set(sleep(SOON));
            }
            if !goes_on {
                lines = None;
                patience.set(sleep(SOON));
            }
        }
    }

    /// Takes notice of how a game ended, and has its place free.
    fn end(&mut self, game: String, end: GameEnd) {
        let Some(playing) = self.playing.remove(&game) else {
            return; // all that is spawned is there
        };
        match end {
            GameEnd::Left => {
                self.has_left = true;
                self.is_stopped = true;
            }
            // It is no failure of the engine, and was not played.
            GameEnd::NotPlayed { why } => {
                if playing.is_counted {
                    self.left = self.left.map(|left| left.saturating_add(1));
                }
                match why {
                    NotPlayed::Over => anstream::eprintln!("game {game} is over already"),
                    // A stream that is opened later tells it again: then a server may read it.
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
            // An engine that fails again and again would resign game after game.
            GameEnd::NoEngine { reason } => self.failed = Some(reason),
            // One that goes on is told again. The server is asked then whether the seat is still there.
            GameEnd::Gone { .. } => {
                let (secret, is_taken) = (playing.secret, false);
                self.seats.keep(game, Seat { secret, is_taken });
            }
            GameEnd::Over { .. } => {}
        }
    }

    /// Whether it takes nothing up any more.
    fn is_closed(&self) -> bool {
        self.is_stopped || self.left == Some(0) || self.failed.is_some()
    }

    /// Whether another game may be begun or sat down at.
    fn has_place(&self) -> bool {
        !self.is_closed()
            && self.playing.len() + self.accepted.to_begin() < self.places
            && self.left.is_none_or(|left| left > self.accepted.to_begin())
    }

    fn is_done(&self) -> bool {
        self.is_closed() && self.playing.is_empty() && self.accepted.to_begin() == 0
    }

    /// Takes an event. Answers false where the stream is to be opened again, so that what failed is told again.
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

    /// Hears that a game of the account goes on: it sits down at it, or the game waits for a place.
    async fn hear_of_game(&mut self, game: String) -> anyhow::Result<bool> {
        if self.playing.contains_key(&game) {
            self.accepted.remove(&game);
            return Ok(true);
        }
        // What it took up itself it plays at once. Where its place was given up because it was told late, and another game has that place, this is one
        // place too many: better than a clock that runs with nobody there. Only where there is no program for one more does it wait for a place.
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

    /// Why the engine cannot play a game that the filters let through; `None` where it can.
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

    /// Sits down at games that wait and takes challenges up while there are places, and declines what is too much. Answers false where the stream
    /// is to be opened again.
    async fn fill(&mut self) -> anyhow::Result<bool> {
        // The clock of a game runs, so games come before challenges.
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

    /// Sits down at a game of the account, which it has taken up itself or not. Answers false where that failed and may work later.
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
                // The server may have made it all the same. ApiResponse for it again, it makes no other.
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
