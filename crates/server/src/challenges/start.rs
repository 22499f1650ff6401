//! Starts the game of a challenge once a second player accepts it.

use damier_people::accounts::AccountId;
use damier_people::challenges::{AcceptedChallenge, OpenChallenge, StartMode};
use damier_people::live::{BeginOutcome, Owners};
use damier_session::{GameId, LiveSeat, Player, SeatKey, SeatRole};
use damier_wire::seats::SeatAt;

use crate::challenges::refusals::{account_needed, own_challenge};
use crate::live::seats::{coin_toss, next_game_key};
use crate::live::services::GameServices;
use crate::live::views::seat_at;
use crate::problem::Problem;
use crate::ratings::ranges::check_rating_range;

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
) -> Result<Option<SeatAt>, Problem> {
    start(games, open, guest, start_mode, None).await
}

/// Starts a rematch that the other player has offered, and marks it as one. Returns `None` if it
/// has started already.
pub(crate) async fn start_rematch(
    games: &GameServices,
    offer: &OpenChallenge,
    guest: Guest<'_>,
) -> Result<Option<SeatAt>, Problem> {
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
) -> Result<Option<SeatAt>, Problem> {
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
) -> Result<Owners, Problem> {
    let mut accounts = [None; 2];
    accounts[begun.host.index()] = open.account;
    accounts[begun.host.opponent().index()] = guest;
    let Some(pool) = begun.rated else {
        return Ok(Owners::casual(accounts));
    };
    let [Some(white), Some(black)] = accounts else {
        return Err(account_needed());
    };
    Owners::rated([white, black], pool).ok_or_else(own_challenge)
}
