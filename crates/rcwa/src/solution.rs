//! The scattering matrix of a stack, and what is needed for the fields inside.
//!
//! The stack is put together from the back: S_i, from the back face of layer i on, follows from S_{i+1} behind layer i + 1 and the plane between them.

use poynting_linalg::{Mat, c64};
use rayon::prelude::*;

use crate::cell::Orders;
use crate::error::RcwaError;
use crate::harmonics::{Harmonics, Incidence, Sector};
use crate::layer::{Medium, Stack};
use crate::modes::Modes;
use crate::scattering::{Between, Scattering};

/// A stack, the wave that illuminates it, and the orders that are kept.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The stack.
    pub stack: &'a Stack,
    /// The wave, which defines wavelength and angles.
    pub incidence: Incidence,
    /// The orders.
    pub orders: Orders,
}

/// A solved stack.
#[derive(Debug)]
pub struct Solution {
    pub(crate) stack: Stack,
    pub(crate) harmonics: Harmonics,
    pub(crate) parts: Vec<Part>,
}

/// The solution of the equations of one sector.
#[derive(Debug)]
pub(crate) struct Part {
    pub sector: Sector,
    /// Of different media, each once; the half spaces are the last two.
    pub modes: Vec<Modes>,
    /// The place of each layer in `modes`.
    pub places: Vec<usize>,
    pub total: Scattering,
    /// Of each layer, from the first.
    pub inner: Vec<Inner>,
}

/// What the amplitudes in a layer follow from.
#[derive(Debug)]
pub(crate) struct Inner {
    /// f at the front face, from f at the back face of what is before and b of the half space behind the stack.
    pub between: Between,
    /// S11 and S12 from the back face on.
    pub s11: Mat<c64>,
    pub s12: Mat<c64>,
    /// e^{-j gamma k0 d}.
    pub factors: Vec<c64>,
    /// k0 d.
    pub depth: f64,
}

/// Solves a stack for both polarisations and both sides.
pub fn solve(stack: &Stack, incidence: Incidence, orders: Orders) -> Result<Solution, RcwaError> {
    let permittivity = match incidence.side {
        crate::cell::Side::Front => stack.front,
        crate::cell::Side::Back => stack.back,
    };
    let harmonics = Harmonics::new(stack.cell, orders, &incidence, permittivity)?;
    let apart = harmonics.is_classical() && stack.layers.iter().all(|(_, m)| m.is_lamellar());
    let sectors: &[Sector] = if apart {
        &[Sector::X, Sector::Y]
    } else {
        &[Sector::Both]
    };
    let parts = (sectors.iter())
        .map(|&sector| Part::new(stack, &harmonics, sector))
        .collect::<Result<_, _>>()?;
    Ok(Solution {
        stack: stack.clone(),
        harmonics,
        parts,
    })
}

/// Solves tasks on the threads of the current pool and keeps what `result` takes from each solution.
///
/// Each task runs on one thread, so that results are bitwise identical for any number of threads.
pub fn solve_all<T: Send>(
    tasks: &[Task<'_>],
    result: impl Fn(Solution) -> T + Sync,
) -> Vec<Result<T, RcwaError>> {
    (tasks.par_iter())
        .map(|task| solve(task.stack, task.incidence, task.orders).map(&result))
        .collect()
}

impl Part {
    fn new(stack: &Stack, harmonics: &Harmonics, sector: Sector) -> Result<Self, RcwaError> {
        let (mut modes, places) = modes_of(stack, harmonics, sector)?;
        for permittivity in [stack.front, stack.back] {
            modes.push(Modes::uniform(harmonics, sector, permittivity));
        }
        let [front, back] = [modes.len() - 2, modes.len() - 1];
        let before = |layer: usize| &modes[if layer == 0 { front } else { places[layer - 1] }];
        let behind = places.last().copied().unwrap_or(front);
        let mut rest = Scattering::interface(&modes[behind], &modes[back]);
        let mut inner = Vec::new();
        for layer in (0..places.len()).rev() {
            let own = &modes[places[layer]];
            let depth = harmonics.k0 * stack.layers[layer].0;
            let factors: Vec<c64> = own.gamma.iter().map(|&g| forward(g, depth)).collect();
            let face = Scattering::interface(before(layer), own);
            let (all, between) = face.then(&rest.behind(&factors));
            if !all.is_finite() {
                return Err(RcwaError::NotFinite { layer });
            }
            inner.push(Inner {
                between,
                s11: rest.s11,
                s12: rest.s12,
                factors,
                depth,
            });
            rest = all;
        }
        inner.reverse();
        Ok(Self {
            sector,
            modes,
            places,
            total: rest,
            inner,
        })
    }
}

/// The modes of different layers, and the place of each layer among them.
fn modes_of(
    stack: &Stack,
    harmonics: &Harmonics,
    sector: Sector,
) -> Result<(Vec<Modes>, Vec<usize>), RcwaError> {
    let mut different: Vec<&Medium> = Vec::new();
    let (mut modes, mut places) = (Vec::new(), Vec::new());
    for (layer, (_, medium)) in stack.layers.iter().enumerate() {
        let known = different.iter().position(|&other| other == medium);
        places.push(known.unwrap_or(different.len()));
        if known.is_none() {
            different.push(medium);
            let found = Modes::new(harmonics, sector, medium);
            modes.push(found.ok_or(RcwaError::NoModes {
                layer,
                size: 2 * harmonics.count(),
            })?);
        }
    }
    Ok((modes, places))
}

/// e^{-j gamma z}, of magnitude one at most.
pub(crate) fn forward(gamma: c64, z: f64) -> c64 {
    c64::cis(-gamma.re * z) * (gamma.im * z).min(0.0).exp()
}
