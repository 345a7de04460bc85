//! A model and its mirror image have the same fields.

use crate::common::{Recording, record, scene};
use poynting_fdtd::Config;

/// A PEC box that ends a tenth of a cell from a wall, with its coordinates along x times `sign`.
fn run(sign: f64) -> Recording {
    let x = |a: f64, b: f64| {
        let [a, b] = [sign * a, sign * b];
        [a.min(b), a.max(b)]
    };
    let [[low, high], [from, to]] = [x(-6.0, 6.0), x(1.36, 4.18)];
    let (source, probe) = (sign * -3.8, sign * 2.4);
    let text = format!(
        "[domain]\nfrom = ['{low} mm', '-8 mm', '-6 mm']\nto = ['{high} mm', '8 mm', '6 mm']\n\
         [grid]\nspacing = '1 mm'\n[boundary]\nall = 'pec'\n\
         [[structures]]\nmaterial = 'pec'\nshape = 'box'\n\
         from = ['{from} mm', '2.7 mm', '1.46 mm']\nto = ['{to} mm', '7.89 mm', '4.73 mm']\n\
         [[sources]]\nname = 'kick'\ntype = 'soft-point'\nat = ['{source} mm', '1.1 mm', '-3.6 mm']\n\
         component = 'Ez'\nwaveform = {{ type = 'gaussian', amplitude = '1e3 A/m^2', bandwidth = '24 GHz' }}\n\
         [[monitors]]\nname = 'probe'\ntype = 'probe'\nat = ['{probe} mm', '3.1 mm', '1.2 mm']\n\
         components = ['Ez']\n[stop]\nsteps = 120\n[fdtd]\nprecision = 'f64'\n"
    );
    let (recording, ..) = record(&scene(&text), Config::default(), 1).unwrap();
    recording
}

/// Cells of the gap are painted as metal: what fills the components that the metal cuts there must not depend on a window that looks ahead.
#[test]
fn a_gap_below_half_a_cell_is_the_same_from_both_sides() {
    let [one, other] = [1.0, -1.0].map(|sign| run(sign).get("probe/probe/Ez").1.to_vec());
    let largest = one.iter().fold(0.0, |most: f64, e| most.max(e.abs()));
    assert!(largest > 0.1, "{largest}");
    for (a, b) in one.iter().zip(&other) {
        assert!((a - b).abs() < 1e-9 * largest, "{a} {b}");
    }
}
