//! A message for one device, encrypted by `aes128gcm` (RFC 8188) with keys derived from those of
//! the device and from a pair made for this message (RFC 8291). The push service cannot read it.

use damier_people::push::PushKeys;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The declared record length: longer than any message of ours, so that there is one record.
const RECORD: u32 = 4_096;

/// The maximum length of a text in bytes: services accept messages of 4096 bytes including the
/// header.
pub(crate) const LONGEST: usize = 3_000;

/// The padding delimiter of the last record.
const LAST: u8 = 2;

/// Encrypts a text for a device; `None` if the device's key is invalid, the text is too long, or
/// the random number generator fails.
pub(crate) fn encrypted(text: &[u8], keys: &PushKeys) -> Option<Vec<u8>> {
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt).ok()?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
    let public: [u8; 65] = own.compute_public_key().ok()?.as_ref().try_into().ok()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, keys.public);
    let sealed = agree_ephemeral(own, &theirs, |agreed| {
        sealed(text, keys, &public, agreed, salt)
    });
    sealed.ok()?.ok()
}

/// Whether the public key is a point of the curve. Also `false` if the random number generator
/// fails.
pub(crate) fn is_key(keys: &PushKeys) -> bool {
    encrypted(b"", keys).is_some()
}

/// The encrypted message, with all random values given.
fn sealed(
    text: &[u8],
    keys: &PushKeys,
    public: &[u8; 65],
    agreed: &[u8],
    salt: [u8; 16],
) -> Result<Vec<u8>, Unspecified> {
    if text.len() > LONGEST {
        return Err(Unspecified);
    }
    let info = [b"WebPush: info\0", &keys.public[..], &public[..]];
    let material: [u8; 32] = expanded(&keys.auth, agreed, &info)?;
    let key: [u8; 16] = expanded(&salt, &material, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expanded(&salt, &material, &[b"Content-Encoding: nonce\0"])?;
    let mut record = [text, &[LAST]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    let nonce = Nonce::assume_unique_for_key(nonce); // the key encrypts one message only
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
    let length = [public.len() as u8];
    Ok([&salt[..], &RECORD.to_be_bytes(), &length, public, &record].concat())
}

/// So many bytes.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn expanded<const LENGTH: usize>(
    salt: &[u8],
    material: &[u8],
    info: &[&[u8]],
) -> Result<[u8; LENGTH], Unspecified> {
    let key = Salt::new(HKDF_SHA256, salt).extract(material);
    let mut bytes = [0; LENGTH];
    key.expand(info, Bytes(LENGTH))?.fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;

    use super::*;

    fn bytes<const LENGTH: usize>(text: &str) -> [u8; LENGTH] {
        let decoded = BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        decoded.try_into().unwrap()
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard_is_reproduced() {
        let keys = PushKeys {
            public: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let public = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let agreed: [u8; 32] = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let text = b"When I grow up, I want to be a watermelon";
        let message = sealed(text, &keys, &public, &agreed, salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
            mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZ\
            wbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64URL_NOPAD.encode(&message), expected);
    }

    #[test]
    fn invalid_keys_and_texts_give_an_error() {
        let wrong = PushKeys {
            public: [4; 65],
            auth: [0; 16],
        };
        assert_eq!(encrypted(b"x", &wrong), None, "no point of the curve");
        assert!(!is_key(&wrong));
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap();
        let public = own.compute_public_key().unwrap();
        let keys = PushKeys {
            public: public.as_ref().try_into().unwrap(),
            auth: [7; 16],
        };
        assert!(is_key(&keys));
        let first = encrypted(&[7; LONGEST], &keys).unwrap();
        assert!(first.len() < 4_096);
        assert_ne!(encrypted(&[7; LONGEST], &keys).unwrap(), first);
        assert_eq!(encrypted(&[7; LONGEST + 1], &keys), None);
    }
}
