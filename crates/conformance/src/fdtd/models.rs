//! Random models: a graded grid, boxes of random materials, boundaries, fields, sources and monitors.

use crate::fdtd::check::{precision, text_of};
use poynting_exec::Random;
use poynting_exec::Real;
use poynting_fdtd::{Place, Plan, PlaneWave, setup};
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::drive::{Action, Drive, Driven, Signal};
use poynting_fdtd_core::incident::Surface;
use poynting_fdtd_core::load::EdgeLoad;
use poynting_fdtd_core::recipe::Recipe;
use poynting_fdtd_core::record::{Capture, Channel, Destination, Samples};
use poynting_fdtd_core::setup::{Instruments, Setup};
use poynting_fdtd_core::spectra::Spectra;
use poynting_grid::{HalfStep, Layout, Region, Spot, SpotMap, Turn};
use poynting_physics::constants::ETA0;
use poynting_scene::{
    Component, Domain, GridKind, Material, MaterialId, MaterialKind, Medium, Pulse, Scene, Shape,
    Structure, Term, Wall, Waveform,
};
use std::sync::Arc;

/// The properties of a model.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Cells per axis.
    pub cells: [usize; 3],
    /// Which axes are periodic.
    pub periodic: [bool; 3],
    /// How the faces of those are joined.
    pub periodicity: Periodicity,
    /// How coefficients are stored.
    pub form: Form,
    /// What its sources do.
    pub sources: Sources,
    /// Number of PML layers behind absorbing faces; no PML if zero.
    pub layers: usize,
    /// The kind of its media.
    pub media: Media,
}

/// The kind of media.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Media {
    /// Constant permittivities and conductivities.
    Constant,
    /// Some of them dispersive.
    Dispersive,
}

/// How the faces of a periodic axis are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Periodicity {
    /// Without a phase.
    Plain,
    /// With a phase: Bloch boundaries, between which fields are complex.
    Bloch,
}

/// Storage of coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An index with as many bytes as the number of distinct nodes requires.
    Lookup,
    /// A four-byte index: all nodes are different.
    Wide,
    /// The coefficients themselves.
    Direct,
}

/// The action of sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sources {
    /// Subtract from the field.
    Impressed,
    /// Prescribe the field.
    Prescribed,
    /// Both, several at one node.
    Several,
}

/// A model with fields.
#[derive(Debug)]
pub struct Model<T: Real> {
    /// Grid, coefficients, sources and monitors.
    pub setup: Setup<T>,
    /// Ex .. Hz in the processor's layout, zero outside the updated nodes.
    pub fields: [Vec<T>; 6],
}

/// A valid scene needs a source; it is removed again.
const EMPTY: &str = "title = 'random'\n[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['1 mm', '1 mm', '1 mm']\n\
    [grid]\nspacing = '1 mm'\n[stop]\nsteps = 1\n\
    [[sources]]\nname = 'none'\ntype = 'soft-point'\ncomponent = 'Ex'\nat = ['0 mm', '0 mm', '0 mm']\n\
    waveform = { type = 'gaussian', amplitude = '1 A/m^2', bandwidth = '1 GHz' }\n";
const MATERIALS: usize = 12;
const BOXES: usize = 40;
const SPOTS: usize = 7;
const CAPTURES: usize = 4;
const WAVES: usize = 2;

impl<T: Real> Model<T> {
    /// The next model of a sequence.
    pub fn new(random: &mut Random, kind: Kind) -> Result<Self, String> {
        let scene = scene(random, kind)?;
        let mut plan = Plan::new(&scene, precision::<T>()).map_err(text_of)?;
        // The random parts are defined in memory axes.
        plan.turn = Turn::NONE;
        let layout = plan.layout::<T>();
        if kind.form == Form::Wide {
            plan.binding.loads = loads(random, kind.cells);
        }
        let storage = match kind.form {
            Form::Direct => Storage::Direct,
            Form::Lookup | Form::Wide => Storage::Lookup,
        };
        let mut setup = setup(&scene, &plan, storage);
        setup.instruments = Instruments {
            drive: drive(random, &layout, kind.sources, plan.dt),
            samples: samples(random, &layout),
            captures: (0..CAPTURES).map(|_| capture(random, &layout)).collect(),
            spectra: spectra(random, &layout, plan.dt),
            losses: Vec::new(),
            incident: Vec::new(),
        };
        for _ in 0..WAVES {
            let wave = wave(random, &plan, scene.boundary.bloch)?;
            let line = wave.line(&plan.meshed.grid, plan.dt);
            let on = (&plan.meshed.grid, &layout);
            let surface = Surface::new(&wave.total_field_box(), &line, on, some_factor);
            setup.instruments.incident.push(line);
            setup.surfaces.push(surface);
        }
        let updated = setup.updated();
        let fields = Component::ALL.map(|component| {
            let size = if component.is_electric() {
                1.0
            } else {
                1.0 / ETA0
            };
            let mut values = vec![T::default(); layout.len()];
            for at in places(&layout, updated.clone()) {
                values[at] = T::of(size * random.within(-1.0..1.0));
            }
            values
        });
        Ok(Self { setup, fields })
    }
}

/// Indices of the nodes of a box.
pub fn places(layout: &Layout, nodes: Region) -> impl Iterator<Item = usize> {
    nodes.x.flat_map(move |i| {
        let z = nodes.z.clone();
        let rows = nodes.y.clone().map(move |j| layout.row(i, j));
        rows.flat_map(move |row| z.clone().map(move |k| row + k))
    })
}

fn scene(random: &mut Random, kind: Kind) -> Result<Scene, String> {
    let empty = Scene::from_toml(EMPTY, "random.toml").map_err(|e| e.render())?;
    let mut scene = (*empty).clone();
    scene.sources.clear();
    let lines = kind.cells.map(|n| lines(random, n));
    scene.domain = Domain {
        from: [0.0; 3],
        to: lines.each_ref().map(|l| l[l.len() - 1]),
    };
    scene.boundary.walls = kind.periodic.map(|periodic| {
        if periodic {
            match kind.periodicity {
                Periodicity::Plain => [Wall::Periodic; 2],
                Periodicity::Bloch => [Wall::Bloch; 2],
            }
        } else {
            let walls = match kind.layers {
                0 => [Wall::Pec, Wall::Pmc],
                _ => [Wall::Pml, random.one_of(&[Wall::Pec, Wall::Pmc, Wall::Pml])],
            };
            [(); 2].map(|()| random.one_of(&walls))
        }
    });
    if kind.periodicity == Periodicity::Bloch {
        let joined = kind.periodic.map(f64::from);
        scene.boundary.bloch = joined.map(|k| k * random.within(-3000.0..3000.0));
    }
    scene.boundary.pml.layers = kind.layers;
    let media = (0..MATERIALS).map(|n| Material {
        name: format!("medium {n}"),
        kind: MaterialKind::Medium(medium(random, kind.media)),
        density: None,
    });
    scene.materials.extend(media);
    for n in 0..BOXES {
        let ranges = kind.cells.map(|n| random.part(n));
        let corner = |end: fn(&std::ops::Range<usize>) -> usize| {
            std::array::from_fn(|a| lines[a][end(&ranges[a])])
        };
        scene.structures.push(Structure {
            name: format!("box {n}"),
            // Vacuum and metals are the first three.
            material: MaterialId(random.whole(0..scene.materials.len()) as u32),
            shape: Shape::Box {
                from: corner(|r| r.start),
                to: corner(|r| r.end),
            },
        });
    }
    scene.grid.kind = GridKind::Lines { lines };
    Ok(Scene::unchecked(scene))
}

/// `cells` cells of 0.5 to 1.5 mm.
fn lines(random: &mut Random, cells: usize) -> Vec<f64> {
    let mut lines = vec![0.0];
    for n in 0..cells {
        lines.push(lines[n] + random.within(0.5e-3..1.5e-3));
    }
    lines
}

fn medium(random: &mut Random, media: Media) -> Medium {
    let mut axes = |range: std::ops::Range<f64>| [(); 3].map(|()| random.within(range.clone()));
    let medium = Medium {
        eps_r: axes(1.0..5.0),
        mu_r: axes(1.0..3.0),
        sigma: axes(0.0..0.5),
        sigma_m: axes(0.0..2e4),
        ..Medium::VACUUM
    };
    match media {
        Media::Constant => medium,
        Media::Dispersive => Medium {
            electric: terms(random),
            magnetic: terms(random),
            ..medium
        },
    }
}

/// Zero to three dispersion terms, with time constants about as long as a step.
fn terms(random: &mut Random) -> Vec<Term> {
    let term = |random: &mut Random| {
        let damping = random.one_of(&[0.0, 3e10, 4e11, 2e12]);
        match random.whole(0..4) {
            0 => Term::debye(random.within(0.5..9.0), random.within(1e-13..2e-11)),
            1 => Term::Drude {
                plasma: random.within(1e10..1e12),
                collision: damping,
            },
            2 => Term::Pair {
                pole: [-damping, random.within(1e11..1e12)],
                residue: [0.0, -random.within(1e10..5e11)],
            },
            _ => Term::Pair {
                pole: [-3e11, random.within(1e11..1e12)],
                residue: [random.within(0.0..1e10), -random.within(1e11..5e11)],
            },
        }
    };
    (0..random.whole(0..4)).map(|_| term(random)).collect()
}

/// A load on every edge, all different.
fn loads(random: &mut Random, cells: [usize; 3]) -> Vec<EdgeLoad> {
    let mut loads = Vec::new();
    for n in 0..cells.iter().map(|n| n + 1).product() {
        let (ny, nz) = (cells[1] + 1, cells[2] + 1);
        let node = [n / (ny * nz), n / nz % ny, n % nz];
        loads.extend((0..3).map(|axis| EdgeLoad {
            axis,
            node,
            recipe: Arc::new(Recipe::constant(0.0, random.within(0.0..0.5))),
        }));
    }
    loads
}

/// The number of updated nodes of one part of the fields, and its offset within a row.
fn part_of(random: &mut Random, layout: &Layout) -> ([usize; 3], usize) {
    let Region { x, y, z } = layout.active();
    match layout.imaginary {
        None => ([x.len(), y.len(), z.len()], 0),
        Some(part) => (
            [x.len(), y.len(), z.len() - part],
            random.one_of(&[0, part]),
        ),
    }
}

fn spot(random: &mut Random, layout: &Layout) -> Spot {
    let (nodes, part) = part_of(random, layout);
    Spot {
        node: nodes.map(|n| random.whole(0..n)),
        component: random.one_of(&Component::ALL),
    }
    .later(part)
}

fn drive(random: &mut Random, layout: &Layout, sources: Sources, dt: f64) -> Drive {
    let values = |random: &mut Random| (0..16).map(|_| random.within(-1.0..1.0)).collect();
    let signals: Vec<Signal> = [0.5, 1.0, 1.5]
        .map(|offset| Signal {
            waveform: Waveform {
                amplitude: 1.0,
                shape: Pulse::Samples {
                    interval: dt,
                    values: values(random),
                },
            },
            offset,
        })
        .into();
    let mut driven: Vec<(Spot, Driven)> = Vec::new();
    for _ in 0..SPOTS {
        let spot = spot(random, layout);
        if driven.iter().any(|(taken, _)| *taken == spot) {
            continue;
        }
        let impress = Action::Impress {
            factor: random.within(0.2..1.0),
        };
        let actions = match sources {
            Sources::Impressed => vec![impress],
            Sources::Prescribed => vec![Action::Prescribe],
            // A final prescribe overrides what came before; an impress after a prescribe does not.
            Sources::Several => random
                .one_of(&[
                    [Action::Prescribe, impress, impress],
                    [impress, Action::Prescribe, impress],
                    [impress, Action::Prescribe, Action::Prescribe],
                ])
                .into(),
        };
        for (n, action) in actions.into_iter().enumerate() {
            driven.push((spot, Driven { signal: n, action }));
        }
    }
    Drive {
        signals,
        spots: SpotMap::new(driven),
        dt,
    }
}

fn samples(random: &mut Random, layout: &Layout) -> Samples {
    let mut terms = [Vec::new(), Vec::new()];
    for _ in 0..SPOTS {
        let spot = spot(random, layout);
        terms[spot.half() as usize].push((spot, 1.0));
    }
    let channels = [HalfStep::E, HalfStep::H].into_iter().zip(terms);
    let channel = |(stream, (half, terms))| Channel {
        to: Destination::Stream(stream),
        half,
        terms,
    };
    Samples::new(channels.enumerate().map(channel).collect(), &[], Some)
}

/// A wave in any direction, or along an axis, in a random box; an axis too short for a box has no faces. If Bloch
/// boundaries leave one axis open, it has their wave vector.
fn wave(random: &mut Random, plan: &Plan, bloch: [f64; 3]) -> Result<PlaneWave, String> {
    let grid = &plan.meshed.grid;
    let cells = grid.cells();
    let short = [0, 1, 2].map(|a| plan.walls[a][0].is_joined() || cells[a] < 3);
    let boxes = [0, 1, 2].map(|a| {
        if short[a] {
            return 0..cells[a];
        }
        let inside = random.part(cells[a] - 2);
        inside.start + 1..inside.end + 1
    });
    let corner = |end: fn(&std::ops::Range<usize>) -> usize| {
        std::array::from_fn(|a| grid.lines[a][end(&boxes[a])])
    };
    let axis = random.whole(0..6);
    let [k, across] = [(); 2].map(|()| [(); 3].map(|()| random.within(-1.0..1.0)));
    let mut direction = k;
    if axis < 3 {
        direction = [0.0; 3];
        direction[axis] = random.one_of(&[-1.0, 1.0]);
    }
    let electric = std::array::from_fn(|i| {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        direction[a] * across[b] - direction[b] * across[a]
    });
    let unit = |v: [f64; 3]| {
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        v.map(|x| x / length)
    };
    let waveform = Waveform {
        amplitude: 1.0,
        shape: Pulse::ModulatedGaussian {
            tau: 4.0 * plan.dt,
            delay: 8.0 * plan.dt,
            frequency: 0.4 / plan.dt,
            phase: 1.0,
        },
    };
    let open = short.iter().filter(|short| !**short).count();
    let corners = [corner(|r| r.start), corner(|r| r.end)];
    let vectors = [unit(direction), unit(electric)];
    let place = Place {
        grid,
        layers: plan.meshed.layers,
        mirrored: [false; 3],
        periodic: short,
        bloch: if open == 1 { bloch } else { [0.0; 3] },
    };
    PlaneWave::new(("wave", &waveform), corners, vectors, place).map_err(text_of)
}

/// A number that differs from node to node.
fn some_factor(spot: Spot, axis: usize) -> f64 {
    let [i, j, k] = spot.node.map(|n| n as f64);
    (i + 2.3 * j + 5.7 * k + axis as f64).sin()
}

/// Random boxes at one to three frequencies.
fn spectra(random: &mut Random, layout: &Layout, dt: f64) -> Spectra {
    let mut spectra = Spectra::default();
    for _ in 0..CAPTURES {
        let frequencies = (0..random.whole(1..4)).map(|_| random.within(0.01..0.2) / dt);
        let frequencies = frequencies.collect();
        spectra.add(capture(random, layout), frequencies);
    }
    spectra
}

/// A box that is read directly: output weights are not used.
fn capture(random: &mut Random, layout: &Layout) -> Capture {
    let (nodes, part) = part_of(random, layout);
    let component = random.one_of(&Component::ALL);
    let [x, y, z] = nodes.map(|n| random.part(n));
    Capture {
        stream: 0,
        component,
        nodes: [x, y, z.start + part..z.end + part],
        every: random.whole(1..4) as u64,
        weights: [Vec::new(), Vec::new(), Vec::new()],
        imaginary: None,
    }
}
