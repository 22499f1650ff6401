//! Games that are over: how each ended, which side announced it, and the result.

use damier_rules::{Game, Outcome, Side};

use super::message::Reason;
use super::terms::Terms;

/// A game that is over, or was broken off.
///
/// ```
/// use damier_protocols::dxp::{Finished, GameTime, HowEnded, Reason, Terms, DxpResult};
/// use damier_rules::{DrawSettings, Game, Position, Side, Variant};
///
/// let start = Position::start(Variant::INTERNATIONAL);
/// let finished = Finished {
///     terms: Terms { ours: Side::White, time: GameTime::LONGEST, moves: 0, start },
///     game: Game::new(start, DrawSettings::default()),
///     seconds: Vec::new(),
///     how: HowEnded::TheySaid(Reason::ILose),
/// };
/// assert_eq!(finished.verdict(), DxpResult::Won(Side::White));
/// assert!(!finished.is_disputed());
/// ```
#[derive(Clone, Debug)]
pub struct Finished {
    /// The terms of the game.
    pub terms: Terms,
    /// The game so far.
    pub game: Game,
    /// The reported seconds of each move.
    pub seconds: Vec<u16>,
    /// How the game ended, and which side announced it.
    pub how: HowEnded,
}

/// Which side announced the end, and the result from that side's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HowEnded {
    /// This side announced the end.
    WeSaid(Reason),
    /// The other side announced the end.
    TheySaid(Reason),
    /// Neither side announced it; the connection was lost.
    BrokenOff,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpResult {
    /// The side with this colour has won.
    Won(Side),
    /// The game is drawn.
    Drawn,
    /// The result is not known.
    Unknown,
}

impl Finished {
    /// The result of the game. If the game is over by our rules, our rules decide. Otherwise it is
    /// the result given by the side that announced the end, since in the protocol the other side
    /// cannot contradict it.
    pub fn verdict(&self) -> DxpResult {
        match self.game.outcome() {
            Some(outcome) => DxpResult::of(outcome),
            None => self.said(),
        }
    }

    /// The result according to the side that ended the game.
    pub fn said(&self) -> DxpResult {
        let ours = self.terms.ours;
        let (reason, speaker) = match self.how {
            HowEnded::WeSaid(reason) => (reason, ours),
            HowEnded::TheySaid(reason) => (reason, ours.opponent()),
            HowEnded::BrokenOff => return DxpResult::Unknown,
        };
        match reason {
            Reason::Unknown => DxpResult::Unknown,
            Reason::Draw => DxpResult::Drawn,
            Reason::IWin => DxpResult::Won(speaker),
            Reason::ILose => DxpResult::Won(speaker.opponent()),
        }
    }

    /// Whether that side gave another result than our rules.
    pub fn is_disputed(&self) -> bool {
        let said = self.said();
        said != DxpResult::Unknown && said != self.verdict()
    }
}

/// Two finished games are equal if they have the same terms, moves, times and end.
impl PartialEq for Finished {
    fn eq(&self, other: &Finished) -> bool {
        self.terms == other.terms
            && self.how == other.how
            && self.seconds == other.seconds
            && self.game.moves().eq(other.game.moves())
    }
}

impl DxpResult {
    fn of(outcome: Outcome) -> DxpResult {
        outcome.winner.map_or(DxpResult::Drawn, DxpResult::Won)
    }
}
