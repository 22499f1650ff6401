//! Valid and invalid responses of devices: each invalid one is rejected for its reason, and no
//! bytes cause a panic.

use axum::http::{HeaderMap, header};
use proptest::prelude::*;

use super::*;

/// A simulated device, shared with the tests over HTTP.
#[path = "../../../tests/all/common/authenticator.rs"]
#[expect(dead_code, reason = "the tests over HTTP use the rest")]
pub(crate) mod authenticator;

use authenticator::{Authenticator, Kind, SYNCED, VERIFIED};

const ORIGIN: &str = "https://club.example";
const KINDS: [Kind; 3] = [Kind::Es256, Kind::Ed25519, Kind::Rs256];

/// A change of a device before it responds.
type Change = fn(&mut Authenticator);

fn party() -> RelyingParty {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, "club.example".parse().unwrap());
    RelyingParty::of(&headers, None).unwrap()
}

fn device(kind: Kind) -> Authenticator {
    Authenticator::new(kind, 7, ORIGIN, "club.example")
}

fn read(bytes: &[u8], ceremony: Ceremony) -> Result<ClientData, PasskeyFault> {
    ClientData::read(bytes, ceremony, &party())
}

/// Verifies a device's response with the key that it registered.
fn proved(device: &Authenticator, key: &NewKey) -> Result<Proved, PasskeyFault> {
    let client_data = device.client_data("webauthn.get", "AAAA");
    let data = device.data(false);
    let signature = device.sign(&data, &client_data);
    let assertion = Assertion {
        authenticator_data: &data,
        client_data: &client_data,
        signature: &signature,
    };
    assertion.verify(&key.public_key, key.is_synced, &party())
}

#[test]
fn each_kind_of_key_is_registered_and_answers() {
    for kind in KINDS {
        let mut device = device(kind);
        device.flags |= SYNCED;
        let key = registered(&device.data(true), &party()).unwrap();
        assert_eq!(key.id.as_bytes(), [7; 32]);
        assert_eq!(key.public_key, device.public_key());
        assert!(key.is_synced);
        device.counter = 9;
        assert_eq!(proved(&device, &key), Ok(Proved { counter: 9 }), "{kind:?}");
        let other = registered(
            &Authenticator::new(kind, 8, ORIGIN, "club.example").data(true),
            &party(),
        );
        if kind != Kind::Rs256 {
            let mut other = other.unwrap();
            other.is_synced = true;
            assert_eq!(proved(&device, &other), Err(PasskeyFault::Signature));
        }
    }
}

#[test]
fn invalid_authenticator_data_is_rejected() {
    let key = registered(&device(Kind::Es256).data(true), &party()).unwrap();
    let cases: [(Change, PasskeyFault); 7] = [
        (|it| it.host = "evil.example".into(), PasskeyFault::Host),
        (|it| it.host = "www.club.example".into(), PasskeyFault::Host),
        (|it| it.flags = 0b100, PasskeyFault::Presence),
        (|it| it.flags = 0b001, PasskeyFault::Verification),
        (|it| it.flags = VERIFIED | 0b1_0000, PasskeyFault::Form),
        (|it| it.flags |= 0b1000_0000, PasskeyFault::Form),
        (|_| {}, PasskeyFault::Signature),
    ];
    for (change, fault) in cases {
        let mut device = device(Kind::Es256);
        change(&mut device);
        assert_eq!(proved(&device, &key), Err(fault));
        if fault != PasskeyFault::Signature {
            assert_eq!(registered(&device.data(true), &party()), Err(fault));
        }
    }
    let mut device = device(Kind::Es256);
    let key = registered(&device.data(true), &party()).unwrap();
    device.flags |= SYNCED;
    assert_eq!(proved(&device, &key), Err(PasskeyFault::Synced));
    assert_eq!(
        registered(&device.data(false), &party()),
        Err(PasskeyFault::Key)
    );
}

#[test]
fn client_data_of_another_page_is_rejected() {
    let good = device(Kind::Es256).client_data("webauthn.get", "AAEC");
    let question = read(&good, Ceremony::Get).unwrap().question;
    assert_eq!(question.text(), "AAEC");
    assert_eq!(read(&good, Ceremony::Create), Err(PasskeyFault::Kind));
    let with = |origin: &str| {
        let mut device = device(Kind::Es256);
        device.origin = origin.to_owned();
        read(&device.client_data("webauthn.get", "AAEC"), Ceremony::Get).map(drop)
    };
    for origin in [
        "http://club.example",
        "https://evil.example",
        "https://www.club.example",
        "null",
    ] {
        assert_eq!(with(origin), Err(PasskeyFault::Origin), "{origin}");
    }
    let in_a_frame = String::from_utf8(good.clone()).unwrap();
    let in_a_frame = in_a_frame.replace("false", "true");
    let refused = read(in_a_frame.as_bytes(), Ceremony::Get);
    assert_eq!(refused, Err(PasskeyFault::Origin));
    // Browsers add members, so client data must not be compared as text.
    let text = String::from_utf8(good).unwrap();
    let more = text.replacen('{', "{\"other_keys_can_be_added_here\":\"x\",", 1);
    assert!(read(more.as_bytes(), Ceremony::Get).is_ok());
    let twice = text.replacen('{', "{\"type\":\"webauthn.get\",", 1);
    assert_eq!(
        read(twice.as_bytes(), Ceremony::Get),
        Err(PasskeyFault::Form)
    );
    for damaged in [
        "",
        "{}",
        "[]",
        "null",
        &text[1..],
        &text.replace("AAEC", "A+/="),
    ] {
        assert_eq!(
            read(damaged.as_bytes(), Ceremony::Get),
            Err(PasskeyFault::Form),
            "{damaged}"
        );
    }
}

#[test]
fn fields_are_bounded_url_safe_base64() {
    assert_eq!(bytes("AAEC_-8"), Ok(vec![0, 1, 2, 255, 239]));
    assert_eq!(bytes(""), Ok(Vec::new()));
    let long = "A".repeat(9_000);
    for wrong in ["A", "AAE=", "AA+/", "é", "AA AA", &long, &"A".repeat(6_000)] {
        assert_eq!(bytes(wrong), Err(PasskeyFault::Form));
    }
}

#[test]
fn challenges_are_unique() {
    let (one, other) = (
        new_passkey_challenge().unwrap(),
        new_passkey_challenge().unwrap(),
    );
    assert_ne!(one, other);
    assert_eq!(one.text().len(), 43);
    assert_ne!(one.key(), other.key());
}

/// Rejects every response that differs from a valid one in a single byte, or is shorter.
#[test]
fn a_modified_response_is_rejected() {
    for kind in KINDS {
        let device = device(kind);
        let key = registered(&device.data(true), &party()).unwrap();
        let client_data = device.client_data("webauthn.get", "AAAA");
        let data = device.data(false);
        let signature = device.sign(&data, &client_data);
        let is_good = |data: &[u8], client_data: &[u8], signature: &[u8]| {
            let assertion = Assertion {
                authenticator_data: data,
                client_data,
                signature,
            };
            let verified = assertion.verify(&key.public_key, key.is_synced, &party());
            verified.is_ok()
        };
        assert!(is_good(&data, &client_data, &signature));
        let changed = |of: &[u8], at: usize| {
            let mut bytes = of.to_vec();
            bytes[at] ^= 1;
            bytes
        };
        for at in 0..data.len() {
            assert!(!is_good(&changed(&data, at), &client_data, &signature));
            assert!(!is_good(&data[..at], &client_data, &signature));
        }
        for at in 0..client_data.len() {
            assert!(!is_good(&data, &changed(&client_data, at), &signature));
        }
        for at in 0..signature.len() {
            assert!(!is_good(&data, &client_data, &changed(&signature, at)));
            assert!(!is_good(&data, &client_data, &signature[..at]));
        }
    }
}

proptest! {
    /// Fuzz test: random bytes and damaged responses are rejected without a panic.
    #[test]
    fn any_bytes_are_handled(
        noise in prop::collection::vec(any::<u8>(), 0..700),
        kind in 0..3_usize,
        damage in prop::collection::vec((0..500_usize, any::<u8>()), 0..6),
        cut in 0..700_usize,
    ) {
        let _ = registered(&noise, &party());
        let _ = read(&noise, Ceremony::Get);
        let _ = bytes(&String::from_utf8_lossy(&noise));
        let _ = PublicKey::read(&noise);
        let mut data = device(KINDS[kind]).data(true);
        for (at, byte) in damage {
            let at = at % data.len();
            data[at] = byte;
        }
        data.truncate(cut.max(1));
        if let Ok(key) = registered(&data, &party()) {
            prop_assert!(PublicKey::read(&key.public_key).is_ok());
            prop_assert_eq!(data.len() - 55 - key.id.as_bytes().len(), key.public_key.len());
            let assertion = Assertion { authenticator_data: &noise, client_data: &noise, signature: &noise };
            prop_assert!(assertion.verify(&key.public_key, key.is_synced, &party()).is_err());
        }
    }
}
