//! `damier bot`: runs an engine as a player on a Damier server. It offers games in the lobby,
//! accepts challenges under an account, or plays the game of a link. An engine that fails is
//! restarted once per game; after that the bot resigns.

mod accepted;
mod challenged;
mod engine;
mod filters;
mod game;
mod not_played;
mod offers;
mod refusals;
mod seats;
mod thinker;
mod unasked;

use std::sync::Arc;

use anyhow::{Context, bail};
use damier_client::{
    AccountToken, ApiError, BotClient, ChallengeClient, GameLink, SeatConnection, SeatSecret,
};
use damier_rules::Variant;
use damier_session::GameSettings;
use tokio::sync::watch;

use self::challenged::Challenged;
use self::engine::Bot;
use self::filters::Filters;
use self::game::{GameEnd, PlayedGame};
use self::offers::Offers;
use crate::answer::Answer;
use crate::args::{BotArgs, ClockChoice};
use crate::clock::Stopwatch;

pub(crate) fn run(args: &BotArgs) -> anyhow::Result<Answer> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .context("cannot start")?;
    let answer = runtime.block_on(serve(args));
    // An engine that does not exit is abandoned.
    runtime.shutdown_background();
    answer
}

async fn serve(args: &BotArgs) -> anyhow::Result<Answer> {
    let (stopper, stop) = watch::channel(0);
    tokio::spawn(async move {
        for _ in 0..2 {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            stopper.send_modify(|times| *times += 1);
            anstream::eprintln!("no new games; Ctrl-C again leaves those that are played");
        }
    });
    let mut bot = Bot {
        spec: args.player.clone(),
        name: args.name.clone().unwrap_or_default(),
        move_time_ms: args.move_time,
        overhead_ms: args.overhead,
        // Under an account, opponents send a new challenge instead.
        rematch: !args.no_rematch && args.token_file.is_none(),
        stopwatch: Stopwatch::start(),
        stop,
    };
    let server = args.link.server().clone();
    let meeting = ChallengeClient::new(server.clone());
    let invited = match &args.link {
        GameLink::Invitation(_, invitation) => match meeting.find(invitation).await {
            Ok(waiting) => Some(waiting.challenge),
            Err(error) if waits_no_more(&error) => return Ok(Answer::No),
            Err(error) => return Err(error.into()),
        },
        GameLink::Server(_) | GameLink::Seat(..) => None,
    };
    let variants = match &invited {
        // The link names the game to play.
        Some(challenge) => vec![Variant::from_id(&challenge.variant).with_context(|| {
            let game = &challenge.variant;
            format!("the offer is a game that is not known here: {game}")
        })?],
        None => args.variant.clone(),
    };
    let wanted: Vec<GameSettings> = match (&invited, &args.link, &args.token_file) {
        (Some(challenge), ..) => vec![challenge.settings.clone()],
        (None, GameLink::Server(_), None) => args.clock.iter().map(offers::settings).collect(),
        // Under an account each challenge has its terms, and a seat has its game.
        (None, ..) => vec![offers::settings(&ClockChoice(None))],
    };
    // An engine that does not start, or does not support a variant or clock, is reported before the
    // first game.
    for &variant in &variants {
        let what = || format!("{} for {}", bot.spec, variant.id());
        for settings in &wanted {
            bot.can_play(variant, settings).with_context(what)?;
        }
        let engine = bot.engine(variant, 0).with_context(what)?;
        if bot.name.is_empty() {
            engine.name().clone_into(&mut bot.name);
        }
    }
    let bot = Arc::new(bot);
    if let Some(file) = &args.token_file {
        if !matches!(args.link, GameLink::Server(_)) {
            bail!("with --token-file, give the address of the server alone, such as {server}");
        }
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("cannot read {}", file.display()))?;
        let token = AccountToken::read(&text).with_context(|| {
            let file = file.display();
            format!("{file} has no token: one line is expected that begins with dmr_")
        })?;
        let program = BotClient::new(server, token);
        return Challenged::new(bot, meeting, program, Filters::of(args), args)
            .keep()
            .await;
    }
    match &args.link {
        GameLink::Server(_) => Offers::new(bot, meeting, args).keep().await,
        GameLink::Invitation(_, invitation) => {
            let guest = SeatSecret::generate()?;
            match meeting.accept(&guest, invitation, &bot.name).await {
                Ok(_) => one(&bot, &meeting, guest).await,
                Err(error) if waits_no_more(&error) => Ok(Answer::No),
                Err(error) => Err(error.into()),
            }
        }
        GameLink::Seat(_, secret) => one(&bot, &meeting, secret.clone()).await,
    }
}

/// Reports that a challenge is not waiting, and returns true; false for other errors.
fn waits_no_more(error: &ApiError) -> bool {
    let is_over = matches!(
        error.code(),
        Some("challenge-not-found" | "challenge-taken")
    );
    if is_over {
        anstream::eprintln!(
            "the offer of this link waits no more: it was taken up or withdrawn, or its time is over"
        );
    }
    is_over
}

/// Plays the game of a seat, and its rematches.
async fn one(
    bot: &Arc<Bot>,
    meeting: &ChallengeClient,
    secret: SeatSecret,
) -> anyhow::Result<Answer> {
    let mut secret = Some(secret);
    while let Some(now) = secret.take() {
        let link = meeting.server().seat_link(&now);
        anstream::eprintln!("seat: {link}");
        let seat = SeatConnection::connect(meeting.server().clone(), now.clone());
        let played = PlayedGame::new(bot.clone(), meeting.clone(), seat, now, 0);
        match played.play().await {
            GameEnd::Over { rematch } => secret = rematch,
            GameEnd::Left => return Ok(Answer::Interrupted),
            GameEnd::Gone { detail } => {
                anstream::eprintln!("{detail}");
                return Ok(Answer::No);
            }
            GameEnd::NotPlayed { why } => {
                bail!("the engine cannot play the game of this seat, which goes on: {why}")
            }
            GameEnd::NoEngine { reason } => bail!("{reason}"),
        }
    }
    Ok(Answer::Done)
}
