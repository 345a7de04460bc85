//! Ports on the grid.

use super::{Demand, Driving, Excitation, Launched, Wirer, Wiring};
use crate::grid::Grid;
use crate::line::{Launch, LineOnGrid, Plane, Tap};
use crate::points::Spot;
use crate::port::PortOnGrid;
use crate::record::{Channel, Destination};
use crate::sink::{Coordinate, Leading, Stream};
use crate::taps::{TapReading, Tapped};
use crate::wiring::spectral::steps_between;
use crate::{FdtdError, Half};
use poynting_analytic::Complex;
use poynting_scene::{LinePort, Port, Scene, Waveform};

impl Wirer<'_> {
    /// Lays all ports onto the grid, and what a network asks of them.
    pub(super) fn add_ports(&mut self, scene: &Scene) -> Result<(), FdtdError> {
        if let Some(network) = &scene.network {
            let taps = &mut self.wiring.taps;
            taps.frequencies = scene.port_frequencies();
            let highest = network.frequencies.iter().copied().fold(0.0, f64::max);
            taps.every = steps_between(highest, scene, self.ground.dt);
        }
        let mut lumped = scene.ports.iter();
        lumped.try_for_each(|port| self.add_port(port, scene))?;
        let mut lines = scene.line_ports.iter();
        lines.try_for_each(|port| self.add_line_port(port, scene))
    }

    fn add_port(&mut self, port: &Port, scene: &Scene) -> Result<(), FdtdError> {
        let symmetry = scene.symmetry;
        let (grid, layout) = (self.ground.grid, self.ground.layout);
        let on_grid = PortOnGrid::new(&self.mirrors.folded_port(port), grid, layout, symmetry)?;
        let spots = on_grid.source().map(|(spot, _)| spot).collect();
        self.wiring.demands.push(Demand::Port {
            name: port.name.clone(),
            spots,
        });
        // The image of a port in the modelled half is there already; only its readings are its own.
        if !self.mirrors.is_image(port.to) {
            self.wiring.loads.extend(on_grid.loads());
            if let Some(waveform) = &port.excitation {
                let spots = on_grid
                    .source()
                    .map(|(spot, density)| (spot, Excitation::Density(density)));
                self.wiring.drive(waveform, spots.collect());
            }
        }
        if scene.network.is_some() {
            self.tap(port, &on_grid.voltage(grid));
        }
        let series = [
            ("voltage", "V", Half::E, on_grid.voltage(grid)),
            ("current", "A", Half::H, on_grid.current(grid, layout)),
        ];
        for (what, unit, half, terms) in series {
            let name = format!("port/{}/{what}", port.name);
            let description = format!("{what} of port {}", port.name);
            self.add_series(
                Stream {
                    name,
                    unit,
                    description,
                    leading: Leading::Time,
                    coordinates: Vec::new(),
                },
                half,
                terms.into_iter().map(|(spot, w)| (spot, Complex::real(w))),
            );
        }
        Ok(())
    }

    /// Spectra of the voltage of a lumped port and of its source.
    fn tap(&mut self, port: &Port, voltage: &[(Spot, f64)]) {
        let taps = [Tap {
            position: 0.0,
            terms: voltage.to_vec(),
        }];
        self.transform_taps(
            &format!("port/{}/spectrum/voltage", port.name),
            "V s",
            (Half::E, &taps),
        );
        self.tap_source(&port.name, port.excitation.as_ref());
    }

    /// The spectrum of the source of a port.
    fn tap_source(&mut self, port: &str, excitation: Option<&Waveform>) {
        if let Some(waveform) = excitation {
            let streams = self.spectrum(&format!("port/{port}/spectrum/source"), "V s", &[]);
            let of = Tapped::Source(waveform.clone());
            self.wiring.taps.readings.push(TapReading { streams, of });
        }
    }

    fn add_line_port(&mut self, port: &LinePort, scene: &Scene) -> Result<(), FdtdError> {
        let (grid, layout) = (self.ground.grid, self.ground.layout);
        let on_grid = LineOnGrid::new(port, grid, layout)?;
        self.wiring.launches.push(Launched {
            port: port.name.clone(),
            axis: port.axis,
            feed: on_grid.feed,
            launch: on_grid.launch.clone(),
            density: on_grid.density,
            waveform: port.excitation.clone(),
        });
        if scene.network.is_some() {
            self.tap_source(&port.name, port.excitation.as_ref());
        }
        let quantities = [("voltage", "V", "V s"), ("current", "A", "A s")];
        for ((what, unit, per_frequency), (half, taps)) in
            quantities.into_iter().zip(on_grid.taps())
        {
            if scene.network.is_some() {
                let name = format!("port/{}/taps/{what}", port.name);
                self.transform_taps(&name, per_frequency, (half, taps));
            }
            let Some(last) = taps.last() else { continue };
            let stream = Stream {
                name: format!("port/{}/{what}", port.name),
                unit,
                description: format!(
                    "{what} of port {} where it is nearest to the model",
                    port.name
                ),
                leading: Leading::Time,
                coordinates: Vec::new(),
            };
            let terms = last
                .terms
                .iter()
                .map(|(spot, w)| (*spot, Complex::real(*w)));
            self.add_series(stream, half, terms);
        }
        Ok(())
    }

    /// Transforms taps into a pair of streams with their positions.
    fn transform_taps(&mut self, name: &str, unit: &'static str, (half, taps): (Half, &[Tap])) {
        let positions: Vec<f64> = taps.iter().map(|tap| tap.position).collect();
        let streams = self.spectrum(name, unit, &positions);
        let first = self.wiring.taps.count;
        for tap in taps {
            self.wiring.channels.push(Channel {
                to: Destination::Tap(self.wiring.taps.count),
                half,
                terms: tap.terms.clone(),
            });
            self.wiring.taps.count += 1;
        }
        let of = Tapped::Sums(first..self.wiring.taps.count);
        self.wiring.taps.readings.push(TapReading { streams, of });
    }

    /// Streams of a spectrum, at positions along a line if there are several.
    fn spectrum(&mut self, name: &str, unit: &'static str, positions: &[f64]) -> [usize; 2] {
        let along = Coordinate {
            name: "position",
            unit: "m",
            values: positions.to_vec(),
        };
        let coordinates: Vec<Coordinate> =
            (positions.len() > 1).then_some(along).into_iter().collect();
        ["real", "imag"].map(|part| {
            let description = format!("{part} part of the spectrum");
            self.stream(
                format!("{name}/{part}"),
                unit,
                description,
                coordinates.clone(),
            )
        })
    }
}

impl Wiring {
    /// What drives the ports of lines, where the gains of the six components of a node can be asked for.
    pub fn launched(
        &self,
        grid: &Grid,
        gains: impl Fn([usize; 3]) -> [f64; 6],
    ) -> Result<Vec<Driving>, FdtdError> {
        let mut all = Vec::new();
        for launched in &self.launches {
            let plane = Plane {
                grid,
                axis: launched.axis,
                at: launched.feed,
            };
            let refused = |problem: &str| FdtdError::Port {
                port: launched.port.clone(),
                problem: problem.to_owned(),
            };
            let field = match &launched.launch {
                Launch::Field(field) => field.clone(),
                Launch::Static(anchor) => plane.field(*anchor, &gains).map_err(refused)?,
            };
            let spots = plane.spots(&field).into_iter();
            let spots = spots.map(|(spot, e)| (spot, Excitation::Density(launched.density * e)));
            if let Some(waveform) = &launched.waveform {
                all.push((waveform.clone(), spots.collect()));
            }
        }
        Ok(all)
    }
}
