//! Reads the reference tables.

use poynting_physics::Complex;

/// The rows below the column names, split at commas.
pub fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect()
}

/// A cell as a number.
pub fn number(cell: &str) -> f64 {
    cell.parse().expect("a number in the table")
}

/// Two neighbouring cells, from `first` on, as real and imaginary part.
pub fn complex(row: &[&str], first: usize) -> Complex {
    Complex::new(number(row[first]), number(row[first + 1]))
}

/// Asserts that two numbers agree to a relative tolerance.
pub fn assert_close(got: f64, want: f64, tolerance: f64) {
    assert!(
        (got - want).abs() <= tolerance * want.abs(),
        "{got:e} is not {want:e} within {tolerance:e}: off by {:e}",
        got / want - 1.0
    );
}

/// Asserts that two complex numbers agree to a tolerance relative to the magnitude.
pub fn assert_complex_close(got: Complex, want: Complex, tolerance: f64) {
    let off = (got - want).norm() / want.norm();
    assert!(
        off <= tolerance,
        "{got:?} is not {want:?} within {tolerance:e}: off by {off:e}"
    );
}
