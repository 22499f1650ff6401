//! The checksum in files of tables and of weights: CRC-32, as in zip and PNG.
//!
//! There are two implementations with the same result. Native programs read tables of a gigabyte
//! and use the fastest one, whose lookup tables take 16 KB that cannot be compressed. In the
//! browser, where every kilobyte is fetched before the first move, a version with one small lookup
//! table is used.

/// Returns the CRC-32 of bytes.
///
/// ```
/// assert_eq!(damier_endgame::checksum(b"123456789"), 0xCBF4_3926);
/// ```
pub fn checksum(bytes: &[u8]) -> u32 {
    #[cfg(not(target_arch = "wasm32"))]
    return crc32fast::hash(bytes);
    #[cfg(target_arch = "wasm32")]
    return small::checksum(bytes);
}

#[cfg(any(test, target_arch = "wasm32"))]
mod small {
    /// The polynomial; its lowest power is in the highest bit.
    const POLYNOMIAL: u32 = 0xEDB8_8320;

    /// For each byte value, the checksum of that byte alone.
    const BYTES: [u32; 256] = {
        let mut sums = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut sum = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                sum = (sum >> 1) ^ if sum & 1 == 1 { POLYNOMIAL } else { 0 };
                bit += 1;
            }
            sums[byte] = sum;
            byte += 1;
        }
        sums
    };

    pub(super) fn checksum(bytes: &[u8]) -> u32 {
        let next = |sum: u32, byte: &u8| (sum >> 8) ^ BYTES[usize::from(sum as u8 ^ byte)];
        !bytes.iter().fold(!0, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_implementations_give_the_known_checksum() {
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
        assert_eq!(small::checksum(b"123456789"), 0xCBF4_3926);
        assert_eq!(small::checksum(b""), checksum(b""));
    }

    #[test]
    fn both_implementations_agree_on_any_bytes() {
        let mut bytes = Vec::new();
        let mut last = 1_u32;
        for length in 0..600 {
            assert_eq!(small::checksum(&bytes), checksum(&bytes), "{length} bytes");
            last = last.wrapping_mul(0x9E37_79B1).rotate_left(7) ^ length;
            bytes.push(last as u8);
        }
    }
}
