//! What drives a scene at one frequency, and the currents that follow.
//!
//! All right-hand sides are solved at once with every port shorted: 1 V at each port alone, all sources of the scene together, and both
//! polarisations of every direction of a monostatic sweep. Resistors and sources behind ports are added by the network (`crate::network`):
//! with I_0 what other sources drive through the shorted ports, V = V_s - R (I_0 + Y V), and the currents are those of the sources
//! plus V times those of the ports.

use faer::Mat;
use faer::complex::Complex;
use poynting_analytic::constants::C0;
use poynting_scene::{MonitorKind, Point, Scene, SourceKind};

use crate::dipole::Dipole;
use crate::error::MomError;
use crate::excitation::{Excitation, PlaneWave, Polarization, sides};
use crate::network::Network;
use crate::operator::Operator;
use crate::output::column;
use crate::plan::{Plan, PortGap};
use crate::solve::{Factored, Precision};
use crate::space::RwgSpace;
use crate::vector::dot;

type C = Complex<f64>;

/// Everything that drives a scene at one frequency.
pub struct Drive<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    hertz: f64,
    k: f64,
}

/// A source with its complex amplitude.
#[derive(Debug, Clone)]
pub struct Driven {
    /// It, of unit amplitude.
    pub excitation: Excitation,
    /// Its amplitude.
    pub amplitude: C,
    /// The box of a plane wave, if it has one.
    pub region: Option<[Point; 2]>,
}

/// The currents at one frequency.
pub struct Solved<'a> {
    /// Where they flow.
    pub space: &'a RwgSpace,
    /// In hertz.
    pub hertz: f64,
    /// Wave number.
    pub k: f64,
    /// Currents of the scene as it is driven.
    pub currents: Vec<C>,
    /// The sources of the scene.
    pub sources: Vec<Driven>,
    /// Currents of each direction of each monostatic monitor, for E along theta and along phi; empty where the monitor does not
    /// ask for this frequency.
    pub monostatic: Vec<Vec<[Vec<C>; 2]>>,
    /// What ports see; none without ports.
    pub ports: Option<Ports>,
    /// Condition number of the matrix.
    pub condition: f64,
    /// Largest relative residual.
    pub residual: f64,
}

/// Ports at one frequency.
pub struct Ports {
    /// Their admittances.
    pub network: Network,
    /// S over each port's resistance.
    pub scattering: Mat<C>,
    /// In ohm.
    pub resistances: Vec<f64>,
    /// Voltages as the scene is driven.
    pub voltages: Vec<C>,
    /// Currents into the model.
    pub currents: Vec<C>,
    /// Power that the sources of the ports could give at most, in watts.
    pub available_power: f64,
}

impl Ports {
    /// Power that the ports give to the model, in watts.
    pub fn accepted_power(&self) -> f64 {
        let ports = self.voltages.iter().zip(&self.currents);
        ports.map(|(v, i)| 0.5 * (v.conj() * i).re).sum()
    }
}

impl Driven {
    /// Whether its own field is there at a point: a plane wave with a box is in its box only.
    pub fn reaches(&self, at: Point) -> bool {
        let within = |[from, to]: [Point; 2]| (0..3).all(|a| from[a] <= at[a] && at[a] <= to[a]);
        self.region.is_none_or(within)
    }
}

impl<'a> Drive<'a> {
    /// The sources of a scene at a frequency.
    pub fn new(scene: &'a Scene, plan: &'a Plan, hertz: f64) -> Self {
        Self {
            scene,
            plan,
            hertz,
            k: std::f64::consts::TAU * hertz / C0,
        }
    }

    /// Solves for all right-hand sides.
    pub fn solve<T: Precision>(
        &self,
        operator: &Operator<'_>,
        factored: &Factored<T>,
    ) -> Result<Solved<'a>, MomError> {
        let sources = self.sources();
        let sweeps = self.sweeps();
        let gaps = self.plan.ports.iter();
        let mut excitations: Vec<Excitation> =
            gaps.map(|port| Excitation::Gap(port.gap.clone())).collect();
        let first_source = excitations.len();
        excitations.extend(sources.iter().map(|s| s.excitation.clone()));
        let first_sweep = excitations.len();
        let waves = sweeps.iter().flatten().flatten();
        excitations.extend(waves.map(|wave| Excitation::PlaneWave(*wave)));
        let solutions = factored.solve(&sides::<T>(operator, &excitations)?)?;
        let column = |n: usize| column(&solutions.currents, n);
        let mut shorted = vec![C::ZERO; self.plan.space.len()];
        for (n, source) in sources.iter().enumerate() {
            add(&mut shorted, &column(first_source + n), source.amplitude);
        }
        let loads = Loads::new(&self.plan.ports, (0..first_source).map(column).collect());
        let voltages = self.plan.ports.iter().map(|p| C::new(p.voltage, 0.0));
        let (currents, ports) = loads.apply(shorted, &voltages.collect::<Vec<_>>())?;
        let idle = vec![C::ZERO; self.plan.ports.len()];
        let mut next = first_sweep..;
        let mut echo = |_: &PlaneWave| -> Result<Vec<C>, MomError> {
            let number = next.next().unwrap_or(first_sweep);
            Ok(loads.apply(column(number), &idle)?.0)
        };
        let mut monostatic = Vec::new();
        for directions in &sweeps {
            let mut each = Vec::with_capacity(directions.len());
            for [theta, phi] in directions {
                each.push([echo(theta)?, echo(phi)?]);
            }
            monostatic.push(each);
        }
        Ok(Solved {
            space: &self.plan.space,
            hertz: self.hertz,
            k: self.k,
            currents,
            sources,
            monostatic,
            ports,
            condition: factored.condition(),
            residual: solutions.residuals.iter().copied().fold(0.0, f64::max),
        })
    }

    /// Plane waves and dipoles of the scene.
    fn sources(&self) -> Vec<Driven> {
        let driven = |source: &poynting_scene::Source| {
            let amplitude = source.waveform.amplitude;
            match source.kind {
                SourceKind::PlaneWave {
                    region,
                    direction,
                    electric,
                } => {
                    // The wave has its phase where it meets its box first, or at the origin.
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
                // Refused by the plan.
                SourceKind::HardPoint { .. } | SourceKind::SoftPoint { .. } => None,
            }
        };
        self.scene.sources.iter().filter_map(driven).collect()
    }

    /// The waves of every monostatic monitor that asks for this frequency.
    fn sweeps(&self) -> Vec<Vec<[PlaneWave; 2]>> {
        let monitors = self.scene.monitors.iter();
        let sweeps = monitors.filter_map(|monitor| match &monitor.kind {
            MonitorKind::Monostatic {
                frequencies,
                theta,
                phi,
            } => {
                let wanted = frequencies.contains(&self.hertz);
                let directions = theta.iter().flat_map(|&t| phi.iter().map(move |&p| (t, p)));
                let both = directions.filter(|_| wanted).map(|(t, p)| {
                    [Polarization::Theta, Polarization::Phi].map(|e| PlaneWave::arriving(t, p, e))
                });
                Some(both.collect())
            }
            _ => None,
        });
        sweeps.collect()
    }
}

/// What stands behind the ports.
struct Loads<'a> {
    ports: &'a [PortGap],
    /// Currents of 1 V at each port while the others are shorted.
    unit: Vec<Vec<C>>,
    network: Network,
}

impl<'a> Loads<'a> {
    fn new(ports: &'a [PortGap], unit: Vec<Vec<C>>) -> Self {
        let admittance = Mat::from_fn(ports.len(), ports.len(), |to, from| {
            ports[to].gap.current(&unit[from])
        });
        Self {
            ports,
            unit,
            network: Network::from_admittance(admittance),
        }
    }

    /// Adds what resistors and the sources `driven` behind the ports do to currents with all ports shorted.
    fn apply(
        &self,
        mut currents: Vec<C>,
        driven: &[C],
    ) -> Result<(Vec<C>, Option<Ports>), MomError> {
        if self.ports.is_empty() {
            return Ok((currents, None));
        }
        let resistances: Vec<f64> = self.ports.iter().map(|p| p.resistance).collect();
        let shorted = self.ports.iter().map(|p| p.gap.current(&currents));
        let shorted: Vec<C> = shorted.collect();
        let behind = driven.iter().zip(&resistances).zip(&shorted);
        let behind: Vec<C> = behind.map(|((v, &r), i)| v - i * r).collect();
        let answer = self.network.driven(&behind, &resistances)?;
        for (unit, &voltage) in self.unit.iter().zip(&answer.voltages) {
            add(&mut currents, unit, voltage);
        }
        let through = answer.currents.iter().zip(&shorted).map(|(a, b)| a + b);
        let available = driven.iter().zip(&resistances);
        let ports = Ports {
            scattering: self.network.scattering(&resistances)?,
            network: self.network.clone(),
            available_power: available.map(|(v, r)| v.norm_sqr() / (8.0 * r)).sum(),
            resistances,
            voltages: answer.voltages.clone(),
            currents: through.collect(),
        };
        Ok((currents, Some(ports)))
    }
}

fn add(sum: &mut [C], values: &[C], factor: C) {
    for (total, value) in sum.iter_mut().zip(values) {
        *total += *value * factor;
    }
}
