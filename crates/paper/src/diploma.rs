//! The levels of the course for which there are certificates. The names of the levels are in
//! `terms`.

/// The levels of the course, each with a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Diploma {
    /// *Pion blanc*: lessons 0 to 8.
    WhiteMan,
    /// *Pion noir*: lessons 9 to 12.
    BlackMan,
    /// *Dame*: lessons 13 to 16.
    King,
    /// *Damier d'or*: lessons 17 to 20.
    GoldenBoard,
}

impl Diploma {
    /// The levels, the first one first.
    pub const ALL: [Diploma; 4] = [
        Diploma::WhiteMan,
        Diploma::BlackMan,
        Diploma::King,
        Diploma::GoldenBoard,
    ];

    /// The stable code: the French words, without accents.
    pub const fn code(self) -> &'static str {
        match self {
            Diploma::WhiteMan => "pion-blanc",
            Diploma::BlackMan => "pion-noir",
            Diploma::King => "dame",
            Diploma::GoldenBoard => "damier-d-or",
        }
    }

    /// The level of a code.
    pub fn from_code(code: &str) -> Option<Diploma> {
        Diploma::ALL.into_iter().find(|level| level.code() == code)
    }
}
