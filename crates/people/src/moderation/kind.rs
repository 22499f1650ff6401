//! The kinds of public texts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $code:literal,)+) => {
        /// A kind of text that users write and other users read. With an id it names one text.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum PublicTextKind {
            $($(#[$doc])* $kind,)+
        }

        impl PublicTextKind {
            /// Every kind.
            pub const ALL: &[PublicTextKind] = &[$(PublicTextKind::$kind),+];

            /// Its stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(PublicTextKind::$kind => $code,)+
                }
            }
        }
    };
}

kinds! {
    /// The name of an account; its id is the name. It is not removed: the account is banned or
    /// renamed.
    Account: "account",
    /// The title, place and date of a broadcast.
    Broadcast: "broadcast",
    /// The name of the host of a challenge in the lobby.
    Challenge: "challenge",
    /// The name, town, description and timetable of a club; its id is the club's key.
    Club: "club",
    /// The title and players of a shared game; its id is its public address.
    Game: "game",
    /// The title of a simul, and the names of its host and guests.
    Simul: "simul",
}

impl fmt::Display for PublicTextKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for PublicTextKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<PublicTextKind, UnknownKind> {
        let mut kinds = PublicTextKind::ALL.iter().copied();
        kinds.find(|kind| kind.code() == text).ok_or(UnknownKind)
    }
}

/// Error: a text is not the code of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one of {}", codes().join(", "))]
pub struct UnknownKind;

fn codes() -> Vec<&'static str> {
    PublicTextKind::ALL.iter().map(|kind| kind.code()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_reads_back() {
        for &kind in PublicTextKind::ALL {
            assert_eq!(kind.code().parse(), Ok(kind));
            let json = serde_json::to_string(&kind).expect("JSON");
            assert_eq!(json, format!("\"{kind}\""));
            assert!(UnknownKind.to_string().contains(kind.code()));
        }
        assert_eq!("Club".parse::<PublicTextKind>(), Err(UnknownKind));
    }
}
