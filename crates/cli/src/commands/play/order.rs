//! What a person types during a game: a command word in either language, or a move.

/// One line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order<'a> {
    Help,
    Moves,
    Hint,
    Back,
    Draw,
    Resign,
    Flip,
    Fen,
    Save(&'a str),
    Quit,
    /// Any other text, perhaps a move.
    Text(&'a str),
    /// An empty line.
    Nothing,
}

/// Reads a line. The words of both languages are always understood.
pub(super) fn read(line: &str) -> Order<'_> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_lowercase().as_str() {
        "" => Order::Nothing,
        "help" | "aide" | "?" | "h" => Order::Help,
        "moves" | "coups" => Order::Moves,
        "hint" | "indice" | "conseil" => Order::Hint,
        "back" | "retour" | "undo" => Order::Back,
        "draw" | "remise" | "nulle" => Order::Draw,
        "resign" | "abandon" => Order::Resign,
        "flip" | "tourner" => Order::Flip,
        "fen" => Order::Fen,
        "save" | "garder" if !rest.trim().is_empty() => Order::Save(rest.trim()),
        "quit" | "quitter" | "exit" | "q" => Order::Quit,
        _ => Order::Text(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_understood() {
        assert_eq!(read(" Aide "), Order::Help);
        assert_eq!(read("quit"), Order::Quit);
        assert_eq!(read("garder ma partie.pdn"), Order::Save("ma partie.pdn"));
        assert_eq!(read("32-28"), Order::Text("32-28"));
        assert_eq!(read("   "), Order::Nothing);
    }
}
