//! Antennas of metal strip with a port, against wires by NEC-2 (`reference/README.md`): a strip of width w acts like a wire of radius w/4
//! (C. M. Butler, "The equivalent radius of a narrow conducting strip", IEEE Trans. Antennas Propag. 30 (1982) 755), and the port spans what
//! is a segment of the wire.
//!
//! The susceptance of a gap depends on how wide it is, the conductance does not; so the latter is compared. NEC-2 takes c = 2.998e8 m/s.

use super::row;
use crate::ValidationError;
use crate::bench::{Bench, phasors};
use crate::cases::with;
use crate::picture::Picture;
use crate::reference::Table;
use poynting::{Precision, Results};
use poynting_analytic::Complex;
use poynting_analytic::constants::C0;

const DIPOLE: &str = include_str!("../../../scenes/mom-strip-dipole.toml");
const LOOP: &str = include_str!("../../../scenes/mom-strip-loop.toml");
const DIPOLE_TABLE: &str = include_str!("../../../reference/nec_dipole_1m_r1mm.csv");
const LOOP_TABLE: &str = include_str!("../../../reference/nec_square_loop_0p1m.csv");
/// Speed of light of NEC-2.
const C_NEC: f64 = 2.998e8;

/// Impedances over frequency.
struct Sweep {
    frequencies: Vec<f64>,
    impedances: Vec<Complex>,
}

impl Sweep {
    /// The wire of so many segments, at the true speed of light.
    fn in_table(text: &str, segments: u32) -> Result<Self, ValidationError> {
        let table = Table::read(text);
        let megahertz = table.column("f_MHz")?;
        let [r, x] = ["R", "X"].map(|part| table.column(&format!("{part}_n{segments}")));
        Ok(Self {
            frequencies: megahertz.iter().map(|f| f * 1e6 * C0 / C_NEC).collect(),
            impedances: r?
                .into_iter()
                .zip(x?)
                .map(|(r, x)| Complex::new(r, x))
                .collect(),
        })
    }

    /// The strip at some frequencies.
    fn solved(bench: &mut Bench<'_>, scene: &str, at: &[f64]) -> Result<Self, ValidationError> {
        let list: Vec<String> = at.iter().map(|f| format!("\"{f} Hz\"")).collect();
        let scene = with(scene, "frequencies", &format!("[{}]", list.join(", ")));
        let results: Results = bench.simulate(&scene, bench.finest())?;
        Ok(Self {
            frequencies: at.to_vec(),
            impedances: phasors(&results, "port/feed/impedance")?,
        })
    }

    /// Every second row from 220 MHz.
    fn keep_above_200_megahertz(&mut self) {
        let first = self.frequencies.partition_point(|f| *f < 2.1e8);
        self.frequencies = self.frequencies[first..]
            .iter()
            .copied()
            .step_by(2)
            .collect();
        self.impedances = self.impedances[first..]
            .iter()
            .copied()
            .step_by(2)
            .collect();
    }

    fn conductances(&self) -> Vec<f64> {
        let conductance = |z: &Complex| z.re / z.norm_sqr();
        self.impedances.iter().map(conductance).collect()
    }

    /// The first frequency above `start` where the reactance rises through zero.
    fn resonance(&self, start: f64) -> Result<f64, ValidationError> {
        let rises = |n: &usize| {
            let [before, after] = [n - 1, *n].map(|n| self.impedances[n].im);
            self.frequencies[n - 1] > start && before < 0.0 && after >= 0.0
        };
        let n = (1..self.frequencies.len()).find(rises);
        let n = n.ok_or(ValidationError::NoOscillation(start))?;
        let [x, y] = [n - 1, n].map(|n| self.impedances[n].im);
        let [f, g] = [n - 1, n].map(|n| self.frequencies[n]);
        Ok(f - x * (g - f) / (y - x))
    }

    /// The largest conductance about a resonance, where the impedance, unlike the conductance, is nearly a parabola over frequency: a cubic
    /// through four of its values is good between them.
    fn peak(&self, resonance: f64) -> f64 {
        let after = self.frequencies.partition_point(|f| *f < resonance);
        let first = after.clamp(2, self.frequencies.len() - 2) - 2;
        let [from, to] = [self.frequencies[first], self.frequencies[first + 3]];
        let at = |n: i32| from + (to - from) * f64::from(n) / 3000.0;
        let conductance = |f: f64| {
            let z = self.cubic(first, f);
            z.re / z.norm_sqr()
        };
        (0..=3000).map(|n| conductance(at(n))).fold(0.0, f64::max)
    }

    /// The cubic through four points, at a frequency.
    fn cubic(&self, first: usize, f: f64) -> Complex {
        let points = first..first + 4;
        let weight = |n: usize| {
            let others = points.clone().filter(|m| *m != n);
            let factor =
                |m| (f - self.frequencies[m]) / (self.frequencies[n] - self.frequencies[m]);
            others.map(factor).product::<f64>()
        };
        let terms = points.clone().map(|n| self.impedances[n] * weight(n));
        terms.fold(Complex::real(0.0), |sum, term| sum + term)
    }
}

/// A wire of 1 m and 1 mm radius, 101 segments.
pub(crate) fn dipole(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let wire = Sweep::in_table(DIPOLE_TABLE, 101)?;
    let strip = Sweep::solved(bench, DIPOLE, &wire.frequencies)?;
    let [resonance, of_wire] = [strip.resonance(1e8)?, wire.resonance(1e8)?];
    let shift = resonance / of_wire;
    row(bench, "resonance", 100.0 * (shift - 1.0).abs(), ("%", 2.0));
    let off = strip.peak(resonance) / wire.peak(of_wire) - 1.0;
    row(bench, "peak-conductance", 100.0 * off.abs(), ("%", 5.0));
    // Where the wire has a frequency f the strip has f times the ratio of the resonances.
    let aligned: Vec<f64> = wire.frequencies.iter().map(|f| shift * f).collect();
    let strip = Sweep::solved(bench, DIPOLE, &aligned)?.conductances();
    let exact = wire.conductances();
    let peak = exact.iter().copied().fold(0.0, f64::max);
    let off = strip.iter().zip(&exact).map(|(g, e)| (g - e).abs() / peak);
    row(
        bench,
        "conductance",
        100.0 * off.fold(0.0, f64::max),
        ("% of peak", 5.0),
    );
    draw(bench, &wire.frequencies, strip, exact)
}

/// A square of 0.1 m along each side and 1 mm radius, 21 segments a side. With one square across the strip its inductance and its capacitance
/// are both off, and the conductance is less so; with two, three and four squares it comes closer: 9.6, 5.7 and 4.6 %.
pub(crate) fn square_loop(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let mut wire = Sweep::in_table(LOOP_TABLE, 21)?;
    wire.keep_above_200_megahertz();
    // One square across the strip, or three, whose condition number of 1e6 leaves no more than a digit in single precision.
    let edge = match bench.finest() {
        Precision::F32 => "4.8 mm",
        Precision::F64 => bench.sized(["4.8 mm", "4.8 mm", "1.4 mm"]),
    };
    let scene = with(LOOP, "edge", &format!("\"{edge}\""));
    let strip = Sweep::solved(bench, &scene, &wire.frequencies)?;
    // Before 800 MHz the reactance passes from plus to minus infinity.
    let shift = strip.resonance(7e8)? / wire.resonance(7e8)?;
    row(bench, "resonance", 100.0 * (shift - 1.0).abs(), ("%", 2.0));
    let [found, exact] = [strip.conductances(), wire.conductances()];
    let off = found.iter().zip(&exact).map(|(g, e)| (g / e - 1.0).abs());
    row(
        bench,
        "conductance",
        100.0 * off.fold(0.0, f64::max),
        ("%", 8.0),
    );
    draw(bench, &wire.frequencies, found, exact)
}

fn draw(
    bench: &Bench<'_>,
    frequencies: &[f64],
    strip: Vec<f64>,
    wire: Vec<f64>,
) -> Result<(), ValidationError> {
    bench.picture(&Picture {
        title: "Conductance of a strip and of a wire",
        axis: ("frequency", "Hz", frequencies),
        unit: "S",
        curves: &[("strip", strip), ("reference: wire, NEC-2", wire)],
    })
}
