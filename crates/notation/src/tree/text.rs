//! The text of comments in the form that a tree keeps, which PDN writes and reads without change.
//! Only this module separates commands from text.

use crate::pdn::{CommentCommand, is_evaluation};

/// The most signs in one token of PDN.
const MOST_SIGNS: usize = 8;

/// The text of a comment as PDN can write it.
pub(super) fn plain(comment: &str) -> String {
    let mut text = comment.replace("\r\n", "\n").replace('\r', "\n");
    if text.trim().contains('\n') {
        // A comment up to the end of the line may contain braces; a comment of several lines is
        // itself in braces.
        text = text.replace('{', "(").replace('}', ")");
        // A reader that repairs damaged files would end the comment at a line that begins with a
        // tag.
        text = text.replace("\n[", "\n [");
    }
    text.trim().to_owned()
}

/// Splits a comment into text and commands. The text may be empty.
pub(super) fn split(comment: &str) -> (String, Vec<String>) {
    let text = plain(comment);
    let (words, commands) = parted(&text);
    let words = plain(&words);
    if has_command(&words) {
        // If the parts of text around a command form another command, the whole comment is kept as
        // text.
        return (text, Vec::new());
    }
    let mut each: Vec<String> = Vec::new();
    for command in commands {
        if !each.contains(&command) {
            each.push(command);
        }
    }
    (words, each)
}

/// Whether a text contains the beginning of a command. Then no command may be written after it.
pub(super) fn opens_command(text: &str) -> bool {
    text.contains("[%")
}

fn has_command(text: &str) -> bool {
    opens_command(text) && !parted(text).1.is_empty()
}

fn parted(text: &str) -> (String, Vec<String>) {
    let mut words: Vec<&str> = Vec::new();
    let mut commands = Vec::new();
    let mut pieces = text.split("[%");
    words.extend(pieces.next());
    // Where a `[%` begins that is not a command. The text from there to the next command is kept as
    // text.
    let mut from = text.len();
    let mut at = words.first().map_or(0, |first| first.len());
    for piece in pieces {
        let begins = at;
        at += 2 + piece.len();
        match piece.split_once(']') {
            Some((inside, behind)) if !inside.trim().is_empty() => {
                if from < begins {
                    words.push(&text[from..begins]);
                }
                from = text.len();
                commands.push(command_text(inside));
                words.push(behind);
            }
            _ => from = from.min(begins),
        }
    }
    if from < text.len() {
        words.push(&text[from..]);
    }
    let words: Vec<&str> = words
        .into_iter()
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .collect();
    (words.join(" "), commands)
}

/// A command on one line, with one space after its name, and without braces.
fn command_text(inside: &str) -> String {
    let command = command(inside.trim());
    let mut text = command.name.to_owned();
    if !command.value.is_empty() {
        text.push(' ');
        text.push_str(command.value);
    }
    text.replace(['\n', '\r'], " ")
        .replace('{', "(")
        .replace('}', ")")
}

/// The name and the value of a command.
pub(super) fn command(inside: &str) -> CommentCommand<'_> {
    let (name, value) = inside
        .split_once(char::is_whitespace)
        .unwrap_or((inside, ""));
    CommentCommand {
        name,
        value: value.trim(),
    }
}

/// The number of a usual sign, as in PGN.
pub(super) fn sign_number(sign: &str) -> Option<u32> {
    Some(match sign {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// The number of a sign that is written as one: `$16`.
pub(super) fn written_number(sign: &str) -> Option<u32> {
    let digits = sign.strip_prefix('$')?;
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok()).flatten()
}

/// The usual sign for a number.
pub(super) fn sign_of(number: u32) -> Option<&'static str> {
    Some(match number {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        _ => return None,
    })
}

/// Whether PDN reads this text as one sign.
pub(super) fn is_sign(sign: &str) -> bool {
    let inside = sign
        .strip_prefix('(')
        .and_then(|sign| sign.strip_suffix(')'))
        .unwrap_or(sign);
    let are_marks = inside.bytes().all(|byte| b"!?".contains(&byte));
    (1..=MOST_SIGNS).contains(&inside.len()) && are_marks || is_evaluation(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(comment: &str) -> String {
        let (words, commands) = split(comment);
        let words = (!words.is_empty()).then(|| format!("{{{words}}}"));
        let commands = commands.iter().map(|command| format!("[%{command}]"));
        words
            .into_iter()
            .chain(commands)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn words_and_commands() {
        for (comment, expected) in [
            ("", ""),
            ("  good  ", "{good}"),
            ("[%clk 0:10:00]", "[%clk 0:10:00]"),
            ("a [%clk  0:10 ] b[%x]c", "{a b c} [%clk 0:10] [%x]"),
            ("[%clk 0:10][%clk 0:10]", "[%clk 0:10]"),
            ("no command [%clk", "{no command [%clk}"),
            ("[%] x", "{[%] x}"),
            ("a [% ] [%eval 1]", "{a [% ]} [%eval 1]"),
            ("[%a [%b] c", "{[%a c} [%b]"),
            ("[%a [%b] c]", "{[%a [%b] c]}"),
            ("one\r\ntwo {three}", "{one\ntwo (three)}"),
            ("one {two}", "{one {two}}"),
            ("one\n[Event \"x\"]", "{one\n [Event \"x\"]}"),
            ("[%two\nlines {x}]", "[%two lines (x)]"),
        ] {
            assert_eq!(shown(comment), expected, "{comment:?}");
        }
    }

    #[test]
    fn what_was_split_stays_as_it_is() {
        for comment in ["[%a [%b] c]", "[%a [%b] c", "a [% ] [%eval 1]", "x\n{y}"] {
            let (words, commands) = split(comment);
            assert_eq!(split(&words), (words.clone(), Vec::new()), "{comment:?}");
            for command in commands {
                let alone = split(&format!("[%{command}]"));
                assert_eq!(alone, (String::new(), vec![command]), "{comment:?}");
            }
        }
    }
}
