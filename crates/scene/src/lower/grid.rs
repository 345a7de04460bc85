//! The grid requested in the file.

use super::checker::{AXES, Checker, SAME};
use super::waveforms::Drive;
use crate::lists::List;
use crate::measures::Length;
use crate::model::{GridKind, GridSpec};
use crate::quantity::show_length;
use crate::records::{GridRecord, LinesRecord};
use crate::tree::Span;

const CELLS_PER_WAVELENGTH: f64 = 20.0;
const MAX_GROWTH: f64 = 1.3;

pub(super) fn grid(
    record: &GridRecord,
    drive: &Drive<'_>,
    check: &mut Checker<'_>,
) -> Option<GridSpec> {
    let max_frequency = record.max_frequency.as_ref().map(|f| f.value);
    let max_frequency = max_frequency.or_else(|| drive.max_frequency());
    one_kind(record, check);
    let kind = if let Some(spacing) = &record.spacing {
        mesher_keys(record, check);
        GridKind::Uniform {
            spacing: spacing.items.each_ref().map(|s| s.value),
        }
    } else if let Some(lines) = &record.lines {
        mesher_keys(record, check);
        GridKind::Lines {
            lines: grid_lines(lines, check)?,
        }
    } else {
        let is_space = check.domain.is_some_and(|d| d.is_space());
        let needed = drive.is_in_time() && !is_space;
        if max_frequency.is_none() && needed && check.out.is_empty() {
            let cure =
                "in `grid` write max_frequency = \"10 GHz\", or set the cell size with `spacing`";
            let message = "the cell size cannot be chosen: no maximum frequency is set";
            check.out.report(
                record.span,
                message,
                "needs `max_frequency`: no waveform defines it",
                cure,
            );
        }
        cell_bounds(record, check);
        GridKind::Auto {
            cells_per_wavelength: record
                .cells_per_wavelength
                .as_ref()
                .map_or(CELLS_PER_WAVELENGTH, |n| n.value),
            max_growth: record.max_growth.as_ref().map_or(MAX_GROWTH, |g| g.value),
            min_cell: record.min_cell.as_ref().map(|cell| cell.value),
            max_cell: record.max_cell.as_ref().map(|cell| cell.value),
        }
    };
    Some(GridSpec {
        max_frequency,
        kind,
    })
}

fn one_kind(record: &GridRecord, check: &mut Checker<'_>) {
    let kinds: Vec<(&str, Span)> = [
        record
            .cells_per_wavelength
            .as_ref()
            .map(|n| ("cells_per_wavelength", n.span)),
        record.spacing.as_ref().map(|s| ("spacing", s.span)),
        record.lines.as_ref().map(|l| ("lines", l.span)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let [(first, first_span), (second, span), ..] = kinds[..] {
        let message = format!("`{first}` and `{second}` both define the grid");
        let cure = "keep one of `cells_per_wavelength` (the mesher), `spacing` and `lines`";
        check
            .out
            .report(span, message, "the second", cure)
            .also(first_span, "the first");
    }
}

fn mesher_keys(record: &GridRecord, check: &mut Checker<'_>) {
    let keys = [
        record.max_growth.as_ref().map(|g| ("max_growth", g.span)),
        record.min_cell.as_ref().map(|c| ("min_cell", c.span)),
        record.max_cell.as_ref().map(|c| ("max_cell", c.span)),
    ];
    for (key, span) in keys.into_iter().flatten() {
        let message = format!("`{key}` has no effect on a grid defined by `spacing` or `lines`");
        let cure = format!("remove `{key}`, or use `cells_per_wavelength` instead");
        check.out.report(span, message, "for the mesher only", cure);
    }
}

fn cell_bounds(record: &GridRecord, check: &mut Checker<'_>) {
    if let (Some(min), Some(max)) = (&record.min_cell, &record.max_cell)
        && min.value >= max.value
    {
        let label = format!("not less than {}", show_length(max.value));
        let cure = "choose `max_cell` greater than `min_cell`";
        check
            .out
            .report(
                min.span,
                "`min_cell` must be less than `max_cell`",
                label,
                cure,
            )
            .also(max.span, "`max_cell`");
    }
}

fn grid_lines(record: &LinesRecord, check: &mut Checker<'_>) -> Option<[Vec<f64>; 3]> {
    let read = [(0, &record.x), (1, &record.y), (2, &record.z)]
        .map(|(axis, list)| axis_lines(axis, list, check));
    let [x, y, z] = read;
    Some([x?, y?, z?])
}

fn axis_lines(axis: usize, list: &List<Length>, check: &mut Checker<'_>) -> Option<Vec<f64>> {
    let name = AXES[axis];
    if !list.complete {
        return None;
    }
    for pair in list.items.windows(2) {
        if pair[1].value <= pair[0].value {
            let message = format!("the grid lines along {name} are not in increasing order");
            let label = format!("not greater than {}", show_length(pair[0].value));
            let cure = "list each line once, in increasing order";
            check
                .out
                .report(pair[1].span, message, label, cure)
                .also(pair[0].span, "the previous line");
            return None;
        }
    }
    let mut values: Vec<f64> = list.items.iter().map(|line| line.value).collect();
    let domain = check.domain.filter(|d| !d.is_space())?;
    let (low, high) = (domain.from[axis], domain.to[axis]);
    let slack = SAME * (high - low);
    let ([first, .., last], [low_line, .., high_line]) = (&list.items[..], &mut values[..]) else {
        let message = format!("too few grid lines along {name}");
        let cure = format!(
            "write at least \"{}\" and \"{}\"",
            show_length(low),
            show_length(high)
        );
        check
            .out
            .report(list.span, message, "at least two are required", cure);
        return None;
    };
    for (line, face, which) in [(first, low, "first"), (last, high, "last")] {
        if (line.value - face).abs() > slack {
            let message =
                format!("the {which} grid line along {name} is not on the face of the domain");
            let label = format!("the face is at {name} = {}", show_length(face));
            let cure = format!("write \"{}\" here, or change `domain`", show_length(face));
            check.out.report(line.span, message, label, cure);
        }
    }
    // Exactly on the face, so that no later comparison depends on rounding.
    (*low_line, *high_line) = (low, high);
    Some(values)
}
