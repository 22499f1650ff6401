//! The page over HTTP: content types, caching, compression, redirects to it, and the response while
//! it is not built.

use std::collections::HashMap;

use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::page::{File, Files, Page};

use crate::common::{Running, start_with};

struct Fixed(HashMap<&'static str, &'static str>);

impl Files for Fixed {
    fn get(&self, name: &str) -> Option<File> {
        let text = *self.0.get(name)?;
        Some(File {
            bytes: text.as_bytes().into(),
            is_brotli: false,
            tag: format!("W/\"{}\"", text.len()),
        })
    }
}

async fn server(files: &[(&'static str, &'static str)]) -> Running {
    let page = Page::of(Fixed(files.iter().copied().collect()));
    start_with(InMemoryLibrary::default(), |config| config.page = page).await
}

const LONG_SCRIPT: &str = "console.log('this script is long enough to be worth compressing');";
const FILES: [(&str, &str); 5] = [
    ("index.html", "<!doctype html><title>Damier</title>"),
    ("service-worker.js", LONG_SCRIPT),
    ("assets/index-BwQ3kz1_.js", LONG_SCRIPT),
    ("assets/damier-01234567.wasm", "\0asm"),
    ("manifest.webmanifest", "{}"),
];

const BROWSER: [(&str, &str); 2] = [
    ("accept", "text/html,*/*;q=0.8"),
    ("sec-fetch-mode", "navigate"),
];

#[tokio::test]
async fn files_have_their_kind_and_their_caching() {
    let server = server(&FILES).await;
    let for_ever = "public, max-age=31536000, immutable";
    for (path, kind, caching) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        (
            "/service-worker.js",
            "text/javascript; charset=utf-8",
            "no-cache",
        ),
        (
            "/assets/index-BwQ3kz1_.js",
            "text/javascript; charset=utf-8",
            for_ever,
        ),
        ("/assets/damier-01234567.wasm", "application/wasm", for_ever),
        (
            "/manifest.webmanifest",
            "application/manifest+json",
            "no-cache",
        ),
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), kind, "{path}");
        assert_eq!(answer.header("cache-control"), caching, "{path}");
        let head = server.ask("HEAD", path, &[], "").await;
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-type"), kind, "{path}");
    }
}

#[tokio::test]
async fn a_cached_file_is_not_sent_again() {
    let server = server(&FILES).await;
    let tag = server.get("/").await.header("etag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    for known in [tag.clone(), format!("\"other\", {tag}")] {
        let answer = server
            .ask("GET", "/", &[("if-none-match", &known)], "")
            .await;
        assert_eq!((answer.status.as_u16(), answer.body.len()), (304, 0));
        assert_eq!(answer.header("etag"), tag);
    }
    assert_eq!(
        server
            .ask("GET", "/", &[("if-none-match", "\"other\"")], "")
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn scripts_are_sent_compressed() {
    let server = server(&FILES).await;
    let path = "/assets/index-BwQ3kz1_.js";
    for encoding in ["gzip", "br"] {
        let answer = server
            .ask("GET", path, &[("accept-encoding", encoding)], "")
            .await;
        assert_eq!(answer.header("content-encoding"), encoding);
        assert!(answer.header("vary").contains("accept-encoding"));
        assert_ne!(answer.body, LONG_SCRIPT);
    }
    let plain = server.get(path).await;
    assert_eq!(plain.header("content-encoding"), "");
    assert_eq!(plain.body, LONG_SCRIPT);
}

#[tokio::test]
async fn browsers_are_redirected_to_the_page_and_programs_are_not() {
    let server = server(&FILES).await;
    for path in ["/play", "/games/0190a6e0", "/analyse?fen=W:W31:B20"] {
        let answer = server.ask("GET", path, &BROWSER, "").await;
        assert_eq!(answer.body, FILES[0].1, "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache");
        server.get(path).await.problem(404, "no-such-address");
        let script = [("accept", "text/html"), ("sec-fetch-mode", "cors")];
        server
            .ask("GET", path, &script, "")
            .await
            .problem(404, "no-such-address");
    }
    for path in [
        "/assets/gone-12345678.js",
        "/favicon.ico",
        "/api/v1/nothing",
        "/api/",
    ] {
        server
            .ask("GET", path, &BROWSER, "")
            .await
            .problem(404, "no-such-address");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
        for path in ["/", "/play", "/service-worker.js"] {
            let answer = server.ask(method, path, &BROWSER, "").await;
            answer.problem(405, "method-not-allowed");
            assert_eq!(answer.header("allow"), "GET, HEAD");
        }
        server
            .ask(method, "/api/v1/nothing", &BROWSER, "")
            .await
            .problem(404, "no-such-address");
    }
}

#[tokio::test]
async fn nothing_outside_the_page_is_ever_read() {
    let server = start_with(InMemoryLibrary::default(), |_| {}).await;
    for path in [
        "/../Cargo.toml",
        "/assets/../../package.json",
        "/..%2fpackage.json",
        "//etc/passwd",
        "/%2e%2e/package.json",
        "/./index.html",
        "/assets/%00",
        "/C:/x",
    ] {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let answer = String::from_utf8_lossy(&server.raw(request.as_bytes()).await).into_owned();
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_missing_page_build_is_reported_with_the_command() {
    let server = server(&[]).await;
    let answer = server.ask("GET", "/", &BROWSER, "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    assert!(text.contains("cargo play") && text.contains("not built") && text.contains("compilée"));
    server
        .get("/index.html")
        .await
        .problem(404, "no-such-address");
    server.is_well().await;
}

#[tokio::test]
async fn only_the_document_for_frames_may_be_framed() {
    let server = server(&[
        ("index.html", "<!doctype html><title>Damier</title>"),
        ("embed.html", "<!doctype html><title>A game</title>"),
    ])
    .await;
    let policy = async |path: &str| {
        let answer = server.ask("GET", path, &BROWSER, "").await;
        answer.header("content-security-policy").to_owned()
    };
    let embedded = policy("/embed.html").await;
    assert!(!embedded.contains("frame-ancestors"), "{embedded}");
    assert!(embedded.contains("default-src 'none'") && embedded.ends_with("form-action 'none'"));
    for path in [
        "/",
        "/index.html",
        "//embed.html",
        "/embed.html/",
        "/x/embed.html",
        "/embed",
        "/EMBED.HTML",
        "/api/v1/health",
        "/api/v1/games",
        "/nothing",
    ] {
        let strict = policy(path).await;
        assert!(
            strict.ends_with("frame-ancestors 'none'"),
            "{path}: {strict}"
        );
    }
    server.is_well().await;
}
