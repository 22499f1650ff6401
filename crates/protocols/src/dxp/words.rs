//! The fields of messages: names, chat texts and thinking times.

use std::fmt;
use std::time::Duration;

/// The name of a program: up to 32 printable ASCII characters. The first one is not a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// The width of a name in a message, in characters; shorter names are padded with spaces.
    pub const WIDTH: usize = 32;

    /// Makes a name. Replaces characters outside printable ASCII by `?`, and truncates at
    /// [`Name::WIDTH`].
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

    /// The name as a string slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The text of a chat message: up to 126 characters, without control characters.
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
    /// The most characters that fit into a message.
    pub const LONGEST: usize = 126;

    /// Makes a text. Replaces control characters by spaces, and truncates at [`ChatText::LONGEST`].
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

    /// The text as a string slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text as sent: every character outside ASCII becomes `?`.
impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            let sent = if character.is_ascii() { character } else { '?' };
            write!(f, "{sent}")?;
        }
        Ok(())
    }
}

/// The thinking time of a side for a whole game, as precisely as three characters can express it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GameTime {
    /// Hundredths of a minute.
    hundredths: u32,
}

impl GameTime {
    /// The width of a time in a message, in characters.
    pub(super) const WIDTH: usize = 3;

    /// The longest possible time.
    pub const LONGEST: GameTime = GameTime { hundredths: 99_900 };

    /// The longest time that can be expressed and does not exceed `time`. All programs understand
    /// whole minutes, but only few understand fractions, which are written in hundredths below one
    /// minute and in tenths below ten minutes.
    ///
    /// ```
    /// use std::time::Duration;
    /// use damier_protocols::dxp::GameTime;
    /// let text = |seconds| GameTime::of(Duration::from_secs(seconds)).to_string();
    /// assert_eq!([text(600), text(30), text(100), text(700)], ["010", ".50", "1.6", "011"]);
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

    /// The time as a duration. Zero means that no time is stated.
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.hundredths) * 600)
    }

    /// Reads digits with at most one point; `None` for anything else.
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
