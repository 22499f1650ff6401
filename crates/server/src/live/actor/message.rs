//! Messages to the actor of a game, and its replies.

use damier_people::live::NodeId;
use damier_session::{CommandId, Event, GameId, IfThen, Side, Want};
use damier_wire::live::ChatMessage;
use tokio::sync::oneshot;

use crate::live::cluster_message::ClusterMessage;
use crate::live::conditional_moves::StoreConditionalsError;
use crate::live::members::MemberId;
use crate::live::queue::Queue;
use crate::live::seats::SeatHolder;
use crate::live::teams::RematchVote;

/// A message to the actor of a game.
pub(crate) enum ActorMessage {
    /// Connects a client that has the events up to `have`, and queues its welcome. Replies false
    /// while the state of the game is unknown; then it is not a member.
    Enter {
        member: MemberId,
        holder: SeatHolder,
        have: u32,
        queue: Queue,
        answer: oneshot::Sender<bool>,
    },
    /// Queues the welcome for a member that lost frames. Replied once queued; dropped while the
    /// state of the game is unknown.
    Resync {
        member: MemberId,
        have: u32,
        answer: oneshot::Sender<()>,
    },
    /// A member disconnects.
    Leave { member: MemberId },
    /// A command of a client.
    Act {
        holder: SeatHolder,
        id: CommandId,
        want: Want,
        received: Received,
        answer: oneshot::Sender<CommandReply>,
    },
    /// A feature acts on behalf of a player, once for each purpose.
    ActFor {
        side: Side,
        purpose: &'static str,
        want: Want,
        answer: oneshot::Sender<CommandReply>,
    },
    /// A chat frame: a phrase to all, or a phrase or marks to the team. Replied once sent; not sent
    /// if the receiver of the reply is gone.
    Chat {
        holder: SeatHolder,
        saying: ChatMessage,
        answer: Option<oneshot::Sender<()>>,
    },
    /// A player offers a rematch, or the next game has begun.
    Rematch { by: Side, game: Option<GameId> },
    /// Counts a player as connected until this time, such as the host of a simul at all boards.
    Attend { side: Side, until_ms: u64 },
    /// A captain was named.
    CaptainChanged,
    /// A team member votes for a rematch; `willing` are the members of both teams who have agreed.
    VoteRematch {
        member: u16,
        willing: Vec<u16>,
        answer: oneshot::Sender<RematchVote>,
    },
    /// A player stores conditional moves for this version of the game.
    KeepConditionals {
        side: Side,
        version: u32,
        branches: Vec<IfThen>,
        answer: oneshot::Sender<Result<Vec<IfThen>, StoreConditionalsError>>,
    },
    /// A message of another node.
    Cluster {
        node: NodeId,
        message: ClusterMessage,
    },
    /// A message of a background task.
    Background(BackgroundCommand),
}

/// A command of a background task.
pub(crate) enum BackgroundCommand {
    /// Checks whether the deadline of the game has passed.
    CheckDeadline { answer: oneshot::Sender<()> },
    /// Completes a conditional move or the engine's move of a node that may have stopped.
    Resume { answer: oneshot::Sender<()> },
    /// Pauses a class's clocks until this time, or resumes them (`None`). Replies `true` when
    /// nothing is left to do.
    Hold {
        until_ms: Option<u64>,
        answer: oneshot::Sender<bool>,
    },
    /// Restores the time of an outage. Replies `true` when nothing is left to do.
    RestoreLostTime { answer: oneshot::Sender<bool> },
}

impl From<BackgroundCommand> for ActorMessage {
    fn from(command: BackgroundCommand) -> Self {
        Self::Background(command)
    }
}

/// When a command was received, and its travel time, as far as measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Received {
    pub(crate) at_ms: u64,
    pub(crate) one_way_ms: u64,
}

/// The reply to a command.
#[derive(Debug)]
pub(crate) enum CommandReply {
    /// It is stored.
    Done(Event),
    /// A team member's vote: stored, without a decision yet.
    Noted,
    /// It is rejected and has changed nothing.
    Refused {
        code: &'static str,
        detail: String,
        version: u32,
    },
    /// Unknown whether it is stored; a retry returns it.
    Unavailable,
    /// Not stored: this version cannot read the journal of the game, now or later. Returned for an
    /// actor that cannot be opened.
    Unreadable,
}

impl CommandReply {
    /// A rejection at this version of the game.
    pub(crate) fn refused(code: &'static str, detail: impl Into<String>, version: u32) -> Self {
        Self::Refused {
            code,
            detail: detail.into(),
            version,
        }
    }
}
