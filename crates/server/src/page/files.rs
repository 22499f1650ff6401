//! Where the files of the page come from: the program that runs the server embeds them.

use std::borrow::Cow;
use std::sync::Arc;

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
    /// Whether the content is compressed with Brotli.
    pub is_brotli: bool,
    /// A weak entity tag that changes with the content, as it stands in the header: `W/"..."`.
    pub tag: String,
}

/// A page, cheap to share.
#[derive(Clone)]
pub struct Page(Arc<dyn Files>);

impl Page {
    /// No page: every address of it answers that the page has not been built.
    pub fn none() -> Self {
        struct NoFiles;
        impl Files for NoFiles {
            fn get(&self, _name: &str) -> Option<File> {
                None
            }
        }
        Self::of(NoFiles)
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
