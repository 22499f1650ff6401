//! A table: two players who play one game after another, each started by an invitation.

use std::time::Duration;

use damier_session::{GameId, Side};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::client::{home, post};
use crate::player::{Pacing, Seated, random_uuid};
use crate::stage::Stage;

/// A started game, and the secrets of both players.
#[derive(Debug, Clone)]
pub(crate) struct BegunGame {
    pub(crate) id: GameId,
    pub(crate) secrets: [String; 2],
}

/// A new secret.
pub(crate) fn secret(dice: &mut fastrand::Rng) -> String {
    format!("{:032x}{:011x}", dice.u128(..), dice.u64(..1 << 44))
}

/// Plays games at a table until the run stops; the first move is due at `first`.
pub(crate) async fn play(stage: &Stage, table: usize, seed: u64, first: Instant) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let pacing = Pacing::from(first);
    while !stage.is_stopping() {
        let Some(game) = begin(stage, table, &mut dice).await else {
            return;
        };
        pacing.next_game();
        play_one(stage, table, &game, &pacing, &mut dice).await;
        if !stage.is_stopping() {
            stage.seen().ended += 1;
        }
    }
}

/// Plays one game of a table.
pub(crate) async fn play_one(
    stage: &Stage,
    table: usize,
    game: &BegunGame,
    pacing: &Pacing,
    dice: &mut fastrand::Rng,
) {
    let mut seat = |side: Side| {
        let number = 2 * table + side.index();
        let secret = game.secrets[side.index()].clone();
        let dice = dice.fork();
        Seated::new(
            stage,
            pacing,
            game.id,
            side,
            secret,
            number,
            home(number),
            dice,
        )
    };
    let (white, black) = (seat(Side::White), seat(Side::Black));
    tokio::join!(white.play(), black.play());
}

/// Creates and accepts a challenge, with retries while servers are down. `None` if the run stops
/// first.
pub(crate) async fn begin(
    stage: &Stage,
    table: usize,
    dice: &mut fastrand::Rng,
) -> Option<BegunGame> {
    let id = GameId::from_bits(random_uuid(dice));
    let [host, invitation, guest] = [0; 3].map(|_| secret(dice));
    let (initial_ms, increment_ms) = stage.clock_ms;
    let person = json!({ "kind": "person", "name": "" });
    let settings = json!({
        "start": null,
        "clock": { "initial_ms": initial_ms, "increment_ms": increment_ms },
        "white": person,
        "black": person,
        "few_pieces": "fresh",
    });
    let offer = json!({
        "id": id.to_string(),
        "challenge": { "variant": stage.variant, "settings": settings, "host": "Awa", "colour": "white" },
        "invitation": invitation,
    });
    let accept = json!({ "invitation": invitation, "name": "Piet" });
    ask(stage, 2 * table, "/challenges", &host, &offer, dice).await?;
    // From here on the journal may have the game, whatever the response.
    ask(
        stage,
        2 * table + 1,
        "/challenge/accept",
        &guest,
        &accept,
        dice,
    )
    .await?;
    stage.seen().games.push(id);
    Some(BegunGame {
        id,
        secrets: [host, guest],
    })
}

/// Retries a request until it succeeds. `None` if the run stops first.
async fn ask(
    stage: &Stage,
    person: usize,
    path: &str,
    seat: &str,
    body: &Value,
    dice: &mut fastrand::Rng,
) -> Option<()> {
    for node in person.. {
        let to = stage.places.address(node);
        match post(home(person), to, path, seat, body).await {
            Ok(answer) if answer.status == 200 => return Some(()),
            Ok(answer) if [408, 429, 500, 503].contains(&answer.status) => {
                if answer.status == 500 {
                    stage.seen().server_errors += 1;
                }
                sleep(Duration::from_millis(dice.u64(200..400))).await;
            }
            Ok(answer) => {
                stage.violation(format!("{path}: {} {}", answer.status, answer.body));
                return None;
            }
            Err(_) => sleep(Duration::from_millis(dice.u64(20..80))).await,
        }
        if stage.is_stopping() {
            return None;
        }
    }
    None
}
