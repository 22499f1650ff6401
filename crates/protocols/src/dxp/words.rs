//! The small things inside of messages: names, words for people, thinking times.

use std::fmt;
use std::time::Duration;

/// What a program calls itself: up to 32 printable ASCII characters, the first no blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// How many characters a name has on the wire, blanks behind it included.
    pub const WIDTH: usize = 32;

    /// A name; what cannot be sent becomes `?`, and what is too long is cut.
    ///
    /// ```
    /// use damier_protocols::dxp::Name;
    /// assert_eq!(Name::new(" Jérôme ").as_str(), "J?r?me");
    /// ```
    pub fn new(text: &str) -> Name {
        let plain: String = text
            .trim()
            .chars()
            .map(|character| match character {
                ' '..='~' => character,
                _ => '?',
            })
            .take(Name::WIDTH)
            .collect();
        Name(plain.trim().to_owned())
    }

    pub(super) fn of_bytes(bytes: &[u8]) -> Name {
        Name::new(&String::from_utf8_lossy(bytes))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Words for people: up to 126 characters, no controls among them.
///
/// ```
/// use damier_protocols::dxp::ChatText;
/// let text = ChatText::new("à vous\nde jouer");
/// assert_eq!(text.as_str(), "à vous de jouer");
/// assert_eq!(text.to_string(), "? vous de jouer"); // what goes over the wire is ASCII
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatText(String);

impl ChatText {
    /// How many characters fit into a message.
    pub const LONGEST: usize = 126;

    /// A text; controls become blanks, and what is too long is cut.
    pub fn new(text: &str) -> ChatText {
        let plain = text.chars().map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        });
        ChatText(plain.take(ChatText::LONGEST).collect())
    }

    pub(super) fn of_bytes(bytes: &[u8]) -> ChatText {
        ChatText::new(&String::from_utf8_lossy(bytes))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// As it is sent: what is not ASCII is `?`.
impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            let sent = if character.is_ascii() { character } else { '?' };
            write!(f, "{sent}")?;
        }
        Ok(())
    }
}

/// The thinking time of a side for a whole game, as far as three characters can tell it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GameTime {
    /// Hundredths of a minute.
    hundredths: u32,
}

impl GameTime {
    /// How many characters it has on the wire.
    pub(super) const WIDTH: usize = 3;

    /// The longest.
    pub const LONGEST: GameTime = GameTime { hundredths: 99_900 };

    /// The longest time that can be told and is not longer than this one. Whole minutes are understood
    /// by everybody; parts of a minute, told to the hundredth below one minute and to the tenth below ten,
    /// by few.
    ///
    /// ```
    /// use std::time::Duration;
    /// use damier_protocols::dxp::GameTime;
    /// let told = |seconds| GameTime::of(Duration::from_secs(seconds)).to_string();
    /// assert_eq!([told(600), told(30), told(100), told(700)], ["010", ".50", "1.6", "011"]);
    /// ```
    pub fn of(time: Duration) -> GameTime {
        let hundredths = u32::try_from(time.as_millis() / 600).unwrap_or(u32::MAX);
        let step = match hundredths {
            0..100 => 1,
            100..1_000 => 10,
            _ => 100,
        };
        GameTime {
            hundredths: (hundredths - hundredths % step).min(GameTime::LONGEST.hundredths),
        }
    }

    /// How long it is; zero is no word about time.
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.hundredths) * 600)
    }

    /// Digits and at most one point; `None` if it is anything else.
    pub(super) fn read(field: &[u8]) -> Option<GameTime> {
        let mut hundredths = 0;
        let mut behind_point = None;
        for &byte in field {
            match (byte, behind_point) {
                (b'0'..=b'9', _) => {
                    hundredths = 10 * hundredths + u32::from(byte - b'0');
                    behind_point = behind_point.map(|digits| digits + 1);
                }
                (b'.', None) => behind_point = Some(0),
                _ => return None,
            }
        }
        let scale = match behind_point.unwrap_or(0) {
            0 => 100,
            1 => 10,
            _ => 1,
        };
        Some(GameTime {
            hundredths: hundredths * scale,
        })
    }
}

impl fmt::Display for GameTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, parts) = (self.hundredths / 100, self.hundredths % 100);
        match (minutes, parts) {
            (_, 0) => write!(f, "{minutes:03}"),
            (0, _) => write!(f, ".{parts:02}"),
            _ => write!(f, "{minutes}.{}", parts / 10),
        }
    }
}
