//! Arbitrary bytes as endgame tables of any variant: they are rejected with an error, or give
//! tables in which every probe returns a value or `None`.
#![no_main]

use std::sync::Arc;

use damier_endgame::{Builder, Bytes, Force, Index, Material, Tables};
use damier_rules::{AnyRulebook, Rulebook};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, [u8; 10], Vec<u8>, Vec<u64>)| {
    let (game, head, body, asked) = input;
    match damier_fuzz::variant(game).rulebook() {
        AnyRulebook::International(rules) => try_out(&rules, head, body, &asked),
        AnyRulebook::Narrow(rules) => try_out(rules, head, body, &asked),
        AnyRulebook::Wide(_) => {}
    }
});

fn try_out<R: Rulebook<Bits = u64>>(rules: &R, head: [u8; 10], body: Vec<u8>, asked: &[u64]) {
    let Ok(mut tables) = Tables::new(rules) else {
        return;
    };
    let file: Bytes = Arc::new(sealed(rules.table().id, head, &body));
    let _ = tables.add(&(Arc::new(body) as Bytes));
    if tables.add(&file).is_err() {
        return;
    }
    let force = |men, kings| Force { men, kings };
    let [_, own_men, own_kings, men, kings, ..] = head;
    let material =
        Material::new(force(own_men, own_kings), force(men, kings)).expect("it was read");
    let index = Index::new(tables.ground(), material);
    for rank in asked {
        if let Some(placed) = index.place(rank % index.size().max(1)) {
            let pieces = placed.pieces();
            let _ = tables.probe(rules, &pieces);
            let _ = tables.resolve(rules, &pieces);
            let _ = tables.distance(rules, &pieces);
        }
    }
    // Small enough to be unpacked completely.
    if material.pieces() == 2 {
        let mut builder = Builder::new(rules, 2, 1).expect("tables hold this game");
        let _ = builder.resume(material, &file);
        let _ = builder.resume_with_distances(material, &file);
    }
}

/// A table with valid checksums. `head` holds its content and material, the order of its numbers
/// and the size of its blocks.
fn sealed(game: &str, head: [u8; 10], body: &[u8]) -> Vec<u8> {
    let [content, material @ .., a, b, c, d, block_bits] = head;
    let mut file = if content & 1 == 0 {
        b"damierWL".to_vec()
    } else {
        b"damierPL".to_vec()
    };
    file.extend(1_u32.to_le_bytes());
    let mut id = [0; 16];
    for (place, byte) in id.iter_mut().zip(game.bytes()) {
        *place = byte;
    }
    file.extend(id);
    file.extend(material);
    file.extend([a, b, c, d]);
    file.extend(u32::from(block_bits).to_le_bytes());
    file.extend((body.len() as u64).to_le_bytes());
    file.extend(crc32fast::hash(body).to_le_bytes());
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.extend(body);
    file
}
