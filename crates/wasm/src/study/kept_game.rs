//! A kept game and the tree that is kept beside it, brought together: the game may have gone on since somebody last
//! looked at it on the analysis page. Called when a kept game is opened there, and when it is exported.

use damier_notation::GameTree;
use damier_notation::pdn::GameResult;
use damier_notation::tree::{Edit, NodeId, Note};

/// The kept tree with the line that was played. Moves that are new go first at their place, with what the game says of
/// them; everything else stays as somebody has put it. `played` is the game without variations.
pub(crate) fn brought_together(mut kept: GameTree, played: &GameTree) -> GameTree {
    if kept.start() != played.start() {
        return kept; // a study of another position: nothing of the game belongs in it
    }
    let mut at = NodeId::ROOT;
    let mut new = false;
    for source in played.main_line() {
        let (Some(step), Some(place)) = (played.step(source), kept.path(at)) else {
            break;
        };
        if kept.child(at, &step).is_none() {
            let add = Edit::Add {
                at: place.clone(),
                step: step.clone(),
            };
            if kept.apply(&add).is_err() {
                break; // the tree is full
            }
            new = true;
        }
        let Some(child) = kept.child(at, &step) else {
            break;
        };
        at = child;
        if new {
            add_notes(&mut kept, at, played.notes(source).all());
        }
    }
    if new && let Ok(edit) = kept.edit_make_main(at) {
        // Nothing can go wrong with a node that was just added.
        let _ = kept.apply(&edit);
    }
    if kept.result() == GameResult::Unknown {
        for name in ["Result", "Termination"] {
            if let Ok(edit) = kept.edit_tag(name, played.tag(name))
                && played.tag(name).is_some()
            {
                let _ = kept.apply(&edit);
            }
        }
    }
    kept
}

fn add_notes(tree: &mut GameTree, node: NodeId, notes: &[Note]) {
    let Some(at) = tree.path(node) else {
        return;
    };
    for note in notes {
        let add = Edit::Note {
            at: at.clone(),
            index: usize::MAX,
            old: None,
            new: Some(note.clone()),
        };
        // A note that the tree has no room for is left out.
        let _ = tree.apply(&add);
    }
}
