//! Adaptive Gauss-Kronrod quadrature of several functions at once.
//!
//! The rule of 15 points contains that of 7, and the difference of the two, raised to the power 3/2 as its order suggests, estimates the error (R.
//! Piessens et al., QUADPACK, Springer 1983; the nodes are its qk15).
//!
//! Tested on polynomials up to the degree of the rule.

use poynting_physics::Complex;

const NODES: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];
const WEIGHTS: [f64; 8] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_56,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_89,
    0.209_482_141_084_727_82,
];
/// Of the nodes with odd numbers.
const GAUSS: [f64; 4] = [
    0.129_484_966_168_869_7,
    0.279_705_391_489_276_64,
    0.381_830_050_505_118_9,
    0.417_959_183_673_469_4,
];
/// Rounding of a sum, in units of the magnitude of its terms.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
const PASSES: usize = 24;
const PANELS: usize = 20_000;

/// An integral and the estimate of its error.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Estimate<const N: usize> {
    pub value: [Complex; N],
    pub error: [f64; N],
    /// The part of the error that finer panels do not reduce.
    rounding: [f64; N],
}

impl<const N: usize> Estimate<N> {
    pub fn zero() -> Self {
        Self {
            value: [Complex::default(); N],
            error: [0.0; N],
            rounding: [0.0; N],
        }
    }

    pub fn add(&mut self, other: &Self) {
        for c in 0..N {
            self.value[c] += other.value[c];
            self.error[c] += other.error[c];
            self.rounding[c] += other.rounding[c];
        }
    }
}

/// One panel.
pub(crate) fn panel<const N: usize>(
    f: &mut impl FnMut(f64) -> [Complex; N],
    [from, to]: [f64; 2],
) -> Estimate<N> {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
    let (mut kronrod, mut gauss) = ([Complex::default(); N], [Complex::default(); N]);
    let mut size = [0.0; N];
    for (i, &x) in NODES.iter().enumerate() {
        let sides: &[f64] = if x == 0.0 { &[0.0] } else { &[-1.0, 1.0] };
        for side in sides {
            let values = f(middle + half * x * side);
            for c in 0..N {
                kronrod[c] += values[c] * WEIGHTS[i];
                size[c] += values[c].norm() * WEIGHTS[i];
                if i % 2 == 1 {
                    gauss[c] += values[c] * GAUSS[i / 2];
                }
            }
        }
    }
    let rounding = size.map(|size| ROUNDING * size * half.abs());
    let error = |c: usize| {
        let magnitude = size[c] * half.abs();
        let difference = (kronrod[c] - gauss[c]).norm() * half.abs();
        if magnitude == 0.0 {
            return 0.0;
        }
        let estimate = magnitude * (200.0 * difference / magnitude).powf(1.5).min(1.0);
        estimate.max(rounding[c])
    };
    Estimate {
        value: kronrod.map(|value| value * half),
        error: std::array::from_fn(error),
        rounding,
    }
}

/// The integral over panels between breakpoints, which are halved until the error of each function is within what `allowed` makes of the value.
pub(crate) fn adaptive<const N: usize>(
    f: &mut impl FnMut(f64) -> [Complex; N],
    breakpoints: &[f64],
    allowed: &impl Fn(&[Complex; N]) -> [f64; N],
) -> Estimate<N> {
    let mut panels: Vec<([f64; 2], Estimate<N>)> = breakpoints
        .windows(2)
        .map(|ends| ([ends[0], ends[1]], panel(f, [ends[0], ends[1]])))
        .collect();
    let width = breakpoints[breakpoints.len() - 1] - breakpoints[0];
    for _ in 0..PASSES {
        let total = total(&panels);
        let limit = allowed(&total.value);
        if (0..N).all(|c| total.error[c] <= limit[c]) || panels.len() > PANELS {
            return total;
        }
        let before = panels.len();
        let mut finer = Vec::with_capacity(2 * before);
        for (ends, estimate) in panels {
            let part = (ends[1] - ends[0]) / width;
            let misses = |c: usize| {
                estimate.error[c] > limit[c] * part && estimate.error[c] > estimate.rounding[c]
            };
            if (0..N).any(misses) {
                let middle = 0.5 * (ends[0] + ends[1]);
                for half in [[ends[0], middle], [middle, ends[1]]] {
                    finer.push((half, panel(f, half)));
                }
            } else {
                finer.push((ends, estimate));
            }
        }
        if finer.len() == before {
            return total;
        }
        panels = finer;
    }
    total(&panels)
}

fn total<const N: usize>(panels: &[([f64; 2], Estimate<N>)]) -> Estimate<N> {
    let mut sum = Estimate::zero();
    for (_, estimate) in panels {
        sum.add(estimate);
    }
    sum
}
