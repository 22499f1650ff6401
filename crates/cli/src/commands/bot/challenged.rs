//! A bot under an account: whoever wants a game with it challenges it by its name. It takes up what its filters let through, as far as it has
//! places, and plays what goes on and what its account begins without it.

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
use super::not_played::NotPlayed;
use super::unasked::{Told, Unasked};
use crate::answer::Answer;
use crate::args::BotArgs;

/// How long it waits before it connects again, at first.
const SOON: Duration = Duration::from_secs(1);

/// How long at most.
const LATE: Duration = Duration::from_secs(30);

/// How many challenges wait for a place. The server keeps each for three minutes.
const MOST_WAITING: usize = 20;

/// A bot that is challenged.
pub(super) struct Challenged {
    bot: Arc<Bot>,
    meeting: Meeting,
    program: Program,
    filters: Filters,
    /// The games that it plays where its account begins one without it.
    variants: Vec<Variant>,
    places: usize,
    /// How many more games may begin or be played on; `None` for no end.
    left: Option<usize>,
    /// Challenges for which there is no place yet, the oldest first.
    waiting: VecDeque<Called>,
    /// Challenges that were taken up and whose games have not begun.
    accepted: BTreeSet<String>,
    /// Those of the streams before whose games had not begun when they ended, until the new stream has told what goes on. Their games have their
    /// places meanwhile.
    accepted_before: BTreeSet<String>,
    /// Games that its account has begun without it.
    unasked: Unasked,
    /// The games that are played, each with its place.
    playing: BTreeMap<String, usize>,
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
            variants: args.variant.clone(),
            places: args.games.get(),
            left: args.stop_after.map(std::num::NonZero::get),
            waiting: VecDeque::new(),
            accepted: BTreeSet::new(),
            accepted_before: BTreeSet::new(),
            unasked: Unasked::default(),
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

    /// A stream is opened, and what waits and what goes on is told anew.
    fn hear_anew(&mut self) {
        self.waiting.clear();
        self.unasked.hear_anew();
        self.hears_first = true;
        self.accepted_before.append(&mut self.accepted);
    }

    /// The stream has told what goes on. What was taken up before and is not told is over, or is told as a game that the bot did not want.
    async fn all_is_told(&mut self) -> anyhow::Result<bool> {
        self.hears_first = false;
        self.accepted_before.clear();
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
        let mut first = std::pin::pin!(sleep(SOON));
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
                    match line.as_deref().map(ProgramEvent::read) {
                        Some(Some(event)) => self.hear(event).await?,
                        Some(None) => true,
                        None => {
                            anstream::eprintln!("the stream of challenges has ended; trying again");
                            false
                        }
                    }
                }
                () = &mut patience, if !is_open => return Ok(None),
                () = &mut first, if is_open && self.hears_first => self.all_is_told().await?,
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
                () = stopped(&mut again, 2), if self.to_begin() > 0 => {
                    self.accepted.clear();
                    self.accepted_before.clear();
                    self.has_left = true;
                    self.is_stopped = true;
                    true
                }
            };
            if !goes_on {
                lines = None;
                patience.set(sleep(SOON));
            }
        }
    }

    /// Takes notice of how a game ended, and has its place free.
    fn end(&mut self, game: String, end: GameEnd) {
        self.playing.remove(&game);
        match end {
            GameEnd::Left => {
                self.has_left = true;
                self.is_stopped = true;
            }
            // It is no failure of the engine, and was not played.
            GameEnd::NotPlayed { why } => {
                self.left = self.left.map(|left| left.saturating_add(1));
                match why {
                    NotPlayed::Over => anstream::eprintln!("game {game} is over already"),
                    // A stream that is opened later tells it again: then a server may read it.
                    NotPlayed::Unreadable => {
                        anstream::eprintln!("game {game} is left to its account for now: {why}");
                    }
                    NotPlayed::Objection(_) => {
                        anstream::eprintln!("game {game} is left to its account: {why}");
                        self.unasked.leave(game);
                    }
                }
            }
            // An engine that fails again and again would resign game after game.
            GameEnd::NoEngine { reason } => self.failed = Some(reason),
            GameEnd::Over { .. } | GameEnd::Gone { .. } => {}
        }
    }

    /// Whether it takes nothing up any more.
    fn is_closed(&self) -> bool {
        self.is_stopped || self.left == Some(0) || self.failed.is_some()
    }

    /// How many challenges were taken up whose games are still to begin.
    fn to_begin(&self) -> usize {
        self.accepted.len() + self.accepted_before.len()
    }

    /// Whether another game may be begun or sat down at.
    fn has_place(&self) -> bool {
        !self.is_closed()
            && self.playing.len() + self.to_begin() < self.places
            && self.left.is_none_or(|left| left > self.to_begin())
    }

    fn is_done(&self) -> bool {
        self.is_closed() && self.playing.is_empty() && self.to_begin() == 0
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
                self.fill().await
            }
            ProgramEvent::Plays(game) => self.hear_of_game(game).await,
        }
    }

    /// Hears that a game of the account goes on: it sits down at it, or the game waits for a place.
    async fn hear_of_game(&mut self, game: String) -> anyhow::Result<bool> {
        let is_accepted = self.accepted.remove(&game) || self.accepted_before.remove(&game);
        if self.playing.contains_key(&game) {
            return Ok(true);
        }
        if is_accepted {
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

    /// Sits down at games that wait and takes challenges up while there are places, and declines what is too much. Answers false where the stream
    /// is to be opened again.
    async fn fill(&mut self) -> anyhow::Result<bool> {
        // The clock of a game runs, so games come before challenges.
        while self.has_place()
            && let Some(game) = self.unasked.take()
        {
            if !self.sit_down(game, false).await? {
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

    async fn decline(&self, called: &Called) {
        if let Err(error) = self.program.decline(&called.id).await {
            anstream::eprintln!("a challenge cannot be declined: {error}");
        }
    }

    /// Sits down at a game of the account, which it has taken up itself or not. Answers false where that failed and may work later.
    async fn sit_down(&mut self, game: String, is_accepted: bool) -> anyhow::Result<bool> {
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
        let mut played =
            PlayedGame::new(self.bot.clone(), self.meeting.clone(), seat, secret, place);
        if !is_accepted {
            played = played.begun_without_it(self.variants.clone());
        }
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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use damier_client::{AccountToken, ServerAddress};

    use super::*;
    use crate::args::{Args, Command};

    /// A bot at a server that nobody reaches.
    fn bot(options: &[&str]) -> Challenged {
        let (url, player) = ("http://127.0.0.1:1", "builtin,level=1,hash=1");
        let typed = ["damier", "bot", url, "--player", player];
        let typed = [&typed[..], &["--token-file", "token.txt"], options].concat();
        let Command::Bot(args) = Args::parse_from(typed).command else {
            panic!("a bot");
        };
        let server: ServerAddress = url.parse().unwrap();
        let token = AccountToken::read("dmr_0123456789").unwrap();
        let bot = Arc::new(Bot::tried(player));
        let program = Program::on(server.clone(), token);
        Challenged::new(bot, Meeting::on(server), program, Filters::of(&args), &args)
    }

    fn plays(game: &str) -> ProgramEvent {
        ProgramEvent::Plays(game.to_owned())
    }

    #[tokio::test]
    async fn what_was_taken_up_before_keeps_its_place_until_it_is_told_or_not() {
        let endless: &[&str] = &["--games", "1"];
        let one: &[&str] = &["--games", "2", "--stop-after", "1"];
        for options in [endless, one] {
            let mut bot = bot(options);
            bot.accepted.insert("taken".to_owned());
            bot.hear_anew();
            assert!(!bot.has_place(), "{options:?}");
            assert!(bot.hear(plays("other")).await.unwrap());
            assert!(bot.unasked.waits("other"), "{options:?}");
            // The stream ends before it has told all, and another one is opened.
            bot.hear_anew();
            assert!(!bot.has_place(), "{options:?}");
            // It was over, and is not told.
            assert!(bot.all_is_told().await.unwrap());
            assert!(bot.has_place(), "{options:?}");
        }
    }

    #[tokio::test]
    async fn it_does_not_end_while_a_game_that_it_took_up_is_to_begin() {
        let mut bot = bot(&[]);
        bot.accepted.insert("taken".to_owned());
        bot.is_stopped = true;
        assert!(!bot.is_done());
        bot.hear_anew();
        assert!(!bot.is_done());
        assert!(bot.all_is_told().await.unwrap());
        assert!(bot.is_done());
    }

    #[tokio::test]
    async fn whoever_is_told_twice_to_stop_waits_for_no_game_that_is_to_begin() {
        let mut bot = bot(&[]);
        bot.accepted.insert("taken".to_owned());
        let (_stopper, mut stop) = watch::channel(2);
        let hour = Duration::from_hours(1);
        let attended =
            tokio::time::timeout(Duration::from_mins(1), bot.attend(None, hour, &mut stop));
        let answer = attended.await.expect("it ends").unwrap();
        assert_eq!(answer, Some(Answer::Interrupted));
    }
}
