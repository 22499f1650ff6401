//! Derives positions and requests from the bytes of a fuzzer, and runs the server for them. Used by
//! every target that needs a board or a server.

pub mod requests;
pub mod server;
pub mod socket;

use damier_rules::{Kind, KingRun, Piece, Position, Setup, Side, Square, Variant};

/// The variant for a byte, in one of the readings of its rules; all of them can occur.
pub fn variant(byte: u8) -> Variant {
    Variant::READINGS[usize::from(byte) % Variant::READINGS.len()]
}

/// Pieces on squares: the first byte chooses the side to move, then two bytes per piece choose the
/// square and the piece. Some pieces may be huffed, or are kings that have moved several times in a
/// row.
pub fn setup(bytes: &[u8]) -> Setup {
    let mut setup = Setup::new();
    let Some((side, pieces)) = bytes.split_first() else {
        return setup;
    };
    setup.side = match side % 3 {
        0 => None,
        1 => Some(Side::White),
        _ => Some(Side::Black),
    };
    for pair in pieces.chunks_exact(2) {
        if let Some(square) = Square::new(pair[0]) {
            let side = if pair[1] & 1 == 0 {
                Side::White
            } else {
                Side::Black
            };
            let kind = if pair[1] & 2 == 0 {
                Kind::Man
            } else {
                Kind::King
            };
            setup.put(square, Piece { side, kind });
            match pair[1] >> 2 {
                0..=55 => {}
                56..=59 => setup.huffable.insert(square),
                last => {
                    let moves = last - 59;
                    setup.king_runs[side.index()] = Some(KingRun { square, moves });
                }
            }
        }
    }
    setup
}

/// A position, and the remaining bytes. The first byte chooses the variant. If the second byte is
/// odd, the position is reached from the start by as many moves as the third byte says; otherwise
/// its pieces are read from as many bytes. `None` if they are not a valid position.
pub fn position(bytes: &[u8]) -> Option<(Position, &[u8])> {
    let (&[game, way, length], rest) = bytes.split_first_chunk()?;
    let (head, rest) = rest.split_at_checked(usize::from(length) % 64)?;
    let variant = variant(game);
    let position = if way % 2 == 1 {
        head.iter()
            .try_fold(Position::start(variant), |position, &choice| {
                let moves = position.legal_moves();
                let chosen = moves.get(usize::from(choice) % moves.len().max(1))?;
                position.play(chosen).ok()
            })?
    } else {
        Position::from_setup(variant, &setup(head)).ok()?
    };
    Some((position, rest))
}
