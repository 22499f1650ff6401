//! The encodings of files: how they are recognised and decoded. Old files do not name their
//! encoding, and collections combine files, so each piece of text is recognised by itself.
//!
//! The tables are our own: a library of encodings would bring those of every language into the
//! page. Files of draughts have two code pages, which are recognised, and rarely two others.

use std::fmt;
use std::str::FromStr;

/// The encoding of a file.
///
/// Text in UTF-16 is recognised by its byte order mark, or by the zeros between its first letters.
/// Text that is not valid UTF-8 is in one of the two code pages: in Windows-1251 (Cyrillic),
/// letters from 0x80 on stand together in words; in Windows-1252 (Western), they stand between
/// letters of ASCII. So do those of Windows-1250 (Polish, Czech) and Windows-1257 (Baltic), which
/// must be asked for.
///
/// ```
/// use damier_notation::pdn::{Encoding, Reader, ReadingLimits};
/// let file = b"[White \"\xD8\xE2\xE0\xF0\xF6\xEC\xE0\xED\"]\n1. 32-28 *";
/// let parsed = Reader::new(&file[..]).next().expect("a game")?;
/// assert_eq!(parsed.game.tag("White"), Some("Шварцман"));
/// assert_eq!(parsed.faults[0].to_string(), "1:1: found text in windows-1251, expected utf-8");
///
/// let asked = Some("windows-1252".parse::<Encoding>()?);
/// let limits = ReadingLimits::default();
/// let parsed = Reader::with_encoding(&file[..], limits, asked).next().expect("a game")?;
/// assert_eq!(parsed.game.tag("White"), Some("Øâàðöìàí"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, the low byte first.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
    /// Windows-1252: Latin-1 with the dashes and quotation marks that Windows adds.
    Windows1252,
    /// Windows-1251: Cyrillic.
    Windows1251,
    /// Windows-1250: Polish, Czech and others. It is never recognised.
    Windows1250,
    /// Windows-1257: Baltic. It is never recognised.
    Windows1257,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: &[Encoding] = &[
        Encoding::Utf8,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Windows1252,
        Encoding::Windows1251,
        Encoding::Windows1250,
        Encoding::Windows1257,
    ];

    /// The name in the registry of IANA, in lower-case letters.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
            Encoding::Windows1252 => "windows-1252",
            Encoding::Windows1251 => "windows-1251",
            Encoding::Windows1250 => "windows-1250",
            Encoding::Windows1257 => "windows-1257",
        }
    }

    /// The encoding that the first bytes of a file show: UTF-16, or none in particular.
    pub(super) fn of_beginning(bytes: &[u8]) -> Option<Encoding> {
        let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        match *bytes {
            [0xFF, 0xFE, ..] => Some(Encoding::Utf16Le),
            [0xFE, 0xFF, ..] => Some(Encoding::Utf16Be),
            [first, 0, second, 0, ..] if is_text(first) && is_text(second) => {
                Some(Encoding::Utf16Le)
            }
            [0, first, 0, second, ..] if is_text(first) && is_text(second) => {
                Some(Encoding::Utf16Be)
            }
            _ => None,
        }
    }

    fn decode(self, bytes: &[u8]) -> String {
        let character = match self {
            Encoding::Windows1251 => cyrillic,
            Encoding::Windows1250 => |byte| of_table(CENTRAL, byte),
            Encoding::Windows1257 => |byte| of_table(BALTIC, byte),
            _ => western,
        };
        bytes.iter().map(|&byte| character(byte)).collect()
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not that of an [`Encoding`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "found encoding '{0}', expected utf-8, utf-16le, utf-16be, windows-1252, windows-1251, \
     windows-1250 or windows-1257"
)]
pub struct UnknownEncoding(String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    /// Reads the name of an encoding, in capital or small letters; `cp1251` is `windows-1251`, and
    /// Latin-1 is read as `windows-1252`, as browsers do.
    fn from_str(text: &str) -> Result<Encoding, UnknownEncoding> {
        let name = text.to_ascii_lowercase();
        let name = match name.as_str() {
            "utf8" => "utf-8".to_owned(),
            "latin-1" | "latin1" | "iso-8859-1" => "windows-1252".to_owned(),
            _ => name.replace("cp", "windows-"),
        };
        let mut all = Encoding::ALL.iter();
        all.find(|encoding| encoding.name() == name)
            .copied()
            .ok_or_else(|| UnknownEncoding(text.to_owned()))
    }
}

/// Decodes the pieces of text of one file.
#[derive(Default)]
pub(super) struct Decoder {
    /// The encoding that was asked for.
    asked: Option<Encoding>,
    /// The pieces that were recognised as Cyrillic, less those recognised as Western.
    cyrillic: i32,
    /// The code pages that were met and reported.
    reported: Vec<Encoding>,
}

impl Decoder {
    pub(super) fn new(asked: Option<Encoding>) -> Decoder {
        Decoder {
            asked,
            ..Decoder::default()
        }
    }

    /// Decodes a piece of text. Also returns its encoding if that was recognised now for the first
    /// time, and is not UTF-8.
    pub(super) fn decode(&mut self, bytes: Vec<u8>) -> (String, Option<Encoding>) {
        let asked = self.asked.filter(|asked| {
            !matches!(
                asked,
                Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be
            )
        });
        if let Some(code_page) = asked {
            return (code_page.decode(&bytes), None);
        }
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => return (text, None),
            Err(error) => error.into_bytes(),
        };
        if self.asked.is_some() {
            return (String::from_utf8_lossy(&bytes).into_owned(), None);
        }
        let evidence = evidence_of_cyrillic(&bytes);
        self.cyrillic = self.cyrillic.saturating_add(evidence.signum());
        let is_cyrillic = evidence > 0 || evidence == 0 && self.cyrillic > 0;
        let encoding = if is_cyrillic {
            Encoding::Windows1251
        } else {
            Encoding::Windows1252
        };
        let is_new = !self.reported.contains(&encoding);
        if is_new {
            self.reported.push(encoding);
        }
        (encoding.decode(&bytes), is_new.then_some(encoding))
    }
}

/// Whether a text in a code page is Cyrillic (positive) or Western (negative): how many words have
/// letters from 0x80 on only, less those that mix them with letters of ASCII.
fn evidence_of_cyrillic(bytes: &[u8]) -> i32 {
    let is_high = |byte: &u8| matches!(byte, 0xC0..=0xFF | 0xA8 | 0xB8);
    let words = bytes.split(|byte| !byte.is_ascii_alphabetic() && !is_high(byte));
    words.fold(0, |evidence, word| {
        let high = word.iter().filter(|byte| is_high(byte)).count();
        match (high, word.len() - high) {
            (0 | 1, 0) | (0, _) => evidence,
            (_, 0) => evidence + 1,
            (high, ascii) if high > ascii => evidence,
            _ => evidence - 1,
        }
    })
}

/// The characters of Windows-1252 from 0x80 on, where Latin-1 has control characters that no text
/// uses. Windows-1252 leaves five of them undefined; these stay as in Latin-1.
const WESTERN: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn western(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WESTERN[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The characters of Windows-1251 from 0x80 to 0xBF; behind them comes the alphabet. One is
/// undefined.
const CYRILLIC: [char; 64] = [
    'Ђ', 'Ѓ', '‚', 'ѓ', '„', '…', '†', '‡', '€', '‰', 'Љ', '‹', 'Њ', 'Ќ', 'Ћ', 'Џ', 'ђ', '‘', '’',
    '“', '”', '•', '–', '—', '\u{98}', '™', 'љ', '›', 'њ', 'ќ', 'ћ', 'џ', '\u{a0}', 'Ў', 'ў', 'Ј',
    '¤', 'Ґ', '¦', '§', 'Ё', '©', 'Є', '«', '¬', '\u{ad}', '®', 'Ї', '°', '±', 'І', 'і', 'ґ', 'µ',
    '¶', '·', 'ё', '№', 'є', '»', 'ј', 'Ѕ', 'ѕ', 'ї',
];

fn cyrillic(byte: u8) -> char {
    match byte {
        0x80..=0xBF => CYRILLIC[usize::from(byte - 0x80)],
        0xC0..=0xFF => char::from_u32(u32::from('А') + u32::from(byte - 0xC0)).unwrap_or('?'),
        _ => char::from(byte),
    }
}

/// The characters of Windows-1250 from 0x80 on. Those that are undefined stay as in Latin-1.
const CENTRAL: &str = "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\
    \u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

/// The characters of Windows-1257 from 0x80 on. Those that are undefined stay as in Latin-1.
const BALTIC: &str = "€\u{81}‚\u{83}„…†‡\u{88}‰\u{8a}‹\u{8c}¨ˇ¸\u{90}‘’“”•–—\u{98}™\u{9a}›\u{9c}¯˛\u{9f}\
    \u{a0}¡¢£¤¥¦§Ø©Ŗ«¬\u{ad}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ\
    ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
    ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙";

fn of_table(table: &str, byte: u8) -> char {
    let index = byte.checked_sub(0x80).map(usize::from);
    let found = index.and_then(|index| table.chars().nth(index));
    found.unwrap_or(char::from(byte))
}

/// What a file is that is no text of games, judging by its first bytes.
pub(super) fn other_format(bytes: &[u8]) -> Option<OtherFormat> {
    let json = |text: &[u8]| {
        let name = text.strip_prefix(b"{\"").unwrap_or_default();
        let length = name
            .iter()
            .take(40)
            .take_while(|byte| byte.is_ascii_lowercase() || **byte == b'_');
        let length = length.count();
        length > 0 && name[length..].starts_with(b"\":")
    };
    match bytes {
        [0x1F, 0x8B, 8, ..] => Some(OtherFormat::Compressed("a gzip file")),
        [b'P', b'K', 3, 4, ..] => Some(OtherFormat::Compressed("a zip file")),
        [b'%', b'P', b'D', b'F', b'-', ..] => Some(OtherFormat::Binary),
        bytes if bytes.starts_with(b"SQLite format 3\0") => Some(OtherFormat::Binary),
        [b'[', rest @ ..] if json(rest) => Some(OtherFormat::Json),
        text if json(text) => Some(OtherFormat::Json),
        bytes if is_binary(bytes) => Some(OtherFormat::Binary),
        _ => None,
    }
}

/// Whether more than one byte in twenty is a control character that no text has, as one in ten of
/// random bytes is. A text that begins as one and is damaged later is no binary data.
fn is_binary(bytes: &[u8]) -> bool {
    const BEGINNING: usize = 8;
    const FEWEST: usize = 16;
    let is_control =
        |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x1A | 0x1B);
    let begins_as_text = bytes
        .iter()
        .take(BEGINNING)
        .all(|&byte| byte.is_ascii() && !is_control(byte));
    let controls = bytes.iter().filter(|&&byte| is_control(byte)).count();
    !begins_as_text && controls >= FEWEST && controls * 20 > bytes.len()
}

/// A format that is not PDN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OtherFormat {
    /// A compressed file, of which nothing can be read.
    Compressed(&'static str),
    /// JSON, which may contain games.
    Json,
    /// Bytes that are no text in any encoding.
    Binary,
}

/// Turns UTF-16 into UTF-8, piece by piece.
pub(super) struct Utf16 {
    high_first: bool,
    /// The first byte of a unit whose second byte has not come yet.
    odd: Option<u8>,
    /// The first half of a character of two units.
    half: Option<u16>,
}

impl Utf16 {
    pub(super) fn new(high_first: bool) -> Utf16 {
        Utf16 {
            high_first,
            odd: None,
            half: None,
        }
    }

    /// Adds the text of these bytes to `text`.
    pub(super) fn decode(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        let mut buffer = [0; 4];
        for &byte in bytes {
            let Some(first) = self.odd.take() else {
                self.odd = Some(byte);
                continue;
            };
            let unit = if self.high_first {
                u16::from_be_bytes([first, byte])
            } else {
                u16::from_le_bytes([first, byte])
            };
            let half = self.half.take();
            if half.is_none() && (0xD800..0xDC00).contains(&unit) {
                self.half = Some(unit);
                continue;
            }
            for character in char::decode_utf16(half.into_iter().chain([unit])) {
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                text.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> String {
        Decoder::default().decode(bytes.to_vec()).0
    }

    #[test]
    fn code_pages_are_recognised_by_their_words() {
        for (bytes, text) in [
            (
                &b"\xd8\xe2\xe0\xf0\xf6\xec\xe0\xed \xc0."[..],
                "Шварцман А.",
            ),
            (
                b"\xcc\xee\xf1\xea\xe2\xe0 2003, \xf2\xf3\xf0 5",
                "Москва 2003, тур 5",
            ),
            (b"R\xf3zsa, \xc9mile \x96 \xe9", "Rózsa, Émile – é"),
            (b"\x93\x8ei\x9eka\x94", "“Žižka”"),
            (b"\xe9", "é"),
        ] {
            assert_eq!(decoded(bytes), text);
        }
    }

    #[test]
    fn a_single_letter_follows_the_other_pieces() {
        let mut decoder = Decoder::default();
        let (_, met) = decoder.decode(b"\xcc\xee\xf1\xea\xe2\xe0".to_vec());
        assert_eq!(met, Some(Encoding::Windows1251));
        assert_eq!(decoder.decode(b"\xff".to_vec()), ("я".to_owned(), None));
    }

    #[test]
    fn names_are_read_back() {
        for encoding in Encoding::ALL {
            assert_eq!(encoding.name().parse(), Ok(*encoding));
        }
        assert_eq!("CP1251".parse(), Ok(Encoding::Windows1251));
        assert_eq!(
            "koi8-r".parse::<Encoding>().unwrap_err().to_string(),
            "found encoding 'koi8-r', expected utf-8, utf-16le, utf-16be, windows-1252, \
             windows-1251, windows-1250 or windows-1257"
        );
    }

    #[test]
    fn code_pages_that_are_asked_for() {
        for (encoding, bytes, text) in [
            (
                Encoding::Windows1250,
                &b"\xa3\xf3d\x9f \x8ei\x9eka"[..],
                "Łódź Žižka",
            ),
            (
                Encoding::Windows1257,
                b"\xd0venk\xf8 \xfeem\xeb",
                "Švenkų žemė",
            ),
        ] {
            let (read, met) = Decoder::new(Some(encoding)).decode(bytes.to_vec());
            assert_eq!((read.as_str(), met), (text, None));
        }
        for table in [CENTRAL, BALTIC] {
            assert_eq!(table.chars().count(), 128);
        }
    }

    #[test]
    fn utf_16_is_decoded_in_pieces_of_any_length() {
        let text = "[White \"Шварцман 𝄞\"]";
        for high_first in [false, true] {
            let bytes: Vec<u8> = text
                .encode_utf16()
                .flat_map(|unit| {
                    if high_first {
                        unit.to_be_bytes()
                    } else {
                        unit.to_le_bytes()
                    }
                })
                .collect();
            for length in 1..5 {
                let mut decoder = Utf16::new(high_first);
                let mut read = Vec::new();
                bytes
                    .chunks(length)
                    .for_each(|piece| decoder.decode(piece, &mut read));
                assert_eq!(String::from_utf8_lossy(&read), text);
            }
        }
    }
}
