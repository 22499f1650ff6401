//! Which game of the family a written game belongs to: by its tags, or else by how its squares look.

use damier_rules::Variant;

use super::game::{Game, Item};
use crate::square_names::SquareName;

/// The game that a written game belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// One that this program plays.
    Known(Variant),
    /// One that it does not, by its name.
    Other(String),
}

/// The numbers of PDN 3.0, and those that lidraughts gives to games of its own.
const NUMBERS: &[(u32, &str)] = &[
    (0, "chess"),
    (1, "Chinese chess"),
    (20, "International draughts"),
    (21, "English draughts"),
    (22, "Italian draughts"),
    (23, "American pool checkers"),
    (24, "Spanish draughts"),
    (25, "Russian draughts"),
    (26, "Brazilian draughts"),
    (27, "Canadian draughts"),
    (28, "Portuguese draughts"),
    (29, "Czech draughts"),
    (30, "Turkish draughts"),
    (31, "Thai draughts"),
    (40, "Frisian draughts"),
    (41, "Spantsiretti"),
    (50, "Othello"),
    (96, "Breakthrough"),
    (97, "Frysk!"),
    (98, "Antidraughts"),
    (99, "lidraughts' games from a position"),
];

/// Types whose first move is Black's.
const BLACK_FIRST: &[u32] = &[21, 23, 31];

/// The game that a written game belongs to; `default` where nothing tells.
///
/// The tag `Variant` is this program's own, for games that have no number. Without any tag the squares
/// of the position or of the first move are looked at: only large boards have a square 33, only
/// the Russian game and its relatives have letters, and the first men to move tell 8x8 from 10x10.
pub fn game_kind(game: &Game, default: Variant) -> GameKind {
    if let Some(id) = game
        .tag("Variant")
        .map(str::trim)
        .filter(|id| !id.is_empty())
    {
        if let Some(variant) = Variant::from_id(id) {
            return GameKind::Known(variant);
        }
        if number(game).is_none() {
            return GameKind::Other(id.to_owned());
        }
    }
    match number(game) {
        Some(number) => of_number(number),
        None => guessed(game, default),
    }
}

/// The number of the tag `GameType`. Only the first number is looked at: programs fill in the others
/// wrongly.
fn number(game: &Game) -> Option<u32> {
    let value = game.tag("GameType")?.trim();
    value.split(',').next()?.trim().parse().ok()
}

fn of_number(number: u32) -> GameKind {
    let known = Variant::ALL.iter().find(|variant| {
        let own = variant.table().game_type;
        own.is_some_and(|own| u32::from(own.number) == number)
    });
    if let Some(&variant) = known {
        return GameKind::Known(variant);
    }
    let name = NUMBERS.iter().find(|(other, _)| *other == number);
    let name = name.map_or("a game without a name", |(_, name)| name);
    GameKind::Other(format!("{name} (GameType {number})"))
}

fn guessed(game: &Game, default: Variant) -> GameKind {
    let small = || GameKind::Other("a game on 64 squares (no GameType)".to_owned());
    let letters = || GameKind::Other("a game with lettered squares (no GameType)".to_owned());
    let default = GameKind::Known(default);
    if let Some(fen) = game.tag("FEN") {
        // Letters of colours and kings are capitals; a file is followed by its rank.
        let bytes = fen.as_bytes();
        let lettered = bytes
            .windows(2)
            .any(|pair| matches!(pair, [b'a'..=b'j', b'1'..=b'9']));
        return if lettered { letters() } else { default };
    }
    let first = game.items.iter().find_map(|item| match item {
        Item::Move(written) => Some(written.from),
        _ => None,
    });
    match first {
        Some(SquareName::Letters { .. }) => letters(),
        Some(SquareName::Number(9..=12 | 21..=24)) => small(),
        _ => default,
    }
}

/// Whether Black moves first, by the tags alone: for numbering a game that is not played.
pub(super) fn black_first(game: &Game) -> bool {
    number(game).is_some_and(|number| BLACK_FIRST.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::game::Tag;

    fn kind(name: &str, value: &str, first: Option<&str>) -> GameKind {
        let mut game = Game::default();
        game.tags.push(Tag {
            name: name.to_owned(),
            value: value.to_owned(),
        });
        if let Some(text) = first {
            game.items.push(Item::Move(text.parse().expect("a move")));
        }
        game_kind(&game, Variant::INTERNATIONAL)
    }

    #[test]
    fn by_tag() {
        let known = GameKind::Known(Variant::INTERNATIONAL);
        assert_eq!(kind("GameType", "20", None), known);
        assert_eq!(
            kind("GameType", "20,W,10,10,N1,0", None),
            known,
            "as one server writes it"
        );
        assert_eq!(kind("gametype", " 20 ", None), known);
        assert_eq!(kind("Variant", "international", None), known);
        assert_eq!(
            kind("GameType", "25", None),
            GameKind::Other("Russian draughts (GameType 25)".to_owned())
        );
        assert_eq!(
            kind("Variant", "killer", None),
            GameKind::Other("killer".to_owned())
        );
    }

    #[test]
    fn by_the_look_of_the_squares() {
        let known = GameKind::Known(Variant::INTERNATIONAL);
        assert_eq!(kind("Event", "", Some("32-28")), known);
        assert_eq!(kind("Event", "", None), known);
        assert_eq!(kind("FEN", "W:W31-50:B1-20", Some("11-15")), known);
        assert!(matches!(
            kind("Event", "", Some("11-15")),
            GameKind::Other(_)
        ));
        assert!(matches!(
            kind("Event", "", Some("c3-d4")),
            GameKind::Other(_)
        ));
        assert!(matches!(kind("FEN", "W:Wc3:Bd4", None), GameKind::Other(_)));
    }
}
