//! Media in which PMLs do not work.
//!
//! A PML makes waves decay along their phase velocity. Where the energy flows the other way, they grow as they enter and the run
//! diverges (E. Becache, S. Fauqueux and P. Joly, J. Comput. Phys. 188, 399 (2003); S. A. Cummer, IEEE Antennas Wireless Propag.
//! Lett. 3, 172 (2004)). This happens where permittivity and permeability are both negative, and where one of them is negative along
//! one axis and positive along another.

use crate::coefficients::CoefficientInputs;
use crate::error::FdtdError;
use poynting_grid::Voxels;
use poynting_scene::{self as scene, MaterialId, MaterialKind, Term};
use std::f64::consts::TAU;

/// Face names as used in a scene.
const FACES: [[&str; 2]; 3] = [["x_min", "x_max"], ["y_min", "y_max"], ["z_min", "z_max"]];

/// Rejects a model in which a medium with backward waves reaches an absorbing face.
pub fn refuse_backward_waves(inputs: &CoefficientInputs<'_>) -> Result<(), FdtdError> {
    if inputs.layers.iter().flatten().all(|n| *n == 0) {
        return Ok(());
    }
    for (id, material) in inputs.materials.iter().enumerate() {
        let MaterialKind::Medium(m) = &material.kind else {
            continue;
        };
        let Some(frequency) = backward(m) else {
            continue;
        };
        if let Some(face) = face_of(inputs, MaterialId(id as u32)) {
            return Err(FdtdError::BackwardWaves {
                material: material.name.clone(),
                face,
                frequency,
            });
        }
    }
    Ok(())
}

/// A frequency at which waves may be backward.
fn backward(m: &scene::Medium) -> Option<f64> {
    let terms = || m.electric.iter().chain(&m.magnetic);
    let mut frequencies = terms().flat_map(search_points).map(|omega| omega / TAU);
    frequencies.find(|f| {
        let signs = |values: [[f64; 2]; 3]| {
            let negative = values.iter().filter(|[re, _]| *re < 0.0).count();
            (negative > 0, negative > 0 && negative < 3)
        };
        let (eps, indefinite_eps) = signs(m.permittivity(*f));
        let (mu, indefinite_mu) = signs(m.permeability(*f));
        (eps && mu) || indefinite_eps || indefinite_mu
    })
}

/// Angular frequencies around a term, dense where it is narrow.
fn search_points(term: &Term) -> impl Iterator<Item = f64> {
    let (center, width) = match *term {
        Term::Pair { pole, .. } => (pole[0].hypot(pole[1]), pole[0].abs()),
        Term::Real { pole, .. } => (-pole, -pole),
        Term::Drude { plasma, collision } => (plasma, collision),
    };
    let wide = (-180..=180).map(move |n| center * 10f64.powf(f64::from(n) / 60.0));
    let near = (-40..=40).map(move |n: i32| {
        center + width * f64::from(n.signum()) * 10f64.powf(f64::from(n.abs()) / 10.0 - 2.0)
    });
    wide.chain(near).filter(|omega| *omega > 0.0)
}

/// The first absorbing face that a material reaches.
fn face_of(inputs: &CoefficientInputs<'_>, id: MaterialId) -> Option<&'static str> {
    let [nx, ny, nz] = inputs.layout.cells;
    let voxels = Voxels::new(inputs.solids, inputs.grid, inputs.layers);
    let mut touched = [[false; 2]; 3];
    for i in 0..nx {
        let plane = voxels.plane(i);
        for (n, _) in plane.iter().enumerate().filter(|(_, of)| **of == id) {
            let cell = [i, n / nz, n % nz];
            for (axis, cells) in [nx, ny, nz].into_iter().enumerate() {
                touched[axis][0] |= cell[axis] == 0;
                touched[axis][1] |= cell[axis] + 1 == cells;
            }
        }
    }
    let faces = (0..3).flat_map(|axis| [0, 1].map(|side| (axis, side)));
    let mut faces = faces.filter(|(axis, side)| inputs.layers[*axis][*side] > 0);
    let (axis, side) = faces.find(|(axis, side)| touched[*axis][*side])?;
    Some(FACES[axis][side])
}
