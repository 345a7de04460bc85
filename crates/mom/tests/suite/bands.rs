//! Adaptive sweeps against solutions at every frequency, over three octaves.

use crate::recorded::{Recorded, dipole, whole};
use poynting_mom::{Complex, Outcome};

/// 401 frequencies from at most this many solves.
const SOLVES: usize = 25;
/// The largest error in dB and degrees above -40 dB.
const LIMITS: [f64; 2] = [0.1, 1.0];

/// The scene with its frequencies in place of `BAND`, each solved or not.
fn both(scene: &str, band: &str) -> [(Recorded, Outcome); 2] {
    let with = |method| {
        let range = format!("{{ {band}, count = 401, method = \"{method}\" }}");
        whole(&scene.replace("BAND", &range))
    };
    [with("adaptive"), with("direct")]
}

/// The components of a field have a common reference: what the name of a quantity has before its component, and E or H.
fn kin(name: &str) -> (&str, char) {
    let (parent, last) = name.rsplit_once('/').unwrap();
    (parent, last.chars().next().unwrap())
}

/// The largest errors in dB and degrees of a complex quantity, where it is less than 40 dB below the largest value of its kind, or below 1 for S.
fn errors(found: &Recorded, exact: &Recorded, name: &str) -> [f64; 2] {
    let same = exact.complex().filter(|other| kin(other) == kin(name));
    let same = same.flat_map(|other| exact.phasors(other));
    let largest = same.map(Complex::norm).fold(0.0, f64::max);
    let (found, exact) = (found.phasors(name), exact.phasors(name));
    assert_eq!(found.len(), exact.len(), "{name}");
    let floor = 0.01 * if name == "network/s" { 1.0 } else { largest };
    let above = found.iter().zip(&exact).filter(|(_, e)| e.norm() > floor);
    let ratios: Vec<Complex<f64>> = above.map(|(f, e)| f / e).collect();
    let decibels = ratios.iter().map(|r| (20.0 * r.norm().log10()).abs());
    let degrees = ratios.iter().map(|r| r.arg().to_degrees().abs());
    [decibels.fold(0.0, f64::max), degrees.fold(0.0, f64::max)]
}

/// Every complex quantity of the results agrees with a solution at each frequency.
fn agree(title: &str, [(found, outcome), (exact, direct)]: &[(Recorded, Outcome); 2]) {
    let sweep = outcome.sweep.unwrap();
    println!("{title}: {sweep:?}");
    let mut worst = [0.0_f64; 2];
    for name in exact.complex() {
        let of = errors(found, exact, name);
        println!("  {name}: {:.1e} dB, {:.1e} degrees", of[0], of[1]);
        worst = [0, 1].map(|n| worst[n].max(of[n]));
    }
    assert_eq!(sweep.end_name(), "converged", "{title}");
    assert!(sweep.solved <= SOLVES, "{title}: {} solves", sweep.solved);
    assert_eq!(sweep.solved + sweep.interpolated, 401);
    assert!(
        0.0 < worst[0] && worst[0] < LIMITS[0] && worst[1] < LIMITS[1],
        "{title}: {worst:?}"
    );
    assert_eq!(outcome.warnings, direct.warnings);
}

const FAR: &str = r#"
[[monitors]]
name = "pattern"
type = "far-field"
frequencies = BAND
theta = { from = "0 deg", to = "180 deg", count = 19 }
phi = ["0 deg", "90 deg"]
[[monitors]]
name = "near"
type = "field"
from = ["0 m", "0.3 m", "0 m"]
to = ["0 m", "0.3 m", "0.4 m"]
samples = [1, 1, 3]
frequencies = BAND
[[monitors]]
name = "skin"
type = "surface-current"
frequencies = BAND
"#;

/// A strip of 1 m, from a third of a wavelength to five halves.
fn strip() -> String {
    dipole("edge = \"50 mm\"\nfrequencies = BAND")
}

#[test]
fn a_strip_dipole_over_three_octaves() {
    let results = both(
        &format!("{}{FAR}", strip()),
        "from = \"95 MHz\", to = \"760 MHz\"",
    );
    agree("dipole", &results);
}

/// A wave at an angle, far from the origin, whose phase turns 30 times over the band.
#[test]
fn an_echo_over_three_octaves() {
    let far_away = strip()
        .replace("-10 mm\", \"0 mm", "-10 mm\", \"5 m")
        .replace("\"10 mm\", \"0 mm", "\"10 mm\", \"5 m");
    let scene = format!(
        r#"{far_away}
[[sources]]
name = "wave"
type = "plane-wave"
direction = [0.0, 0.8, 0.6]
polarisation = [0.0, -0.6, 0.8]
waveform = {{ type = "phasor", amplitude = "2 V/m" }}
[[monitors]]
name = "scattered"
type = "far-field"
frequencies = BAND
theta = {{ from = "0 deg", to = "180 deg", count = 7 }}
phi = "90 deg"
center = ["0 m", "5 m", "0 m"]
[[monitors]]
name = "echo"
type = "monostatic"
frequencies = BAND
theta = ["30 deg", "60 deg", "90 deg"]
phi = "90 deg"
[[monitors]]
name = "both"
type = "bistatic"
frequencies = BAND
from = {{ theta = "60 deg", phi = "90 deg" }}
theta = ["60 deg", "120 deg"]
phi = ["0 deg", "90 deg"]
"#
    )
    .replace("waveform = { type = \"phasor\", amplitude = \"1 V\" }", "");
    let results = both(&scene, "from = \"95 MHz\", to = \"760 MHz\"");
    agree("echo", &results);
    // What follows from the currents by squares.
    let [(found, _), (exact, _)] = &results;
    for name in ["mono/echo/rcs_theta_theta", "bistatic/both/rcs_theta_theta"] {
        let (found, exact) = (found.values(name), exact.values(name));
        let largest = exact.iter().copied().fold(0.0, f64::max);
        let above = found.iter().zip(&exact);
        for (a, b) in above.filter(|(_, b)| **b > 1e-4 * largest) {
            let error = 10.0 * (a / b).log10();
            assert!(error.abs() < 0.1, "{name}: {error} dB");
        }
    }
}

/// A loop of 100 mm along each side, from a third of a wavelength of its circumference to 2.7.
const LOOP: &str = r#"
[mom]
edge = "16 mm"
frequencies = BAND
[[structures]]
name = "front right"
material = "pec"
shape = "box"
from = ["4 mm", "-54 mm", "0 mm"]
to = ["54 mm", "-46 mm", "0 mm"]
[[structures]]
name = "front left"
material = "pec"
shape = "box"
from = ["-54 mm", "-54 mm", "0 mm"]
to = ["-4 mm", "-46 mm", "0 mm"]
[[structures]]
name = "right"
material = "pec"
shape = "box"
from = ["46 mm", "-46 mm", "0 mm"]
to = ["54 mm", "46 mm", "0 mm"]
[[structures]]
name = "left"
material = "pec"
shape = "box"
from = ["-54 mm", "-46 mm", "0 mm"]
to = ["-46 mm", "46 mm", "0 mm"]
[[structures]]
name = "back"
material = "pec"
shape = "box"
from = ["-54 mm", "46 mm", "0 mm"]
to = ["54 mm", "54 mm", "0 mm"]
[[ports]]
name = "feed"
from = ["-4 mm", "-54 mm", "0 mm"]
to = ["4 mm", "-46 mm", "0 mm"]
direction = "+x"
resistance = "50 ohm"
waveform = { type = "phasor", amplitude = "1 V" }
"#;

#[test]
fn a_strip_loop_over_three_octaves() {
    let results = both(
        &format!("{LOOP}{FAR}"),
        "from = \"250 MHz\", to = \"2 GHz\"",
    );
    agree("loop", &results);
}

/// A probe in a box of 100 mm x 40 mm x 60 mm whose lid has a slot of 10 mm along the longest side. Closed, the box would resonate at 2.91 GHz, and next at 3.90 GHz.
const CAVITY: &str = r#"
[mom]
edge = "20 mm"
frequencies = BAND
[[structures]]
name = "floor"
material = "pec"
shape = "box"
from = ["-50 mm", "-20 mm", "0 mm"]
to = ["50 mm", "20 mm", "0 mm"]
[[structures]]
name = "left wall"
material = "pec"
shape = "box"
from = ["-50 mm", "-20 mm", "0 mm"]
to = ["-50 mm", "20 mm", "60 mm"]
[[structures]]
name = "right wall"
material = "pec"
shape = "box"
from = ["50 mm", "-20 mm", "0 mm"]
to = ["50 mm", "20 mm", "60 mm"]
[[structures]]
name = "front wall"
material = "pec"
shape = "box"
from = ["-50 mm", "-20 mm", "0 mm"]
to = ["50 mm", "-20 mm", "60 mm"]
[[structures]]
name = "back wall"
material = "pec"
shape = "box"
from = ["-50 mm", "20 mm", "0 mm"]
to = ["50 mm", "20 mm", "60 mm"]
[[structures]]
name = "front lid"
material = "pec"
shape = "box"
from = ["-50 mm", "-20 mm", "60 mm"]
to = ["50 mm", "-5 mm", "60 mm"]
[[structures]]
name = "back lid"
material = "pec"
shape = "box"
from = ["-50 mm", "5 mm", "60 mm"]
to = ["50 mm", "20 mm", "60 mm"]
[[structures]]
name = "front probe"
material = "pec"
shape = "box"
from = ["-4 mm", "-14 mm", "30 mm"]
to = ["4 mm", "-4 mm", "30 mm"]
[[structures]]
name = "back probe"
material = "pec"
shape = "box"
from = ["-4 mm", "4 mm", "30 mm"]
to = ["4 mm", "14 mm", "30 mm"]
[[ports]]
name = "feed"
from = ["-4 mm", "-4 mm", "30 mm"]
to = ["4 mm", "4 mm", "30 mm"]
direction = "+y"
resistance = "50 ohm"
waveform = { type = "phasor", amplitude = "1 V" }
"#;

#[test]
fn a_cavity_backed_resonator_over_three_octaves() {
    let results = both(
        &format!("{CAVITY}{FAR}"),
        "from = \"440 MHz\", to = \"3.52 GHz\"",
    );
    agree("cavity", &results);
}

/// Products and iterations of compressed matrices have errors that change from one frequency to the next. The sweep ends in spite of them, and its
/// results differ from those of a dense matrix by these errors and by the tolerance.
#[test]
fn compressed_matrices_are_swept() {
    let range = "from = \"250 MHz\", to = \"1 GHz\", count = 61";
    let with = |method: &str, more: &str| {
        let band = format!("{{ {range}, method = \"{method}\" }}");
        let scene = format!("{LOOP}{FAR}").replace("BAND", &band);
        whole(&scene.replace("[mom]", &format!("[mom]\n{more}")))
    };
    let (exact, _) = with("direct", "method = \"dense\"");
    let exact = exact.phasors("network/s");
    for method in ["hmatrix", "mlfma"] {
        let more = format!("method = \"{method}\"\ndigits = 4\npreconditioner = \"none\"");
        let (found, outcome) = with("adaptive", &more);
        let sweep = outcome.sweep.unwrap();
        println!("{method}: {sweep:?}");
        assert_eq!(sweep.end_name(), "converged", "{method}");
        assert!(sweep.solved <= SOLVES, "{method}: {}", sweep.solved);
        let s = found.phasors("network/s");
        let off = s.iter().zip(&exact).map(|(f, e)| (f - e).norm());
        let off = off.fold(0.0, f64::max);
        println!("  {off:e}");
        assert!(off < 3e-3, "{method}: {off}");
        let (cold, _) = with("direct", &more);
        let [warm, cold] = [&found, &cold].map(|run| run.stream("solution/iterations"));
        let deviations = found.stream("solution/deviation").1;
        let solved = (0..deviations.len()).filter(|&n| deviations[n] == 0.0);
        let steps = solved.map(|n| [warm.1[n], cold.1[n]]);
        let [warm, cold] = steps.fold([0.0; 2], |sum, of| [sum[0] + of[0], sum[1] + of[1]]);
        println!("  steps with a first guess: {warm} of {cold}");
        assert!(warm < 0.95 * cold, "{method}: {warm} of {cold}");
    }
}
