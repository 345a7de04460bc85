//! What an adaptive sweep fits and judges.
//!
//! One rational model interpolates the currents of all right-hand sides ([`super::sample`]). It is fitted to linear functionals of them, which have the
//! same poles and are few: the currents through the shorted ports, far fields in some directions of each monitor about the middle of the mesh, and sums
//! of all currents with random signs, in which every pole of the structure occurs. Far fields lose their factor k, so that low frequencies count.
//!
//! Judged is what follows from these: S, the admittances, and the same functionals of the scene as it is driven and of the waves of monitors, with the
//! resistors of the ports in place.

use std::f64::consts::TAU;
use std::ops::Range;

use poynting_exec::Random;
use poynting_linalg::{Complex, Mat};
use poynting_mom_core::network::Network;
use poynting_mom_core::output::Radiator;
use poynting_physics::constants::C0;
use poynting_rational::{Group, View};
use poynting_scene::{MonitorKind, Scene};

use super::drive::Drive;
use super::solved::Currents;
use super::stream_table::directions;
use crate::plan::Plan;

type C = Complex<f64>;

/// Sums of currents with random signs.
const SUMS: usize = 8;
/// Directions of a monitor that are judged, at most.
const DIRECTIONS: usize = 24;
/// Waves of a monitor that are judged, at most.
const WAVES: usize = 12;
/// The seed of the signs.
const SEED: u64 = 1;

/// Excitations of which the same functionals are judged together.
struct Judged {
    /// The excitations, each with its functionals.
    of: Vec<(Drives, Range<usize>)>,
}

/// What drives the structure.
#[derive(Debug, Clone, Copy)]
enum Drives {
    /// All sources and ports of the scene.
    Scene,
    /// A wave, by its number among the observed right-hand sides.
    Wave(usize),
}

/// The functionals of currents, and what is judged.
pub struct Observed<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    /// The right-hand sides that are observed, by their numbers among those of a sweep.
    columns: Vec<usize>,
    /// Directions of far fields; each has two functionals, which follow those of the sums.
    directions: Vec<[f64; 2]>,
    /// Functionals that are fitted with a common scale.
    sets: Vec<Range<usize>>,
    judged: Vec<Judged>,
    groups: Vec<Group>,
    /// The amplitude relative to the largest of a group down to which results are judged.
    floor: f64,
}

impl<'a> Observed<'a> {
    /// Of a scene.
    pub fn new(scene: &'a Scene, plan: &'a Plan, floor: f64) -> Self {
        let driven = scene.ports.len() + scene.sources.len();
        let mut observed = Self {
            scene,
            plan,
            columns: (0..driven).collect(),
            directions: Vec::new(),
            sets: Vec::new(),
            judged: Vec::new(),
            groups: Vec::new(),
            floor,
        };
        observed.sets.push(0..SUMS);
        let is_driven = !scene.sources.is_empty() || plan.ports.iter().any(|p| p.voltage != 0.0);
        if is_driven {
            observed.judge(vec![(Drives::Scene, 0..SUMS)]);
        }
        let mut next = driven;
        for monitor in scene.monitors.iter().filter(|m| m.adaptive.is_some()) {
            match &monitor.kind {
                MonitorKind::FarField { theta, phi, .. } if is_driven => {
                    let set = observed.look(&some(&directions([theta, phi]), DIRECTIONS));
                    observed.judge(vec![(Drives::Scene, set)]);
                }
                MonitorKind::Bistatic { theta, phi, .. } => {
                    let set = observed.look(&some(&directions([theta, phi]), DIRECTIONS));
                    observed.waves(&[(next, set)]);
                    next += 2;
                }
                MonitorKind::Monostatic { theta, phi, .. } => {
                    let all = directions([theta, phi]);
                    let numbers: Vec<usize> = (0..all.len()).collect();
                    let back = |&n: &usize| (next + 2 * n, observed.look(&[all[n]]));
                    let waves: Vec<_> = some(&numbers, WAVES).iter().map(back).collect();
                    observed.waves(&waves);
                    next += 2 * all.len();
                }
                _ => {}
            }
        }
        observed.groups = observed.judged_groups();
        observed
    }

    /// Adds directions; returns their functionals.
    fn look(&mut self, at: &[[f64; 2]]) -> Range<usize> {
        let first = SUMS + 2 * self.directions.len();
        self.directions.extend_from_slice(at);
        self.sets.push(first..first + 2 * at.len());
        first..first + 2 * at.len()
    }

    /// Adds both polarisations of waves, by the number of the first among the right-hand sides of a sweep, each with its functionals.
    fn waves(&mut self, waves: &[(usize, Range<usize>)]) {
        let mut seen = Vec::new();
        for (first, set) in waves {
            for column in [*first, first + 1] {
                self.columns.push(column);
                seen.push((Drives::Wave(self.columns.len() - 1), set.clone()));
            }
        }
        let sums = seen.iter().map(|(wave, _)| (*wave, 0..SUMS)).collect();
        self.judge(seen);
        self.judge(sums);
    }

    fn judge(&mut self, of: Vec<(Drives, Range<usize>)>) {
        self.judged.push(Judged { of });
    }

    fn judged_groups(&self) -> Vec<Group> {
        let floor = self.floor;
        let entries = self.scene.ports.len().pow(2);
        let count = |judged: &Judged| judged.of.iter().map(|(_, set)| set.len()).sum();
        let ports = [Group::scattering(entries), Group::largest(entries)];
        let ports = ports.into_iter().filter(|group| group.count > 0);
        let rest = self.judged.iter().map(|j| Group::largest(count(j)));
        let all = ports.chain(rest);
        all.map(|group| Group { floor, ..group }).collect()
    }

    /// Functionals of a right-hand side.
    fn functionals(&self) -> usize {
        SUMS + 2 * self.directions.len()
    }

    /// The groups of the fitted values.
    pub fn fitted_groups(&self) -> Vec<Group> {
        let ports = Some(Group::largest(self.plan.ports.len())).filter(|g| g.count > 0);
        let sets = self.sets.iter().map(|set| Group::largest(set.len()));
        let of_column: Vec<Group> = ports.into_iter().chain(sets).collect();
        let all = self.columns.iter().flat_map(|_| &of_column);
        all.map(|group| Group {
            floor: self.floor,
            ..*group
        })
        .collect()
    }

    /// The fitted values of a sample: for each right-hand side the currents through the ports, and the functionals.
    pub fn fitted(&self, hertz: f64, currents: &Currents) -> Vec<C> {
        let space = &self.plan.space;
        let k = TAU * hertz / C0;
        let centre = space.surface().bounds().center();
        let of = |&n: &usize| {
            let currents = &currents[n];
            let ports = self.plan.ports.iter().map(|p| p.gap.current(currents));
            let mut values: Vec<C> = ports.collect();
            values.extend(sums(currents));
            let radiator = Radiator::new(space, k, currents).about(centre);
            let far = radiator.far_fields(&self.directions).into_iter();
            values.extend(far.flat_map(|f| [f.theta / k, f.phi / k]));
            values
        };
        self.columns.iter().flat_map(of).collect()
    }

    /// The functionals of what is driven, with the resistors of the ports; none if the network has no solution.
    fn driven(
        &self,
        drives: Drives,
        (hertz, fitted): (f64, &[C]),
        network: &Network,
    ) -> Option<Vec<C>> {
        let (ports, stride) = (network.len(), network.len() + self.functionals());
        let column = |n: usize| &fitted[n * stride..(n + 1) * stride];
        let mut sum = vec![C::ZERO; stride];
        let mut voltages = vec![C::ZERO; ports];
        match drives {
            Drives::Wave(n) => sum.copy_from_slice(column(n)),
            Drives::Scene => {
                for (voltage, port) in voltages.iter_mut().zip(&self.plan.ports) {
                    *voltage = C::new(port.voltage, 0.0);
                }
                for (n, weight) in self.amplitudes(hertz).into_iter().enumerate() {
                    add(&mut sum, column(ports + n), weight);
                }
            }
        }
        if ports > 0 {
            let resistances: Vec<f64> = self.plan.ports.iter().map(|p| p.resistance).collect();
            let driven = network.driven_beside(&voltages, &sum[..ports], &resistances);
            for (n, voltage) in driven.ok()?.voltages.into_iter().enumerate() {
                add(&mut sum, column(n), voltage);
            }
        }
        Some(sum.split_off(ports))
    }

    /// Amplitudes of the sources with their phases at the middle of the mesh.
    fn amplitudes(&self, hertz: f64) -> Vec<C> {
        let k = TAU * hertz / C0;
        let centre = self.plan.space.surface().bounds().center();
        let drive = Drive {
            scene: self.scene,
            plan: self.plan,
            hertz,
            k,
        };
        let turned = drive.sources().into_iter().map(|source| {
            let (s, c) = (-k * source.excitation.path_to(centre)).sin_cos();
            source.amplitude * C::new(c, s)
        });
        turned.collect()
    }

    fn judged_of(&self, hertz: f64, fitted: &[C]) -> Option<Vec<C>> {
        let ports = self.plan.ports.len();
        let stride = ports + self.functionals();
        let y = Mat::from_fn(ports, ports, |m, n| fitted[n * stride + m]);
        let network = Network::from_admittance(y);
        let mut all = Vec::new();
        if ports > 0 {
            let references: Vec<f64> = self.plan.ports.iter().map(|p| p.reference).collect();
            let s = network.scattering(&references).ok()?;
            for matrix in [&s, network.admittance()] {
                let columns = (0..ports).flat_map(|n| (0..ports).map(move |m| matrix[(m, n)]));
                all.extend(columns);
            }
        }
        for (drives, set) in self.judged.iter().flat_map(|judged| &judged.of) {
            let driven = self.driven(*drives, (hertz, fitted), &network)?;
            all.extend_from_slice(&driven[set.clone()]);
        }
        Some(all)
    }
}

impl View for &Observed<'_> {
    fn judged(&self, hertz: f64, fitted: &[C]) -> Vec<C> {
        let count = self.groups.iter().map(|group| group.count).sum();
        // What does not exist differs from everything.
        let none = || vec![C::new(f64::NAN, f64::NAN); count];
        self.judged_of(hertz, fitted).unwrap_or_else(none)
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }
}

/// Sums of all currents with random signs, the same ones every time.
fn sums(currents: &[C]) -> [C; SUMS] {
    let mut random = Random::new(SEED);
    let mut sums = [C::ZERO; SUMS];
    for current in currents {
        let signs = random.word();
        for (n, sum) in sums.iter_mut().enumerate() {
            if (signs >> n) & 1 == 0 {
                *sum += *current;
            } else {
                *sum -= *current;
            }
        }
    }
    sums
}

/// At most so many of a list, evenly chosen, with both ends.
fn some<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    if all.len() <= most {
        return all.to_vec();
    }
    (0..most)
        .map(|n| all[n * (all.len() - 1) / (most - 1)])
        .collect()
}

fn add(sum: &mut [C], values: &[C], factor: C) {
    for (total, value) in sum.iter_mut().zip(values) {
        *total += *value * factor;
    }
}
