//! Conditional moves on the server: what a player has kept for the opponent's move is played as soon as that one is stored, whichever node has
//! stored it. Called by the room of the game. Nothing here decides what is legal, and nothing is told to anybody but the player.

use damier_people::LiveStore;
use damier_people::live::{KeptConditionals, LiveGame, StoreError};
use damier_session::conditional::{checked, follow, is_slow};
use damier_session::{
    Actor, Command, ConditionalError, Followed, GameId, IfThen, Session, Side, Want,
};

use crate::live::seats::house_command;

/// The most answers that are played one after another: where both players have kept lines that meet, they follow these to their end.
pub(crate) const MOST_ANSWERS: usize = 64;

/// An answer that is to be played now.
#[derive(Debug)]
pub(crate) struct Due {
    /// The command that plays it. All nodes come to the same, so it is done once.
    pub(crate) command: Command,
    /// Whose answer it is.
    pub(crate) side: Side,
    /// What holds the lines, by which they are dropped if the answer is refused.
    kept: KeptConditionals,
}

/// Why conditional moves were not kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotKept {
    /// The game has another version, or they were written elsewhere meanwhile.
    #[error("the game has gone on: it has version {version} now")]
    Stale { version: u32 },
    /// They cannot be kept.
    #[error(transparent)]
    Refused(#[from] ConditionalError),
    /// A team plays this game: nobody answers for it in advance.
    #[error("a team decides each move when it is its turn")]
    Team,
    /// It cannot be read now how the game stands.
    #[error("it cannot be read now how the game stands")]
    Unread,
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether anybody can have kept something for a game.
pub(crate) fn may_have_some(session: &Session) -> bool {
    is_slow(session.settings())
}

/// Brings what was kept up to the version that this node knows, and returns an answer that is due.
pub(crate) async fn next_due(
    game: &LiveGame,
    store: &dyn LiveStore,
) -> Result<Option<Due>, StoreError> {
    for side in Side::ALL {
        if let Some(due) = due_of(game, store, side).await? {
            return Ok(Some(due));
        }
    }
    Ok(None)
}

async fn due_of(
    game: &LiveGame,
    store: &dyn LiveStore,
    side: Side,
) -> Result<Option<Due>, StoreError> {
    let (id, session) = (game.id(), game.session());
    let Some(kept) = store.conditionals(id, side).await? else {
        return Ok(None);
    };
    let version = session.version();
    if kept.tree.is_empty() || kept.since >= version {
        return Ok(None);
    }
    let tree = match follow(session, side, kept.since, &kept.tree) {
        Followed::Answer { text, after } => {
            return Ok(Some(Due {
                command: Command {
                    id: house_command("conditional move", id, after.into()),
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
        Followed::Wait(tree) => tree,
        Followed::Dropped => Vec::new(),
    };
    // Where another node or the player has written meanwhile, that one holds.
    let revision = kept.revision;
    store
        .keep_conditionals(id, side, revision, version, &tree)
        .await?;
    Ok(None)
}

/// An answer was refused, so nothing that was kept holds any more.
pub(crate) async fn drop_refused(
    game: GameId,
    store: &dyn LiveStore,
    due: &Due,
) -> Result<(), StoreError> {
    let KeptConditionals {
        since, revision, ..
    } = due.kept;
    store
        .keep_conditionals(game, due.side, revision, since, &[])
        .await?;
    Ok(())
}

/// Keeps what a player has for this version of the game, in the place of what was kept before.
pub(crate) async fn keep(
    game: &LiveGame,
    store: &dyn LiveStore,
    side: Side,
    version: u32,
    tree: &[IfThen],
) -> Result<Vec<IfThen>, NotKept> {
    let session = game.session();
    let stale = NotKept::Stale {
        version: session.version(),
    };
    if session.version() != version {
        return Err(stale);
    }
    // To drop them is always possible.
    let tree = if tree.is_empty() {
        Vec::new()
    } else {
        checked(session, side, tree)?
    };
    let before = store.conditionals(game.id(), side).await?;
    let revision = before.as_ref().map_or(0, |kept| kept.revision);
    let is_kept = store
        .keep_conditionals(game.id(), side, revision, version, &tree)
        .await?;
    if is_kept || (tree.is_empty() && before.is_none()) {
        Ok(tree)
    } else {
        Err(stale)
    }
}
