//! Games that are over: how they ended, by whose word, and what they are worth.

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
    /// What was agreed on.
    pub terms: Terms,
    /// The game so far.
    pub game: Game,
    /// The seconds of each move, as they were told.
    pub seconds: Vec<u16>,
    /// Who said that it is over.
    pub how: HowEnded,
}

/// Who said that a game is over, and how it ended as they saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HowEnded {
    /// This side did.
    WeSaid(Reason),
    /// The other side did.
    TheySaid(Reason),
    /// Nobody: the connection was lost.
    BrokenOff,
}

/// What a game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpResult {
    /// Somebody has won.
    Won(Side),
    /// Drawn.
    Drawn,
    /// Nobody can say.
    Unknown,
}

impl Finished {
    /// What the game is worth. Our rules decide where they know an end; otherwise the protocol's answer
    /// stands, by which nobody can contradict the one who ends a game.
    pub fn verdict(&self) -> DxpResult {
        match self.game.outcome() {
            Some(outcome) => DxpResult::of(outcome),
            None => self.said(),
        }
    }

    /// What the side that ended the game says.
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

    /// Whether what was said is not what our rules say.
    pub fn is_disputed(&self) -> bool {
        let said = self.said();
        said != DxpResult::Unknown && said != self.verdict()
    }
}

/// Two are equal if the same moves led from the same start to the same end.
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
