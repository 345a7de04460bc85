//! Surface waves: the zeros of the characteristic function of a stack.
//!
//! ```text
//! V, I at the lower end: (0, 1) on a conductor, (-mu, kz) or (-kz, eps) on a half space;  through a layer
//! TE:  V' = V cos - j mu (sin/kz) I,        I' = I cos - j kz^2 (sin/kz)/mu V          cos(kz d), sin(kz d)/kz are even in kz
//! TM:  V' = V cos - j kz^2 (sin/kz)/eps I,  I' = I cos - j eps (sin/kz) V
//! D = V under a conductor, kz V - mu I (TE) or eps V - kz I (TM) under a half space
//! ```
//!
//! D has no poles, and its only branch points are those of the half spaces (L. M. Brekhovskikh, Waves in Layered Media, Academic Press 1980). A
//! variable s removes these, so that zeros can be counted ([`crate::zeros`]) up to cutoff, in units of k0:
//!
//! ```text
//! two conductors    s = k_rho^2
//! one half space    s = kz of it
//! two               s = kz_a + kz_b,  kz_a - kz_b = (eps_a mu_a - eps_b mu_b)/s
//! ```
//!
//! A wave is proper if it decays into both half spaces, Im kz < 0. Tested against poles of a separate computation, the modes of a parallel-plate
//! guide, a plasmon and Zenneck's wave.

use poynting_physics::{Complex, PhasorArithmetic};

use crate::LayeredError;
use crate::line::Polarization;
use crate::stack::{Section, Stack};
use crate::zeros::{Rectangle, zeros};

/// A wave that travels along the stack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceWave {
    /// Of its field.
    pub polarization: Polarization,
    /// Wave number in 1/m; its imaginary part is negative with losses.
    pub k_rho: Complex,
}

impl Stack {
    /// All proper surface waves, also those that evanesce where loss permits that, TM first, by falling phase constant.
    pub fn surface_waves(&self) -> Result<Vec<SurfaceWave>, LayeredError> {
        let mut waves = Vec::new();
        for polarization in [Polarization::Tm, Polarization::Te] {
            let characteristic = Characteristic::new(self, polarization);
            let mut found = characteristic.proper_waves()?;
            found.sort_by(|a, b| b.re.total_cmp(&a.re));
            waves.extend(found.into_iter().map(|index| SurfaceWave {
                polarization,
                k_rho: index * self.wave_number(),
            }));
        }
        Ok(waves)
    }
}

/// Squared transverse wave number and longitudinal ones of the ends, in units of k0.
#[derive(Debug, Clone, Copy)]
struct Point {
    k_squared: Complex,
    above: Complex,
    below: Complex,
}

struct Characteristic<'a> {
    sections: &'a [Section],
    wave_number: f64,
    polarization: Polarization,
    /// Squared indices of the half spaces.
    below: Option<Complex>,
    above: Option<Complex>,
}

impl<'a> Characteristic<'a> {
    fn new(stack: &'a Stack, polarization: Polarization) -> Self {
        let sections = stack.sections();
        let (first, last) = (&sections[0], &sections[sections.len() - 1]);
        let index = |section: &Section, open: bool| open.then(|| section.squared_index());
        Self {
            sections,
            wave_number: stack.wave_number(),
            polarization,
            below: index(first, first.bottom.is_infinite()),
            above: index(last, last.top.is_infinite()),
        }
    }

    fn point(&self, s: Complex) -> Point {
        let zero = Complex::default();
        let square = |index: Complex, kz: Complex| index - kz * kz;
        match (self.above, self.below) {
            (None, None) => Point {
                k_squared: s,
                above: zero,
                below: zero,
            },
            (Some(index), None) => Point {
                k_squared: square(index, s),
                above: s,
                below: zero,
            },
            (None, Some(index)) => Point {
                k_squared: square(index, s),
                above: zero,
                below: s,
            },
            (Some(upper), Some(lower)) => {
                let difference = (upper - lower).over(s);
                let above = (s + difference) * 0.5;
                Point {
                    k_squared: square(upper, above),
                    above,
                    below: (s - difference) * 0.5,
                }
            }
        }
    }

    /// The impedance as a fraction, with kz in one of its parts.
    fn fraction(&self, section: &Section, kz: Complex) -> (Complex, Complex) {
        match self.polarization {
            Polarization::Te => (section.mu, kz),
            Polarization::Tm => (kz, section.eps),
        }
    }

    fn value(&self, s: Complex) -> Complex {
        let point = self.point(s);
        let last = self.sections.len() - 1;
        let (mut v, mut i) = (Complex::default(), Complex::from(1.0));
        let mut layers = self.sections;
        if self.below.is_some() {
            let (above, below) = self.fraction(&self.sections[0], point.below);
            (v, i) = (-above, below);
            layers = &layers[1..];
        }
        if self.above.is_some() && !layers.is_empty() {
            layers = &layers[..layers.len() - 1];
        }
        for layer in layers {
            let square = layer.squared_index() - point.k_squared;
            let (cos, sin) = circular(square, layer.thickness() * self.wave_number);
            let (series, shunt) = match self.polarization {
                Polarization::Te => (layer.mu * sin, (square * sin).over(layer.mu)),
                Polarization::Tm => ((square * sin).over(layer.eps), layer.eps * sin),
            };
            let minus_j = Complex::new(0.0, -1.0);
            (v, i) = (
                v * cos + minus_j * series * i,
                i * cos + minus_j * shunt * v,
            );
        }
        if self.above.is_none() {
            return v;
        }
        let (above, below) = self.fraction(&self.sections[last], point.above);
        below * v - above * i
    }

    /// Where proper waves can be.
    fn rectangle(&self) -> Rectangle {
        let indices = || self.sections.iter().map(Section::squared_index);
        let loss = indices().map(|n| n.im.abs()).fold(0.0, f64::max);
        // Plasmons lie beyond all media.
        let largest = indices().map(Complex::norm).fold(0.0, f64::max);
        let metal = self.sections.iter().any(|s| s.eps.re < 0.0);
        let reach = if metal { 3.0 * largest } else { largest };
        let ends = [self.above, self.below];
        let ends = || ends.iter().flatten();
        if ends().count() == 0 {
            let low = Complex::new(1e-3, -1.1 * loss - 0.21);
            let high = Complex::new(1.03 * reach, 0.19);
            return Rectangle { low, high };
        }
        let depth: f64 = ends().map(|n| (reach + n.norm()).sqrt()).sum();
        let width = 2.0 * loss.sqrt() + 0.31;
        let apart = match (self.above, self.below) {
            (Some(a), Some(b)) => (a - b).norm().sqrt(),
            _ => 0.0,
        };
        // |s| >= |kz_a^2 - kz_b^2|^(1/2) without losses.
        let top = if apart > 0.0 { -0.3 * apart } else { 0.013 };
        Rectangle {
            low: Complex::new(-width, -1.05 * depth - 0.1),
            high: Complex::new(width * 0.97, top),
        }
    }

    /// Proper wave numbers over k0.
    fn proper_waves(&self) -> Result<Vec<Complex>, LayeredError> {
        let thickness: f64 = self
            .sections
            .iter()
            .map(Section::thickness)
            .filter(|d| d.is_finite())
            .sum();
        let step = 0.5 / (1.0 + thickness * self.wave_number);
        let found = zeros(&|s| self.value(s), self.rectangle(), step).map_err(|cluster| {
            let index = self.point(cluster.middle).k_squared.root();
            LayeredError::Inseparable {
                count: cluster.count,
                re: index.re,
                im: index.im,
            }
        })?;
        let wave = |s: Complex| {
            let point = self.point(s);
            let ends = [(self.above, point.above), (self.below, point.below)];
            let decays = |(end, kz): &(Option<Complex>, Complex)| end.is_none() || kz.im < 0.0;
            let index = point.k_squared.root();
            (ends.iter().all(decays) && index.re > 0.0).then_some(index)
        };
        Ok(found.into_iter().filter_map(wave).collect())
    }
}

/// cos(kz d) and sin(kz d)/kz, over e^{|Im kz d|}.
fn circular(square: Complex, d: f64) -> (Complex, Complex) {
    let root = square.root();
    let kz = if root.im < 0.0 { -root } else { root };
    let x = kz * d;
    let shrink = (-2.0 * x.im).exp();
    let turn = Complex::cis(x.re);
    let (up, down) = (turn * shrink, turn.conj());
    let cos = (up + down) * 0.5;
    let sin = if x.norm() < 1e-2 {
        // The scale of cos, too.
        let y = x * x;
        let series = Complex::from(1.0) - y / 6.0 + y * y / 120.0 - y * y * y / 5040.0;
        series * d * (-x.im).exp()
    } else {
        let minus_half_j = Complex::new(0.0, -0.5);
        ((up - down) * minus_half_j).over(kz)
    };
    (cos, sin)
}
