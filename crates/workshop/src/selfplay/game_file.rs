//! The file of self-play games. It is small, and games are appended one by one.
//!
//! ```text
//! "damier\0g"  version  length and id of the variant  length and text of the settings
//! then for each game:  length  checksum  index  result  opening plies  plies  moves and scores
//! ```
//! A move is stored as its index in the sorted list of legal moves, in one byte. After the opening,
//! the engine's score follows each move, in two bytes. Damage affects only the games that it
//! touches; the games after it are found by their checksums.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use damier_rules::Variant;

use super::record::{LEAST, SelfPlayGame};
use crate::appending;

const MAGIC: &[u8; 8] = b"damier\x00g";
const VERSION: u8 = 2;
/// A longer record counts as damaged: real games are far shorter.
const LONGEST: usize = 1 << 16;
/// The bytes before each record: length and checksum.
const BEFORE: usize = 8;
/// Bytes read at a time.
const AT_A_TIME: usize = 1 << 16;

/// Why a file of games cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a file of self-play games, or it has another version of the format.
    #[error("this is no file of self-play games of this version")]
    NotGames,
    /// It holds another game than the requested one.
    #[error("the file holds games of '{0}'")]
    OtherVariant(String),
    /// Its games were played with other settings, so new games would not fit.
    #[error("the games of this file were played with {found}, not with {wanted}")]
    PlayedOtherwise {
        /// The settings of the file that differ.
        found: String,
        /// The settings that were wanted instead.
        wanted: String,
    },
}

/// Reads games one after another. It skips everything that is damaged or incomplete.
pub struct Reader<R = BufReader<File>> {
    variant: Variant,
    how: String,
    input: R,
    /// Bytes read from the file; those before `next` are consumed.
    window: Vec<u8>,
    next: usize,
    /// The position of `next` in the file.
    at: u64,
    /// The number of bytes up to the end of the last whole record.
    whole: u64,
    left_out: u64,
    ended: bool,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a file of self-play games.
    pub fn open(path: &Path) -> Result<Reader, GameFileError> {
        Reader::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads a file from its bytes.
    ///
    /// # Errors
    /// The bytes are not a file of self-play games.
    pub fn new(mut input: R) -> Result<Reader<R>, GameFileError> {
        let mut first = [0; 9];
        read_exact(&mut input, &mut first)?;
        if &first[..8] != MAGIC || first[8] != VERSION {
            return Err(GameFileError::NotGames);
        }
        let mut length = [0; 1];
        read_exact(&mut input, &mut length)?;
        let mut id = vec![0; usize::from(length[0])];
        read_exact(&mut input, &mut id)?;
        let mut length = [0; 2];
        read_exact(&mut input, &mut length)?;
        let mut how = vec![0; usize::from(u16::from_le_bytes(length))];
        read_exact(&mut input, &mut how)?;
        let at = (first.len() + 1 + id.len() + 2 + how.len()) as u64;
        let id = String::from_utf8_lossy(&id).into_owned();
        let variant = Variant::from_id(&id).ok_or(GameFileError::OtherVariant(id))?;
        Ok(Reader {
            variant,
            how: String::from_utf8_lossy(&how).into_owned(),
            input,
            window: Vec::new(),
            next: 0,
            at,
            whole: at,
            left_out: 0,
            ended: false,
        })
    }

    /// The game of the family.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The settings of the games, in the words of the program that created the file.
    pub fn how(&self) -> &str {
        &self.how
    }

    /// The number of bytes so far that belong to no whole game: damage, or the rest of a game that
    /// was never completed.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Whether at least this many bytes are left, reading more from the file if necessary.
    fn holds(&mut self, wanted: usize) -> io::Result<bool> {
        let there = self.window.len() - self.next;
        if there < wanted && !self.ended {
            self.window.drain(..self.next);
            self.next = 0;
            let more = (wanted - there).max(AT_A_TIME) as u64;
            let read = Read::by_ref(&mut self.input)
                .take(more)
                .read_to_end(&mut self.window)?;
            self.ended = (read as u64) < more;
        }
        Ok(self.window.len() - self.next >= wanted)
    }

    /// The record that begins at `next`, and its length in bytes; `None` if no record begins there.
    fn begins(&mut self) -> io::Result<Option<(SelfPlayGame, usize)>> {
        let ([length, sum], _) = self.window[self.next..][..BEFORE].as_chunks() else {
            return Ok(None);
        };
        let (length, sum) = (u32::from_le_bytes(*length), u32::from_le_bytes(*sum));
        let length = length as usize;
        if !(LEAST..=LONGEST).contains(&length) || !self.holds(BEFORE + length)? {
            return Ok(None);
        }
        let body = &self.window[self.next + BEFORE..][..length];
        if !SelfPlayGame::has_length_of_its_own(body) || crc32fast::hash(body) != sum {
            return Ok(None);
        }
        Ok(SelfPlayGame::from_bytes(body).map(|record| (record, BEFORE + length)))
    }

    fn skip(&mut self, bytes: usize) {
        self.next += bytes;
        self.at += bytes as u64;
    }

    fn record(&mut self) -> io::Result<Option<SelfPlayGame>> {
        while self.holds(BEFORE)? {
            if let Some((record, length)) = self.begins()? {
                self.skip(length);
                self.whole = self.at;
                return Ok(Some(record));
            }
            self.skip(1);
            self.left_out += 1;
        }
        let rest = self.window.len() - self.next;
        self.skip(rest);
        self.left_out += rest as u64;
        Ok(None)
    }
}

/// Reads a part of the header. If the file ends within the header, it is not a file of games.
fn read_exact(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), GameFileError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => GameFileError::NotGames,
        _ => GameFileError::Io(error),
    })
}

impl<R: Read> Iterator for Reader<R> {
    /// A game, or an error of the system, after which the iteration ends.
    type Item = io::Result<SelfPlayGame>;

    fn next(&mut self) -> Option<io::Result<SelfPlayGame>> {
        let record = self.record();
        if record.is_err() {
            self.ended = true;
            self.window.clear();
            self.next = 0;
        }
        record.transpose()
    }
}

/// The error that names the differences between two texts of settings. In each text the settings
/// are separated by commas.
fn played_otherwise(found: &str, wanted: &str) -> GameFileError {
    let without = |these: &str, those: &str| {
        let those: Vec<&str> = those.split(", ").collect();
        let differ = these.split(", ").filter(|part| !those.contains(part));
        differ.collect::<Vec<_>>().join(", ")
    };
    GameFileError::PlayedOtherwise {
        found: without(found, wanted),
        wanted: without(wanted, found),
    }
}

/// The header: all bytes before the first game.
fn head(variant: Variant, how: &str) -> Vec<u8> {
    let id = variant.id();
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, id.len() as u8]);
    bytes.extend(id.as_bytes());
    bytes.extend((how.len() as u16).to_le_bytes());
    bytes.extend(how.as_bytes());
    bytes
}

/// Appends games to a file.
pub struct Writer {
    output: BufWriter<File>,
}

impl Writer {
    /// Opens or creates a file to append to, and returns the numbers of the games in it. Bytes
    /// after the last whole record, left by a program that was stopped, are cut off.
    ///
    /// # Errors
    /// The file cannot be written, another program is writing to it, or it does not hold games of
    /// this variant with these settings.
    pub fn append(
        path: &Path,
        variant: Variant,
        how: &str,
    ) -> Result<(Writer, Vec<u64>), GameFileError> {
        let mut file = appending::open(path)?;
        let mut held = Vec::new();
        if !appending::begin(&mut file, &head(variant, how))? {
            let mut reader = Reader::new(BufReader::new(&file))?;
            if reader.variant() != variant {
                let id = reader.variant().id().to_owned();
                return Err(GameFileError::OtherVariant(id));
            }
            if reader.how() != how {
                return Err(played_otherwise(reader.how(), how));
            }
            for record in reader.by_ref() {
                held.push(record?.index);
            }
            let whole = reader.whole;
            appending::keep(&mut file, whole)?;
        }
        let output = BufWriter::new(file);
        Ok((Writer { output }, held))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, record: &SelfPlayGame) -> io::Result<()> {
        let body = record.to_bytes();
        self.output.write_all(&(body.len() as u32).to_le_bytes())?;
        self.output
            .write_all(&crc32fast::hash(&body).to_le_bytes())?;
        self.output.write_all(&body)
    }

    /// Hands all buffered bytes to the system.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use damier_rules::Side;

    use super::*;
    use crate::selfplay::{Ply, ReplayedGame};

    const HOW: &str = "seed 1, 50 positions a move";

    proptest! {
        #[test]
        fn any_bytes_are_games_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..100),
            records in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 0..4),
            moves in 0..20u16,
        ) {
            prop_assert!(Reader::new(&*bytes).is_err());
            // A valid header, and then records with valid lengths and checksums. The first may well
            // be a valid game.
            let mut file = b"damier\0g\x02\x07russian\0\0".to_vec();
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
                let record = record.expect("bytes can be read");
                let played = ReplayedGame::new(variant, &record).count();
                prop_assert!(played <= record.plies.len());
                prop_assert_eq!(SelfPlayGame::from_bytes(&record.to_bytes()), Some(record));
            }
        }
    }

    fn record(index: u64) -> SelfPlayGame {
        let plies = (0..20 + index as u8)
            .map(|n| Ply {
                choice: n,
                score: if n < 5 { 0 } else { i16::from(n) * -37 },
            })
            .collect();
        SelfPlayGame {
            index,
            winner: [None, Some(Side::White), Some(Side::Black)][index as usize % 3],
            opening: 5,
            plies,
        }
    }

    fn read(path: &Path) -> Vec<SelfPlayGame> {
        let reader = Reader::open(path).unwrap();
        reader.collect::<io::Result<_>>().unwrap()
    }

    #[test]
    fn games_read_back_and_a_torn_end_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, held) = Writer::append(&path, Variant::RUSSIAN, HOW).unwrap();
        assert!(held.is_empty());
        for index in 0..10 {
            writer.write(&record(index)).unwrap();
        }
        writer.flush().unwrap();
        drop(writer);
        assert_eq!(read(&path), (0..10).map(record).collect::<Vec<_>>());

        let length = path.metadata().unwrap().len();
        std::fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(length - 7)
            .unwrap();
        let (mut writer, held) = Writer::append(&path, Variant::RUSSIAN, HOW).unwrap();
        assert_eq!(held, (0..9).collect::<Vec<_>>());
        writer.write(&record(12)).unwrap();
        drop(writer);
        let expected: Vec<_> = (0..9).chain([12]).map(record).collect();
        assert_eq!(read(&path), expected);

        let other = Writer::append(&path, Variant::ENGLISH, HOW);
        assert!(matches!(other, Err(GameFileError::OtherVariant(id)) if id == "russian"));
        let other = Writer::append(&path, Variant::RUSSIAN, "seed 2, 50 positions a move")
            .err()
            .unwrap();
        assert_eq!(
            other.to_string(),
            "the games of this file were played with seed 1, not with seed 2"
        );
    }

    #[test]
    fn a_second_writer_is_refused_and_a_partial_header_is_no_loss() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, _) = Writer::append(&path, Variant::RUSSIAN, HOW).unwrap();
        let second = Writer::append(&path, Variant::RUSSIAN, HOW);
        assert!(
            matches!(second, Err(GameFileError::Io(error)) if error.kind() == io::ErrorKind::ResourceBusy)
        );
        writer.write(&record(0)).unwrap();
        drop(writer);
        let bytes = std::fs::read(&path).unwrap();
        let whole = head(Variant::RUSSIAN, HOW).len();
        for cut in 0..=whole {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let (mut writer, held) = Writer::append(&path, Variant::RUSSIAN, HOW).unwrap();
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
    fn damage_loses_only_the_damaged_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, _) = Writer::append(&path, Variant::INTERNATIONAL, HOW).unwrap();
        for index in 0..3 {
            writer.write(&record(index)).unwrap();
        }
        drop(writer);
        let bytes = std::fs::read(&path).unwrap();
        let first = head(Variant::INTERNATIONAL, HOW).len();
        for at in first..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            std::fs::write(&path, &damaged).unwrap();
            let mut reader = Reader::open(&path).unwrap();
            let read: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
            assert_eq!(read.len(), 2, "byte {at}");
            assert!(read.iter().all(|game| *game == record(game.index)));
            let lost = (0..3)
                .find(|&index| read.iter().all(|game| game.index != index))
                .unwrap();
            let length = BEFORE + record(lost).to_bytes().len();
            assert_eq!(reader.left_out(), length as u64, "byte {at}");
            // The lost game is played again and appended after the others, and no good game is cut
            // off.
            let (mut writer, held) = Writer::append(&path, Variant::INTERNATIONAL, HOW).unwrap();
            assert_eq!(held.len(), 2);
            writer.write(&record(lost)).unwrap();
            drop(writer);
            assert_eq!(self::read(&path).len(), 3, "byte {at}");
        }
        for at in 0..first {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            std::fs::write(&path, &damaged).unwrap();
            let untouched = Writer::append(&path, Variant::INTERNATIONAL, HOW);
            assert!(untouched.is_err(), "byte {at}");
            assert_eq!(std::fs::read(&path).unwrap(), damaged);
        }
    }

    #[test]
    fn damage_is_skipped_in_linear_time() {
        // By its length, each of these four bytes could begin a long record.
        let mut file = head(Variant::RUSSIAN, HOW);
        file.extend([0xff, 0xff, 0, 0].repeat(1 << 18));
        let game = record(7).to_bytes();
        file.extend((game.len() as u32).to_le_bytes());
        file.extend(crc32fast::hash(&game).to_le_bytes());
        file.extend(game);
        let mut reader = Reader::new(&*file).unwrap();
        assert_eq!(reader.next().unwrap().unwrap(), record(7));
        assert!(reader.next().is_none());
        assert_eq!(reader.left_out(), 1 << 20);
    }

    #[test]
    fn a_read_error_is_not_the_end_of_the_file() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        let head = head(Variant::RUSSIAN, HOW);
        let mut reader = Reader::new(head.chain(Failing)).unwrap();
        assert!(reader.next().unwrap().is_err());
        assert!(reader.next().is_none());
        assert!(matches!(Reader::new(Failing), Err(GameFileError::Io(_))));
    }
}
