//! The public key of a passkey. Authenticators write it as a COSE key in canonical CBOR (§6.5.1.1,
//! CTAP2 §8), which leaves one form for each kind of key, so it is compared with these forms and no
//! CBOR is read.

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

use super::fault::PasskeyFault;

/// Accepted algorithms by COSE number, preferred first: ES256, Ed25519, and RS256 for older
/// versions of Windows.
pub(crate) const ALGORITHMS: [i32; 3] = [-7, -8, -257];

/// {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x of 32 bytes
const ES256_X: &[u8] = &[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
/// , -3: y of 32 bytes}
const ES256_Y: &[u8] = &[0x22, 0x58, 0x20];
/// {1: 1 (OKP), 3: -8 (EdDSA), -1: 6 (Ed25519), -2: x of 32 bytes}
const ED25519_X: &[u8] = &[0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20];
/// {1: 3 (RSA), 3: -257 (RS256), -1: n with its length in two bytes
const RS256_N: &[u8] = &[0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59];
/// , -2: 65537}
const RS256_E: &[u8] = &[0x21, 0x43, 0x01, 0x00, 0x01];

/// A public key, borrowed from its encoded form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PublicKey<'a> {
    /// The point, uncompressed.
    Es256([u8; 65]),
    Ed25519(&'a [u8]),
    /// The modulus.
    Rs256(&'a [u8]),
}

impl<'a> PublicKey<'a> {
    /// Parses the key at the beginning of these bytes; also returns its encoded length.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<(Self, usize), PasskeyFault> {
        let key = Self::es256(bytes)
            .or_else(|| Self::ed25519(bytes))
            .or_else(|| Self::rs256(bytes));
        key.ok_or(PasskeyFault::Key)
    }

    fn es256(bytes: &'a [u8]) -> Option<(Self, usize)> {
        let (x, behind) = bytes.strip_prefix(ES256_X)?.split_first_chunk::<32>()?;
        let (y, behind) = behind.strip_prefix(ES256_Y)?.split_first_chunk::<32>()?;
        let mut point = [4; 65];
        point[1..33].copy_from_slice(x);
        point[33..].copy_from_slice(y);
        Some((Self::Es256(point), bytes.len() - behind.len()))
    }

    fn ed25519(bytes: &'a [u8]) -> Option<(Self, usize)> {
        let (x, behind) = bytes.strip_prefix(ED25519_X)?.split_at_checked(32)?;
        Some((Self::Ed25519(x), bytes.len() - behind.len()))
    }

    /// Of 2048, 3072 or 4096 bits.
    fn rs256(bytes: &'a [u8]) -> Option<(Self, usize)> {
        let (length, behind) = bytes.strip_prefix(RS256_N)?.split_first_chunk()?;
        let length = usize::from(u16::from_be_bytes(*length));
        if !matches!(length, 256 | 384 | 512) {
            return None;
        }
        let (n, behind) = behind.split_at_checked(length)?;
        let behind = behind.strip_prefix(RS256_E)?;
        Some((Self::Rs256(n), bytes.len() - behind.len()))
    }

    /// Verifies a signature over these bytes.
    pub(crate) fn verify(&self, signed: &[u8], signature: &[u8]) -> Result<(), PasskeyFault> {
        let verified = match self {
            Self::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(signed, signature)
            }
            Self::Ed25519(x) => UnparsedPublicKey::new(&ED25519, x).verify(signed, signature),
            Self::Rs256(n) => RsaPublicKeyComponents {
                n: *n,
                e: &[1, 0, 1][..],
            }
            .verify(&RSA_PKCS1_2048_8192_SHA256, signed, signature),
        };
        verified.map_err(|_| PasskeyFault::Signature)
    }
}
