//! The automatic mesher: snap, place edges, fill.

use crate::edges::EdgeCell;
use crate::fill::{Cells, Ends, Filled, Interval, Limits};
use crate::lines::{FixedLine, Grid, Layers, MAX_LINES, Meshed};
use crate::messages::{GridError, GridWarning};
use crate::size::{CellLimits, Sizes, material_name};
use crate::snap::AxisView;
use crate::text::length;
use crate::{edges, fill};
use poynting_geometry::Solid;
use poynting_scene::{GridKind, MaterialId, Scene};

/// How often the cell at a metal edge is reduced slightly until its neighbours fit.
const EDGE_ATTEMPTS: usize = 40;
const EDGE_SHRINK: f64 = 0.95;
/// A smallest cell this many times below what the wavelength needs is reported.
const SLOW: f64 = 10.0;

/// A finished axis.
struct Axis {
    lines: Vec<f64>,
    fixed: Vec<FixedLine>,
    warnings: Vec<GridWarning>,
}

pub fn mesh(scene: &Scene, solids: &[(Solid, MaterialId)]) -> Result<Meshed, GridError> {
    let (cell_limits, growth) = specification(scene)?;
    let sizes = Sizes::new(scene, solids, &cell_limits).ok_or(GridError::NoFrequency)?;
    let mut warnings = Vec::new();
    let mut lines = [Vec::new(), Vec::new(), Vec::new()];
    let mut fixed = [Vec::new(), Vec::new(), Vec::new()];
    for axis in 0..3 {
        let view = AxisView {
            scene,
            solids,
            sizes: &sizes,
            axis,
        };
        let done = mesh_axis(&view, growth)?;
        (lines[axis], fixed[axis]) = (done.lines, done.fixed);
        warnings.extend(done.warnings);
    }
    let grid = Grid::new(lines)?;
    let smallest_cause = smallest_cause(scene, &sizes, &grid, &fixed);
    let s = grid.smallest();
    let middle = grid.lines[s.axis][s.index] + 0.5 * s.size;
    let needed = sizes.at(s.axis, middle);
    if s.size * SLOW < needed {
        let cause = smallest_cause.clone();
        warnings.push(GridWarning::SmallCell {
            axis: s.axis,
            size: s.size,
            needed,
            cause,
        });
    }
    Ok(Meshed {
        grid,
        fixed,
        smallest_cause,
        flattened: Vec::new(),
        max_frequency: None,
        layers: Layers::default(),
        warnings,
    })
}

fn specification(scene: &Scene) -> Result<(CellLimits, f64), GridError> {
    let GridKind::Auto {
        cells_per_wavelength,
        max_growth,
        min_cell,
        max_cell,
    } = scene.grid.kind
    else {
        return Err(GridError::NoFrequency);
    };
    let check = |key, value: f64, least: f64, rule| {
        if value > least {
            Ok(())
        } else {
            Err(GridError::BadSpec { key, value, rule })
        }
    };
    check(
        "cells_per_wavelength",
        cells_per_wavelength,
        0.0,
        "positive",
    )?;
    check("max_growth", max_growth, 1.0, "greater than 1")?;
    check("min_cell", min_cell.unwrap_or(1.0), 0.0, "positive")?;
    check("max_cell", max_cell.unwrap_or(1.0), 0.0, "positive")?;
    Ok((
        CellLimits {
            cells_per_wavelength,
            min_cell,
            max_cell,
        },
        max_growth,
    ))
}

fn mesh_axis(view: &AxisView<'_>, growth: f64) -> Result<Axis, GridError> {
    let mut snapped = view.snap();
    let mut edge_cells = edges::choose(view, &mut snapped);
    let joined = view.scene.boundary.walls[view.axis][0].is_joined();
    let limits = Limits {
        growth,
        min_cell: view.sizes.min_cell,
        ends: if joined { Ends::Joined } else { Ends::Walls },
    };
    let mut attempt = 0;
    loop {
        let mut fixed = snapped.lines.clone();
        fixed.extend(edge_cells.iter().flat_map(EdgeCell::lines));
        view.add_weak(&snapped.weak, &mut fixed);
        fixed.sort_by(|a, b| a.coordinate.total_cmp(&b.coordinate));
        let mut intervals = intervals(view, &fixed)?;
        lock(&mut intervals, &edge_cells);
        let filled = fill::fill(&intervals, &limits);
        if filled.too_large.is_empty() {
            return Ok(finish(view, fixed, filled, growth, snapped.warnings));
        }
        let misfits: Vec<Interval> = filled.too_large.iter().map(|&k| intervals[k]).collect();
        let fate = if attempt < EDGE_ATTEMPTS {
            Fate::Shrink
        } else {
            Fate::Line
        };
        edge_cells = relax(view, edge_cells, &misfits, fate, &mut snapped.lines);
        attempt += 1;
    }
}

/// What to do with an edge whose cell is too large for its neighbours.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    /// Reduce the cell, while there is room.
    Shrink,
    /// Use a plain line: the growth ratio takes priority over the thirds rule.
    Line,
}

fn relax(
    view: &AxisView<'_>,
    cells: Vec<EdgeCell>,
    misfits: &[Interval],
    fate: Fate,
    lines: &mut Vec<FixedLine>,
) -> Vec<EdgeCell> {
    let mut kept = Vec::new();
    for mut cell in cells {
        let x = cell.edge.line.coordinate;
        if misfits.iter().any(|i| i.from < x && x < i.to) {
            cell.size *= EDGE_SHRINK;
            if fate == Fate::Line || cell.size < view.tolerance(x) {
                lines.push(cell.edge.line);
                continue;
            }
        }
        kept.push(cell);
    }
    kept
}

fn finish(
    view: &AxisView<'_>,
    fixed: Vec<FixedLine>,
    filled: Filled,
    limit: f64,
    mut warnings: Vec<GridWarning>,
) -> Axis {
    if filled.ratio > limit * (1.0 + 1e-6) {
        warnings.push(GridWarning::Growth {
            axis: view.axis,
            ratio: filled.ratio,
            limit,
        });
    }
    Axis {
        lines: filled.lines,
        fixed,
        warnings,
    }
}

fn intervals(view: &AxisView<'_>, fixed: &[FixedLine]) -> Result<Vec<Interval>, GridError> {
    let all: Vec<Interval> = fixed
        .windows(2)
        .map(|w| {
            let (from, to) = (w[0].coordinate, w[1].coordinate);
            let size = view.sizes.between(view.axis, from, to).0;
            Interval {
                from,
                to,
                size,
                cells: Cells::Any,
            }
        })
        .collect();
    let lines: f64 = all.iter().map(|i| (i.to - i.from) / i.size).sum();
    if lines > MAX_LINES as f64 {
        return Err(GridError::TooManyLines {
            axis: view.axis,
            lines,
        });
    }
    Ok(all)
}

/// The cells around metal edges are not divided.
fn lock(intervals: &mut [Interval], edge_cells: &[EdgeCell]) {
    for cell in edge_cells {
        let x = cell.edge.line.coordinate;
        for i in intervals.iter_mut().filter(|i| i.from < x && x < i.to) {
            i.cells = Cells::One;
        }
    }
}

/// The two fixed lines around the smallest cell, or the wavelength if they left enough room.
fn smallest_cause(
    scene: &Scene,
    sizes: &Sizes,
    grid: &Grid,
    fixed: &[Vec<FixedLine>; 3],
) -> String {
    let s = grid.smallest();
    let middle = grid.lines[s.axis][s.index] + 0.5 * s.size;
    let above = fixed[s.axis].partition_point(|l| l.coordinate < middle);
    let (Some(a), Some(b)) = (
        above.checked_sub(1).and_then(|k| fixed[s.axis].get(k)),
        fixed[s.axis].get(above),
    ) else {
        return "the domain".into();
    };
    let (size, material) = sizes.between(s.axis, a.coordinate, b.coordinate);
    let gap = b.coordinate - a.coordinate;
    let wavelength = format!(
        "the largest cell allowed in `{}` is {}",
        material_name(scene, material),
        length(size)
    );
    if s.size > 0.75 * size {
        wavelength
    } else if a.cause == b.cause {
        format!("{} needs separate cells", a.cause)
    } else {
        format!("{} and {} are {} apart", a.cause, b.cause, length(gap))
    }
}
