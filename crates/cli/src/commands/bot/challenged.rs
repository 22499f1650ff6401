//! A bot under an account: whoever wants a game with it challenges it by its name. It takes up what its filters let through, as far as it has
//! places, and plays on what goes on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use damier_client::{
    AskError, Called, HeldSeat, Lines, Meeting, Program, ProgramEvent, SeatSecret,
};
use damier_club::{ClockSettings, GameSettings};
use damier_rules::Variant;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::engine::{Bot, stopped};
use super::filters::Filters;
use super::game::{GameEnd, PlayedGame};
use crate::answer::Answer;
use crate::args::BotArgs;

/// How long it waits before it connects again, at first.
const SOON: Duration = Duration::from_secs(1);

/// How long at most.
const LATE: Duration = Duration::from_secs(30);

/// How many challenges wait for a place. The server keeps each for three minutes.
const MOST_WAITING: usize = 20;

/// So many games may be played at once, however many there were when it was started again.
const MOST_GAMES: usize = 64;

/// A bot that is challenged.
pub(super) struct Challenged {
    bot: Arc<Bot>,
    meeting: Meeting,
    program: Program,
    filters: Filters,
    places: usize,
    /// How many more games may begin or be played on; `None` for no end.
    left: Option<usize>,
    /// Challenges for which there is no place yet, the oldest first.
    waiting: VecDeque<Called>,
    /// Challenges that were taken up and whose games have not begun.
    accepted: BTreeSet<String>,
    /// The games that are played, each with its place.
    playing: BTreeMap<String, usize>,
    games: JoinSet<(String, GameEnd)>,
    /// Whether a game was left before its end.
    has_left: bool,
    /// Why an engine failed for good.
    failed: Option<String>,
}

impl Challenged {
    pub(super) fn new(
        bot: Arc<Bot>,
        meeting: Meeting,
        program: Program,
        filters: Filters,
        args: &BotArgs,
    ) -> Self {
        Self {
            bot,
            meeting,
            program,
            filters,
            places: args.games.get(),
            left: args.stop_after.map(std::num::NonZero::get),
            waiting: VecDeque::new(),
            accepted: BTreeSet::new(),
            playing: BTreeMap::new(),
            games: JoinSet::new(),
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
                    // What waits and what goes on is told anew.
                    self.waiting.clear();
                    self.accepted.clear();
                    Some(lines)
                }
                Err(error) if error.may_pass() => {
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

    /// Reads what happens while the stream is open, or waits for so long where it is not. Answers where it has ended.
    async fn attend(
        &mut self,
        mut lines: Option<Lines>,
        wait: Duration,
        stop: &mut watch::Receiver<u8>,
    ) -> anyhow::Result<Option<Answer>> {
        let mut patience = std::pin::pin!(sleep(wait));
        loop {
            if self.is_done() {
                return match self.failed.take() {
                    Some(reason) => bail!("no more games without an engine: {reason}"),
                    None if self.has_left => Ok(Some(Answer::Interrupted)),
                    None => Ok(Some(Answer::Done)),
                };
            }
            let is_open = lines.is_some();
            tokio::select! {
                line = next_line(&mut lines) => {
                    let goes_on = match line.as_deref().map(ProgramEvent::read) {
                        Some(Some(event)) => self.hear(event).await?,
                        Some(None) => true,
                        None => {
                            anstream::eprintln!("the stream of challenges has ended; trying again");
                            false
                        }
                    };
                    if !goes_on {
                        lines = None;
                        patience.set(sleep(SOON));
                    }
                }
                () = &mut patience, if !is_open => return Ok(None),
                Some(ended) = self.games.join_next() => {
                    let (game, end) = ended.context("a game met a bug")?;
                    self.playing.remove(&game);
                    match end {
                        GameEnd::Left => {
                            self.has_left = true;
                            self.left = Some(0);
                        }
                        // An engine that fails again and again would resign game after game.
                        GameEnd::NoEngine { reason } => self.failed = Some(reason),
                        GameEnd::Over { .. } | GameEnd::Gone { .. } => {}
                    }
                    self.fill().await;
                }
                () = stopped(stop, 1), if !self.is_closed() => {
                    self.left = Some(0);
                    self.fill().await;
                }
            }
        }
    }

    /// Whether it takes nothing up any more.
    fn is_closed(&self) -> bool {
        self.left == Some(0) || self.failed.is_some()
    }

    fn is_done(&self) -> bool {
        self.is_closed() && self.playing.is_empty() && self.accepted.is_empty()
    }

    /// Takes an event. Answers false where the stream is to be opened again, so that what failed is told again.
    async fn hear(&mut self, event: ProgramEvent) -> anyhow::Result<bool> {
        match event {
            ProgramEvent::Called(called) => {
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
                let is_known = self.accepted.contains(&called.id)
                    || self.waiting.iter().any(|other| other.id == called.id);
                if !is_known {
                    self.waiting.push_back(called);
                }
                self.fill().await;
                Ok(true)
            }
            ProgramEvent::Plays(game) => self.sit_down(game).await,
        }
    }

    /// Why the engine cannot play a game that the filters let through; `None` where it can.
    fn cannot_play(&self, called: &Called) -> Option<String> {
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

    /// Takes challenges up while there are places, and declines what is too much.
    async fn fill(&mut self) {
        while !self.is_closed()
            && self.playing.len() + self.accepted.len() < self.places
            && self.left.is_none_or(|left| left > self.accepted.len())
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
    }

    async fn decline(&self, called: &Called) {
        if let Err(error) = self.program.decline(&called.id).await {
            anstream::eprintln!("a challenge cannot be declined: {error}");
        }
    }

    /// Sits down at a game of the account, unless it does already. Answers false where that failed and may work later.
    async fn sit_down(&mut self, game: String) -> anyhow::Result<bool> {
        let is_accepted = self.accepted.remove(&game);
        // Its account may begin games without it, and it plays no more of them.
        if self.is_closed() && !is_accepted {
            return Ok(true);
        }
        if self.playing.contains_key(&game) || self.playing.len() >= MOST_GAMES {
            return Ok(true);
        }
        let secret = SeatSecret::draw()?;
        match self.program.take_seat(&game, &secret).await {
            Ok(()) => {}
            Err(error @ AskError::Refused { status: 403, .. }) => {
                return Err(error).context("the token must be good for \"Play\" too");
            }
            Err(error) => {
                anstream::eprintln!("no seat at game {game}: {error}");
                let may_pass = error.may_pass();
                if may_pass && is_accepted {
                    self.accepted.insert(game);
                }
                return Ok(!may_pass);
            }
        }
        let place = (0..=self.playing.len())
            .find(|place| !self.playing.values().any(|taken| taken == place));
        let place = place.unwrap_or_default();
        let seat = HeldSeat::sit(self.meeting.server().clone(), secret.clone());
        let played = PlayedGame::new(self.bot.clone(), self.meeting.clone(), seat, secret, place);
        self.playing.insert(game.clone(), place);
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
