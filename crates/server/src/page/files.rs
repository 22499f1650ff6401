//! Where the files of the page come from: the binary itself or, in tests, a list of files. A debug
//! build reads them from the folder at each request, so that a rebuilt page shows up at once.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use rust_embed::RustEmbed;

/// The files of a page.
pub trait Files: Send + Sync + 'static {
    /// The file with this name. `/` separates folders, and no name begins with it.
    fn get(&self, name: &str) -> Option<File>;
}

/// One file of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
    /// A weak entity tag that changes with the content, as it stands in the header: `W/"..."`.
    pub tag: String,
}

/// A page, cheap to share.
#[derive(Clone)]
pub struct Page(Arc<dyn Files>);

impl Page {
    /// The page inside the binary. It is empty if the binary was built before the page.
    pub fn embedded() -> Self {
        Self::of(Embedded)
    }

    /// A page of these files.
    pub fn of(files: impl Files) -> Self {
        Self(Arc::new(files))
    }

    /// A file of the page; never anything outside of it, whatever the name is.
    pub(crate) fn get(&self, name: &str) -> Option<File> {
        let plain =
            |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0', ':']);
        if name.split('/').all(plain) {
            self.0.get(name)
        } else {
            None
        }
    }
}

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

struct Embedded;

impl Files for Embedded {
    fn get(&self, name: &str) -> Option<File> {
        let found = Built::get(name)?;
        let mut tag = String::from("W/\"");
        for byte in &found.metadata.sha256_hash()[..16] {
            let _ = write!(tag, "{byte:02x}"); // writing to a String cannot fail
        }
        tag.push('"');
        Some(File {
            bytes: found.data,
            tag,
        })
    }
}
