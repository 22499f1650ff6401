//! `damier bot`: runs an engine as a player on a Damier server. It offers games in the lobby,
//! accepts challenges under an account, or plays the game of a link. An engine that fails is
//! restarted once per game; after that the bot resigns.

mod accepted;
mod account_bot;
mod engine;
mod filters;
mod game;
mod lobby_bot;
mod not_played;
mod other_device_games;
mod rejections;
mod thinker;

use std::sync::Arc;

use anyhow::{Context, bail};
use damier_client::{
    AccountToken, ApiError, BotClient, ChallengeClient, GameLink, SeatConnection, SeatSecret,
};
use damier_rules::Variant;
use damier_session::GameSettings;
use tokio::sync::watch;

use self::account_bot::AccountBot;
use self::engine::Bot;
use self::filters::Filters;
use self::game::{GameEnd, PlayedGame};
use self::lobby_bot::LobbyBot;
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
    let (stopper, stop) = watch::channel(0_u8);
    // Set before the first game, and not by a task that may begin later.
    ctrlc::set_handler(move || {
        stopper.send_modify(|times| *times = times.saturating_add(1));
        anstream::eprintln!("no new games; press Ctrl-C again to leave the games in progress");
    })?;
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
    let challenges = ChallengeClient::new(server.clone());
    let invited = match &args.link {
        GameLink::Invitation(_, invitation) => match challenges.find(invitation).await {
            Ok(waiting) => Some(waiting.challenge),
            Err(error) if report_not_waiting(&error) => return Ok(Answer::No),
            Err(error) => return Err(error.into()),
        },
        GameLink::Server(_) | GameLink::Seat(..) => None,
    };
    let variants = match &invited {
        // The link names the game to play.
        Some(challenge) => vec![Variant::from_id(&challenge.variant).with_context(|| {
            let game = &challenge.variant;
            format!("unknown variant {game}")
        })?],
        None => args.variant.clone(),
    };
    let wanted: Vec<GameSettings> = match (&invited, &args.link, &args.token_file) {
        (Some(challenge), ..) => vec![challenge.settings.clone()],
        (None, GameLink::Server(_), None) => args.clock.iter().map(lobby_bot::settings).collect(),
        // Under an account each challenge has its terms, and a seat has its game.
        (None, ..) => vec![lobby_bot::settings(&ClockChoice(None))],
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
            bail!("--token-file needs the address of the server only, such as {server}");
        }
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("cannot read {}", file.display()))?;
        let token = AccountToken::read(&text).with_context(|| {
            let file = file.display();
            format!("{file} has no token: expected one line that begins with dmr_")
        })?;
        let client = BotClient::new(server, token);
        return AccountBot::new(bot, challenges, client, Filters::of(args), args)
            .run()
            .await;
    }
    match &args.link {
        GameLink::Server(_) => LobbyBot::new(bot, challenges, args).run().await,
        GameLink::Invitation(_, invitation) => {
            let guest = SeatSecret::generate()?;
            match challenges.accept(&guest, invitation, &bot.name).await {
                Ok(_) => play_seat(&bot, &challenges, guest).await,
                Err(error) if report_not_waiting(&error) => Ok(Answer::No),
                Err(error) => Err(error.into()),
            }
        }
        GameLink::Seat(_, secret) => play_seat(&bot, &challenges, secret.clone()).await,
    }
}

/// Reports that a challenge is not waiting, and returns true; false for other errors.
fn report_not_waiting(error: &ApiError) -> bool {
    let is_over = matches!(
        error.code(),
        Some("challenge-not-found" | "challenge-taken")
    );
    if is_over {
        anstream::eprintln!(
            "this invitation is not valid: it was accepted or withdrawn, or has expired"
        );
    }
    is_over
}

/// Plays the game of a seat, and its rematches.
async fn play_seat(
    bot: &Arc<Bot>,
    challenges: &ChallengeClient,
    secret: SeatSecret,
) -> anyhow::Result<Answer> {
    let mut secret = Some(secret);
    while let Some(now) = secret.take() {
        let link = challenges.server().seat_link(&now);
        anstream::eprintln!("seat: {link}");
        let seat = SeatConnection::connect(challenges.server().clone(), now.clone());
        let played = PlayedGame::new(bot.clone(), challenges.clone(), seat, now, 0);
        match played.play().await {
            GameEnd::Over { rematch } => secret = rematch,
            GameEnd::Left => return Ok(Answer::Interrupted),
            GameEnd::Gone { detail } => {
                anstream::eprintln!("{detail}");
                return Ok(Answer::No);
            }
            GameEnd::NotPlayed { why } => {
                bail!("the engine cannot play the game of this seat: {why}")
            }
            GameEnd::NoEngine { reason } => bail!("{reason}"),
        }
    }
    Ok(Answer::Done)
}
