//! Endgame tables for the engine: where they are, and how the program makes small ones itself.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use damier_endgame::{BuildError, FileFault, Folder, Material, Shipped, Tables, Unsupported};
use damier_engine::Endings;
use damier_rules::{AnyRulebook, Variant};
use damier_server::tables::{Bytes, Content, TableFiles, Tables as Served};
use damier_storage::default_database_path;

/// The program builds tables of up to this many pieces by default: a minute on one core, and four
/// megabytes of disk.
const AUTO_BUILD_PIECES: u8 = 4;

/// The choice of endgame tables, as the user types it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TablesChoice {
    /// The tables that come with the program, and those in the usual folder.
    Auto,
    /// No tables.
    None,
    /// The tables in this folder.
    Folder(PathBuf),
}

impl FromStr for TablesChoice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TablesChoice, &'static str> {
        match text {
            "" => Err("expected a folder, none or auto"),
            "auto" => Ok(TablesChoice::Auto),
            "none" => Ok(TablesChoice::None),
            folder => Ok(TablesChoice::Folder(folder.into())),
        }
    }
}

/// The folder that the user named, or else the folder `endgame` beside the database of games.
pub(crate) fn folder(named: Option<&PathBuf>) -> anyhow::Result<Folder> {
    if let Some(path) = named {
        return Ok(Folder::new(path));
    }
    let database = default_database_path().context("the default folder of tables")?;
    Ok(Folder::new(database.with_file_name("endgame")))
}

/// The chosen tables of a variant. Unusable files are reported on standard error and skipped.
/// Missing tables are an error only if the user asked for them.
pub(crate) fn endings(choice: &TablesChoice, variant: Variant) -> Option<Endings> {
    let loaded = match choice {
        TablesChoice::None => return None,
        TablesChoice::Auto => default_tables(variant),
        TablesChoice::Folder(path) => load(&Folder::new(path), variant),
    };
    let tell = |what: &dyn std::fmt::Display| {
        if *choice != TablesChoice::Auto {
            anstream::eprintln!("{what}; the engine plays without tables");
        }
    };
    let (tables, faults) = match loaded {
        Ok(loaded) => loaded,
        Err(error) => {
            tell(&error);
            return None;
        }
    };
    for fault in &faults {
        anstream::eprintln!("{fault}; not used");
    }
    let endings = Endings::new(tables);
    if endings.is_none()
        && let TablesChoice::Folder(path) = choice
    {
        let (variant, folder) = (variant.id(), path.display());
        tell(&format_args!("no complete tables of {variant} in {folder}"));
    }
    endings
}

/// The tables in a folder that the user named.
///
/// # Errors
/// The folder is missing or unusable.
pub(crate) fn endings_of(path: &str, variant: Variant) -> anyhow::Result<Endings> {
    let folder = Folder::new(path);
    let (tables, faults) = load(&folder, variant)?;
    if let Some(fault) = faults.into_iter().next() {
        return Err(fault.into());
    }
    Endings::new(tables).with_context(|| {
        format!("no complete tables of {variant} in {path}: build them with damier endgame build")
    })
}

/// The tables of a game, and the files that cannot be used.
type Loaded = Result<(Tables, Vec<FileFault>), Unsupported>;

/// The tables in a folder.
fn load(folder: &Folder, variant: Variant) -> Loaded {
    match variant.rulebook() {
        AnyRulebook::International(rules) => folder.tables(&rules),
        AnyRulebook::Narrow(rules) => folder.tables(rules),
        AnyRulebook::Wide(_) => Err(Unsupported { game: variant.id() }),
    }
}

/// The tables that come with the program, and those in the usual folder, if there is one.
fn default_tables(variant: Variant) -> Loaded {
    let mut tables = match variant.rulebook() {
        AnyRulebook::International(rules) => Tables::shipped(&rules),
        AnyRulebook::Narrow(rules) => Tables::shipped(rules),
        AnyRulebook::Wide(_) => Err(Unsupported { game: variant.id() }),
    }?;
    let faults = folder(None).map_or_else(|_| Vec::new(), |usual| usual.add_to(&mut tables));
    Ok((tables, faults))
}

/// The chosen tables for browsers: those of up to four pieces, if they are complete.
pub(crate) fn for_browsers(choice: &TablesChoice) -> Served {
    match choice {
        TablesChoice::None => Served::none(),
        TablesChoice::Auto => Served::of(BundledOrDefault(folder(None).ok().map(TablesFolder))),
        TablesChoice::Folder(path) => Served::of(TablesFolder(Folder::new(path))),
    }
}

/// Tables for the server: those that come with the program, or else those in the usual folder.
struct BundledOrDefault(Option<TablesFolder>);

impl TableFiles for BundledOrDefault {
    fn read(&self, game: &str, content: Content) -> io::Result<Option<Bytes>> {
        if let Some(shipped) = Shipped::of(game) {
            let bytes = match content {
                Content::Outcomes => shipped.outcomes,
                Content::Distances => shipped.distances,
            };
            return Ok(Some(Bytes::from_static(bytes)));
        }
        self.0
            .as_ref()
            .map_or(Ok(None), |folder| folder.read(game, content))
    }
}

/// A folder of tables, from which the server reads.
struct TablesFolder(Folder);

impl TableFiles for TablesFolder {
    fn read(&self, game: &str, content: Content) -> io::Result<Option<Bytes>> {
        // Only the name of a game is used, never a path from the request.
        let Some(variant) = Variant::from_id(game) else {
            return Ok(None);
        };
        let mut joined = Vec::new();
        for material in (2..=AUTO_BUILD_PIECES).flat_map(Material::of_pieces) {
            let file = match content {
                Content::Outcomes => self.0.outcomes(variant.id(), material),
                Content::Distances => self.0.distances(variant.id(), material),
            };
            match File::open(file).and_then(|mut file| file.read_to_end(&mut joined)) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(joined.into()))
    }
}

/// Tables that are being made in the background.
pub(crate) struct TableBuild {
    /// The folder for the tables.
    pub(crate) folder: PathBuf,
    made: Arc<OnceLock<Endings>>,
}

impl TableBuild {
    /// The tables, as soon as they are made.
    pub(crate) fn made(&self) -> Option<Endings> {
        self.made.get().cloned()
    }
}

/// Starts to build the small tables of a variant in the background. Does nothing if they exist, are
/// bundled, are not defined for the variant, or are being built by another program. The work runs
/// in one thread with the lowest priority. It ends with the program, and the next run continues it.
pub(crate) fn make_in_background(variant: Variant) -> Option<TableBuild> {
    let folder = folder(None).ok()?;
    let (tables, _) = default_tables(variant).ok()?;
    let mut materials = (2..=AUTO_BUILD_PIECES).flat_map(Material::of_pieces);
    if materials.all(|material| tables.has(material) && tables.has_distances(material)) {
        return None;
    }
    let made: Arc<OnceLock<Endings>> = Arc::default();
    let making = TableBuild {
        folder: folder.path().to_owned(),
        made: Arc::clone(&made),
    };
    let work = move || {
        step_back();
        let pieces = AUTO_BUILD_PIECES;
        let built = match variant.rulebook() {
            AnyRulebook::International(rules) => folder.build(&rules, pieces, pieces, 1, |_| {}),
            AnyRulebook::Narrow(rules) => folder.build(rules, pieces, pieces, 1, |_| {}),
            AnyRulebook::Wide(_) => return,
        };
        match built {
            // The program that is making them reports its own errors.
            Ok(()) | Err(BuildError::Busy { .. }) => {}
            Err(error) => anstream::eprintln!("cannot build endgame tables: {error}"),
        }
        if let Ok((tables, _)) = default_tables(variant)
            && let Some(endings) = Endings::new(tables)
        {
            made.set(endings).ok();
        }
    };
    let thread = std::thread::Builder::new().name("endgame tables".to_owned());
    thread.spawn(work).ok()?;
    Some(making)
}

/// Gives this thread the lowest priority. On other systems only a whole program has a priority.
#[cfg(target_os = "linux")]
fn step_back() {
    // If the system refuses, this has no effect and does no harm.
    rustix::process::setpriority_process(None, 19).ok();
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_option_is_parsed() {
        assert_eq!("auto".parse(), Ok(TablesChoice::Auto));
        assert_eq!("none".parse(), Ok(TablesChoice::None));
        assert_eq!(
            "some where".parse(),
            Ok(TablesChoice::Folder("some where".into()))
        );
        assert!("".parse::<TablesChoice>().is_err());
    }

    #[test]
    fn browsers_get_all_tables_of_few_pieces_or_none() -> io::Result<()> {
        let scratch = tempfile::tempdir()?;
        let folder = TablesFolder(Folder::new(scratch.path()));
        let read = |content| folder.read("international", content);
        let materials: Vec<Material> = (2..=5).flat_map(Material::of_pieces).collect();
        let (few, many) = materials.split_at(41);
        for &material in &few[1..] {
            std::fs::write(folder.0.outcomes("international", material), "[few]")?;
        }
        for &material in many {
            std::fs::write(folder.0.outcomes("international", material), "[many]")?;
        }
        assert_eq!(read(Content::Outcomes)?, None, "one is missing");
        std::fs::write(folder.0.outcomes("international", few[0]), "[first]")?;
        let joined = "[first]".to_owned() + &"[few]".repeat(40);
        assert_eq!(read(Content::Outcomes)?, Some(joined.into_bytes().into()));
        assert_eq!(read(Content::Distances)?, None);
        assert_eq!(folder.read("../international", Content::Outcomes)?, None);
        Ok(())
    }

    #[test]
    fn international_tables_are_bundled() -> io::Result<()> {
        let endings = endings(&TablesChoice::Auto, Variant::INTERNATIONAL);
        assert!(endings.is_some_and(|endings| endings.most_pieces() >= AUTO_BUILD_PIECES));
        let read = |game, content| BundledOrDefault(None).read(game, content);
        let outcomes = read("international", Content::Outcomes)?;
        assert!(outcomes.is_some_and(|bytes| bytes.starts_with(b"damierWL")));
        let distances = read("international", Content::Distances)?;
        assert!(distances.is_some_and(|bytes| bytes.starts_with(b"damierPL")));
        assert_eq!(read("frisian", Content::Outcomes)?, None);
        assert!(make_in_background(Variant::INTERNATIONAL).is_none());
        Ok(())
    }

    #[test]
    fn missing_tables_are_an_error_only_if_requested() {
        let nowhere = TablesChoice::Folder("/no/such/folder".into());
        assert_eq!(endings(&nowhere, Variant::INTERNATIONAL), None);
        assert_eq!(endings(&nowhere, Variant::CANADIAN), None);
        assert_eq!(endings(&TablesChoice::None, Variant::INTERNATIONAL), None);
        let error = endings_of("/no/such/folder", Variant::INTERNATIONAL).unwrap_err();
        assert!(error.to_string().contains("/no/such/folder"), "{error}");
        assert!(endings_of("/no/such/folder", Variant::FRISIAN).is_err());
    }
}
