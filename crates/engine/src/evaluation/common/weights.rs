//! The weights of the common evaluation, in hundredths of a man: what each term means, and its
//! weight in a game with a given rule table.
//!
//! Set by judgement and checked by matches against counting material:
//! docs/results/engine-family.md. The first number of a pair applies with all men on the
//! board, the second with none; in between the value is interpolated.

use damier_rules::RuleTable;
use damier_rules::variant::rule_table::{Goal, Landing, Passing, Range};

use crate::evaluation::hand::Pair;
use crate::score::Value;

/// The weights of the terms in one game.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// A man. It counts more with fewer men on the board, so that the side that is ahead exchanges.
    pub(super) man: Pair,
    /// The first king of a side.
    pub(super) first_king: Pair,
    /// Every other king.
    pub(super) king: Pair,
    /// A man one row before promotion; less in the rows before it.
    pub(super) advance: Pair,
    /// A man on the middle columns; the same amount is subtracted on the edge.
    pub(super) centre: Pair,
    /// A man on its own back row, as long as the enemy has men.
    pub(super) home: Pair,
    /// An own man right behind another.
    pub(super) held: Pair,
    /// A step of a man to a square where it cannot be captured at once.
    pub(super) free: Pair,
    /// A step of a man to a square where it can be captured; used only in games where the goal is
    /// to lose.
    pub(super) offers: Pair,
    /// Applied if no man can step and the side has no king.
    pub(super) immobile: Pair,
    /// Each square that a king reaches.
    pub(super) king_reach: Pair,
    /// A king with no square to go to.
    pub(super) king_shut_in: Pair,
    /// A king away from the edges.
    pub(super) king_inner: Pair,
    /// A king on the main road.
    pub(super) main_road: Pair,
    /// The most pieces against which a lone king holds a draw anywhere; on the main road it holds
    /// against two more. 0 where it holds against nothing.
    pub(super) lone_king_holds: u32,
}

/// The bonus of an unstoppable man, as a percentage of the difference between a king and a man, by
/// the steps that it still has to make.
pub(super) const RUNAWAY: [i32; 8] = [0, 65, 45, 30, 20, 13, 8, 4];

/// The bonus for being ahead in the race to the first king, and how much of it each remaining step
/// takes away.
pub(super) const RACE: Value = 600;
pub(super) const RACE_STEP: Value = 30;

/// Men with flying kings behind them: international, Brazilian, Russian.
const FLYING: Weights = Weights {
    man: Pair(100, 115),
    first_king: Pair(290, 330),
    king: Pair(240, 260),
    advance: Pair(12, 44),
    centre: Pair(4, 2),
    home: Pair(5, 3),
    held: Pair(2, 1),
    free: Pair(3, 2),
    offers: Pair(0, 0),
    immobile: Pair(-25, -15),
    king_reach: Pair(2, 2),
    king_shut_in: Pair(-90, -110),
    king_inner: Pair(0, 0),
    main_road: Pair(15, 20),
    lone_king_holds: 2,
};

/// Short kings: English, Italian, dames françaises.
const SHORT: Weights = Weights {
    first_king: Pair(130, 150),
    king: Pair(125, 145),
    advance: Pair(8, 20),
    home: Pair(8, 4),
    king_reach: Pair(3, 4),
    king_shut_in: Pair(-20, -25),
    king_inner: Pair(6, 10),
    main_road: Pair(0, 0),
    lone_king_holds: 0,
    ..FLYING
};

/// No kings at all: alquerque.
const KINGLESS: Weights = Weights {
    first_king: Pair(0, 0),
    king: Pair(0, 0),
    advance: Pair(0, 0),
    // Pieces on the edge are hard to capture, and men can move back to the middle.
    centre: Pair(-12, -12),
    home: Pair(0, 0),
    held: Pair(0, 0),
    free: Pair(4, 4),
    immobile: Pair(-60, -60),
    lone_king_holds: 0,
    ..FLYING
};

/// Games in which the goal is to have no move left.
const GIVE_AWAY: Weights = Weights {
    man: Pair(-60, -100),
    first_king: Pair(-60, -100),
    king: Pair(-60, -60),
    advance: Pair(0, 0),
    centre: Pair(0, 0),
    home: Pair(0, 0),
    held: Pair(0, 0),
    free: Pair(3, 6),
    offers: Pair(6, 10),
    immobile: Pair(150, 300),
    lone_king_holds: 0,
    ..FLYING
};

impl Weights {
    /// The weights of a game.
    pub(super) fn of(facts: &RuleTable) -> Weights {
        if facts.goal == Goal::GiveAway {
            return GIVE_AWAY;
        }
        if facts.passing == Passing::NoPromotion {
            return KINGLESS;
        }
        if facts.king.range == Range::One {
            // Where men do not capture kings, a king is safe from most pieces.
            let king = if facts.man.takes_kings {
                SHORT.king
            } else {
                Pair(160, 180)
            };
            let first_king = if facts.man.takes_kings {
                SHORT.first_king
            } else {
                king
            };
            return Weights {
                first_king,
                king,
                ..SHORT
            };
        }
        let mut weights = FLYING;
        let along_rows = facts.king.captures.iter().any(|way| way.rows == 0);
        let men_take_backward = facts.man.first_capture.iter().any(|way| way.rows > 0);
        let men_keep_to_columns = facts.man.steps.iter().any(|way| way.cols == 0);
        if men_keep_to_columns {
            // A man on the edge can be captured from fewer directions.
            weights.centre = Pair(-4, -2);
        }
        if along_rows {
            // Kings have two more directions to move in, so a king catches nearly everything.
            weights.first_king = Pair(450, 500);
            weights.king = Pair(350, 400);
            weights.main_road = Pair(0, 0);
            weights.lone_king_holds = 1;
        } else if !men_take_backward {
            weights.first_king = Pair(330, 380);
            weights.king = Pair(270, 300);
        }
        if facts.board.height > 10 {
            weights.lone_king_holds = 3;
        }
        if facts.king.landing == Landing::BehindLastKing {
            weights.lone_king_holds = 1;
        }
        if facts.goal == Goal::Promote {
            weights.home = Pair(12, 12);
            weights.advance = Pair(10, 30);
        }
        weights
    }

    /// What a man adds by its row, 0 being its own back row.
    pub(super) fn of_rank(&self, rank: u8, height: u8) -> Pair {
        let (rank, last) = (i32::from(rank), i32::from(height) - 2);
        if rank > last {
            return Pair::default();
        }
        Pair(
            self.advance.0 * rank / last,
            self.advance.1 * rank * rank / (last * last),
        )
    }

    /// What a man adds by its column, counted from the nearer edge.
    pub(super) fn of_column(&self, place: u8, columns: u8) -> Pair {
        let (place, last) = (i32::from(place), i32::from(columns) - 1);
        let of = |most: i32| most * (2 * place - last) / last;
        Pair(of(self.centre.0), of(self.centre.1))
    }
}
