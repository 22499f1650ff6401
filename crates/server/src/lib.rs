//! The door for browsers: HTTP, and the page inside
