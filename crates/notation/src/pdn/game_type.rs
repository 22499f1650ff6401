//! The tags that name the game of the family: how they are read and written.

use damier_rules::{Cells, RuleTable, Side, Variant};

use super::fault::Place;
use super::game::Game;

/// The game of the family that the tags name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// A game that this program supports.
    Known(Variant),
    /// A game that this program does not support, with its name.
    Other(String),
}

/// The numbers of games for which this program has no rule table.
const OTHERS: &[(u32, &str)] = &[
    (0, "chess"),
    (1, "Chinese chess"),
    (50, "Othello"),
    (99, "lidraughts' games from a position"),
];

/// Names that other programs write in the tag `Variant`, in small letters, and the id of the game.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("american", "english"),
    ("american/english", "english"),
    ("frysk!", "frysk"),
    ("standard", "international"),
];

/// The game of the family that the tags of a written game name, or `default` if they name none.
///
/// The tag `Variant` is not in the standard; this program uses it for games and readings that have
/// no number. If no tag names the game, [`find_game`](super::find_game) can find it from the moves.
///
/// ```
/// use damier_notation::pdn::{Game, GameKind, game_kind};
/// use damier_rules::Variant;
/// let mut game = Game::default();
/// game.set_tag("GameType", "25");
/// assert_eq!(game_kind(&game, Variant::INTERNATIONAL), GameKind::Known(Variant::RUSSIAN));
/// ```
pub fn game_kind(game: &Game, default: Variant) -> GameKind {
    tagged_kind(game).unwrap_or(GameKind::Known(default))
}

/// The game that the tags name; `None` if they name none.
pub(crate) fn tagged_kind(game: &Game) -> Option<GameKind> {
    let game_type = game.tag("GameType").and_then(GameType::read);
    if let Some(id) = game.tag("Variant").map(str::trim) {
        if let Some(variant) = Variant::from_id(&id.to_ascii_lowercase()) {
            return Some(GameKind::Known(variant));
        }
        if !id.is_empty() && game_type.is_none() {
            let other = || GameKind::Other(id.to_owned());
            return Some(of_other_name(id).map_or_else(other, GameKind::Known));
        }
    }
    game_type.map(GameType::kind)
}

/// The game that another program calls by this name.
fn of_other_name(name: &str) -> Option<Variant> {
    let mut names = OTHER_NAMES.iter();
    let (_, id) = names.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
    Variant::from_id(id)
}

/// Whether the tag `GameType` has a number that no game has, or the tag `Variant` alone an unknown
/// name. Files have such numbers by mistake, and other programs have names of their own.
pub(super) fn names_no_game(game: &Game) -> bool {
    let game_type = game.tag("GameType").and_then(GameType::read);
    game_type.is_none_or(|game_type| {
        let known = OTHERS.iter().any(|(other, _)| *other == game_type.number);
        !known && matches!(game_type.kind(), GameKind::Other(_)) && game_type.number != 23
    })
}

/// Removes the tags that name the game, with their places.
pub(super) fn remove_kind(game: &mut Game, places: &mut Vec<Place>) {
    while let Some(index) = game.tags.iter().position(|tag| {
        let name = tag.name.as_str();
        name.eq_ignore_ascii_case("GameType") || name.eq_ignore_ascii_case("Variant")
    }) {
        game.tags.remove(index);
        if index < places.len() {
            places.remove(index);
        }
    }
}

/// Writes the tags that name the game. `GameType` has the number that the standard or lidraughts
/// gives to the game, or the long form if the number alone denotes another game. `Variant` is added
/// if the standard's number is not enough to identify the game.
pub(crate) fn set_kind(game: &mut Game, variant: Variant) {
    let lidraughts = || {
        let number = variant.table().lidraughts_game_type?;
        Some(number.to_string())
    };
    let standard = tag_text(variant);
    let tagged = standard.as_deref().and_then(GameType::read);
    let is_unambiguous = tagged.map(GameType::kind) == Some(GameKind::Known(variant));
    if let Some(text) = standard.or_else(lidraughts) {
        game.set_tag("GameType", text);
    }
    if !is_unambiguous {
        game.set_tag("Variant", variant.id());
    }
}

/// The value of the tag `GameType`: the number, or the long form if the number alone denotes
/// another game. `None` for a game without a number.
///
/// ```
/// use damier_notation::pdn::tag_text;
/// use damier_rules::Variant;
/// assert_eq!(tag_text(Variant::RUSSIAN).as_deref(), Some("25"));
/// ```
pub fn tag_text(variant: Variant) -> Option<String> {
    let own = variant.table().game_type?;
    let usual = of_number(u32::from(own.number)).map(Variant::table);
    if usual.is_some_and(|usual| usual.game_type == Some(own)) {
        Some(own.number.to_string())
    } else {
        long_form(variant)
    }
}

/// The long form of the tag, as in the standard's list: `25,W,8,8,A0,0`. `None` for a game without
/// a number.
///
/// ```
/// use damier_notation::pdn::long_form;
/// use damier_rules::Variant;
/// assert_eq!(long_form(Variant::INTERNATIONAL).as_deref(), Some("20,W,10,10,N2,0"));
/// ```
pub fn long_form(variant: Variant) -> Option<String> {
    let RuleTable {
        game_type,
        first,
        board,
        ..
    } = variant.table();
    let own = (*game_type)?;
    let first = match first {
        Side::White => 'W',
        Side::Black => 'B',
    };
    let inverted = u8::from(board.cells == Cells::Dark { bottom_left: false });
    Some(format!(
        "{},{first},{},{},{},{inverted}",
        own.number, board.width, board.height, own.notation
    ))
}

/// The parts of the tag `GameType` that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GameType<'t> {
    number: u32,
    /// The side that begins, if the tag has the long form.
    first: Option<Side>,
    /// Where the first square lies, such as `A0`. It is used only to distinguish games with the
    /// same number, because many programs write it wrong.
    notation: Option<&'t str>,
}

impl GameType<'_> {
    fn read(text: &str) -> Option<GameType<'_>> {
        let mut parts = text.split(',').map(str::trim);
        let number = parts.next()?.parse().ok()?;
        let first = match parts.next() {
            Some("W" | "w") => Some(Side::White),
            Some("B" | "b") => Some(Side::Black),
            _ => None,
        };
        Some(GameType {
            number,
            first,
            notation: parts.nth(2),
        })
    }

    fn kind(self) -> GameKind {
        if (self.number, self.notation) == (23, Some("A1")) {
            return GameKind::Other("Jamaican draughts (GameType 23 with A1)".to_owned());
        }
        let same_number = Variant::READINGS.iter().filter(|variant| {
            let own = variant.table().game_type;
            own.is_some_and(|own| u32::from(own.number) == self.number)
        });
        let begins = same_number
            .clone()
            .find(|variant| self.first == Some(variant.table().first));
        if let Some(&variant) = begins.or(same_number.clone().next()) {
            return GameKind::Known(variant);
        }
        if let Some(variant) = of_number(self.number) {
            return GameKind::Known(variant);
        }
        let name = OTHERS.iter().find(|(other, _)| *other == self.number);
        let name = name.map_or("a game without a name", |(_, name)| name);
        GameKind::Other(format!("{name} (GameType {})", self.number))
    }
}

/// The game that a number without its long form denotes.
fn of_number(number: u32) -> Option<Variant> {
    let standard = Variant::ALL.iter().copied().find(|variant| {
        let own = variant.table().game_type;
        own.is_some_and(|own| u32::from(own.number) == number)
    });
    let lidraughts = || {
        let mut games = Variant::ALL.iter().copied();
        games.find(|game| game.table().lidraughts_game_type.map(u32::from) == Some(number))
    };
    standard.or_else(lidraughts)
}

/// Whether Black moves first, judging by the game's own tags.
pub(super) fn black_first(game: &Game) -> bool {
    match game_kind(game, Variant::INTERNATIONAL) {
        GameKind::Known(variant) => variant.table().first == Side::Black,
        GameKind::Other(_) => {
            let game_type = game.tag("GameType").and_then(GameType::read);
            game_type.and_then(|game_type| game_type.first) == Some(Side::Black)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::game::Tag;

    fn kind(tags: &[(&str, &str)]) -> GameKind {
        let tag = |&(name, value): &(&str, &str)| Tag {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let game = Game {
            tags: tags.iter().map(tag).collect(),
            ..Game::default()
        };
        game_kind(&game, Variant::INTERNATIONAL)
    }

    #[test]
    fn by_tag() {
        for (value, expected) in [
            ("20", "international"),
            ("20,W,10,10,N1,0", "international"), // as one server writes it
            (" 20 ", "international"),
            ("25", "russian"),
            ("23", "pool"),
            ("23,B,8,8,N1,0", "pool"),
            ("23,W,8,8,A0,0", "pool:unified"),
            ("40", "frisian"),
            ("98", "antidraughts"),
        ] {
            let known = GameKind::Known(Variant::from_id(expected).expect("a game"));
            assert_eq!(kind(&[("gametype", value)]), known, "{value}");
        }
        assert_eq!(
            kind(&[("Variant", "Killer")]),
            GameKind::Known(Variant::KILLER)
        );
        for (name, id) in OTHER_NAMES {
            let known = Variant::from_id(id).map(GameKind::Known);
            assert_eq!(Some(kind(&[("Variant", name)])), known, "{name}");
        }
        assert_eq!(
            kind(&[("GameType", "25"), ("Variant", "Standard")]),
            GameKind::Known(Variant::RUSSIAN)
        );
        assert_eq!(
            kind(&[("GameType", "25"), ("Variant", "my own")]),
            GameKind::Known(Variant::RUSSIAN)
        );
        for (name, value, expected) in [
            ("GameType", "50", "Othello (GameType 50)"),
            (
                "GameType",
                "23,W,8,8,A1,1",
                "Jamaican draughts (GameType 23 with A1)",
            ),
            ("Variant", "bagh chal", "bagh chal"),
        ] {
            let other = GameKind::Other(expected.to_owned());
            assert_eq!(kind(&[(name, value)]), other, "{value}");
        }
    }

    #[test]
    fn tags_tell_every_game_in_every_reading() {
        for &variant in Variant::READINGS {
            let mut game = Game::default();
            set_kind(&mut game, variant);
            let kind = game_kind(&game, Variant::ALQUERQUE);
            assert_eq!(kind, GameKind::Known(variant), "{:?}", game.tags);
        }
        let tags = |variant| {
            let mut game = Game::default();
            set_kind(&mut game, variant);
            let tags = game.tags.into_iter();
            tags.map(|tag| format!("{} {}", tag.name, tag.value))
                .collect::<Vec<_>>()
        };
        assert_eq!(tags(Variant::RUSSIAN), ["GameType 25"]);
        assert_eq!(tags(Variant::KILLER), ["Variant killer"]);
        assert_eq!(
            tags(Variant::FRYSK),
            ["GameType 97", "Variant frysk"],
            "lidraughts reads its number"
        );
        let unified = Variant::from_id("pool:unified").expect("a reading");
        assert_eq!(tags(unified), ["GameType 23,W,8,8,A0,0"]);
        let thai = Variant::from_id("thai:no-half-turn").expect("a reading");
        assert_eq!(tags(thai), ["GameType 31", "Variant thai:no-half-turn"]);
    }

    #[test]
    fn the_long_form_is_that_of_the_standard() {
        let long = |id| Variant::from_id(id).and_then(long_form).unwrap_or_default();
        for (id, expected) in [
            ("international", "20,W,10,10,N2,0"),
            ("english", "21,B,8,8,N1,0"),
            ("italian", "22,W,8,8,N2,1"),
            ("pool", "23,B,8,8,N1,0"),
            ("spanish", "24,W,8,8,N1,1"),
            ("russian", "25,W,8,8,A0,0"),
            ("brazilian", "26,W,8,8,A0,0"),
            ("canadian", "27,W,12,12,N2,0"),
            ("portuguese", "28,W,8,8,N1,1"),
            ("czech", "29,W,8,8,A0,0"),
            ("turkish", "30,W,8,8,A0,0"),
            ("thai", "31,B,8,8,N2,0"),
            ("frisian", "40,W,10,10,N2,0"),
            ("spantsiretti", "41,W,10,8,A0,0"),
            ("killer", ""),
        ] {
            assert_eq!(long(id), expected, "{id}");
        }
    }
}
