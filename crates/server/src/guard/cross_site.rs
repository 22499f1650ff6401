//! Rejects cross-site requests that change something: only this page and programs may send them,
//! never a page of another site in the same browser. Read requests need no such guard, since
//! browsers do not expose responses across sites without permission. WebSocket upgrades do, since
//! any site may open and read one.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::host::authority;
use crate::problem::Problem;

/// Passes requests that change nothing or come from this site.
pub(crate) async fn refuse(request: Request, next: Next) -> Response {
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if request.method().is_safe() && !is_socket || is_own(request.headers()) {
        return next.run(request).await;
    }
    Problem::forbidden(
        "cross-site-request",
        "request from another site",
        "pages of other sites may not send requests that change something",
    )
    .into_response()
}

/// Browsers send the origin of a request: all of them by `Origin`, and newer ones over secure
/// connections also by `Sec-Fetch-Site`. A program sends neither, and no site can misuse it.
fn is_own(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return matches!(site.as_bytes(), b"same-origin" | b"none");
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let origin: Option<Uri> = origin.to_str().ok().and_then(|origin| origin.parse().ok());
    let origin: Option<&Authority> = origin.as_ref().and_then(Uri::authority);
    origin.is_some() && origin == authority(headers).as_ref()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn cross_site_requests_are_detected() {
        let cases: [(&[(&str, &str)], bool); 9] = [
            (&[], true),
            (&[("sec-fetch-site", "same-origin")], true),
            (&[("sec-fetch-site", "none")], true),
            (&[("sec-fetch-site", "same-site")], false),
            (
                &[
                    ("sec-fetch-site", "cross-site"),
                    ("origin", "http://hall.lan:8110"),
                ],
                false,
            ),
            (&[("origin", "http://hall.lan:8110")], true),
            (&[("origin", "http://hall.lan:9999")], false),
            (&[("origin", "https://evil.example")], false),
            (&[("origin", "null")], false),
        ];
        for (pairs, own) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("hall.lan:8110"));
            for (name, value) in pairs {
                let name: HeaderName = name.parse().unwrap();
                headers.insert(name, HeaderValue::from_str(value).unwrap());
            }
            assert_eq!(is_own(&headers), own, "{pairs:?}");
        }
    }
}
