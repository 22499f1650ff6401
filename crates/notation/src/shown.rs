//! Text of strangers as it can be kept: what no library keeps is replaced.

/// Text without control characters other than tabs and ends of lines: what can be kept everywhere.
pub(crate) fn plain(text: String) -> String {
    let foreign = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    if text.contains(foreign) {
        text.replace(foreign, REPLACEMENT)
    } else {
        text
    }
}

/// What stands for a character that is not written.
const REPLACEMENT: &str = "\u{FFFD}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_kept_everywhere_is_replaced() {
        assert_eq!(
            plain("a\tb\r\n\0\u{81}".to_owned()),
            "a\tb\r\n\u{FFFD}\u{FFFD}"
        );
    }
}
