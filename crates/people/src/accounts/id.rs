//! The id of an account, drawn by the server when somebody signs up. It stands in the database and in the log, and
//! the passkeys of the account know it; people know an account by its name.

/// Which account.
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
