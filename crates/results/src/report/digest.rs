//! SHA-256 in base64, as a content security policy names scripts and styles.
//!
//! (FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2; Content Security Policy Level 3, section 2.3.1.)
//! Written here because the crates for it would be the largest part of what a report needs; nothing is kept secret by it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The fractions of the square roots of the first eight primes.
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// `'sha256-...'` for a text.
pub(super) fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(digest(text.as_bytes())))
}

fn digest(bytes: &[u8]) -> Vec<u8> {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((8 * bytes.len() as u64).to_be_bytes());
    let constants = constants();
    let blocks = padded.chunks_exact(64);
    let state = blocks.fold(START, |state, block| next(state, block, &constants));
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// The fractions of the cube roots of the first 64 primes, in 32 bits.
fn constants() -> Vec<u32> {
    let is_prime = |n: &u128| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0);
    let fraction = |prime: u128| {
        // The cube root of `prime` in fixed point, by bisection.
        let (mut low, mut high) = (0u128, 8 << 32);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            if middle.pow(3) <= prime << 96 {
                low = middle;
            } else {
                high = middle;
            }
        }
        low as u32
    };
    (2..).filter(is_prime).take(64).map(fraction).collect()
}

fn next(state: [u32; 8], block: &[u8], constants: &[u32]) -> [u32; 8] {
    let words = block.chunks_exact(4);
    let mut w: Vec<u32> = words
        .map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
        .collect();
    for t in 16..64 {
        let (x, y) = (w[t - 15], w[t - 2]);
        let low = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
        let high = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
        w.push(
            high.wrapping_add(w[t - 7])
                .wrapping_add(low)
                .wrapping_add(w[t - 16]),
        );
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
    for (word, constant) in w.iter().zip(constants) {
        let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let first = h.wrapping_add(sum).wrapping_add((e & f) ^ (!e & g));
        let first = first.wrapping_add(*constant).wrapping_add(*word);
        let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(second));
    }
    let added = [a, b, c, d, e, f, g, h];
    std::array::from_fn(|n| state[n].wrapping_add(added[n]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180-2, appendix B, and the empty text.
    #[test]
    fn digests_are_those_of_the_standard() {
        let hex = |text: &str| {
            let bytes = digest(text.as_bytes());
            bytes.iter().map(|b| format!("{b:02x}")).collect::<String>()
        };
        let two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let known = [
            (
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                two_blocks,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ];
        for (text, expected) in known {
            assert_eq!(hex(text), expected);
        }
        assert_eq!(
            source(""),
            "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
        );
    }
}
