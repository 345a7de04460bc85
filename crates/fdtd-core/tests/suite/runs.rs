//! Runs of equal coefficients.

use poynting_fdtd_core::coefficients::run_length;

#[test]
fn runs_are_measured_to_the_element() {
    for n in [1usize, 31, 32, 33, 64, 100] {
        let mut index = vec![7u8; n];
        assert_eq!(run_length(&index), n);
        index.push(8);
        index.extend([7u8; 40]);
        assert_eq!(run_length(&index), n);
    }
}
