//! Transforms compared with the sums that they stand for. The error is |result - sum| / |sum| in the 2-norm, for random points and strengths, and must
//! not exceed the tolerance that was asked for.

use num_complex::Complex;
use poynting_array::{IrregularNufft, Nufft, NufftError, Scalar, Sign};
use poynting_exec::{Pool, Random};
use std::f64::consts::PI;

type C = Complex<f64>;

fn points<const D: usize>(random: &mut Random, count: usize, half: f64) -> Vec<[f64; D]> {
    let point = |_| std::array::from_fn(|_| random.within(-half..half));
    (0..count).map(point).collect()
}

fn strengths(random: &mut Random, count: usize) -> Vec<C> {
    let strength = |_| C::new(random.within(-1.0..1.0), random.within(-1.0..1.0));
    (0..count).map(strength).collect()
}

fn narrow<T: Scalar>(values: &[C]) -> Vec<Complex<T>> {
    (values
        .iter()
        .map(|z| Complex::new(T::of(z.re), T::of(z.im))))
    .collect()
}

fn sums<const D: usize>(points: &[[f64; D]], targets: &[[f64; D]], c: &[C], sign: f64) -> Vec<C> {
    let sum = |target: &[f64; D]| {
        let phase = |x: &[f64; D]| sign * (0..D).map(|a| x[a] * target[a]).sum::<f64>();
        (points.iter().zip(c))
            .map(|(x, c)| c * C::cis(phase(x)))
            .sum()
    };
    targets.iter().map(sum).collect()
}

fn error<T: Scalar>(found: &[Complex<T>], exact: &[C]) -> f64 {
    let wide = found.iter().map(|z| C::new(z.re.double(), z.im.double()));
    let difference: f64 = wide.zip(exact).map(|(a, b)| (a - b).norm_sqr()).sum();
    (difference / exact.iter().map(C::norm_sqr).sum::<f64>()).sqrt()
}

/// Wave vectors of all modes, in the order of the transforms.
fn modes<const D: usize>(counts: [usize; D]) -> Vec<[f64; D]> {
    (0..counts.iter().product())
        .map(|index: usize| {
            let mut rest = index;
            let mut mode = [0.0; D];
            for axis in (0..D).rev() {
                mode[axis] = (rest % counts[axis]) as f64 - (counts[axis] / 2) as f64;
                rest /= counts[axis];
            }
            mode
        })
        .collect()
}

/// Random points, targets and strengths, with their sums.
struct Case<const D: usize> {
    counts: [usize; D],
    points: Vec<[f64; D]>,
    targets: Vec<[f64; D]>,
    of_points: Vec<C>,
    of_modes: Vec<C>,
    exact: [Vec<C>; 3],
}

impl<const D: usize> Case<D> {
    fn new(counts: [usize; D]) -> Self {
        let mut random = Random::new(3 + D as u64);
        let count = 700;
        // Also beyond one period.
        let points = points::<D>(&mut random, count, 2.0 * PI);
        let mut targets = self::points::<D>(&mut random, 500, 9.0);
        for target in &mut targets {
            target[0] += 30.0;
        }
        let all = modes(counts);
        let of_points = strengths(&mut random, count);
        let of_modes = strengths(&mut random, all.len());
        let exact = [
            sums(&points, &all, &of_points, 1.0),
            sums(&all, &points, &of_modes, 1.0),
            sums(&points, &targets, &of_points, -1.0),
        ];
        Self {
            counts,
            points,
            targets,
            of_points,
            of_modes,
            exact,
        }
    }

    /// Of types 1, 2 and 3.
    fn errors<T: Scalar>(&self, tolerance: f64) -> [f64; 3] {
        let mut nufft =
            Nufft::<T, D>::new(&self.points, self.counts, tolerance, Sign::Plus).unwrap();
        let mut third =
            IrregularNufft::<T, D>::new(&self.points, &self.targets, tolerance, Sign::Minus)
                .unwrap();
        let mut out = [
            vec![Complex::default(); self.of_modes.len()],
            vec![Complex::default(); self.points.len()],
            vec![Complex::default(); self.targets.len()],
        ];
        let c = narrow::<T>(&self.of_points);
        nufft.to_modes(&c, &mut out[0]).unwrap();
        let modes = narrow::<T>(&self.of_modes);
        nufft.to_points(&modes, &mut out[1]).unwrap();
        third.to_targets(&c, &mut out[2]).unwrap();
        [0, 1, 2].map(|kind| error(&out[kind], &self.exact[kind]))
    }

    fn meets<T: Scalar>(&self, tolerances: &[f64]) {
        for tolerance in tolerances {
            let errors = self.errors::<T>(*tolerance);
            println!("{} {D}-D {tolerance:e}: {errors:?}", T::NAME);
            for (kind, error) in errors.iter().enumerate() {
                assert!(
                    error <= tolerance,
                    "{}: type {} in {D} dimensions: {error:e} > {tolerance:e}",
                    T::NAME,
                    kind + 1,
                );
            }
        }
    }
}

fn every_tolerance_is_met<const D: usize>(case: &Case<D>) {
    let digits = (1..=12).map(|digits| 10f64.powi(-digits));
    case.meets::<f64>(&digits.chain([3e-7]).collect::<Vec<_>>());
}

#[test]
fn every_tolerance_is_met_on_a_line() {
    every_tolerance_is_met(&Case::new([90]));
}

/// In single precision down to eight times the unit of rounding, 1.2e-7, for some ten roundings of each sum.
#[test]
fn every_tolerance_is_met_in_a_plane() {
    let case = Case::new([20, 31]);
    every_tolerance_is_met(&case);
    case.meets::<f32>(&[1e-2, 1e-4, 1e-5, 1e-6]);
}

#[test]
fn every_tolerance_is_met_in_space() {
    every_tolerance_is_met(&Case::new([9, 14, 11]));
}

/// One point is a single wave: the closed form needs no other sum.
#[test]
fn the_modes_of_a_point_are_a_wave() {
    let count = 1 << 16;
    let mut nufft = Nufft::<f64, 1>::new(&[[0.7]], [count], 1e-12, Sign::Minus).unwrap();
    let mut out = vec![C::default(); count];
    nufft.to_modes(&[C::new(0.0, 2.0)], &mut out).unwrap();
    for (n, value) in out.iter().enumerate().step_by(97) {
        let mode = n as f64 - (count / 2) as f64;
        let exact = C::new(0.0, 2.0) * C::cis(-0.7 * mode);
        // The tolerance is for the norm over all modes; single ones, at the ends, are worse. The phase of mode 2^15 has an error of 4e-12 from 0.7.
        assert!((value - exact).norm() < 2e-10, "{mode}: {value} {exact}");
    }
}

fn bits(threads: usize) -> Vec<u64> {
    let mut random = Random::new(11);
    let points = points::<2>(&mut random, 20_000, PI);
    let targets = self::points::<2>(&mut random, 5_000, 60.0);
    let c = strengths(&mut random, points.len());
    let all = Pool::new(Some(threads)).unwrap().install(|| {
        let mut nufft = Nufft::<f64, 2>::new(&points, [150, 140], 1e-8, Sign::Plus).unwrap();
        let mut modes = vec![C::default(); 150 * 140];
        nufft.to_modes(&c, &mut modes).unwrap();
        let mut back = vec![C::default(); points.len()];
        nufft.to_points(&modes, &mut back).unwrap();
        let mut third = IrregularNufft::<f64, 2>::new(&points, &targets, 1e-8, Sign::Plus).unwrap();
        let mut out = vec![C::default(); targets.len()];
        third.to_targets(&c, &mut out).unwrap();
        [modes, back, out].concat()
    });
    all.iter()
        .flat_map(|z| [z.re.to_bits(), z.im.to_bits()])
        .collect()
}

#[test]
fn results_do_not_depend_on_threads() {
    let one = bits(1);
    assert!(one == bits(2) && one == bits(5));
}

#[test]
fn few_points_and_few_modes_are_transformed() {
    let none = Nufft::<f64, 2>::new(&[], [3, 2], 1e-6, Sign::Plus);
    let mut out = [C::new(1.0, 1.0); 6];
    none.unwrap().to_modes(&[], &mut out).unwrap();
    assert!(out.iter().all(|z| z.norm() == 0.0));
    let mut one = IrregularNufft::<f64, 1>::new(&[[5.0]], &[[2.0]], 1e-9, Sign::Plus).unwrap();
    let mut out = [C::default()];
    one.to_targets(&[C::new(1.0, 0.0)], &mut out).unwrap();
    assert!((out[0] - C::cis(10.0)).norm() < 1e-9);
}

#[test]
fn what_cannot_be_transformed_is_refused() {
    let new = |point: f64, modes, tolerance| {
        Nufft::<f64, 1>::new(&[[0.0], [point]], [modes], tolerance, Sign::Plus)
            .err()
            .unwrap()
    };
    assert_eq!(new(f64::NAN, 4, 1e-6), NufftError::Coordinate { point: 1 });
    assert!(matches!(new(0.0, 4, 1e-20), NufftError::Tolerance { .. }));
    assert!(matches!(
        new(0.0, 4, f64::NAN),
        NufftError::Tolerance { .. }
    ));
    assert!(matches!(
        new(0.0, usize::MAX / 2, 1e-6),
        NufftError::TooLarge { .. }
    ));
    let mut nufft = Nufft::<f32, 1>::new(&[[0.0]], [4], 1e-4, Sign::Plus).unwrap();
    let refused = nufft.to_modes(&[], &mut []).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "there are 0 strengths, but the transform has 1"
    );
}
