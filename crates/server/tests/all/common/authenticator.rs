//! An authenticator in software for tests: it creates passkeys and signs challenges like a device,
//! and can also send invalid responses. The unit tests of `src/accounts/passkeys` include this file
//! too.

use data_encoding::{BASE64, BASE64URL_NOPAD};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256,
    RsaKeyPair,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A user is present and was verified by the device.
pub(crate) const VERIFIED: u8 = 0b101;
/// A password manager may copy the key, and has copied it.
pub(crate) const SYNCED: u8 = 0b1_1000;
/// The data contains a new key.
pub(crate) const HAS_KEY: u8 = 0b100_0000;

/// A kind of key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Es256,
    Ed25519,
    Rs256,
}

enum Key {
    Es256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rs256(Box<RsaKeyPair>),
}

/// A device with one passkey. Its responses can be modified before they are sent.
pub(crate) struct Authenticator {
    key: Key,
    pub(crate) id: Vec<u8>,
    pub(crate) host: String,
    pub(crate) origin: String,
    pub(crate) flags: u8,
    /// 0: no counter.
    pub(crate) counter: u32,
}

impl Authenticator {
    pub(crate) fn new(kind: Kind, id: u8, origin: &str, host: &str) -> Self {
        let dice = SystemRandom::new();
        let key = match kind {
            Kind::Es256 => {
                let of = &ECDSA_P256_SHA256_ASN1_SIGNING;
                let made = EcdsaKeyPair::generate_pkcs8(of, &dice).unwrap();
                Key::Es256(EcdsaKeyPair::from_pkcs8(of, made.as_ref(), &dice).unwrap())
            }
            Kind::Ed25519 => {
                let made = Ed25519KeyPair::generate_pkcs8(&dice).unwrap();
                Key::Ed25519(Ed25519KeyPair::from_pkcs8(made.as_ref()).unwrap())
            }
            Kind::Rs256 => {
                let text = include_str!("../certificates/passkey-rsa.base64");
                let text: String = text.split_whitespace().collect();
                let made = BASE64.decode(text.as_bytes()).unwrap();
                Key::Rs256(Box::new(RsaKeyPair::from_pkcs8(&made).unwrap()))
            }
        };
        Self {
            key,
            id: vec![id; 32],
            host: host.to_owned(),
            origin: origin.to_owned(),
            flags: VERIFIED,
            counter: 0,
        }
    }

    /// Its public key, as a COSE key in canonical CBOR.
    pub(crate) fn public_key(&self) -> Vec<u8> {
        let hex = |text: &str| data_encoding::HEXLOWER.decode(text.as_bytes()).unwrap();
        match &self.key {
            Key::Es256(pair) => {
                let point = pair.public_key().as_ref();
                let (x, y) = (&point[1..33], &point[33..]);
                [&hex("a5010203262001215820"), x, &hex("225820"), y].concat()
            }
            Key::Ed25519(pair) => {
                let x = pair.public_key().as_ref();
                [&hex("a4010103272006215820"), x].concat()
            }
            Key::Rs256(pair) => {
                let key: ring::rsa::PublicKeyComponents<Vec<u8>> = pair.public_key().into();
                let length = (key.n.len() as u16).to_be_bytes();
                let parts: [&[u8]; 4] = [
                    &hex("a40103033901002059"),
                    &length,
                    &key.n,
                    &hex("2143010001"),
                ];
                parts.concat()
            }
        }
    }

    pub(crate) fn client_data(&self, kind: &str, challenge: &str) -> Vec<u8> {
        let origin = &self.origin;
        let data =
            json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false });
        data.to_string().into_bytes()
    }

    /// The authenticator data of a response, with or without a new key.
    pub(crate) fn data(&self, with_key: bool) -> Vec<u8> {
        let mut data = Sha256::digest(&self.host).to_vec();
        data.push(if with_key {
            self.flags | HAS_KEY
        } else {
            self.flags
        });
        data.extend(self.counter.to_be_bytes());
        if with_key {
            data.extend([0; 16]);
            data.extend((self.id.len() as u16).to_be_bytes());
            data.extend(&self.id);
            data.extend(self.public_key());
        }
        data
    }

    pub(crate) fn sign(&self, data: &[u8], client_data: &[u8]) -> Vec<u8> {
        let signed = [data, &Sha256::digest(client_data)].concat();
        let dice = SystemRandom::new();
        match &self.key {
            Key::Es256(pair) => pair.sign(&dice, &signed).unwrap().as_ref().to_vec(),
            Key::Ed25519(pair) => pair.sign(&signed).as_ref().to_vec(),
            Key::Rs256(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &dice, &signed, &mut signature)
                    .unwrap();
                signature
            }
        }
    }

    /// The body that adds its passkey to an account.
    pub(crate) fn create(&self, challenge: &str) -> Value {
        json!({
            "name": "Firefox, Linux",
            "client_data": text(&self.client_data("webauthn.create", challenge)),
            "authenticator_data": text(&self.data(true)),
        })
    }

    /// The body that signs in as this user. A device with a counter increments it first.
    pub(crate) fn get(&mut self, challenge: &str, user: &str) -> Value {
        if self.counter > 0 {
            self.counter += 1;
        }
        let data = self.data(false);
        let client_data = self.client_data("webauthn.get", challenge);
        json!({
            "id": text(&self.id),
            "user": user,
            "client_data": text(&client_data),
            "authenticator_data": text(&data),
            "signature": text(&self.sign(&data, &client_data)),
            "device": "Firefox, Linux",
        })
    }
}

/// Bytes as text, in the encoding of the API.
pub(crate) fn text(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}
