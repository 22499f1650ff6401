//! Arbitrary frames from a server to the client crate, one per line: the client continues or closes
//! the connection.
#![no_main]

use damier_client::fuzzing::Listener;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|said: &str| {
    let mut listener = Listener::default();
    for line in said.lines().take(256) {
        if !listener
            .hear(line)
            .expect("it waits for nothing but frames")
        {
            listener = Listener::default();
        }
    }
});
