//! The current score of a simul.

use damier_rules::Side;
use serde::Serialize;

use crate::simuls::board::Board;

/// The result of a board for the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardScore {
    /// The host has won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The guest has won.
    Lost,
}

impl BoardScore {
    /// The result of a board; `None` if it is unfinished or has no result.
    pub fn of(board: &Board) -> Option<BoardScore> {
        let ending = board.ending.filter(|ending| !ending.is_aborted())?;
        Some(match ending.winner {
            None => BoardScore::Drawn,
            Some(side) if side == board.host => BoardScore::Won,
            Some(Side::White | Side::Black) => BoardScore::Lost,
        })
    }

    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            BoardScore::Won => "won",
            BoardScore::Drawn => "drawn",
            BoardScore::Lost => "lost",
        }
    }
}

/// Counts of boards by result for the host, and of unfinished and excluded boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SimulScore {
    /// Boards that the host has won.
    pub won: u32,
    /// Boards that were drawn.
    pub drawn: u32,
    /// Boards that the guests have won.
    pub lost: u32,
    /// Unfinished boards that will count.
    pub open: u32,
    /// Boards without a result.
    pub none: u32,
}

impl SimulScore {
    pub(super) fn of(boards: &[Board], left_out: bool) -> SimulScore {
        let mut score = SimulScore::default();
        for board in boards {
            let one = match BoardScore::of(board) {
                Some(BoardScore::Won) => &mut score.won,
                Some(BoardScore::Drawn) => &mut score.drawn,
                Some(BoardScore::Lost) => &mut score.lost,
                None if board.is_over() || left_out => &mut score.none,
                None => &mut score.open,
            };
            *one += 1;
        }
        score
    }

    /// Boards that have a result.
    pub fn counted(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The host's score of the possible points, in tenths of a percent; `None` before the first
    /// result.
    ///
    /// ```
    /// use damier_people::simuls::SimulScore;
    /// let score = SimulScore { won: 14, drawn: 5, lost: 1, ..SimulScore::default() };
    /// assert_eq!(score.permille(), Some(825));
    /// assert_eq!(SimulScore::default().permille(), None);
    /// ```
    pub fn permille(&self) -> Option<u32> {
        let counted = self.counted();
        (counted > 0).then(|| (1_000 * (2 * self.won + self.drawn) + counted) / (2 * counted))
    }
}
