//! The value of one side's men: their squares, structure, mobility and breakthroughs.

use damier_rules::bits::Bits;

use super::board::View;
use super::weights::RUNAWAY;
use crate::evaluation::hand::Pair;

impl<B: Bits> View<'_, B> {
    pub(super) fn men(&self) -> Pair {
        let weights = self.weights;
        let mut score = weights.man.times(self.men.count());
        for (squares, of_square) in &self.board.squares {
            score += of_square.times((self.men & *squares).count());
        }
        if !self.enemy_men.is_empty() {
            score += weights.home.times((self.men & self.board.home).count());
        }
        for step in &self.board.steps {
            score += weights
                .held
                .times((step.way.step(self.men) & self.men).count());
        }
        let (steps, safe) = self.steps();
        score += if steps == 0 && self.kings.is_empty() {
            weights.immobile
        } else {
            weights.free.times(safe)
        };
        score += self.runaways();
        score
    }

    /// Men that the enemy cannot stop (breakthroughs), in games with kings.
    fn past_all(&self) -> B {
        let beyond = self.men & self.board.beyond_middle;
        if beyond.is_empty() || self.board.far.is_empty() {
            return B::EMPTY;
        }
        // The squares that enemy men occupy or can still reach: a man outside of them has only free
        // rows ahead.
        let mut guarded = self.enemy_men;
        for _ in 1..self.board.ranks_from_far.len() {
            for way in &self.board.enemy_steps {
                guarded |= way.step(guarded);
            }
        }
        beyond & !guarded
    }

    fn runaways(&self) -> Pair {
        let runaways = self.past_all();
        if runaways.is_empty() {
            return Pair::default();
        }
        let gain = self.weights.king.0 - self.weights.man.0;
        let ranks = self.board.ranks_from_far.iter().zip(RUNAWAY);
        let share: i32 = ranks
            .map(|(rank, share)| share * (runaways & *rank).count() as i32)
            .sum();
        let caught = if self.enemy_kings.is_empty() {
            100
        } else {
            200
        };
        let score = gain * share / caught;
        Pair(score, score)
    }

    /// The steps that the nearest unstoppable man needs to promote; `None` without one.
    pub(super) fn nearest_runaway(&self) -> Option<i32> {
        let runaways = self.past_all();
        let ranks = &self.board.ranks_from_far;
        let nearest = ranks.iter().position(|rank| runaways.meets(*rank));
        nearest.map(|steps| steps as i32)
    }
}
