//! Grids that need no mesher: uniform cells, and given lines.

use crate::lines::{FixedLine, Grid, Layers, MAX_LINES, Meshed, covered};
use crate::messages::{Cause, GridError, GridWarning, What};
use crate::text::{axis_name, length};
use poynting_scene::Scene;

/// A change of the spacing by more than this is reported.
const NOTABLE: f64 = 0.01;

/// Uniform cells of about the requested spacing.
pub fn uniform(scene: &Scene, spacing: &[f64; 3]) -> Result<Meshed, GridError> {
    let mut lines = [Vec::new(), Vec::new(), Vec::new()];
    let mut warnings = Vec::new();
    for axis in 0..3 {
        let [from, to] = covered(scene, axis);
        let asked = spacing[axis];
        if asked.is_nan() || asked <= 0.0 {
            return Err(GridError::BadSpec {
                key: "spacing",
                value: asked,
                rule: "positive",
            });
        }
        let n = ((to - from) / asked).round().max(1.0);
        if n >= MAX_LINES as f64 {
            return Err(GridError::TooManyLines { axis, lines: n });
        }
        let got = (to - from) / n;
        if (got / asked - 1.0).abs() > NOTABLE {
            warnings.push(GridWarning::SpacingChanged { axis, asked, got });
        }
        let n = n as usize;
        // The last line exactly on the face.
        lines[axis] = (0..n)
            .map(|i| from + (to - from) * (i as f64 / n as f64))
            .chain([to])
            .collect();
    }
    let cause = "the spacing set in the scene".into();
    finish(scene, Grid::new(lines)?, cause, warnings)
}

/// The lines of the scene; their upper half on axes with a symmetry plane.
pub fn given(scene: &Scene, lines: &[Vec<f64>; 3]) -> Result<Meshed, GridError> {
    let whole = Grid::new(lines.clone())?;
    let mut kept = whole.lines.clone();
    for axis in (0..3).filter(|&a| scene.symmetry[a].is_some()) {
        let [plane, top] = covered(scene, axis);
        let line = whole.nearest_line(axis, plane);
        let nearest = lines[axis][line];
        if (nearest - plane).abs() > 1e-9 * (top - plane) {
            return Err(GridError::NoLineOnSymmetryPlane {
                axis,
                plane,
                nearest,
            });
        }
        kept[axis].drain(..line);
        kept[axis][0] = plane;
    }
    let grid = Grid::new(kept)?;
    let s = grid.smallest();
    let l = &grid.lines[s.axis];
    let cause = format!(
        "the lines at {} = {} and {} set in the scene",
        axis_name(s.axis),
        length(l[s.index]),
        length(l[s.index + 1])
    );
    finish(scene, grid, cause, Vec::new())
}

fn finish(
    scene: &Scene,
    grid: Grid,
    smallest_cause: String,
    warnings: Vec<GridWarning>,
) -> Result<Meshed, GridError> {
    let fixed = [0, 1, 2].map(|axis| end_lines(scene, axis));
    for (axis, ends) in fixed.iter().enumerate() {
        let l = &grid.lines[axis];
        let tolerance = 1e-9 * (ends[1].coordinate - ends[0].coordinate);
        let off = |a: f64, b: f64| (a - b).abs() > tolerance;
        if off(l[0], ends[0].coordinate) || off(l[l.len() - 1], ends[1].coordinate) {
            let cause = "the first and the last line must lie on the faces of the domain".into();
            return Err(GridError::BadLines { axis, cause });
        }
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

/// The ends of an axis, with their causes.
pub fn end_lines(scene: &Scene, axis: usize) -> Vec<FixedLine> {
    let lower = match scene.symmetry[axis] {
        Some(_) => What::Symmetry,
        None => What::Domain,
    };
    let line = |coordinate, what| FixedLine {
        coordinate,
        cause: Cause {
            what,
            owner: String::new(),
        },
    };
    let [from, to] = covered(scene, axis);
    vec![line(from, lower), line(to, What::Domain)]
}
