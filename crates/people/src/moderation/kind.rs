//! The kinds of public texts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A kind of text that users write and strangers read. With an id it names one text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum PublicTextKind {
    /// The name of an account; its id is the name. It is not removed: the account is banned or
    /// renamed.
    Account,
    /// The title, place and date of a broadcast.
    Broadcast,
    /// The name of the host of a challenge in the lobby.
    Challenge,
    /// The name, town, description and timetable of a club; its id is the club's key.
    Club,
    /// The title and players of a shared game; its id is its public address.
    Game,
    /// The title of a simul, and the names of its host and guests.
    Simul,
}

impl PublicTextKind {
    /// Every kind.
    pub const ALL: [PublicTextKind; 6] = [
        PublicTextKind::Account,
        PublicTextKind::Broadcast,
        PublicTextKind::Challenge,
        PublicTextKind::Club,
        PublicTextKind::Game,
        PublicTextKind::Simul,
    ];

    /// Its stable code.
    pub const fn code(self) -> &'static str {
        match self {
            PublicTextKind::Account => "account",
            PublicTextKind::Broadcast => "broadcast",
            PublicTextKind::Challenge => "challenge",
            PublicTextKind::Club => "club",
            PublicTextKind::Game => "game",
            PublicTextKind::Simul => "simul",
        }
    }
}

impl fmt::Display for PublicTextKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for PublicTextKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<PublicTextKind, UnknownKind> {
        let mut kinds = PublicTextKind::ALL.into_iter();
        kinds.find(|kind| kind.code() == text).ok_or(UnknownKind)
    }
}

/// Error: a text is not the code of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one of account, broadcast, challenge, club, game, simul")]
pub struct UnknownKind;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_reads_back() {
        for kind in PublicTextKind::ALL {
            assert_eq!(kind.code().parse(), Ok(kind));
            let json = serde_json::to_string(&kind).expect("JSON");
            assert_eq!(json, format!("\"{kind}\""));
            assert!(UnknownKind.to_string().contains(kind.code()));
        }
        assert_eq!("Club".parse::<PublicTextKind>(), Err(UnknownKind));
    }
}
