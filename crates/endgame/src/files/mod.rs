//! A folder of tables: one file for each material, written beside its final name and then renamed, so that
//! a file is there whole or not at all.

mod mapped;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use damier_rules::Rulebook;

use crate::build::Builder;
use crate::ground::Unsupported;
use crate::material::Material;
use crate::packed::Bytes;
use crate::packed::file::TableFault;
use crate::solve::TooLong;
use crate::tables::Tables;

/// A folder in which the tables of any number of games lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A file that cannot be used, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", file.display())]
pub struct FileFault {
    /// The file.
    pub file: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not what it should be.
    #[error(transparent)]
    Table(#[from] TableFault),
}

/// Why tables were not made.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Not for this game.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A distance that cannot be counted.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] FileFault),
}

/// What happens while tables are made.
#[derive(Debug)]
pub enum Step<'s> {
    /// A file that was made before is taken over.
    Taken(Material),
    /// A file that was made before cannot be used, and its table is made again.
    Again(&'s FileFault),
    /// A material and the same turned are going to be solved.
    Solving(Material),
    /// A table is made and its file written.
    Made {
        /// The material.
        material: Material,
        /// The bytes of its file.
        bytes: u64,
    },
}

impl Folder {
    /// The folder of this name, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into() }
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the table of a material lies: `international-kmm-km.wdl`.
    pub fn file(&self, game: &str, material: Material) -> PathBuf {
        self.path.join(format!("{game}-{material}.wdl"))
    }

    /// The tables of a game that lie here, and the files that cannot be used. An absent folder has none.
    ///
    /// # Errors
    /// Where tables cannot hold the positions of the game.
    pub fn tables<R: Rulebook<Bits = u64>>(
        &self,
        rules: &R,
    ) -> Result<(Tables, Vec<FileFault>), Unsupported> {
        let mut tables = Tables::new(rules)?;
        let mut faults = Vec::new();
        for file in self.files(rules.table().id) {
            let added = map(&file).and_then(|bytes| match tables.add(&bytes) {
                Ok(added) if !added.is_empty() => Ok(()),
                nothing => Err(FileFault {
                    file: file.clone(),
                    fault: nothing.err().unwrap_or(TableFault::NoTable { at: 0 }).into(),
                }),
            });
            faults.extend(added.err());
        }
        Ok((tables, faults))
    }

    /// Makes every table of so many pieces and fewer that does not lie here yet. Whatever interrupts it,
    /// the tables made so far stay, and the next call goes on from there.
    ///
    /// # Errors
    /// Where the game has no tables, or a file cannot be written.
    pub fn build<R: Rulebook<Bits = u64>>(
        &self,
        rules: &R,
        pieces: u8,
        threads: usize,
        mut tell: impl FnMut(Step<'_>),
    ) -> Result<(), BuildError> {
        let game = rules.table().id;
        let mut builder = Builder::new(rules, threads)?;
        let fault = |fault| FileFault {
            file: self.path.clone(),
            fault: Fault::Io(fault),
        };
        fs::create_dir_all(&self.path).map_err(fault)?;
        for material in (2..=pieces).flat_map(Material::of_pieces) {
            if builder.has(material) {
                continue;
            }
            match self.take(&mut builder, game, material) {
                Ok(true) => {
                    tell(Step::Taken(material));
                    continue;
                }
                Ok(false) => {}
                Err(fault) => tell(Step::Again(&fault)),
            }
            tell(Step::Solving(material));
            for made in builder.solve(material)? {
                self.write(&self.file(game, made.material), &made.bytes)?;
                tell(Step::Made {
                    material: made.material,
                    bytes: made.bytes.len() as u64,
                });
            }
        }
        Ok(())
    }

    /// Takes a table over if its file is there. A file that cannot be used is no obstacle.
    fn take<R: Rulebook<Bits = u64>>(
        &self,
        builder: &mut Builder<'_, R>,
        game: &str,
        material: Material,
    ) -> Result<bool, FileFault> {
        // A pair is made together, so the one half is only as good as the other.
        for half in [material, material.turned()] {
            let file = self.file(game, half);
            if !file.exists() {
                return Ok(false);
            }
            let bytes = map(&file)?;
            let taken = builder.resume(half, &bytes);
            taken.map_err(|fault| FileFault {
                file,
                fault: fault.into(),
            })?;
        }
        Ok(true)
    }

    /// Writes a file beside its final name, to the disk, and then gives it the name.
    fn write(&self, file: &Path, bytes: &[u8]) -> Result<(), FileFault> {
        let beside = file.with_extension("wdl.part");
        let write = || {
            let mut part = File::create(&beside)?;
            part.write_all(bytes)?;
            part.sync_all()?;
            fs::rename(&beside, file)?;
            // The name is on the disk once the folder is. Not every system can do this with a folder.
            if let Ok(folder) = File::open(&self.path) {
                folder.sync_all().ok();
            }
            Ok(())
        };
        write().map_err(|fault: io::Error| FileFault {
            file: file.to_owned(),
            fault: fault.into(),
        })
    }

    /// The files of a game's tables, by name.
    fn files(&self, game: &str) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return Vec::new();
        };
        let mut files: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                path.extension().is_some_and(|ending| ending == "wdl")
                    && path
                        .file_stem()
                        .and_then(|stem| stem.to_str()?.strip_prefix(game)?.strip_prefix('-'))
                        .is_some_and(|name| name.parse::<Material>().is_ok())
            })
            .collect();
        files.sort();
        files
    }
}

fn map(file: &Path) -> Result<Bytes, FileFault> {
    match mapped::map(file) {
        Ok(mapped) => Ok(Arc::new(mapped)),
        Err(fault) => Err(FileFault {
            file: file.to_owned(),
            fault: fault.into(),
        }),
    }
}
