//! Checks every position of the tables of four pieces against its moves, as `damier endgame verify`
//! does.

use std::sync::Arc;

use damier_endgame::{Builder, Material, Tables, Verifier};
use damier_rules::International;

#[test]
#[ignore = "long: 42 million positions, solved, packed, unpacked and looked at twice"]
fn four_pieces_are_consistent() {
    let mut builder = Builder::new(&International, 4, 2).unwrap();
    let mut tables = Tables::new(&International).unwrap();
    let (mut outcomes, mut distances) = (0, 0);
    for material in (2..=4).flat_map(Material::of_pieces) {
        if builder.has(material) {
            continue;
        }
        for made in builder.solve(material).unwrap() {
            outcomes += made.outcomes.len();
            tables.add(&(Arc::new(made.outcomes) as _)).unwrap();
            let bytes = made.distances.unwrap();
            distances += bytes.len();
            tables.add(&(Arc::new(bytes) as _)).unwrap();
        }
    }
    // The size limit for shipping: about 0.9 and 2.9 megabytes.
    assert!(outcomes < 1_000_000, "{outcomes} bytes of outcomes");
    assert!(distances < 3_000_000, "{distances} bytes of distances");

    let mut by_outcome = Verifier::of_outcomes(&International, &tables, 2);
    let mut by_distance = Verifier::of_distances(&International, &tables, 2);
    let mut counts = [0; 5];
    for material in (2..=4).flat_map(Material::of_pieces) {
        let census = by_outcome.material(material).unwrap();
        let with_plies = by_distance.material(material).unwrap();
        assert_eq!(census.wrong, 0, "{material}: {:?}", census.example);
        assert_eq!(with_plies.wrong, 0, "{material}: {:?}", with_plies.example);
        assert_eq!(census.outcomes, with_plies.outcomes, "{material}");
        counts[usize::from(material.pieces())] += census.positions();
    }
    assert_eq!(counts, [0, 0, 8_845, 806_300, 41_971_200]);
}
