//! How the computer plays in a game that a session keeps: its moves at a level, and how it answers what it is offered and asked. The engine
//! judges the position; the session only passes on what it needs to know.

use damier_engine::{Engine, Level, Limits, Score};
use damier_notation::move_text;
use damier_rules::Side;

use crate::command::Want;
use crate::session::Session;
use crate::settings::Player;

/// Megabytes of the transposition table: the levels that a server plays at search little.
const HASH_MB: usize = 4;

/// Nodes between two looks at what the search has found.
const SLICE: u64 = 50_000;

impl Session {
    /// Whether the computer, playing `side`, accepts the draw that it is offered now. `score` is what
    /// its last search said of the current position, for the side to move.
    ///
    /// ```
    /// use damier_club::{GameSettings, Session};
    /// use damier_engine::Score;
    /// use damier_rules::{Side, Variant};
    ///
    /// let settings = GameSettings::friendly("", "");
    /// let session = Session::new(Variant::INTERNATIONAL, settings, None)?;
    /// assert!(session.computer_accepts_draw(Side::Black, Score::Win(9)), "Black loses");
    /// assert!(!session.computer_accepts_draw(Side::White, Score::Win(9)), "White wins");
    /// # Ok::<(), damier_club::SettingsError>(())
    /// ```
    pub fn computer_accepts_draw(&self, side: Side, score: Score) -> bool {
        let position = self.position();
        let own = if side == position.side() {
            score
        } else {
            score.opposite()
        };
        damier_engine::would_accept_draw(own, self.game().len(), position, side)
    }

    /// The level of the computer that plays a side; `None` for a person.
    pub fn computer_level(&self, side: Side) -> Option<u8> {
        match self.settings().player(side) {
            Player::Computer { level } => Some(*level),
            Player::Person { .. } => None,
        }
    }

    /// The side of a computer that has something to do: to move, to answer an offer or what it is asked, or to have an irregular move
    /// corrected.
    pub fn computer_due(&self) -> Option<Side> {
        if self.ending().is_some() || self.paused_until_ms().is_some() {
            return None;
        }
        Side::ALL.into_iter().find(|&side| {
            let other = side.opponent();
            self.computer_level(side).is_some()
                && (self.position().side() == side
                    || self.offer() == Some(other)
                    || self.request(other).is_some()
                    || self.fault() == Some(other))
        })
    }
}

/// The engine as a player of games on a server.
///
/// ```
/// use damier_club::computer::ComputerPlayer;
/// use damier_club::{GameSettings, Player, Session, Side, Want};
/// use damier_rules::Variant;
///
/// let settings = GameSettings {
///     white: Player::Computer { level: 3 },
///     ..GameSettings::friendly("", "Awa")
/// };
/// let session = Session::new(Variant::FRISIAN, settings, None)?;
/// let want = ComputerPlayer::new().wants(&session, Side::White, 7);
/// assert!(matches!(want, Some(Want::Move { ply: Some(0), .. })));
/// # Ok::<(), damier_club::SettingsError>(())
/// ```
pub struct ComputerPlayer(Engine);

impl Default for ComputerPlayer {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for ComputerPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ComputerPlayer")
    }
}

impl ComputerPlayer {
    /// A player with an engine of its own.
    pub fn new() -> Self {
        Self(Engine::new(HASH_MB))
    }

    /// What the computer wants to do in a game, playing a side; `None` where it has nothing to do. `seed` varies its play, and can serve for a
    /// whole game. Thinks as long as its level does, which is a moment below the strongest.
    pub fn wants(&self, session: &Session, side: Side, seed: u64) -> Option<Want> {
        if session.computer_due() != Some(side) {
            return None;
        }
        let other = side.opponent();
        if session.fault() == Some(other) {
            return Some(Want::Correct);
        }
        if session.request(other).is_some() {
            return Some(Want::Decline);
        }
        let level = Level::new(session.computer_level(side)?)?;
        let position = session.position();
        let mut thinking = self.0.start(session.game(), &Limits::level(level, seed), 0);
        while !thinking.progress().done {
            thinking.step(SLICE, 0);
        }
        if session.offer() == Some(other) {
            let score = thinking.progress().score();
            let accepts = score.is_some_and(|score| session.computer_accepts_draw(side, score));
            return Some(if accepts {
                Want::AcceptDraw
            } else {
                Want::DeclineDraw
            });
        }
        let best = thinking.best()?;
        Some(Want::Move {
            text: move_text::text(position, &best),
            ply: Some(session.ply()),
        })
    }
}
