//! From the scene and the plan to everything the time loop works on.

use crate::coefficients::{self, Coefficients, Overrides, Storage, lengths};
use crate::drive::{Action, Drive, Driven, Signal};
use crate::mirror::Mirrors;
use crate::points::{Spot, SpotMap};
use crate::port::PortOnGrid;
use crate::record::{Capture, Channel, Samples, Snapshots};
use crate::sink::{Coordinate, Stream};
use crate::stencil::{Interpolation, nearest};
use crate::traversal::BLOCK;
use crate::yee::Spacings;
use crate::{FdtdError, Half, Layout, Plan, Real};
use poynting_scene::{Component, Monitor, MonitorKind, Scene, Source, SourceKind, Waveform};

/// All that a run needs besides its fields.
#[derive(Debug)]
pub struct Setup<T: Real> {
    /// Where rows lie.
    pub layout: Layout,
    /// Reciprocal lengths.
    pub spacings: Spacings<T>,
    /// Update coefficients.
    pub coefficients: Coefficients<T>,
    /// Sources.
    pub drive: Drive,
    /// What is read every step.
    pub samples: Samples,
    /// What is read now and then.
    pub snapshots: Snapshots<T>,
    /// Everything that is recorded; the energy comes first.
    pub streams: Vec<Stream>,
}

/// Index of the energy among the streams.
pub const ENERGY: usize = 0;

impl<T: Real> Setup<T> {
    /// Sets up a run.
    pub fn new(scene: &Scene, plan: &Plan, storage: Storage) -> Result<Self, FdtdError> {
        let layout = plan.layout::<T>();
        let grid = &plan.meshed.grid;
        let mirrors = Mirrors::new(grid, scene.symmetry);
        let ports = scene
            .ports
            .iter()
            .map(|port| PortOnGrid::new(&mirrors.folded_port(port), grid, &layout, scene.symmetry))
            .collect::<Result<Vec<_>, _>>()?;
        let mut overrides = Overrides::from_solids(&plan.solids, &plan.meshed);
        ports
            .iter()
            .zip(&scene.ports)
            .filter(|(_, port)| !mirrors.is_image(port.to))
            .flat_map(|(on_grid, _)| on_grid.loads())
            .for_each(|load| overrides.add_load(load));
        let medium = coefficients::Medium {
            grid,
            layout: &layout,
            walls: plan.walls,
            materials: &scene.materials,
            solids: &plan.solids,
            overrides: &overrides,
            dt: plan.dt,
        };
        let coefficients = coefficients::build(&medium, storage);
        let mut builder = Builder {
            plan,
            layout: &layout,
            coefficients: &coefficients,
            interpolation: Interpolation {
                grid,
                layout: &layout,
                walls: plan.walls,
            },
            mirrors,
            signals: Vec::new(),
            driven: Vec::new(),
            channels: Vec::new(),
            captures: Vec::new(),
            streams: vec![energy_stream()],
        };
        scene
            .sources
            .iter()
            .try_for_each(|source| builder.add_source(source))?;
        scene
            .ports
            .iter()
            .zip(&ports)
            .try_for_each(|(port, on_grid)| builder.add_port(port, on_grid))?;
        scene
            .monitors
            .iter()
            .for_each(|monitor| builder.add_monitor(monitor));
        let Builder {
            signals,
            driven,
            channels,
            captures,
            streams,
            ..
        } = builder;
        Ok(Self {
            drive: Drive::new(signals, SpotMap::new(driven), BLOCK),
            samples: Samples::new(channels, BLOCK),
            snapshots: Snapshots::new(captures, BLOCK),
            spacings: spacings(plan, &layout),
            streams,
            coefficients,
            layout,
        })
    }
}

fn energy_stream() -> Stream {
    Stream {
        name: "energy".to_owned(),
        unit: "J",
        description: "field energy in the grid, as the discrete scheme conserves it".to_owned(),
        coordinates: Vec::new(),
    }
}

fn spacings<T: Real>(plan: &Plan, layout: &Layout) -> Spacings<T> {
    let over = |length: f64| T::of(if length > 0.0 { 1.0 / length } else { 0.0 });
    let around = |a: usize, node: usize| lengths(&plan.meshed.grid, a, node, layout.periodic[a]);
    let nodes = layout.nodes();
    Spacings {
        dual: std::array::from_fn(|a| {
            (0..nodes[a])
                .map(|n| over(around(a, n).iter().sum::<f64>() / 2.0))
                .collect()
        }),
        primal: std::array::from_fn(|a| (0..nodes[a]).map(|n| over(around(a, n)[1])).collect()),
    }
}

struct Builder<'a, T: Real> {
    plan: &'a Plan,
    layout: &'a Layout,
    coefficients: &'a Coefficients<T>,
    interpolation: Interpolation<'a>,
    mirrors: Mirrors,
    signals: Vec<Signal>,
    driven: Vec<(Spot, Driven)>,
    channels: Vec<Channel>,
    captures: Vec<Capture>,
    streams: Vec<Stream>,
}

impl<T: Real> Builder<'_, T> {
    fn gain(&self, spot: Spot) -> f64 {
        let [i, j, k] = spot.node;
        self.coefficients.at(self.layout.row(i, j) + k).gain[spot.component as usize].f64()
    }

    fn signal(&mut self, waveform: &Waveform, offset: f64) -> usize {
        self.signals.push(Signal {
            waveform: waveform.clone(),
            offset,
        });
        self.signals.len() - 1
    }

    fn add_source(&mut self, source: &Source) -> Result<(), FdtdError> {
        let (SourceKind::HardPoint { at, .. }
        | SourceKind::SoftPoint { at, .. }
        | SourceKind::Dipole { at, .. }) = source.kind;
        if self.mirrors.is_image(at) {
            return Ok(());
        }
        match source.kind {
            SourceKind::HardPoint { component, at } => {
                let spot = Spot {
                    node: self.interpolation.nearest(component, at),
                    component,
                };
                let signal = self.signal(&source.waveform, Signal::offset(spot.half(), true));
                self.require_free(source, &[(spot, 1.0)])?;
                self.driven.push((
                    spot,
                    Driven {
                        signal,
                        action: Action::Prescribe,
                    },
                ));
            }
            SourceKind::SoftPoint { component, at } => {
                let spot = Spot {
                    node: self.interpolation.nearest(component, at),
                    component,
                };
                self.impress(source, &[(spot, 1.0)])?;
            }
            SourceKind::Dipole { at, direction } => {
                let mut spots = Vec::new();
                let share = self.mirrors.share(at);
                for axis in (0..3).filter(|&a| direction[a].abs() > 1e-12) {
                    let component = Component::ALL[axis];
                    for (node, weight) in self.interpolation.at(component, at) {
                        let spot = Spot { node, component };
                        let moment = share * weight * direction[axis];
                        spots.push((spot, moment / self.dual_volume(spot)));
                    }
                }
                self.impress(source, &spots)?;
            }
        }
        Ok(())
    }

    /// Impresses `weight` times the source's signal as a current density on each spot.
    fn impress(&mut self, source: &Source, spots: &[(Spot, f64)]) -> Result<(), FdtdError> {
        self.require_free(source, spots)?;
        let Some((first, _)) = spots.first() else {
            return Ok(());
        };
        let signal = self.signal(&source.waveform, Signal::offset(first.half(), false));
        for (spot, weight) in spots {
            let action = Action::Impress {
                factor: self.gain(*spot) * weight,
            };
            self.driven.push((*spot, Driven { signal, action }));
        }
        Ok(())
    }

    /// Refuses a source of which no spot can move.
    fn require_free(&self, source: &Source, spots: &[(Spot, f64)]) -> Result<(), FdtdError> {
        if spots.iter().any(|(spot, _)| self.gain(*spot) != 0.0) {
            return Ok(());
        }
        let (SourceKind::HardPoint { at, .. }
        | SourceKind::SoftPoint { at, .. }
        | SourceKind::Dipole { at, .. }) = source.kind;
        let component = spots
            .first()
            .map_or("nothing", |(spot, _)| spot.component.name());
        let reason = "the field is fixed by metal, by a wall, or by a symmetry plane".to_owned();
        Err(FdtdError::SourceBlocked {
            source_name: source.name.clone(),
            component,
            at,
            reason,
        })
    }

    /// Volume around an edge, as far as it lies in the grid.
    fn dual_volume(&self, spot: Spot) -> f64 {
        let axis = spot.component.axis();
        let sides = (0..3).map(|a| {
            let [before, after] = lengths(
                &self.plan.meshed.grid,
                a,
                spot.node[a],
                self.layout.periodic[a],
            );
            if a == axis {
                after
            } else {
                f64::midpoint(before, after)
            }
        });
        sides.product()
    }

    fn add_port(
        &mut self,
        port: &poynting_scene::Port,
        on_grid: &PortOnGrid,
    ) -> Result<(), FdtdError> {
        if on_grid.source().any(|(spot, _)| self.gain(spot) == 0.0) {
            return Err(FdtdError::Port {
                port: port.name.clone(),
                problem: "lies partly in metal or on a wall along which the field is zero, so it is shorted; let it \
                          end at the metal's surface"
                    .to_owned(),
            });
        }
        if let Some(waveform) = &port.excitation
            && !self.mirrors.is_image(port.to)
        {
            let signal = self.signal(waveform, Signal::offset(Half::E, false));
            for (spot, density) in on_grid.source() {
                let action = Action::Impress {
                    factor: self.gain(spot) * density,
                };
                self.driven.push((spot, Driven { signal, action }));
            }
        }
        let grid = &self.plan.meshed.grid;
        let series = [
            ("voltage", "V", Half::E, on_grid.voltage(grid)),
            ("current", "A", Half::H, on_grid.current(grid, self.layout)),
        ];
        for (what, unit, half, terms) in series {
            let description = format!("{what} of port {}", port.name);
            self.add_series(
                Stream {
                    name: format!("port/{}/{what}", port.name),
                    unit,
                    description,
                    coordinates: vec![],
                },
                half,
                terms,
            );
        }
        Ok(())
    }

    fn add_series(&mut self, stream: Stream, half: Half, terms: Vec<(Spot, f64)>) {
        self.channels.push(Channel {
            stream: self.streams.len(),
            half,
            terms,
        });
        self.streams.push(stream);
    }

    fn add_monitor(&mut self, monitor: &Monitor) {
        match &monitor.kind {
            MonitorKind::Probe { at, components } => {
                for component in components {
                    let (point, sign) = self.mirrors.folded(*component, *at);
                    let nodes = self.interpolation.at(*component, point);
                    let terms: Vec<_> = nodes
                        .into_iter()
                        .map(|(node, w)| {
                            (
                                Spot {
                                    node,
                                    component: *component,
                                },
                                sign * w,
                            )
                        })
                        .collect();
                    let stream = Stream {
                        name: format!("probe/{}/{}", monitor.name, component.name()),
                        unit: component.unit(),
                        description: format!(
                            "{} at ({})",
                            component.name(),
                            crate::error::millimetres(*at)
                        ),
                        coordinates: Vec::new(),
                    };
                    let half = if component.is_electric() {
                        Half::E
                    } else {
                        Half::H
                    };
                    self.add_series(stream, half, terms);
                }
            }
            MonitorKind::Snapshot {
                from,
                to,
                components,
                every,
                stride,
            } => {
                let grid = &self.plan.meshed.grid;
                let nodes: [Vec<usize>; 3] = std::array::from_fn(|a| {
                    let lines = &grid.lines[a];
                    (nearest(lines, from[a])..=nearest(lines, to[a]))
                        .step_by(stride[a].max(1))
                        .collect()
                });
                for component in components {
                    self.add_capture(monitor, *component, &nodes, self.plan.interval(*every));
                }
            }
        }
    }

    fn add_capture(
        &mut self,
        monitor: &Monitor,
        component: Component,
        nodes: &[Vec<usize>; 3],
        every: u64,
    ) {
        let lines = &self.plan.meshed.grid.lines;
        let weights: [Vec<Vec<(usize, f64)>>; 3] = std::array::from_fn(|a| {
            nodes[a]
                .iter()
                .map(|n| self.interpolation.along(component, a, lines[a][*n]))
                .collect()
        });
        let read = std::array::from_fn(|a| {
            let used = || weights[a].iter().flatten().map(|(n, _)| *n);
            used().min().unwrap_or(0)..used().max().unwrap_or(0) + 1
        });
        let coordinates = ["x", "y", "z"]
            .iter()
            .enumerate()
            .map(|(a, name)| Coordinate {
                name,
                values: nodes[a].iter().map(|n| lines[a][*n]).collect(),
            });
        let stream = Stream {
            name: format!("snapshot/{}/{}", monitor.name, component.name()),
            unit: component.unit(),
            description: format!("{} on the nodes of the grid", component.name()),
            coordinates: coordinates.collect(),
        };
        self.captures.push(Capture {
            stream: self.streams.len(),
            component,
            nodes: read,
            every,
            weights,
        });
        self.streams.push(stream);
    }
}
