//! A browser as the server sees it: it sends the cookie that it was given.

use serde_json::{Value, json};

use super::{Answer, Running, bearer};

/// The password of every account in the tests.
pub(crate) const PASSWORD: &str = "un cheval bleu";

/// Sends requests with the cookie that it was given.
pub(crate) struct Browser<'a> {
    server: &'a Running,
    pub(crate) cookie: String,
    pub(crate) origin: Option<String>,
    /// The host name of its requests; without one it uses the address.
    pub(crate) host: Option<String>,
    /// The client address that a proxy reports; without one there is no proxy.
    pub(crate) from: Option<&'static str>,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(server: &'a Running) -> Self {
        Self {
            server,
            cookie: String::new(),
            origin: None,
            host: None,
            from: None,
        }
    }

    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        self.send_with(None, method, path, body).await
    }

    /// A request that also has the secret of a seat.
    pub(crate) async fn sitting(
        &mut self,
        seat: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        self.send_with(Some(bearer(seat)), method, path, body).await
    }

    async fn send_with(
        &mut self,
        authorization: Option<String>,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        let mut headers = vec![("content-type", "application/json")];
        if let Some(authorization) = &authorization {
            headers.push(("authorization", authorization));
        }
        let cookie = self.cookie.clone();
        if !cookie.is_empty() {
            headers.push(("cookie", &cookie));
        }
        let origin = self.origin.clone();
        if let Some(origin) = &origin {
            headers.push(("origin", origin));
        }
        let host = self.host.clone();
        if let Some(host) = &host {
            headers.push(("host", host));
        }
        if let Some(from) = self.from {
            headers.push(("x-forwarded-for", from));
        }
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let path = format!("/api/v1{path}");
        let answer = self
            .server
            .ask_without_secret(method, &path, &headers, body)
            .await;
        for set in answer.headers.get_all("set-cookie") {
            let pair = set.to_str().unwrap().split(';').next().unwrap();
            if pair.ends_with('=') {
                self.cookie.clear();
            } else {
                pair.clone_into(&mut self.cookie);
            }
        }
        answer
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &Value::Null).await
    }

    pub(crate) async fn sign_up(&mut self, name: &str) -> Answer {
        let body = json!({ "name": name, "password": PASSWORD, "device": "Firefox, Linux" });
        self.send("POST", "/account", &body).await
    }

    pub(crate) async fn sign_in(&mut self, name: &str, password: &str) -> Answer {
        let body = json!({ "name": name, "password": password });
        self.send("POST", "/session", &body).await
    }

    pub(crate) async fn who(&mut self) -> Value {
        let answer = self.get("/account").await;
        if answer.status == 200 {
            answer.json()["name"].clone()
        } else {
            answer.json()["code"].clone()
        }
    }
}
