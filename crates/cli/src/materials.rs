//! The materials of a model as a table, with how finely the grid shows a wave in each.

use crate::format;
use poynting::{FdtdPlan as Plan, Scene, grid};
use poynting_scene::{Material, MaterialId, MaterialKind, Medium};

/// Speed of light in m/s.
const C0: f64 = 299_792_458.0;

/// A material that is used.
pub struct Used<'a> {
    /// It.
    pub material: &'a Material,
    /// The highest frequency, at which a dispersive one is shown.
    pub frequency: Option<f64>,
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
        let frequency = plan.meshed.max_frequency.filter(|f| *f > 0.0);
        let wavelength = match (&material.kind, frequency) {
            (MaterialKind::Medium(m), Some(f)) => Some(C0 / (f * grid::index(m, f))),
            _ => None,
        };
        Some(Used {
            material,
            frequency,
            cells_per_wavelength: wavelength.filter(|_| largest > 0.0).map(|w| w / largest),
        })
    })
    .collect()
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
            MaterialKind::Conductor(metal) => [
                String::new(),
                format::number(metal.mu_r),
                format!("{}, its surface", format::si(metal.sigma, "S/m")),
            ],
            MaterialKind::Resistive { resistance } => [
                String::new(),
                String::new(),
                format!("{} a square", format::si(*resistance, "ohm")),
            ],
            MaterialKind::Medium(m) => {
                let (eps, mu) = at(m, used.frequency);
                [eps, mu, per_axis(m.sigma, |v| format::si(v, "S/m"))]
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

/// Permittivity and permeability; those that depend on frequency, at one, without what sigma adds.
fn at(m: &Medium, frequency: Option<f64>) -> (String, String) {
    let plain = |v: f64| format::number(v);
    let bare = Medium {
        sigma: [0.0; 3],
        sigma_m: [0.0; 3],
        ..m.clone()
    };
    let complex = |[re, im]: [f64; 2]| {
        let loss = if im < 0.0 {
            format!("-{}j", plain(-im))
        } else {
            String::new()
        };
        plain(re) + &loss
    };
    let eps = match frequency {
        Some(f) if !m.electric.is_empty() => per_axis(bare.permittivity(f), complex),
        _ => per_axis(m.eps_r, plain),
    };
    let mu = match frequency {
        Some(f) if !m.magnetic.is_empty() => per_axis(bare.permeability(f), complex),
        _ => per_axis(m.mu_r, plain),
    };
    (eps, mu)
}

/// One value, or three if they differ.
fn per_axis<V>(values: [V; 3], show: impl Fn(V) -> String) -> String {
    let [x, y, z] = values.map(show);
    if x == y && y == z {
        x
    } else {
        format!("{x}, {y}, {z}")
    }
}
