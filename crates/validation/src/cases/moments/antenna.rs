//! Metal strip antennas with a port, compared with NEC-2 wires (`reference/README.md`): a strip of width w is equivalent to a wire of radius w/4
//! (C. M. Butler, "The equivalent radius of a narrow conducting strip", IEEE Trans. Antennas Propag. 30 (1982) 755), and the port spans
//! one segment of the wire.
//!
//! The susceptance of a gap depends on its width, the conductance does not; so the latter is compared. NEC-2 uses c = 2.998e8 m/s.

use super::levels::row;
use crate::ValidationError;
use crate::bench::{Bench, phasors};
use crate::cases::sweep::Sweep;
use crate::model::with;
use crate::picture::Picture;
use poynting::{Precision, Results};

const DIPOLE: &str = include_str!("../../../scenes/mom-strip-dipole.toml");
const LOOP: &str = include_str!("../../../scenes/mom-strip-loop.toml");
const DIPOLE_TABLE: &str = include_str!("../../../reference/nec_dipole_1m_r1mm.csv");
const LOOP_TABLE: &str = include_str!("../../../reference/nec_square_loop_0p1m.csv");
/// The strip at some frequencies.
fn solved(bench: &mut Bench<'_>, scene: &str, at: &[f64]) -> Result<Sweep, ValidationError> {
    let list: Vec<String> = at.iter().map(|f| format!("\"{f} Hz\"")).collect();
    let scene = with(scene, "frequencies", &format!("[{}]", list.join(", ")));
    let results: Results = bench.simulate(&scene, bench.finest())?;
    Ok(Sweep {
        frequencies: at.to_vec(),
        impedances: phasors(&results, "port/feed/impedance")?,
    })
}

/// A wire of 1 m and 1 mm radius, 101 segments.
pub(crate) fn dipole(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let wire = Sweep::in_table(DIPOLE_TABLE, 101)?;
    let strip = solved(bench, DIPOLE, &wire.frequencies)?;
    let [resonance, of_wire] = [strip.resonance(1e8)?, wire.resonance(1e8)?];
    let shift = resonance / of_wire;
    row(bench, "resonance", 100.0 * (shift - 1.0).abs(), ("%", 2.0));
    let off = strip.peak(resonance) / wire.peak(of_wire) - 1.0;
    row(bench, "peak-conductance", 100.0 * off.abs(), ("%", 5.0));
    // At a wire frequency f, the strip is evaluated at f times the ratio of the resonances.
    let aligned: Vec<f64> = wire.frequencies.iter().map(|f| shift * f).collect();
    let strip = solved(bench, DIPOLE, &aligned)?.conductances();
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

/// A square of 0.1 m along each side and 1 mm radius, 21 segments per side. With one square across the strip its inductance and its capacitance
/// are both inaccurate, and the conductance is less so; with two, three and four squares the error falls: 9.6, 5.7 and 4.6 %.
pub(crate) fn square_loop(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let mut wire = Sweep::in_table(LOOP_TABLE, 21)?;
    wire.keep_above_200_megahertz();
    // One square across the strip, or three, whose condition number of 1e6 leaves no more than one digit in single precision.
    let edge = match bench.finest() {
        Precision::F32 => "4.8 mm",
        Precision::F64 => bench.sized(["4.8 mm", "4.8 mm", "1.4 mm"]),
    };
    let scene = with(LOOP, "edge", &format!("\"{edge}\""));
    let strip = solved(bench, &scene, &wire.frequencies)?;
    // Below 800 MHz the reactance passes from plus to minus infinity.
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
