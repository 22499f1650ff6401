//! Ids and keys in the stored text of a simultaneous display, as hexadecimal digits.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

fn bytes<'de, const BYTES: usize, D: Deserializer<'de>>(from: D) -> Result<[u8; BYTES], D::Error> {
    let text = <Cow<'de, str> as Deserialize>::deserialize(from)?;
    let wrong = || D::Error::custom(format!("expected {} hexadecimal digits", 2 * BYTES));
    if text.len() != 2 * BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let mut read = [0; BYTES];
    for (byte, at) in read.iter_mut().zip((0..).step_by(2)) {
        let digits = text.get(at..at + 2).ok_or_else(wrong)?;
        *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
    }
    Ok(read)
}

/// Bytes, written as hexadecimal digits.
struct Digits<'a>(&'a [u8]);

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn write<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&Digits(bytes))
}

/// The key of a seat.
pub(super) mod seat {
    use damier_session::SeatKey;

    use super::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(key: &SeatKey, to: S) -> Result<S::Ok, S::Error> {
        super::write(key.as_bytes(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SeatKey, D::Error> {
        super::bytes(from).map(SeatKey::from_bytes)
    }
}

/// A game.
pub(super) mod game {
    use damier_session::GameId;

    use super::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(id: &GameId, to: S) -> Result<S::Ok, S::Error> {
        super::write(&id.to_bits().to_be_bytes(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameId, D::Error> {
        let bytes = super::bytes(from)?;
        Ok(GameId::from_bits(u128::from_be_bytes(bytes)))
    }
}

/// An account, where there is one.
pub(super) mod account {
    use serde::Serialize;

    use super::{Deserialize, Deserializer, Serializer};
    use crate::accounts::AccountId;

    #[derive(Serialize, Deserialize)]
    struct One(#[serde(with = "one")] AccountId);

    mod one {
        use super::super::{Deserializer, Serializer};
        use crate::accounts::AccountId;

        pub(crate) fn serialize<S: Serializer>(id: &AccountId, to: S) -> Result<S::Ok, S::Error> {
            super::super::write(&id.to_bits().to_be_bytes(), to)
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<AccountId, D::Error> {
            let bytes = super::super::bytes(from)?;
            Ok(AccountId::from_bits(u128::from_be_bytes(bytes)))
        }
    }

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(crate) fn serialize<S: Serializer>(
        id: &Option<AccountId>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        id.map(One).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<AccountId>, D::Error> {
        let read = Option::<One>::deserialize(from)?;
        Ok(read.map(|One(id)| id))
    }
}
