//! Tables in a folder: made, interrupted, taken up, damaged.

use std::fs;

use damier_endgame::{BuildError, BuildStep, Folder, Material, Verifier};
use damier_rules::International;

/// What happened, as words.
fn build(folder: &Folder, pieces: u8) -> Vec<String> {
    let mut steps = Vec::new();
    let tell = |step: BuildStep<'_>| {
        steps.push(match step {
            BuildStep::Taken(material) => format!("taken {material}"),
            BuildStep::Again(fault) => format!("again {fault}"),
            BuildStep::Solving(material) => format!("solving {material}"),
            BuildStep::Made {
                material,
                outcomes,
                distances,
            } => {
                let counted = material.pieces() == 2 || material.men() == 0;
                assert!(outcomes > 0 && distances.is_some() == counted);
                format!("made {material}")
            }
            other => format!("{other:?}"),
        });
    };
    folder.build(&International, pieces, 2, 2, tell).unwrap();
    steps
}

#[test]
fn a_folder_is_filled_and_taken_up_where_it_was_left() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path().join("tables"));
    assert_eq!(folder.tables(&International).unwrap().0.most_pieces(), 1);

    let steps = build(&folder, 2);
    assert_eq!(steps.iter().filter(|s| s.starts_with("made")).count(), 4);
    let steps = build(&folder, 2);
    assert!(steps.iter().all(|s| s.starts_with("taken")), "{steps:?}");

    // An interrupted write leaves a part, and one of a pair may be missing.
    let file = folder.outcomes("international", "k-m".parse().unwrap());
    fs::rename(&file, file.with_added_extension("part")).unwrap();
    let steps = build(&folder, 3);
    assert!(steps.contains(&"solving m-k".to_owned()), "{steps:?}");
    assert!(!steps.contains(&"solving k-k".to_owned()), "{steps:?}");

    let (tables, faults) = folder.tables(&International).unwrap();
    assert!(faults.is_empty());
    assert_eq!(tables.most_pieces(), 3);
    let mut verifier = Verifier::of_outcomes(&International, &tables, 2);
    let mut positions = 0;
    for material in (2..=3).flat_map(Material::of_pieces) {
        let census = verifier.material(material).unwrap();
        assert_eq!(census.wrong, 0, "{material}: {:?}", census.example);
        positions += census.positions();
    }
    assert_eq!(positions, 8_845 + 806_300);
}

#[test]
fn a_damaged_file_is_told_and_made_again() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path());
    build(&folder, 2);
    let file = folder.outcomes("international", "m-m".parse().unwrap());
    let whole = fs::read(&file).unwrap();
    for damage in 0..7 {
        let mut bytes = whole.clone();
        match damage {
            0 => bytes.truncate(40),
            1 => bytes.truncate(whole.len() - 1),
            2 => bytes[10] ^= 1,
            3 => *bytes.last_mut().unwrap() ^= 1,
            4 => bytes.clear(),
            5 => bytes.push(0),
            _ => bytes.extend_from_within(..),
        }
        fs::write(&file, &bytes).unwrap();
        let (tables, faults) = folder.tables(&International).unwrap();
        // What stands before the first fault of a file is used; a file may hold many tables.
        let is_used = damage >= 5;
        assert_eq!(faults.len(), usize::from(damage < 6), "{faults:?}");
        assert_eq!(tables.has("m-m".parse().unwrap()), is_used);
        assert_eq!(tables.most_pieces(), if is_used { 2 } else { 1 });
        let steps = build(&folder, 2);
        assert!(steps.contains(&"made m-m".to_owned()), "{steps:?}");
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
}

#[test]
fn a_table_under_another_name_is_told_as_such_and_made_again() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path());
    build(&folder, 2);
    let file = |material: &str| folder.outcomes("international", material.parse().unwrap());
    let whole = fs::read(file("k-k")).unwrap();
    fs::copy(file("m-m"), file("k-k")).unwrap();
    let steps = build(&folder, 2);
    let told = format!(
        "again {}: byte 0: a table of m-m, not of k-k",
        file("k-k").display()
    );
    assert!(steps.contains(&told), "{steps:?}");
    assert_eq!(fs::read(file("k-k")).unwrap(), whole);
}

#[test]
fn what_an_interrupted_build_left_is_taken_away() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path());
    let left = scratch.path().join("international-k-k.wdl.123.part");
    let others = [
        "frisian-k-k.wdl.123.part",
        "notes.part",
        "international.part",
    ];
    fs::write(&left, "half a table").unwrap();
    for other in others {
        fs::write(scratch.path().join(other), "").unwrap();
    }
    build(&folder, 2);
    assert!(!left.exists());
    assert!(
        others
            .iter()
            .all(|other| scratch.path().join(other).exists())
    );
}

#[test]
fn a_folder_that_is_none_is_told_once() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    let (tables, faults) = Folder::new(&file).tables(&International).unwrap();
    assert!(tables.is_empty());
    #[cfg(unix)]
    assert_eq!(faults.len(), 1, "{faults:?}");
    #[cfg(not(unix))]
    assert!(faults.len() <= 1, "{faults:?}");
}

#[test]
fn two_do_not_build_in_one_folder() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path());
    let other = Folder::new(scratch.path());
    let mut refused = 0;
    folder
        .build(&International, 2, 2, 1, |_| {
            let meanwhile = other.build(&International, 2, 2, 1, |_| {});
            assert!(matches!(meanwhile, Err(BuildError::Busy { .. })));
            refused += 1;
        })
        .unwrap();
    assert!(refused > 0);
    other.build(&International, 2, 2, 1, |_| {}).unwrap();
}
