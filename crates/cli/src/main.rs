//! The command `damier`.

fn main() {}
