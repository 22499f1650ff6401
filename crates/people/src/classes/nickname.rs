//! Names of pupils: animals, as stable codes that the page translates. Pupils type no names, so
//! none is personal or rude.

use std::fmt;
use std::str::FromStr;

/// The animals, sorted by code. None is used as an insult.
const ANIMALS: [&str; 60] = [
    "ant",
    "badger",
    "bat",
    "bear",
    "beaver",
    "bee",
    "beetle",
    "bison",
    "boar",
    "butterfly",
    "cat",
    "caterpillar",
    "chick",
    "crab",
    "cricket",
    "crocodile",
    "deer",
    "dolphin",
    "dove",
    "dragon",
    "duck",
    "eagle",
    "fish",
    "flamingo",
    "fox",
    "frog",
    "giraffe",
    "hamster",
    "hedgehog",
    "horse",
    "kangaroo",
    "koala",
    "ladybird",
    "leopard",
    "lion",
    "lizard",
    "llama",
    "lobster",
    "mammoth",
    "mouse",
    "octopus",
    "otter",
    "owl",
    "panda",
    "parrot",
    "peacock",
    "penguin",
    "puppy",
    "rabbit",
    "raccoon",
    "ram",
    "rooster",
    "seal",
    "squirrel",
    "swan",
    "tiger",
    "turtle",
    "unicorn",
    "wolf",
    "zebra",
];

/// The name of a pupil in a class.
///
/// ```
/// use damier_people::classes::Nickname;
///
/// let nickname: Nickname = "hedgehog".parse()?;
/// assert_eq!(nickname.code(), "hedgehog");
/// assert!("Jean".parse::<Nickname>().is_err());
/// # Ok::<(), damier_people::classes::NicknameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nickname(u8);

impl Nickname {
    /// All names, sorted by code.
    pub fn all() -> impl ExactSizeIterator<Item = Nickname> {
        (0..ANIMALS.len() as u8).map(Nickname)
    }

    /// Its stable code.
    pub fn code(self) -> &'static str {
        ANIMALS[usize::from(self.0)]
    }
}

impl fmt::Display for Nickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Nickname {
    type Err = NicknameError;

    fn from_str(text: &str) -> Result<Nickname, NicknameError> {
        Nickname::all()
            .find(|nickname| nickname.code() == text)
            .ok_or(NicknameError)
    }
}

/// Error: a text is not a pupil's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the name of a pupil is one of the animals of the list")]
pub struct NicknameError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_nickname_is_unique_and_reads_back() {
        assert!(ANIMALS.is_sorted());
        assert_eq!(Nickname::all().len(), 60);
        for nickname in Nickname::all() {
            assert_eq!(nickname.code().parse(), Ok(nickname));
        }
        for wrong in ["", "Fox", "fox ", "pig"] {
            assert_eq!(wrong.parse::<Nickname>(), Err(NicknameError));
        }
    }
}
