//! Tables in a folder: built, interrupted, resumed, damaged.

use std::fs;

use damier_endgame::{BuildError, BuildStep, Folder, Material, Verifier};
use damier_rules::International;

/// Builds the tables and returns the reported steps as texts.
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
fn interrupted_build_is_resumed() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path().join("tables"));
    assert_eq!(folder.tables(&International).unwrap().0.most_pieces(), 1);

    let steps = build(&folder, 2);
    assert_eq!(steps.iter().filter(|s| s.starts_with("made")).count(), 4);
    let steps = build(&folder, 2);
    assert!(steps.iter().all(|s| s.starts_with("taken")), "{steps:?}");

    // An interrupted write leaves a partial file, and one table of a pair may be missing.
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
fn damaged_file_is_reported_and_rebuilt() {
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
        // The tables before the first fault of a file are used; a file may contain several tables.
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
fn table_under_a_wrong_name_is_reported_and_rebuilt() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path());
    build(&folder, 2);
    let file = |material: &str| folder.outcomes("international", material.parse().unwrap());
    let whole = fs::read(file("k-k")).unwrap();
    fs::copy(file("m-m"), file("k-k")).unwrap();
    let steps = build(&folder, 2);
    let step = format!(
        "again {}: byte 0: a table of m-m, not of k-k",
        file("k-k").display()
    );
    assert!(steps.contains(&step), "{steps:?}");
    assert_eq!(fs::read(file("k-k")).unwrap(), whole);
}

#[test]
fn leftovers_of_an_interrupted_build_are_removed() {
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
fn path_that_is_no_folder_is_reported_once() {
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
fn second_build_in_the_same_folder_is_refused() {
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
