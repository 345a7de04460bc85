//! Sommerfeld integrals of the kernels.
//!
//! ```text
//! K(rho) = images(rho) + S{spectrum - images}
//! 0 to a:          k_rho = a/2 (1 - cos t) + j b sin t, above all branch points and poles; b is at most 2/rho, because J_n grows as e^{b rho}
//! a to infinity:   real panels that grow until they have the length pi/rho, averaged from then on (`extrapolation`)
//! ```
//!
//! a is 1.3 times the largest wave number, so that nothing singular is close to the tail. The integrand of the tail decays with k_rho^-2.5 or faster,
//! because the images are removed, or with e^{-k_rho l}. Every part has an error estimate; the panels of the path are halved until their sum is within
//! the tolerance of the whole kernel.
//!
//! Tested against tables of an independent computation, against brute force on the real axis, and without images in free space.

use poynting_physics::Complex;
use poynting_physics::hankel::hankel;
use std::f64::consts::PI;

use crate::LayeredError;
use crate::bessel::bessel;
use crate::error::positive;
use crate::extrapolation::{Limit, Method};
use crate::image::{self, Image};
use crate::kernel::{KERNELS, Kernel, Spectrum, Values};
use crate::quadrature::{Estimate, adaptive};
use crate::stack::{Height, Stack};

/// The end of the deformed path over the largest wave number.
const END: f64 = 1.3;
/// Height of the path, over 1/rho.
const LIFT: f64 = 2.0;
/// Panels of the tail at most, and with pi/rho in particular.
const PANELS: usize = 400;
const TERMS: usize = 60;
/// The largest distance times the end of the path: panels are in proportion to it.
const FARTHEST: f64 = 1e5;
/// A cancellation of path, tail and images by more than this is computed again with the tolerance of what is left.
const ROUNDS: usize = 3;

/// What is computed and how well.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Which kernels must be within the tolerance.
    pub kernels: Vec<Kernel>,
    /// Relative to the magnitude of each kernel.
    pub tolerance: f64,
    /// What is removed from the integrand.
    pub extraction: Extraction,
}

/// What is removed from the integrand before it is integrated, and added in closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extraction {
    /// Quasi-static images.
    Images,
    /// Nothing: to check the images. Points at one height then converge only by extrapolation.
    Nothing,
}

impl Settings {
    /// With a relative tolerance, for some kernels.
    pub fn new(kernels: &[Kernel], tolerance: f64) -> Self {
        Self {
            kernels: kernels.to_vec(),
            tolerance,
            extraction: Extraction::Images,
        }
    }
}

/// Kernels at one distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Integral {
    /// By [`Kernel::index`]; those that were not asked for are not accurate.
    pub values: Values,
    /// Estimated absolute errors.
    pub errors: [f64; KERNELS],
}

impl Integral {
    /// One kernel.
    pub fn value(&self, kernel: Kernel) -> Complex {
        self.values[kernel.index()]
    }

    /// The estimated error of one kernel relative to it.
    pub fn relative_error(&self, kernel: Kernel) -> f64 {
        let value = self.value(kernel).norm();
        let error = self.errors[kernel.index()];
        if error == 0.0 { 0.0 } else { error / value }
    }
}

/// The kernels of a pair of heights.
#[derive(Debug, Clone)]
pub struct GreenFunction<'a> {
    stack: &'a Stack,
    source: Height,
    field: Height,
    images: Vec<Image>,
    settings: Settings,
}

impl<'a> GreenFunction<'a> {
    /// Of a source and a field point.
    pub fn new(
        stack: &'a Stack,
        source: Height,
        field: Height,
        settings: Settings,
    ) -> Result<Self, LayeredError> {
        positive("the tolerance", settings.tolerance)?;
        stack.verify(source)?;
        stack.verify(field)?;
        let images = match settings.extraction {
            Extraction::Images => image::images(stack, source, field),
            Extraction::Nothing => Vec::new(),
        };
        Ok(Self {
            stack,
            source,
            field,
            images,
            settings,
        })
    }

    /// The stack.
    pub fn stack(&self) -> &'a Stack {
        self.stack
    }

    /// Where source and field point are.
    pub fn heights(&self) -> [Height; 2] {
        [self.source, self.field]
    }

    /// What is computed and how well.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The closed-form part.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// The spectral kernels, the functions in braces at the head of `kernel`, images included; k_rho in 1/m, not zero, with Im k_rho >= 0 where media are
    /// lossless.
    pub fn spectrum(&self, k_rho: Complex) -> Values {
        Spectrum::new(self.stack, self.source, self.field)
            .at(k_rho)
            .0
    }

    /// The kernels at a lateral distance in metres, or an error where their estimate misses the tolerance by more than a factor of ten.
    pub fn at(&self, rho: f64) -> Result<Integral, LayeredError> {
        let mut integral = self.remainder(rho)?;
        let near = image::sum(&self.images, rho);
        for (value, part) in integral.values.iter_mut().zip(near) {
            *value += part;
        }
        Ok(integral)
    }

    /// The kernels without their images; the tolerance is relative to the whole.
    pub fn remainder(&self, rho: f64) -> Result<Integral, LayeredError> {
        if !(rho >= 0.0 && rho * Path::of(self.stack, rho).end <= FARTHEST) {
            return Err(LayeredError::Value {
                name: "the lateral distance",
                value: rho,
                demand: "it must not be negative, and at most about ten thousand wavelengths",
            });
        }
        if rho == 0.0 && self.images.iter().any(|image| image.length == 0.0) {
            return Err(LayeredError::Coincident);
        }
        let images = image::sum(&self.images, rho);
        let mut scale = [0.0; KERNELS];
        let mut worst = f64::INFINITY;
        for round in 0..ROUNDS {
            let estimate = self.integrate(rho, &images, &scale);
            worst = 0.0;
            for kernel in &self.settings.kernels {
                let c = kernel.index();
                scale[c] = (images[c] + estimate.value[c]).norm();
                if estimate.error[c] > 0.0 {
                    worst = f64::max(worst, estimate.error[c] / scale[c]);
                }
            }
            let enough = if round + 1 < ROUNDS { 1.0 } else { 10.0 };
            if worst <= enough * self.settings.tolerance {
                return Ok(Integral {
                    values: estimate.value,
                    errors: estimate.error,
                });
            }
        }
        Err(LayeredError::NoConvergence {
            rho,
            error: worst,
            tolerance: self.settings.tolerance,
        })
    }

    /// One attempt, where `scale` is the magnitude of the kernels as far as it is known.
    fn integrate(&self, rho: f64, images: &Values, scale: &[f64; KERNELS]) -> Estimate<KERNELS> {
        let mut wanted = [false; KERNELS];
        for kernel in &self.settings.kernels {
            wanted[kernel.index()] = rho > 0.0 || kernel.order() == 0;
        }
        let allowed = |known: &Values, value: &Values| {
            std::array::from_fn(|c| {
                let guess = (images[c] + known[c] + value[c]).norm();
                let size = if scale[c] > 0.0 { scale[c] } else { guess };
                if wanted[c] {
                    0.3 * self.settings.tolerance * size
                } else {
                    f64::INFINITY
                }
            })
        };
        let mut spectrum = Spectrum::new(self.stack, self.source, self.field);
        let end = Path::of(self.stack, rho).end;
        let path = self.path(&mut spectrum, rho, &|value| {
            allowed(&Values::default(), value)
        });
        let mut tail = Tail {
            green: self,
            spectrum,
            rho,
        };
        let mut sum = tail.integrate(end, &|value| allowed(&path.value, value), wanted);
        sum.add(&path);
        sum
    }

    /// The spectrum without images, times k_rho/(2 pi).
    fn integrand(&self, spectrum: &mut Spectrum<'_>, k_rho: Complex) -> Values {
        let (mut values, kz) = spectrum.at(k_rho);
        for image in &self.images {
            let part = image.spectrum(k_rho, kz);
            for (value, part) in values.iter_mut().zip(part) {
                *value -= part;
            }
        }
        values.map(|value| value * k_rho * (0.5 / PI))
    }

    fn path(
        &self,
        spectrum: &mut Spectrum<'_>,
        rho: f64,
        allowed: &impl Fn(&Values) -> [f64; KERNELS],
    ) -> Estimate<KERNELS> {
        let path = Path::of(self.stack, rho);
        let mut f = |t: f64| {
            let (k_rho, slope) = path.at(t);
            let values = self.integrand(spectrum, k_rho);
            let j = bessel(k_rho * rho);
            weighted(values, [j[0] * slope, j[1] * slope])
        };
        let count = 4 + (path.end * rho / 8.0) as usize;
        let breakpoints: Vec<f64> = (0..=count).map(|i| PI * i as f64 / count as f64).collect();
        adaptive(&mut f, &breakpoints, allowed)
    }
}

/// The deformed part of the contour, from 0 to `end`.
pub(crate) struct Path {
    pub end: f64,
    lift: f64,
}

impl Path {
    /// For kernels at a lateral distance.
    pub fn of(stack: &Stack, rho: f64) -> Self {
        let k0 = stack.wave_number();
        let end = END * stack.largest_index() * k0;
        let lift = k0.min(0.5 * end).min(LIFT / rho);
        Self { end, lift }
    }

    /// k_rho and its derivative at a parameter from 0 to pi.
    pub fn at(&self, t: f64) -> (Complex, Complex) {
        let (sin, cos) = t.sin_cos();
        let half = 0.5 * self.end;
        let k_rho = Complex::new(half * (1.0 - cos), self.lift * sin);
        (k_rho, Complex::new(half * sin, self.lift * cos))
    }
}

/// Each kernel times the function of its order.
fn weighted(mut values: Values, j: [Complex; 2]) -> Values {
    for (value, kernel) in values.iter_mut().zip(Kernel::ALL) {
        *value *= j[kernel.order()];
    }
    values
}

/// The integral from the end of the path to infinity.
struct Tail<'a, 'b> {
    green: &'b GreenFunction<'a>,
    spectrum: Spectrum<'a>,
    rho: f64,
}

impl Tail<'_, '_> {
    fn panel(
        &mut self,
        ends: [f64; 2],
        allowed: &impl Fn(&Values) -> [f64; KERNELS],
    ) -> Estimate<KERNELS> {
        let rho = self.rho;
        let mut f = |k: f64| {
            let values = self.green.integrand(&mut self.spectrum, Complex::from(k));
            let j = if rho > 0.0 {
                hankel(k * rho).map(|h| Complex::from(h.re))
            } else {
                [Complex::from(1.0), Complex::default()]
            };
            weighted(values, j)
        };
        adaptive(&mut f, &ends, allowed)
    }

    fn integrate(
        &mut self,
        start: f64,
        allowed: &impl Fn(&Values) -> [f64; KERNELS],
        wanted: [bool; KERNELS],
    ) -> Estimate<KERNELS> {
        let half_wave = PI / self.rho;
        let mut sum = Estimate::zero();
        let method = if self.rho > 0.0 {
            Method::Averages
        } else {
            Method::Sidi
        };
        let mut limits: [Limit; KERNELS] = std::array::from_fn(|_| Limit::new(method));
        let (mut x, mut terms, mut small) = (start, 0, 0);
        for _ in 0..PANELS {
            let length = x.min(half_wave);
            let panel = self.panel([x, x + length], &|value| {
                let mut with = *value;
                for (with, sum) in with.iter_mut().zip(&sum.value) {
                    *with += sum;
                }
                allowed(&with).map(|error| 0.1 * error)
            });
            let bound = allowed(&sum.value);
            // Once panels have their final length, or grow for ever.
            let settled = length == half_wave || self.rho == 0.0;
            let mut best = sum;
            if settled {
                terms += 1;
                for c in 0..KERNELS {
                    if wanted[c] {
                        best.value[c] = limits[c].push(x, sum.value[c], panel.value[c]);
                        best.error[c] += limits[c].spread();
                    }
                }
                if terms > 3 && (0..KERNELS).all(|c| best.error[c] <= bound[c]) || terms == TERMS {
                    return best;
                }
            }
            sum.add(&panel);
            x += length;
            // The integrand has decayed.
            let gone = (0..KERNELS).all(|c| panel.value[c].norm() <= 0.01 * bound[c]);
            small = if gone { small + 1 } else { 0 };
            if small == 3 {
                return sum;
            }
        }
        let unknown = |c: usize| if wanted[c] { f64::INFINITY } else { 0.0 };
        sum.error = std::array::from_fn(unknown);
        sum
    }
}
