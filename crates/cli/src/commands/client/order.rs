//! The commands of a live game, in either language, or a move.

use damier_client::Phrase;

/// A typed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order<'a> {
    Help,
    Moves,
    Board,
    Draw,
    Resign,
    /// Aborts the game before both sides have moved.
    Abort,
    Back,
    /// Offers more time, in minutes.
    Time(u64),
    /// Asks for a pause, in minutes.
    Pause(u64),
    GoOn,
    Yes,
    No,
    Claim,
    Rematch,
    Correct,
    LetStand,
    Say(Phrase),
    Phrases,
    Flip,
    Fen,
    Quit,
    /// Any other text, possibly a move.
    Text(&'a str),
    Nothing,
}

/// Parses a line. Commands are accepted in both languages.
pub(super) fn read(line: &str) -> Order<'_> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let minutes = |usual: u64| rest.trim().parse().unwrap_or(usual).clamp(1, 24 * 60);
    match word.to_lowercase().as_str() {
        "" => Order::Nothing,
        "help" | "aide" | "?" | "h" => Order::Help,
        "moves" | "coups" => Order::Moves,
        "board" | "damier" | "clock" | "pendule" => Order::Board,
        "draw" | "remise" | "nulle" => Order::Draw,
        "resign" | "abandon" | "abandonner" => Order::Resign,
        "abort" | "annuler" => Order::Abort,
        "back" | "retour" | "undo" => Order::Back,
        "time" | "temps" => Order::Time(minutes(1)),
        "pause" => Order::Pause(minutes(10)),
        "continue" | "continuer" => Order::GoOn,
        "yes" | "oui" | "agree" | "accepter" => Order::Yes,
        "no" | "non" | "decline" | "refuser" => Order::No,
        "claim" | "réclamer" | "reclamer" => Order::Claim,
        "rematch" | "revanche" => Order::Rematch,
        "correct" | "corriger" => Order::Correct,
        "stand" | "laisser" => Order::LetStand,
        "say" | "dire" => phrase(rest.trim()).map_or(Order::Phrases, Order::Say),
        "phrases" => Order::Phrases,
        "flip" | "tourner" => Order::Flip,
        "fen" => Order::Fen,
        "quit" | "quitter" | "exit" | "q" => Order::Quit,
        _ => Order::Text(line),
    }
}

/// Parses a phrase by its number in the list or its code.
fn phrase(text: &str) -> Option<Phrase> {
    let number: Option<usize> = text.parse().ok();
    let by_number = number.and_then(|number| Phrase::ALL.get(number.checked_sub(1)?));
    let by_code = || Phrase::ALL.iter().find(|phrase| phrase.code() == text);
    by_number.or_else(by_code).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_understood() {
        for (line, expected) in [
            (" Aide ", Order::Help),
            ("RÉCLAMER", Order::Claim),
            ("dire 1", Order::Say(Phrase::Hello)),
            ("say good-game", Order::Say(Phrase::GoodGame)),
            ("say 0", Order::Phrases),
            ("say whatever", Order::Phrases),
            ("temps 5", Order::Time(5)),
            ("time x", Order::Time(1)),
            ("pause 99999999", Order::Pause(1_440)),
            ("32-28", Order::Text("32-28")),
            ("s23 32-28", Order::Text("s23 32-28")),
            ("", Order::Nothing),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }
}
