//! Tests with shots, combinations that sacrifice men to win more back. The positions come from weak
//! self-play games.
//!
//! Each shot is proven first: a full-width search without any pruning, which only counts pieces,
//! finds the gain with this move and less with every other. Then the engine must play it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use damier_rules::{International, Pieces, RawMove, Rulebook, Side};

use super::tests::{draws, game, root_of};
use super::{Root, Search, Shortcuts};
use crate::evaluation::Evaluation;
use crate::score::{INFINITE, Value};
use crate::table::TranspositionTable;
use crate::{Engine, Knowledge, Limits};

/// Counts a man as one and a king as three.
struct PieceCount;

impl Evaluation<u64> for PieceCount {
    fn value(&self, pieces: &Pieces<u64>) -> Value {
        let of = |side| {
            let (men, kings) = (pieces.men(side), pieces.kings_of(side));
            100 * men.count_ones() as Value + 300 * kings.count_ones() as Value
        };
        of(pieces.side) - of(pieces.side.opponent())
    }
}

struct Shot {
    side: Side,
    /// Squares; kings are negative.
    white: &'static [i8],
    black: &'static [i8],
    from: u8,
    to: u8,
    /// The depth in plies at which the gain is proven, not counting forced moves.
    depth: i32,
}

const SHOTS: [Shot; 14] = [
    Shot {
        side: Side::Black,
        white: &[26, 27, 28, 33, 34, 40, 44, 45, 47, 48, 50],
        black: &[3, 5, 6, 8, 9, 10, 12, 16, 17, 20, 25, 35],
        from: 17,
        to: 21,
        depth: 3,
    },
    Shot {
        side: Side::Black,
        white: &[28, 29, 38, 39, 45, 47, 50],
        black: &[3, 5, 8, 10, 13, 16, 17, 20, 30, 35],
        from: 30,
        to: 34,
        depth: 3,
    },
    Shot {
        side: Side::White,
        white: &[29, 35, 36, 37, 39, 40, 42, 46, 48, 49, 50],
        black: &[4, 5, 6, 7, 9, 15, 17, 18, 19, 20, 28],
        from: 39,
        to: 33,
        depth: 3,
    },
    Shot {
        side: Side::White,
        white: &[27, 36, 41, 42, 44, 48, 50, -19],
        black: &[9, 17, 35],
        from: 44,
        to: 40,
        depth: 3,
    },
    Shot {
        side: Side::Black,
        white: &[27, 30, 32, 33, 34, 38, 41, 42, 44, 45, 46, 49],
        black: &[3, 4, 5, 7, 11, 12, 14, 15, 16, 17, 18, 21, 23, 25],
        from: 23,
        to: 28,
        depth: 3,
    },
    Shot {
        side: Side::Black,
        white: &[28, 31, 32, 33, 34, 35, 37, 39, 42, 43, 44, 45],
        black: &[2, 9, 10, 12, 13, 14, 15, 17, 18, 19, 20, 24],
        from: 24,
        to: 29,
        depth: 3,
    },
    Shot {
        side: Side::White,
        white: &[31, 34, 35, 41, 42, 44, 46, 48, 49, 50],
        black: &[1, 3, 4, 6, 7, 8, 12, 15, 22, 23, 25, 32],
        from: 34,
        to: 30,
        depth: 3,
    },
    Shot {
        side: Side::Black,
        white: &[26, 29, 31, 40, 46, 48],
        black: &[1, 4, 11, 15, 20, 39],
        from: 20,
        to: 24,
        depth: 5,
    },
    Shot {
        side: Side::White,
        white: &[14, 17, 27, 28, 32, 33, 37, 38, 39, 40, 41, 45, 47],
        black: &[3, 7, 26],
        from: 14,
        to: 9,
        depth: 5,
    },
    Shot {
        side: Side::Black,
        white: &[26, 28, 30, 31, 32, 33, 34, 35, 38, 44, 46, 47, 49],
        black: &[2, 4, 6, 10, 11, 14, 16, 17, 19, 23, 24, 25],
        from: 17,
        to: 21,
        depth: 3,
    },
    Shot {
        side: Side::White,
        white: &[16, 24, 25, 30, 31, 33, 37, 39, 41, 43, 45, 46],
        black: &[7, 10, 13, 15, 19, 23, 26],
        from: 33,
        to: 28,
        depth: 7,
    },
    Shot {
        side: Side::White,
        white: &[16, 30, 31, 34, 35, 36, 37, 39, 40, 41, 44, 45, 46, 50],
        black: &[2, 3, 4, 5, 7, 13, 17, 18, 19, 23, 29],
        from: 39,
        to: 33,
        depth: 5,
    },
    Shot {
        side: Side::White,
        white: &[31, 33, 35, 36, 37, 38, 41, 42, 43, 44, 47, 49],
        black: &[2, 3, 5, 6, 9, 10, 11, 13, 14, 19, 20, 21, 24, 26, 29],
        from: 35,
        to: 30,
        depth: 3,
    },
    Shot {
        side: Side::Black,
        white: &[25, 29, 32, 33, 38, 40, 41, 42, 43, 44, 49, 50],
        black: &[1, 3, 4, 5, 9, 13, 14, 15, 18, 19, 20, 22],
        from: 22,
        to: 28,
        depth: 3,
    },
];

/// The number of extra plies within which another move must win as much.
const DEEPER: i32 = 4;

/// The value of some root moves by counting pieces.
fn count(root: &Root<u64>, depth: i32, moves: &[RawMove<u64>]) -> Value {
    let table = Arc::new(TranspositionTable::new(4));
    let shortcuts = Shortcuts {
        table: true,
        ..Shortcuts::NONE
    };
    let mut search = Search::new(&International, PieceCount, draws(), table, root.clone())
        .with_shortcuts(shortcuts);
    search.begin(depth, -INFINITE, INFINITE, moves);
    search.run(u64::MAX).expect("it runs to its end")
}

#[test]
fn the_engine_plays_every_shot() {
    for shot in &SHOTS {
        let game = game(shot.side, shot.white, shot.black);
        let root = root_of(&game);
        let geometry = International.geometry();
        let mut moves = Vec::new();
        International.moves(&root.pieces, &mut moves);
        let is_shot = |played: &RawMove<u64>| {
            geometry.square(played.from).number() == shot.from
                && geometry.square(played.to).number() == shot.to
        };
        let (key, others): (Vec<_>, Vec<_>) = moves.into_iter().partition(is_shot);
        let before = PieceCount.value(&root.pieces);
        let gain = count(&root, shot.depth, &key) - before;
        assert!(gain >= 100, "{gain} with {}-{}", shot.from, shot.to);
        let other = count(&root, shot.depth, &others) - before;
        assert!(
            gain >= other + 100,
            "{gain}, otherwise {other}: {}-{}",
            shot.from,
            shot.to
        );
        assert!(
            International.can_capture(&root.pieces.after(&key[0])),
            "a shot begins with an offer"
        );

        // This uses the hand-written evaluation: with eight pieces against three, trained weights
        // may prefer another way to win. Another move must win as much, which is proven too.
        let engine = Engine::with_knowledge(4, Knowledge::Hand);
        let never = AtomicBool::new(false);
        let answer = engine.analyse(&game, &Limits::nodes(20_000), &|| 0, &never, |_| {});
        let best = answer.best.expect("a move");
        if (best.from.number(), best.to.number()) != (shot.from, shot.to) {
            let is_played = |played: &&RawMove<u64>| {
                geometry.square(played.from) == best.from && geometry.square(played.to) == best.to
            };
            let played: Vec<_> = others.iter().filter(is_played).copied().collect();
            let other = count(&root, shot.depth + DEEPER, &played) - before;
            assert!(other >= gain, "{other}, {gain} with the shot: {best:?}");
        }
    }
}
