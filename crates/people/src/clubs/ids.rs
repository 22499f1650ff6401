//! Ids in the stored text of a club. An account and a game have no form of their own in JSON: what is told to people has names in their place.

/// Digits of the largest id.
const DIGITS: usize = 32;

fn read<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
    let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(from)?;
    let bits = (text.len() == DIGITS).then(|| u128::from_str_radix(&text, 16).ok());
    bits.flatten()
        .ok_or_else(|| serde::de::Error::custom("expected an id of 32 hexadecimal digits"))
}

/// An account as 32 hexadecimal digits.
pub(super) mod account {
    use crate::accounts::AccountId;

    pub(crate) fn serialize<S: serde::Serializer>(
        id: &AccountId,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:032x}", id.to_bits()))
    }

    pub(crate) fn deserialize<'de, D: serde::Deserializer<'de>>(
        from: D,
    ) -> Result<AccountId, D::Error> {
        super::read(from).map(AccountId::from_bits)
    }
}

/// A game as 32 hexadecimal digits.
pub(super) mod game {
    use damier_session::GameId;

    pub(crate) fn serialize<S: serde::Serializer>(id: &GameId, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:032x}", id.to_bits()))
    }

    pub(crate) fn deserialize<'de, D: serde::Deserializer<'de>>(
        from: D,
    ) -> Result<GameId, D::Error> {
        super::read(from).map(GameId::from_bits)
    }
}
