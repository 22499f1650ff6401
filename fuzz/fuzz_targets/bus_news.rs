//! Arbitrary messages on the bus from another node or from an impostor, one per line: the actor of
//! a running game continues, and its clients receive no event. The game is a team game if the input
//! has an odd number of bytes.
#![no_main]

use damier_server::fuzzing::Node;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let node = if bytes.len() % 2 == 1 {
        Node::of_teams()
    } else {
        Node::new()
    };
    let mut node = node.expect("a node");
    for message in bytes.split(|byte| *byte == b'\n').take(64) {
        let frames = node.handle(message);
        let frames = frames.expect("the room answers");
        for frame in frames {
            assert!(!frame.starts_with(r#"{"frame":"event""#), "{frame}");
        }
    }
});
