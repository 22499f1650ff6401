//! Conditional moves on the server: a player's stored reply is played as soon as the opponent's
//! move is stored, by any node. Visible only to that player. The session decides what is legal.

use damier_people::StoreError;
use damier_people::live::{Conditionals, LiveGame, StoredConditionals};
use damier_session::conditional::{checked, follow, is_slow};
use damier_session::{
    Actor, Command, ConditionalError, FollowOutcome, GameId, IfThen, Session, Side, Want,
};

use crate::live::seats::server_command_id;

/// The maximum number of conditional moves in a row, if stored lines of both players meet.
pub(crate) const MAX_IN_A_ROW: usize = 64;

/// A conditional move to play now.
#[derive(Debug)]
pub(crate) struct DueConditionalMove {
    /// The command that plays it: the same on all nodes, so it is stored once.
    pub(crate) command: Command,
    /// Whose move it is.
    pub(crate) side: Side,
    /// The stored tree. It is deleted if the move is rejected.
    kept: StoredConditionals,
}

/// Why conditional moves were not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreConditionalsError {
    /// The game has another version, or they were changed elsewhere meanwhile.
    #[error("the game has changed: its version is now {version}")]
    Stale { version: u32 },
    /// They are not valid.
    #[error(transparent)]
    Refused(#[from] ConditionalError),
    /// Teams play this game.
    #[error("a team decides each move when it is its turn")]
    Team,
    /// The state of the game cannot be read.
    #[error("the state of the game cannot be read now")]
    Unread,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether a game may have conditional moves.
pub(crate) fn may_have_some(session: &Session) -> bool {
    is_slow(session.settings())
}

/// Updates the stored tree to the version that this node has read, and returns a due move.
pub(crate) async fn next_answer(
    game: &LiveGame,
    conditionals: &dyn Conditionals,
) -> Result<Option<DueConditionalMove>, StoreError> {
    for side in Side::ALL {
        if let Some(due) = due_of(game, conditionals, side).await? {
            return Ok(Some(due));
        }
    }
    Ok(None)
}

async fn due_of(
    game: &LiveGame,
    conditionals: &dyn Conditionals,
    side: Side,
) -> Result<Option<DueConditionalMove>, StoreError> {
    let (id, session) = (game.id(), game.session());
    let Some(kept) = conditionals.conditionals(id, side).await? else {
        return Ok(None);
    };
    let version = session.version();
    if kept.tree.is_empty() || kept.since >= version {
        return Ok(None);
    }
    let tree = match follow(session, side, kept.since, &kept.tree) {
        FollowOutcome::Answer { text, after } => {
            return Ok(Some(DueConditionalMove {
                command: Command {
                    id: server_command_id("conditional move", id, after.into()),
                    actor: Actor::Player(side),
                    want: Want::Move {
                        text,
                        ply: Some(session.ply()),
                    },
                },
                side,
                kept,
            }));
        }
        FollowOutcome::Wait(tree) => tree,
        FollowOutcome::Dropped => Vec::new(),
    };
    // A concurrent change by another node or the player takes precedence.
    let revision = kept.revision;
    conditionals
        .store_conditionals(id, side, revision, version, &tree)
        .await?;
    Ok(None)
}

/// Deletes the tree of a rejected move.
pub(crate) async fn drop_refused(
    game: GameId,
    conditionals: &dyn Conditionals,
    due: &DueConditionalMove,
) -> Result<(), StoreError> {
    let StoredConditionals {
        since, revision, ..
    } = due.kept;
    conditionals
        .store_conditionals(game, due.side, revision, since, &[])
        .await?;
    Ok(())
}

/// Stores a player's tree for this version of the game, replacing the previous one.
pub(crate) async fn save(
    game: &LiveGame,
    conditionals: &dyn Conditionals,
    side: Side,
    version: u32,
    tree: &[IfThen],
) -> Result<Vec<IfThen>, StoreConditionalsError> {
    let session = game.session();
    let stale = StoreConditionalsError::Stale {
        version: session.version(),
    };
    if session.version() != version {
        return Err(stale);
    }
    // Deleting is possible at any time.
    let tree = if tree.is_empty() {
        Vec::new()
    } else {
        checked(session, side, tree)?
    };
    let before = conditionals.conditionals(game.id(), side).await?;
    let revision = before.as_ref().map_or(0, |kept| kept.revision);
    let is_kept = conditionals
        .store_conditionals(game.id(), side, revision, version, &tree)
        .await?;
    if is_kept || (tree.is_empty() && before.is_none()) {
        Ok(tree)
    } else {
        Err(stale)
    }
}
