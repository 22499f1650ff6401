//! A folder of tables, with one file for each material. A file is written under a temporary name
//! and then renamed, so that it is either complete or absent.

mod mapped;

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use damier_rules::Rulebook;

use crate::build::Builder;
use crate::ground::Unsupported;
use crate::material::Material;
use crate::packed::Bytes;
use crate::packed::file::PackedTableFault;
use crate::solve::TooLong;
use crate::tables::Tables;

/// The extensions of the file names.
const OUTCOMES: &str = "wdl";
const DISTANCES: &str = "plies";

/// The extension of a file that is being written.
const PART: &str = "part";

/// A file that a program locks while it makes tables.
const LOCK: &str = "building.lock";

/// A folder with the tables of any number of games.
///
/// ```no_run
/// use damier_endgame::Folder;
/// use damier_rules::International;
///
/// let folder = Folder::new("endgames");
/// let (tables, faults) = folder.tables(&International)?;
/// for fault in &faults {
///     eprintln!("{fault}"); // a file that is damaged, or of another game
/// }
/// println!("all endings of {} pieces", tables.most_pieces());
/// # Ok::<(), damier_endgame::Unsupported>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A file that cannot be used, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", file.display())]
#[non_exhaustive]
pub struct FileFault {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub fault: FileFaultKind,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFaultKind {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its contents are not the table that they should be.
    #[error(transparent)]
    Table(#[from] PackedTableFault),
}

/// The reason why tables were not made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Tables cannot be made for this game.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A distance is too long to be stored.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// The folder or a file in it cannot be written.
    #[error(transparent)]
    File(#[from] FileFault),
    /// Another program is making tables in this folder now.
    #[error("{}: another program is building tables here", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
}

/// A step in making tables, for reporting progress.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildStep<'s> {
    /// The files of an earlier build are taken over.
    Taken(Material),
    /// A file of an earlier build cannot be used, and its table is made again.
    Again(&'s FileFault),
    /// A material and the one with the sides exchanged are about to be solved.
    Solving(Material),
    /// The tables of a material have been made and their files written.
    Made {
        /// The material.
        material: Material,
        /// The size of the file of outcomes, in bytes.
        outcomes: u64,
        /// The size of the file of distances in bytes, if there is one.
        distances: Option<u64>,
    },
}

impl Folder {
    /// Makes a value for the folder with this path, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into() }
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the outcomes of a material: `international-kmm-km.wdl`.
    pub fn outcomes(&self, game: &str, material: Material) -> PathBuf {
        self.path.join(format!("{game}-{material}.{OUTCOMES}"))
    }

    /// Returns the path of the distances of a material: `international-kmm-km.plies`.
    pub fn distances(&self, game: &str, material: Material) -> PathBuf {
        self.path.join(format!("{game}-{material}.{DISTANCES}"))
    }

    /// Returns the tables of a game in this folder, and the files that cannot be used. A missing
    /// folder has no tables.
    ///
    /// # Errors
    /// Fails if tables cannot hold the positions of the game.
    pub fn tables<R: Rulebook<Bits = u64>>(
        &self,
        rules: &R,
    ) -> Result<(Tables, Vec<FileFault>), Unsupported> {
        let mut tables = Tables::new(rules)?;
        let faults = self.add_to(&mut tables);
        Ok((tables, faults))
    }

    /// Adds all tables of the game in this folder to `tables`, replacing those of the same
    /// material, and returns the files that cannot be used.
    pub fn add_to(&self, tables: &mut Tables) -> Vec<FileFault> {
        let game = tables.game();
        let materials = || (2..=Material::MOST_PIECES).flat_map(Material::of_pieces);
        let outcomes = materials().map(|material| self.outcomes(game, material));
        let distances = materials().map(|material| self.distances(game, material));
        let mut faults = Vec::new();
        for file in outcomes.chain(distances) {
            match file.try_exists() {
                Ok(true) => faults.extend(add(tables, &file).err()),
                Ok(false) => {}
                Err(fault) => {
                    // An error here concerns the folder, so the other files would give it too.
                    faults.push(fault_of(&self.path, fault));
                    break;
                }
            }
        }
        faults
    }

    /// Makes every table of up to `pieces` pieces that is not in the folder yet, with distances for
    /// up to `distances` pieces and for kings alone. If it is interrupted, the tables made so far
    /// remain, and the next call continues from there. `tell` is called with each step.
    ///
    /// # Errors
    /// Fails if the game cannot have tables, if a distance is too long to be stored, if a file
    /// cannot be written, or if another program makes tables here.
    pub fn build<R: Rulebook<Bits = u64>>(
        &self,
        rules: &R,
        pieces: u8,
        distances: u8,
        threads: usize,
        mut tell: impl FnMut(BuildStep<'_>),
    ) -> Result<(), BuildError> {
        let game = rules.table().id;
        let mut builder = Builder::new(rules, distances, threads)?;
        fs::create_dir_all(&self.path).map_err(|fault| fault_of(&self.path, fault))?;
        let only_one = self.lock()?;
        if only_one.is_certain {
            self.clear_parts(game);
        }
        for material in (2..=pieces).flat_map(Material::of_pieces) {
            if builder.has(material) {
                continue;
            }
            match self.take(&mut builder, game, material) {
                Ok(true) => {
                    tell(BuildStep::Taken(material));
                    continue;
                }
                Ok(false) => {}
                Err(fault) => tell(BuildStep::Again(&fault)),
            }
            tell(BuildStep::Solving(material));
            for made in builder.solve(material)? {
                let material = made.material;
                self.write(&self.outcomes(game, material), &made.outcomes)?;
                if let Some(distances) = &made.distances {
                    self.write(&self.distances(game, material), distances)?;
                }
                tell(BuildStep::Made {
                    material,
                    outcomes: made.outcomes.len() as u64,
                    distances: made.distances.map(|distances| distances.len() as u64),
                });
            }
        }
        Ok(())
    }

    /// Prevents other programs from making tables here while the lock file is open. On systems
    /// without file locks several programs may build at once: each first writes the same bytes
    /// under its own temporary name, so this only costs time.
    fn lock(&self) -> Result<Lock, BuildError> {
        let path = self.path.join(LOCK);
        let file = File::create(&path).map_err(|fault| fault_of(&path, fault))?;
        let is_certain = match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(BuildError::Busy {
                    folder: self.path.clone(),
                });
            }
            locked => locked.is_ok(),
        };
        Ok(Lock {
            is_certain,
            _file: file,
        })
    }

    /// Takes over the tables of a material and of the one with the sides exchanged. Returns `false`
    /// if a file is missing, and an error if a file cannot be used; the caller then makes the
    /// tables again.
    fn take<R: Rulebook<Bits = u64>>(
        &self,
        builder: &mut Builder<'_, R>,
        game: &str,
        material: Material,
    ) -> Result<bool, FileFault> {
        // The two are made together, so if one is missing, both are made again.
        let pair = [material, material.turned()];
        let with_distances = builder.wants_distances(material);
        let is_there = |half| {
            self.outcomes(game, half).exists()
                && (!with_distances || self.distances(game, half).exists())
        };
        if !pair.into_iter().all(is_there) {
            return Ok(false);
        }
        for half in pair {
            let file = self.outcomes(game, half);
            let outcomes = map(&file)?;
            let taken = if with_distances {
                builder.check(half, &outcomes)
            } else {
                builder.resume(half, &outcomes)
            };
            taken.map_err(|fault| fault_of(&file, fault))?;
            if with_distances {
                let file = self.distances(game, half);
                let distances = map(&file)?;
                builder
                    .resume_with_distances(half, &distances)
                    .map_err(|fault| fault_of(&file, fault))?;
            }
        }
        Ok(true)
    }

    /// Writes a file to the disk under a temporary name, and then renames it.
    fn write(&self, file: &Path, bytes: &[u8]) -> Result<(), FileFault> {
        let mut beside = file.as_os_str().to_owned();
        beside.push(format!(".{}.{PART}", std::process::id()));
        let beside = PathBuf::from(beside);
        let write = || {
            let mut part = File::create(&beside)?;
            part.write_all(bytes)?;
            part.sync_all()
        };
        let written = write().map_err(|fault| fault_of(&beside, fault));
        let named = written.and_then(|()| {
            fs::rename(&beside, file).map_err(|fault: io::Error| fault_of(file, fault))
        });
        if named.is_err() {
            fs::remove_file(&beside).ok(); // frees space if the disk is full
        }
        // The name is safely on the disk only after the folder is. Not every system can do this for
        // a folder.
        if let Ok(folder) = File::open(&self.path) {
            folder.sync_all().ok();
        }
        named
    }

    /// Removes the unfinished files of this game that programs left when they were stopped.
    fn clear_parts(&self, game: &str) {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let of_table = [OUTCOMES, DISTANCES]
                .iter()
                .any(|ending| name.contains(&format!(".{ending}.")));
            if of_table
                && name.starts_with(&format!("{game}-"))
                && name.ends_with(&format!(".{PART}"))
            {
                fs::remove_file(entry.path()).ok();
            }
        }
    }
}

/// Holds the lock until it is dropped.
struct Lock {
    /// Whether the system really locked the file.
    is_certain: bool,
    _file: File,
}

fn fault_of(file: &Path, fault: impl Into<FileFaultKind>) -> FileFault {
    FileFault {
        file: file.to_owned(),
        fault: fault.into(),
    }
}

/// Adds the tables in a file, which must contain at least one.
fn add(tables: &mut Tables, file: &Path) -> Result<(), FileFault> {
    let bytes = map(file)?;
    let nothing = match tables.add(&bytes) {
        Ok(1..) => return Ok(()),
        Ok(0) => PackedTableFault::NoTable { at: 0 },
        Err(fault) => fault,
    };
    Err(fault_of(file, nothing))
}

fn map(file: &Path) -> Result<Bytes, FileFault> {
    match mapped::map(file) {
        Ok(mapped) => Ok(Arc::new(mapped)),
        Err(fault) => Err(fault_of(file, fault)),
    }
}
