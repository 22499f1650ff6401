//! The value of one side's men: their squares, structure, mobility, and breakthroughs.

use super::View;
use super::weights::{
    ALONE, BACKED, FREE, HOLE, JOINED, LOPSIDED, MAN, Pair, RUNAWAY, RUNAWAY_BEFORE_KING, STUCK,
};

/// Breakthroughs are looked for only with so few enemy men left.
const FEW_ENEMY_MEN: u32 = 12;

impl View<'_> {
    pub(super) fn men(&self) -> Pair {
        let mut score = MAN.times(self.men.count_ones());
        let sum = self.board.squares.of(self.men);
        score += sum.score;
        // Columns are counted in halves here, so that the middle of the board, 4.5, is a whole
        // number.
        let lopsided = (2 * sum.columns - 9 * self.men.count_ones() as i32).unsigned_abs() / 4;
        score += LOPSIDED.times(lopsided);
        score += self.structure();
        score += self.freedom();
        if self.enemy_men.count_ones() <= FEW_ENEMY_MEN {
            score += self.runaways();
        }
        score
    }

    fn structure(&self) -> Pair {
        let [forward_left, forward_right] = &self.board.forward;
        let [back_left, back_right] = &self.board.backward;
        // Men with a man of their side behind them on the right, and on the left.
        let held_right = forward_left.step(self.men) & self.men;
        let held_left = forward_right.step(self.men) & self.men;
        let mut score = BACKED.times((held_left & held_right).count_ones());
        score += JOINED.times(held_left.count_ones() + held_right.count_ones());
        let holes = self.empty
            & (forward_left.step(self.men) & back_right.step(self.men)
                | forward_right.step(self.men) & back_left.step(self.men));
        score += HOLE.times(holes.count_ones());
        let alone = self.men & self.board.beyond_middle & !held_left & !held_right;
        score += ALONE.times(alone.count_ones());
        score
    }

    /// Safe steps: no enemy man can capture the man on its new square at once.
    fn freedom(&self) -> Pair {
        let [forward_left, forward_right] = &self.board.forward;
        let [back_left, back_right] = &self.board.backward;
        // An enemy man in front of the new square captures over it if the square behind is empty,
        // as is the square that the man came from.
        let enemy = self.enemy_men | self.enemy_kings;
        let enemy_before_left = back_right.step(enemy);
        let enemy_before_right = back_left.step(enemy);
        let own_behind_left = forward_right.step(self.men);
        let own_behind_right = forward_left.step(self.men);
        let to_left = forward_left.step(self.men) & self.empty;
        let to_right = forward_right.step(self.men) & self.empty;
        let safe_left = to_left & !enemy_before_left & (!enemy_before_right | own_behind_left);
        let safe_right = to_right & !enemy_before_right & (!enemy_before_left | own_behind_right);
        let steps = safe_left.count_ones() + safe_right.count_ones();
        if steps == 0 && self.kings == 0 {
            STUCK
        } else {
            FREE.times(steps)
        }
    }

    /// Men that no enemy man can stop.
    fn runaways(&self) -> Pair {
        let [back_left, back_right] = &self.board.backward;
        // The squares that enemy men occupy or can still reach: a man outside of them has only free
        // rows ahead.
        let mut guarded = self.enemy_men;
        for _ in 0..9 {
            guarded |= back_left.step(guarded) | back_right.step(guarded);
        }
        let runaways = self.men & !guarded;
        if runaways == 0 {
            return Pair::default();
        }
        let ranks = self.board.ranks.iter().zip(RUNAWAY);
        let bonus: i32 = ranks
            .map(|(rank, bonus)| bonus * (runaways & rank).count_ones() as i32)
            .sum();
        let share = if self.enemy_kings == 0 {
            100
        } else {
            RUNAWAY_BEFORE_KING
        };
        let score = bonus * share / 100;
        Pair(score, score)
    }
}
