//! A board's timestamped changes, from which its state at any past time can be computed. The delay
//! for spectators needs no queue: any node computes what is due, also after a restart.

use serde::{Deserialize, Serialize};

use crate::broadcasts::game::{BoardGame, BoardResult, Clocks};
use crate::broadcasts::settings::MAX_DELAY_MIN;

/// The maximum number of separate changes of a board. Beyond it the two closest in time are merged
/// and become visible when the later one is due.
pub const MAX_CHANGES: usize = 120;

/// Changes older than this are merged into one, in milliseconds: no spectator has a longer delay.
const MERGE_AFTER_MS: u64 = MAX_DELAY_MIN as u64 * 60_000;

/// A replacement of moves that were already visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Correction {
    /// The first replaced ply, counted from 1.
    pub ply: u32,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
}

/// The state of a board at a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShownBoard {
    /// The game.
    pub game: BoardGame,
    /// When it was changed last, in Unix milliseconds.
    pub changed_ms: u64,
    /// The last correction visible at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Correction>,
}

/// The outcome of storing a game on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The board already has it.
    Same,
    /// It is new, has more moves, or differs in something else.
    Changed,
    /// Existing moves were replaced from this ply on, counted from 1.
    Corrected(u32),
}

/// A board with its timestamped changes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BoardLog {
    /// The state visible whatever the delay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<ShownBoard>,
    /// Later changes, oldest first.
    #[serde(default)]
    changes: Vec<Change>,
}

/// A change: how many moves stay, and the moves after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Change {
    at_ms: u64,
    keep: u32,
    moves: Vec<String>,
    /// Players, variant and initial position, if changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    who: Option<GameHeader>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<BoardResult>,
    #[serde(default)]
    clocks: Clocks,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct GameHeader {
    variant: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    white: String,
    black: String,
}

impl GameHeader {
    fn of(game: &BoardGame) -> GameHeader {
        GameHeader {
            variant: game.variant.clone(),
            start: game.start.clone(),
            white: game.white.clone(),
            black: game.black.clone(),
        }
    }
}

impl BoardLog {
    /// The latest state of the board; `None` if empty.
    pub fn now(&self) -> Option<ShownBoard> {
        self.at(u64::MAX)
    }

    /// The board as of a time; `None` before its first game.
    ///
    /// Times further back than the longest delay return the state at the longest delay.
    pub fn at(&self, moment_ms: u64) -> Option<ShownBoard> {
        let due = self.changes.iter().take(self.due(moment_ms));
        due.fold(self.base.clone(), |shown, change| change.apply(shown))
    }

    /// The number of changes visible at a time. While it and the log are unchanged, so is the
    /// visible board.
    pub fn due(&self, moment_ms: u64) -> usize {
        self.changes
            .partition_point(|change| change.at_ms <= moment_ms)
    }

    /// Sets the board's game.
    pub fn take(&mut self, game: BoardGame, now_ms: u64) -> Taken {
        let before = self.now();
        if before.as_ref().is_some_and(|before| before.game == game) {
            return Taken::Same;
        }
        // If the clock was set back, nothing becomes visible earlier.
        let last_ms = self.changes.last().map_or(0, |last| last.at_ms);
        let at_ms = now_ms.max(last_ms);
        let change = Change::between(before.as_ref().map(|shown| &shown.game), game, at_ms);
        let taken = match &before {
            Some(before) if (change.keep as usize) < before.game.moves.len() => {
                Taken::Corrected(change.keep + 1)
            }
            _ => Taken::Changed,
        };
        self.changes.push(change);
        self.forget(now_ms.saturating_sub(MERGE_AFTER_MS));
        if self.changes.len() > MAX_CHANGES {
            self.join_closest();
        }
        taken
    }

    /// Its approximate size in bytes: the same on every backend.
    pub fn bytes(&self) -> u64 {
        const EACH: usize = 40;
        let text = |moves: &[String]| moves.iter().map(|text| text.len() + 3).sum::<usize>();
        let names = |white: &str, black: &str, start: &Option<String>| {
            EACH + white.len() + black.len() + start.as_ref().map_or(0, String::len)
        };
        let base = self.base.as_ref().map_or(0, |shown| {
            let game = &shown.game;
            EACH + names(&game.white, &game.black, &game.start) + text(&game.moves)
        });
        let changes = self.changes.iter().map(|change| {
            let who = change.who.as_ref();
            let who = who.map_or(0, |who| names(&who.white, &who.black, &who.start));
            EACH + who + text(&change.moves)
        });
        (base + changes.sum::<usize>()) as u64
    }

    /// Merges all changes before this time into the base state.
    fn forget(&mut self, moment_ms: u64) {
        let old = self
            .changes
            .partition_point(|change| change.at_ms <= moment_ms);
        let old: Vec<Change> = self.changes.drain(..old).collect();
        self.base = old
            .iter()
            .fold(self.base.take(), |shown, change| change.apply(shown));
    }

    /// Merges the two changes that are closest in time; the result becomes visible when the second
    /// is due, never earlier. With a clock update every second, spectators therefore see it some
    /// seconds later.
    fn join_closest(&mut self) {
        // Time from the preceding change to the second one, by which the first one may be delayed.
        let spans = self.changes.windows(3).enumerate();
        let spans = spans.map(|(index, three)| (three[2].at_ms - three[0].at_ms, index + 1));
        let Some((_, first)) = spans.min() else {
            return;
        };
        let seen = |changes: &[Change]| {
            let changes = changes.iter();
            changes.fold(self.base.clone(), |shown, change| change.apply(shown))
        };
        let before = seen(&self.changes[..first]).map(|shown| shown.game);
        let Some(after) = seen(&self.changes[..=first + 1]) else {
            return;
        };
        let at_ms = self.changes[first + 1].at_ms;
        let joined = Change::between(before.as_ref(), after.game, at_ms);
        self.changes.splice(first..=first + 1, [joined]);
    }
}

impl Change {
    fn between(before: Option<&BoardGame>, after: BoardGame, at_ms: u64) -> Change {
        let keep = before.map_or(0, |before| before.common(&after));
        let who = GameHeader::of(&after);
        let is_new = before.is_none_or(|before| GameHeader::of(before) != who);
        Change {
            at_ms,
            keep: u32::try_from(keep).unwrap_or(u32::MAX),
            moves: after.moves.into_iter().skip(keep).collect(),
            who: is_new.then_some(who),
            result: after.result,
            clocks: after.clocks,
        }
    }

    fn apply(&self, shown: Option<ShownBoard>) -> Option<ShownBoard> {
        let (before, corrected) =
            shown.map_or((None, None), |shown| (Some(shown.game), shown.corrected));
        let who = self
            .who
            .clone()
            .or_else(|| before.as_ref().map(GameHeader::of))?;
        let mut moves = before.map(|game| game.moves).unwrap_or_default();
        let keep = self.keep as usize;
        let replaces = keep < moves.len();
        moves.truncate(keep);
        moves.extend(self.moves.iter().cloned());
        let correction = Correction {
            ply: self.keep.saturating_add(1),
            at_ms: self.at_ms,
        };
        Some(ShownBoard {
            game: BoardGame {
                variant: who.variant,
                start: who.start,
                white: who.white,
                black: who.black,
                moves,
                result: self.result,
                clocks: self.clocks,
            },
            changed_ms: self.at_ms,
            corrected: if replaces {
                Some(correction)
            } else {
                corrected
            },
        })
    }
}
