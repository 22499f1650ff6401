//! The state of a match: games won, drawn and lost, pairs, how the games ended, and the time and
//! nodes of the moves.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::ending::{Cause, End, PlayerFault};
use super::match_game::{Contestant, MatchGame};
use super::referee::{MoveReport, Played};
use super::statistics::Pairs;

/// The results of a match so far, from A's side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games that A won.
    pub wins: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that B won.
    pub losses: u64,
    /// The pairs of which both games are over.
    pub pairs: Pairs,
    /// How many games ended for each cause.
    pub causes: BTreeMap<Cause, u64>,
    /// How many games A and B lost for each fault.
    pub faults: [BTreeMap<PlayerFault, u64>; 2],
    /// The time and nodes of the moves of A and B. Games of an earlier run are not included.
    pub efforts: [Effort; 2],
    /// For pairs with only one game over, by pair: the half points of A in that game.
    half_pairs: HashMap<usize, u8>,
}

/// The time, nodes and depth of a player's moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// The number of moves.
    pub moves: u64,
    /// The time of all moves, by the referee's clock.
    pub time: Duration,
    /// The time of the longest move.
    pub longest: Duration,
    /// The number of moves over the time limit, including those within the margin.
    pub late: u64,
    /// The longest time by which a move exceeded its limit.
    pub latest: Duration,
    /// The number of answers that were damaged behind the move.
    pub damaged: u64,
    /// The number of nodes, and the time of the moves for which the player reported nodes.
    pub nodes: u64,
    nodes_time: Duration,
    /// The sum of the reported depths, and how many there are.
    depths: u64,
    depth_count: u64,
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

    /// Adds the time and nodes of the moves of a game.
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

    /// The share of drawn games; `None` if there is no game.
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
        self.damaged += u64::from(thought.damage.is_some());
        if let Some(nodes) = thought.search.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.nodes_time += thought.elapsed;
        }
        if let Some(depth) = thought.search.depth {
            self.depths += u64::from(depth);
            self.depth_count += 1;
        }
    }

    /// Nodes per second; `None` if the player does not report nodes.
    pub fn speed(&self) -> Option<f64> {
        let seconds = self.nodes_time.as_secs_f64();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }

    /// The mean depth in plies; `None` if the player does not report depths.
    pub fn depth(&self) -> Option<f64> {
        (self.depth_count > 0).then(|| self.depths as f64 / self.depth_count as f64)
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
    fn pairs_are_completed_in_any_order() {
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
