//! A pair of simulated players who play one game after another, each started by an invitation.

use std::time::Duration;

use damier_people::challenges::{Challenge, ColourChoice};
use damier_session::{ClockSettings, GameId, GameSettings, Side};
use damier_wire::challenges::{Acceptance, Offer};
use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::client::{client_address, post};
use crate::player::{Pacing, Player, random_uuid};
use crate::run_state::RunState;

/// A started game, and the secrets of both players.
#[derive(Debug, Clone)]
pub(crate) struct StartedGame {
    pub(crate) id: GameId,
    pub(crate) secrets: [String; 2],
}

/// A new secret.
pub(crate) fn secret(rng: &mut fastrand::Rng) -> String {
    format!("{:032x}{:011x}", rng.u128(..), rng.u64(..1 << 44))
}

/// Lets a pair of players play games until the run stops; the first move is due at `first`.
pub(crate) async fn play(run: &RunState, table: usize, seed: u64, first: Instant) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let pacing = Pacing::from(first);
    while !run.is_stopping() {
        let Some(game) = begin(run, table, &mut rng).await else {
            return;
        };
        pacing.next_game();
        play_one(run, table, &game, &pacing, &mut rng).await;
        if !run.is_stopping() {
            run.seen().ended += 1;
        }
    }
}

/// Plays one game of a table.
pub(crate) async fn play_one(
    run: &RunState,
    table: usize,
    game: &StartedGame,
    pacing: &Pacing,
    rng: &mut fastrand::Rng,
) {
    let mut seat = |side: Side| {
        let number = 2 * table + side.index();
        let secret = game.secrets[side.index()].clone();
        let rng = rng.fork();
        Player::new(
            run,
            pacing,
            game.id,
            side,
            secret,
            number,
            client_address(number),
            rng,
        )
    };
    let (white, black) = (seat(Side::White), seat(Side::Black));
    tokio::join!(white.play(), black.play());
}

/// Creates and accepts a challenge, with retries while servers are down. `None` if the run stops
/// first.
pub(crate) async fn begin(
    run: &RunState,
    table: usize,
    rng: &mut fastrand::Rng,
) -> Option<StartedGame> {
    let id = GameId::from_bits(random_uuid(rng));
    let [host, invitation, guest] = [0; 3].map(|_| secret(rng));
    let (initial_ms, increment_ms) = run.clock_ms;
    let settings = GameSettings {
        clock: Some(ClockSettings::fischer(initial_ms, increment_ms)),
        ..GameSettings::friendly("", "")
    };
    let challenge = Challenge {
        variant: run.variant.clone(),
        settings,
        host: "Awa".to_owned(),
        colour: ColourChoice::White,
        ratings: None,
        clocks_by_player: false,
    };
    let offer = Offer {
        id: id.to_string(),
        challenge,
        invitation: invitation.clone(),
        public: false,
        account: false,
    };
    let accept = Acceptance {
        invitation: Some(invitation),
        name: "Piet".to_owned(),
        ..Acceptance::default()
    };
    request_until_done(run, 2 * table, "/challenges", &host, &offer, rng).await?;
    // From here on the journal may have the game, whatever the response.
    request_until_done(
        run,
        2 * table + 1,
        "/challenge/accept",
        &guest,
        &accept,
        rng,
    )
    .await?;
    run.seen().games.push(id);
    Some(StartedGame {
        id,
        secrets: [host, guest],
    })
}

/// Retries a request until it succeeds. `None` if the run stops first.
async fn request_until_done(
    run: &RunState,
    person: usize,
    path: &str,
    seat: &str,
    body: &(impl Serialize + Sync),
    rng: &mut fastrand::Rng,
) -> Option<()> {
    for node in person.. {
        let to = run.places.address(node);
        match post(client_address(person), to, path, seat, body).await {
            Ok(answer) if answer.status == 200 => return Some(()),
            Ok(answer) if [408, 429, 500, 503].contains(&answer.status) => {
                if answer.status == 500 {
                    run.seen().server_errors += 1;
                }
                sleep(Duration::from_millis(rng.u64(200..400))).await;
            }
            Ok(answer) => {
                run.violation(format!("{path}: {} {}", answer.status, answer.body));
                return None;
            }
            Err(_) => sleep(Duration::from_millis(rng.u64(20..80))).await,
        }
        if run.is_stopping() {
            return None;
        }
    }
    None
}
