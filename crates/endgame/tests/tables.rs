//! Tables return the solved values, and damaged ones never cause a panic.

use std::sync::Arc;

use damier_endgame::{
    Builder, Bytes, Distance, Index, Material, Placed, Solutions, Tables, Verifier, Wdl,
    verify_sample,
};
use damier_rules::{
    AnyRules, International, Kind, Piece, Pieces, Rulebook, Rules, Side, Square, Variant,
};
use proptest::prelude::*;

fn made<R: Rulebook<Bits = u64>>(rules: &R, pieces: u8) -> Vec<Vec<u8>> {
    let mut builder = Builder::new(rules, pieces, 2).unwrap();
    let mut files = Vec::new();
    for material in (2..=pieces).flat_map(Material::of_pieces) {
        if !builder.has(material) {
            for made in builder.solve(material).unwrap() {
                files.push(made.outcomes);
                files.extend(made.distances);
            }
        }
    }
    files
}

fn tables<R: Rulebook<Bits = u64>>(rules: &R, files: &[Vec<u8>]) -> Tables {
    let mut tables = Tables::new(rules).unwrap();
    for bytes in files {
        assert_eq!(tables.add(&(Arc::new(bytes.clone()) as _)), Ok(1));
    }
    tables
}

/// Every position of a material.
fn positions(tables: &Tables, material: Material) -> impl Iterator<Item = Placed> {
    let index = Index::new(tables.ground(), material);
    (0..index.size()).filter_map(move |rank| index.place(rank))
}

fn board(side: Side, pieces: &[(u8, Side, Kind)]) -> Pieces<u64> {
    let geometry = Rulebook::geometry(&International);
    let mut board = Pieces::empty(side);
    for &(square, side, kind) in pieces {
        board.put(
            geometry.bit(Square::new(square).unwrap()),
            Piece { side, kind },
        );
    }
    board
}

/// Every position of two and three pieces, with either side to move: the packed values equal the
/// solved ones.
#[test]
fn tables_return_the_solved_values() {
    let tables = tables(&International, &made(&International, 3));
    assert_eq!(tables.most_pieces(), 3);
    let solved = Solutions::solve(&International, tables.ground(), 3, 2).unwrap();
    for material in (2..=3).flat_map(Material::of_pieces) {
        for placed in positions(&tables, material).step_by(3) {
            let white = placed.pieces();
            let turned = tables.ground().turned(&placed).pieces();
            // The same position from the other side: Black to move in place of White.
            let black = Pieces {
                side: Side::Black,
                ..turned
            };
            let expected = solved.get(&placed).unwrap();
            for pieces in [white, black] {
                let probed = tables.probe(&International, &pieces);
                if International.can_capture(&pieces) {
                    assert_eq!(probed, None);
                } else {
                    assert_eq!(probed, Some(expected.wdl()), "{pieces:?}");
                    assert_eq!(tables.probe_quiet(&pieces), probed);
                }
                let resolved = tables.resolve(&International, &pieces);
                assert_eq!(resolved, Some(expected.wdl()), "{pieces:?}");
            }
        }
    }
}

#[test]
fn tables_return_the_solved_distances() {
    let tables = tables(&International, &made(&International, 3));
    let solved = Solutions::solve(&International, tables.ground(), 3, 2).unwrap();
    for material in (2..=3).flat_map(Material::of_pieces) {
        for placed in positions(&tables, material).step_by(211) {
            let found = tables.distance(&International, &placed.pieces());
            assert_eq!(found, solved.get(&placed), "{placed:?}");
        }
    }
}

#[test]
fn kings_alone_have_distances_with_more_pieces_too() {
    let mut builder = Builder::new(&International, 2, 2).unwrap();
    let mut tables = Tables::new(&International).unwrap();
    for material in (2..=3).flat_map(Material::of_pieces) {
        if builder.has(material) {
            continue;
        }
        for made in builder.solve(material).unwrap() {
            let counted = made.material.pieces() == 2 || made.material.men() == 0;
            assert_eq!(made.distances.is_some(), counted, "{}", made.material);
            for bytes in std::iter::once(made.outcomes).chain(made.distances) {
                assert_eq!(tables.add(&(Arc::new(bytes) as _)), Ok(1));
            }
        }
    }
    // They are verified although the distances of other materials are missing.
    let mut verifier = Verifier::of_distances(&International, &tables, 2);
    for material in (2..=3).flat_map(Material::of_pieces) {
        let found = verifier.material(material);
        assert_eq!(
            found.is_some(),
            tables.has_distances(material),
            "{material}"
        );
        assert_eq!(found.map_or(0, |census| census.wrong), 0, "{material}");
    }
}

#[test]
fn position_without_a_table_has_no_value() {
    let tables = tables(&International, &made(&International, 2));
    let king = |square, side| (square, side, Kind::King);
    let three = board(
        Side::White,
        &[
            king(1, Side::White),
            king(2, Side::White),
            king(50, Side::Black),
        ],
    );
    assert_eq!(tables.probe(&International, &three), None);
    assert_eq!(tables.resolve(&International, &three), None);
    assert_eq!(tables.distance(&International, &three), None);
    let alone = board(Side::White, &[king(1, Side::White)]);
    assert_eq!(tables.probe(&International, &alone), None);
    let beaten = board(Side::Black, &[king(1, Side::White)]);
    assert_eq!(tables.probe(&International, &beaten), None);
    assert_eq!(tables.resolve(&International, &beaten), Some(Wdl::Loss));
    let start = International::table_rules().start();
    assert_eq!(tables.resolve(&International, &start), None);
}

/// Tables of another game: in Russian draughts kings are caught that escape in international
/// draughts.
#[test]
fn another_game_has_tables_too() {
    let AnyRules::Narrow(russian) = Variant::RUSSIAN.rules() else {
        panic!("64 bits are enough")
    };
    let russian: &Rules<u64> = russian;
    let files = made(russian, 3);
    let tables = tables(russian, &files);
    assert_eq!(tables.most_pieces(), 3);
    let solved = Solutions::solve(russian, tables.ground(), 3, 2).unwrap();
    for material in (2..=3).flat_map(Material::of_pieces) {
        for placed in positions(&tables, material).step_by(7) {
            let resolved = tables.resolve(russian, &placed.pieces());
            assert_eq!(
                resolved,
                solved.get(&placed).map(Distance::wdl),
                "{placed:?}"
            );
        }
    }
    let mut international = Tables::new(&International).unwrap();
    let fault = international
        .add(&(Arc::new(files[0].clone()) as _))
        .unwrap_err();
    assert_eq!(
        fault.to_string(),
        "byte 0: a table of russian, not of international"
    );
}

/// The sample probes the packed tables and counts as many positions as there are.
#[test]
fn sample_with_step_one_covers_every_position() {
    let tables = tables(&International, &made(&International, 2));
    let mut positions = 0;
    for material in Material::of_pieces(2) {
        let all = verify_sample(&International, &tables, material, 1, 2).unwrap();
        assert_eq!(all.wrong, 0, "{material}");
        positions += all.positions();
        let some = verify_sample(&International, &tables, material, 100, 2).unwrap();
        assert!((1..=all.positions() / 50).contains(&some.positions()));
    }
    assert_eq!(positions, 8_845);
    let three = "kk-k".parse().unwrap();
    assert_eq!(verify_sample(&International, &tables, three, 1, 2), None);
}

#[test]
fn files_can_be_joined() {
    let files = made(&International, 2);
    let joined: Vec<u8> = files.concat();
    let mut tables = Tables::new(&International).unwrap();
    assert_eq!(tables.add(&(Arc::new(joined) as _)), Ok(files.len()));
    assert_eq!(tables.most_pieces(), 2);
}

/// Recomputes the checksums of the header and the body, so that only other checks can find the
/// damage.
fn repaired(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc32fast::hash(&bytes[56..]);
    bytes[48..52].copy_from_slice(&crc.to_le_bytes());
    let crc = crc32fast::hash(&bytes[..52]);
    bytes[52..56].copy_from_slice(&crc.to_le_bytes());
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn arbitrary_bytes_are_rejected(bytes in prop::collection::vec(any::<u8>(), 0..300), at in 0..200_usize) {
        let mut tables = Tables::new(&International).unwrap();
        prop_assert!(bytes.is_empty() || tables.add(&(Arc::new(bytes.clone()) as _)).is_err());
        let mut beginning = made(&International, 2)[0].clone();
        beginning.truncate(at);
        beginning.extend(bytes);
        let _ = tables.add(&(Arc::new(beginning) as _));
        prop_assert!(tables.is_empty() || tables.most_pieces() == 1);
    }

    /// Damage that the checksums do not show may give wrong values or none, but never a panic or an
    /// endless loop.
    #[test]
    fn damage_stays_within_bounds(
        file in 0..8_usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
    ) {
        let mut files = made(&International, 2);
        for (place, byte) in damage {
            // After the magic number and the version, so that it is still read as a table.
            let at = 12 + place.index(files[file].len() - 12);
            files[file][at] = byte;
        }
        let damaged: Bytes = Arc::new(repaired(std::mem::take(&mut files[file])));
        let mut tables = Tables::new(&International).unwrap();
        if tables.add(&damaged).is_ok() {
            for material in Material::of_pieces(2) {
                for placed in positions(&tables, material) {
                    let _ = tables.probe_quiet(&placed.pieces());
                }
                for placed in positions(&tables, material).step_by(50) {
                    let _ = tables.distance(&International, &placed.pieces());
                }
            }
            // The damaged file is verified together with undamaged ones, or resumed from.
            for good in files.into_iter().filter(|good| !good.is_empty()) {
                prop_assert_eq!(tables.add(&(Arc::new(good) as _)), Ok(1));
            }
            let mut outcomes = Verifier::of_outcomes(&International, &tables, 1);
            let mut distances = Verifier::of_distances(&International, &tables, 1);
            let mut builder = Builder::new(&International, 2, 1).unwrap();
            for material in Material::of_pieces(2) {
                let _ = outcomes.material(material);
                let _ = distances.material(material);
                let _ = builder.resume(material, &damaged);
                let _ = builder.resume_with_distances(material, &damaged);
            }
        }
    }
}
