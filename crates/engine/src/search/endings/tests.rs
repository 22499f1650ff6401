//! Tests of searches with endgame tables.

use super::super::deepening::{Deepening, Deepens, Event};
use super::super::plain::Plain;
use super::super::tests::{draws, game, play, root_of};
use super::super::{Root, Shortcuts};
use super::*;
use crate::Endings;
use crate::evaluation::Hand;
use crate::score::{INFINITE, Score, is_ordinary};
use crate::table::TranspositionTable;
use damier_endgame::{Builder, Material, Tables};
use damier_rules::{Game, International, Square};
use std::sync::OnceLock;

/// All positions of two and three pieces, with distances.
fn three() -> &'static Endings {
    static THREE: OnceLock<Endings> = OnceLock::new();
    THREE.get_or_init(|| {
        let mut builder = Builder::new(&International, 3, 2).unwrap();
        let mut tables = Tables::new(&International).unwrap();
        for material in (2..=3).flat_map(Material::of_pieces) {
            if builder.has(material) {
                continue;
            }
            for made in builder.solve(material).unwrap() {
                for bytes in std::iter::once(made.outcomes).chain(made.distances) {
                    tables.add(&(Arc::new(bytes) as _)).unwrap();
                }
            }
        }
        Endings::new(tables).unwrap()
    })
}

fn search(root: Root<u64>, shortcuts: Shortcuts) -> Search<International, Hand> {
    let table = Arc::new(TranspositionTable::new(1));
    Search::new(&International, Hand::new(), draws(), table, root)
        .with_shortcuts(shortcuts)
        .with_endings(Arc::clone(&three().certain))
}

fn value(root: Root<u64>, depth: i32, shortcuts: Shortcuts) -> Value {
    let mut search = search(root, shortcuts);
    let moves = search.root_moves();
    search.begin(depth, -INFINITE, INFINITE, &moves);
    search.run(u64::MAX).expect("it runs to its end")
}

fn endings_of_four_and_more() -> [Game; 5] {
    [
        game(Side::White, &[-5, -7, -14], &[-28]),
        game(Side::Black, &[-5, 31, 40], &[-46, 6]),
        game(Side::White, &[16, 21], &[20, 25]),
        game(Side::Black, &[7, 36], &[20, 30, 44]),
        game(Side::White, &[-1, 33], &[22, 45]),
    ]
}

#[test]
fn with_tables_it_equals_plain_minimax_that_probes_them_everywhere() {
    let mut known = 0;
    for game in endings_of_four_and_more() {
        for depth in 1..=4 {
            let plain = Plain {
                rules: &International,
                evaluation: &Hand::new(),
                draws: draws(),
                root: root_of(&game),
                certain: Some(Arc::clone(&three().certain)),
            }
            .value(depth);
            let fast = value(root_of(&game), depth, Shortcuts::NONE);
            assert_eq!(fast, plain, "{:?}", game.position());
            known += usize::from(!is_ordinary(plain));
        }
    }
    assert!(known > 0, "tables are met");
}

#[test]
fn distances_leave_nothing_to_search() {
    let game = game(Side::White, &[-46], &[5]);
    let mut deepening = Deepening::new(search(root_of(&game), Shortcuts::ALL), 1, None);
    assert_eq!(deepening.run(u64::MAX), Event::Finished);
    assert_eq!(deepening.nodes(), 0);
    let line = &deepening.lines()[0];
    let Score::Win(plies) = line.score else {
        panic!("{line:?}")
    };
    assert_eq!(line.moves.len(), usize::from(plies), "to the end");
    assert_eq!(deepening.depth(), u32::from(plies));
}

#[test]
fn lines_are_limited_by_the_request_and_the_legal_moves() {
    let roots = endings_of_four_and_more().into_iter().chain([
        game(Side::White, &[29, 30, 44], &[-35]),
        game(Side::White, &[-46], &[5]),
        game(Side::White, &[-46, -47], &[-5]),
        game(Side::White, &[33, 38], &[-25]),
        game(Side::Black, &[-46], &[5, 15]),
    ]);
    let mut few = 0;
    for game in roots {
        let root = search(root_of(&game), Shortcuts::ALL);
        let legal = root.root_moves();
        few += usize::from(root.holding(legal.clone(), 1).len() < legal.len().min(3));
        let lines_of = |wanted| {
            let search = search(root_of(&game), Shortcuts::ALL);
            let mut deepening = Deepening::new(search, wanted, Some(5));
            while deepening.run(u64::MAX) != Event::Finished {}
            deepening.lines()
        };
        let lines = lines_of(3);
        assert_eq!(lines.len(), legal.len().min(3), "{:?}", game.position());
        let ranks: Vec<_> = lines.iter().map(|line| line.score.rank()).collect();
        assert!(ranks.is_sorted_by(|one, next| one >= next), "{lines:?}");
        for (place, line) in lines.iter().enumerate() {
            let same = lines
                .iter()
                .position(|other| other.moves[0] == line.moves[0]);
            assert_eq!(same, Some(place), "a move twice: {lines:?}");
        }
        // The first line equals the result of a search for one line.
        let alone = &lines_of(1)[0];
        let wins = |score| matches!(score, Score::Win(_));
        assert_eq!(
            wins(alone.score),
            wins(lines[0].score),
            "{alone:?} {lines:?}"
        );
    }
    assert!(few > 0, "tables leave as many moves as asked");
}

#[test]
fn repetition_is_avoided_in_a_won_game() {
    // White wins, also after 2-7.
    let mut game = game(Side::White, &[-1, -2], &[-45]);
    let start = *game.position();
    for (from, to) in [(2, 7), (45, 50), (7, 2), (50, 45)] {
        play(&mut game, from, to);
    }
    assert_eq!(*game.position(), start);
    let bit = |number| International.geometry().bit(Square::new(number).unwrap());
    let value = |root: Root<u64>, from, to| {
        let mut search = search(root, Shortcuts::NONE);
        let mut moves = search.root_moves();
        moves.retain(|played| (played.from, played.to) == (bit(from), bit(to)));
        search.begin(1, -INFINITE, INFINITE, &moves);
        search.run(u64::MAX)
    };
    let root = root_of(&game);
    let mut fresh = root.clone();
    fresh.past.clear();
    assert!(value(fresh, 2, 7) >= Some(TABLE_WIN), "it keeps the win");
    assert_eq!(
        value(root, 2, 7),
        Some(REPEATED_WIN),
        "it was played before"
    );
    // After 7-2 Black would reach the start position for the third time.
    play(&mut game, 2, 7);
    play(&mut game, 45, 50);
    assert_eq!(
        value(root_of(&game), 7, 2),
        Some(DRAWN),
        "it lets the win go"
    );
}

#[test]
fn rows_gone_count_for_either_side() {
    let known = Known {
        certain: Arc::clone(&three().certain),
        most_pieces: 3,
        root: None,
        rows: (0..10)
            .map(|row| International.geometry().row(row))
            .collect(),
    };
    let pieces = |game: Game| root_of(&game).pieces;
    let behind = pieces(game(Side::White, &[38], &[1]));
    let ahead = pieces(game(Side::White, &[32], &[1]));
    let gone = |pieces: &Pieces<u64>, value| known.held(pieces, value, 0);
    assert_eq!(
        gone(&ahead, Wdl::Win) - gone(&behind, Wdl::Win),
        TABLE_WIN_ROW
    );
    let (behind, ahead) = (behind.passed(), ahead.passed());
    assert_eq!(
        gone(&behind, Wdl::Loss) - gone(&ahead, Wdl::Loss),
        TABLE_WIN_ROW
    );
    let black = pieces(game(Side::Black, &[50], &[13]));
    assert_eq!(gone(&black, Wdl::Win), TABLE_WIN + 2 * TABLE_WIN_ROW);
    let king = pieces(game(Side::Black, &[50], &[-13]));
    assert_eq!(gone(&king, Wdl::Win), TABLE_WIN + 9 * TABLE_WIN_ROW);
    // For any evaluation the value keeps the outcome and is not a win in a number of plies.
    for judged in [-INFINITE, INFINITE] {
        let kings = pieces(game(Side::White, &[-46, -47, -48, -49, -50], &[1]));
        let won = known.held(&kings, Wdl::Win, judged);
        assert!(won > TABLE_WIN && is_ordinary(won));
        let lost = known.held(&kings.passed(), Wdl::Loss, judged);
        assert!(lost < -TABLE_WIN && is_ordinary(lost));
        let first_row = pieces(game(Side::White, &[46], &[1]));
        assert!(known.held(&first_row, Wdl::Win, judged) > REPEATED_WIN);
    }
}

#[test]
fn win_beyond_the_draw_counts_is_not_a_win() {
    // Two kings against one have five moves each; this win takes three of them.
    let game = game(Side::White, &[-46, -47], &[-5]);
    let mut root = root_of(&game);
    let in_time = search(root.clone(), Shortcuts::ALL);
    let way = in_time.decided(&in_time.root_moves());
    let plies = way[0].moves.len() as u16;
    assert!(plies >= 3, "{way:?}");
    let shuffle = in_time
        .root_moves()
        .into_iter()
        .find(|played| !played.is_capture())
        .expect("a quiet move");
    let mut left = 10;
    while left >= plies {
        root.counts = draws().after(root.counts, &root.pieces, &shuffle, &root.pieces);
        left -= 1;
    }
    let late = search(root, Shortcuts::ALL);
    assert_eq!(late.plies_left(&late.root.counts), plies - 1);
    assert!(late.decided(&late.root_moves()).is_empty());
    // A draw by the rules is not reported as a win.
    let mut deepening = Deepening::new(late, 1, Some(9));
    while deepening.run(u64::MAX) != Event::Finished {}
    assert_eq!(deepening.lines()[0].score, Score::Hundredths(0));
}
