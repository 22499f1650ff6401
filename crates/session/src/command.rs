//! Commands: requests of an actor. Nothing has happened when a command arrives. It has no time,
//! because the sender's clock cannot be trusted; the resulting [`Event`] gets the time of the
//! deciding server. It has an id, so that a command sent twice acts only once.
//!
//! [`Event`]: crate::event::Event

use damier_rules::Side;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::act::Act;
use crate::request::Request;

/// The id of a command: a UUID that its sender has chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "f47ac10b-58cc-4372-a567-0e02b2c3d479"))]
pub struct CommandId(Uuid);

impl CommandId {
    /// The id with these 128 bits.
    pub const fn from_bits(bits: u128) -> CommandId {
        CommandId(Uuid::from_u128(bits))
    }

    /// The 128 bits of this id.
    pub const fn to_bits(self) -> u128 {
        self.0.as_u128()
    }
}

/// The sender of a command. The receiver derives it from the seat, never from the command's text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Actor {
    /// The player of a side.
    Player(Side),
    /// The arbiter.
    Arbiter,
    /// The server. It watches the clocks and returns the time lost in an outage.
    Server,
}

impl Actor {
    /// Every actor.
    pub const ALL: [Actor; 4] = [
        Actor::Player(Side::White),
        Actor::Player(Side::Black),
        Actor::Arbiter,
        Actor::Server,
    ];

    /// The stable word.
    pub const fn code(self) -> &'static str {
        match self {
            Actor::Player(side) => side.code(),
            Actor::Arbiter => "arbiter",
            Actor::Server => "server",
        }
    }
}

impl From<Actor> for String {
    fn from(actor: Actor) -> String {
        actor.code().to_owned()
    }
}

impl TryFrom<String> for Actor {
    type Error = &'static str;

    fn try_from(code: String) -> Result<Actor, &'static str> {
        let mut actors = Actor::ALL.into_iter();
        let found = actors.find(|actor| actor.code() == code);
        found.ok_or("expected a side, the arbiter or the server")
    }
}

/// When a command arrived at the deciding server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The time of the server, in Unix milliseconds.
    pub at_ms: u64,
    /// The network delay, as far as it is trusted and compensated: at most
    /// [`MAX_LAG_MS`](crate::act::MAX_LAG_MS). It counts for moves only.
    pub lag_ms: u64,
}

impl Arrival {
    /// An arrival at this time without network delay.
    pub const fn at(at_ms: u64) -> Arrival {
        Arrival { at_ms, lag_ms: 0 }
    }
}

/// A request of an actor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Its id. A repeated command that was accepted before gives the same event again and changes
    /// nothing. A command that was refused has left no trace, so it is judged again.
    pub id: CommandId,
    /// The actor.
    pub actor: Actor,
    /// The request.
    pub want: Want,
}

/// What an actor requests. The [`Act`] of the same name explains each one. It applies to the
/// actor's own side, unless a side is named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Want {
    /// A move.
    Move {
        /// The move in the game's own notation.
        #[serde(rename = "move")]
        text: String,
        /// The number of plies for which the move is meant. It is refused in another position of
        /// the game, where the same text may be another move. Absent if it is meant for any
        /// position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
    /// To offer a draw.
    OfferDraw,
    /// To accept the opponent's offer of a draw.
    AcceptDraw,
    /// To decline it.
    DeclineDraw,
    /// To take moves back at once, where the players sit together.
    TakeBack {
        /// How many moves of either side.
        plies: u32,
    },
    /// To resign.
    Resign,
    /// To give the game up, without a result, before each side has made its first move.
    Abort,
    /// To end the game because a side's time is up. Every actor may claim this.
    Flag {
        /// Whose time.
        side: Side,
    },
    /// To touch a piece.
    Touch {
        /// Its square, in the game's own notation.
        square: String,
    },
    /// To say *j'adoube*.
    Adoube,
    /// An irregular move.
    Irregular {
        /// The square of the piece, in the game's own notation.
        from: String,
        /// Where it is put.
        to: String,
        /// The squares of the pieces that are taken off.
        removed: Vec<String>,
    },
    /// To have the opponent's irregular move corrected.
    Correct,
    /// To let the opponent's irregular move stand.
    LetStand,
    /// To go on after an interruption, or after a pause that has lasted as long as was agreed.
    Resume,
    /// To end the pause with this end time; for the server and the arbiter. Refused if the game is
    /// in another pause or in none: the sender may have missed events, and a turn in progress would
    /// get its time back.
    EndPause {
        /// When that pause ends by itself, in Unix milliseconds.
        until_ms: u64,
    },
    /// To return the time lost in an outage; for the server and the arbiter.
    Outage {
        /// How long it has lasted.
        lost_ms: u64,
    },
    /// To stop the clocks without the players' consent; for the server and the arbiter.
    Pause {
        /// How long at most.
        at_most_ms: u64,
    },
    /// To ask the opponent for something, where the players sit apart.
    Ask {
        /// For what.
        #[serde(rename = "for")]
        request: Request,
    },
    /// That a side loses by forfeit; for the server and the arbiter.
    Forfeit {
        /// The losing side.
        side: Side,
    },
    /// That a side has left the game; for the server and the arbiter. A player who claims it asks
    /// the server, which knows who is connected.
    Abandon {
        /// The side that has left.
        side: Side,
    },
    /// To decide how the game ends; for the arbiter.
    Arbiter {
        /// The winning side; null for a draw.
        winner: Option<Side>,
    },
    /// To agree to what the opponent has asked.
    Agree {
        /// The request that is meant: refused if the opponent has replaced it. Absent to accept any
        /// request.
        #[serde(default, rename = "to", skip_serializing_if = "Option::is_none")]
        request: Option<Request>,
    },
    /// To decline it.
    Decline,
}

impl Want {
    /// The act of a player that fulfils this; `None` if players may not do it.
    pub(crate) fn by_player(self, side: Side, arrival: Arrival) -> Option<Act> {
        let Arrival { at_ms, lag_ms } = arrival;
        Some(match self {
            Want::Move { text, .. } => Act::Move {
                side,
                text,
                at_ms,
                lag_ms,
            },
            Want::OfferDraw => Act::OfferDraw { side, at_ms },
            Want::AcceptDraw => Act::AcceptDraw { side, at_ms },
            Want::DeclineDraw => Act::DeclineDraw { side, at_ms },
            Want::TakeBack { plies } => Act::TakeBack { plies, at_ms },
            Want::Resign => Act::Resign { side, at_ms },
            Want::Abort => Act::Abort { side, at_ms },
            Want::Flag { side } => Act::Flag { side, at_ms },
            Want::Touch { square } => Act::Touch {
                side,
                square,
                at_ms,
            },
            Want::Adoube => Act::Adoube { side, at_ms },
            Want::Irregular { from, to, removed } => Act::Irregular {
                side,
                from,
                to,
                removed,
                at_ms,
            },
            Want::Correct => Act::Correct { side, at_ms },
            Want::LetStand => Act::LetStand { side, at_ms },
            Want::Resume => Act::Resume {
                at_ms,
                lost_ms: None,
            },
            Want::Ask { request } => Act::Ask {
                side,
                request,
                at_ms,
            },
            Want::Agree { .. } => Act::Agree { side, at_ms },
            Want::Decline => Act::Decline { side, at_ms },
            Want::Forfeit { .. }
            | Want::Abandon { .. }
            | Want::Arbiter { .. }
            | Want::Pause { .. }
            | Want::EndPause { .. }
            | Want::Outage { .. } => return None,
        })
    }

    /// The act of the server that fulfils this; `None` if the server may not do it.
    pub(crate) fn by_server(&self, at_ms: u64) -> Option<Act> {
        match *self {
            Want::Flag { side } => Some(Act::Flag { side, at_ms }),
            Want::Resume | Want::EndPause { .. } => Some(Act::Resume {
                at_ms,
                lost_ms: None,
            }),
            Want::Outage { lost_ms } => Some(Act::Resume {
                at_ms,
                lost_ms: Some(lost_ms),
            }),
            Want::Pause { at_most_ms } => Some(Act::Pause { at_most_ms, at_ms }),
            Want::Forfeit { side } => Some(Act::Forfeit { side, at_ms }),
            Want::Abandon { side } => Some(Act::Abandon { side, at_ms }),
            _ => None,
        }
    }

    /// The act of the arbiter that fulfils this. The arbiter may also do what the server may.
    pub(crate) fn by_arbiter(&self, at_ms: u64) -> Option<Act> {
        match *self {
            Want::Arbiter { winner } => Some(Act::Arbiter { winner, at_ms }),
            _ => self.by_server(at_ms),
        }
    }
}
