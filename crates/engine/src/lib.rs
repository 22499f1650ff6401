//! What is good: search and evaluation for the game of draughts
