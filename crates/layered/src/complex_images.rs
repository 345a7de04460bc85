//! Complex images: kernels in closed form, with a measured error.
//!
//! What quasi-static images and surface waves leave of a kernel is sampled on two straight lines of kz, k the wave number of a half space, and written as
//! a sum of exponentials a e^{-j kz l} with complex l (matrix pencil, [`poynting_rational::exponentials`]); each is an image at the complex distance
//! R = sqrt(rho^2 + l^2) by the identities of [`crate::image`].
//!
//! ```text
//! far:    kz = -jk (T + t),         0 <= t <= T'            beyond all wave numbers: k_rho from k sqrt(1 + T^2)
//! near:   kz = k (1 - u - j T u),   0 <= u <= 1             what the first line leaves; k_rho = 0 at u = 0
//! wave:   2 k_p Res (1/(k_rho^2 - k_p^2) - 1/(k_rho^2 + |k_p|^2)),  in space -j/2 k_p Res H_0(k_p rho) - k_p Res/pi K_0(|k_p| rho)
//! ```
//!
//! (M. I. Aksun, IEEE Trans. Microwave Theory Tech. 44, 651, 1996; Y. L. Chow et al., ibid. 39, 588, 1991.) A pole is subtracted with a second one at j|k_p|:
//! alone, it would be singular at rho = 0 and decay as slowly as the kernel itself. Kernels of order 1 have k_rho in place of k_p before the bracket.
//!
//! Nothing guarantees such a fit, so its error is measured: against integrals at distances all over the range in use. Of several T' the best is used.

use poynting_physics::{Complex, PhasorArithmetic};
use poynting_rational::{Exponential, exponentials};
use rayon::prelude::*;
use std::f64::consts::PI;

use crate::bessel::modified;
use crate::error::positive;
use crate::image::Image;
use crate::kernel::{KERNELS, Kernel, Spectrum, Values};
use crate::stack::Section;
use crate::surface_wave::SurfaceWaveTerm;
use crate::{GreenFunction, LayeredError, Stack};

/// Samples of a line.
const SAMPLES: usize = 240;
/// Accuracy of the exponentials at the samples.
const FIT: f64 = 1e-9;
/// The logarithm of the largest factor by which an exponential may grow from its line to kz = 0.
const GROWTH: f64 = 20.0;
/// The largest decay from sample to sample; a faster one represents one sample.
const DECAY: f64 = 3.0;
/// k T' times the thinnest layer.
const REACHES: [f64; 4] = [3.0, 10.0, 30.0, 100.0];
/// Distances per decade at which errors are measured.
const DENSITY: f64 = 12.0;
/// The error between these distances is less than this multiple of the largest at them.
const MARGIN: f64 = 2.0;

/// An image at a complex distance along z.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ComplexImage {
    length: Complex,
    amplitude: Complex,
}

/// Kernels of one pair of heights as a sum of images and surface waves.
#[derive(Debug, Clone)]
pub struct ComplexImages {
    k: Complex,
    images: Vec<Image>,
    waves: Vec<SurfaceWaveTerm>,
    kernels: Vec<Kernel>,
    /// Of each of `kernels`.
    fitted: Vec<Vec<ComplexImage>>,
    range: [f64; 2],
    errors: [f64; KERNELS],
}

/// A line in the plane of kz.
#[derive(Clone, Copy)]
enum Line {
    Far { start: f64, length: f64 },
    Near { start: f64 },
}

impl Line {
    /// kz/k at a parameter from 0 to 1.
    fn at(self, u: f64) -> Complex {
        match self {
            Self::Far { start, length } => Complex::new(0.0, -start - length * u),
            Self::Near { start } => Complex::new(1.0 - u, -start * u),
        }
    }

    /// The image of an exponential over the samples; none of one that decays between samples, which would be enormous off the line.
    fn image(self, term: &Exponential, k: Complex) -> Option<ComplexImage> {
        let rate = term.rate * (SAMPLES - 1) as f64;
        // u = shift + slope kz/k.
        let (shift, slope) = match self {
            Self::Far { start, length } => (
                Complex::from(-start / length),
                Complex::new(0.0, 1.0 / length),
            ),
            Self::Near { start } => {
                let slope = Complex::new(1.0, start).inv();
                (slope, -slope)
            }
        };
        let continuation = rate * shift;
        (term.rate.re > -DECAY && continuation.re < GROWTH).then(|| ComplexImage {
            length: (rate * slope).over(k) * Complex::new(0.0, 1.0),
            amplitude: term.amplitude * continuation.exp(),
        })
    }
}

impl ComplexImages {
    /// Fits the kernels of a Green function, for lateral distances in a range in metres, and measures the errors.
    pub fn fit(green: &GreenFunction<'_>, range: [f64; 2]) -> Result<Self, LayeredError> {
        positive("the least distance", range[0])?;
        positive("the range of distances", range[1] - range[0])?;
        let [source, field] = green.heights();
        let stack = green.stack();
        let waves = stack.surface_wave_terms(source, field)?;
        let decades = (range[1] / range[0]).log10();
        let count = (DENSITY * decades).ceil() as usize + 2;
        let distance =
            |i: usize| range[0] * (range[1] / range[0]).powf(i as f64 / (count - 1) as f64);
        let exact: Vec<(f64, Values)> = (0..count)
            .into_par_iter()
            .map(|i| Ok((distance(i), green.at(distance(i))?.values)))
            .collect::<Result<_, LayeredError>>()?;
        let thinnest = stack.thinnest();
        let mut best: Option<Self> = None;
        for reach in REACHES {
            let mut trial = Self::with_reach(green, &waves, reach / thinnest)?;
            trial.range = range;
            for &kernel in &trial.kernels {
                let c = kernel.index();
                let error = |(rho, values): &(f64, Values)| {
                    let error = (trial.sum(kernel, *rho) - values[c]).norm() / values[c].norm();
                    if error.is_nan() { f64::INFINITY } else { error }
                };
                let measured = exact.iter().map(error).fold(0.0, f64::max);
                trial.errors[c] = MARGIN * measured + green.settings().tolerance;
            }
            best = Some(match best {
                Some(best) => best.merged(&trial),
                None => trial,
            });
        }
        best.ok_or(LayeredError::Empty)
    }

    /// The better fit of each kernel.
    fn merged(mut self, other: &Self) -> Self {
        for (place, kernel) in other.kernels.iter().enumerate() {
            let c = kernel.index();
            if other.errors[c] < self.errors[c] {
                self.errors[c] = other.errors[c];
                self.fitted[place].clone_from(&other.fitted[place]);
            }
        }
        self
    }

    fn with_reach(
        green: &GreenFunction<'_>,
        waves: &[SurfaceWaveTerm],
        reach: f64,
    ) -> Result<Self, LayeredError> {
        let stack = green.stack();
        let k0 = stack.wave_number();
        let k = stack.outer_index() * k0;
        let beyond = 1.2 * stack.largest_index() * k0 / k.re;
        let start = (beyond * beyond - 1.0).max(0.25).sqrt();
        let length = reach / k.re;
        let [source, field] = green.heights();
        let mut fit = Self {
            k,
            images: green.images().to_vec(),
            waves: waves.to_vec(),
            kernels: green.settings().kernels.clone(),
            fitted: Vec::new(),
            range: [0.0; 2],
            errors: [0.0; KERNELS],
        };
        let mut spectrum = Spectrum::new(stack, source, field);
        let lines = [Line::Far { start, length }, Line::Near { start }];
        let samples = lines.map(|line| fit.samples(line, &mut spectrum));
        for &kernel in &fit.kernels {
            let c = kernel.index();
            let mut found: Vec<ComplexImage> = Vec::new();
            for (line, samples) in lines.iter().zip(&samples) {
                let rest = samples.iter().map(|(kz, values)| {
                    let known = |image: &ComplexImage| {
                        image.amplitude * (Complex::new(0.0, -1.0) * kz * image.length).exp()
                    };
                    values[c] - found.iter().map(known).sum::<Complex>()
                });
                let rest: Vec<Complex> = rest.collect();
                let terms = exponentials(&rest, FIT)?;
                let images = terms.iter().filter_map(|term| line.image(term, k));
                found.extend(images);
            }
            fit.fitted.push(found);
        }
        Ok(fit)
    }

    /// 2j kz (order 0) or k_rho (order 1) times what is to be fitted, with kz.
    fn samples(&self, line: Line, spectrum: &mut Spectrum<'_>) -> Vec<(Complex, Values)> {
        let sample = |i: usize| {
            let kz = self.k * line.at(i as f64 / (SAMPLES - 1) as f64);
            // Next to k_rho = 0, where the kernels are limits.
            let square = self.k * self.k - kz * kz;
            let k_rho = square.root().max_norm(1e-5 * self.k.re);
            let (mut values, inner) = spectrum.at(k_rho);
            for image in &self.images {
                for (value, part) in values.iter_mut().zip(image.spectrum(k_rho, inner)) {
                    *value -= part;
                }
            }
            for wave in &self.waves {
                let pole = wave.wave.k_rho;
                let square = k_rho * k_rho;
                let bracket = (square - pole * pole).inv() - (square + pole.norm_sqr()).inv();
                for (c, kernel) in Kernel::ALL.iter().enumerate() {
                    let front = if kernel.order() == 0 { pole } else { k_rho };
                    values[c] -= front * wave.residues[c] * bracket * 2.0;
                }
            }
            for (value, kernel) in values.iter_mut().zip(Kernel::ALL) {
                *value *= if kernel.order() == 0 {
                    Complex::new(-2.0 * kz.im, 2.0 * kz.re)
                } else {
                    k_rho
                };
            }
            (kz, values)
        };
        (0..SAMPLES).map(sample).collect()
    }

    /// Lateral distances for which it was fitted, in metres.
    pub fn range(&self) -> [f64; 2] {
        self.range
    }

    /// The largest relative error of a kernel in the range, from integrals at twelve distances per decade, doubled for those between, and the
    /// tolerance of these integrals.
    pub fn error(&self, kernel: Kernel) -> f64 {
        self.errors[kernel.index()]
    }

    /// How many complex images a kernel has.
    pub fn count(&self, kernel: Kernel) -> usize {
        let place = self.kernels.iter().position(|k| *k == kernel);
        place.map_or(0, |place| self.fitted[place].len())
    }

    /// A kernel at a distance in the range; none outside, or if it was not fitted.
    pub fn at(&self, kernel: Kernel, rho: f64) -> Option<Complex> {
        let known = rho >= self.range[0] && rho <= self.range[1] && self.kernels.contains(&kernel);
        known.then(|| self.sum(kernel, rho))
    }

    fn sum(&self, kernel: Kernel, rho: f64) -> Complex {
        let c = kernel.index();
        let statics = self.images.iter().map(|image| image.value(kernel, rho));
        let mut sum: Complex = statics.sum();
        for wave in &self.waves {
            if wave.residues[c] == Complex::default() {
                continue;
            }
            let kappa = wave.wave.k_rho.norm();
            let balance = if kernel.order() == 0 {
                wave.wave.k_rho * modified(kappa * rho)[0]
            } else {
                Complex::from(kappa * modified(kappa * rho)[1])
            };
            sum += wave.values(rho)[c] - wave.residues[c] * balance / PI;
        }
        let place = self.kernels.iter().position(|k| *k == kernel);
        let images = place.map_or(&[][..], |place| &self.fitted[place][..]);
        sum + images
            .iter()
            .map(|image| image.value(kernel, self.k, rho))
            .sum::<Complex>()
    }
}

impl ComplexImage {
    fn value(&self, kernel: Kernel, k: Complex, rho: f64) -> Complex {
        let minus_jk = Complex::new(k.im, -k.re);
        let r = (self.length * self.length + rho * rho).root();
        let outgoing = (minus_jk * r).exp();
        let basis = if kernel.order() == 0 {
            outgoing.over(r * (4.0 * PI))
        } else {
            let edge = (minus_jk * self.length).exp() - self.length.over(r) * outgoing;
            edge / (2.0 * PI * rho)
        };
        self.amplitude * basis
    }
}

/// Numbers no smaller than a least size.
trait AtLeast {
    fn max_norm(self, least: f64) -> Self;
}

impl AtLeast for Complex {
    fn max_norm(self, least: f64) -> Self {
        if self.norm() < least {
            Self::from(least)
        } else {
            self
        }
    }
}

impl Stack {
    /// Thickness of the thinnest layer in metres; that of a wave over 2 pi without layers.
    fn thinnest(&self) -> f64 {
        let layers = self.sections().iter().map(Section::thickness);
        let wave = 1.0 / self.wave_number();
        layers.filter(|d| d.is_finite()).fold(wave, f64::min)
    }

    /// k/k0 of a half space, whose branch point the images have: the upper one, or else the lower one, or else, where nothing has a branch point, that
    /// of the uppermost layer.
    fn outer_index(&self) -> Complex {
        let sections = self.sections();
        let last = &sections[sections.len() - 1];
        let first = &sections[0];
        let below = last.top.is_finite() && first.bottom.is_infinite();
        let outer = if below { first } else { last };
        outer.squared_index().root()
    }
}
