//! Advice in a report, about moves that lost nothing: a win that became much longer, or a draw by a
//! move count or by repetition that is near. Called by `choice` when a report is finished.

use damier_engine::Score;
use damier_rules::Game;
use damier_rules::variant::rule_table::DrawRule;

use super::chance::Severity;
use super::choice::WINNING;
use super::machine::Report;
use super::question::{Effort, Question};
use super::remark::{Moment, Remark, Seen, TableEnding};

/// A win that takes this many plies longer is mentioned.
const LONGER: u16 = 10;

/// A draw is near when the winning side has this many moves left.
const NEAR: u16 = 3;

impl Report {
    /// Advice about moves that lost nothing: a win that became much longer, a draw by rule or by
    /// repetition that is near. At most one of each.
    pub(super) fn advice(&self) -> Vec<Moment> {
        let longer = (0..self.game.len()).find_map(|ply| self.lengthened(ply));
        let near = (0..self.game.len()).find_map(|ply| self.draw_near(ply));
        let again = (0..self.game.len()).find_map(|ply| self.repetition_near(ply));
        longer.into_iter().chain(near).chain(again).collect()
    }

    fn lengthened(&self, ply: usize) -> Option<Moment> {
        let position = self.position(ply)?;
        let won = self.ending(ply, position.side())? == TableEnding::Won
            && self.ending(ply + 1, position.side())? == TableEnding::Won;
        let look = self.looks.get(ply)?.as_ref()?;
        let line = look.lines.first()?;
        let (Score::Win(was), Score::Loss(next)) = (line.score, self.score(ply + 1)?) else {
            return None;
        };
        let now = next.saturating_add(1);
        let is_longer = won && now >= was.saturating_add(LONGER);
        is_longer.then(|| self.advised(ply, line, Remark::WinLengthened { was, now }))?
    }

    fn draw_near(&self, ply: usize) -> Option<Moment> {
        let look = self.looks.get(ply)?.as_ref()?;
        let line = look.lines.first()?;
        if line.chance() < WINNING || self.game.is_empty() {
            return None;
        }
        let left = plies_to_draw(&self.game_after(ply)?)?;
        // The side to move has every second ply, starting with this one.
        let moves = left.div_ceil(2);
        let played = self.played(ply)?;
        let is_near = moves <= NEAR && !played.is_capture();
        is_near.then(|| self.advised(ply, line, Remark::DrawNear { moves }))?
    }

    /// Detects a move that was not the best and repeated a position whose next occurrence is a
    /// draw.
    fn repetition_near(&self, ply: usize) -> Option<Moment> {
        let line = self.looks.get(ply)?.as_ref()?.lines.first()?;
        let played = self.played(ply)?;
        if line.chance() < WINNING || line.first() == Some(&played) {
            return None;
        }
        let times = times_to_draw(&self.game)?;
        let after = self.game_after(ply + 1)?;
        let is_near = after.outcome().is_none() && after.occurrences() + 1 == usize::from(times);
        is_near.then(|| self.advised(ply, line, Remark::RepetitionNear { times }))?
    }

    fn advised(&self, ply: usize, line: &Seen, event: Remark) -> Option<Moment> {
        Some(Moment {
            ply,
            position: self.position(ply)?,
            played: self.played(ply)?,
            severity: Severity::Advice,
            lost: 0.0,
            better: Some(line.clone()),
            reply: None,
            events: vec![event],
            acceptable: line.first().copied().into_iter().collect(),
        })
    }

    /// The game up to a ply.
    fn game_after(&self, plies: usize) -> Option<Game> {
        let question = Question {
            plies,
            then: None,
            lines: None,
            effort: Effort::Look,
        };
        question.game(&self.game).ok()
    }
}

/// The plies until a move count draws the game, by few pieces or by kings only. Repetition is not
/// counted.
fn plies_to_draw(game: &Game) -> Option<u16> {
    let kings = game
        .position()
        .variant()
        .table()
        .draws
        .iter()
        .find_map(|rule| match *rule {
            DrawRule::KingMoves { moves } => {
                Some(DrawRule::plies(moves).saturating_sub(game.counts().kings_only_plies()))
            }
            _ => None,
        });
    game.few_pieces_left().into_iter().chain(kings).min()
}

/// The number of occurrences of a position that draws the game; `None` in a game without that rule.
fn times_to_draw(game: &Game) -> Option<u8> {
    let mut draws = game.position().variant().table().draws.iter();
    draws.find_map(|rule| match *rule {
        DrawRule::Occurrences { times } => Some(times),
        _ => None,
    })
}
