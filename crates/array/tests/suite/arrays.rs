//! Arrays compared with closed forms, published tapers and laws.

use poynting_array::{
    Array, Complex64, Cosine, Cosines, Isotropic, accepted, active_reflections, direction,
    from_angles, grating_lobes, half_power_width, lattice_towards, lobes, positions, scan_loss,
    taper,
};
use std::f64::consts::{FRAC_PI_3, FRAC_PI_4, PI};

const BROADSIDE: [f64; 3] = [0.0, 0.0, 1.0];

fn distance(a: &[Complex64], b: &[Complex64]) -> f64 {
    let difference: f64 = a.iter().zip(b).map(|(a, b)| (a - b).norm_sqr()).sum();
    (difference / b.iter().map(Complex64::norm_sqr).sum::<f64>()).sqrt()
}

/// sin(N pi d u) / sin(pi d u), to the tolerance of the transform.
#[test]
fn a_uniform_line_has_the_pattern_of_its_closed_form() {
    let (n, d) = (40, 0.5);
    let array = Array::uniform(positions::line(n, d)).unwrap();
    let u = Cosines::new(-1.0, 1.0, 400);
    let exact: Vec<Complex64> = (0..u.count)
        .map(|k| {
            let half = PI * d * u.at(k);
            Complex64::new((n as f64 * half).sin() / half.sin(), 0.0)
        })
        .collect();
    let found = array.over_line(u, 1e-10).unwrap();
    assert!(distance(&found, &exact) < 1e-10);
    // First side lobe of sin(N x)/(N sin x), N = 40: at tan(N x) = N tan x, N x = 4.4968, -13.243 dB. The nearest of 4000 samples is within 1e-3 dB.
    let fine = array
        .over_line(Cosines::new(-1.0, 1.0, 4001), 1e-10)
        .unwrap();
    let found = lobes(&fine, [1, 4001]).unwrap();
    assert_eq!(found.peak, 2000);
    assert!(
        (found.side_lobe_level.unwrap() + 13.2432).abs() < 1e-3,
        "{found:?}"
    );
    // Half power at sinc(x) = 1/sqrt 2, x = 1.39156: a width of 2 x / (pi N d) = 0.8859 / (N d); the sum is 1 + O(N^-2) narrower, samples interpolated
    // linearly are within 1e-4.
    let width = half_power_width(&fine, Cosines::new(-1.0, 1.0, 4001))
        .unwrap()
        .unwrap();
    assert!((width * 20.0 / 0.88589 - 1.0).abs() < 1e-3, "{width}");
}

/// Every pattern by transforms equals the sum of its elements.
#[test]
fn patterns_are_sums() {
    let counts = [9, 12];
    let flat = Array::new(
        positions::lattice(counts, [0.6, 0.5]),
        &taper::product(&taper::hamming(9), &taper::hamming(12)),
    )
    .unwrap()
    .steered(from_angles(0.4, 1.0));
    let [u, v] = [Cosines::new(-0.7, 0.2, 21), Cosines::new(-0.1, 0.6, 14)];
    let grid: Vec<[f64; 3]> = (0..21 * 14)
        .map(|n| direction(u.at(n / 14), v.at(n % 14)).unwrap())
        .collect();
    let exact = flat.factors(&grid);
    assert!(distance(&flat.over_grid([u, v], 1e-9).unwrap(), &exact) < 1e-9);
    assert!(distance(&flat.towards(&grid, 1e-9).unwrap(), &exact) < 1e-9);
    let by_lattice = lattice_towards(counts, [0.6, 0.5], flat.excitations(), &grid).unwrap();
    assert!(distance(&by_lattice, &exact) < 1e-9);
    let curved = positions::on_surface(flat.positions(), |x, y| 0.1 * x * x - 0.3 * y);
    let curved = Array::excited(curved, flat.excitations().to_vec()).unwrap();
    let exact = curved.factors(&grid);
    assert!(distance(&curved.towards(&grid, 1e-9).unwrap(), &exact) < 1e-9);
}

/// All side lobes of a Chebyshev line reach the level and none exceeds it, to rounding of the taper's transform.
#[test]
fn chebyshev_side_lobes_are_equal() {
    for (n, level) in [(2, 20.0), (8, 20.0), (31, 40.0), (1024, 26.0)] {
        let line = taper::chebyshev(n, level).unwrap();
        let array = Array::new(positions::line(n, 0.5), &line).unwrap();
        let ratio = 10f64.powf(level / 20.0);
        let x0 = (ratio.acosh() / (n as f64 - 1.0)).cosh();
        let peak = array.factor(BROADSIDE).re;
        // Extrema of T_(N-1) are at x = cos(k pi/(N-1)), with alternating signs.
        for k in 1..=(n - 1) / 2 {
            let x = (k as f64 * PI / (n as f64 - 1.0)).cos();
            let psi = 2.0 * (x / x0).acos();
            let found = array.factor(direction(psi / PI, 0.0).unwrap()).re / peak * ratio;
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            assert!(
                (found - sign).abs() < 1e-9,
                "{n} elements, lobe {k}: {found}"
            );
        }
    }
}

/// 54 elements, 40 dB: the figures that SciPy tests `signal.windows.chebwin` with (scipy/signal/tests/test_windows.py, `cheb_even_true`), to their six
/// digits.
#[test]
fn chebyshev_amplitudes_are_those_of_another_code() {
    let line = taper::chebyshev(54, 40.0).unwrap();
    let published = [
        0.203894, 0.107279, 0.133904, 0.163608, 0.196338, 0.231986, 0.270385, 0.311313, 0.354493,
        0.399594, 0.446233, 0.493983, 0.542378, 0.590916, 0.639071, 0.686302, 0.732055, 0.775783,
        0.816944, 0.855021, 0.889525, 0.920006, 0.946060, 0.967339, 0.983557, 0.994494, 1.0,
    ];
    for (n, exact) in published.into_iter().enumerate() {
        for found in [line[n], line[53 - n]] {
            assert!((found - exact).abs() < 6e-7, "element {n}: {found}");
        }
    }
}

/// Ten elements and a voltage ratio of 20, the example of C. A. Balanis, Antenna Theory, section 6.8.3: the array factor T_9(z0 cos u), as powers of the
/// cosine, has z0^9 cos 9u and (9 z0^9 - 9 z0^7) cos 7u as its outermost terms, and so on to cos u. The book has 1.357 for the ratio of the first two, as
/// here; a decibel level of 26 instead of the ratio gives 1.3555. Its figures farther in, 1.974, 2.496 and 2.798, are up to 0.8 % above the exact 1.971,
/// 2.483 and 2.775: there, terms of alternating sign cancel, and the powers of z0 were rounded.
#[test]
fn chebyshev_amplitudes_are_those_of_the_polynomial() {
    let line = taper::chebyshev(10, 20.0 * 20f64.log10()).unwrap();
    let z = (20f64.acosh() / 9.0).cosh();
    // Of z^1, z^3 .. z^9, from T_9(x) = 256 x^9 - 576 x^7 + 432 x^5 - 120 x^3 + 9 x.
    let sums = [
        [0.0, 0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, 0.0, -9.0, 9.0],
        [0.0, 0.0, 27.0, -63.0, 36.0],
        [0.0, -30.0, 135.0, -189.0, 84.0],
        [9.0, -90.0, 270.0, -315.0, 126.0],
    ];
    let amplitude = |sum: &[f64; 5]| -> f64 {
        (sum.iter().zip([1, 3, 5, 7, 9]))
            .map(|(c, power)| c * z.powi(power))
            .sum()
    };
    for (found, sum) in line.iter().zip(&sums) {
        let exact = amplitude(sum) / amplitude(&sums[4]);
        assert!((found - exact).abs() < 1e-12, "{found} {exact}");
    }
    assert!((line[1] / line[0] - 1.357).abs() < 5e-4);
}

/// The continuous aperture: S(u) at u = 1 .. n-bar - 1 are the coefficients, so the pattern's zeros lie at sigma sqrt(A^2 + (n - 1/2)^2); many samples per
/// unit approximate it to 1/N^2.
#[test]
fn taylor_zeros_are_where_they_are_prescribed() {
    let (n, level, equal) = (2000, 30.0, 5);
    let array = Array::new(
        positions::line(n, 0.01),
        &taper::taylor(n, level, equal).unwrap(),
    )
    .unwrap();
    let a = 10f64.powf(level / 20.0).acosh() / PI;
    let stretch = equal as f64 / (a * a + (equal as f64 - 0.5).powi(2)).sqrt();
    let peak = array.factor(BROADSIDE).norm();
    for zero in 1..equal {
        let u = stretch * (a * a + (zero as f64 - 0.5).powi(2)).sqrt();
        // The aperture is 20 wavelengths long.
        let found = array.factor(direction(u / 20.0, 0.0).unwrap()).norm() / peak;
        assert!(found < 1e-5, "zero {zero}: {found:e}");
    }
    let cut = array
        .over_line(Cosines::new(-1.0, 1.0, 4001), 1e-10)
        .unwrap();
    let found = lobes(&cut, [1, 4001]).unwrap().side_lobe_level.unwrap();
    // The first lobes are within half a decibel of the level for n-bar = 5.
    assert!((found + level).abs() < 0.5, "{found}");
}

/// Hamming: 42.7 dB below the peak (F. J. Harris, Proc. IEEE 66, 51, 1978, table 1: -43 dB), 0.54^2/(0.54^2 + 0.46^2/2) of the aperture.
#[test]
fn hamming_has_its_published_side_lobes() {
    let line = taper::hamming(512);
    let array = Array::new(positions::line(512, 0.5), &line).unwrap();
    let cut = array
        .over_line(Cosines::new(-0.1, 0.1, 4001), 1e-10)
        .unwrap();
    let found = lobes(&cut, [1, 4001]).unwrap().side_lobe_level.unwrap();
    assert!((found + 42.7).abs() < 0.3, "{found}");
    let exact = 0.54f64.powi(2) / (0.54f64.powi(2) + 0.5 * 0.46f64.powi(2));
    assert!((taper::efficiency(&line) / exact - 1.0).abs() < 5e-3);
}

/// N for a line of isotropic elements half a wavelength apart, in any steering, since sinc vanishes for every pair; by the sum and by quadrature.
#[test]
fn half_wave_lines_have_a_directivity_of_their_number() {
    let beam = from_angles(0.7, 0.0);
    let array = Array::uniform(positions::line(10, 0.5))
        .unwrap()
        .steered(beam);
    let exact = array.isotropic_directivity(beam).unwrap();
    assert!((exact - 10.0).abs() < 1e-12, "{exact}");
    let quadrature = array.directivity(&Isotropic, 0, beam).unwrap();
    assert!((quadrature - 10.0).abs() < 1e-9, "{quadrature}");
}

/// A single cos^q element: 2 (2 q + 1). Elements with cos on a ring, by quadrature of another order.
#[test]
fn directivities_of_elements() {
    let one = Array::uniform(vec![[3.0, -2.0, 0.0]]).unwrap();
    for q in [0.5, 1.0, 2.0] {
        let found = one
            .directivity(&Cosine { exponent: q }, 4, BROADSIDE)
            .unwrap();
        assert!((found - 2.0 * (2.0 * q + 1.0)).abs() < 1e-9, "{q}: {found}");
    }
    let ring = Array::uniform(positions::ring(12, 1.1)).unwrap();
    let by_sum = ring.isotropic_directivity(BROADSIDE).unwrap();
    let by_quadrature = ring.directivity(&Isotropic, 0, BROADSIDE).unwrap();
    assert!((by_sum / by_quadrature - 1.0).abs() < 1e-9);
    // A function is an element, too: a short dipole along x has a directivity of 3/2.
    let dipole = |[u, v, w]: [f64; 3]| {
        let power = 1.0 - u * u;
        let _ = (v, w);
        [
            Complex64::new(power.max(0.0).sqrt(), 0.0),
            Complex64::default(),
        ]
    };
    let found = one.directivity(&dipole, 2, BROADSIDE).unwrap();
    assert!((found - 1.5).abs() < 1e-9, "{found}");
}

/// sum (S a)_m a_m^*: of a matched pair with coupling s, both see s in phase and -s in opposite phase.
#[test]
fn active_reflections_follow_the_phases() {
    let (o, s) = (Complex64::default(), Complex64::new(0.0, 0.3));
    let [one, minus] = [Complex64::new(1.0, 0.0), Complex64::new(-1.0, 0.0)];
    let pair = [o, s, s, o];
    assert_eq!(
        active_reflections(&pair, &[one, one]).unwrap(),
        [Some(s), Some(s)]
    );
    assert_eq!(
        active_reflections(&pair, &[one, minus]).unwrap(),
        [Some(-s), Some(-s)]
    );
    assert_eq!(
        active_reflections(&pair, &[one, o]).unwrap(),
        [Some(o), None]
    );
    assert!((accepted(&pair, &[one, o]).unwrap() - 0.91).abs() < 1e-15);
    assert!(active_reflections(&pair, &[one]).is_err());
}

/// The beam at u = sin 30 deg of a lattice one wavelength apart: lobes at u - 1 and, within the circle, v +- 1 only for u = 0.
#[test]
fn grating_lobes_are_at_the_reciprocal_lattice() {
    assert_eq!(grating_lobes([0.5, 0.5], [0.3, 0.0]), [[0.0; 2]; 0]);
    assert_eq!(grating_lobes([1.0, 1.0], [0.5, 0.0]), [[-0.5, 0.0]]);
    assert_eq!(grating_lobes([1.0, 1.0], [0.0, 0.0]).len(), 4);
    let array = Array::uniform(positions::lattice([6, 6], [1.0, 1.0])).unwrap();
    let steered = array.steered(direction(0.5, 0.0).unwrap());
    let found = steered.factor(direction(-0.5, 0.0).unwrap()).norm();
    assert!((found - 36.0).abs() < 1e-10);
}

/// cos^q of the angle in the field is 20 q log10 cos in the loss.
#[test]
fn scan_loss_is_that_of_the_element() {
    let array = Array::uniform(positions::lattice([5, 5], [0.5, 0.5])).unwrap();
    let loss = scan_loss(
        &array,
        &Cosine { exponent: 0.6 },
        from_angles(FRAC_PI_3, 0.2),
    );
    assert!((loss + 12.0 * 0.5f64.log10()).abs() < 1e-9, "{loss}");
}

/// Phases in steps of 2 pi/2^B lose sinc^2(pi/2^B) of the beam on average: 0.912 dB for two bits (R. J. Mailloux, Phased Array Antenna Handbook, 7.2). Over
/// 4000 elements steered to an incommensurate angle the mean is within a percent.
#[test]
fn quantised_phases_lose_the_published_power() {
    let beam = from_angles(0.3718, 0.9);
    let array = Array::uniform(positions::lattice([64, 64], [0.5, 0.5]))
        .unwrap()
        .steered(beam);
    let full = array.factor(beam).norm();
    for bits in [2, 3, 4] {
        let found = array
            .clone()
            .with_quantised_phases(bits)
            .unwrap()
            .factor(beam)
            .norm()
            / full;
        let x = PI / (1u64 << bits) as f64;
        assert!(
            (found / (x.sin() / x) - 1.0).abs() < 0.01,
            "{bits}: {found}"
        );
    }
    assert!(array.with_quantised_phases(0).is_err());
}

/// Failures are chosen exactly as often as asked, by the seed alone; steered arrays point where they are told.
#[test]
fn failures_are_reproducible() {
    let array = Array::uniform(positions::triangular([40, 25], [0.6, 0.5])).unwrap();
    let failed = |seed| array.clone().with_failures(0.05, seed).unwrap();
    let silent = failed(1)
        .excitations()
        .iter()
        .filter(|a| a.norm() == 0.0)
        .count();
    assert_eq!(silent, 50);
    assert_eq!(failed(1), failed(1));
    assert_ne!(failed(1), failed(2));
    let beam = from_angles(FRAC_PI_4, 2.0);
    assert!((array.steered(beam).factor(beam) - 1000.0).norm() < 1e-9);
}

/// The line of the density taper: equal amplitudes give equal spacings, and the integral of the density up to each element is m + 1/2.
#[test]
fn density_follows_the_amplitudes() {
    let equal = positions::density_tapered(10, 5.0, &[1.0, 1.0, 1.0]).unwrap();
    for (found, exact) in equal.iter().zip(positions::line(10, 0.5)) {
        assert!((found[0] - exact[0]).abs() < 1e-12);
    }
    // Amplitudes 1 - |x|, x from -1 to 1: the integral up to x < 0 is (1 + x)^2 / 2 of a whole of 1, up to the smallest that is allowed.
    let found = positions::density_tapered(8, 2.0, &[1e-9, 1.0, 1e-9]).unwrap();
    for (m, r) in found.iter().take(4).enumerate() {
        let exact = (2.0 * (m as f64 + 0.5) / 8.0).sqrt() - 1.0;
        assert!((r[0] - exact).abs() < 1e-8, "{r:?} {exact}");
    }
}

#[test]
fn what_is_no_array_is_refused() {
    assert!(Array::new(vec![[0.0; 3]], &[1.0, 2.0]).is_err());
    assert!(Array::new(vec![[f64::NAN, 0.0, 0.0]], &[1.0]).is_err());
    let silent = Array::new(vec![[0.0; 3]], &[0.0]).unwrap();
    let refused = silent.isotropic_directivity(BROADSIDE).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the radiated power is 0, but it must be positive"
    );
    let raised = Array::uniform(vec![[0.0, 0.0, 1.0]]).unwrap();
    assert!(
        raised
            .over_grid([Cosines::new(0.0, 1.0, 2); 2], 1e-6)
            .is_err()
    );
    assert!(taper::chebyshev(8, -20.0).is_err());
}
