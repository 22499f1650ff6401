//! Frames of a live game: each is one JSON object with the tag `frame`, sent over the socket or as
//! a line of the stream.

use std::borrow::Cow;

use damier_session::{CommandId, Ending, Event, GameRecord, Request, Side, Want};
use serde::{Deserialize, Serialize};

use crate::ratings::BoardRatings;
use crate::teams::{Marks, TeamPhrase, TeamView};

/// The longest frame of a client, in bytes.
pub const MAX_CLIENT_FRAME: usize = 8 * 1024;

/// A frame from a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FromClient))]
#[serde(tag = "frame", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientFrame {
    /// Enters a game: the secret of the seat, and the number of the last event that the client has.
    Hello {
        /// The secret of the seat.
        seat: String,
        /// The number of the last event that the client has; 0 for none.
        have: u32,
    },
    /// A command. Sending it again with the same id returns the same answer.
    Act {
        /// Chosen by the client, unique for each command.
        id: CommandId,
        /// The player's request.
        want: Want,
    },
    /// Sends a preset phrase to everyone in the game.
    Say {
        /// The phrase.
        phrase: Phrase,
    },
    /// Sends a preset phrase to the sender's team.
    Whisper {
        /// The phrase.
        phrase: TeamPhrase,
    },
    /// Squares and arrows that a member marks for the sender's team. Replaces the member's earlier
    /// marks.
    Mark(Marks),
    /// Asks for the server's time.
    Ping {
        /// Returned in the answer.
        number: u64,
    },
}

impl ClientFrame {
    /// The frame as one line of JSON.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists only: serialising cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A phrase or marks, forwarded but not stored. Over HTTP they have the shape of the frame.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Saying))]
#[serde(tag = "frame", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ChatMessage {
    /// Sends a preset phrase to everyone in the game.
    Say {
        /// The phrase.
        phrase: Phrase,
    },
    /// Sends a preset phrase to the sender's team.
    Whisper {
        /// The phrase.
        phrase: TeamPhrase,
    },
    /// Squares and arrows that a member marks for the sender's team.
    Mark(Marks),
}

/// A preset chat phrase. There is no free text, so nothing needs moderation, and each reader sees
/// the phrase in their own language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each name is the phrase")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    GoodGame,
    Sorry,
    OneMoment,
    Back,
    Rematch,
    Goodbye,
}

impl Phrase {
    /// Every phrase.
    pub const ALL: [Phrase; 10] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::GoodGame,
        Phrase::Sorry,
        Phrase::OneMoment,
        Phrase::Back,
        Phrase::Rematch,
        Phrase::Goodbye,
    ];

    /// The stable code, as in frames.
    pub const fn code(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good-luck",
            Phrase::WellPlayed => "well-played",
            Phrase::Thanks => "thanks",
            Phrase::GoodGame => "good-game",
            Phrase::Sorry => "sorry",
            Phrase::OneMoment => "one-moment",
            Phrase::Back => "back",
            Phrase::Rematch => "rematch",
            Phrase::Goodbye => "goodbye",
        }
    }
}

/// A frame from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ToClient))]
#[serde(tag = "frame", rename_all = "kebab-case")]
pub enum ServerFrame {
    /// The challenge of this host is not accepted yet.
    Waiting {
        /// When it expires, in Unix milliseconds.
        until_ms: u64,
        /// The server's time, in Unix milliseconds.
        now_ms: u64,
    },
    /// The game, with the events that the client does not have: the first frame after a `hello`.
    Welcome {
        /// The id of the game.
        game: String,
        /// The role of the seat.
        #[cfg_attr(
            feature = "openapi",
            schema(pattern = "^(white|black|arbiter|watcher)$")
        )]
        role: String,
        /// The server's time, in Unix milliseconds.
        now_ms: u64,
        /// The record before the first act: game, rules, settings, start.
        setup: Box<GameRecord>,
        /// The events after the one that the client has.
        events: Vec<Event>,
        /// The state after all of them.
        state: State,
        /// The connected players and spectators.
        presence: Presence,
        /// Rematch offers.
        rematch: Option<RematchOffers>,
        /// The spectator delay of this seat in milliseconds; 0 for players.
        delay_ms: u64,
        /// The ratings beside the names, where a player has an account.
        ratings: Option<BoardRatings>,
    },
    /// An event of the game.
    Event {
        /// The event.
        event: Event,
        /// The state after it.
        state: State,
    },
    /// A command is stored.
    Done {
        /// The id of the command.
        id: CommandId,
        /// The number of its event.
        number: u32,
    },
    /// A command is refused.
    Refused {
        /// The id of the command.
        id: CommandId,
        /// The stable code of the reason.
        code: String,
        /// The reason in words.
        detail: String,
        /// The number of the last event at that time.
        version: u32,
    },
    /// The vote or proposal of a member of a team is stored and has decided nothing yet.
    Noted {
        /// The id of the command.
        id: CommandId,
    },
    /// The team of this client.
    Team(TeamView),
    /// A phrase from a member of the client's team.
    Whispered {
        /// The number of the member.
        by: u16,
        /// The phrase.
        phrase: TeamPhrase,
    },
    /// The connected players and spectators.
    Presence(Presence),
    /// A phrase of a player.
    Said {
        /// The side that said it.
        by: Side,
        /// The phrase.
        phrase: Phrase,
    },
    /// A player offers a rematch, or it has begun.
    Rematch {
        /// The side that offers.
        by: Side,
        /// The id of the next game, once it has begun.
        game: Option<String>,
    },
    /// The ratings beside the names have changed, for example because the game is counted.
    Ratings(BoardRatings),
    /// Frames were dropped: the client sends `hello` again.
    Behind,
    /// The answer to a ping.
    Pong {
        /// The number of the ping.
        number: u64,
        /// The server's time, in Unix milliseconds.
        now_ms: u64,
    },
    /// The client's frame is wrong, or nothing can be stored at the moment.
    Trouble {
        /// The stable code of the reason.
        code: String,
        /// The reason in words.
        detail: String,
        /// After how many milliseconds to try again.
        #[serde(skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
}

/// The tag of a frame, read before the rest of it.
#[derive(Deserialize)]
struct Tag<'a> {
    #[serde(borrow)]
    frame: Cow<'a, str>,
}

impl ServerFrame {
    /// The tags of the frames that this version knows.
    const TAGS: [&'static str; 15] = [
        "waiting",
        "welcome",
        "event",
        "done",
        "refused",
        "noted",
        "team",
        "whispered",
        "presence",
        "said",
        "rematch",
        "ratings",
        "behind",
        "pong",
        "trouble",
    ];

    /// Reads a frame. `None` where the frame is of a kind that this version does not know: a newer
    /// server may send it, and a client ignores it.
    ///
    /// # Errors
    /// The text is not a frame, or a known frame is incomplete.
    pub fn from_json(text: &str) -> Result<Option<Self>, serde_json::Error> {
        let tag: Tag<'_> = serde_json::from_str(text)?;
        if !Self::TAGS.contains(&tag.frame.as_ref()) {
            return Ok(None);
        }
        serde_json::from_str(text).map(Some)
    }

    /// The frame as one line of JSON.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists only: serialising cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The state derived from the events, for clients without the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State {
    /// The clocks; null in a game without them.
    pub clock: Option<ClockState>,
    /// The server's time of this state, in Unix milliseconds.
    pub at_ms: u64,
    /// The side to move; null when the game is over.
    pub turn: Option<Side>,
    /// The side that offers a draw.
    pub offer: Option<Side>,
    /// Open requests between the players; at most one of each side.
    pub asked: Vec<OpenRequest>,
    /// When the pause ends at the latest, in Unix milliseconds.
    pub paused_until_ms: Option<u64>,
    /// Whether an arbiter or teacher has stopped the clocks, so that the players cannot resume.
    pub held: bool,
    /// Whether a first move is missing, so that the game may be left without loss.
    pub awaits_first_moves: bool,
    /// Until when the first move of the side to move costs no time; null afterwards.
    pub first_move_by_ms: Option<u64>,
    /// How the game ended.
    pub ending: Option<Ending>,
}

/// The clocks of a live game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// White's time, in milliseconds.
    pub white_ms: u64,
    /// Black's time, in milliseconds.
    pub black_ms: u64,
    /// The side whose time passes; null in a pause, and in a first move that costs no time.
    pub running: Option<Side>,
    /// For how many more milliseconds the running turn costs no time.
    pub delay_ms: u64,
}

/// A request of one player to the other; draw offers are separate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Asked))]
pub struct OpenRequest {
    /// The side that asks.
    pub by: Side,
    /// What it asks for.
    #[serde(rename = "for")]
    pub request: Request,
}

/// The open connections to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Presence {
    /// Whether White is connected.
    pub white: bool,
    /// Whether Black is connected.
    pub black: bool,
    /// The number of spectators.
    pub watching: usize,
    /// The player who has left, if one has.
    pub absent: Option<Absent>,
}

impl Presence {
    /// Whether the player of a side is connected.
    pub fn is_connected(&self, side: Side) -> bool {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

/// A player who is not connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Absent {
    /// The side of the player.
    pub side: Side,
    /// From when on the opponent may claim the game, in Unix milliseconds.
    pub claim_at_ms: u64,
}

/// Rematch offers at the time of a welcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = WantsRematch))]
pub struct RematchOffers {
    /// Whether White offers.
    pub white: bool,
    /// Whether Black offers.
    pub black: bool,
    /// The id of the next game, once it has begun.
    pub game: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_of_an_unknown_kind_is_ignored_and_a_broken_one_refused() {
        let unknown = r#"{"frame":"fireworks","loud":true}"#;
        assert_eq!(ServerFrame::from_json(unknown).unwrap(), None);
        let behind = ServerFrame::from_json(r#"{"frame":"behind"}"#).unwrap();
        assert_eq!(behind, Some(ServerFrame::Behind));
        assert!(ServerFrame::from_json(r#"{"frame":"said","by":"white"}"#).is_err());
        assert!(ServerFrame::from_json("[]").is_err());
    }

    #[test]
    fn each_tag_belongs_to_a_frame() {
        for tag in ServerFrame::TAGS {
            let empty = format!(r#"{{"frame":"{tag}"}}"#);
            if let Err(error) = ServerFrame::from_json(&empty) {
                let message = error.to_string();
                assert!(message.starts_with("missing field"), "{tag}: {message}");
            }
        }
    }
}
