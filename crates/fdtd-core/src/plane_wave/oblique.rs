//! A plane wave in any direction on uniform cells.
//!
//! The discrete plane wave (`discrete.rs`) of frequency w is P_c(w) e^{j(wt - k~(w) xi)} in component c at the distance
//! xi = k.(r - r0). A waveform s(t) is a sum of such waves, and so
//!
//! ```text
//! f_c(xi, t) = p_c * g(xi) * s (t - xi/c),   g(xi) <-> e^{-j(k~(w) - w/c) xi},   p_c <-> P_c(w):
//! ```
//!
//! the waveform, delayed by the free-space travel time, passes through a filter g that contains only the grid's numerical
//! dispersion, and through one that rotates the polarisation. The waveform is known at every time, so the delay is exact; both
//! filters are short because their corrections are small: g grows with xi by the excess group delay, p_c is the same everywhere.
//! This is the analytic field propagation of J. B. Schneider (IEEE Trans. Antennas Propag. 52, 3280, 2004) for the discrete plane
//! wave of T. Tan and M. Potter (IEEE Trans. Antennas Propag. 58, 2641, 2010), but without their restriction to rational angles.
//!
//! The filter band extends to where the spectrum of the waveform has fallen to 1e-10, but not beyond 4 of the largest
//! cells per wavelength, where a grid resolves nothing. A waveform with corners (samples, the ends of a ramp) has content
//! above that; there, and only there, the wave is not quite a solution of the grid. On a graded grid it never quite is:
//! the leakage is due to the difference between the cells there and those given here.
//!
//! The points lie at multiples of half the smallest cell, so that along an axis of uniform cells no value is
//! interpolated.
//!
//! Tested in a total-field/scattered-field box: leakage over directions, polarisations, unequal cells, 10 and 20 cells
//! per wavelength; amplitude and polarisation inside; silence before the arrival; independence of the division into
//! blocks.

use crate::plane_wave::discrete::{DiscreteWave, dot, unit};
use crate::plane_wave::filter;
use crate::plane_wave::filter::{FilterDesign, middle};
use crate::plane_wave::lagrange::{POINTS, Place};
use poynting_physics::Complex;
use poynting_physics::constants::C0;
use poynting_scene::{Component, Point, Pulse, Waveform};
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI};

/// pi f tau where the spectrum of a Gaussian, or of its derivative, is below 1e-10 of its peak.
const SPECTRUM_EDGE: f64 = 5.2;
/// Taps of a delay filter without dispersion; with 24, a carrier of 10 cells per wavelength leaks 5e-9 instead of
/// 1e-11.
const DELAY_TAPS: usize = 40;
/// Where filters would be longer than this, the band is reduced instead.
const MOST_TAPS: usize = 384;
/// Taps of a polarisation filter on each side of its middle.
const REACH: usize = 11;

/// Specification of a plane wave.
#[derive(Debug, Clone, PartialEq)]
pub struct ObliqueWave {
    /// Direction of propagation.
    pub direction: [f64; 3],
    /// Direction of E; only its transverse part counts. Both vectors may have any length.
    pub electric: [f64; 3],
    /// E at the origin.
    pub waveform: Waveform,
    /// Where the waveform is defined. It should be the point that the wave meets first, so that the run starts before
    /// the wave does.
    pub origin: Point,
    /// Cell sizes; on a graded grid, typical ones.
    pub cell: [f64; 3],
    /// Time step.
    pub dt: f64,
}

/// The table of an oblique wave.
#[derive(Debug, Clone)]
pub struct ObliqueLine {
    wave: DiscreteWave,
    waveform: Waveform,
    origin: Point,
    spacing: f64,
    /// Offset of the first point from the origin, in spacings.
    first: i64,
    stations: Vec<Station>,
    /// Per component, applied to the values of a station around (n + 1) dt.
    polarisers: [Vec<f64>; 6],
    next_step: Option<u64>,
}

/// A point of the line: g(xi) and its input.
#[derive(Debug, Clone)]
struct Station {
    xi: f64,
    /// Earliest sample first.
    taps: Vec<f64>,
    /// Offset of the latest sample after the retarded time.
    latest: i64,
    samples: Vec<f64>,
    values: Vec<f64>,
}

impl ObliqueLine {
    /// The line over a box with the given corners plus one cell on every side.
    pub fn new(asked: &ObliqueWave, lower: Point, upper: Point) -> Self {
        let direction = unit(asked.direction);
        let along = dot(direction, asked.electric);
        let wave = DiscreteWave {
            direction,
            electric: unit(std::array::from_fn(|a| {
                asked.electric[a] - along * direction[a]
            })),
            cell: asked.cell,
            dt: asked.dt,
        };
        let spacing = 0.5 * asked.cell.iter().copied().fold(f64::INFINITY, f64::min);
        let [mut near, mut far] = [0.0; 2];
        for a in 0..3 {
            let ends = [lower[a] - asked.cell[a], upper[a] + asked.cell[a]];
            let [p, q] = ends.map(|x| direction[a] * (x - asked.origin[a]));
            near += p.min(q);
            far += p.max(q);
        }
        let first = (near / spacing).floor() as i64 - signed(POINTS / 2 - 1);
        let last = (far / spacing).ceil() as i64 + signed(POINTS / 2);
        let xis: Vec<f64> = (first..=last).map(|m| m as f64 * spacing).collect();
        let band = band(&wave, &asked.waveform.shape, &xis);
        Self {
            wave,
            waveform: asked.waveform.clone(),
            origin: asked.origin,
            spacing,
            first,
            stations: stations(&wave, &xis, band),
            polarisers: polarisers(&wave, band),
            next_step: None,
        }
    }

    /// Number of points of the line.
    pub fn points(&self) -> usize {
        self.stations.len()
    }

    /// The interpolation position of a point in space.
    pub fn place(&self, position: Point) -> Option<Place> {
        let from_origin = std::array::from_fn(|a| position[a] - self.origin[a]);
        let xi = dot(self.wave.direction, from_origin);
        Place::at(xi / self.spacing - self.first as f64, self.points())
    }

    /// When the wave has left the line.
    pub fn end(&self) -> Option<f64> {
        let last = self.stations.last()?;
        let filters = signed(last.taps.len() + REACH) - last.latest;
        Some(self.waveform.end()? + last.xi / C0 + filters as f64 * self.wave.dt)
    }

    /// See [`super::IncidentLine::fill`].
    pub fn fill(&mut self, first_step: u64, steps: usize, table: &mut [f64]) {
        if self.next_step != Some(first_step) {
            for station in &mut self.stations {
                station.samples.clear();
                station.values.clear();
            }
        }
        self.next_step = Some(first_step + steps as u64);
        let points = self.stations.len();
        // The values around (n + 1) dt, from n + 1 - REACH to n + 1 + REACH, give E at n + 1 and H at n + 1/2.
        let from = first_step.cast_signed() + 1 - signed(REACH);
        let dt = self.wave.dt;
        for (m, station) in self.stations.iter_mut().enumerate() {
            station.extend(from, steps + 2 * REACH, |n, xi| {
                self.waveform.value(n as f64 * dt - xi / C0)
            });
            for t in 0..steps {
                let around = &station.values[t..=t + 2 * REACH];
                for (c, taps) in self.polarisers.iter().enumerate() {
                    table[(t * Component::ALL.len() + c) * points + m] = filter::dot(taps, around);
                }
            }
            station.values.drain(..steps);
        }
    }
}

impl Station {
    /// Extends the values g * s to `count` starting at time `from`.
    fn extend(&mut self, from: i64, count: usize, signal: impl Fn(i64, f64) -> f64) {
        let fresh = count - self.values.len();
        let history = self.taps.len() - 1;
        let first_fresh = from + signed(self.values.len());
        let latest = first_fresh + self.latest;
        let known = self.samples.len();
        let times = latest + signed(known) - signed(history)..latest + signed(fresh);
        self.samples.extend(times.map(|n| signal(n, self.xi)));
        for n in 0..fresh {
            let value = filter::dot(&self.taps, &self.samples[n..]);
            self.values.push(value);
        }
        self.samples.drain(..fresh);
    }
}

/// A count as a signed number, for differences.
fn signed(count: usize) -> i64 {
    (count as u64).cast_signed()
}

/// The angular frequency up to which the filters are accurate.
fn band(wave: &DiscreteWave, pulse: &Pulse, xis: &[f64]) -> f64 {
    let largest = wave.cell.iter().copied().fold(0.0, f64::max);
    let grid = FRAC_PI_2 * C0 / largest;
    let mut band = match pulse {
        Pulse::Gaussian { tau, .. } | Pulse::DifferentiatedGaussian { tau, .. } => {
            grid.min(2.0 * SPECTRUM_EDGE / tau)
        }
        Pulse::ModulatedGaussian { tau, frequency, .. } => {
            grid.min(2.0 * PI * frequency + 2.0 * SPECTRUM_EDGE / tau)
        }
        Pulse::Sine { .. } | Pulse::Samples { .. } | Pulse::Phasor => grid,
    };
    let farthest = xis
        .iter()
        .copied()
        .fold(0.0, |most: f64, xi| most.max(xi.abs()));
    while excess(wave, farthest, band).abs() > (MOST_TAPS - DELAY_TAPS) as f64 {
        band *= 0.95;
    }
    band
}

/// Delay relative to light of the band's highest frequency at xi, in samples.
fn excess(wave: &DiscreteWave, xi: f64, band: f64) -> f64 {
    xi * (wave.group_delay(band) - 1.0 / C0) / wave.dt
}

/// A filter g for every point; longer with distance.
fn stations(wave: &DiscreteWave, xis: &[f64], band: f64) -> Vec<Station> {
    let mut designs: BTreeMap<usize, (FilterDesign, Vec<f64>)> = BTreeMap::new();
    let mut station = |&xi: &f64| {
        let late = excess(wave, xi, band);
        let taps = (DELAY_TAPS + late.abs().ceil() as usize).next_multiple_of(8);
        let (design, added) = designs.entry(taps).or_insert_with(|| {
            let design = FilterDesign::new(taps, band * wave.dt);
            let added = |w: &f64| wave.wave_number(w / wave.dt) - w / (wave.dt * C0);
            let added = design.frequencies().iter().map(added).collect();
            (design, added)
        });
        // The frequencies of the band arrive between the retarded time and `late` after it; the taps lie around these.
        let earliest = (0.5 * late - middle(taps)).round();
        let centre = earliest + middle(taps);
        let target = design.frequencies().iter().zip(added.iter());
        let mut taps = design.fit(target.map(|(w, k)| Complex::cis(w * centre - k * xi)));
        taps.reverse();
        Station {
            xi,
            taps,
            latest: -(earliest as i64),
            samples: Vec::new(),
            values: Vec::new(),
        }
    };
    xis.iter().map(&mut station).collect()
}

/// The filters p_c; those of H look half a step back.
fn polarisers(wave: &DiscreteWave, band: f64) -> [Vec<f64>; 6] {
    let design = FilterDesign::new(2 * REACH + 1, band * wave.dt);
    let amplitudes: Vec<[f64; 6]> = design
        .frequencies()
        .iter()
        .map(|w| wave.amplitudes(w / wave.dt))
        .collect();
    Component::ALL.map(|component| {
        let late = if component.is_electric() { 0.0 } else { 0.5 };
        let target = design.frequencies().iter().zip(&amplitudes);
        let mut taps =
            design.fit(target.map(|(w, p)| Complex::cis(-w * late) * p[component as usize]));
        taps.reverse();
        taps
    })
}
