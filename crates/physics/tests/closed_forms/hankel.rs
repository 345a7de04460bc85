//! Hankel functions compared with a multiprecision table.

use crate::common::{assert_close, assert_complex_close, complex, number, rows};
use poynting_physics::hankel::{hankel, hankel_0};
use std::f64::consts::PI;

#[test]
fn hankel_functions_are_those_of_the_table() {
    let table = rows(include_str!("../data/hankel.csv"));
    assert_eq!(table.len(), 100);
    for row in table {
        let x = number(row[0]);
        let [zero, one] = hankel(x);
        // The phase of a large argument is known to its rounding.
        assert_complex_close(zero, complex(&row, 1), 2e-15);
        assert_complex_close(one, complex(&row, 3), 2e-15);
        assert_eq!(zero, hankel_0(x));
    }
}

/// J_1 Y_0 - J_0 Y_1 = 2/(pi x).
#[test]
fn wronskians_are_exact() {
    for n in 1..4000 {
        let x = 0.01 * f64::from(n);
        let [zero, one] = hankel(x);
        let wronskian = zero.re * one.im - one.re * zero.im;
        assert_close(wronskian * PI * x / 2.0, 1.0, 5e-15);
    }
}
