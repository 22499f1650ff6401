//! Results of games: how files write them, and what they mean.

use std::fmt;

use damier_rules::variant::rule_table;
use damier_rules::{Side, Variant};

use crate::blanks::{blanks, invisible, space};
use crate::move_text::dash;

/// The result of a written game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// White won.
    WhiteWin,
    /// A draw.
    Draw,
    /// Black won.
    BlackWin,
    /// Both sides lost.
    DoubleLoss,
    /// Not known, or the game is not over.
    Unknown,
    /// Another text, as it is written: some events count in other ways.
    Other(String),
}

/// How a game writes its results.
///
/// ```
/// use damier_notation::pdn::{GameResult, ResultStyle};
/// use damier_rules::Variant;
/// assert_eq!(GameResult::Draw.write(ResultStyle::of(Variant::INTERNATIONAL)), "1-1");
/// assert_eq!(GameResult::Draw.write(ResultStyle::of(Variant::RUSSIAN)), "1/2-1/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultStyle {
    /// `2-0`, `1-1`, `0-2`: the international and the Canadian game.
    International,
    /// `1-0`, `1/2-1/2`, `0-1`: all other games.
    Default,
    /// The same in games in which Black begins, where the side that begins comes first: `1-0` is a
    /// win of Black.
    BlackFirst,
}

impl ResultStyle {
    /// The style of a game in PDN 3.0: only types 20 and 27 award two points for a win. That the
    /// side that begins comes first is from PDN 2.0.
    pub fn of(variant: Variant) -> ResultStyle {
        match variant.table().results {
            rule_table::ResultStyle::Points => ResultStyle::International,
            rule_table::ResultStyle::Halves if variant.table().first == Side::Black => {
                ResultStyle::BlackFirst
            }
            rule_table::ResultStyle::Halves => ResultStyle::Default,
        }
    }
}

impl GameResult {
    /// The result if this side won, or a draw if there is no winner.
    pub fn of_winner(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::White) => GameResult::WhiteWin,
            Some(Side::Black) => GameResult::BlackWin,
            None => GameResult::Draw,
        }
    }

    /// Reads a result of a game in which White begins. Any text is accepted, in either style. A
    /// remark may follow the result, as in `2-0 (time)`.
    ///
    /// ```
    /// use damier_notation::pdn::GameResult;
    /// assert_eq!(GameResult::read("1/2 - 1/2"), GameResult::Draw);
    /// assert_eq!(GameResult::read("0:2"), GameResult::BlackWin);
    /// assert_eq!(GameResult::read("4-6"), GameResult::Other("4-6".to_owned()));
    /// ```
    pub fn read(text: &str) -> GameResult {
        let plain: String = without_remark(text)
            .chars()
            .filter(|character| !character.is_whitespace())
            .map(|character| match character {
                '\u{2010}'..='\u{2015}' | '\u{2212}' | ':' => '-',
                other => other,
            })
            .collect();
        match plain.as_str() {
            "2-0" | "1-0" => GameResult::WhiteWin,
            "0-2" | "0-1" => GameResult::BlackWin,
            "1-1" | "1/2-1/2" | "½-½" | "0.5-0.5" | "1/2" | "½" => GameResult::Draw,
            "0-0" => GameResult::DoubleLoss,
            "" | "*" | "?" | "-" => GameResult::Unknown,
            word if DRAWS.iter().any(|draw| draw.eq_ignore_ascii_case(word)) => GameResult::Draw,
            _ => GameResult::Other(text.trim().to_owned()),
        }
    }

    /// Whether another text says the same: spaces make no difference.
    pub(crate) fn agrees_with(&self, other: &GameResult) -> bool {
        let compact = |text: &str| text.replace(char::is_whitespace, "");
        match (self, other) {
            (GameResult::Other(text), GameResult::Other(other)) => compact(text) == compact(other),
            _ => self == other,
        }
    }

    /// Reads a result of a game that is written in this style. In two points, White always comes
    /// first.
    ///
    /// ```
    /// use damier_notation::pdn::{GameResult, ResultStyle};
    /// use damier_rules::Variant;
    /// let english = ResultStyle::of(Variant::ENGLISH);
    /// assert_eq!(GameResult::read_as("1-0", english), GameResult::BlackWin);
    /// assert_eq!(GameResult::read_as("2-0", english), GameResult::WhiteWin);
    /// ```
    pub fn read_as(text: &str, style: ResultStyle) -> GameResult {
        let read = GameResult::read(text);
        let text = without_remark(text);
        let in_points = text.contains('2') && !text.contains('/');
        match (style, read) {
            (ResultStyle::BlackFirst, GameResult::WhiteWin) if !in_points => GameResult::BlackWin,
            (ResultStyle::BlackFirst, GameResult::BlackWin) if !in_points => GameResult::WhiteWin,
            (_, read) => read,
        }
    }

    /// Writes a result.
    pub fn write(&self, style: ResultStyle) -> String {
        let (white, draw, black) = match style {
            ResultStyle::International => ("2-0", "1-1", "0-2"),
            ResultStyle::Default => ("1-0", "1/2-1/2", "0-1"),
            ResultStyle::BlackFirst => ("0-1", "1/2-1/2", "1-0"),
        };
        match self {
            GameResult::WhiteWin => white,
            GameResult::Draw => draw,
            GameResult::BlackWin => black,
            GameResult::DoubleLoss => "0-0",
            GameResult::Unknown => "*",
            GameResult::Other(text) => text,
        }
        .to_owned()
    }
}

/// Writes the result in the international style.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(ResultStyle::International))
    }
}

/// The results that may follow the moves. In a form, a space stands for any number of spaces or
/// none; an underscore stands for at least one. Some files have a colon in place of the dash. A
/// form comes before any form that it begins with.
const FORMS: &[&str] = &[
    "1_1/2 - 1/2",
    "1/2 - 1_1/2",
    "1/2 - 1/2",
    "½ - ½",
    "1+ - 1-",
    "1- - 1+",
    "1+ - 1",
    "1 - 1+",
    "2 - 0",
    "0 - 2",
    "1 - 1",
    "1 - 0",
    "0 - 1",
    "0 - 0",
    "1/2",
    "½",
];

/// Reads the result at the beginning of a text. Returns it and its length. It must not be the
/// beginning of something longer: `1-1` is a result, but `1-10` is a move.
#[inline]
pub(crate) fn scan(text: &[u8]) -> Option<(String, usize)> {
    // The first two bytes rule out a result for nearly all moves and numbers.
    let may_be_fixed = match *text {
        [b'0'..=b'2', second, ..] => !second.is_ascii_digit() && second != b'.',
        [first, ..] => matches!(first, 0xC2 | 0xBD),
        [] => return None,
    };
    let may_be_decimal = matches!(
        text,
        [_, b'.', b'0'..=b'9', ..]
            | [_, _, b'.', b'0'..=b'9', ..]
            | [_, _, _, b'.', b'0'..=b'9', ..]
    );
    if may_be_fixed || may_be_decimal {
        scan_form(text, may_be_fixed)
    } else {
        None
    }
}

fn scan_form(text: &[u8], may_be_fixed: bool) -> Option<(String, usize)> {
    let forms = if may_be_fixed { FORMS } else { &[] };
    let fixed = forms.iter().find_map(|form| {
        let length = matches(form, text)?;
        Some((form.replace(' ', "").replace('_', " "), length))
    });
    let (result, length) = fixed.or_else(|| decimal(text))?;
    let behind = &text[length..];
    let runs_on = behind.first().is_some_and(|&next| {
        next.is_ascii_alphanumeric()
            || matches!(next, b'-' | b':' | b'/' | 0xC3 | 0xD7)
            || next == 0xE2 && space(behind) + invisible(behind) == 0
    });
    (!runs_on).then_some((result, length))
}

/// The words for a draw in the tag.
const DRAWS: &[&str] = &["draw", "drawn", "remise", "nulle"];

/// The remark behind a result in the tag, as in `2-0 (time)` or `0-2 forfait`. Words with digits
/// are none: they may be part of the result.
pub(super) fn remark(text: &str) -> Option<&str> {
    let text = text.trim();
    let (_, length) = scan(text.as_bytes())?;
    let behind = text.get(length..)?;
    let remark = behind.trim_start();
    let is_word = behind.len() > remark.len()
        && remark.starts_with(char::is_alphabetic)
        && !remark.contains(|c: char| c.is_ascii_digit());
    (is_word || remark.starts_with('(')).then_some(remark)
}

fn without_remark(text: &str) -> &str {
    let remark = remark(text).map_or(0, str::len);
    let text = text.trim();
    text[..text.len() - remark].trim_end()
}

/// Whether a text begins with a result.
pub(crate) fn begins(text: &[u8]) -> bool {
    scan(text).is_some()
}

/// Whether a whole text is one of the results that may follow the moves.
pub(crate) fn stands_alone(text: &str) -> bool {
    scan(text.as_bytes()).is_some_and(|(read, length)| length == text.len() && read == text)
}

fn matches(form: &str, text: &[u8]) -> Option<usize> {
    let mut at = 0;
    for character in form.chars() {
        let rest = text.get(at..)?;
        at += match character {
            ' ' => blanks(rest),
            '_' => Some(blanks(rest)).filter(|&count| count > 0)?,
            '-' if rest.first() == Some(&b':') => 1,
            '-' => dash(rest)?,
            // One byte in old files, two bytes in newer ones.
            '½' if rest.first() == Some(&0xBD) => 1,
            '½' if rest.starts_with("½".as_bytes()) => 2,
            other if rest.first().copied().map(char::from) == Some(other) => 1,
            _ => return None,
        };
    }
    Some(at)
}

/// Some tournaments write results such as `0.5-0.5` or `1.01-0.99`.
fn decimal(text: &[u8]) -> Option<(String, usize)> {
    let number = |text: &[u8]| {
        let digits = |text: &[u8]| {
            let digits = text.iter().take(4).take_while(|byte| byte.is_ascii_digit());
            Some(digits.count()).filter(|&count| (1..4).contains(&count))
        };
        let whole = digits(text)?;
        let fraction = text.get(whole..)?.strip_prefix(b".")?;
        Some(whole + 1 + digits(fraction)?)
    };
    let first = number(text)?;
    let sign = dash(text.get(first..)?)?;
    let length = first + sign + number(text.get(first + sign..)?)?;
    let white = String::from_utf8_lossy(text.get(..first)?);
    let black = String::from_utf8_lossy(text.get(first + sign..length)?);
    Some((format!("{white}-{black}"), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_files() {
        for (text, expected) in [
            ("2-0", "2-0"),
            ("1/2-1/2", "1/2-1/2"),
            ("1/2-\r\n1/2", "1/2-1/2"),
            ("0 - 2 ", "0-2"),
            ("0:2", "0-2"),
            ("1 : 1", "1-1"),
            ("1/2:1/2", "1/2-1/2"),
            ("1/2", "1/2"),
            ("½ ", "½"),
            ("1-1[Event", "1-1"),
            ("1 1/2 - 1/2", "1 1/2-1/2"),
            ("1+ - 1-", "1+-1-"),
            ("½-½", "½-½"),
            ("1.01-0.99", "1.01-0.99"),
            ("0\u{2013}1", "0-1"),
        ] {
            assert_eq!(
                scan(text.as_bytes()).unwrap_or_default().0,
                expected,
                "{text}"
            );
        }
        assert_eq!(scan(b"\xbd-\xbd").unwrap_or_default().0, "½-½", "Latin-1");
    }

    #[test]
    fn moves_and_numbers_are_no_results() {
        for text in [
            "1-10", "1-1-1", "1-06", "2-07", "1.32-28", "1. 32-28", "11-16", "1-6", "",
        ] {
            assert_eq!(scan(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn meanings() {
        for (text, meaning) in [
            ("2-0", GameResult::WhiteWin),
            ("0-1", GameResult::BlackWin),
            (" 1-1 ", GameResult::Draw),
            ("½-½", GameResult::Draw),
            ("0-0", GameResult::DoubleLoss),
            ("?", GameResult::Unknown),
            ("2-0 (time)", GameResult::WhiteWin),
            ("0 - 2(40 min.)", GameResult::BlackWin),
            (
                " 1-1 after 2-0 ",
                GameResult::Other("1-1 after 2-0".to_owned()),
            ),
            ("0-1 forfeit", GameResult::BlackWin),
            ("Draw", GameResult::Draw),
            ("4-6 (time)", GameResult::Other("4-6 (time)".to_owned())),
        ] {
            assert_eq!(GameResult::read(text), meaning);
        }
        assert_eq!(GameResult::Draw.write(ResultStyle::Default), "1/2-1/2");
    }
}
