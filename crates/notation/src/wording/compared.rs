//! The facts in which the games are compared.

/// A fact that is compared: a column of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compared {
    Board,
    Men,
    First,
    ManCaptures,
    King,
    Landing,
    Obligation,
    Choice,
    Promotion,
    Removal,
    Goal,
    Draws,
}

impl Compared {
    /// All of them, in the order of the columns.
    pub(super) const ALL: [Compared; 12] = [
        Compared::Board,
        Compared::Men,
        Compared::First,
        Compared::ManCaptures,
        Compared::King,
        Compared::Landing,
        Compared::Obligation,
        Compared::Choice,
        Compared::Promotion,
        Compared::Removal,
        Compared::Goal,
        Compared::Draws,
    ];

    /// The stable code in messages.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Compared::Board => "board",
            Compared::Men => "men",
            Compared::First => "first",
            Compared::ManCaptures => "man-captures",
            Compared::King => "king",
            Compared::Landing => "landing",
            Compared::Obligation => "obligation",
            Compared::Choice => "choice",
            Compared::Promotion => "promotion",
            Compared::Removal => "removal",
            Compared::Goal => "goal",
            Compared::Draws => "draws",
        }
    }
}
