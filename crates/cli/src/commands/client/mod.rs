//! `damier client`: a live game on a Damier server in the terminal. A local session follows the
//! game; the server's decisions are authoritative.

mod clocks;
mod lines;
mod order;
mod screen;
mod table;
mod words;

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context, bail};
use damier_client::{
    ApiError, ChallengeClient, GameLink, SeatConnection, SeatSecret, ServerAddress,
};
use damier_notation::wording::{Language, game_name};
use damier_people::challenges::Challenge;
use damier_session::GameSettings;

use self::clocks::{clock_words, times_for_the_guest};
use self::lines::TypedLines;
use self::table::Table;
use self::words::seat_link_words;
use crate::answer::Answer;
use crate::args::ClientArgs;
use crate::language::{self, either};
use crate::output::Output;

/// How often a lobby request is repeated; the page uses the same interval.
const LOBBY_INTERVAL: Duration = Duration::from_secs(3);

/// Time limit for withdrawing a challenge at exit.
const WITHDRAW_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &ClientArgs) -> anyhow::Result<Answer> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    runtime.block_on(play(args))
}

async fn play(args: &ClientArgs) -> anyhow::Result<Answer> {
    let language = language::chosen(args.lang);
    let mut output = Output::new();
    let is_offer = args.offer || args.lobby;
    let server = args.link.server().clone();
    let challenges = ChallengeClient::new(server.clone());
    let seat = match &args.link {
        GameLink::Server(_) if args.offer => {
            Some(offer(args, &challenges, &server, language, &mut output).await?)
        }
        GameLink::Server(_) if args.lobby => {
            find_opponent(args, &challenges, language, &mut output).await?
        }
        GameLink::Server(_) => {
            bail!("nothing to play at {server}: use --offer, --lobby, or the link of a game")
        }
        _ if is_offer => bail!("--offer and --lobby cannot be used with the link of a game"),
        GameLink::Invitation(_, invitation) => {
            match accept(args, &challenges, invitation, language, &mut output).await {
                Err(error) if is_gone(&error) => {
                    tell(
                        &mut output,
                        language,
                        "This invitation is not valid: it was accepted or withdrawn, or has \
                         expired.",
                        "Cette invitation n’est plus valable\u{a0}: elle a été acceptée ou \
                         retirée, ou elle est trop ancienne.",
                    )?;
                    output.finish()?;
                    return Ok(Answer::No);
                }
                seat => Some(seat?),
            }
        }
        GameLink::Seat(_, secret) => Some(secret.clone()),
    };
    let Some(secret) = seat else {
        output.finish()?;
        return Ok(Answer::Done);
    };
    let link = server.seat_link(&secret);
    let [english, french] = seat_link_words(&link);
    tell(&mut output, language, english, french)?;
    let lines = TypedLines::of_standard_input();
    let seat = SeatConnection::connect(server, secret.clone());
    let mut table = Table::new(challenges, seat, secret, lines, language, output);
    let answer = table.play().await;
    table.leave(answer).await
}

fn tell(
    output: &mut Output,
    language: Language,
    english: impl Display,
    french: impl Display,
) -> anyhow::Result<()> {
    writeln!(output, "{}", either(language, english, french))?;
    output.flush()?;
    Ok(())
}

fn is_gone(error: &anyhow::Error) -> bool {
    let code = error.downcast_ref::<ApiError>().and_then(ApiError::code);
    matches!(code, Some("challenge-not-found" | "challenge-taken"))
}

fn challenge(args: &ClientArgs) -> Challenge {
    Challenge {
        variant: args.variant.id().to_owned(),
        settings: GameSettings {
            clock: args.clock.0.clone(),
            seating: damier_session::Seating::Apart,
            ..GameSettings::friendly("", "")
        },
        host: args.name.clone(),
        colour: args.colour.into(),
        ratings: None,
        clocks_by_player: false,
    }
}

/// Creates a challenge, and prints its invitation link.
async fn offer(
    args: &ClientArgs,
    challenges: &ChallengeClient,
    server: &ServerAddress,
    language: Language,
    output: &mut Output,
) -> anyhow::Result<SeatSecret> {
    let (host, invitation) = (SeatSecret::generate()?, SeatSecret::generate()?);
    let id = ChallengeClient::new_id()?;
    challenges
        .offer(&host, &invitation, &id, &challenge(args), args.public)
        .await?;
    let link = server.invitation_link(&invitation);
    let game = game_name(language, args.variant);
    let clock = clock_words(language, args.clock.0.as_ref());
    let (english, french) = if args.public {
        (
            " It is also listed in the lobby.",
            " La partie est aussi proposée dans le salon.",
        )
    } else {
        ("", "")
    };
    tell(
        output,
        language,
        format_args!(
            "Challenge created: {game}, {clock}.{english}\nLink for your opponent: {link}"
        ),
        format_args!(
            "Vous proposez une partie\u{a0}: {game}, {clock}.{french}\nLien pour votre \
             adversaire\u{a0}: {link}"
        ),
    )?;
    Ok(host)
}

/// Shows the terms of an invitation and accepts it.
async fn accept(
    args: &ClientArgs,
    challenges: &ChallengeClient,
    invitation: &SeatSecret,
    language: Language,
    output: &mut Output,
) -> anyhow::Result<SeatSecret> {
    let waiting = challenges.find(invitation).await?;
    let offered = &waiting.challenge;
    let variant = damier_rules::Variant::from_id(&offered.variant);
    let game = variant.map_or_else(
        || offered.variant.clone(),
        |variant| game_name(language, variant),
    );
    let clock = times_for_the_guest(language, offered);
    let by = &offered.host;
    if by.is_empty() {
        tell(
            output,
            language,
            format_args!("You are invited to a game: {game}, {clock}."),
            format_args!("Vous êtes invité à une partie\u{a0}: {game}, {clock}."),
        )?;
    } else {
        tell(
            output,
            language,
            format_args!("{by} invites you to a game: {game}, {clock}."),
            format_args!("{by} vous invite à une partie\u{a0}: {game}, {clock}."),
        )?;
    }
    let guest = SeatSecret::generate()?;
    // The response may get lost; a repeated request gets the same one.
    let mut tries = 0;
    loop {
        match challenges.accept(&guest, invitation, &args.name).await {
            Ok(_) => return Ok(guest),
            Err(error) if error.is_transient() && tries < 10 => {
                tries += 1;
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Waits in the lobby for an opponent. `None` if the user leaves first.
async fn find_opponent(
    args: &ClientArgs,
    challenges: &ChallengeClient,
    language: Language,
    output: &mut Output,
) -> anyhow::Result<Option<SeatSecret>> {
    let secret = SeatSecret::generate()?;
    let id = ChallengeClient::new_id()?;
    let wanted = challenge(args);
    let mut is_announced = false;
    loop {
        match challenges.pair(&secret, &id, &wanted).await {
            Ok(Some(_)) => return Ok(Some(secret)),
            Ok(None) => {}
            Err(error) if error.is_transient() && is_announced => {}
            Err(error) => return Err(error.into()),
        }
        if !is_announced {
            is_announced = true;
            let game = game_name(language, args.variant);
            let clock = clock_words(language, args.clock.0.as_ref());
            tell(
                output,
                language,
                format_args!("Waiting in the lobby: {game}, {clock}. Press Ctrl-C to cancel."),
                format_args!(
                    "Vous attendez dans le salon\u{a0}: {game}, {clock}. Ctrl-C retire la demande."
                ),
            )?;
        }
        tokio::select! {
            () = tokio::time::sleep(LOBBY_INTERVAL) => {}
            _ = tokio::signal::ctrl_c() => {
                let withdrawn = tokio::time::timeout(WITHDRAW_TIMEOUT, challenges.withdraw(&secret)).await;
                // If an opponent accepted at this moment, the game has started.
                if matches!(withdrawn, Ok(Ok(false))) {
                    return Ok(Some(secret));
                }
                return Ok(None);
            }
        }
    }
}
