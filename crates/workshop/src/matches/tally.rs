//! The state of a match: games won, drawn and lost, pairs, how the games ended, what the moves cost.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::ending::{Cause, End, PlayerFault};
use super::match_game::{Contestant, MatchGame};
use super::referee::{MoveReport, Played};
use super::statistics::Pairs;

/// What a match has come to, from A's side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games that A won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that B won.
    pub losses: u64,
    /// The pairs of which both games are over.
    pub pairs: Pairs,
    /// How many games ended for each cause.
    pub causes: BTreeMap<Cause, u64>,
    /// How many games A and B lost for each fault.
    pub faults: [BTreeMap<PlayerFault, u64>; 2],
    /// What the moves of A and B cost; games of an earlier run are not in it.
    pub efforts: [Effort; 2],
    /// Half points of A in the game of a pair whose other one is not over.
    half_pairs: HashMap<usize, u8>,
}

/// What the moves of a player cost.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// How many there were.
    pub moves: u64,
    /// The time of all, by the referee's clock.
    pub time: Duration,
    /// The longest of them.
    pub longest: Duration,
    /// Moves that took longer than they might, also by less than the margin.
    pub late: u64,
    /// The most by which one did.
    pub latest: Duration,
    /// Positions visited, and the time of the moves for which that was told.
    pub nodes: u64,
    nodes_time: Duration,
    /// The depths that were told, summed, and how many.
    depths: u64,
    depths_told: u64,
}

impl Tally {
    /// Counts a game by its end.
    pub fn add(&mut self, place: MatchGame, end: &End) {
        let half_points = place.half_points(end.winner);
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        match self.half_pairs.remove(&place.pair) {
            Some(other) => self.pairs.add(other + half_points),
            None => {
                self.half_pairs.insert(place.pair, half_points);
            }
        }
        *self.causes.entry(end.cause).or_default() += 1;
        if let (Cause::PlayerFault(fault), Some(side)) = (end.cause, end.at_fault()) {
            let faults = &mut self.faults[place.at(side).index()];
            *faults.entry(fault).or_default() += 1;
        }
    }

    /// Counts what the moves of a game cost.
    pub fn add_effort(&mut self, place: MatchGame, played: &Played) {
        let mut side = played.game.start().side();
        for thought in &played.thoughts {
            self.efforts[place.at(side).index()].add(thought);
            side = side.opponent();
        }
    }

    /// Games that are over.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of games that nobody won; `None` without a game.
    pub fn draw_rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.draws as f64 / games as f64)
    }

    /// Games that a player lost by a fault.
    pub fn faults_of(&self, contestant: Contestant) -> u64 {
        self.faults[contestant.index()].values().sum()
    }
}

impl Effort {
    fn add(&mut self, thought: &MoveReport) {
        self.moves += 1;
        self.time += thought.elapsed;
        self.longest = self.longest.max(thought.elapsed);
        self.late += u64::from(!thought.overtime.is_zero());
        self.latest = self.latest.max(thought.overtime);
        if let Some(nodes) = thought.told.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.nodes_time += thought.elapsed;
        }
        if let Some(depth) = thought.told.depth {
            self.depths += u64::from(depth);
            self.depths_told += 1;
        }
    }

    /// Positions visited in a second; `None` if the player does not tell.
    pub fn speed(&self) -> Option<f64> {
        let seconds = self.nodes_time.as_secs_f64();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }

    /// The mean depth in plies; `None` if the player does not tell.
    pub fn depth(&self) -> Option<f64> {
        (self.depths_told > 0).then(|| self.depths as f64 / self.depths_told as f64)
    }

    /// The mean time of a move; `None` without a move.
    pub fn mean(&self) -> Option<Duration> {
        let moves = u32::try_from(self.moves).ok().filter(|&moves| moves > 0);
        moves.map(|moves| self.time / moves)
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Side;

    use super::*;

    fn drawn() -> End {
        End::new(None, Cause::TooLong)
    }

    #[test]
    fn pairs_are_put_together_in_any_order() {
        let mut tally = Tally::default();
        let win = End::new(Some(Side::White), Cause::Adjudicated);
        tally.add(MatchGame::of_number(3), &win); // B has White: lost
        tally.add(MatchGame::of_number(0), &win); // won
        assert_eq!(tally.pairs.count(), 0);
        tally.add(MatchGame::of_number(2), &drawn());
        tally.add(MatchGame::of_number(1), &drawn());
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 2, 1));
        assert_eq!(tally.pairs.counts(), [0, 1, 0, 1, 0]);
        assert_eq!(tally.draw_rate(), Some(0.5));
        assert_eq!(tally.causes[&Cause::Adjudicated], 2);
    }

    #[test]
    fn a_fault_is_that_of_the_loser() {
        let mut tally = Tally::default();
        let crash = End::fault(Side::White, PlayerFault::Crash, "exit status 1");
        tally.add(MatchGame::of_number(0), &crash);
        tally.add(MatchGame::of_number(1), &crash);
        tally.add(MatchGame::of_number(3), &crash);
        assert_eq!(tally.faults_of(Contestant::A), 1);
        assert_eq!(tally.faults_of(Contestant::B), 2);
        assert_eq!((tally.wins, tally.losses), (2, 1));
    }
}
