//! The mesher on scenes with known answers, and on random ones.

mod random;
mod regular;
mod snapping;
mod strips;

use crate::lines::{Grid, Meshed};
use crate::mesh;
use crate::messages::GridError;
use poynting_geometry::Solid;
use poynting_scene::{
    Boundary, Dimension, Domain, FdtdOptions, Format, GridKind, GridSpec, Material, MaterialId,
    MaterialKind, Medium, Model, Pml, Precision, Scene, Shape, Stop, Structure, TraversalChoice,
    Wall,
};
use std::path::{Path, PathBuf};

const C0: f64 = 299_792_458.0;
const MM: f64 = 1e-3;
/// lambda/20 in vacuum is 1 mm.
const FREQUENCY: f64 = C0 / (20.0 * MM);
const GROWTH: f64 = 1.4;
const DIELECTRIC: MaterialId = MaterialId(3);
const COPPER: MaterialId = MaterialId(4);

fn medium(name: &str, eps: f64, sigma: f64) -> Material {
    let kind = MaterialKind::Medium(Medium {
        eps_r: [eps; 3],
        sigma: [sigma; 3],
        ..Medium::VACUUM
    });
    Material {
        name: name.into(),
        kind,
        density: None,
    }
}

fn auto() -> GridKind {
    GridKind::Auto {
        cells_per_wavelength: 20.0,
        max_growth: GROWTH,
        min_cell: None,
        max_cell: None,
    }
}

/// A domain of 40 mm along each axis around the origin.
fn scene(kind: GridKind) -> Model {
    let metal = |name: &str, kind| Material {
        name: name.into(),
        kind,
        density: None,
    };
    Model {
        title: String::new(),
        dimension: Dimension::Three,
        domain: Domain {
            from: [-20.0 * MM; 3],
            to: [20.0 * MM; 3],
        },
        materials: vec![
            medium("vacuum", 1.0, 0.0),
            metal("pec", MaterialKind::Pec),
            metal("pmc", MaterialKind::Pmc),
            medium("glass", 4.0, 0.0),
            medium("copper", 1.0, 5.8e7),
        ],
        structures: Vec::new(),
        profiles: Vec::new(),
        wires: Vec::new(),
        sources: Vec::new(),
        ports: Vec::new(),
        line_ports: Vec::new(),
        network: None,
        elements: Vec::new(),
        monitors: Vec::new(),
        boundary: Boundary {
            walls: [[Wall::Pec; 2]; 3],
            pml: Pml {
                layers: 10,
                grading: 3.0,
                sigma: 1.0,
                kappa: 5.0,
                alpha: None,
            },
            bloch: [0.0; 3],
        },
        symmetry: [None; 3],
        grid: GridSpec {
            max_frequency: Some(FREQUENCY),
            kind,
        },
        stop: Stop {
            steps: Some(1),
            time: None,
            energy_decay_db: None,
            ring_down: None,
        },
        checkpoint: None,
        fdtd: FdtdOptions {
            precision: Precision::F32,
            courant: 0.99,
            traversal: TraversalChoice::Auto,
            surfaces: poynting_scene::Surfaces::Conformal,
        },
        mom: poynting_scene::MomOptions::default(),
        rcwa: poynting_scene::RcwaOptions::default(),
        text: String::new(),
        format: Format::Toml,
        base_dir: PathBuf::new(),
    }
}

/// Adds a box in millimetres.
fn add(scene: &mut Model, name: &str, material: MaterialId, from: [f64; 3], to: [f64; 3]) {
    let shape = Shape::Box {
        from: from.map(|x| x * MM),
        to: to.map(|x| x * MM),
    };
    scene.structures.push(Structure {
        name: name.into(),
        material,
        shape,
    });
}

fn solids(scene: &Model) -> Vec<(Solid, MaterialId)> {
    let solid = |s: &Structure| (Solid::new(&s.shape, Path::new(".")).unwrap(), s.material);
    scene.structures.iter().map(solid).collect()
}

fn try_run(scene: &Model) -> Result<Meshed, GridError> {
    mesh(&Scene::unchecked(scene.clone()), &solids(scene))
}

fn run(scene: &Model) -> Meshed {
    try_run(scene).unwrap()
}

/// The line at a coordinate in millimetres, or where the nearest one is.
fn line_at(grid: &Grid, axis: usize, x: f64) -> Result<usize, f64> {
    let i = grid.nearest_line(axis, x * MM);
    let found = grid.lines[axis][i];
    if (found - x * MM).abs() < 1e-12 {
        Ok(i)
    } else {
        Err(found / MM)
    }
}

fn worst_ratio(grid: &Grid) -> f64 {
    let ratio = |w: &[f64]| (w[0] / w[1]).max(w[1] / w[0]);
    (0..3)
        .flat_map(|a| grid.primal(a).windows(2).map(ratio).collect::<Vec<_>>())
        .fold(1.0, f64::max)
}
