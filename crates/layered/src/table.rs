//! Interpolation of kernels over the lateral distance, with a measured bound.
//!
//! What the images leave of a kernel has no singularity stronger than rho^2 ln rho. It is a Chebyshev polynomial on each panel of 0 to a largest
//! distance; panels are halved until polynomial and integral agree at distances between the nodes. The images are added in closed form, so that a solver
//! can integrate them by the rules it has for e^{-jkR}/R and the smooth rest by points.
//!
//! Tested at other distances than those at which the bound is measured.

use poynting_physics::Complex;
use rayon::prelude::*;
use std::f64::consts::PI;

use crate::error::positive;
use crate::image::{self, Image};
use crate::kernel::{KERNELS, Kernel};
use crate::{GreenFunction, Height, Integral, LayeredError, Settings, Stack};

/// Coefficients of a panel.
const DEGREE: usize = 12;
/// Where a panel is compared with integrals, from -1 to 1: between nodes, and close to its ends.
const CHECKS: [f64; 5] = [-0.985, -0.62, 0.05, 0.51, 0.992];
/// Between these points errors are less than this multiple of the largest at them.
const MARGIN: f64 = 2.0;
/// Integrals are this much more accurate than the table.
const INTEGRALS: f64 = 0.02;
/// How often a panel may be halved.
const HALVINGS: usize = 40;

/// The kernels of a pair of heights up to a largest distance.
#[derive(Debug, Clone)]
pub struct Table {
    kernels: Vec<Kernel>,
    images: Vec<Image>,
    /// Ends of the panels, ascending, from zero.
    edges: Vec<f64>,
    /// Of each panel and kernel.
    coefficients: Vec<[Complex; DEGREE]>,
    errors: [f64; KERNELS],
}

/// A panel with its polynomials and the largest relative error of each.
struct Panel {
    ends: [f64; 2],
    polynomials: Vec<[Complex; DEGREE]>,
    errors: Vec<f64>,
}

impl Table {
    /// Tabulates the kernels of a Green function. The tolerance of the table is that of its settings; integrals are computed fifty times better.
    pub fn new(green: &GreenFunction<'_>, rho_max: f64) -> Result<Self, LayeredError> {
        positive("the largest distance", rho_max)?;
        let tolerance = green.settings().tolerance;
        let settings = Settings {
            tolerance: INTEGRALS * tolerance,
            ..green.settings().clone()
        };
        let [source, field] = green.heights();
        let fine = GreenFunction::new(green.stack(), source, field, settings)?;
        // Refuses a distance that is too large before panels are made.
        fine.remainder(rho_max)?;
        let wave = 2.0 * PI / (green.stack().wave_number() * green.stack().largest_index());
        let count = (rho_max / wave).ceil().max(1.0) as usize;
        let edge = |i: usize| rho_max * i as f64 / count as f64;
        let mut waiting: Vec<[f64; 2]> = (0..count).map(|i| [edge(i), edge(i + 1)]).collect();
        let mut done: Vec<Panel> = Vec::new();
        for halving in 0..=HALVINGS {
            let panels: Vec<Panel> = waiting
                .par_iter()
                .map(|&ends| Panel::new(&fine, ends))
                .collect::<Result<_, _>>()?;
            waiting.clear();
            for panel in panels {
                let error = bound(panel.errors.iter().copied().fold(0.0, f64::max), tolerance);
                if error <= tolerance {
                    done.push(panel);
                } else if halving == HALVINGS {
                    let what = "a table of Green functions";
                    return Err(LayeredError::Approximation {
                        what,
                        error,
                        tolerance,
                    });
                } else {
                    let [from, to] = panel.ends;
                    let middle = 0.5 * (from + to);
                    waiting.extend([[from, middle], [middle, to]]);
                }
            }
            if waiting.is_empty() {
                break;
            }
        }
        done.sort_by(|a, b| a.ends[0].total_cmp(&b.ends[0]));
        Ok(Self::assembled(&fine, &done, tolerance))
    }

    fn assembled(green: &GreenFunction<'_>, panels: &[Panel], tolerance: f64) -> Self {
        let kernels = green.settings().kernels.clone();
        let mut errors = [0.0; KERNELS];
        for panel in panels {
            for (kernel, error) in kernels.iter().zip(&panel.errors) {
                let known: &mut f64 = &mut errors[kernel.index()];
                *known = known.max(bound(*error, tolerance));
            }
        }
        let edges = std::iter::once(0.0).chain(panels.iter().map(|panel| panel.ends[1]));
        Self {
            images: green.images().to_vec(),
            edges: edges.collect(),
            coefficients: panels.iter().flat_map(|p| p.polynomials.clone()).collect(),
            kernels,
            errors,
        }
    }

    /// The measured bound of the relative error of a kernel: from five integrals per panel, doubled for the distances between, and
    /// the tolerance of these integrals.
    pub fn error(&self, kernel: Kernel) -> f64 {
        self.errors[kernel.index()]
    }

    /// The closed-form part.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// The largest distance in metres.
    pub fn rho_max(&self) -> f64 {
        self.edges[self.edges.len() - 1]
    }

    /// How many panels there are.
    pub fn panels(&self) -> usize {
        self.edges.len() - 1
    }

    /// The smooth part of a kernel, without images; none beyond the largest distance, or if it was not tabulated.
    pub fn remainder(&self, kernel: Kernel, rho: f64) -> Option<Complex> {
        let place = self.kernels.iter().position(|k| *k == kernel)?;
        if !(rho >= 0.0 && rho <= self.rho_max()) {
            return None;
        }
        let after = self.edges.partition_point(|edge| *edge <= rho);
        let panel = after.clamp(1, self.panels()) - 1;
        let [from, to] = [self.edges[panel], self.edges[panel + 1]];
        let t = (2.0 * rho - from - to) / (to - from);
        let polynomial = &self.coefficients[panel * self.kernels.len() + place];
        Some(chebyshev(polynomial, t))
    }

    /// A kernel, images included.
    pub fn at(&self, kernel: Kernel, rho: f64) -> Option<Complex> {
        let remainder = self.remainder(kernel, rho)?;
        let images = self.images.iter().map(|image| image.value(kernel, rho));
        Some(remainder + images.sum::<Complex>())
    }
}

/// The bound that follows from a measured error.
fn bound(measured: f64, tolerance: f64) -> f64 {
    MARGIN * measured + INTEGRALS * tolerance
}

impl Panel {
    fn new(green: &GreenFunction<'_>, ends: [f64; 2]) -> Result<Self, LayeredError> {
        let kernels = &green.settings().kernels;
        let at = |t: f64| 0.5 * (ends[0] + ends[1] + t * (ends[1] - ends[0]));
        let node = |i: usize| (PI * (i as f64 + 0.5) / DEGREE as f64).cos();
        let nodes = (0..DEGREE).map(|i| green.remainder(at(node(i))));
        let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
        let checks = CHECKS.map(|t| green.remainder(at(t)));
        let checks = checks.into_iter().collect::<Result<Vec<_>, _>>()?;
        let (mut polynomials, mut errors) = (Vec::new(), Vec::new());
        for &kernel in kernels {
            let coefficient = |k: usize| -> Complex {
                let angle = |i: usize| PI * (k as f64) * (i as f64 + 0.5) / DEGREE as f64;
                let terms = nodes.iter().enumerate();
                let sum: Complex = terms.map(|(i, v)| v.value(kernel) * angle(i).cos()).sum();
                sum * (if k == 0 { 1.0 } else { 2.0 } / DEGREE as f64)
            };
            let polynomial: [Complex; DEGREE] = std::array::from_fn(coefficient);
            let error = |(t, value): (&f64, &Integral)| {
                let value = value.value(kernel);
                let off = (chebyshev(&polynomial, *t) - value).norm();
                let near = image::sum(green.images(), at(*t))[kernel.index()];
                if off == 0.0 {
                    0.0
                } else {
                    off / (near + value).norm()
                }
            };
            let worst = CHECKS.iter().zip(&checks).map(error).fold(0.0, f64::max);
            polynomials.push(polynomial);
            errors.push(worst);
        }
        Ok(Self {
            ends,
            polynomials,
            errors,
        })
    }
}

/// A sum of Chebyshev polynomials by Clenshaw's recurrence.
fn chebyshev(coefficients: &[Complex; DEGREE], t: f64) -> Complex {
    let (mut here, mut above) = (Complex::default(), Complex::default());
    for c in coefficients.iter().skip(1).rev() {
        (here, above) = (here * (2.0 * t) - above + c, here);
    }
    here * t - above + coefficients[0]
}

/// Tables of all pairs of some heights, as a planar circuit has few.
#[derive(Debug, Clone)]
pub struct Tables {
    count: usize,
    /// By source and field height.
    tables: Vec<Table>,
}

impl Tables {
    /// Tabulates the kernels between all heights.
    pub fn new(
        stack: &Stack,
        heights: &[Height],
        settings: &Settings,
        rho_max: f64,
    ) -> Result<Self, LayeredError> {
        let mut tables = Vec::with_capacity(heights.len() * heights.len());
        for &source in heights {
            for &field in heights {
                let green = GreenFunction::new(stack, source, field, settings.clone())?;
                tables.push(Table::new(&green, rho_max)?);
            }
        }
        let count = heights.len();
        Ok(Self { count, tables })
    }

    /// The table of a source and a field height, by their places in the list; none if there is no such pair.
    pub fn pair(&self, source: usize, field: usize) -> Option<&Table> {
        let known = source < self.count && field < self.count;
        known.then(|| &self.tables[source * self.count + field])
    }
}
