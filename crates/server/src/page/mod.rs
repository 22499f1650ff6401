//! The page for browsers: the output of `npm run build`, which the command embeds. Serves every
//! path outside the API. It never reads files that are not part of the page.

pub(crate) mod files;
pub(crate) mod packed;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use files::{File, Files, Page};
pub(crate) use packed::{PackedPage, plain_content};

use self::packed::Coding;
use crate::entity_tag::matches_if_none_match;
use crate::problem::Problem;

/// The file that a browser loads first.
const INDEX: &str = "index.html";
/// The content of `/` if the page is not built.
const NOT_BUILT: &str = include_str!("not_built.html");

/// A file whose name contains the hash of its content never changes, so the browser need not ask
/// again.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For all other files: the browser keeps them, but asks each time whether they are still the same.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// Answers a request for a part of the page.
pub(crate) async fn answer(packed: PackedPage, asked: Parts) -> Response {
    let page = &packed.page;
    let path = asked.uri.path();
    let reading = matches!(asked.method, Method::GET | Method::HEAD);
    if path.starts_with("/api/") {
        return Problem::no_such_address(path).into_response();
    }
    if !reading {
        let mut response = Problem::method_not_allowed(&asked.method, path).into_response();
        let allowed = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(header::ALLOW, allowed);
        return response;
    }
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { INDEX } else { name };
    if let Some(file) = page.get(name) {
        return send(&packed, name, file, &asked.headers).await;
    }
    if !is_navigation(name, &asked.headers) {
        return Problem::no_such_address(path).into_response();
    }
    match page.get(INDEX) {
        Some(file) => send(&packed, INDEX, file, &asked.headers).await,
        None => not_built(),
    }
}

/// Whether a person opened this address, rather than the page loading a file. Every such address is
/// answered with the page, whose own router handles it.
fn is_navigation(name: &str, headers: &HeaderMap) -> bool {
    let says = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let wants_a_page = says("accept").is_some_and(|accept| accept.contains("text/html"));
    let navigates = says("sec-fetch-mode").is_none_or(|mode| mode == "navigate");
    let last = name.rsplit('/').next().unwrap_or_default();
    wants_a_page && navigates && (name == INDEX || !last.contains('.'))
}

async fn send(packed: &PackedPage, name: &str, file: File, asked: &HeaderMap) -> Response {
    let caching = if is_hashed(name) {
        FOR_EVER
    } else {
        REVALIDATE
    };
    let known = matches_if_none_match(asked, &file.tag);
    let kind = media_type(name);
    let packable = is_packable(&kind);
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let coding = Coding::accepted(asked).filter(|_| packable);
        let (body, coding) = match packed.content(name, &file, coding).await {
            Some(body) => (Some(body), coding),
            None => (packed.content(name, &file, None).await, None),
        };
        let Some(body) = body else {
            tracing::error!(name, "a file of the page cannot be unpacked");
            return Problem::internal().into_response();
        };
        let mut response = Response::new(Body::from(body));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, kind);
        if let Some(coding) = coding {
            headers.insert(header::CONTENT_ENCODING, coding.header());
        }
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, caching);
    if packable {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(link) = ratings_link(name) {
        headers.insert(header::LINK, link);
    }
    response
}

/// The link from the index of a game's problems to the ratings by results. It shows the page that
/// its server rates problems: a request to find out would fail on a server of plain files, and
/// browsers log every failed request as an error.
fn ratings_link(name: &str) -> Option<HeaderValue> {
    let game = name
        .strip_prefix("problems/")?
        .strip_suffix("/index.json")?;
    let link = format!("<../../api/v1/problems/{game}/ratings>; rel=\"related\"");
    HeaderValue::from_str(&link).ok()
}

/// Whether a name has the form that the build gives to hashed files: `assets/NAME-HASH.ENDING`.
fn is_hashed(name: &str) -> bool {
    let hash = name.strip_prefix("assets/").and_then(|name| {
        let stem = name.split('.').next()?;
        // The hash has eight characters of base64, and may itself contain the dash that separates
        // it from the name.
        stem.len()
            .checked_sub(9)
            .and_then(|at| stem.get(at..))
            .and_then(|end| end.strip_prefix('-'))
    });
    hash.is_some_and(|hash| {
        hash.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    })
}

/// Whether compression makes a file smaller: pictures and fonts are compressed already.
fn is_packable(kind: &HeaderValue) -> bool {
    let kind = kind.as_bytes();
    kind.starts_with(b"image/svg") || !(kind.starts_with(b"image/") || kind.starts_with(b"font/"))
}

fn media_type(name: &str) -> HeaderValue {
    let guessed = mime_guess::from_path(name).first_or_octet_stream();
    let whole = if guessed.type_() == "text" {
        format!("{guessed}; charset=utf-8")
    } else {
        guessed.to_string()
    };
    HeaderValue::from_str(&whole).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

fn not_built() -> Response {
    let mut response = Response::new(Body::from(NOT_BUILT));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_a_hash_in_their_name_are_immutable() {
        for name in [
            "assets/index-BwQ3kz1_.js",
            "assets/a-b-c--_12345-.css",
            "assets/x-12345678.d.js",
        ] {
            assert!(is_hashed(name), "{name}");
        }
        for name in [
            "index.html",
            "service-worker.js",
            "assets/logo.svg",
            "assets/-1234567.js",
            "assets/été-1234567.js",
            "other/index-BwQ3kz1_.js",
            "assets/",
            "assets/index-Bw Q3kz1.js",
        ] {
            assert!(!is_hashed(name), "{name}");
        }
    }

    #[test]
    fn only_the_index_of_problems_links_to_ratings() {
        let link = ratings_link("problems/frisian/index.json").unwrap();
        let expected = "<../../api/v1/problems/frisian/ratings>; rel=\"related\"";
        assert_eq!(link, expected);
        for name in ["index.html", "problems/frisian/part-00.txt", "a/index.json"] {
            assert_eq!(ratings_link(name), None, "{name}");
        }
    }

    #[test]
    fn content_types_are_set() {
        for (name, kind) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/a.js", "text/javascript; charset=utf-8"),
            ("assets/a.css", "text/css; charset=utf-8"),
            ("assets/a.wasm", "application/wasm"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("icon.svg", "image/svg+xml"),
            ("weights.bin", "application/octet-stream"),
            ("strange", "application/octet-stream"),
        ] {
            assert_eq!(media_type(name), kind, "{name}");
        }
    }
}
