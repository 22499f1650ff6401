//! Links to broadcasts.

use std::str::FromStr;

use damier_people::broadcasts::BroadcastId;

use crate::address::{AddressError, ServerAddress, server_and_fragment};

/// A link to a broadcast: `http://HOST:PORT/#/broadcast/ID`, optionally followed by `/ROUND`.
///
/// ```
/// use damier_client::BroadcastLink;
///
/// let link: BroadcastLink = "http://192.168.1.7:8110/#/broadcast/salou-2026/3".parse()?;
/// assert_eq!((link.id.as_str(), link.round), ("salou-2026", Some(3)));
/// assert_eq!(link.round_path(3), "/api/v1/broadcasts/salou-2026/rounds/3");
/// # Ok::<(), damier_client::AddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BroadcastLink {
    /// The server.
    pub server: ServerAddress,
    /// The broadcast's id.
    pub id: BroadcastId,
    /// The round, if the link names one.
    pub round: Option<u8>,
}

impl BroadcastLink {
    /// The path to which the file of a round is sent.
    pub fn round_path(&self, round: u8) -> String {
        format!("/api/v1/broadcasts/{}/rounds/{round}", self.id)
    }
}

impl FromStr for BroadcastLink {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let (server, fragment) = server_and_fragment(text)?;
        let rest = fragment
            .strip_prefix("broadcast/")
            .ok_or(AddressError::NoBroadcast)?;
        let (id, round) = match rest.trim_end_matches('/').split_once('/') {
            None => (rest.trim_end_matches('/'), None),
            Some((id, round)) => {
                let round = round.parse().map_err(|_| AddressError::NoBroadcast)?;
                (id, Some(round))
            }
        };
        let id = id.parse().map_err(|_| AddressError::NoBroadcast)?;
        Ok(Self { server, id, round })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_addresses_are_rejected() {
        for text in [
            "http://club.example",
            "http://club.example/#/live/x",
            "http://club.example/#/broadcast/",
            "http://club.example/#/broadcast/Salou",
            "http://club.example/#/broadcast/salou-2026/x",
        ] {
            assert_eq!(
                text.parse::<BroadcastLink>(),
                Err(AddressError::NoBroadcast),
                "{text}"
            );
        }
        let link: BroadcastLink = "http://club.example/#/broadcast/salou-2026/"
            .parse()
            .unwrap();
        assert_eq!((link.id.as_str(), link.round), ("salou-2026", None));
    }
}
