//! e^{jk s.r} of the points of a leaf, in a quarter of the directions (`super::leaf` explains why that suffices).

use poynting_exec::Kernel;

use poynting_mom_core::precision::Precision;
use poynting_mom_core::vector::Point;

/// The exponentials of all points.
pub struct Phases<'a, T> {
    /// Wave number.
    pub k: f64,
    /// Relative to the centre of the box.
    pub points: &'a [Point],
    /// sin theta and cos theta of the rows.
    pub theta: &'a [[T; 2]],
    /// cos phi and sin phi of the columns.
    pub phi: &'a [Vec<T>; 2],
    /// Re AB, Im AB, Re AB*, Im AB* of all directions, point by point.
    pub out: &'a mut [T],
}

impl<T: Precision> Kernel for Phases<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let n = self.phi[0].len();
        let quarter = self.theta.len() * n;
        for (point, out) in self
            .points
            .iter()
            .zip(self.out.chunks_exact_mut(4 * quarter))
        {
            let [x, y, z] = point.map(|c| T::of(self.k * c));
            let (ab, rest) = out.split_at_mut(2 * quarter);
            let (ab_re, ab_im) = ab.split_at_mut(quarter);
            let (other_re, other_im) = rest.split_at_mut(quarter);
            for (i, &[s, c]) in self.theta.iter().enumerate() {
                let (a_sin, a_cos) = sin_cos(z * c);
                let (xs, ys) = (x * s, y * s);
                let from = i * n;
                let (ab_re, ab_im) = (&mut ab_re[from..from + n], &mut ab_im[from..from + n]);
                let (other_re, other_im) =
                    (&mut other_re[from..from + n], &mut other_im[from..from + n]);
                let (cosines, sines) = (&self.phi[0][..n], &self.phi[1][..n]);
                for j in 0..n {
                    let (b_sin, b_cos) = sin_cos(xs * cosines[j] + ys * sines[j]);
                    let (cc, ss) = (a_cos * b_cos, a_sin * b_sin);
                    let (sc, cs) = (a_sin * b_cos, a_cos * b_sin);
                    ab_re[j] = cc - ss;
                    ab_im[j] = sc + cs;
                    other_re[j] = cc + ss;
                    other_im[j] = sc - cs;
                }
            }
        }
    }
}

/// Sine and cosine together, for phases within a box: few turns, so computing them at an eighth of the angle and doubling three times is cheaper than
/// a range reduction. Each doubling doubles the errors: five bits are lost at most.
#[inline(always)]
pub fn sin_cos<T: Precision>(x: T) -> (T, T) {
    let one = T::of(1.0);
    let r = x * T::of(0.125);
    let s = r * r;
    // Both series are truncated below the rounding error of T while |x| < 8.
    let (tail, other) = if T::BYTES == 4 {
        (
            T::of(1.0 / 362_880.0) - s * T::of(1.0 / 39_916_800.0),
            T::of(1.0 / 40_320.0) - s * T::of(1.0 / 3_628_800.0),
        )
    } else {
        (
            T::of(1.0 / 362_880.0)
                - s * (T::of(1.0 / 39_916_800.0)
                    - s * (T::of(1.0 / 6_227_020_800.0)
                        - s * (T::of(1.0 / 1_307_674_368_000.0)
                            - s * T::of(1.0 / 355_687_428_096_000.0)))),
            T::of(1.0 / 40_320.0)
                - s * (T::of(1.0 / 3_628_800.0)
                    - s * (T::of(1.0 / 479_001_600.0)
                        - s * (T::of(1.0 / 87_178_291_200.0)
                            - s * (T::of(1.0 / 20_922_789_888_000.0)
                                - s * T::of(1.0 / 6_402_373_705_728_000.0))))),
        )
    };
    let sine = r - r
        * s
        * (T::of(1.0 / 6.0) - s * (T::of(1.0 / 120.0) - s * (T::of(1.0 / 5040.0) - s * tail)));
    // 1 - cos, which stays accurate where it is small.
    let versed = s * (T::of(0.5) - s * (T::of(1.0 / 24.0) - s * (T::of(1.0 / 720.0) - s * other)));
    let (mut sine, mut versed) = (sine, versed);
    for _ in 0..3 {
        let cosine = one - versed;
        versed = T::of(2.0) * sine * sine;
        sine = T::of(2.0) * sine * cosine;
    }
    (sine, one - versed)
}
