//! How draughts is written: FEN, PDN, moves, Hub and DXP positions
