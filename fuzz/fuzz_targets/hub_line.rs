//! Arbitrary text as a line of the Hub protocol: it is parsed and reads back equal, as a line, a
//! command and a reply, or the position of the error lies inside the text.
#![no_main]

use damier_protocols::hub::{HubAnswer, HubCommand, HubLine, LineError};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let line = match HubLine::read(text) {
        Ok(line) => line,
        Err(LineError::Empty) => return assert!(text.trim().is_empty()),
        Err(LineError::Found { column, .. } | LineError::End { column, .. }) => {
            return assert!((1..=text.chars().count() + 1).contains(&column));
        }
    };
    assert_eq!(HubLine::read(&line.to_string()), Ok(line.clone()));
    if let Ok(command) = HubCommand::of(&line) {
        assert_eq!(HubCommand::of(&command.to_line()), Ok(command));
    }
    if let Some(answer) = HubAnswer::of(&line) {
        let written = answer.to_line();
        let again = HubAnswer::of(&written).map(|again| again.to_line());
        assert_eq!(again, Some(written));
    }
});
