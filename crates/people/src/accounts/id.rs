//! The id of an account, drawn at random by the server at sign-up. It is used in the database, the
//! log and passkeys; users see the account's name.

/// The id of an account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccountId(u128);

impl AccountId {
    /// The id with these 128 bits.
    pub const fn from_bits(bits: u128) -> AccountId {
        AccountId(bits)
    }

    /// The 128 bits of this id.
    pub const fn to_bits(self) -> u128 {
        self.0
    }
}
