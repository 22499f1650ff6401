//! The files of the page in each coding that browsers accept. A program may hold them compressed
//! with Brotli. For another coding a file is converted once, when first requested, and all
//! responses share the result. A rebuilt file is converted again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use parking_lot::Mutex;
use tokio::sync::{OnceCell, Semaphore};

use super::files::{File, Page};

/// The content codings that the server can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    Brotli,
    Gzip,
}

/// Brotli's quality, 0 to 11. Higher values take seconds per file and save only a few per cent.
const BROTLI_QUALITY: i32 = 9;

/// Brotli's window, as a power of two: large enough for every file of the page.
const BROTLI_WINDOW: i32 = 22;

impl Coding {
    /// The best coding that the browser accepts; `None` if it accepts none of them.
    pub(crate) fn accepted(headers: &HeaderMap) -> Option<Self> {
        let accepts = |wanted: &str| {
            let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
            let names = lists
                .filter_map(|list| list.to_str().ok())
                .flat_map(|list| list.split(','));
            names.into_iter().any(|one| {
                let mut parts = one.split(';').map(str::trim);
                let named = parts
                    .next()
                    .is_some_and(|name| name.eq_ignore_ascii_case(wanted));
                let refused = |part: &str| {
                    let weight = part.strip_prefix("q=").or_else(|| part.strip_prefix("Q="));
                    weight.is_some_and(|weight| {
                        weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0)
                    })
                };
                named && !parts.any(refused)
            })
        };
        [Self::Brotli, Self::Gzip]
            .into_iter()
            .find(|coding| accepts(coding.name()))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// The compressed bytes. `None` if compression fails, which happens only if there is no memory
    /// left.
    fn pack(self, bytes: &[u8]) -> Option<Bytes> {
        let mut packed = Vec::new();
        match self {
            Self::Brotli => {
                let parameters = brotli::enc::BrotliEncoderParams {
                    quality: BROTLI_QUALITY,
                    lgwin: BROTLI_WINDOW,
                    size_hint: bytes.len(),
                    ..Default::default()
                };
                brotli::BrotliCompress(&mut &bytes[..], &mut packed, &parameters).ok()?;
            }
            Self::Gzip => {
                let level = flate2::Compression::best();
                let mut writer = flate2::write::GzEncoder::new(&mut packed, level);
                writer.write_all(bytes).ok()?;
                writer.finish().ok()?;
            }
        }
        packed.shrink_to_fit();
        Some(packed.into())
    }
}

/// A page, and its files that are already converted.
#[derive(Clone)]
pub(crate) struct PackedPage {
    pub(crate) page: Page,
    packed: Arc<Mutex<HashMap<Key, Packed>>>,
    /// Only one file is converted at a time: it takes a core and some megabytes.
    at_work: Arc<Semaphore>,
}

/// The name of a file and its coding; `None` for its plain content.
type Key = (String, Option<Coding>);

/// One version of a file, which may already be converted.
#[derive(Clone)]
struct Packed {
    tag: String,
    bytes: Arc<OnceCell<Option<Bytes>>>,
}

impl PackedPage {
    pub(crate) fn new(page: Page) -> Self {
        Self {
            page,
            packed: Arc::default(),
            at_work: Arc::new(Semaphore::new(1)),
        }
    }

    /// The content of a file in a coding, or as it is. `None` if converting it fails.
    pub(crate) async fn content(
        &self,
        name: &str,
        file: &File,
        coding: Option<Coding>,
    ) -> Option<Bytes> {
        let bytes = shared(file.bytes.clone());
        let is_brotli = file.is_brotli;
        if matches!(
            (is_brotli, coding),
            (true, Some(Coding::Brotli)) | (false, None)
        ) {
            return Some(bytes);
        }
        let packed = self.entry(name, &file.tag, coding);
        let work = async {
            let _turn = self.at_work.acquire().await.ok()?; // the semaphore is never closed
            let work = tokio::task::spawn_blocking(move || {
                let plain = if is_brotli { unpacked(&bytes)? } else { bytes };
                match coding {
                    Some(coding) => coding.pack(&plain),
                    None => Some(plain),
                }
            });
            work.await.ok()?
        };
        packed.bytes.get_or_init(|| work).await.clone()
    }

    /// The entry for a converted file. A page has a fixed number of files, so the number of entries
    /// is limited.
    fn entry(&self, name: &str, tag: &str, coding: Option<Coding>) -> Packed {
        let mut all = self.packed.lock();
        let fresh = || Packed {
            tag: tag.to_owned(),
            bytes: Arc::default(),
        };
        let entry = all.entry((name.to_owned(), coding)).or_insert_with(fresh);
        if entry.tag != tag {
            *entry = fresh();
        }
        entry.clone()
    }
}

/// The plain content of a file, which is not cached; `None` if it is damaged.
pub(crate) fn plain_content(file: &File) -> Option<Bytes> {
    let bytes = shared(file.bytes.clone());
    if file.is_brotli {
        unpacked(&bytes)
    } else {
        Some(bytes)
    }
}

/// What was compressed with Brotli.
fn unpacked(bytes: &[u8]) -> Option<Bytes> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &bytes[..], &mut plain).ok()?;
    plain.shrink_to_fit();
    Some(plain.into())
}

/// The bytes of a file, without a copy if they are in the binary.
fn shared(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn accepted(list: &'static str) -> Option<Coding> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(list));
        Coding::accepted(&headers)
    }

    #[test]
    fn the_encoding_is_one_that_the_browser_accepts() {
        assert_eq!(accepted("gzip, deflate, br, zstd"), Some(Coding::Brotli));
        assert_eq!(accepted("GZIP;q=0.5 , br;q=0"), Some(Coding::Gzip));
        for nothing in ["", "identity", "*", "brotli", "gzip;q=0", "gzip; q=0.000"] {
            assert_eq!(accepted(nothing), None, "{nothing}");
        }
        assert_eq!(Coding::accepted(&HeaderMap::new()), None);
    }

    #[test]
    fn compressed_files_decompress() {
        let text = "il damait, elle damait ".repeat(2_000);
        let packed = Coding::Gzip.pack(text.as_bytes()).unwrap();
        let mut unpacked = String::new();
        let mut reader = flate2::read::GzDecoder::new(&packed[..]);
        reader.read_to_string(&mut unpacked).unwrap();
        assert!(unpacked == text && packed.len() * 10 < text.len());

        let packed = Coding::Brotli.pack(text.as_bytes()).unwrap();
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut &packed[..], &mut unpacked).unwrap();
        assert!(unpacked == text.as_bytes() && packed.len() * 10 < text.len());
    }

    #[tokio::test]
    async fn a_file_that_is_held_compressed_is_sent_in_every_coding() {
        let text = "il damait, elle damait ".repeat(2_000);
        let held = Coding::Brotli.pack(text.as_bytes()).unwrap();
        let file = File {
            bytes: held.to_vec().into(),
            is_brotli: true,
            tag: "W/\"1\"".to_owned(),
        };
        let page = PackedPage::new(Page::none());
        let content = async |coding| page.content("a.js", &file, coding).await.unwrap();
        assert_eq!(content(Some(Coding::Brotli)).await, held);
        assert_eq!(content(None).await, text.as_bytes());
        let mut unpacked = String::new();
        let packed = content(Some(Coding::Gzip)).await;
        let mut reader = flate2::read::GzDecoder::new(&packed[..]);
        reader.read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);

        let damaged = File {
            bytes: (&b"no brotli"[..]).into(),
            tag: "W/\"2\"".to_owned(),
            ..file
        };
        assert_eq!(page.content("a.js", &damaged, None).await, None);
    }

    #[tokio::test]
    async fn a_file_is_compressed_once_until_it_changes() {
        const GZIP: Option<Coding> = Some(Coding::Gzip);
        let page = PackedPage::new(Page::none());
        let file = |text: &'static str| File {
            bytes: text.as_bytes().into(),
            is_brotli: false,
            tag: format!("W/\"{text}\""),
        };
        let (old, new) = (file("old"), file("new"));
        let first = page.content("a.js", &old, GZIP).await.unwrap();
        let again = page.content("a.js", &old, GZIP).await.unwrap();
        assert_eq!(first.as_ptr(), again.as_ptr(), "the same bytes are shared");
        let later = page.content("a.js", &new, GZIP).await.unwrap();
        assert_ne!(first, later);
        assert_eq!(page.packed.lock().len(), 1);
    }
}
