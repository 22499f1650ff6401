//! Arbitrary bytes as an opening book: they are rejected with an error, or give a book that is
//! written back unchanged and plays legal moves.
#![no_main]

use damier_engine::{Book, Level, Limits};
use damier_rules::Position;
use libfuzzer_sys::fuzz_target;

/// The offset of the key of the first position, after the id of the game and the number of
/// positions.
const KEY: usize = 10 + 4;

fuzz_target!(|input: (u8, u64, &[u8])| {
    let (game, seed, bytes) = input;
    let _ = Book::from_bytes(bytes);
    // A valid header, the start of the game as its first position, and a valid checksum.
    let variant = damier_fuzz::variant(game);
    let start = Position::start(variant);
    let id = variant.id();
    let mut file = b"damier\0b\x01".to_vec();
    file.push(id.len() as u8);
    file.extend(id.as_bytes());
    file.extend(bytes);
    if let Some(key) = file.get_mut(KEY + id.len()..KEY + id.len() + 8) {
        key.copy_from_slice(&start.hash().to_le_bytes());
    }
    file.extend(crc32fast::hash(&file).to_le_bytes());
    let Ok(book) = Book::from_bytes(&file) else {
        return;
    };
    for level in [None, Level::new(1), Level::new(5)] {
        let limits = Limits {
            level,
            seed,
            ..Limits::default()
        };
        if let Some(chosen) = book.choose(&start, &limits) {
            assert!(start.legal_moves().contains(&chosen.played));
        }
    }
    assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
});
