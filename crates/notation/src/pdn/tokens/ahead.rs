//! What a text begins with, around numbers: where a move or a number ends, and what may follow it.

use super::super::result;
use super::markup::begins_with_setup;
use super::text::evaluation;
use crate::blanks::{blanks, dots, invisible, space};
use crate::move_text::{Scanned, dash, scan};

/// The length of the sign behind a number, at the beginning of this text, that takes the place of a
/// dot, as in `1) 32-28`; 0 if there is none. A parenthesis closes a variation if one is `open`.
pub(super) fn mark_of_number(text: &[u8], open: usize) -> usize {
    let [mark @ (b')' | b',' | b':'), behind @ ..] = text else {
        return 0;
    };
    let is_mark = match mark {
        b')' => open == 0,
        // `1:32` is a capture.
        b':' => blanks(behind) > 0,
        _ => true,
    };
    usize::from(is_mark && is_before_move(behind))
}

/// Whether a move without spaces comes next, perhaps behind spaces.
pub(super) fn is_before_move(text: &[u8]) -> bool {
    let behind = &text[blanks(text)..];
    match scan(behind, result::begins) {
        Scanned::Move(_, length) => {
            !behind[..length].iter().any(u8::is_ascii_whitespace) && !runs_on(&behind[length..])
        }
        Scanned::Nothing(..) => false,
    }
}

/// Whether a move or a number that ends before this text is only the beginning of a longer word, as
/// in `32-289`. A result may touch a move: `47-410-1` is the move `47-41` and the result `0-1`. So
/// may a sentence: `8-11Red has no better move`. Invisible characters do not separate words.
pub(super) fn runs_on(text: &[u8]) -> bool {
    let goes_on = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    if !text.first().copied().is_some_and(goes_on) {
        return false;
    }
    let mut text = text;
    while invisible(text) > 0 {
        text = &text[invisible(text)..];
    }
    let is_sentence = matches!(text, [b'A'..=b'Z', b'a'..=b'z', b'a'..=b'z' | b' ', ..]);
    text.first().copied().is_some_and(goes_on)
        && !is_sentence
        && dash(text).is_none()
        && space(text) == 0
        && !text.starts_with(b"\xA0")
        && dots(text).0 == 0
        && evaluation(text).is_none()
        && !result::begins(text)
}

/// Whether a text begins with a number that has a fraction, such as the evaluation of a position,
/// and not with the number of a move and that move, as in `1.32-28`.
pub(super) fn is_decimal(text: &[u8]) -> bool {
    let digits = text.iter().take(5).take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    match text.get(digits..) {
        Some([b'.' | b',', rest @ ..]) if (1..=4).contains(&digits) => {
            rest.first().is_some_and(u8::is_ascii_digit)
                && matches!(scan(rest, result::begins), Scanned::Nothing(..))
        }
        _ => false,
    }
}

/// Whether a number without a dot may be the number of a move if this text follows it: dots, a
/// move, a comment, a setup or a dash.
pub(super) fn may_follow_number(text: &[u8]) -> bool {
    match &text[blanks(text)..] {
        [b'.' | b'{' | b';', ..] => true,
        [b'/', setup @ ..] => begins_with_setup(setup).is_some(),
        behind if dash(behind).is_some() => true,
        behind => {
            matches!(scan(behind, result::begins), Scanned::Move(_, length) if !runs_on(&behind[length..]))
        }
    }
}

/// Whether a text begins with a number, a dot and a move: a place where the reader can go on.
pub(super) fn begins_with_numbered_move(text: &[u8]) -> bool {
    let digits = text.iter().take(5).take_while(|byte| byte.is_ascii_digit());
    let dots = &text[digits.count().min(4)..];
    let behind = &dots[dots
        .iter()
        .take(3)
        .take_while(|byte| **byte == b'.')
        .count()..];
    let blanks = behind
        .iter()
        .take(3)
        .take_while(|byte| byte.is_ascii_whitespace());
    let moves = &behind[blanks.count()..];
    behind.len() < dots.len()
        && matches!(scan(moves, result::begins), Scanned::Move(_, length) if !runs_on(&moves[length..]))
}
