//! Random trees and random edits, for the properties of trees.

use damier_notation::GameTree;
use damier_notation::pdn::GameResult;
use damier_notation::tree::{
    Edit, Mark, MarkColour, MarkShape, NodeId, Note, Step, TagText, note_of_sign, notes_of_comment,
};
use damier_rules::{Position, Variant};
use fastrand::Rng;

/// Comments of every kind that is difficult to write.
const COMMENTS: &[&str] = &[
    "plain",
    "two\nlines",
    "two\nlines {with} braces",
    "one line {with} braces",
    "a [%clk 0:10:00] b",
    "[%clk 0:09:59] [%eval -0.12,20]",
    "[%a [%b] c]",
    "[%a [%b] c",
    "[% ] x",
    "[%cal G3228,R0611][%odd {x}]",
    "one\n[Event \"no tag\"]\nthree",
    "; semicolon",
    "% percent\n% percent",
    "\u{443}\u{434}\u{430}\u{440} \u{2014} \u{441}\u{438}\u{43b}\u{44c}\u{43d}\u{43e}",
    "1. 32-28 2-0 * (x) [/pdn]",
    "}",
    "{",
    "[%x ]] y",
];

const SIGNS: &[&str] = &["!", "?!", "(!)", "!!!", "??", "(?!)"];

const UNPLAYED: &[&str] = &[
    "1-1",
    "--",
    "50-1",
    "c3-d4",
    "/x/",
    "4-6",
    "2x3x4",
    "/FEN \"W:W1:B1\"/",
];

/// A tree of any game, with roughly this many nodes.
pub(crate) fn random_tree(seed: u64, size: usize) -> GameTree {
    let mut dice = Rng::with_seed(seed);
    let variant = Variant::READINGS[dice.usize(..Variant::READINGS.len())];
    let mut start = Position::start(variant);
    if dice.bool() {
        for _ in 0..dice.usize(..30) {
            let moves = start.legal_moves();
            if moves.is_empty() {
                break;
            }
            start = start
                .play(&moves[dice.usize(..moves.len())])
                .expect("legal");
        }
    }
    grown(start, seed, size)
}

/// A tree that results from this many random edits, starting from this position.
pub(crate) fn grown(start: Position, seed: u64, size: usize) -> GameTree {
    let mut dice = Rng::with_seed(seed ^ 0x5EED);
    let mut tree = GameTree::new(start);
    for _ in 0..size {
        let id = any_node(&tree, &mut dice);
        let edit = match dice.u8(..10) {
            0..6 => addition(&tree, id, &mut dice),
            _ => random_edit(&tree, &mut dice),
        };
        // An edit that is not possible leaves the tree unchanged.
        let _ = tree.apply(&edit);
    }
    tree
}

fn any_node(tree: &GameTree, dice: &mut Rng) -> NodeId {
    let nodes: Vec<NodeId> = tree.nodes().collect();
    // Later nodes are chosen more often, so that there are long lines.
    nodes[dice.usize(..nodes.len()).max(dice.usize(..nodes.len()))]
}

fn addition(tree: &GameTree, id: NodeId, dice: &mut Rng) -> Edit {
    let at = tree.path(id).expect("there");
    let moves = tree.position(id).map(|position| position.legal_moves());
    let step = match moves {
        Some(moves) if !moves.is_empty() && dice.u8(..12) > 0 => {
            Step::Move(moves[dice.usize(..moves.len())])
        }
        _ if dice.u8(..4) == 0 => Step::Setup(Box::new(Position::start(tree.variant()))),
        _ => Step::Unplayed(UNPLAYED[dice.usize(..UNPLAYED.len())].into()),
    };
    Edit::Add { at, step }
}

/// An edit of any kind; some are not possible.
pub(crate) fn random_edit(tree: &GameTree, dice: &mut Rng) -> Edit {
    let id = any_node(tree, dice);
    let at = tree.path(id).expect("there");
    let comment = COMMENTS[dice.usize(..COMMENTS.len())];
    let made = match dice.u8(..14) {
        0 => return addition(tree, id, dice),
        1 => tree.edit_remove(id),
        2 => tree.edit_promote(id),
        3 => tree.edit_make_main(id),
        4 => tree.edit_comment(id, comment),
        5 => tree.edit_before(id, comment),
        6 => {
            let sign = note_of_sign(SIGNS[dice.usize(..SIGNS.len())]);
            tree.edit_signs(
                id,
                sign.into_iter()
                    .chain([Note::Nag(dice.u32(..200))])
                    .collect(),
            )
        }
        7 => {
            let mut squares = tree.variant().table().board.squares();
            let square = squares.nth(dice.usize(..20)).expect("a square");
            let shape = MarkShape::Square(square);
            tree.edit_marks(
                id,
                &[Mark {
                    colour: MarkColour::Blue,
                    shape,
                }],
            )
        }
        8 => tree.edit_tag("Annotator", dice.bool().then_some("a \"b\" \\")),
        9 => tree.edit_result(&[GameResult::Draw, GameResult::WhiteWin][dice.usize(..2)]),
        10 => Ok(Edit::Reorder {
            at,
            index: dice.usize(..4),
        }),
        11 => {
            let notes = notes_of_comment(comment);
            let old = tree.notes(id).all().first().cloned();
            Ok(Edit::Note {
                at,
                index: dice.usize(..3),
                old,
                new: notes.last().cloned(),
            })
        }
        12 => {
            let mut other = Rng::with_seed(dice.u64(..));
            let branch = tree.branch(any_node(tree, &mut other));
            Ok(Edit::Insert {
                at,
                index: dice.usize(..3),
                branch,
            })
        }
        _ => {
            let tags = tree.tags();
            let old = (!tags.is_empty()).then(|| TagText::from(&tags[dice.usize(..tags.len())]));
            let new = dice
                .bool()
                .then(|| TagText("Round".to_owned(), "1".to_owned()));
            Ok(Edit::Tag {
                index: dice.usize(..5),
                old,
                new,
            })
        }
    };
    made.unwrap_or(Edit::NOTHING)
}
