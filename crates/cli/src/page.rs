//! The page, embedded in the program as `npm run build` packs it: a file is compressed with Brotli,
//! and has `.br` behind its name, where that makes it smaller. A debug build reads the files from
//! the folder at each request, so that a rebuilt page shows up at once.

use std::fmt::Write as _;

use damier_server::page::{File, Files, Page};
use rust_embed::RustEmbed;

/// The page of this program. It has no files if the program was built before the page.
pub(crate) fn embedded() -> Page {
    Page::of(Embedded)
}

#[derive(RustEmbed)]
#[folder = "../../web/dist-packed"]
#[allow_missing = true]
struct Built;

struct Embedded;

impl Files for Embedded {
    fn get(&self, name: &str) -> Option<File> {
        let (found, is_brotli) = match Built::get(&format!("{name}.br")) {
            Some(found) => (found, true),
            None => (Built::get(name)?, false),
        };
        let mut tag = String::from("W/\"");
        for byte in &found.metadata.sha256_hash()[..16] {
            let _ = write!(tag, "{byte:02x}"); // writing to a String cannot fail
        }
        tag.push('"');
        Some(File {
            bytes: found.data,
            is_brotli,
            tag,
        })
    }
}
