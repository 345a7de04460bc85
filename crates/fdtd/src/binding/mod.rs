//! The binding of a scene to its grid: which spots are driven, loaded and read, and what is recorded.
//!
//! Nothing here depends on the precision or allocates with the size of the grid, so that a plan can hold it and reject
//! a source in metal before a run begins.

mod absorption;
mod bodies;
pub mod connection;
mod elements;
mod far_field;
mod far_field_box;
mod gain;
mod monitors;
mod port_fit;
mod ports;
mod sources;
mod spectral;

use crate::binding::bodies::Bodies;
use crate::error::FdtdError;
use crate::incident::PlaneWave;
use crate::line::{Launch, LineSection};
use crate::lumped::Lumped;
use crate::mistakes::Mistakes;
use poynting_fdtd_core::drive::{Excitation, Signal};
use poynting_fdtd_core::load::EdgeLoad;
use poynting_fdtd_core::record::{Capture, Channel, Destination};
use poynting_fdtd_core::spectra::Spectra;
use poynting_fdtd_post::port_spectra::PortSpectra;
use poynting_fdtd_post::postprocess::{FarPulseOutput, Output};
use poynting_geometry::Solid;
use poynting_grid::mirror::Mirrors;
use poynting_grid::stencil::Interpolation;
use poynting_grid::{Flattened, Grid, HalfStep, Layers, Layout, Spot};
use poynting_observe::Declaration;
use poynting_physics::Complex;
use poynting_scene::{Interval, MaterialId, Point, Scene, Wall, Waveform};

/// Index of the energy among the streams.
pub const ENERGY: usize = 0;

/// Spots that must not be fixed for the scene to make sense.
#[derive(Debug)]
enum Demand {
    /// A source needs at least one free spot.
    Source {
        name: String,
        at: Point,
        spots: Vec<Spot>,
    },
    /// A port needs all of its edges free.
    Port { name: String, spots: Vec<Spot> },
    /// So does a lumped element.
    Element { name: String, spots: Vec<Spot> },
}

/// A waveform and the spots that it drives.
pub type Driving = (Waveform, Vec<(Spot, Excitation)>);

/// A port of a line whose wave has yet to be launched.
#[derive(Debug)]
pub struct Launched {
    port: String,
    section: LineSection,
    launch: Launch,
    density: f64,
    waveform: Option<Waveform>,
}

/// A scene on its grid.
#[derive(Debug)]
pub struct Binding {
    /// The waveforms.
    pub signals: Vec<Signal>,
    /// Driven spots, with the index of their signal.
    pub driven: Vec<(Spot, usize, Excitation)>,
    /// Resistors of ports.
    pub loads: Vec<EdgeLoad>,
    /// Lumped elements.
    pub elements: Vec<Lumped>,
    /// Samples taken every step.
    pub channels: Vec<Channel>,
    /// Snapshots taken at intervals.
    pub captures: Vec<Capture>,
    /// Fourier transforms.
    pub spectra: Spectra,
    /// Transforms whose nodes may be lossy.
    pub lossy: Vec<usize>,
    /// Their evaluation.
    pub outputs: Vec<Output>,
    /// Spots that are read individually, every step.
    pub bundles: Vec<Vec<Spot>>,
    /// Time-domain far fields formed from them.
    pub far_pulses: Vec<FarPulseOutput>,
    /// Spectra of ports.
    pub port_spectra: PortSpectra,
    /// Plane waves.
    pub plane_waves: Vec<PlaneWave>,
    /// All recorded streams; the energy comes first.
    pub streams: Vec<Declaration>,
    /// Messages for the user.
    pub warnings: Vec<String>,
    demands: Vec<Demand>,
    launches: Vec<Launched>,
}

/// The grid on which a scene is placed.
#[derive(Debug, Clone, Copy)]
pub struct GridContext<'a> {
    /// Its lines.
    pub grid: &'a Grid,
    /// Its topology.
    pub layout: &'a Layout,
    /// The boundary at each face.
    pub walls: [[Wall; 2]; 3],
    /// Cells of the PML behind each face.
    pub layers: Layers,
    /// Phase factor of the fields over a period, per axis; 1 where there is none.
    pub phases: [Complex; 3],
    /// The Bloch wave vector.
    pub bloch: [f64; 3],
    /// The solids.
    pub solids: &'a [(Solid, MaterialId)],
    /// Structures thinner than the grid can resolve.
    pub flattened: &'a [Flattened],
    /// Time step.
    pub dt: f64,
}

impl GridContext<'_> {
    /// Steps between two recordings.
    pub fn interval(&self, every: Interval) -> u64 {
        match every {
            Interval::Steps(n) => n.max(1),
            Interval::Time(t) => ((t / self.dt).round() as u64).max(1),
        }
    }
}

impl Binding {
    /// Places a scene on its grid.
    pub fn new(scene: &Scene, context: GridContext<'_>) -> Result<Self, FdtdError> {
        let GridContext {
            grid,
            layout,
            walls,
            phases,
            ..
        } = context;
        let mut binder = Binder {
            context,
            interpolation: Interpolation {
                grid,
                layout,
                walls,
                phases,
            },
            mirrors: Mirrors::new(grid, scene.symmetry),
            binding: Self {
                signals: Vec::new(),
                driven: Vec::new(),
                loads: Vec::new(),
                elements: Vec::new(),
                channels: Vec::new(),
                captures: Vec::new(),
                spectra: Spectra::default(),
                lossy: Vec::new(),
                outputs: Vec::new(),
                bundles: Vec::new(),
                far_pulses: Vec::new(),
                port_spectra: PortSpectra::default(),
                plane_waves: Vec::new(),
                streams: vec![energy_stream()],
                warnings: Vec::new(),
                demands: Vec::new(),
                launches: Vec::new(),
            },
        };
        let mut mistakes = Mistakes::default();
        mistakes.check(&scene.sources, |source| binder.add_source(source));
        binder.add_ports(scene, &mut mistakes);
        mistakes.check(&scene.elements, |element| {
            binder.add_element(element, scene.symmetry)
        });
        mistakes.check(&scene.monitors, |monitor| {
            binder.add_monitor(monitor, scene)
        });
        mistakes.result()?;
        Ok(binder.binding)
    }

    /// Drives spots with a waveform.
    pub fn drive(&mut self, waveform: &Waveform, spots: Vec<(Spot, Excitation)>) {
        let Some((first, excitation)) = spots.first() else {
            return;
        };
        let offset = Signal::offset(first.half(), *excitation);
        let signal = self.signals.len();
        self.signals.push(Signal {
            waveform: waveform.clone(),
            offset,
        });
        let driven = spots.into_iter();
        self.driven
            .extend(driven.map(|(spot, excitation)| (spot, signal, excitation)));
    }

    /// Rejects sources without effect and ports that are shorted, given the gain of a spot.
    pub fn check(&self, gain: impl Fn(Spot) -> f64) -> Result<(), FdtdError> {
        let is_free = |spot: &Spot| gain(*spot) != 0.0;
        for demand in &self.demands {
            match demand {
                Demand::Source { name, at, spots } if !spots.iter().any(is_free) => {
                    return Err(FdtdError::SourceBlocked {
                        source_name: name.clone(),
                        component: spots
                            .first()
                            .map_or("nothing", |spot| spot.component.name()),
                        at: *at,
                    });
                }
                Demand::Port { name, spots } if !spots.iter().all(is_free) => {
                    return Err(FdtdError::Port {
                        port: name.clone(),
                        problem: SHORTED.to_owned(),
                    });
                }
                Demand::Element { name, spots } if !spots.iter().all(is_free) => {
                    return Err(FdtdError::Element {
                        element: name.clone(),
                        problem: SHORTED.to_owned(),
                    });
                }
                Demand::Source { .. } | Demand::Port { .. } | Demand::Element { .. } => {}
            }
        }
        Ok(())
    }
}

/// The problem with a port or an element some of whose edges are fixed.
const SHORTED: &str = "lies partly in metal or on a wall with zero tangential field, so it is shorted; let it end at the surface of the metal";

fn energy_stream() -> Declaration {
    let description = "field energy in the grid, as conserved by the discrete scheme";
    Declaration::series("energy", "J", description)
}

struct Binder<'a> {
    context: GridContext<'a>,
    interpolation: Interpolation<'a>,
    mirrors: Mirrors,
    binding: Binding,
}

impl<'a> Binder<'a> {
    /// The bodies of the model.
    fn scene_bodies<'b>(&self, scene: &'b Scene) -> Bodies<'b>
    where
        'a: 'b,
    {
        let context = self.context;
        Bodies { scene, context }
    }

    /// Records a weighted sum of spots; for complex fields the real part, followed by the imaginary part.
    fn add_series(
        &mut self,
        stream: Declaration,
        half: HalfStep,
        terms: impl Iterator<Item = (Spot, Complex)>,
    ) {
        let at_home = |(spot, weight): (Spot, Complex)| {
            let (spot, turn) = self.interpolation.spot_at_home(spot);
            (spot, weight * turn)
        };
        let terms: Vec<(Spot, Complex)> = terms.map(at_home).collect();
        let imaginary = self.context.layout.imaginary;
        let mut add = |stream: Declaration, weights: [fn(Complex) -> f64; 2]| {
            let [of_re, of_im] = weights;
            let of_real = terms.iter().map(|(spot, w)| (*spot, of_re(*w)));
            let of_imaginary = imaginary.into_iter().flat_map(|part| {
                let terms = terms.iter();
                terms.map(move |(spot, w)| (spot.later(part), of_im(*w)))
            });
            let all = of_real.chain(of_imaginary);
            self.binding.channels.push(Channel {
                to: Destination::Stream(self.binding.streams.len()),
                half,
                terms: all.filter(|(_, w)| *w != 0.0).collect(),
            });
            self.binding.streams.push(stream);
        };
        let second = imaginary.map(|_| stream.imaginary());
        add(stream, [|w| w.re, |w| -w.im]);
        if let Some(second) = second {
            add(second, [|w| w.im, |w| w.re]);
        }
    }
}
