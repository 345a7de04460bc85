//! The model for display: surfaces, regions, grid or mesh, machine.

mod bodies;
mod facts;
mod profiles;
mod regions;

pub(crate) use bodies::triangles;
pub(crate) use profiles::{Tube, tubes};

use crate::{Layout, Plan, used_materials};
use poynting_exec::{Devices, Pool, cpu_name};
use poynting_results::{Model, Resolution};
use poynting_scene::{MaterialKind, Medium, Scene};

/// A finer mesh would show as a uniform grey surface.
const MOST_TRIANGLES: usize = 100_000;

/// Describes a planned run.
pub(crate) fn of(scene: &Scene, plan: &Plan, devices: Devices) -> Model {
    let (mut bodies, missing) = bodies::all(scene);
    bodies.extend(profiles::all(scene));
    Model {
        machine: machine(devices),
        bodies,
        missing,
        regions: regions::all(scene),
        grid: match &plan.layout {
            Layout::Fdtd(plan) => Some(plan.meshed.grid.lines.clone()),
            Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_) => None,
        },
        mesh: match &plan.layout {
            Layout::Mom(plan) => {
                let surface = plan.space.surface();
                (surface.triangles.len() <= MOST_TRIANGLES).then(|| triangles(surface))
            }
            Layout::Fdtd(_) | Layout::Plane(_) | Layout::Grating(_) => None,
        },
        metal: None,
        facts: facts::all(scene, plan),
        resolution: resolution(scene, plan),
        is_lossless: is_lossless(scene),
        accuracy: match &plan.layout {
            Layout::Mom(plan) if plan.method.is_compressed() => Some(plan.accuracy()),
            _ => None,
        },
    }
}

/// The GPUs, then the processor.
fn machine(devices: Devices) -> String {
    let cores = match Pool::cores() {
        1 => "1 core".to_owned(),
        n => format!("{n} cores"),
    };
    let host = format!("{}, {cores}, {}", cpu_name(), std::env::consts::OS);
    let gpus = devices.all().iter();
    let gpus = gpus.filter_map(|device| crate::machine::describe(*device));
    gpus.chain([host]).collect::<Vec<_>>().join("; ")
}

fn resolution(scene: &Scene, plan: &Plan) -> Vec<Resolution> {
    match &plan.layout {
        Layout::Fdtd(plan) => {
            let used = used_materials(scene, plan).into_iter();
            used.filter_map(|used| {
                Some(Resolution {
                    medium: used.material.name.clone(),
                    per_wavelength: used.cells_per_wavelength.filter(|n| n.is_finite())?,
                    phase_error_deg: used.phase_error_deg().filter(|e| e.is_finite()),
                })
            })
            .collect()
        }
        Layout::Mom(plan) => {
            let [_, mean, _] = plan.edges_per_wavelength();
            vec![Resolution {
                medium: "surface".to_owned(),
                per_wavelength: mean,
                phase_error_deg: None,
            }]
        }
        // Elements are never coarse, and the truncation of orders has a check of its own.
        Layout::Plane(_) | Layout::Grating(_) => Vec::new(),
    }
}

/// Whether no material and no element dissipates power.
fn is_lossless(scene: &Scene) -> bool {
    let mut used = scene.structures.iter();
    let takes_none = |kind: &MaterialKind| match kind {
        MaterialKind::Pec | MaterialKind::Pmc => true,
        MaterialKind::Medium(medium) => is_lossless_medium(medium),
        MaterialKind::Conductor(_) | MaterialKind::Resistive { .. } => false,
    };
    let resistor = |e: &poynting_scene::Element| e.circuit.resistance.is_some();
    used.all(|s| takes_none(&scene.materials[s.material.0 as usize].kind))
        && !scene.elements.iter().any(resistor)
}

fn is_lossless_medium(medium: &Medium) -> bool {
    let conducts = medium.sigma.iter().chain(&medium.sigma_m).any(|s| *s > 0.0);
    !conducts && medium.electric.is_empty() && medium.magnetic.is_empty()
}
