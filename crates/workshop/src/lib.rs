//! Trains and measures the engine: self-play, the training of its evaluation, its opening book,
//! problems, and matches with their statistics.
#![expect(
    clippy::cast_precision_loss,
    reason = "counts of games and nodes become rates for people"
)]

mod appending;
pub mod book;
pub mod fit;
mod mark;
pub mod matches;
pub mod problems;
pub mod selfplay;

/// Endgame tables of two pieces, for tests.
#[cfg(test)]
fn tables_of_two() -> damier_engine::Endings {
    use damier_endgame::{Builder, Material, Tables};
    use damier_rules::International;

    let mut builder = Builder::new(&International, 2, 1).unwrap();
    let mut tables = Tables::new(&International).unwrap();
    for material in Material::of_pieces(2) {
        if builder.has(material) {
            continue;
        }
        for made in builder.solve(material).unwrap() {
            for bytes in std::iter::once(made.outcomes).chain(made.distances) {
                tables.add(&(std::sync::Arc::new(bytes) as _)).unwrap();
            }
        }
    }
    damier_engine::Endings::new(tables).unwrap()
}
