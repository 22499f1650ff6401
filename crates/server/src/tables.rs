//! Endgame tables for the page. This file handles them as bytes and does not read their content.

use std::io;
use std::sync::{Arc, Weak};

pub use axum::body::Bytes;
use parking_lot::Mutex;
use utoipa::ToSchema;

/// What the tables contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Content {
    /// Winners.
    Outcomes,
    /// Distances in plies.
    Distances,
}

/// A source of tables.
pub trait TableFiles: Send + Sync + 'static {
    /// All tables of a game with this content, one after another; `None` if there are none, or not
    /// all of them yet. It may be slow: it is called on a blocking thread. While the result is in
    /// use, and for some time after that, it is not requested again.
    ///
    /// # Errors
    /// The tables exist but cannot be read.
    fn read(&self, game: &str, content: Content) -> io::Result<Option<Bytes>>;
}

/// The tables that browsers can fetch, cheap to clone. All responses with the same tables share
/// their bytes, so that slow readers take no extra memory.
#[derive(Clone)]
pub struct Tables {
    files: Arc<dyn TableFiles>,
    read: Arc<Mutex<Vec<Read>>>,
}

/// Tables that were read. The list is ordered by last use, the most recent first.
struct Read {
    game: String,
    content: Content,
    bytes: Weak<Shared>,
    /// Keeps the bytes while unused; set for the most recent entries only.
    held: Option<Arc<Shared>>,
}

struct Shared(Bytes);

/// How many unused results stay in memory: outcomes and distances of two games, some megabytes
/// each.
const HELD: usize = 4;

impl Tables {
    /// No tables.
    pub fn none() -> Self {
        Self::of(Nothing)
    }

    /// These tables.
    pub fn of(files: impl TableFiles) -> Self {
        Self {
            files: Arc::new(files),
            read: Arc::default(),
        }
    }

    /// All tables of a game with this content. Only one thread reads at a time, so that no two read
    /// the same tables.
    pub(crate) fn read(&self, game: &str, content: Content) -> io::Result<Option<Bytes>> {
        let mut all = self.read.lock();
        let known = |one: &Read| one.game == game && one.content == content;
        let found = all.iter().find(|one| known(one));
        let bytes = match found.and_then(|one| one.bytes.upgrade()) {
            Some(bytes) => bytes,
            None => match self.files.read(game, content)? {
                Some(bytes) => Arc::new(Shared(bytes)),
                None => return Ok(None),
            },
        };
        all.retain(|one| !known(one) && one.bytes.strong_count() > 0);
        all.insert(
            0,
            Read {
                game: game.to_owned(),
                content,
                bytes: Arc::downgrade(&bytes),
                held: Some(bytes.clone()),
            },
        );
        for old in all.iter_mut().skip(HELD) {
            old.held = None;
        }
        Ok(Some(Bytes::from_owner(Reader(bytes))))
    }
}

/// A response that uses the bytes.
struct Reader(Arc<Shared>);

impl AsRef<[u8]> for Reader {
    fn as_ref(&self) -> &[u8] {
        &self.0.0
    }
}

struct Nothing;

impl TableFiles for Nothing {
    fn read(&self, _game: &str, _content: Content) -> io::Result<Option<Bytes>> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Has tables of every game, and counts how often they are read.
    struct Counted(Arc<AtomicU32>);

    impl TableFiles for Counted {
        fn read(&self, game: &str, _content: Content) -> io::Result<Option<Bytes>> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok((game != "none").then(|| game.to_owned().into()))
        }
    }

    #[test]
    fn all_readers_read_the_same_bytes() {
        let count = Arc::new(AtomicU32::new(0));
        let tables = Tables::of(Counted(count.clone()));
        let read = |game: &str| tables.read(game, Content::Outcomes).unwrap();
        let (one, other) = (read("first").unwrap(), read("first").unwrap());
        assert_eq!((&one[..], one.as_ptr()), (&b"first"[..], other.as_ptr()));
        for game in 0..10 {
            assert_eq!(read(&game.to_string()).unwrap(), game.to_string());
        }
        assert_eq!(count.load(Ordering::Relaxed), 11);
        // This one is still in use, so it is not read again.
        assert_eq!(read("first").unwrap().as_ptr(), one.as_ptr());
        // The most recent results are held, older ones are forgotten.
        assert!(read("9").is_some() && count.load(Ordering::Relaxed) == 11);
        assert!(read("0").is_some() && count.load(Ordering::Relaxed) == 12);
        assert!(tables.read.lock().len() <= HELD + 1);
        // A missing table is looked up each time, since it may be added later.
        assert!(read("none").is_none() && read("none").is_none());
        assert_eq!(count.load(Ordering::Relaxed), 14);
    }
}
