//! The materials of a model as a table, with how finely the grid shows a wave in each.

use crate::format;
use poynting::{Plan, Scene, grid};
use poynting_scene::{Material, MaterialId, MaterialKind, Medium};

/// Speed of light in m/s.
const C0: f64 = 299_792_458.0;

/// A material that is used.
pub struct Used<'a> {
    /// It.
    pub material: &'a Material,
    /// Cells per wavelength at the highest frequency, at the largest cell that it fills; none for
    /// conductors and without a frequency.
    pub cells_per_wavelength: Option<f64>,
}

impl Used<'_> {
    /// How far a wave lags behind after one wavelength, in degrees; infinite if none passes.
    pub fn phase_error_deg(&self) -> Option<f64> {
        self.cells_per_wavelength.map(grid::phase_error_deg)
    }
}

/// Vacuum, and the materials of all structures, in the order of the scene.
pub fn used<'a>(scene: &'a Scene, plan: &Plan) -> Vec<Used<'a>> {
    let everywhere = (scene.domain.from, scene.domain.to);
    let ids = (0..scene.materials.len() as u32).map(MaterialId);
    ids.filter_map(|id| {
        let boxes = plan.solids.iter().filter(|(_, of)| *of == id);
        let boxes = boxes.map(|(solid, _)| (solid.bounds().min, solid.bounds().max));
        let background = (id == MaterialId::VACUUM).then_some(everywhere);
        let cells = boxes.chain(background).map(|b| largest_cell(plan, b));
        let largest = cells.reduce(f64::max)?;
        let material = &scene.materials[id.0 as usize];
        let wavelength = match (&material.kind, plan.meshed.max_frequency) {
            (MaterialKind::Medium(m), Some(f)) if f > 0.0 => Some(wavelength(m, f)),
            _ => None,
        };
        Some(Used {
            material,
            cells_per_wavelength: wavelength.filter(|_| largest > 0.0).map(|w| w / largest),
        })
    })
    .collect()
}

fn wavelength(medium: &Medium, frequency: f64) -> f64 {
    let most = |v: [f64; 3]| v.into_iter().fold(0.0, f64::max);
    C0 / (frequency * (most(medium.eps_r) * most(medium.mu_r)).sqrt())
}

/// The largest spacing within a box; what it barely touches does not count.
fn largest_cell(plan: &Plan, (min, max): ([f64; 3], [f64; 3])) -> f64 {
    let axis = |a: usize| {
        let cells = plan.meshed.grid.lines[a].windows(2);
        let inside =
            cells.filter(move |w| w[1].min(max[a]) - w[0].max(min[a]) > 1e-3 * (w[1] - w[0]));
        inside.map(|w| w[1] - w[0]).fold(0.0, f64::max)
    };
    (0..3).map(axis).fold(0.0, f64::max)
}

/// The rows of the table, its heading first.
pub fn rows(materials: &[Used<'_>]) -> Vec<Vec<String>> {
    let heading = [
        "name",
        "eps_r",
        "mu_r",
        "sigma",
        "cells/wavelength",
        "phase error/wavelength",
    ];
    let mut rows = vec![heading.map(ToOwned::to_owned).to_vec()];
    for used in materials {
        let [eps, mu, sigma] = match &used.material.kind {
            MaterialKind::Pec => ["", "", "perfect conductor"].map(ToOwned::to_owned),
            MaterialKind::Pmc => ["", "perfect magnetic", ""].map(ToOwned::to_owned),
            MaterialKind::Medium(m) => {
                let plain = |v: f64| format::number(v);
                [
                    per_axis(m.eps_r, plain),
                    per_axis(m.mu_r, plain),
                    per_axis(m.sigma, |v| format::si(v, "S/m")),
                ]
            }
        };
        let cells = used
            .cells_per_wavelength
            .map_or("-".to_owned(), format::number);
        let error = used.phase_error_deg().map_or("-".to_owned(), |e| {
            if e.is_finite() {
                format!("{e:.2} deg")
            } else {
                "no wave passes".to_owned()
            }
        });
        rows.push(vec![
            used.material.name.clone(),
            eps,
            mu,
            sigma,
            cells,
            error,
        ]);
    }
    rows
}

/// One value, or three if they differ.
fn per_axis(values: [f64; 3], show: impl Fn(f64) -> String) -> String {
    let [x, y, z] = values.map(show);
    if x == y && y == z {
        x
    } else {
        format!("{x}, {y}, {z}")
    }
}
