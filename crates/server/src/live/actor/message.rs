//! What the actor of a game is sent, and what it replies.

use damier_people::live::NodeId;
use damier_session::{CommandId, Event, GameId, IfThen, Side, Want};
use damier_wire::live::ChatMessage;
use tokio::sync::oneshot;

use crate::live::cluster_message::ClusterMessage;
use crate::live::conditional_moves::NotKept;
use crate::live::members::MemberId;
use crate::live::queue::Queue;
use crate::live::seats::SeatHolder;
use crate::live::teams::RematchVote;

/// A message to the actor of a game.
pub(crate) enum ActorMessage {
    /// A client connects that has the events up to `have`. Its welcome is put into the queue.
    /// Answers false while the state of the game is unknown; then it is no member.
    Enter {
        member: MemberId,
        holder: SeatHolder,
        have: u32,
        queue: Queue,
        answer: oneshot::Sender<bool>,
    },
    /// A member missed frames and needs the welcome again. Answered once it is in the queue;
    /// dropped while the state of the game is unknown.
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
    /// A feature acts in the name of a player. What was done for a purpose is not done for it
    /// again.
    ActFor {
        side: Side,
        purpose: &'static str,
        want: Want,
        answer: oneshot::Sender<CommandReply>,
    },
    /// A chat frame: a phrase to all, or a phrase or marks to the team. Answered once it is sent;
    /// not sent once the receiver of the answer is gone.
    Chat {
        holder: SeatHolder,
        saying: ChatMessage,
        answer: Option<oneshot::Sender<()>>,
    },
    /// A player offers a rematch, or the next game has begun.
    Rematch { by: Side, game: Option<GameId> },
    /// A player counts as connected until a moment without a connection, as the host of a simul at
    /// all boards.
    Attend { side: Side, until_ms: u64 },
    /// A captain was named.
    CaptainChanged,
    /// A member of a team votes for a rematch; `willing` are the members of both teams who have
    /// agreed to play it.
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
        answer: oneshot::Sender<Result<Vec<IfThen>, NotKept>>,
    },
    /// A message of another node.
    Cluster {
        node: NodeId,
        message: ClusterMessage,
    },
    /// A message of a background task.
    Background(BackgroundCommand),
}

/// What a background task asks for.
pub(crate) enum BackgroundCommand {
    /// The deadline of the game may be over.
    CheckDeadline { answer: oneshot::Sender<()> },
    /// A node may have stopped before it played a conditional move or the engine's move.
    Resume { answer: oneshot::Sender<()> },
    /// Stops the clocks of a class until a moment, or starts them again (`None`). Answers whether
    /// nothing is left to do.
    Hold {
        until_ms: Option<u64>,
        answer: oneshot::Sender<bool>,
    },
    /// Restores the time of an outage. Answers whether nothing is left to do.
    RestoreLostTime { answer: oneshot::Sender<bool> },
}

impl From<BackgroundCommand> for ActorMessage {
    fn from(command: BackgroundCommand) -> Self {
        Self::Background(command)
    }
}

/// When a command was received, and how long it took to arrive, as far as that was measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Received {
    pub(crate) at_ms: u64,
    pub(crate) one_way_ms: u64,
}

/// What became of a command.
#[derive(Debug)]
pub(crate) enum CommandReply {
    /// It is stored.
    Done(Event),
    /// It is the vote of a member of a team: stored, and nothing is decided by it yet.
    Noted,
    /// It is rejected and has changed nothing.
    Refused {
        code: &'static str,
        detail: String,
        version: u32,
    },
    /// It may be stored or not; a retry returns which.
    Unavailable,
    /// It is not stored: this program cannot read the journal of the game, now or later. Returned
    /// for an actor that cannot be opened.
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
