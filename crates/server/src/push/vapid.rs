//! VAPID: identifies this server to push services by a key on the curve P-256 and a signed token
//! with each message (RFC 8292).

use std::fmt;
use std::sync::Arc;

use damier_people::push::PushEndpoint;
use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};

/// The lifetime of a token in seconds: half a day. Services accept at most a day.
const TOKEN_LIFETIME_S: u64 = 12 * 60 * 60;

/// Why a key is invalid.
#[derive(Debug, thiserror::Error)]
pub enum PushKeyError {
    /// The file is not PEM, or has no block `BEGIN PRIVATE KEY`.
    #[error(
        "the key cannot be read: expected a PEM file with a block that begins with BEGIN PRIVATE KEY"
    )]
    Pem(#[source] pem::Error),
    /// It is not a key on the curve P-256 in PKCS #8.
    #[error("expected a private key on the curve P-256 (prime256v1) in PKCS #8: {0}")]
    Key(String),
}

/// The server's VAPID key. Clones share it.
#[derive(Clone)]
pub struct PushKey(Arc<EcdsaKeyPair>);

impl PushKey {
    /// Parses a PEM text as written by `openssl genpkey -algorithm EC -pkeyopt
    /// ec_paramgen_curve:P-256`.
    ///
    /// # Errors
    /// [`PushKeyError`] if it is invalid.
    pub fn from_pem(text: &[u8]) -> Result<Self, PushKeyError> {
        let key = PrivatePkcs8KeyDer::from_pem_slice(text).map_err(PushKeyError::Pem)?;
        let pair = EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            key.secret_pkcs8_der(),
            &SystemRandom::new(),
        );
        let pair = pair.map_err(|error| PushKeyError::Key(error.to_string()))?;
        Ok(Self(Arc::new(pair)))
    }

    /// The public key for browsers: an uncompressed point, as URL-safe Base64.
    pub fn public(&self) -> String {
        url_safe(self.0.public_key().as_ref())
    }

    /// The header `Authorization` for a message to this address; `None` if the random number
    /// generator fails.
    pub(crate) fn authorization(
        &self,
        endpoint: &PushEndpoint,
        contact: &str,
        now_ms: u64,
    ) -> Option<String> {
        let head = json!({ "typ": "JWT", "alg": "ES256" }).to_string();
        let body = json!({
            "aud": endpoint.origin(),
            "exp": now_ms / 1_000 + TOKEN_LIFETIME_S,
            "sub": contact,
        });
        let body = body.to_string();
        let signed = format!(
            "{}.{}",
            url_safe(head.as_bytes()),
            url_safe(body.as_bytes())
        );
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        let signature = url_safe(signature.as_ref());
        Some(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

impl fmt::Debug for PushKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushKey") // the key is secret
    }
}

/// Bytes as URL-safe Base64 without padding.
fn url_safe(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    /// Made by `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`, for tests only.
    const KEY: &[u8] = include_bytes!("../../tests/all/certificates/push.key.pem");

    #[test]
    fn the_signed_claims_are_audience_expiry_and_subject() {
        let key = PushKey::from_pem(KEY).unwrap();
        let endpoint: PushEndpoint = "https://push.example/abc".parse().unwrap();
        let header = key
            .authorization(&endpoint, "mailto:club@example.org", 5_000)
            .unwrap();
        let (word, public) = header
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .unwrap();
        assert_eq!(public, key.public());
        let decoded = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let (signed, signature) = word.rsplit_once('.').unwrap();
        let (head, body) = signed.split_once('.').unwrap();
        let head: Value = serde_json::from_slice(&decoded(head)).unwrap();
        assert_eq!(head, json!({ "typ": "JWT", "alg": "ES256" }));
        let body: Value = serde_json::from_slice(&decoded(body)).unwrap();
        let expected = json!({
            "aud": "https://push.example", "exp": 43_205, "sub": "mailto:club@example.org",
        });
        assert_eq!(body, expected);
        let public = decoded(public);
        assert_eq!((public.len(), public[0]), (65, 4));
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public)
            .verify(signed.as_bytes(), &decoded(signature))
            .unwrap();
    }

    #[test]
    fn other_files_are_not_keys() {
        assert!(matches!(PushKey::from_pem(b"x"), Err(PushKeyError::Pem(_))));
        let certificate = include_bytes!("../../tests/all/certificates/one.pem");
        assert!(PushKey::from_pem(certificate).is_err());
        assert!(!format!("{:?}", PushKey::from_pem(KEY).unwrap()).contains("Pair"));
    }
}
