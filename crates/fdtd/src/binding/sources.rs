//! Sources on the grid.

use crate::binding::{Binder, Demand};
use crate::capabilities;
use crate::error::FdtdError;
use crate::incident::{Place, PlaneWave};
use poynting_fdtd_core::drive::Excitation;
use poynting_grid::{Spot, lengths};
use poynting_physics::Complex;
use poynting_scene::{Component, Source, SourceKind, Waveform};

/// A driven spot with the factor on its excitation: where a source lies in another period, the phase back to this one.
type Turned = (Spot, Excitation, Complex);

impl Binder<'_> {
    pub(super) fn add_source(&mut self, source: &Source) -> Result<(), FdtdError> {
        let (at, spots) = match source.kind {
            SourceKind::HardPoint { component, at } => (
                at,
                vec![self.nearest(component, at, Excitation::Prescribed)],
            ),
            SourceKind::SoftPoint { component, at } => {
                let density = Excitation::Density(1.0);
                (at, vec![self.nearest(component, at, density)])
            }
            SourceKind::Dipole { at, direction } => (at, self.dipole(at, direction)),
            SourceKind::PlaneWave { region: None, .. } => {
                return capabilities::check_source(source);
            }
            SourceKind::PlaneWave {
                region: Some([from, to]),
                direction,
                electric,
            } => {
                let place = Place {
                    grid: self.context.grid,
                    layers: self.context.layers,
                    mirrored: [0, 1, 2].map(|a| self.mirrors.has_plane(a)),
                    periodic: self.context.layout.periodic,
                    bloch: self.context.bloch,
                };
                let named = (source.name.as_str(), &source.waveform);
                let wave = PlaneWave::new(named, [from, to], [direction, electric], place)?;
                self.binding.plane_waves.push(wave);
                return Ok(());
            }
        };
        if self.mirrors.is_image(at) {
            return Ok(());
        }
        let name = source.name.clone();
        let demanded = spots.iter().map(|(spot, ..)| *spot).collect();
        self.binding.demands.push(Demand::Source {
            name,
            at,
            spots: demanded,
        });
        self.drive_parts(&source.waveform, &spots);
        Ok(())
    }

    fn nearest(&self, component: Component, at: [f64; 3], excitation: Excitation) -> Turned {
        let (node, turn) = self.interpolation.nearest(component, at);
        (Spot { node, component }, excitation, turn.conj())
    }

    /// The edges around a dipole, each with its share of the moment divided by its volume.
    fn dipole(&self, at: [f64; 3], direction: [f64; 3]) -> Vec<Turned> {
        let share = self.mirrors.share(at);
        let mut spots = Vec::new();
        for axis in (0..3).filter(|&a| direction[a].abs() > 1e-12) {
            let component = Component::ALL[axis];
            for (node, weight) in self.interpolation.at(component, at) {
                let spot = Spot { node, component };
                let moment = weight.conj() * share * direction[axis];
                let volume = self.dual_volume(spot);
                let density = Complex::new(moment.re / volume, moment.im / volume);
                spots.push((spot, Excitation::Density(1.0), density));
            }
        }
        spots
    }

    /// Volume around an edge, as far as it lies in the grid.
    fn dual_volume(&self, spot: Spot) -> f64 {
        let sides = (0..3).map(|a| {
            let periodic = self.context.layout.periodic[a];
            let [before, after] = lengths(self.context.grid, a, spot.node[a], periodic);
            if a == spot.component.axis() {
                after
            } else {
                f64::midpoint(before, after)
            }
        });
        sides.product()
    }

    /// Drives the real part of each spot and, where fields are complex, the imaginary part according to the phase of
    /// the spot.
    fn drive_parts(&mut self, waveform: &Waveform, spots: &[Turned]) {
        let parts: [fn(Complex) -> f64; 2] = [|turn| turn.re, |turn| turn.im];
        for (part, of) in self.context.layout.parts().zip(parts) {
            let mut densities = Vec::new();
            for (spot, excitation, turn) in spots {
                let (spot, factor) = (spot.later(part), of(*turn));
                match excitation {
                    Excitation::Density(density) if factor != 0.0 => {
                        densities.push((spot, Excitation::Density(density * factor)));
                    }
                    Excitation::Density(_) => {}
                    Excitation::Prescribed => {
                        let waveform = Waveform {
                            amplitude: waveform.amplitude * factor,
                            shape: waveform.shape.clone(),
                        };
                        self.binding
                            .drive(&waveform, vec![(spot, Excitation::Prescribed)]);
                    }
                }
            }
            self.binding.drive(waveform, densities);
        }
    }
}
