//! Measures text, so that it can be broken into lines that fit. A sheet embeds no font and is shown
//! in an installed one, so text is measured in the widest of the common fonts (Arial and fonts with
//! its metrics, Times, DejaVu Sans and DejaVu Serif). Text that fits by this measure fits in each
//! of them.

use crate::words::is_mark;

/// The weight of the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// The widths of U+0020 to U+007E in thousandths of the size, in the widest of the fonts.
const REGULAR: [u16; 95] = [
    318, 402, 460, 838, 637, 951, 891, 275, 391, 391, 500, 838, 318, 361, 318, 337, 637, 637, 637,
    637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 557, 1016, 723, 735, 766, 802, 730,
    694, 799, 873, 396, 500, 748, 665, 1024, 875, 820, 673, 820, 753, 686, 667, 843, 723, 1028,
    723, 723, 695, 391, 337, 391, 838, 557, 500, 613, 641, 561, 641, 616, 371, 641, 645, 320, 311,
    606, 320, 975, 645, 612, 641, 641, 479, 521, 402, 645, 592, 856, 592, 592, 527, 637, 337, 637,
    838,
];
const BOLD: [u16; 95] = [
    349, 457, 556, 838, 696, 1002, 903, 307, 474, 474, 523, 838, 380, 416, 380, 366, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 611, 1000, 776, 846, 796, 868, 763,
    710, 855, 945, 468, 557, 870, 704, 1107, 915, 872, 752, 872, 832, 723, 745, 873, 776, 1124,
    776, 725, 730, 474, 366, 474, 838, 557, 500, 675, 716, 609, 716, 679, 436, 716, 728, 380, 362,
    693, 380, 1059, 728, 688, 716, 716, 527, 596, 479, 728, 652, 924, 646, 652, 583, 712, 366, 712,
    838,
];

/// The width of a letter in thousandths of the size of the type.
fn letter_width(letter: char, weight: Weight) -> u16 {
    let table = match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    };
    let plain = (letter as usize)
        .checked_sub(0x20)
        .and_then(|index| table.get(index));
    match letter {
        _ if plain.is_some() => plain.copied().unwrap_or_default(),
        '\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 0,
        _ if is_mark(letter) => 0,
        '\u{a0}' | '\u{2009}' | '\u{202f}' => 350,
        '\u{2018}' | '\u{2019}' | '·' => 380,
        '«' | '»' | '“' | '”' | '–' | '•' => 660,
        'Æ' | 'Œ' | 'æ' | 'œ' | '¼' | '½' | '¾' => 1200,
        // Letters with marks are as wide as their widest plain ones.
        '\u{c0}'..='\u{17f}' if letter.is_lowercase() => 800,
        '\u{a1}'..='\u{17f}' => 950,
        '\u{370}'..='\u{52f}' => 1050,
        '\u{590}'..='\u{6ff}' => 900,
        _ => 1400,
    }
}

/// The width of a text in type of this size, in the unit of the size.
pub(crate) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let sum: u32 = text
        .chars()
        .map(|letter| u32::from(letter_width(letter, weight)))
        .sum();
    f64::from(sum) * size / 1000.0
}

/// Breaks a text into lines of this width: at spaces, and inside a word only where it is wider than
/// a line. Only the spaces at which it is broken are dropped.
pub(crate) fn wrap(text: &str, size: f64, weight: Weight, most: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let joined = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if width(&joined, size, weight) <= most {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            let wider =
                width(&line, size, weight) + width(letter.encode_utf8(&mut [0; 4]), size, weight);
            // A combining mark is never separated from the letter before it.
            if wider > most && !line.is_empty() && letter_width(letter, weight) > 0 {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A text with a size of type and line breaks that fit into a place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fitted {
    /// The size of the type.
    pub(crate) size: f64,
    pub(crate) lines: Vec<String>,
}

/// The distance of the base lines of a paragraph, in sizes of its type.
pub(crate) const LEADING: f64 = 1.3;

/// Fits a text into a place of this width and height: in the given size, or in the largest smaller
/// one in which all of it fits.
pub(crate) fn fit(text: &str, size: f64, weight: Weight, (most, high): (f64, f64)) -> Fitted {
    let mut size = size;
    loop {
        let lines = wrap(text, size, weight, most);
        // This terminates, since every text fits at some size.
        if lines.len() as f64 * size * LEADING <= high || size < 0.05 {
            return Fitted { size, lines };
        }
        size *= 0.95;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_word_that_is_too_wide_is_broken_and_kept() {
        let lines = wrap(
            "Rindfleischetikettierungsgesetz",
            4.0,
            Weight::Regular,
            30.0,
        );
        assert!(lines.len() > 1);
        assert_eq!(lines.concat(), "Rindfleischetikettierungsgesetz");
    }

    #[test]
    fn bold_is_never_measured_narrower() {
        for letter in ' '..='\u{2fff}' {
            let regular = letter_width(letter, Weight::Regular);
            assert!(
                letter_width(letter, Weight::Bold) >= regular || letter == '%' || letter == '@'
            );
        }
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_every_line_fits(text in "\\PC{0,80}", size in 1.0..9.0f64, most in 15.0..90.0f64) {
            let lines = wrap(&text, size, Weight::Bold, most);
            let bare = |text: &str| text.replace(' ', "");
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
            for line in &lines {
                prop_assert!(width(line, size, Weight::Bold) <= most, "{}", line);
            }
        }

        #[test]
        fn a_text_fits_into_its_place(text in "\\PC{0,200}") {
            let fitted = fit(&text, 9.0, Weight::Bold, (60.0, 20.0));
            prop_assert!(fitted.lines.len() as f64 * fitted.size * LEADING <= 20.0);
        }
    }
}
