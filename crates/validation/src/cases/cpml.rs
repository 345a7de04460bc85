//! PML layers: the test of Roden and Gedney, and a long run.
//!
//! A thin metal plate, 100 by 25 cells of 1 mm, lies in the middle of a box whose ten-cell PML layers begin three cells from
//! the plate on all sides, that is, in its near field. The source, a current across the plate one cell above one
//! of its corners, is a differentiated Gaussian; the field along the short edge is read in the plane of the plate, one
//! cell off the opposite corner (J. A. Roden and S. D. Gedney, Microw. Opt. Technol. Lett. 27, 334 (2000)). The
//! reference is the same model in a box so large that no echo of its boundaries returns in time:
//!
//! ```text
//! error = max |E - E_large| / max |E_large|
//! ```
//!
//! The long run is the same box over 100 000 steps: nothing may grow.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, signal};
use crate::model::{Grid, Model, lengths};

const CELL: f64 = 1e-3;
/// Cells between the plate and the faces.
const GAP: usize = 3;
/// Distance that light travels per step, in cells: 0.99/sqrt(3).
const PER_STEP: f64 = 0.5716;

/// Plate and length of the run.
#[derive(Debug, Clone, Copy)]
struct Stage {
    plate: [usize; 2],
    steps: usize,
}

pub(crate) fn plate(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let small = Stage {
        plate: [12, 4],
        steps: 160,
    };
    let quick = Stage {
        plate: [24, 6],
        steps: 260,
    };
    let full = Stage {
        plate: [100, 25],
        steps: 560,
    };
    let stage = bench.sized([small, quick, full]);
    for &precision in bench.precisions() {
        let small = bench.simulate(stage.model(0, "all = \"pml\"").text(), precision)?;
        let large = bench.simulate(
            stage.model(stage.clearance(), "all = \"pec\"").text(),
            precision,
        )?;
        let [found, expected] = [&small, &large].map(|r| signal(r, "probe/p/Ey"));
        let (found, expected) = (found?.values, expected?.values);
        let peak = expected.iter().fold(0.0, |p: f64, v| p.max(v.abs()));
        let off = found.iter().zip(&expected).map(|(f, e)| (f - e).abs());
        let worst = off.fold(0.0, f64::max);
        bench.row(&Comparison {
            of: "",
            precision,
            error: 20.0 * (worst / peak).log10(),
            unit: "dB",
            tolerance: -70.0,
        });
    }
    Ok(())
}

pub(crate) fn long(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let steps = bench.sized([4_000, 20_000, 100_000]);
    let stage = Stage {
        plate: [24, 6],
        steps,
    };
    for &precision in bench.precisions() {
        let results = bench.simulate(stage.model(0, "all = \"pml\"").text(), precision)?;
        let energy = signal(&results, "energy")?.values;
        let peak = energy.iter().fold(0.0, |p: f64, v| p.max(*v));
        // The pulse begins with a small step, whose charge stays on the plate's corner forever at -118 dB.
        let late = energy[energy.len() / 2..].iter();
        let largest = late.fold(0.0, |p: f64, v| if v.is_nan() { *v } else { p.max(*v) });
        bench.row(&Comparison {
            of: "",
            precision,
            error: 10.0 * (largest / peak).log10(),
            unit: "dB",
            tolerance: -100.0,
        });
    }
    Ok(())
}

impl Stage {
    /// Cells between the faces of the small box and the boundaries of the large one: a wave reflected there arrives too late.
    fn clearance(&self) -> usize {
        (self.steps as f64 * PER_STEP / 2.0) as usize + 1
    }

    fn model(&self, clearance: usize, walls: &str) -> Model {
        let [a, b] = self.plate;
        let inner = [a + 2 * GAP, b + 2 * GAP, 2 * GAP];
        let out = clearance as f64 * CELL;
        let from = [-out; 3];
        let to = inner.map(|n| n as f64 * CELL + out);
        let cells = inner.map(|n| n + 2 * clearance);
        let at = |x: f64, y: f64, z: f64| lengths(&[x * CELL, y * CELL, z * CELL]);
        let (gap, a, b) = (GAP as f64, a as f64, b as f64);
        let plate = format!(
            "[[structures]]\nmaterial = \"pec\"\nshape = \"box\"\nfrom = {}\nto = {}",
            at(gap, gap, gap),
            at(gap + a, gap + b, gap),
        );
        let source = format!(
            "[[sources]]\nname = \"current\"\ntype = \"soft-point\"\ncomponent = \"Ez\"\nat = {}\nwaveform = {{ \
             type = \"differentiated-gaussian\", amplitude = \"1 A/m^2\", tau = \"26.53 ps\", delay = \"106 ps\" }}",
            at(gap, gap, gap + 0.5),
        );
        let probe = [gap + a + 1.0, gap + b + 0.5, gap].map(|n| n * CELL);
        Model::new(from, to, &Grid::Cells(cells))
            .with(&format!("[boundary]\n{walls}"))
            .with(&plate)
            .with(&source)
            .probe("p", probe, r#""Ey""#)
            .steps(self.steps)
    }
}
