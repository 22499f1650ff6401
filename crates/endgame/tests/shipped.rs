//! The shipped tables equal those that the program builds.

use std::error::Error;

use damier_endgame::{Builder, Material, Shipped, Tables, verify_sample};
use damier_rules::International;

/// Outcomes and distances of this many pieces and fewer, one table after the other.
fn made(pieces: u8) -> Result<[Vec<u8>; 2], Box<dyn Error>> {
    let mut builder = Builder::new(&International, pieces, 2)?;
    let mut all = Vec::new();
    for material in (2..=pieces).flat_map(Material::of_pieces) {
        if !builder.has(material) {
            all.extend(builder.solve(material)?);
        }
    }
    let mut joined = [Vec::new(), Vec::new()];
    for material in (2..=pieces).flat_map(Material::of_pieces) {
        let one = all.iter().find(|made| made.material == material);
        let one = one.ok_or("a table was not made")?;
        joined[0].extend(&one.outcomes);
        joined[1].extend(one.distances.as_ref().ok_or("no distances")?);
    }
    Ok(joined)
}

fn shipped() -> Shipped {
    Shipped::of("international").unwrap()
}

#[test]
fn shipped_tables_of_three_pieces_equal_rebuilt_ones() {
    let [outcomes, distances] = made(3).unwrap();
    let shipped = shipped();
    assert!(shipped.outcomes.starts_with(&outcomes));
    assert!(shipped.distances.starts_with(&distances));
}

/// If the environment variable `SHIPPED` names a folder, the test writes the tables there instead:
/// `SHIPPED=crates/endgame/tables`.
#[test]
#[ignore = "makes all tables of four pieces: a quarter of a minute where code is compiled for speed"]
fn shipped_tables_equal_rebuilt_ones() {
    let [outcomes, distances] = made(4).unwrap();
    if let Some(folder) = std::env::var_os("SHIPPED") {
        let file = |name| std::path::Path::new(&folder).join(name);
        std::fs::write(file("international.wdl"), &outcomes).unwrap();
        std::fs::write(file("international.plies"), &distances).unwrap();
        return;
    }
    let shipped = shipped();
    assert!(shipped.outcomes == outcomes, "{}", outcomes.len());
    assert!(shipped.distances == distances, "{}", distances.len());
}

/// Every table is present, undamaged and consistent: each won position has a winning move.
#[test]
fn shipped_tables_of_four_pieces_are_complete_and_consistent() {
    let tables = Tables::shipped(&International).unwrap();
    assert_eq!(tables.most_pieces(), 4);
    let distances = (2..=4)
        .flat_map(Material::of_pieces)
        .all(|material| tables.has_distances(material));
    assert!(distances);
    for material in (2..=4).flat_map(Material::of_pieces) {
        let census = verify_sample(&International, &tables, material, 997, 2).unwrap();
        assert_eq!(census.wrong, 0, "{material}");
    }
    assert!(Shipped::of("frisian").is_none());
}
