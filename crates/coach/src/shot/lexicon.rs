//! The lexicon of shots: every family and every named shot by its stable code, with its texts in
//! both languages and an example. Used by the user interfaces and by `damier-paper`; nothing is
//! decided here.

use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Variant};

use super::definitions::{Defined, Line, of_family, of_name};
use super::{Family, NamedShot, Shot, classify};

/// An entry of the lexicon: a family, or a shot with a name of its own.
///
/// ```
/// use damier_coach::shot::ShotEntry;
/// use damier_notation::wording::Language;
/// let royal = ShotEntry::from_code("royal").expect("an entry");
/// assert_eq!(royal.name(Language::English), "coup royal");
/// assert!(royal.definition(Language::English).contains("The man on 40"));
/// assert_eq!(royal.example().moves().count(), 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ShotEntry {
    /// A family: the mechanism of a shot.
    Family(Family),
    /// A shot with a name of its own.
    Named(NamedShot),
}

/// A line that shows a shot, in the international game; White strikes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Example {
    /// The position, as FEN.
    pub fen: &'static str,
    line: &'static str,
}

impl Example {
    /// The moves of both sides in turn, White first.
    pub fn moves(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.line.split(' ')
    }

    /// Plays the example. Never `None` for an entry of the lexicon: a test plays all of them.
    pub fn played(&self) -> Option<PlayedExample> {
        let start = fen::read_position(Variant::INTERNATIONAL, self.fen).ok()?;
        let (mut positions, mut moves) = (vec![start], Vec::new());
        for text in self.moves() {
            let at = positions.last()?;
            let played = move_text::read(at, text).ok()?;
            positions.push(at.play(&played).ok()?);
            moves.push(played);
        }
        let shot = classify(&start, &moves).ok()??;
        Some(PlayedExample {
            positions,
            moves,
            shot,
        })
    }
}

/// A played example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedExample {
    /// The position before each move, and the last one: one more than there are moves.
    pub positions: Vec<Position>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The shot that the moves play.
    pub shot: Shot,
}

impl ShotEntry {
    /// Every entry: the families, then the named shots.
    pub fn all() -> impl Iterator<Item = ShotEntry> {
        let families = Family::ALL.into_iter().map(ShotEntry::Family);
        families.chain(NamedShot::ALL.into_iter().map(ShotEntry::Named))
    }

    /// The stable code: that of the family or of the shot. No two entries have the same.
    pub const fn code(self) -> &'static str {
        match self {
            ShotEntry::Family(family) => family.code(),
            ShotEntry::Named(name) => name.code(),
        }
    }

    /// The entry of a code.
    pub fn from_code(code: &str) -> Option<ShotEntry> {
        ShotEntry::all().find(|entry| entry.code() == code)
    }

    /// Its name.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            ShotEntry::Family(family) => family.name(language),
            ShotEntry::Named(name) => name.name(language),
        }
    }

    /// Its definition, in one to three sentences, with plain spaces and apostrophes.
    pub const fn definition(self, language: Language) -> &'static str {
        let (french, english) = self.entry().0;
        match language {
            Language::French => french,
            Language::English => english,
        }
    }

    /// What sources dispute about its name, in one sentence; `None` if they agree.
    pub fn dispute(self, language: Language) -> Option<&'static str> {
        match self {
            ShotEntry::Family(_) => None,
            ShotEntry::Named(name) => name.dispute(language),
        }
    }

    /// A line that shows it.
    pub const fn example(self) -> Example {
        let (fen, line) = self.entry().1;
        Example { fen, line }
    }

    const fn entry(self) -> (Defined, Line) {
        match self {
            ShotEntry::Family(family) => of_family(family),
            ShotEntry::Named(name) => of_name(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_example_has_its_shot() {
        for entry in ShotEntry::all() {
            let code = entry.code();
            let PlayedExample {
                positions,
                moves,
                shot,
            } = entry.example().played().expect(code);
            match entry {
                ShotEntry::Family(family) => assert!(shot.families.contains(&family), "{code}"),
                ShotEntry::Named(name) => assert_eq!(shot.name, Some(name), "{code}"),
            }
            assert_eq!(positions.len(), moves.len() + 1);
            assert_eq!(
                shot.plies,
                moves.len(),
                "{code}: the line ends with the shot"
            );
        }
    }

    #[test]
    fn codes_and_definitions_are_unique() {
        let codes: BTreeSet<&str> = ShotEntry::all().map(ShotEntry::code).collect();
        assert_eq!(codes.len(), ShotEntry::all().count());
        for language in Language::ALL {
            let said: BTreeSet<&str> = ShotEntry::all().map(|it| it.definition(language)).collect();
            assert_eq!(said.len(), codes.len());
            assert!(said.iter().all(|it| it.ends_with('.')));
        }
        assert_eq!(ShotEntry::from_code("haarlem"), None);
    }
}
