//! Excitations of a scene at one frequency, and the resulting currents.
//!
//! All right-hand sides are solved at once with every port shorted: 1 V at each port alone, all sources of the scene together, and both
//! polarisations of every wave of a monostatic or bistatic monitor. Resistors and sources of the ports are added by the network (`crate::network`):
//! with I_0 the current that other sources drive through the shorted ports, V = V_s - R (I_0 + Y V), and the currents are those of the sources
//! plus V times those of the ports.

use poynting_linalg::Complex;
use poynting_scene::{MonitorKind, Scene, SourceKind};

use super::figures::Figures;
use super::solved::{Columns, Driven, Ports, Solved, SweepCurrents};
use super::stages::Stages;
use super::stream_table::directions;
use super::system::{Found, System};
use crate::plan::Plan;
use crate::plan::PortGap;
use poynting_mom_core::dipole::Dipole;
use poynting_mom_core::error::MomError;
use poynting_mom_core::excitation::Excitation;
use poynting_mom_core::excitation::Gap;
use poynting_mom_core::excitation::PlaneWave;
use poynting_mom_core::excitation::Polarization;
use poynting_mom_core::excitation::sides;
use poynting_mom_core::network;
use poynting_mom_core::network::Network;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::vector::dot;

type C = Complex<f64>;

/// All excitations of a scene at one frequency.
pub struct Drive<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its plan.
    pub plan: &'a Plan,
    /// The frequency, in hertz.
    pub hertz: f64,
    /// Its wave number.
    pub k: f64,
}

/// What excites a scene at one frequency, in the order of the right-hand sides: ports, sources, waves of monitors.
pub struct Excitations {
    /// All of them.
    pub all: Vec<Excitation>,
    /// The sources with their amplitudes.
    pub sources: Vec<Driven>,
    /// The first of each monitor with waves of its own, and one after the last.
    pub firsts: Vec<usize>,
}

impl<'a> Drive<'a> {
    /// Everything that is driven at this frequency.
    pub fn excitations(&self) -> Excitations {
        let sources = self.sources();
        let gaps = self.plan.ports.iter();
        let mut all: Vec<Excitation> = gaps.map(|p| Excitation::Gap(p.gap.clone())).collect();
        all.extend(sources.iter().map(|s| s.excitation.clone()));
        let mut firsts = vec![all.len()];
        for waves in self.sweeps() {
            let waves = waves.as_flattened().iter();
            all.extend(waves.map(|wave| Excitation::PlaneWave(*wave)));
            firsts.push(all.len());
        }
        Excitations {
            all,
            sources,
            firsts,
        }
    }

    /// Solves for all right-hand sides, from a guess of their solutions; None if the observer stopped the run.
    pub fn solve<T: Precision>(
        &self,
        operator: &Operator<'_>,
        (system, guess): (System<'_, T>, Option<&Columns<'_>>),
        stages: &mut Stages<'_>,
    ) -> Result<Option<Found<T>>, MomError> {
        let sides = sides::<T>(operator, &self.excitations().all)?;
        system.solve((sides, guess), stages)
    }

    /// The admittances of the ports, from the solutions of all right-hand sides.
    pub fn network(&self, columns: &Columns<'_>) -> Network {
        let gaps: Vec<&Gap> = self.plan.ports.iter().map(|port| &port.gap).collect();
        let unit: Vec<Vec<C>> = (0..gaps.len()).map(columns).collect();
        Network::of_columns(&gaps, &unit)
    }

    /// What follows from the solutions of all right-hand sides, with the admittances of the ports.
    pub fn solved(
        &self,
        columns: Columns<'a>,
        network: Network,
        figures: Figures,
    ) -> Result<Solved<'a>, MomError> {
        let Excitations {
            all,
            sources,
            firsts,
        } = self.excitations();
        let ports = &self.plan.ports;
        let mut shorted = vec![C::ZERO; self.plan.space.len()];
        for (n, source) in sources.iter().enumerate() {
            add(&mut shorted, &columns(ports.len() + n), source.amplitude);
        }
        let loads = Loads {
            ports,
            resistances: ports.iter().map(|port| port.resistance).collect(),
            unit: (0..ports.len()).map(&columns).collect(),
            network,
        };
        let voltages = ports.iter().map(|p| C::new(p.voltage, 0.0));
        let (currents, driven) = loads.apply(shorted, &voltages.collect::<Vec<_>>())?;
        let columns: Columns<'a> = if ports.is_empty() {
            columns
        } else {
            let (first, idle) = (firsts[0], vec![C::ZERO; ports.len()]);
            let loaded = |n: usize| loads.apply(columns(n), &idle).map(|(currents, _)| currents);
            let loaded = (first..all.len()).map(loaded);
            let loaded = loaded.collect::<Result<Vec<_>, MomError>>()?;
            Box::new(move |n| loaded[n - first].clone())
        };
        Ok(Solved {
            space: &self.plan.space,
            hertz: self.hertz,
            k: self.k,
            currents,
            sources,
            sweep_currents: SweepCurrents { firsts, columns },
            ports: loads.ports(driven)?,
            figures,
        })
    }

    /// Plane waves and dipoles of the scene.
    pub fn sources(&self) -> Vec<Driven> {
        let driven = |source: &poynting_scene::Source| {
            let amplitude = source.waveform.amplitude;
            match source.kind {
                SourceKind::PlaneWave {
                    region,
                    direction,
                    electric,
                } => {
                    // The phase reference of the wave is where it first meets its box, or the origin.
                    let start = region.map_or([0.0; 3], |corners| {
                        std::array::from_fn(|a| corners[usize::from(direction[a] < 0.0)][a])
                    });
                    let (s, c) = (self.k * dot(direction, start)).sin_cos();
                    Some(Driven {
                        excitation: Excitation::PlaneWave(PlaneWave::new(direction, electric)),
                        amplitude: C::new(c, s) * amplitude,
                        region,
                    })
                }
                SourceKind::Dipole { at, direction } => Some(Driven {
                    excitation: Excitation::Dipole(Dipole {
                        at,
                        moment: direction,
                    }),
                    amplitude: C::new(amplitude, 0.0),
                    region: None,
                }),
                // Rejected by the plan.
                SourceKind::HardPoint { .. } | SourceKind::SoftPoint { .. } => None,
            }
        };
        self.scene.sources.iter().filter_map(driven).collect()
    }

    /// The waves of every monostatic and bistatic monitor that asks for this frequency, or whose currents are interpolated.
    fn sweeps(&self) -> Vec<Vec<[PlaneWave; 2]>> {
        let monitors = self.scene.monitors.iter();
        let sweeps = monitors.filter_map(|monitor| {
            let arriving = match &monitor.kind {
                MonitorKind::Monostatic { theta, phi, .. } => directions([theta, phi]),
                MonitorKind::Bistatic { from, .. } => vec![*from],
                _ => return None,
            };
            let wanted =
                monitor.adaptive.is_some() || monitor.kind.frequencies().contains(&self.hertz);
            let both = arriving.into_iter().filter(|_| wanted).map(|[t, p]| {
                [Polarization::Theta, Polarization::Phi].map(|e| PlaneWave::arriving(t, p, e))
            });
            Some(both.collect())
        });
        sweeps.collect()
    }
}

/// Terminations of the ports.
struct Loads<'a> {
    ports: &'a [PortGap],
    resistances: Vec<f64>,
    /// Currents for 1 V at each port while the others are shorted.
    unit: Vec<Vec<C>>,
    network: Network,
}

impl Loads<'_> {
    /// Adds the effect of the resistors and sources of the ports to currents with all ports shorted.
    fn apply(
        &self,
        mut currents: Vec<C>,
        sources: &[C],
    ) -> Result<(Vec<C>, network::Driven), MomError> {
        if self.ports.is_empty() {
            return Ok((currents, network::Driven::default()));
        }
        let shorted = self.ports.iter().map(|p| p.gap.current(&currents));
        let shorted: Vec<C> = shorted.collect();
        let driven = self
            .network
            .driven_beside(sources, &shorted, &self.resistances)?;
        for (unit, &voltage) in self.unit.iter().zip(&driven.voltages) {
            add(&mut currents, unit, voltage);
        }
        Ok((currents, driven))
    }

    /// Port quantities; None without ports.
    fn ports(self, driven: network::Driven) -> Result<Option<Ports>, MomError> {
        if self.ports.is_empty() {
            return Ok(None);
        }
        let references: Vec<f64> = self.ports.iter().map(|port| port.reference).collect();
        Ok(Some(Ports {
            scattering: self.network.scattering(&references)?,
            network: self.network,
            references,
            driven,
        }))
    }
}

fn add(sum: &mut [C], values: &[C], factor: C) {
    for (total, value) in sum.iter_mut().zip(values) {
        *total += *value * factor;
    }
}
