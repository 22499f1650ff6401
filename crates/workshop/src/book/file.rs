//! The file of a growing book, to which each expanded position is appended.
//!
//! ```text
//! "damier\0o"  version  length and id of the variant  nodes per move  mark of the engine
//! then for each expanded position:
//!   the position that it follows  the index of the move there  number of values, values  checksum
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use damier_rules::Variant;

use super::graph::{Graph, Leaf};
use crate::appending;

const MAGIC: &[u8; 8] = b"damier\x00o";
const VERSION: u8 = 1;

/// The bytes of a position without its values: parent, move and number of values, checksum.
const WITHOUT_VALUES: usize = 4 + 2 + 4;

/// The header of a file: what all its positions have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game of the family.
    pub variant: Variant,
    /// The number of nodes searched for each move.
    pub nodes: u64,
    /// Identifies the engine that searched.
    pub mark: u32,
}

/// Why a file of a growing book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GrowthError {
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a file of a growing book, or it has another version of the format.
    #[error("this is no file of a growing book of this version")]
    NotGrowing,
    /// It holds a book of another game.
    #[error("the file holds a book of {0}")]
    OtherVariant(Variant),
    /// Its moves were searched with another number of nodes.
    #[error("the file was grown with {0} positions a move")]
    OtherNodes(u64),
    /// It was grown with other weights, or with another search.
    #[error("the file was grown by another version of the engine")]
    OtherEngine,
    /// The bytes after some position are not a position. Later positions depend on earlier ones, so
    /// such a file cannot be continued. The program never cuts off more than one position
    /// itself.
    #[error(
        "byte {at} is damaged, and {rest} bytes follow: shortened to {at} bytes the file is good"
    )]
    Damaged {
        /// Where the last whole position ends.
        at: u64,
        /// Bytes from there on.
        rest: u64,
    },
}

impl Head {
    fn to_bytes(self) -> Vec<u8> {
        let id = self.variant.id();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, id.len() as u8]);
        bytes.extend(id.as_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.mark.to_le_bytes());
        bytes
    }

    fn read(input: &mut impl Read) -> Option<Head> {
        let head: [u8; 10] = take(input)?;
        if &head[..8] != MAGIC || head[8] != VERSION {
            return None;
        }
        let mut id = vec![0; usize::from(head[9])];
        input.read_exact(&mut id).ok()?;
        Some(Head {
            variant: Variant::from_id(std::str::from_utf8(&id).ok()?)?,
            nodes: u64::from_le_bytes(take(input)?),
            mark: u32::from_le_bytes(take(input)?),
        })
    }

    /// Whether positions searched with these settings may be added.
    fn admits(&self, wanted: &Head) -> Result<(), GrowthError> {
        if self.variant != wanted.variant {
            Err(GrowthError::OtherVariant(self.variant))
        } else if self.nodes != wanted.nodes {
            Err(GrowthError::OtherNodes(self.nodes))
        } else if self.mark != wanted.mark {
            Err(GrowthError::OtherEngine)
        } else {
            Ok(())
        }
    }
}

/// Reads the graph in a file. An unfinished position at the end is ignored.
///
/// # Errors
/// The file cannot be read, is not a file of a growing book, or is damaged before its end.
pub fn read(path: &Path) -> Result<(Head, Graph), GrowthError> {
    let (head, graph, _) = read_whole(&File::open(path)?)?;
    Ok((head, graph))
}

/// Like [`read`], and also returns the number of bytes up to the end of the last whole position.
fn read_whole(mut file: &File) -> Result<(Head, Graph, u64), GrowthError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let mut rest = &bytes[..];
    let head = Head::read(&mut rest).ok_or(GrowthError::NotGrowing)?;
    let mut graph = Graph::new(head.variant);
    let mut whole = rest;
    while let Some((leaf, values)) = position(&mut rest) {
        if !graph.add(leaf, &values) {
            break;
        }
        whole = rest;
    }
    graph.settle();
    let at = (bytes.len() - whole.len()) as u64;
    if !is_last(whole) {
        let rest = whole.len() as u64;
        return Err(GrowthError::Damaged { at, rest });
    }
    Ok((head, graph, at))
}

/// Whether these bytes are at most one position, judging by its number of values.
fn is_last(bytes: &[u8]) -> bool {
    bytes
        .get(5)
        .is_none_or(|count| bytes.len() <= WITHOUT_VALUES + 2 * usize::from(*count))
}

/// Opens or creates a file to append to, and returns the graph in it. Bytes after the last whole
/// position, left by a program that was stopped, are cut off.
///
/// # Errors
/// The file cannot be written, another program is writing to it, it was grown with other settings,
/// or it is damaged before its end.
pub(super) fn append(path: &Path, head: &Head) -> Result<(File, Graph), GrowthError> {
    let mut file = appending::open(path)?;
    if appending::begin(&mut file, &head.to_bytes())? {
        return Ok((file, Graph::new(head.variant)));
    }
    let (found, graph, whole) = read_whole(&file)?;
    found.admits(head)?;
    appending::keep(&mut file, whole)?;
    Ok((file, graph))
}

/// A position as the file stores it.
pub(super) fn to_bytes(leaf: Leaf, values: &[i16]) -> Vec<u8> {
    let mut bytes = leaf.parent.to_le_bytes().to_vec();
    bytes.extend([leaf.place, values.len() as u8]);
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn position(input: &mut impl Read) -> Option<(Leaf, Vec<i16>)> {
    let parent = u32::from_le_bytes(take(input)?);
    let [place, count] = take(input)?;
    let values = (0..count).map(|_| take(input).map(i16::from_le_bytes));
    let values: Vec<i16> = values.collect::<Option<_>>()?;
    let leaf = Leaf { parent, place };
    let sum: [u8; 4] = take(input)?;
    to_bytes(leaf, &values)
        .ends_with(&sum)
        .then_some((leaf, values))
}

fn take<const N: usize>(input: &mut impl Read) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).ok()?;
    Some(bytes)
}
