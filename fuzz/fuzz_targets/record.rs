//! Arbitrary text as the record of a game: it is rejected with an error, or it equals the record of
//! the game that it rebuilds.
#![no_main]

use damier_session::GameRecord;
use damier_session::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(record) = serde_json::from_slice::<GameRecord>(text) else {
        return;
    };
    match Session::replay(&record) {
        Ok(session) => assert_eq!(session.record(), record),
        Err(error) => assert!(!error.code().is_empty()),
    }
});
