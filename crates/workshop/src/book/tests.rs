//! Values and costs are computed correctly, and a resumed growth makes the same book.

use damier_engine::{Book, Knowledge};

use super::*;

fn grow(path: &Path, positions: usize, nodes: u64, threads: usize) -> Result<Graph, GrowthError> {
    let growth = Growth {
        variant: Variant::INTERNATIONAL,
        positions,
        nodes,
        threads,
    };
    growth.run(path, || Engine::new(1), &AtomicBool::new(false), |_| {})
}

/// The number of legal moves in the position of a leaf.
fn moves_of(graph: &Graph, leaf: Leaf) -> usize {
    let position = graph.position(leaf).expect("a leaf");
    position.legal_moves().len()
}

/// Expands a leaf. All its moves have the same value, except for one.
fn expand(graph: &mut Graph, leaf: Leaf, all: i16, place: usize, value: i16) {
    let mut values = vec![all; moves_of(graph, leaf)];
    values[place] = value;
    assert!(graph.add(leaf, &values));
    graph.settle();
}

fn leaf(parent: u32, place: u8) -> Leaf {
    Leaf { parent, place }
}

#[test]
fn the_next_leaf_has_the_lowest_cost_and_values_propagate() {
    let none = HashSet::new();
    let mut graph = Graph::new(Variant::INTERNATIONAL);
    assert_eq!(graph.next(&none), Some(Leaf::default()), "the start first");
    expand(&mut graph, Leaf::default(), -30, 3, 10);
    assert_eq!(graph.value(), Some(10));
    assert_eq!(graph.next(&none), Some(leaf(0, 3)), "the best move first");
    // The reply at index 2 is worth 6 for Black, so the best move turns out to be worth -6.
    expand(&mut graph, leaf(0, 3), -50, 2, 6);
    assert_eq!(graph.value(), Some(-6));
    // Two best plies cost two plies; any other first move costs 24 hundredths and one ply.
    assert_eq!(graph.next(&none), Some(leaf(1, 2)));
    // After this reply, every move of White is worth -90. So the reply is worth 90 for Black and
    // the first move -90 for White, and the other first moves are better.
    expand(&mut graph, leaf(1, 2), -90, 0, -90);
    assert_eq!(graph.value(), Some(-30));
    assert_eq!(
        graph.next(&none),
        Some(leaf(0, 0)),
        "of equal ones the oldest"
    );
    let busy = HashSet::from([graph.position(leaf(0, 0)).expect("a leaf").hash()]);
    assert_eq!(
        graph.next(&busy),
        Some(leaf(0, 1)),
        "what is not at work already"
    );
}

#[test]
fn transpositions_share_a_position() {
    // 31-26 and 35-30 with the reply 16-21 between them, in both orders.
    let mut graph = Graph::new(Variant::INTERNATIONAL);
    let place = |graph: &Graph, number: u32, from: u8, to: u8| {
        let legal = graph.nodes_position(number).legal_moves();
        let found = legal
            .iter()
            .position(|played| (played.from.number(), played.to.number()) == (from, to));
        found.expect("a legal move") as u8
    };
    expand(&mut graph, Leaf::default(), 0, 0, 0);
    let mut last = Vec::new();
    for (first, then) in [((31, 26), (35, 30)), ((35, 30), (31, 26))] {
        let first = leaf(0, place(&graph, 0, first.0, first.1));
        let number = graph.len() as u32;
        expand(&mut graph, first, 0, 0, 0);
        let answer = leaf(number, place(&graph, number, 20, 25));
        expand(&mut graph, answer, 0, 0, 0);
        last.push(leaf(number + 1, place(&graph, number + 1, then.0, then.1)));
    }
    let position = graph.position(last[0]).expect("a leaf");
    assert_eq!(graph.position(last[1]), Some(position));
    expand(&mut graph, last[0], -70, 1, -70);
    assert_eq!(graph.position(last[1]), None, "it is expanded already");
    let worth: Vec<i16> = last.iter().map(|leaf| graph.value_behind(*leaf)).collect();
    assert_eq!(worth, [70, 70], "both ways know its value");
}

#[test]
fn invalid_values_are_not_added() {
    let mut graph = Graph::new(Variant::INTERNATIONAL);
    assert!(!graph.add(leaf(0, 1), &[0; 9]), "not the start");
    assert!(!graph.add(Leaf::default(), &[0; 8]), "nine moves");
    assert!(graph.add(Leaf::default(), &[0; 9]));
    assert!(!graph.add(leaf(0, 9), &[0; 9]), "no such move");
    assert!(!graph.add(leaf(1, 0), &[0; 9]), "no such position");
    for beyond in [i16::MIN, 10_001] {
        let values = [0, 0, 0, 0, 0, 0, 0, 0, beyond];
        assert!(!graph.add(leaf(0, 0), &values), "{beyond}");
    }
    assert_eq!(graph.len(), 1);
}

#[test]
fn a_resumed_growth_makes_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let graph = grow(&whole, 25, 60, 1).unwrap();
    assert_eq!(graph.len(), 25);
    let parts = folder.path().join("parts");
    grow(&parts, 11, 60, 1).unwrap();
    let length = parts.metadata().unwrap().len();
    let file = std::fs::OpenOptions::new().write(true).open(&parts);
    file.unwrap().set_len(length - 3).unwrap();
    assert_eq!(read(&parts).unwrap().1.len(), 10);
    grow(&parts, 25, 60, 1).unwrap();
    assert_eq!(
        std::fs::read(&parts).unwrap(),
        std::fs::read(&whole).unwrap()
    );
    assert_eq!(read(&whole).unwrap().1.entries(), graph.entries());
    // With several threads there are as many positions, but perhaps different ones.
    let several = grow(&folder.path().join("several"), 25, 60, 3).unwrap();
    assert_eq!(several.len(), 25);
}

#[test]
fn a_grown_book_has_good_moves() {
    let folder = tempfile::tempdir().unwrap();
    let graph = grow(&folder.path().join("book"), 60, 60, 2).unwrap();
    let book = Book::new(Variant::INTERNATIONAL, graph.entries()).unwrap();
    assert!((5..60).contains(&book.len()), "{} positions", book.len());
    let start = Position::start(Variant::INTERNATIONAL);
    let moves = book.moves(&start);
    assert_eq!(Some(moves[0].value), graph.value());
    assert!(
        moves
            .iter()
            .all(|choice| choice.value >= moves[0].value - 40)
    );
    // The position after the best move is expanded, and its value is the value of that move.
    let after = start.play(&moves[0].played).unwrap();
    if let Some(answer) = book.moves(&after).first() {
        assert_eq!(answer.value, -moves[0].value);
    }
    assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
}

#[test]
fn a_file_grown_with_other_settings_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    grow(&path, 2, 60, 1).unwrap();
    let before = std::fs::read(&path).unwrap();
    let nodes = grow(&path, 3, 70, 1);
    assert!(matches!(nodes, Err(GrowthError::OtherNodes(60))));
    let growth = Growth {
        variant: Variant::INTERNATIONAL,
        positions: 3,
        nodes: 60,
        threads: 1,
    };
    let never = AtomicBool::new(false);
    let material = || Engine::with_knowledge(1, Knowledge::Material);
    let engine = growth.run(&path, material, &never, |_| {});
    assert!(matches!(engine, Err(GrowthError::OtherEngine)));
    let variant = Variant::FRISIAN;
    let other = Growth { variant, ..growth }.run(&path, material, &never, |_| {});
    assert!(matches!(other, Err(GrowthError::OtherVariant(found)) if found != variant));
    assert_eq!(std::fs::read(&path).unwrap(), before, "nothing has changed");
    std::fs::write(&path, "games").unwrap();
    assert!(matches!(
        grow(&path, 3, 60, 1),
        Err(GrowthError::NotGrowing)
    ));
}

#[test]
fn damage_is_reported_and_nothing_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    grow(&path, 40, 60, 1).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let lengths = record_lengths(&path);
    let head = bytes.len() - lengths.iter().sum::<usize>();
    let last = bytes.len() - lengths[39];
    for at in (head..bytes.len()).step_by(3) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x40;
        std::fs::write(&path, &damaged).unwrap();
        match read(&path) {
            Err(GrowthError::Damaged { at: whole, rest }) => {
                assert!(whole as usize <= at && whole + rest == bytes.len() as u64);
                grow(&path, 41, 60, 1).err().unwrap();
                assert_eq!(std::fs::read(&path).unwrap(), damaged, "nothing is cut off");
                std::fs::write(&path, &damaged[..whole as usize]).unwrap();
                assert!(read(&path).unwrap().1.len() < 40, "as it was advised");
            }
            // If the number of values is damaged, the rest can look like a torn last position.
            Ok((_, graph)) => assert!(graph.len() == 39 || at + 600 > bytes.len(), "byte {at}"),
            Err(other) => panic!("byte {at}: {other}"),
        }
        assert!(
            at < last || read(&path).is_ok(),
            "the last one costs only itself"
        );
    }
}

/// The number of bytes of each position in a file.
fn record_lengths(path: &Path) -> Vec<usize> {
    let (_, graph) = read(path).unwrap();
    (0..graph.len() as u32)
        .map(|number| {
            let moves = graph.nodes_position(number).legal_moves().len();
            file::to_bytes(Leaf::default(), &vec![0; moves]).len()
        })
        .collect()
}
