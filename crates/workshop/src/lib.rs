//! How the engine is made: games against itself, the fitting of its evaluation, matches and what
//! they prove.
