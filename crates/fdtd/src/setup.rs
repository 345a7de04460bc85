//! From the scene and the plan to all inputs of the time loop.

use crate::coefficients;
use crate::plan::Plan;
use crate::ranks::FieldsStay;
use poynting_exec::{Pool, Real};
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::cpml::Cpml;
use poynting_fdtd_core::dispersion::Dispersion;
use poynting_fdtd_core::drive::{Action, Drive, Driven, Excitation};
use poynting_fdtd_core::fields::Spacings;
use poynting_fdtd_core::incident::Surface;
use poynting_fdtd_core::loss::{LossMap, Responses};
use poynting_fdtd_core::ranks::Whole;
use poynting_fdtd_core::record::Samples;
use poynting_fdtd_core::setup::{Instruments, Setup};
use poynting_grid::{Arrangement, Division, HalfStep, Span, Spot, SpotMap, lengths};
use poynting_scene::Scene;
use std::collections::BTreeSet;

/// Sets up the run of a scene.
pub fn setup<T: Real>(scene: &Scene, plan: &Plan, storage: Storage) -> Setup<T> {
    setup_part(scene, plan, storage, plan.arrangement::<T>())
}

/// Sets up what a rank stores of the run of a scene.
fn setup_part<T: Real>(scene: &Scene, plan: &Plan, storage: Storage, to: Arrangement) -> Setup<T> {
    // Plan and scene use scene axes; everything that acts on fields uses memory axes.
    let overrides = plan.overrides(&to.scene);
    let inputs = plan.coefficient_inputs(scene, &to.scene, &overrides);
    let coefficients = coefficients::build::<T>(&inputs, &to, storage);
    let stored_gain = |spot: Spot| {
        let [i, j, k] = spot.node;
        coefficients.at(to.stored.row(i, j) + k).gain[spot.component as usize]
    };
    let binding = &plan.binding;
    let driven = binding.driven.iter();
    let driven = driven.filter_map(|&(spot, signal, excitation)| {
        let spot = to.spot(spot)?;
        let action = match excitation {
            Excitation::Density(density) => Action::Impress {
                factor: stored_gain(spot).f64() * density,
            },
            Excitation::Prescribed => Action::Prescribe,
        };
        Some((spot, Driven { signal, action }))
    });
    let drive = Drive {
        signals: binding.signals.clone(),
        spots: SpotMap::new(driven),
        dt: plan.dt,
    };
    let spacings: Spacings<T> = spacings(plan, &to);
    let grid = &plan.meshed.grid;
    let waves = binding.plane_waves.iter();
    let incident: Vec<_> = waves.clone().map(|w| w.line(grid, plan.dt)).collect();
    let over = |spot: Spot, axis: usize| {
        // Corrections of nodes that are not stored are dropped.
        to.spot(spot).map_or(0.0, |stored| {
            let axis = to.turn.axis(axis);
            let over = spacings.of(spot.half())[axis][to.stored.node_of_axis(axis, stored.node)];
            stored_gain(stored).f64() * over.f64()
        })
    };
    let surfaces = waves.zip(&incident);
    let surfaces = surfaces.map(|(wave, line)| {
        Surface::new(&wave.total_field_box(), line, (grid, &to.scene), over).arranged(&to)
    });
    let driven = binding.driven.iter();
    let prescribed: BTreeSet<Spot> = driven
        .filter(|(.., excitation)| *excitation == Excitation::Prescribed)
        .filter_map(|(spot, ..)| to.spot(*spot))
        .collect();
    // No current is subtracted from a prescribed field.
    let dispersion = Dispersion::new(&plan.stored_dispersive_nodes(&to), |spot| {
        if prescribed.contains(&spot) {
            T::default()
        } else {
            stored_gain(spot)
        }
    });
    let responses = Responses {
        arrangement: &to,
        coefficients: &coefficients,
        dispersion: &dispersion,
        loads: &binding.loads,
        dt: plan.dt,
    };
    let transforms = binding.spectra.transforms();
    let losses = binding.lossy.iter();
    let losses = losses.map(|t| LossMap::new(&responses, &transforms[*t]));
    let losses = losses.collect();
    Setup {
        surfaces: surfaces.collect(),
        instruments: Instruments {
            drive,
            samples: samples(plan, &to),
            captures: binding.captures.iter().map(|c| c.arranged(&to)).collect(),
            spectra: binding.spectra.arranged(&to),
            losses,
            incident,
        },
        spacings,
        cpml: Cpml::new(&to.stored, &plan.stored_profiles(&to)),
        dispersion,
        phases: to
            .turn
            .each(plan.phases)
            .map(|p| [T::of(p.re), T::of(p.im)]),
        coefficients,
        layout: to.stored,
    }
}

/// What a rank with these spans stores, and its model.
pub fn setup_rank<T: Real>(
    (scene, plan): (&Scene, &Plan),
    spans: &[Span; 3],
    storage: Storage,
    pool: &Pool,
) -> (Setup<T>, Arrangement) {
    let to = plan.arrangement_of::<T>(spans.clone());
    let model = pool.install(|| setup_part(scene, plan, storage, to.clone()));
    (model, to)
}

/// The model of a plan that ranks share.
pub fn whole<T: Real>(plan: &Plan, (division, stay): (Division, FieldsStay)) -> Whole {
    let arrangement = plan.arrangement::<T>();
    Whole {
        monitors: plan.monitors(stay.0.then_some(&division)),
        instruments: instruments_of_ranks(plan, &arrangement),
        arrangement,
        division,
    }
}

/// Sources and monitors of a model whose nodes are on ranks: where results are put together. Losses are known to the ranks.
fn instruments_of_ranks(plan: &Plan, whole: &Arrangement) -> Instruments {
    let binding = &plan.binding;
    let waves = binding.plane_waves.iter();
    Instruments {
        drive: Drive {
            signals: binding.signals.clone(),
            spots: SpotMap::new([]),
            dt: plan.dt,
        },
        samples: Samples::new(binding.channels.clone(), &binding.bundles, |_| None),
        captures: binding.captures.iter().map(|c| c.arranged(whole)).collect(),
        spectra: binding.spectra.arranged(whole),
        losses: vec![LossMap::default(); binding.lossy.len()],
        incident: waves.map(|w| w.line(&plan.meshed.grid, plan.dt)).collect(),
    }
}

/// Samples taken every step.
fn samples(plan: &Plan, to: &Arrangement) -> Samples {
    let binding = &plan.binding;
    let stored = |spot: Spot| to.spot(spot).filter(|_| to.owns(spot.node));
    Samples::new(binding.channels.clone(), &binding.bundles, stored)
}

/// Reciprocal lengths along the memory axes, stretched in PMLs.
fn spacings<T: Real>(plan: &Plan, to: &Arrangement) -> Spacings<T> {
    let (scene, profiles) = (&to.scene, plan.profiles());
    let around = |a: usize, node: usize| lengths(&plan.meshed.grid, a, node, scene.periodic[a]);
    let of = |half: HalfStep, length: fn([f64; 2]) -> f64| {
        std::array::from_fn(|stored| {
            let a = to.turn.back().axis(stored);
            let span = &to.spans[a];
            let mut lengths: Vec<f64> = (0..span.len)
                .map(|place| length(around(a, span.node(place))))
                .collect();
            for profile in profiles.iter().filter(|p| p.axis == a) {
                for (n, stretch) in profile.of(half) {
                    if let Some(place) = span.place(*n) {
                        lengths[place] *= stretch.kappa;
                    }
                }
            }
            if let (2, Some(part)) = (stored, to.stored.imaginary) {
                let again = lengths.clone();
                lengths.resize(part, 0.0);
                lengths.extend(again);
            }
            let over = |length: &f64| T::of(if *length > 0.0 { 1.0 / length } else { 0.0 });
            lengths.iter().map(over).collect()
        })
    };
    Spacings {
        dual: of(HalfStep::E, |[before, after]| f64::midpoint(before, after)),
        primal: of(HalfStep::H, |[_, after]| after),
    }
}
