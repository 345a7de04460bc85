//! Half a model with a symmetry plane compared with the full one.
//!
//! Image theory (R. F. Harrington, Time-Harmonic Electromagnetic Fields, section 3-3): where currents, bodies and walls are
//! their own mirror images, tangential E (electric plane) or tangential H (magnetic plane) vanishes on the plane.
//! On the Yee grid this is not an approximation: the plane lies on nodes, and the half cell next to it with its image
//! forms a whole one. So both models give the same numbers to within rounding, for dipoles on the plane, pairs of dipoles
//! next to it, and for the voltages and currents of a port that the plane cuts and of a pair of ports.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, signal};
use crate::equality::rounding;
use crate::model::{Grid, Model, lengths};
use poynting::{Precision, Results};

const HALF: [f64; 3] = [0.015, 0.012, 0.018];
const CELLS: [usize; 3] = [30, 24, 36];

/// A symmetry plane, and objects that are their own mirror images in x = 0.
struct Plane {
    kind: &'static str,
    /// Dipoles as (x in mm, direction).
    dipoles: &'static [(f64, [f64; 3])],
    /// Ports as corners in mm and direction.
    ports: [([f64; 3], [f64; 3], &'static str); 3],
}

const PLANES: [Plane; 2] = [
    Plane {
        kind: "magnetic",
        dipoles: &[
            (0.0, [0.0, 0.6, 0.8]),
            (0.3, [0.6, 0.8, 0.0]),
            (-0.3, [-0.6, 0.8, 0.0]),
        ],
        ports: [
            ([-1.0, -2.0, -6.0], [1.0, 2.0, -6.0], "+y"),
            ([7.0, -2.0, -6.0], [9.0, 2.0, -6.0], "+x"),
            ([-9.0, -2.0, -6.0], [-7.0, 2.0, -6.0], "-x"),
        ],
    },
    Plane {
        kind: "electric",
        dipoles: &[
            (0.0, [1.0, 0.0, 0.0]),
            (0.3, [0.6, 0.8, 0.0]),
            (-0.3, [0.6, -0.8, 0.0]),
        ],
        ports: [
            ([-4.0, -1.0, -6.0], [4.0, 1.0, -6.0], "+x"),
            ([7.0, -2.0, -6.0], [9.0, 2.0, -6.0], "+y"),
            ([-9.0, -2.0, -6.0], [-7.0, 2.0, -6.0], "-y"),
        ],
    },
];

pub(crate) fn symmetry(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let steps = bench.sized([250, 600, 600]);
    let precision = bench.finest();
    for plane in &PLANES {
        let mut run = |extra: &str| {
            let model = model(plane).steps(steps).with(extra);
            bench.simulate(model.text(), precision)
        };
        let whole = run("")?;
        let half = run(&format!("[symmetry]\nx = \"{}\"", plane.kind))?;
        // Unless the cells are halved, nothing has been compared.
        let halved = 2 * half.summary.cells == whole.summary.cells;
        let error = if halved {
            difference(&whole, &half)?
        } else {
            f64::NAN
        };
        bench.row(&Comparison {
            of: plane.kind,
            precision,
            error,
            unit: "of peak",
            tolerance: match precision {
                Precision::F64 => 1e-9,
                Precision::F32 => rounding(precision, steps as u64),
            },
        });
    }
    Ok(())
}

fn model(plane: &Plane) -> Model {
    let mm = |p: [f64; 3]| lengths(&p.map(|x| x * 1e-3));
    let wave = |unit: &str| {
        format!(
            "waveform = {{ type = \"differentiated-gaussian\", amplitude = \"1 {unit}\", bandwidth = \"15 GHz\" }}"
        )
    };
    let mut model = Model::new(HALF.map(|x| -x), HALF, &Grid::Cells(CELLS)).block(
        "body",
        "eps_r = 3.0\nmu_r = 1.5\nsigma = \"0.1 S/m\"",
        [[-0.006, -0.007, 0.004], [0.006, 0.002, 0.011]],
    );
    for (n, (from, to, direction)) in plane.ports.into_iter().enumerate() {
        model = model.with(&format!(
            "[[ports]]\nname = \"{n}\"\nfrom = {}\nto = {}\ndirection = \"{direction}\"\nresistance = \"70 ohm\"\n{}",
            mm(from),
            mm(to),
            wave("kV"),
        ));
    }
    for (n, (x, direction)) in plane.dipoles.iter().enumerate() {
        model = model.with(&format!(
            "[[sources]]\nname = \"dipole {n}\"\ntype = \"dipole\"\nat = {}\ndirection = {direction:?}\n{}",
            mm([*x, 1.2, -1.7]),
            wave("A m"),
        ));
    }
    let all = r#""Ex", "Ey", "Ez", "Hx", "Hy", "Hz""#;
    model
        .probe("beside", [0.0043, -0.0052, 0.0061], all)
        .probe("close", [0.0001, 0.0052, 0.0031], all)
        .probe("image", [-0.0043, 0.0027, 0.0031], all)
}

/// Largest difference of any series, over the peak of the full model's series of that kind.
fn difference(whole: &Results, half: &Results) -> Result<f64, ValidationError> {
    let mut worst: f64 = 0.0;
    for group in [
        &["probe/beside/Ex", "probe/beside/Ey", "probe/beside/Ez"][..],
        &["probe/beside/Hx", "probe/beside/Hy", "probe/beside/Hz"],
        &["probe/close/Ex", "probe/close/Ey", "probe/close/Ez"],
        &["probe/close/Hx", "probe/close/Hy", "probe/close/Hz"],
        &["probe/image/Ex", "probe/image/Ey", "probe/image/Ez"],
        &["probe/image/Hx", "probe/image/Hy", "probe/image/Hz"],
        &["port/0/voltage"],
        &["port/0/current"],
        &["port/1/voltage", "port/2/voltage"],
        &["port/1/current", "port/2/current"],
    ] {
        let (mut off, mut peak): (f64, f64) = (0.0, 0.0);
        for name in group {
            let (whole, half) = (signal(whole, name)?, signal(half, name)?);
            for (w, h) in whole.values.iter().zip(&half.values) {
                off = off.max((w - h).abs());
                peak = peak.max(w.abs());
            }
        }
        worst = worst.max(off / peak);
    }
    Ok(worst)
}
