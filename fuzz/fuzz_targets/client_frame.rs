//! Arbitrary frames from a server to the client crate, one per line: the client continues or closes
//! the connection.
#![no_main]

use damier_client::fuzzing::FrameConsumer;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut consumer = FrameConsumer::default();
    for line in text.lines().take(256) {
        if !consumer
            .consume(line)
            .expect("it waits for nothing but frames")
        {
            consumer = FrameConsumer::default();
        }
    }
});
