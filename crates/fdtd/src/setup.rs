//! From the scene and the plan to everything the time loop works on.

use crate::coefficients;
use crate::plan::Plan;
use poynting_exec::Real;
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::cpml::{Cpml, Profile};
use poynting_fdtd_core::dispersion::Dispersion;
use poynting_fdtd_core::drive::{Action, Drive, Driven, Excitation};
use poynting_fdtd_core::fields::Spacings;
use poynting_fdtd_core::incident::Surface;
use poynting_fdtd_core::loss::{LossMap, Responses};
use poynting_fdtd_core::record::Samples;
use poynting_fdtd_core::setup::{Instruments, Setup};
use poynting_grid::{Half, Layout, Spot, SpotMap, lengths};
use poynting_scene::Scene;
use std::collections::BTreeSet;

/// Sets up the run of a scene.
pub fn setup<T: Real>(scene: &Scene, plan: &Plan, storage: Storage) -> Setup<T> {
    let layout = plan.layout::<T>();
    let overrides = plan.overrides(&layout);
    let coefficients = coefficients::build::<T>(&plan.medium(scene, &layout, &overrides), storage);
    let gain = |spot: Spot| {
        let [i, j, k] = spot.node;
        coefficients.at(layout.row(i, j) + k).gain[spot.component as usize]
    };
    let wiring = &plan.wiring;
    let driven = wiring.driven.iter().map(|&(spot, signal, excitation)| {
        let action = match excitation {
            Excitation::Density(density) => Action::Impress {
                factor: gain(spot).f64() * density,
            },
            Excitation::Prescribed => Action::Prescribe,
        };
        (spot, Driven { signal, action })
    });
    let drive = Drive {
        signals: wiring.signals.clone(),
        spots: SpotMap::new(driven),
        dt: plan.dt,
    };
    let profiles = plan.profiles();
    let spacings: Spacings<T> = spacings(plan, &layout, &profiles);
    let grid = &plan.meshed.grid;
    let waves = wiring.plane_waves.iter();
    let incident: Vec<_> = waves.clone().map(|w| w.line(grid, plan.dt)).collect();
    let over = |spot: Spot, axis: usize| {
        let over = spacings.of(spot.half())[axis][spot.node[axis]];
        gain(spot).f64() * over.f64()
    };
    let surfaces = waves.zip(&incident);
    let surfaces = surfaces
        .map(|(wave, line)| Surface::new(&wave.total_field_box(), line, (grid, &layout), over));
    let driven = wiring.driven.iter();
    let prescribed: BTreeSet<Spot> = driven
        .filter(|(.., excitation)| *excitation == Excitation::Prescribed)
        .map(|(spot, ..)| *spot)
        .collect();
    // A current takes nothing from a field that is prescribed.
    let dispersion = Dispersion::new(&plan.dispersive, |spot| {
        if prescribed.contains(&spot) {
            T::default()
        } else {
            gain(spot)
        }
    });
    let responses = Responses {
        layout: &layout,
        coefficients: &coefficients,
        dispersion: &dispersion,
        loads: &wiring.loads,
        dt: plan.dt,
    };
    let transforms = wiring.spectra.transforms();
    let losses = wiring.lossy.iter();
    let losses = losses.map(|t| LossMap::new(&responses, &transforms[*t]));
    let losses = losses.collect();
    Setup {
        surfaces: surfaces.collect(),
        instruments: Instruments {
            drive,
            samples: Samples::new(wiring.channels.clone(), &wiring.bundles),
            captures: wiring.captures.clone(),
            spectra: wiring.spectra.clone(),
            losses,
            incident,
        },
        spacings,
        cpml: Cpml::new(&layout, &profiles),
        dispersion,
        phases: plan.phases.map(|p| [T::of(p.re), T::of(p.im)]),
        coefficients,
        layout,
    }
}

/// Reciprocal lengths, stretched in absorbing layers.
fn spacings<T: Real>(plan: &Plan, layout: &Layout, profiles: &[Profile]) -> Spacings<T> {
    let around = |a: usize, node: usize| lengths(&plan.meshed.grid, a, node, layout.periodic[a]);
    let of = |half: Half, length: fn([f64; 2]) -> f64| {
        std::array::from_fn(|a| {
            let mut lengths: Vec<f64> = (0..layout.nodes()[a])
                .map(|n| length(around(a, n)))
                .collect();
            for profile in profiles.iter().filter(|p| p.axis == a) {
                for (n, stretch) in profile.of(half) {
                    lengths[*n] *= stretch.kappa;
                }
            }
            if let (2, Some(part)) = (a, layout.imaginary) {
                let again = lengths.clone();
                lengths.resize(part, 0.0);
                lengths.extend(again);
            }
            let over = |length: &f64| T::of(if *length > 0.0 { 1.0 / length } else { 0.0 });
            lengths.iter().map(over).collect()
        })
    };
    Spacings {
        dual: of(Half::E, |[before, after]| f64::midpoint(before, after)),
        primal: of(Half::H, |[_, after]| after),
    }
}
