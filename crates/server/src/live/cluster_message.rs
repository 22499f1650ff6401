//! Messages between the nodes of a server. For the receiver they are hints: the state of a game is
//! read from the journal. Unstored information (attendance, phrases) decides nothing by itself.

use damier_people::accounts::AccountId;
use damier_people::live::{ConnectionCounts, LONGEST_MESSAGE, NodeId, Topic};
use damier_session::{GameId, Side};
use damier_wire::live::Phrase;
use serde::{Deserialize, Serialize};

/// A message to the other nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum ClusterMessage {
    /// The node is alive.
    Beat,
    /// A game has begun, or a challenge was closed.
    Begun { game: String },
    /// A game has a new version.
    Version { game: String, version: u32 },
    /// This node's attendance of a game. Numbers increase with each message.
    Attendance {
        game: String,
        number: u64,
        players: [bool; 2],
        watching: u32,
    },
    /// A node has opened a game, and requests the attendance of others.
    WhoIsThere { game: String },
    /// A player sends a phrase.
    Said {
        game: String,
        by: Side,
        phrase: Phrase,
    },
    /// A player offers a rematch, or it has begun.
    Rematch {
        game: String,
        by: Side,
        next: Option<String>,
    },
    /// An account is online: in the lobby, or at a game.
    Here { account: String, at: Option<String> },
    /// A bot has connected to this node or disconnected.
    Program {
        account: String,
        name: String,
        here: bool,
    },
    /// A challenge to a bot is open, or was closed.
    Challenge {
        account: String,
        challenge: String,
        waits: bool,
    },
}

/// A message and its sender.
#[derive(Debug, Serialize, Deserialize)]
struct Message {
    node: u64,
    message: ClusterMessage,
}

impl ClusterMessage {
    /// This node's attendance of a game.
    pub(crate) fn attendance(game: GameId, number: u64, attendance: ConnectionCounts) -> Self {
        let ConnectionCounts { players, watching } = attendance;
        Self::Attendance {
            game: game.to_string(),
            number,
            players,
            watching,
        }
    }

    /// An account is online at this node, perhaps at a game.
    pub(crate) fn here(account: AccountId, at: Option<GameId>) -> Self {
        Self::Here {
            account: account_text(account),
            at: at.map(|game| game.to_string()),
        }
    }

    /// A bot has connected to this node or disconnected.
    pub(crate) fn program(account: AccountId, name: &str, here: bool) -> Self {
        Self::Program {
            account: account_text(account),
            name: name.to_owned(),
            here,
        }
    }

    /// A challenge to a bot is open, or was closed.
    pub(crate) fn challenge_to(account: AccountId, challenge: GameId, waits: bool) -> Self {
        Self::Challenge {
            account: account_text(account),
            challenge: challenge.to_string(),
            waits,
        }
    }

    /// The account; `None` if the message has none or an invalid id.
    pub(crate) fn account(&self) -> Option<AccountId> {
        let (Self::Here { account, .. }
        | Self::Program { account, .. }
        | Self::Challenge { account, .. }) = self
        else {
            return None;
        };
        let bits = u128::from_str_radix(account, 16).ok()?;
        Some(AccountId::from_bits(bits))
    }

    /// The challenge; `None` if the message has none or an invalid id.
    pub(crate) fn challenge(&self) -> Option<GameId> {
        let Self::Challenge { challenge, .. } = self else {
            return None;
        };
        challenge.parse().ok()
    }

    /// The online account and its game; `None` for other messages, and for invalid ids.
    pub(crate) fn here_account(&self) -> Option<(AccountId, Option<GameId>)> {
        let Self::Here { at, .. } = self else {
            return None;
        };
        let at = at.as_ref().map(|game| game.parse()).transpose().ok()?;
        Some((self.account()?, at))
    }

    /// The game; `None` if the message has none or an invalid id.
    pub(crate) fn game(&self) -> Option<GameId> {
        match self {
            Self::Beat | Self::Here { .. } | Self::Program { .. } | Self::Challenge { .. } => None,
            Self::Begun { game }
            | Self::Version { game, .. }
            | Self::Attendance { game, .. }
            | Self::WhoIsThere { game }
            | Self::Said { game, .. }
            | Self::Rematch { game, .. } => game.parse().ok(),
        }
    }

    /// The topic on which it is sent.
    pub(crate) fn topic(&self) -> Topic {
        self.game().map_or(Topic::Nodes, Topic::Game)
    }

    /// The message as JSON, with the id of the sending node.
    pub(crate) fn encode(self, node: NodeId) -> Vec<u8> {
        let message = Message {
            node: node.to_bits(),
            message: self,
        };
        // Numbers and short texts, so serialising cannot fail. If it did, receivers would ignore
        // the empty message.
        serde_json::to_vec(&message).unwrap_or_default()
    }

    /// Reads a message; `None` for one that this version does not know.
    pub(crate) fn read(message: &[u8]) -> Option<(NodeId, Self)> {
        if message.len() > LONGEST_MESSAGE {
            return None;
        }
        let Message { node, message } = serde_json::from_slice(message).ok()?;
        Some((NodeId::from_bits(node), message))
    }
}

/// An account as it is written in a message.
fn account_text(account: AccountId) -> String {
    format!("{:032x}", account.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_short_and_read_back() {
        let id = GameId::from_bits(7);
        let game = id.to_string();
        let node = NodeId::from_bits(u64::MAX);
        let attendance = ConnectionCounts {
            players: [true, false],
            watching: u32::MAX,
        };
        let (by, phrase) = (Side::Black, Phrase::GoodLuck);
        let next = Some(game.clone());
        for message in [
            ClusterMessage::Beat,
            ClusterMessage::here(AccountId::from_bits(u128::MAX), Some(id)),
            ClusterMessage::program(AccountId::from_bits(u128::MAX), &"é".repeat(40), true),
            ClusterMessage::challenge_to(AccountId::from_bits(u128::MAX), id, false),
            ClusterMessage::Begun { game: game.clone() },
            ClusterMessage::attendance(id, u64::MAX, attendance),
            ClusterMessage::WhoIsThere { game: game.clone() },
            ClusterMessage::Said {
                game: game.clone(),
                by,
                phrase,
            },
            ClusterMessage::Rematch {
                game: game.clone(),
                by,
                next,
            },
            ClusterMessage::Version {
                game,
                version: u32::MAX,
            },
        ] {
            let is_of_a_game = !matches!(
                message,
                ClusterMessage::Beat
                    | ClusterMessage::Here { .. }
                    | ClusterMessage::Program { .. }
                    | ClusterMessage::Challenge { .. }
            );
            assert_eq!(message.game(), is_of_a_game.then_some(id));
            let text = message.clone().encode(node);
            assert!(text.len() < LONGEST_MESSAGE / 2, "{message:?}");
            assert_eq!(ClusterMessage::read(&text), Some((node, message)));
        }
    }

    #[test]
    fn other_texts_are_not_read() {
        for message in [
            "",
            "{}",
            "null",
            r#"{"node":1}"#,
            r#"{"node":-1,"message":{"what":"beat"}}"#,
            r#"{"node":1,"message":{"what":"flag"}}"#,
            r#"{"node":1,"message":{"what":"said","game":"x","by":"white","phrase":"any words"}}"#,
            r#"{"node":1,"message":{"what":"begun","game":7}}"#,
        ] {
            assert_eq!(ClusterMessage::read(message.as_bytes()), None, "{message}");
        }
        let account = AccountId::from_bits(5);
        let here = [None, Some(GameId::from_bits(7))];
        for at in here {
            assert_eq!(
                ClusterMessage::here(account, at).here_account(),
                Some((account, at))
            );
        }
        for odd in [("xyz", None), ("5", Some("nowhere"))] {
            let [account, at] = [Some(odd.0), odd.1].map(|text| text.map(str::to_owned));
            let odd = ClusterMessage::Here {
                account: account.unwrap_or_default(),
                at,
            };
            assert_eq!(odd.here_account(), None);
        }
        let long = format!(
            r#"{{"node":1,"message":{{"what":"begun","game":"{:2000}"}}}}"#,
            'x'
        );
        assert_eq!(ClusterMessage::read(long.as_bytes()), None);
        let odd = br#"{"node":1,"message":{"what":"begun","game":"nowhere"}}"#;
        assert_eq!(
            ClusterMessage::read(odd).and_then(|(_, message)| message.game()),
            None
        );
    }
}
