//! Derives requests to every operation of a server from bytes. Bodies mostly follow the schemas of
//! the OpenAPI document, so that they pass its validation; values that exist on the server
//! (secrets, ids, names) are chosen often. Used by the fuzzer `api` and by a property test of the
//! crate `server`.

use serde_json::{Map, Value, json};

/// The depth to which the schema of a body is followed.
const DEPTH: usize = 9;

/// The addresses of the Bot API, which is described in `docs/bot-api.md`.
const BOT_API: [(&str, &str); 14] = [
    ("GET", "/api/account"),
    ("GET", "/api/account/playing"),
    ("POST", "/api/bot/account/upgrade"),
    ("GET", "/api/users/status"),
    ("GET", "/api/user/{name}"),
    ("GET", "/api/stream/event"),
    ("POST", "/api/challenge/{id}/accept"),
    ("POST", "/api/challenge/{id}/decline"),
    ("GET", "/api/bot/game/stream/{id}"),
    ("POST", "/api/bot/game/{id}/move/{played}"),
    ("POST", "/api/bot/game/{id}/chat"),
    ("POST", "/api/bot/game/{id}/abort"),
    ("POST", "/api/bot/game/{id}/resign"),
    ("POST", "/api/bot/game/{id}/draw/{answer}"),
];

/// Words that have a meaning in some operation.
const WORDS: [&str; 48] = [
    "international",
    "russian",
    "frisian",
    "turkish",
    "white",
    "black",
    "random",
    "blitz",
    "rapid",
    "32-28",
    "19-23",
    "28x19",
    "c3-d4",
    "3228",
    "42333322",
    "yes",
    "no",
    "hello",
    "look",
    "Awa",
    "Fuzz",
    "Nobody",
    "Étoile du Nord",
    "etoiledunord",
    "hall-1",
    "1",
    "2",
    "0",
    "40",
    "-1",
    "65536",
    "owl",
    "taking",
    "words",
    "fox",
    "AAAAAA",
    "accept",
    "decline",
    "pieces",
    "shots",
    "progress",
    "settings",
    "correct horse battery",
    "https://push.example/1",
    "W:W31,32:B1,2",
    "2026-11-26",
    "18:30",
    "Europe/Paris",
];

/// The secret of a seat or device; each number stands for one client.
pub fn secret(number: usize) -> String {
    format!("{number:_>43}")
}

/// The id of a game, challenge or simul.
pub fn uuid(number: usize) -> String {
    format!("{number:08x}-58cc-4372-a567-0e02b2c3d479")
}

/// Bytes that make the choices one after another; zero after the end.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn below(&mut self, count: usize) -> usize {
        usize::from(u16::from_be_bytes([self.byte(), self.byte()])) % count.max(1)
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> Option<&'t T> {
        let place = self.below(of.len());
        of.get(place)
    }

    fn text(&mut self) -> String {
        let length = usize::from(self.byte()) % 48;
        let (head, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        String::from_utf8_lossy(head).into_owned()
    }

    /// A word, an id, a secret, or any text.
    fn word(&mut self) -> String {
        match self.byte() % 8 {
            0..=3 => (*self.one(&WORDS).unwrap_or(&"")).to_owned(),
            4 => uuid(usize::from(self.byte()) % 6),
            5 => secret(usize::from(self.byte()) % 12),
            _ => self.text(),
        }
    }

    /// An arbitrary JSON value.
    fn anything(&mut self, depth: usize) -> Value {
        match self.byte() % 9 {
            0 => Value::Null,
            1 => self.byte().is_multiple_of(2).into(),
            2 => self.number(),
            3 => json!(f64::from(self.byte()) / 7.0 - 9.0),
            4 if depth < 3 => (0..self.byte() % 4)
                .map(|_| self.anything(depth + 1))
                .collect(),
            5 if depth < 3 => (0..self.byte() % 4)
                .map(|_| (self.word(), self.anything(depth + 1)))
                .collect(),
            _ => self.word().into(),
        }
    }

    fn number(&mut self) -> Value {
        match self.byte() % 8 {
            0 => 0.into(),
            1 => 1.into(),
            2 => u64::MAX.into(),
            3 => i64::MIN.into(),
            4 => 60_000.into(),
            5 => u64::from(self.byte()).into(),
            6 => (-1).into(),
            _ => u64::from(u32::from_be_bytes([
                self.byte(),
                self.byte(),
                self.byte(),
                self.byte(),
            ]))
            .into(),
        }
    }
}

/// An operation of the API.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The method.
    pub method: String,
    /// The path, with its variable parts in braces.
    pub path: String,
    /// The names of the query parameters.
    query: Vec<String>,
    /// The media type of the body, and its schema.
    body: Option<(String, Value)>,
}

impl Operation {
    /// Whether its response is a stream that does not end.
    pub fn is_endless(&self) -> bool {
        self.method == "GET" && (self.path.ends_with("/events") || self.path.contains("/stream/"))
    }
}

/// A request.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The operation.
    pub operation: Operation,
    /// The path and the query.
    pub target: String,
    /// The number of the client whose secret is sent; the Bot API gets the token of an account
    /// instead.
    pub secret: usize,
    /// Whether the session cookie is sent.
    pub signed_in: bool,
    /// The media type of the body; none without a body.
    pub kind: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// Every operation of an OpenAPI document and of the Bot API.
pub struct Api {
    /// The operations, in the order of the document.
    pub operations: Vec<Operation>,
    schemas: Value,
}

impl Api {
    /// Reads an OpenAPI document. If it cannot be parsed, only the Bot API is included.
    pub fn of(document: &str) -> Self {
        let document: Value = serde_json::from_str(document).unwrap_or_default();
        let mut operations = Vec::new();
        let nothing = Map::new();
        for (path, methods) in document["paths"].as_object().unwrap_or(&nothing) {
            for (method, operation) in methods.as_object().unwrap_or(&nothing) {
                if !["get", "put", "post", "delete", "patch"].contains(&method.as_str()) {
                    continue;
                }
                let query = operation["parameters"].as_array().into_iter().flatten();
                let query = query.filter(|parameter| parameter["in"] == "query");
                let body = operation["requestBody"]["content"].as_object();
                let body = body.and_then(|kinds| kinds.iter().next());
                let path = if path.starts_with("/api") {
                    path.clone()
                } else {
                    format!("/api/v1{path}")
                };
                operations.push(Operation {
                    method: method.to_uppercase(),
                    path,
                    query: query
                        .filter_map(|parameter| Some(parameter["name"].as_str()?.to_owned()))
                        .collect(),
                    body: body.map(|(kind, content)| (kind.clone(), content["schema"].clone())),
                });
            }
        }
        for (method, path) in BOT_API {
            if !operations
                .iter()
                .any(|known| known.method == method && known.path == path)
            {
                operations.push(Operation {
                    method: method.to_owned(),
                    path: path.to_owned(),
                    query: vec!["ids".to_owned(), "offeringDraw".to_owned()],
                    body: None,
                });
            }
        }
        let schemas = document["components"]["schemas"].clone();
        Self {
            operations,
            schemas,
        }
    }

    /// A request for an operation; the bytes choose its values.
    pub fn draw(&self, operation: &Operation, bytes: &mut Bytes<'_>) -> Drawn {
        let mut target = String::new();
        for (number, part) in operation.path.split(['{', '}']).enumerate() {
            if number.is_multiple_of(2) {
                target += part;
            } else {
                target += &percent(&bytes.word());
            }
        }
        for (number, name) in operation.query.iter().enumerate() {
            if bytes.byte() % 2 == 1 {
                target += if number == 0 || !target.contains('?') {
                    "?"
                } else {
                    "&"
                };
                target.push_str(name);
                target.push('=');
                target.push_str(&percent(&bytes.word()));
            }
        }
        let secret = usize::from(bytes.byte()) % 12;
        let signed_in = !bytes.byte().is_multiple_of(8);
        let (kind, body) = match &operation.body {
            None if bytes.byte() % 8 == 7 => (
                Some("application/x-www-form-urlencoded".to_owned()),
                format!("room=player&text={}", bytes.word()).into_bytes(),
            ),
            None => (None, Vec::new()),
            Some((kind, schema)) if kind == "application/json" => {
                let body = self.value(schema, bytes, 0).to_string();
                (Some(kind.clone()), body.into_bytes())
            }
            Some((kind, _)) => {
                let body = format!(
                    "[Event \"{}\"]\n[Board \"{}\"]\n[White \"{}\"]\n\n1. {} {} {}\n",
                    bytes.word(),
                    bytes.word(),
                    bytes.word(),
                    bytes.word(),
                    bytes.word(),
                    bytes.text(),
                );
                (Some(kind.clone()), body.into_bytes())
            }
        };
        Drawn {
            operation: operation.clone(),
            target,
            secret,
            signed_in,
            kind,
            body,
        }
    }

    /// A value that mostly follows a schema.
    fn value(&self, schema: &Value, bytes: &mut Bytes<'_>, depth: usize) -> Value {
        if depth > DEPTH {
            return Value::Null;
        }
        if bytes.byte() % 24 == 23 {
            return bytes.anything(0);
        }
        if let Some(place) = schema["$ref"].as_str() {
            let name = place.rsplit('/').next().unwrap_or_default();
            return self.value(&self.schemas[name], bytes, depth + 1);
        }
        for one_of in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[one_of].as_array() {
                let choice = bytes.one(choices).cloned().unwrap_or_default();
                return self.value(&choice, bytes, depth + 1);
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut all = Map::new();
            for part in parts {
                if let Value::Object(more) = self.value(part, bytes, depth + 1) {
                    all.extend(more);
                }
            }
            return all.into();
        }
        if let Some(choices) = schema["enum"].as_array() {
            return bytes.one(choices).cloned().unwrap_or_default();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => bytes.one(kinds).cloned().unwrap_or_default(),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("object") => self.object(schema, bytes, depth),
            Some("array") => (0..bytes.byte() % 4)
                .map(|_| self.value(&schema["items"], bytes, depth + 1))
                .collect(),
            Some("integer" | "number") => bytes.number(),
            Some("boolean") => bytes.byte().is_multiple_of(2).into(),
            Some("null") => Value::Null,
            Some("string") if schema["format"] == "uuid" => {
                uuid(usize::from(bytes.byte()) % 6).into()
            }
            Some("string") => bytes.word().into(),
            _ => bytes.anything(0),
        }
    }

    fn object(&self, schema: &Value, bytes: &mut Bytes<'_>, depth: usize) -> Value {
        let nothing = Map::new();
        let required = schema["required"].as_array();
        let mut object = Map::new();
        for (name, property) in schema["properties"].as_object().unwrap_or(&nothing) {
            let is_required = required.is_some_and(|names| names.iter().any(|other| other == name));
            let odds = bytes.byte() % 16;
            let is_there = if is_required { odds > 0 } else { odds > 9 };
            if is_there {
                object.insert(name.clone(), self.value(property, bytes, depth + 1));
            }
        }
        if bytes.byte() % 32 == 31 {
            object.insert(bytes.word(), bytes.anything(0));
        }
        object.into()
    }
}

fn percent(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

/// A client's number, and the method, path and body of its request.
pub type Said = (usize, &'static str, &'static str, Value);

/// The initial requests, signed in as Fuzz, that create a game, a class, a club, a team match, a
/// broadcast and a simul.
pub fn world() -> Vec<Said> {
    let person = json!({ "kind": "person", "name": "" });
    let settings = json!({
        "start": null, "clock": { "initial_ms": 300_000, "increment_ms": 3_000 }, "white": person, "black": person, "few_pieces": "fresh",
    });
    let challenge = json!({ "variant": "international", "settings": settings, "host": "Nadia", "colour": "white" });
    let days = json!({ "way": "captain" });
    vec![
        (
            1,
            "POST",
            "/challenges",
            json!({ "id": uuid(1), "challenge": challenge, "invitation": secret(3) }),
        ),
        (
            2,
            "POST",
            "/challenge/accept",
            json!({ "invitation": secret(3), "name": "Piet" }),
        ),
        (
            4,
            "POST",
            "/challenges",
            json!({ "id": uuid(2), "challenge": challenge, "invitation": secret(5), "public": true }),
        ),
        (6, "POST", "/class", Value::Null),
        (
            7,
            "POST",
            "/teams",
            json!({ "plan": {
            "kind": "teams", "variant": "international", "settings": settings, "white": days, "black": days,
        } }),
        ),
        (
            8,
            "PUT",
            "/broadcasts/hall-1",
            json!({ "title": "Hall", "rounds": 2, "delay_min": 0, "variant": "international" }),
        ),
        (
            9,
            "POST",
            "/simuls",
            json!({
                "id": uuid(3), "host": "Awa", "title": "Display", "variant": "international", "colour": "alternating",
                "host_clock": { "initial_ms": 1_800_000, "increment_ms": 30_000 }, "guest_clock": { "initial_ms": 1_200_000, "increment_ms": 0 },
                "extra_ms": 60_000, "boards": 3, "who": "anybody", "at_once": true,
            }),
        ),
        (
            10,
            "POST",
            "/simuls/00000003-58cc-4372-a567-0e02b2c3d479/guests",
            json!({ "name": "Piet", "account": false }),
        ),
    ]
}
