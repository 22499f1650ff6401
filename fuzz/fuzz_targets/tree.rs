//! Arbitrary bytes as a file of games, each read as a tree: a written tree reads back as the same
//! tree, with the same number of illegal moves, and the edit that undoes a removal restores the
//! tree.
#![no_main]

use damier_notation::GameTree;
use damier_notation::pdn::Reader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u16, &[u8])| {
    let (game, place, bytes) = input;
    let variant = damier_fuzz::variant(game);
    for parsed in Reader::new(bytes) {
        let parsed = parsed.expect("memory can be read");
        let Ok(read) = GameTree::from_pdn(&parsed, variant) else {
            continue;
        };
        let mut tree = read.tree;
        let written = tree.write_pdn();
        let mut again = Reader::new(written.as_bytes());
        let parsed = again
            .next()
            .expect("a game became none")
            .expect("memory can be read");
        assert!(again.next().is_none(), "one game became two: {written}");
        let read = GameTree::from_pdn(&parsed, variant).expect("the same game");
        assert!(read.tree == tree, "{written}");
        assert_eq!(read.tree.write_pdn(), written);

        let node = tree.nodes().nth(usize::from(place) % tree.len());
        if let Some(removal) = node.and_then(|node| tree.edit_remove(node).ok()) {
            let before = tree.clone();
            let undo = tree.apply(&removal).expect("it is there");
            tree.apply(&undo).expect("it was there");
            assert!(tree == before, "{written}");
        }
    }
});
