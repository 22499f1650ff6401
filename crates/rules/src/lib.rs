//! The rules of the game of draughts: what is legal, and why the rest is not
