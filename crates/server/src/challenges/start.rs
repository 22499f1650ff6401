//! Starts the game of a challenge once a second player accepts it.

use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::challenges::{AcceptedChallenge, ChallengeError, OpenChallenge, StartMode};
use damier_people::live::{BeginOutcome, LiveError, Owners};
use damier_session::{GameId, LiveSeat, Player, SeatKey, SeatRole};
use damier_wire::seats::SeatAt;

use crate::guard::run_to_completion::TaskFailed;
use crate::limits::Denied;
use crate::live::engine::EngineBusy;
use crate::live::seats::{coin_toss, next_game_key};
use crate::live::services::GameServices;
use crate::live::views::seat_at;
use crate::ratings::ranges::{RatingRefusal, check_rating_range};

/// Why a game does not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Game(#[from] LiveError),
    #[error("too many concurrent changes, or the game's actor does not respond")]
    Unavailable,
    #[error(transparent)]
    TaskFailed(#[from] TaskFailed),
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    #[error(transparent)]
    Rating(#[from] RatingRefusal),
    #[error(transparent)]
    Quota(#[from] Denied),
    #[error("the engine plays too many games")]
    EngineBusy(EngineBusy),
    /// An id or a secret is used by another game, challenge or seat.
    #[error("{0}")]
    Taken(&'static str),
    #[error("both players of a rated game need an account")]
    AccountNeeded,
    #[error("both sides of a rated game belong to one account")]
    OwnChallenge,
    /// The game is not over, so there is no rematch.
    #[error("the game is not over")]
    GameGoesOn,
    #[error("{0}")]
    NotForSpectators(&'static str),
    /// A rematch requested from a seat that belongs to no member of the team.
    #[error("this seat belongs to no member of a team")]
    NotAMember,
    #[error("no such team match")]
    NoTeamMatch,
}

/// The player who accepts a challenge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guest<'a> {
    /// The key of the new seat.
    pub(crate) key: SeatKey,
    /// The name; the account's name if there is one.
    pub(crate) name: &'a str,
    pub(crate) account: Option<AccountId>,
}

/// Starts the game of a challenge. Returns `None` if another player has accepted it, or the guest
/// has a seat at another game.
pub(crate) async fn start_game(
    games: &GameServices,
    open: &OpenChallenge,
    guest: Guest<'_>,
    start_mode: StartMode,
) -> Result<Option<SeatAt>, StartError> {
    start(games, open, guest, start_mode, None).await
}

/// Starts a rematch that the other player has offered, and marks it as one. Returns `None` if it
/// has started already.
pub(crate) async fn start_rematch(
    games: &GameServices,
    offer: &OpenChallenge,
    guest: Guest<'_>,
) -> Result<Option<SeatAt>, StartError> {
    start(
        games,
        offer,
        guest,
        StartMode::Awaited,
        Some(rematch_mark(offer.id)),
    )
    .await
}

/// A seat without a holder that marks a game as the rematch of another.
pub(crate) fn rematch_mark(next: GameId) -> LiveSeat {
    LiveSeat {
        key: next_game_key(next),
        role: SeatRole::Watcher,
    }
}

async fn start(
    games: &GameServices,
    open: &OpenChallenge,
    guest: Guest<'_>,
    start_mode: StartMode,
    mark: Option<LiveSeat>,
) -> Result<Option<SeatAt>, StartError> {
    // Members of a team match get seats at the game with its id, so no other game may have that id.
    if games.team_matches.team_match_of(open.id).await?.is_some() {
        games.challenges.close(open.id).await?;
        return Ok(None);
    }
    check_rating_range(&*games.ratings, &open.challenge, guest.account).await?;
    let now_ms = games.clock.now_ms();
    let drawn = coin_toss(open.host, guest.key);
    let player = Player::Person {
        name: guest.name.to_owned(),
    };
    let begun = open
        .challenge
        .accepted_by(open.id, player, drawn, now_ms, start_mode)?;
    let owners = owners(open, &begun, guest.account)?;
    let guest_role = SeatRole::Player(begun.host.opponent());
    let players = [
        LiveSeat {
            key: open.host,
            role: SeatRole::Player(begun.host),
        },
        LiveSeat {
            key: guest.key,
            role: guest_role,
        },
    ];
    let seats: Vec<LiveSeat> = players.into_iter().chain(mark).collect();
    let outcome = games
        .journal
        .begin_owned(&begun.setup, &seats, &owners, begun.deadline_ms)
        .await?;
    if outcome == BeginOutcome::Taken
        && games.journal.seat(&guest.key).await? != Some((open.id, guest_role))
    {
        return Ok(None);
    }
    // A challenge that a crash has left open must not start a second game.
    games.challenges.close(open.id).await?;
    games.actors.notify_started(open.id);
    Ok(Some(seat_at(open.id, guest_role)))
}

/// The accounts that own the sides of the game.
fn owners(
    open: &OpenChallenge,
    begun: &AcceptedChallenge,
    guest: Option<AccountId>,
) -> Result<Owners, StartError> {
    let mut accounts = [None; 2];
    accounts[begun.host.index()] = open.account;
    accounts[begun.host.opponent().index()] = guest;
    let Some(pool) = begun.rated else {
        return Ok(Owners::casual(accounts));
    };
    let [Some(white), Some(black)] = accounts else {
        return Err(StartError::AccountNeeded);
    };
    Owners::rated([white, black], pool).ok_or(StartError::OwnChallenge)
}
