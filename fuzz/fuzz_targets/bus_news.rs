//! Whatever another node, or somebody who pretends to be one, tells on the bus, one message a line: the room of a running game goes on, and
//! nobody in it is told that something happened. The game is one of teams where the input has an odd number of bytes.
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
        let frames = node.hear(message);
        let frames = frames.expect("the room answers");
        for frame in frames {
            assert!(!frame.starts_with(r#"{"frame":"event""#), "{frame}");
        }
    }
});
