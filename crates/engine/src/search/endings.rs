//! Endgame tables inside a search.
//!
//! A position in the tables is not searched further: a draw has the value of a draw, and the value
//! of a win or loss includes the plies from the root to the table position, so the nearest table
//! win is preferred. If the root has more pieces than the tables, each table position is reached by
//! a capture, which resets the draw counts.
//!
//! If the root is in the tables, the outcome alone does not show the way to a win: all moves that
//! keep it are equal. With distances ([`Search::decided`]) nothing is searched at all. Without
//! them, and in draws, only moves that keep the outcome are searched ([`Search::holding`]). Below
//! them, a position with as many pieces and the same outcome gets a value within bounds set by the
//! outcome, from its evaluation and from how far the winner's men have advanced. So the search
//! looks for progress: a capture into fewer pieces, or a proven win.
//!
//! Tables ignore repetition and move-count draws. The search checks those before it probes; at the
//! root a table win counts only if the draw counts leave enough moves for it.

use std::sync::Arc;

use damier_endgame::{Distance, Wdl};
use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::DrawRule;
use damier_rules::{DrawCounts, Pieces, RawMove, Rulebook, Side};

use super::Search;
use super::tree::Task;
use crate::endings::{Certain, winner};
use crate::evaluation::Evaluation;
use crate::parameters::{MAX_PLY, TABLE_DRAW_DIVISOR, TABLE_WIN, TABLE_WIN_ROW, TABLE_WIN_SPREAD};
use crate::score::{DRAWN, Value, WON, known_lost_at};

/// The value, for the winner, of a position of a won game that has occurred before.
const REPEATED_WIN: Value = TABLE_WIN - TABLE_WIN_SPREAD - 1;

/// Tables as one search probes them.
pub(super) struct Known<B> {
    certain: Arc<dyn Certain<B>>,
    most_pieces: u32,
    root: Option<KnownRoot>,
    /// The squares of each row, from the top.
    rows: Vec<B>,
}

/// A root position that is in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KnownRoot {
    pieces: u32,
    winner: Option<Side>,
}

/// A root move, its value, and the line with best play.
#[derive(Clone, Debug)]
pub(super) struct Decided<B> {
    pub(super) value: Value,
    pub(super) moves: Vec<RawMove<B>>,
}

/// The situation in this game after a root move, draw rules included.
struct After<B> {
    pieces: Pieces<B>,
    /// Plies until a draw by counting is possible.
    left: u16,
    /// The value for the side to move where the game ends here.
    over: Option<Wdl>,
}

impl<B: Bits> Known<B> {
    /// Probes a position in which the side to move cannot capture.
    fn value(&self, pieces: &Pieces<B>) -> Option<Wdl> {
        let few = pieces.occupied().count() <= self.most_pieces;
        few.then(|| self.certain.quiet(pieces)).flatten()
    }

    /// Irreversible progress of a side, in hundredths: for each man the rows behind it; a king
    /// counts as a man that has all rows behind it.
    fn progress_of(&self, pieces: &Pieces<B>, side: Side) -> Value {
        let (men, last) = (pieces.men(side), self.rows.len().saturating_sub(1));
        let gone = |row: usize| match side {
            Side::White => last - row,
            Side::Black => row,
        };
        let rows = self.rows.iter().enumerate();
        let by_men = rows.map(|(row, &squares)| gone(row) * (men & squares).count() as usize);
        let by_kings = last * pieces.kings_of(side).count() as usize;
        TABLE_WIN_ROW * (by_men.sum::<usize>() + by_kings) as Value
    }

    /// The value of a position with as many pieces as the root and the same outcome. In a won game,
    /// a man that moves forward is progress: neither that nor a capture can be undone, and both
    /// reset the draw counts. The evaluation decides the rest, within bounds.
    fn held(&self, pieces: &Pieces<B>, value: Wdl, judged: Value) -> Value {
        let apart = judged.clamp(-TABLE_WIN_SPREAD, TABLE_WIN_SPREAD);
        match value {
            Wdl::Win => TABLE_WIN + self.progress_of(pieces, pieces.side) + apart,
            Wdl::Loss => apart - TABLE_WIN - self.progress_of(pieces, pieces.side.opponent()),
            Wdl::Draw => judged / TABLE_DRAW_DIVISOR,
        }
    }

    /// Whether a position has the outcome and the number of pieces of the root, so that its table
    /// value adds nothing.
    fn is_like_root(&self, pieces: &Pieces<B>, value: Wdl) -> bool {
        self.root.is_some_and(|root| {
            root.pieces == pieces.occupied().count() && root.winner == winner(value, pieces.side)
        })
    }
}

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Search<R, E> {
    /// A search that probes tables.
    #[must_use]
    pub(crate) fn with_endings(mut self, certain: Arc<dyn Certain<R::Bits>>) -> Search<R, E> {
        let pieces = self.root.pieces.occupied().count();
        let most_pieces = certain.most_pieces();
        let value = (pieces <= most_pieces)
            .then(|| certain.resolved(&self.root.pieces))
            .flatten();
        let root = value.map(|value| KnownRoot {
            pieces,
            winner: winner(value, self.root.pieces.side),
        });
        // The transposition table must not be shared with searches that value such positions
        // differently.
        self.game_key ^= match root.map(|root| root.winner) {
            None => 0,
            Some(None) => 0xA3EC_647D_8291_1D17,
            Some(Some(Side::White)) => 0x5B4F_0C9E_6A21_D8C3,
            Some(Some(Side::Black)) => 0xD1F2_9A37_45BE_0661,
        };
        let geometry = self.rules.geometry();
        self.known = Some(Known {
            certain,
            most_pieces,
            root,
            rows: (0..geometry.board().height)
                .map(|row| geometry.row(row))
                .collect(),
        });
        self
    }

    /// The tables, if the board supports them: for boards of more than 64 bits, all probing code is
    /// left out at compile time.
    #[inline]
    fn known(&self) -> Option<&Known<R::Bits>> {
        if <R::Bits as Bits>::WIDTH == u64::WIDTH {
            self.known.as_ref()
        } else {
            None
        }
    }

    /// The value of a position in which the side to move cannot capture, where tables decide it.
    #[inline]
    pub(super) fn certain(&self, pieces: &Pieces<R::Bits>, ply: usize) -> Option<Value> {
        let known = self.known()?;
        let value = known.value(pieces)?;
        if known.is_like_root(pieces, value) {
            return None;
        }
        Some(match value {
            Wdl::Loss => known_lost_at(ply),
            Wdl::Draw => DRAWN,
            Wdl::Win => -known_lost_at(ply),
        })
    }

    /// The same for any position.
    #[inline]
    pub(super) fn certain_if_quiet(&self, pieces: &Pieces<R::Bits>, ply: usize) -> Option<Value> {
        let known = self.known()?;
        let few = pieces.occupied().count() <= known.most_pieces;
        if !few || self.rules.can_capture(pieces) {
            return None;
        }
        self.certain(pieces, ply)
    }

    /// The value of a position that has occurred before, where the tables know the game to be won:
    /// less than that of any other position that keeps the win. For the tables all moves that keep
    /// the win are equal, so the winner could move back and forth until a draw by counting. Only
    /// the loser's next move is searched after it, since that move may cause the third occurrence.
    #[inline]
    pub(super) fn repeated_win(&self, task: &Task<R::Bits>) -> Option<Value> {
        let known = self.known()?;
        let winner = known.root?.winner?;
        if !self.occurred_before(task) || self.rules.can_capture(&task.pieces) {
            return None;
        }
        // If the outcome has changed since, the table value applies.
        let outcome = known.value(&task.pieces)?;
        let is_won = known.is_like_root(&task.pieces, outcome);
        is_won.then(|| {
            if winner == task.pieces.side {
                REPEATED_WIN
            } else if self.can_draw_by_coming_again(&task.pieces) {
                DRAWN
            } else {
                -REPEATED_WIN
            }
        })
    }

    /// The value in this game of a position with this table value: the losing side may have a draw
    /// by third occurrence.
    fn as_it_stands(&self, pieces: &Pieces<R::Bits>, value: Wdl) -> Wdl {
        if value == Wdl::Loss && self.can_draw_by_coming_again(pieces) {
            Wdl::Draw
        } else {
            value
        }
    }

    /// Whether some move of the side to move repeats a position so often that the game is drawn.
    fn can_draw_by_coming_again(&self, pieces: &Pieces<R::Bits>) -> bool {
        let mut moves = Vec::new();
        self.rules.playable(pieces, &mut moves);
        moves
            .iter()
            .any(|played| self.comes_again(&self.rules.after(pieces, played)))
    }

    /// The static value of a position without captures, within the bounds set by the tables.
    #[inline]
    pub(super) fn static_eval(&self, pieces: &Pieces<R::Bits>) -> Value {
        let value = self.evaluation.value(pieces);
        match self.known() {
            Some(known) if known.root.is_some() => match known.value(pieces) {
                Some(outcome) => known.held(pieces, outcome, value),
                None => value,
            },
            _ => value,
        }
    }

    /// The root moves with their values and lines, best first, if the tables prove a win for one
    /// side with distances and no draw rule applies before the end; empty otherwise.
    #[inline]
    pub(super) fn decided(&self, moves: &[RawMove<R::Bits>]) -> Vec<Decided<R::Bits>> {
        if self.known().is_none() {
            return Vec::new();
        }
        self.distances(moves).unwrap_or_default()
    }

    fn distances(&self, moves: &[RawMove<R::Bits>]) -> Option<Vec<Decided<R::Bits>>> {
        let known = self.known()?;
        let mut valued = Vec::with_capacity(moves.len());
        for played in moves {
            let after = self.after_root(played);
            let distance = match after.over {
                Some(Wdl::Draw) => Distance::DRAW,
                _ => known.certain.distance(&after.pieces)?,
            };
            let distance = match self.as_it_stands(&after.pieces, distance.wdl()) {
                Wdl::Draw => Distance::DRAW,
                _ => distance,
            };
            let in_time = distance
                .plies()
                .is_none_or(|plies| u16::from(plies) <= after.left);
            let distance = distance.one_earlier();
            // After moves of equal value, so that the first of equal moves comes first. A sort
            // would add five kilobytes to the page's module.
            let value = root_value(distance);
            let place = valued.partition_point(|&(other, _, _, _): &(Distance, _, _, _)| {
                root_value(other) >= value
            });
            valued.insert(place, (distance, in_time, *played, after.pieces));
        }
        if valued.first()?.0.wdl() == Wdl::Draw {
            return None;
        }
        let certain = valued.into_iter().take_while(|(_, in_time, ..)| *in_time);
        Some(
            certain
                .map(|(distance, _, played, pieces)| {
                    let mut line = vec![played];
                    if distance.wdl() != Wdl::Draw {
                        self.follow(known, pieces, &mut line);
                    }
                    Decided {
                        value: root_value(distance),
                        moves: line,
                    }
                })
                .collect(),
        )
    }

    /// The line from a position to the end, with best play of both sides.
    fn follow(
        &self,
        known: &Known<R::Bits>,
        mut pieces: Pieces<R::Bits>,
        line: &mut Vec<RawMove<R::Bits>>,
    ) {
        let mut moves = Vec::new();
        while line.len() < MAX_PLY {
            moves.clear();
            self.rules.playable(&pieces, &mut moves);
            let valued = moves.iter().filter_map(|played| {
                let after = self.rules.after(&pieces, played);
                let distance = known.certain.distance(&after)?;
                Some((root_value(distance.one_earlier()), *played, after))
            });
            // The first of equal moves.
            let best = valued.reduce(|best, other| if other.0 > best.0 { other } else { best });
            let Some((_, played, after)) = best else {
                return;
            };
            line.push(played);
            pieces = after;
        }
    }

    /// The root moves that keep the table outcome. All moves if the tables do not have each of
    /// them, or if fewer than `wanted` keep it, so that multi-PV can show how much worse the others
    /// are.
    #[inline]
    pub(super) fn holding(
        &self,
        moves: Vec<RawMove<R::Bits>>,
        wanted: usize,
    ) -> Vec<RawMove<R::Bits>> {
        let Some(known) = self.known() else {
            return moves;
        };
        let value = |played: &RawMove<R::Bits>| {
            let after = self.after_root(played);
            let value = after
                .over
                .or_else(|| known.certain.resolved(&after.pieces))?;
            Some(self.as_it_stands(&after.pieces, value).opposite())
        };
        let values: Option<Vec<Wdl>> = moves.iter().map(value).collect();
        let Some(values) = values else {
            return moves;
        };
        let best = values.iter().copied().max();
        let count = values.iter().filter(|&&value| Some(value) == best).count();
        if count < wanted {
            return moves;
        }
        let kept = moves.into_iter().zip(values);
        kept.filter(|(_, value)| Some(*value) == best)
            .map(|(played, _)| played)
            .collect()
    }

    /// The situation after a root move.
    fn after_root(&self, played: &RawMove<R::Bits>) -> After<R::Bits> {
        let before = &self.root.pieces;
        let pieces = self.rules.after(before, played);
        let counts = self.draws.after(self.root.counts, before, played, &pieces);
        let drawn = || {
            let can_capture = || self.rules.can_capture(&pieces);
            self.draws.reason(&counts, can_capture).is_some() || self.comes_again(&pieces)
        };
        let over = if self.rules.is_stuck(&pieces) {
            Some(Wdl::Loss)
        } else {
            drawn().then_some(Wdl::Draw)
        };
        After {
            pieces,
            left: self.plies_left(&counts),
            over,
        }
    }

    /// Whether the next occurrence of this position draws the game.
    fn comes_again(&self, pieces: &Pieces<R::Bits>) -> bool {
        let key = damier_rules::hash(pieces);
        let earlier = self.root.past.iter().filter(|&&other| other == key);
        self.drawing_occurrence
            .is_some_and(|times| earlier.count() + 1 >= usize::from(times))
    }

    /// Plies until a draw by counting is possible.
    fn plies_left(&self, counts: &DrawCounts) -> u16 {
        let by_kings = self.rules.table().draws.iter().map(|rule| match *rule {
            DrawRule::KingMoves { moves, .. } => {
                DrawRule::plies(moves).saturating_sub(counts.kings_only_plies())
            }
            _ => u16::MAX,
        });
        let few = self.draws.few_pieces_left(counts);
        by_kings.chain(few).min().unwrap_or(u16::MAX)
    }
}

/// A distance as a value of the root.
fn root_value(distance: Distance) -> Value {
    let plies = Value::from(distance.plies().unwrap_or(0));
    match distance.wdl() {
        Wdl::Loss => plies - WON,
        Wdl::Draw => DRAWN,
        Wdl::Win => WON - plies,
    }
}

#[cfg(test)]
mod tests;
