//! The accuracy of a side: a percentage that says how well its moves kept its chances. Computed
//! when a report is finished, from the same scores as its curve.
//!
//! As on lichess, each move gets a percentage from the chance that it lost, and the game the mean
//! of a weighted and a harmonic mean: moves count more in a lively part of the game, and a few bad
//! moves count. Moves that would get 100 whichever was chosen do not count: compulsory ones, and
//! those of a side that has lost already. The constants are chosen so that random moves get far
//! less than careful play (`docs/decisions/0040-game-reports-from-proved-lines.md`).

use damier_engine::Score;
use damier_rules::Side;

use super::machine::Report;

/// How fast the percentage of won games grows with the score. A man ahead in a level game is 75 %,
/// three men 96 %. Steeper than the chances of a report: a man decides between careful players.
const GROWTH: f64 = 0.011;

/// A side that wins at most this percentage of games has lost already: three men behind.
const LOST: f64 = 4.0;

/// The loss in percent that two searches of one position can differ by: a fifth of a man.
const TOLERANCE: f64 = 5.0;

/// How fast the accuracy of a move falls with the loss. A man lost in a level game is 18 %.
const DECAY: f64 = 0.08;

/// Bounds of the weight of a move, in percent of won games.
const WEIGHT: std::ops::RangeInclusive<f64> = 0.5..=12.0;

impl Report {
    /// The accuracy of a side in percent; `None` while no move of it that counts is evaluated.
    pub(super) fn accuracy(&self, side: Side) -> Option<f64> {
        let whites: Vec<Option<f64>> = (0..=self.game.len())
            .map(|ply| self.white_score(ply).map(wins))
            .collect();
        let moves: Vec<(f64, f64)> = (0..self.game.len())
            .filter(|&ply| self.counts(ply, side))
            .filter_map(|ply| {
                let (before, after) = (whites[ply]?, whites[ply + 1]?);
                let lost = match side {
                    Side::White => before - after,
                    Side::Black => after - before,
                };
                Some((of_move(lost), weight(&whites, ply)))
            })
            .collect();
        of_game(&moves)
    }

    /// Whether a move is one of this side, was its choice, and could lose something.
    fn counts(&self, ply: usize, side: Side) -> bool {
        self.game.is_regular(ply)
            && self
                .position(ply)
                .is_some_and(|position| position.side() == side && position.legal_moves().len() > 1)
            && self.score(ply).is_some_and(|score| wins(score) > LOST)
    }
}

/// The percentage of games that the side to which a score belongs wins from here.
fn wins(score: Score) -> f64 {
    match score {
        Score::Win(_) | Score::KnownWin(_) => 100.0,
        Score::Loss(_) | Score::KnownLoss(_) => 0.0,
        Score::Hundredths(hundredths) => 100.0 / (1.0 + (-GROWTH * f64::from(hundredths)).exp()),
    }
}

/// The accuracy of a move that lost this percentage of games.
fn of_move(lost: f64) -> f64 {
    let counted = (lost - TOLERANCE).max(0.0);
    (103.17 * (-DECAY * counted).exp() - 3.17).clamp(0.0, 100.0)
}

/// The weight of the move after so many plies: the standard deviation of the chances around it.
fn weight(whites: &[Option<f64>], ply: usize) -> f64 {
    let size = (whites.len() / 10).clamp(2, 8);
    let from = (ply + 1).saturating_sub(size / 2);
    let around: Vec<f64> = whites
        .iter()
        .skip(from)
        .take(size)
        .flatten()
        .copied()
        .collect();
    let count = count(&around).max(1.0);
    let mean = around.iter().sum::<f64>() / count;
    let variance = around.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt().clamp(*WEIGHT.start(), *WEIGHT.end())
}

/// The accuracy of a game from the accuracy and the weight of each move.
fn of_game(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(it, weight)| it * weight).sum::<f64>() / weights;
    // A move that lost everything counts 1, so that it does not decide alone.
    let inverse: f64 = moves.iter().map(|(it, _)| 1.0 / it.max(1.0)).sum();
    let harmonic = count(moves) / inverse;
    Some(f64::midpoint(weighted, harmonic))
}

fn count<T>(items: &[T]) -> f64 {
    items.iter().map(|_| 1.0).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_man_counts_and_the_noise_of_a_search_does_not() {
        let lost = |before, after| wins(Score::Hundredths(before)) - wins(Score::Hundredths(after));
        assert!(of_move(lost(0, -15)) > 99.9);
        assert!(of_move(lost(0, -100)) < 20.0);
        assert!(of_move(lost(700, 600)) > 99.0);
        assert!(of_move(100.0) < 0.1);
    }

    #[test]
    fn a_few_bad_moves_weigh_on_the_game() {
        let game = |bad: usize| [vec![(20.0, 12.0); bad], vec![(100.0, 1.0); 20 - bad]].concat();
        assert_eq!(of_game(&game(0)), Some(100.0));
        assert!(of_game(&game(2)).is_some_and(|it| it < 70.0));
        assert_eq!(of_game(&[]), None);
    }
}
