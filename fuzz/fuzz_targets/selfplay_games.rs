//! Arbitrary bytes as a file of self-play games: they are rejected, or give games that replay as
//! far as their moves are legal, also between damaged bytes.
#![no_main]

use damier_workshop::selfplay::{Reader, ReplayedGame};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8], Vec<Vec<u8>>)| {
    let (game, bytes, records) = input;
    if let Ok(reader) = Reader::new(bytes) {
        reader.for_each(drop);
    }
    // A valid header, and a valid checksum before every record.
    let id = damier_fuzz::variant(game).id();
    let mut file = b"damier\0g\x02".to_vec();
    file.push(id.len() as u8);
    file.extend(id.as_bytes());
    file.extend([0, 0]);
    for record in &records {
        file.extend((record.len() as u32).to_le_bytes());
        file.extend(crc32fast::hash(record).to_le_bytes());
        file.extend(record);
    }
    let mut reader = Reader::new(&*file).expect("a right head");
    let variant = reader.variant();
    assert_eq!(variant.id(), id);
    for record in reader.by_ref() {
        let record = record.expect("bytes can be read");
        let played = ReplayedGame::new(variant, &record).count();
        assert!(played <= record.plies.len());
    }
});
