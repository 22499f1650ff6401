//! The file of games that the engine played against itself: small, appended to game by game, and read
//! back up to the first damaged byte.
//!
//! ```text
//! "damier\0g"  version  length and id of the variant
//! then for each game:  length  checksum  index  result  opening plies  plies  moves and scores
//! ```
//! A move is its place in the sorted list of legal moves: one byte. After the opening each move is
//! followed by what the engine thought of it, two bytes.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use damier_rules::{Side, Variant};

use crate::appending;

const MAGIC: &[u8; 8] = b"damier\x00g";
const VERSION: u8 = 1;
/// A record longer than this is damage: the longest game is far shorter.
const LONGEST: u32 = 1 << 16;

/// One move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The place of the move in the sorted list of legal moves.
    pub choice: u8,
    /// What the engine thought of the position before it, in hundredths of a man for the side to move.
    /// In the opening, which is chance, nothing.
    pub score: i16,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number in the run that played it.
    pub index: u64,
    /// Who won.
    pub winner: Option<Side>,
    /// How many moves were drawn by lot before the engine began.
    pub opening: u16,
    /// All moves, those of the opening first.
    pub plies: Vec<Ply>,
}

impl GameRecord {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + 3 * self.plies.len());
        bytes.extend(self.index.to_le_bytes());
        bytes.push(match self.winner {
            Some(Side::Black) => 0,
            None => 1,
            Some(Side::White) => 2,
        });
        bytes.extend(self.opening.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for (place, ply) in self.plies.iter().enumerate() {
            bytes.push(ply.choice);
            if place >= usize::from(self.opening) {
                bytes.extend(ply.score.to_le_bytes());
            }
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<GameRecord> {
        let (index, rest) = bytes.split_first_chunk()?;
        let (&[result], rest) = rest.split_first_chunk()?;
        let winner = match result {
            0 => Some(Side::Black),
            1 => None,
            2 => Some(Side::White),
            _ => return None,
        };
        let (opening, rest) = rest.split_first_chunk()?;
        let opening = u16::from_le_bytes(*opening);
        let (count, mut rest) = rest.split_first_chunk()?;
        let mut plies = Vec::new();
        for place in 0..u16::from_le_bytes(*count) {
            let (&[choice], after) = rest.split_first_chunk()?;
            rest = after;
            let mut score = 0;
            if place >= opening {
                let (bytes, after) = rest.split_first_chunk()?;
                score = i16::from_le_bytes(*bytes);
                rest = after;
            }
            plies.push(Ply { choice, score });
        }
        let record = GameRecord {
            index: u64::from_le_bytes(*index),
            winner,
            opening,
            plies,
        };
        rest.is_empty().then_some(record)
    }
}

/// Why a file of games cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The system said no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no such file, or of a later version.
    #[error("this is no file of self-play games of this version")]
    NotGames,
    /// It holds another game of the family than the one asked for.
    #[error("the file holds games of '{0}'")]
    OtherVariant(String),
}

/// Reads games one after another. A damaged or unfinished record ends the file: what stands before it
/// is good.
pub struct Reader<R = BufReader<File>> {
    variant: Variant,
    input: R,
    /// Bytes up to the end of the last whole record.
    whole: u64,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// Where it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Reader, GameFileError> {
        Reader::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Where they are no file of games.
    pub fn new(mut input: R) -> Result<Reader<R>, GameFileError> {
        let mut head = [0; 10];
        let read = input.read_exact(&mut head);
        if read.is_err() || &head[..8] != MAGIC || head[8] != VERSION {
            return Err(GameFileError::NotGames);
        }
        let mut id = vec![0; usize::from(head[9])];
        input
            .read_exact(&mut id)
            .map_err(|_| GameFileError::NotGames)?;
        let id = String::from_utf8_lossy(&id);
        let variant = Variant::from_id(&id)
            .ok_or_else(|| GameFileError::OtherVariant(id.clone().into_owned()))?;
        let whole = 10 + id.len() as u64;
        Ok(Reader {
            variant,
            input,
            whole,
        })
    }

    /// The game of the family.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    fn record(&mut self) -> Option<GameRecord> {
        let mut head = [0; 8];
        self.input.read_exact(&mut head).ok()?;
        let ([length, sum], _) = head.as_chunks() else {
            return None;
        };
        let length = u32::from_le_bytes(*length);
        if length > LONGEST {
            return None;
        }
        let mut body = vec![0; length as usize];
        self.input.read_exact(&mut body).ok()?;
        if crc32fast::hash(&body) != u32::from_le_bytes(*sum) {
            return None;
        }
        let record = GameRecord::from_bytes(&body)?;
        self.whole += 8 + u64::from(length);
        Some(record)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = GameRecord;

    fn next(&mut self) -> Option<GameRecord> {
        self.record()
    }
}

/// What stands before the first game.
fn head(variant: Variant) -> Vec<u8> {
    let id = variant.id();
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, id.len() as u8]);
    bytes.extend(id.as_bytes());
    bytes
}

/// Appends games to a file.
pub struct Writer {
    output: BufWriter<File>,
}

impl Writer {
    /// Opens a file to append to, or begins one; tells the indices of the games that it holds. What
    /// follows the last whole record, left by a program that was stopped, is cut off.
    ///
    /// # Errors
    /// Where it cannot be written, another program is writing to it, or it is no file of games of this variant.
    pub fn append(path: &Path, variant: Variant) -> Result<(Writer, Vec<u64>), GameFileError> {
        let mut file = appending::open(path)?;
        let mut held = Vec::new();
        if !appending::begin(&mut file, &head(variant))? {
            let mut reader = Reader::new(BufReader::new(&file))?;
            if reader.variant() != variant {
                return Err(GameFileError::OtherVariant(
                    reader.variant().id().to_owned(),
                ));
            }
            held.extend(reader.by_ref().map(|record| record.index));
            let whole = reader.whole;
            appending::keep(&mut file, whole)?;
        }
        let output = BufWriter::new(file);
        Ok((Writer { output }, held))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        let body = record.to_bytes();
        self.output.write_all(&(body.len() as u32).to_le_bytes())?;
        self.output
            .write_all(&crc32fast::hash(&body).to_le_bytes())?;
        self.output.write_all(&body)
    }

    /// Hands everything over to the system.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::selfplay::Replay;

    proptest! {
        #[test]
        fn any_bytes_are_games_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..100),
            records in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 0..4),
            moves in 0..20u16,
        ) {
            prop_assert!(Reader::new(&*bytes).is_err());
            // Behind a right head, each record with its right length and sum; the first may well be one.
            let mut file = b"damier\0g\x01\x07russian".to_vec();
            for (place, mut record) in records.into_iter().enumerate() {
                if place == 0 && record.len() >= 13 + 3 * usize::from(moves) {
                    record.truncate(13 + 3 * usize::from(moves));
                    record[8..13].copy_from_slice(&[1, 0, 0, moves as u8, 0]);
                }
                file.extend((record.len() as u32).to_le_bytes());
                file.extend(crc32fast::hash(&record).to_le_bytes());
                file.extend(record);
            }
            let reader = Reader::new(&*file).expect("a right head");
            let variant = reader.variant();
            for record in reader {
                let played = Replay::new(variant, &record).count();
                prop_assert!(played <= record.plies.len());
                prop_assert_eq!(GameRecord::from_bytes(&record.to_bytes()), Some(record));
            }
        }
    }

    fn record(index: u64) -> GameRecord {
        let plies = (0..20 + index as u8)
            .map(|n| Ply {
                choice: n,
                score: if n < 5 { 0 } else { i16::from(n) * -37 },
            })
            .collect();
        GameRecord {
            index,
            winner: [None, Some(Side::White), Some(Side::Black)][index as usize % 3],
            opening: 5,
            plies,
        }
    }

    #[test]
    fn games_read_back_and_a_torn_end_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, held) = Writer::append(&path, Variant::RUSSIAN).unwrap();
        assert!(held.is_empty());
        for index in 0..10 {
            writer.write(&record(index)).unwrap();
        }
        writer.flush().unwrap();
        drop(writer);
        let read = |path: &Path| Reader::open(path).unwrap().collect::<Vec<_>>();
        assert_eq!(read(&path), (0..10).map(record).collect::<Vec<_>>());

        let length = path.metadata().unwrap().len();
        std::fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(length - 7)
            .unwrap();
        let (mut writer, held) = Writer::append(&path, Variant::RUSSIAN).unwrap();
        assert_eq!(held, (0..9).collect::<Vec<_>>());
        writer.write(&record(12)).unwrap();
        drop(writer);
        let expected: Vec<_> = (0..9).chain([12]).map(record).collect();
        assert_eq!(read(&path), expected);

        let other = Writer::append(&path, Variant::ENGLISH);
        assert!(matches!(other, Err(GameFileError::OtherVariant(id)) if id == "russian"));
    }

    #[test]
    fn two_do_not_write_at_once_and_a_torn_head_is_no_loss() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, _) = Writer::append(&path, Variant::RUSSIAN).unwrap();
        let second = Writer::append(&path, Variant::RUSSIAN);
        assert!(
            matches!(second, Err(GameFileError::Io(error)) if error.kind() == io::ErrorKind::ResourceBusy)
        );
        writer.write(&record(0)).unwrap();
        drop(writer);
        let bytes = std::fs::read(&path).unwrap();
        let whole = head(Variant::RUSSIAN).len();
        for cut in 0..=whole {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let (mut writer, held) = Writer::append(&path, Variant::RUSSIAN).unwrap();
            assert!(held.is_empty());
            writer.write(&record(0)).unwrap();
            drop(writer);
            assert_eq!(
                std::fs::read(&path).unwrap(),
                bytes,
                "{cut} bytes were there"
            );
        }
    }

    #[test]
    fn damage_ends_the_file_where_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, _) = Writer::append(&path, Variant::INTERNATIONAL).unwrap();
        for index in 0..3 {
            writer.write(&record(index)).unwrap();
        }
        drop(writer);
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            std::fs::write(&path, &damaged).unwrap();
            if let Ok(reader) = Reader::open(&path) {
                for (index, read) in reader.enumerate() {
                    assert_eq!(read, record(index as u64), "byte {at}");
                }
            }
        }
    }
}
