//! Ports on the grid.

use crate::binding::spectral::steps_between;
use crate::binding::{Binder, Binding, Demand, Driving, Launched};
use crate::error::FdtdError;
use crate::line::{
    CoupledLines, Gains, Launch, LineOnGrid, LineSection, Plane, PortLine, Tap, groups,
};
use crate::mistakes::Mistakes;
use crate::port::PortOnGrid;
use poynting_fdtd_core::drive::Excitation;
use poynting_fdtd_core::record::{Channel, Destination};
use poynting_fdtd_post::port_spectra::{PortSpectrum, PortSpectrumOutput};
use poynting_fdtd_post::ring_down::RingDownOutput;
use poynting_grid::{Grid, HalfStep, Spot};
use poynting_observe::{Axis, Declaration};
use poynting_physics::Complex;
use poynting_scene::{LinePort, Port, Scene, Waveform};

/// A quantity read from a port.
struct Read {
    what: &'static str,
    unit: &'static str,
    unit_of_spectrum: &'static str,
    half: HalfStep,
}

const VOLTAGE: Read = Read {
    what: "voltage",
    unit: "V",
    unit_of_spectrum: "V s",
    half: HalfStep::E,
};
const CURRENT: Read = Read {
    what: "current",
    unit: "A",
    unit_of_spectrum: "A s",
    half: HalfStep::H,
};

impl Binder<'_> {
    /// Places all ports on the grid, with the records that a network needs.
    pub(super) fn add_ports(&mut self, scene: &Scene, mistakes: &mut Mistakes) {
        let spectra = &mut self.binding.port_spectra;
        spectra.frequencies = scene.port_frequencies();
        if let Some(highest) = spectra.frequencies.last() {
            spectra.every = steps_between(*highest, scene, self.context.dt);
        }
        mistakes.check(&scene.ports, |port| self.add_port(port, scene));
        mistakes.check(&scene.line_ports, |port| self.add_line_port(port, scene));
        if let (Some(tolerance), Some(_)) = (scene.stop.ring_down, &scene.network) {
            self.add_ring_down(tolerance);
        }
    }

    /// The modes of the ring-down, which may end the run.
    fn add_ring_down(&mut self, tolerance: f64) {
        let modes = [
            (
                "q",
                "1",
                "quality factor of the modes of the ring-down over their frequencies",
            ),
            ("q_error", "1", "estimated error of the quality factors"),
            (
                "frequency_error",
                "Hz",
                "estimated error of the frequencies of the modes",
            ),
        ];
        let stream = |(what, unit, about): (&str, &str, &str)| {
            self.stream(
                format!("ring_down/{what}"),
                unit,
                about.to_owned(),
                Vec::new(),
            )
        };
        let modes = modes.map(stream);
        let about = "estimated error of the S-parameters";
        let error = self.stream(
            "quality/ring_down".to_owned(),
            "1",
            about.to_owned(),
            Vec::new(),
        );
        self.binding.port_spectra.ring_down = Some(RingDownOutput {
            tolerance,
            modes,
            error,
        });
    }

    fn add_port(&mut self, port: &Port, scene: &Scene) -> Result<(), FdtdError> {
        let symmetry = scene.symmetry;
        let (grid, layout) = (self.context.grid, self.context.layout);
        let on_grid = PortOnGrid::new(&self.mirrors.folded_port(port), grid, layout, symmetry)?;
        let spots = on_grid.source().map(|(spot, _)| spot).collect();
        self.binding.demands.push(Demand::Port {
            name: port.name.clone(),
            spots,
        });
        // The image of a port in the modelled half already exists; only its records are added.
        if !self.mirrors.is_image(port.to) {
            self.binding.loads.extend(on_grid.loads());
            if let Some(waveform) = &port.excitation {
                let spots = on_grid
                    .source()
                    .map(|(spot, density)| (spot, Excitation::Density(density)));
                self.binding.drive(waveform, spots.collect());
            }
        }
        let voltage = on_grid.voltage(grid);
        if scene.network.is_some() {
            self.tap(port, &voltage);
        }
        let current = on_grid.current(grid, layout);
        for (read, terms) in [VOLTAGE, CURRENT].iter().zip([voltage, current]) {
            let description = format!("{} of port {}", read.what, port.name);
            self.add_port_series((&port.name, read), description, &terms);
        }
        Ok(())
    }

    /// Records a voltage or a current of a port in the time domain.
    fn add_port_series(
        &mut self,
        (port, read): (&str, &Read),
        description: String,
        terms: &[(Spot, f64)],
    ) {
        let name = format!("port/{port}/{}", read.what);
        let stream = Declaration::series(name, read.unit, description);
        let terms = terms.iter().map(|(spot, w)| (*spot, Complex::from(*w)));
        self.add_series(stream, read.half, terms);
    }

    /// Spectra of the voltage of a lumped port and of its source.
    fn tap(&mut self, port: &Port, voltage: &[(Spot, f64)]) {
        let taps = [Tap {
            position: 0.0,
            terms: voltage.to_vec(),
        }];
        let name = format!("port/{}/spectrum/voltage", port.name);
        self.transform_taps(&name, &VOLTAGE, &taps);
        self.tap_source(&port.name, port.excitation.as_ref());
    }

    /// The spectrum of the source of a port.
    fn tap_source(&mut self, port: &str, excitation: Option<&Waveform>) {
        if let Some(waveform) = excitation {
            let streams = self.spectrum(
                &format!("port/{port}/spectrum/source"),
                VOLTAGE.unit_of_spectrum,
                &[],
            );
            let of = PortSpectrum::Source(waveform.clone());
            self.binding
                .port_spectra
                .outputs
                .push(PortSpectrumOutput { streams, of });
        }
    }

    fn add_line_port(&mut self, port: &LinePort, scene: &Scene) -> Result<(), FdtdError> {
        let (grid, layout) = (self.context.grid, self.context.layout);
        let bodies = self.scene_bodies(scene);
        if let Some(problem) = bodies.misplaced(port) {
            let port = port.name.clone();
            return Err(FdtdError::Port { port, problem });
        }
        let coarse = bodies.coarse(port);
        self.binding.warnings.extend(coarse);
        let on_grid = LineOnGrid::new(port, grid, layout)?;
        self.binding.launches.push(Launched {
            port: port.name.clone(),
            section: LineSection {
                axis: port.axis,
                ends: on_grid.ends,
                plane: port.plane,
            },
            launch: on_grid.launch.clone(),
            density: on_grid.density,
            waveform: port.excitation.clone(),
        });
        if scene.network.is_some() {
            self.tap_source(&port.name, port.excitation.as_ref());
        }
        let taps = [&on_grid.voltages, &on_grid.currents];
        for (read, taps) in [VOLTAGE, CURRENT].iter().zip(taps) {
            let what = read.what;
            if scene.network.is_some() {
                let name = format!("port/{}/taps/{what}", port.name);
                self.transform_taps(&name, read, taps);
            }
            if let Some(last) = taps.last() {
                let description = format!(
                    "{what} of port {} at its end nearest to the model",
                    port.name
                );
                self.add_port_series((&port.name, read), description, &last.terms);
            }
        }
        Ok(())
    }

    /// Transforms taps into a pair of streams with their positions.
    fn transform_taps(&mut self, name: &str, read: &Read, taps: &[Tap]) {
        let positions: Vec<f64> = taps.iter().map(|tap| tap.position).collect();
        let streams = self.spectrum(name, read.unit_of_spectrum, &positions);
        let first = self.binding.port_spectra.count;
        for tap in taps {
            self.binding.channels.push(Channel {
                to: Destination::PortSpectrum(self.binding.port_spectra.count),
                half: read.half,
                terms: tap.terms.clone(),
            });
            self.binding.port_spectra.count += 1;
        }
        let of = PortSpectrum::Sums(first..self.binding.port_spectra.count);
        self.binding
            .port_spectra
            .outputs
            .push(PortSpectrumOutput { streams, of });
    }

    /// Streams of a spectrum, at positions along a line if there are several.
    fn spectrum(&mut self, name: &str, unit: &str, positions: &[f64]) -> [usize; 2] {
        let along = Axis::new("position", "m", positions.to_vec());
        let axes: Vec<Axis> = (positions.len() > 1).then_some(along).into_iter().collect();
        ["real", "imag"].map(|part| {
            let description = format!("{part} part of the spectrum");
            self.stream(format!("{name}/{part}"), unit, description, axes.clone())
        })
    }
}

impl Binding {
    /// The drive of line ports, given a function that returns the gains of the six components of a node.
    pub fn launched(
        &self,
        grid: &Grid,
        gains: impl Fn([usize; 3]) -> [f64; 6],
    ) -> Result<Vec<Driving>, FdtdError> {
        let mut all = Vec::new();
        for launched in &self.launches {
            let plane = Plane {
                grid,
                axis: launched.section.axis,
                at: launched.section.ends[0],
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

    /// Lines of ports that share a cross-section.
    pub fn coupled(&self, grid: &Grid, gains: Gains<'_>) -> Result<Vec<CoupledLines>, FdtdError> {
        let line = |launched: &Launched| match launched.launch {
            Launch::Static(anchor) => Some(PortLine {
                port: launched.port.clone(),
                section: launched.section,
                anchor,
            }),
            Launch::Field(_) => None,
        };
        let lines: Vec<PortLine> = self.launches.iter().filter_map(line).collect();
        groups(&lines, grid, gains)
    }
}
