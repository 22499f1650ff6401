//! The door inside the page: rules, notation, engine and games in progress, for the browser
