//! The ladder of a club over HTTP: members join and leave it, challenge and answer, and report
//! presence. The game then begins as any other live game; each player's page takes a seat by `POST
//! /account/games/{id}/seat`.

use damier_people::clubs::{ClubGame, ClubKey, NewLadderGame, maintain_ladder};
use damier_session::GameId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::clubs::caller::ClubCaller;
use crate::clubs::changes::change;
use crate::clubs::state::ClubsState;
use crate::clubs::views::ClubView;
use crate::derived::uuid_v7;
use crate::problem::Problem;
use crate::push::PushNotice;
use crate::random::random_bytes;

/// Whether the caller wants to be on the ladder.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnLadder {
    /// True to join on the lowest rung, false to leave.
    on: bool,
}

/// The member to challenge.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LadderChallenge {
    /// The name of the member.
    against: String,
}

/// A player's action on a challenge.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MatchAction {
    /// The challenged member accepts.
    Accept,
    /// The challenged member declines, and keeps the rung.
    Decline,
    /// Withdraws it: the challenger before it is answered, either player before the game begins.
    CallOff,
    /// Reports presence. Valid for 45 seconds, to be repeated; once both are present, the game
    /// begins.
    Ready,
    /// Withdraws the report of presence.
    NotReady,
}

/// The request body.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchAnswer {
    say: MatchAction,
}

/// Joins the ladder on the lowest rung, or leaves it.
#[utoipa::path(
    put,
    path = "/clubs/{club}/ladder",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only members may do this"),
        (status = 409, description = "The account is on the ladder, or not, or has an open challenge"),
    )
)]
pub(crate) async fn enter(
    caller: ClubCaller,
    Json(OnLadder { on }): Json<OnLadder>,
) -> Result<Json<ClubView>, Problem> {
    let now_ms = caller.state.clock.now_ms();
    let enter = caller.change(|it, by| {
        if on {
            it.club.enter_ladder(by, now_ms)
        } else {
            it.club.leave_ladder(by)
        }
    });
    enter.await
}

/// Challenges a member higher on the ladder.
#[utoipa::path(
    post,
    path = "/clubs/{club}/matches",
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only members may do this"),
        (status = 404, description = "No such club, or no member with this name"),
        (status = 409, description = "Not possible with this member or now; `reason` says why"),
    )
)]
pub(crate) async fn challenge(
    caller: ClubCaller,
    Json(LadderChallenge { against }): Json<LadderChallenge>,
) -> Result<Json<ClubView>, Problem> {
    let ClubCaller { state, key, by } = &caller;
    let now_ms = state.clock.now_ms();
    let (whom, club) = change(state, key, |it| {
        let whom = it.named(&against)?;
        it.club.challenge(*by, whom, now_ms)?;
        Ok((whom, it.club.name().to_string()))
    })
    .await?;
    let notice = PushNotice::Ladder {
        name: club,
        club: key.to_string(),
    };
    state.games.actors.pusher.notify(whom, notice);
    caller.view().await
}

/// Answers or withdraws a challenge, or reports presence.
#[utoipa::path(
    post,
    path = "/clubs/{club}/matches/{number}",
    params(
        ("number" = u32, Path, description = "The number of the challenge"),
    ),
    security(("session" = [])),
    responses(
        (status = 200, description = "The club", body = ClubView),
        (status = 403, description = "Only members may do this"),
        (status = 404, description = "No such club, or no such challenge at this point"),
        (status = 409, description = "Only the other player may do this"),
    )
)]
pub(crate) async fn act_on_challenge(
    Part(number): Part<u32>,
    caller: ClubCaller,
    Json(MatchAnswer { say: action }): Json<MatchAnswer>,
) -> Result<Json<ClubView>, Problem> {
    let ClubCaller { state, key, by } = &caller;
    let (by, now_ms) = (*by, state.clock.now_ms());
    let new = NewLadderGame {
        id: new_game(now_ms)?,
        challenger_is_white: random_bytes::<1>()?[0] & 1 == 0,
    };
    let begins = change(state, key, |it| {
        let club = &mut *it.club;
        let done = match action {
            MatchAction::Accept => club.answer(by, number, true, now_ms).map(|()| false),
            MatchAction::Decline => club.answer(by, number, false, now_ms).map(|()| false),
            MatchAction::CallOff => club.call_off(by, number, now_ms).map(|()| false),
            MatchAction::Ready => club.at_board(by, number, true, new, now_ms),
            MatchAction::NotReady => club.at_board(by, number, false, new, now_ms),
        };
        let begins = done?;
        it.game = begins.then_some(ClubGame {
            game: new.id,
            at_ms: now_ms,
            is_ladder: true,
        });
        Ok(begins)
    })
    .await?;
    if begins {
        maintain(state, key).await?;
    }
    caller.view().await
}

/// Begins the agreed game. If that fails, a background task retries some seconds later.
async fn maintain(state: &ClubsState, key: &ClubKey) -> Result<(), Problem> {
    let begun = maintain_ladder(&state.clubs, &*state.journal, key, state.clock.now_ms()).await?;
    for game in begun {
        state.games.actors.notify_started(game);
    }
    Ok(())
}

/// A new game's id, which begins with the time.
fn new_game(now_ms: u64) -> Result<GameId, Problem> {
    let random = u128::from_be_bytes(random_bytes()?);
    Ok(GameId::from_bits(uuid_v7(now_ms, random)))
}
