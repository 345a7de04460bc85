//! How long exchanges take.
//!
//! Two families of grids, each in several sizes: a row of ranks along x, whose messages go to one or two neighbours and have a cross-section of S x S
//! cells, and, where ranks can be arranged along several axes, a block of cubes with up to 26 neighbours each. A measurement consists of batches of
//! exchanges, one after the other as fast as possible. The fastest batch counts, since whatever else a machine does delays the others; of several
//! processes the slowest one counts.

use super::place::{ExchangeRow, Place};
use crate::fdtd::{Case, Cells, Grid};
use poynting::{Error, Precision, RankChoice, RunOptions, bytes_per_value, exchange_until_stopped};
use std::ops::ControlFlow;
use std::time::Instant;

/// Cells of a rank along a row.
const THICKNESS: usize = 16;
/// Cells across a row: messages of 1.7 kB to 13 MB in single precision.
const SECTIONS: [usize; 7] = [2, 8, 16, 32, 64, 128, 256];
/// Cells of a rank along each axis of a block.
const CUBES: [usize; 4] = [16, 32, 64, 96];
/// Batches that count; another one comes first and does not.
const BATCHES: usize = 7;
/// Bytes of a batch, within limits of its number of exchanges.
const BATCH_BYTES: u64 = 32 << 20;
const BATCH_LIMITS: [u64; 2] = [4, 400];

/// Measures all grids.
pub fn measure(place: Place, precision: Precision) -> Result<Vec<ExchangeRow>, Error> {
    let ranks = place.ranks();
    let row = [ranks, 1, 1];
    let rows = SECTIONS.map(|s| (row, [ranks * THICKNESS, s, s]));
    let block = block(ranks)?;
    let is_block = block.iter().filter(|parts| **parts > 1).count() > 1;
    let blocks = CUBES.map(|n| (block, block.map(|parts| parts * n)));
    let blocks = blocks.into_iter().filter(|_| is_block);
    let grids = rows.into_iter().chain(blocks);
    grids
        .map(|(parts, cells)| exchange(parts, cells, place, precision))
        .collect()
}

/// The arrangement of ranks that share a cube.
fn block(ranks: usize) -> Result<[usize; 3], Error> {
    // Cubes of ranks^3 cells can be cut in every way.
    let cube = Grid::cube(ranks.max(2), Case::Vac).subject()?;
    let plan = cube.simulation.plan(&RunOptions::default())?;
    let division = plan.on_ranks(RankChoice::Number(ranks))?;
    Ok(division.map_or([ranks, 1, 1], |division| division.parts))
}

fn exchange(
    parts: [usize; 3],
    cells: [usize; 3],
    place: Place,
    precision: Precision,
) -> Result<ExchangeRow, Error> {
    let grid = Grid {
        cells: Cells(cells),
        ..Grid::cube(1, Case::Vac)
    };
    let simulation = grid.subject()?.simulation;
    let ranks = RankChoice::Parts(parts);
    let options = RunOptions {
        precision: Some(precision),
        ..place.options(ranks)
    };
    let division = simulation.plan(&options)?.on_ranks(ranks)?;
    let loads = division.iter().flat_map(|division| &division.loads);
    let busiest = loads.map(|load| load.received).max_by_key(|r| r.values);
    let busiest = busiest.unwrap_or_default();
    let bytes = busiest.values * bytes_per_value(precision);
    let [least, most] = BATCH_LIMITS;
    let batch = (BATCH_BYTES / bytes.max(1)).clamp(least, most);
    let mut marks = Vec::new();
    let mut done = 0;
    exchange_until_stopped(&simulation, &options, || {
        if done % batch == 0 {
            marks.push(Instant::now());
        }
        done += 1;
        if marks.len() > BATCHES + 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let batches = marks.windows(2).skip(1);
    let times = batches.map(|pair| (pair[1] - pair[0]).as_secs_f64() / batch as f64);
    let slowest = place
        .gathered(times.fold(f64::INFINITY, f64::min))
        .into_iter();
    Ok(ExchangeRow {
        parts,
        messages: busiest.messages,
        bytes,
        seconds: slowest.fold(0.0, f64::max),
        fitted_s: 0.0,
    })
}
