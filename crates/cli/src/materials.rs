//! The materials of a model as a table, with the grid resolution of a wave in each.

use crate::format;
use poynting::UsedMaterial;
use poynting_scene::{MaterialKind, Medium};

/// The rows of the table, its heading first.
pub fn rows(materials: &[UsedMaterial<'_>]) -> Vec<Vec<String>> {
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
            MaterialKind::Pmc => ["", "perfect magnetic conductor", ""].map(ToOwned::to_owned),
            MaterialKind::Conductor(metal) => [
                String::new(),
                format::number(metal.mu_r),
                format!("{}, surface impedance", format::si(metal.sigma, "S/m")),
            ],
            MaterialKind::Resistive { resistance } => [
                String::new(),
                String::new(),
                format!("{} per square", format::si(*resistance, "ohm")),
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
                "no propagation".to_owned()
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

/// Permittivity and permeability; frequency-dependent ones at one frequency, without the contribution of sigma.
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
