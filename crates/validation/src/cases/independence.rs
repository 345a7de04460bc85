//! Results depend neither on the number of threads nor on the order in which cells are updated.
//!
//! Every update reads and writes the same numbers in the same arithmetic, on any thread and in any order; sums are taken
//! in a fixed order. So everything that a run records must be identical bit for bit. On the CPU threads share the grid, in
//! sweeps or tiles; on a GPU one thread handles a node, a part of a column or a whole one, in blocks of any shape, on rows with
//! any alignment. The scene contains everything that acts on fields: curved and lossy bodies, a metal sheet, a port, a dipole, graded
//! cells; a second one is periodic.

use crate::ValidationError;
use crate::bench::{Bench, Comparison};
use poynting::{Mapping, March, Precision, Results, RunOptions, TraversalChoice};

const CLOSED: &str = include_str!("../../scenes/everything.toml");
const PERIODIC: &str = include_str!("../../scenes/periodic.toml");

/// The scenes: on the CPU larger than one tile.
fn scenes(bench: &Bench<'_>) -> [String; 2] {
    let fine = [
        "cells_per_wavelength = 14\nmax_frequency = \"12 GHz\"\nmax_cell = \"1.1 mm\"",
        "spacing = [\"1 mm\", \"0.9 mm\", \"1.1 mm\"]",
    ];
    let coarse = [
        "cells_per_wavelength = 5\nmax_frequency = \"12 GHz\"\nmax_cell = \"3 mm\"",
        "spacing = [\"2.5 mm\", \"2.2 mm\", \"2.7 mm\"]",
    ];
    let [closed, periodic] = bench.sized([coarse, fine, fine]);
    [(CLOSED, closed), (PERIODIC, periodic)]
        .map(|(scene, grid)| format!("{scene}\n[grid]\n{grid}\n"))
}

pub(crate) fn threads(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    if bench.is_on_gpu() {
        let marches = [March::Parts(3), March::Column, March::Cell];
        return mappings(
            bench,
            &marches.map(|march| Mapping {
                march,
                ..Mapping::default()
            }),
        );
    }
    for &precision in bench.precisions() {
        for traversal in [TraversalChoice::Sweep, TraversalChoice::Tiles] {
            let options = |threads| RunOptions {
                threads: Some(threads),
                traversal: Some(traversal),
                ..bench.options(precision)
            };
            let runs = [1, 2, 3].map(options);
            let name = match traversal {
                TraversalChoice::Tiles => "tiles",
                TraversalChoice::Auto | TraversalChoice::Sweep => "sweep",
            };
            compare(bench, name, precision, &runs)?;
        }
    }
    Ok(())
}

pub(crate) fn traversals(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    if bench.is_on_gpu() {
        let shapes = [([32, 2], 32), ([128, 1], 16), ([16, 8], 1)];
        return mappings(
            bench,
            &shapes.map(|(block, align)| Mapping {
                block,
                align,
                ..Mapping::default()
            }),
        );
    }
    for &precision in bench.precisions() {
        let runs = [TraversalChoice::Sweep, TraversalChoice::Tiles].map(|traversal| RunOptions {
            traversal: Some(traversal),
            ..bench.options(precision)
        });
        compare(bench, "", precision, &runs)?;
    }
    Ok(())
}

/// Compares mappings of threads to cells.
fn mappings(bench: &mut Bench<'_>, mappings: &[Mapping]) -> Result<(), ValidationError> {
    for &precision in bench.precisions() {
        let options = |mapping: &Mapping| RunOptions {
            mapping: Some(*mapping),
            ..bench.options(precision)
        };
        let runs: Vec<RunOptions> = mappings.iter().map(options).collect();
        compare(bench, "", precision, &runs)?;
    }
    Ok(())
}

/// A row that counts differences from a run with the user's settings, over both scenes.
fn compare(
    bench: &mut Bench<'_>,
    of: &str,
    precision: Precision,
    runs: &[RunOptions],
) -> Result<(), ValidationError> {
    let mut count = 0;
    for scene in scenes(bench) {
        let first = bench.simulate(&scene, precision)?;
        for options in runs {
            let results = bench.simulate_with(&scene, options)?;
            count += differing(&first, &results);
        }
    }
    bench.row(&Comparison {
        of,
        precision,
        error: count as f64,
        unit: "values that differ",
        tolerance: 0.0,
    });
    Ok(())
}

/// Number of values with different bits; all of them if the shapes differ.
fn differing(a: &Results, b: &Results) -> usize {
    if a.quantities.len() != b.quantities.len() {
        return usize::MAX;
    }
    let pairs = a.quantities.iter().zip(&b.quantities);
    let count = |(a, b): (&poynting::Quantity, &poynting::Quantity)| {
        if a.declaration != b.declaration || a.data.len() != b.data.len() {
            return a.data.len().max(b.data.len());
        }
        let values = a.data.iter().zip(&b.data);
        values.filter(|(a, b)| a.to_bits() != b.to_bits()).count()
    };
    pairs.map(count).sum()
}
