//! A circle of directions from few samples.

use poynting_mom_core::circle::{around, degree, turn};

/// From zero to a hundred wavelengths across.
#[test]
fn few_samples_hold_the_whole_circle() {
    let angles: Vec<f64> = (0..2000).map(|n| 0.01 * f64::from(n) - 7.0).collect();
    for x in [0.0, 1e-3, 0.1, 0.5, 2.0, 7.0, 64.0, 300.0] {
        let source = |phi: f64| {
            let wave = turn(x * (phi - 0.3).cos());
            [wave * phi.cos(), wave * phi.sin()]
        };
        let found = around(degree(x), source, &angles);
        let worst = angles.iter().zip(&found).fold(0.0_f64, |worst, (&phi, f)| {
            let exact = source(phi);
            worst
                .max((f[0] - exact[0]).norm())
                .max((f[1] - exact[1]).norm())
        });
        assert!(worst < 1e-11, "x = {x}: {worst}");
    }
    // If there are fewer angles than samples, the angles themselves are sampled.
    let exact = around(9, |phi| [turn(20.0 * phi.cos())], &[0.1, 0.2]);
    assert_eq!(exact[0], [turn(20.0 * 0.1_f64.cos())]);
}
