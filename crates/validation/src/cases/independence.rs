//! Results depend neither on the number of threads nor on the order in which cells are updated.
//!
//! Every update reads and writes the same numbers in the same arithmetic, whoever makes it and when; sums are taken
//! in a fixed order. So everything that a run records must be equal bit for bit. The scene has all that acts on
//! fields: curved and lossy bodies, a metal sheet, a port, a dipole, graded cells; a second one is periodic.

use crate::ValidationError;
use crate::bench::{Bench, Comparison};
use poynting::{Precision, Results, RunOptions, TraversalChoice};

const CLOSED: &str = include_str!("../../scenes/everything.toml");
const PERIODIC: &str = include_str!("../../scenes/periodic.toml");

pub(crate) fn threads(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    for precision in [Precision::F64, Precision::F32] {
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
    for precision in [Precision::F64, Precision::F32] {
        let runs = [TraversalChoice::Sweep, TraversalChoice::Tiles].map(|traversal| RunOptions {
            traversal: Some(traversal),
            ..bench.options(precision)
        });
        compare(bench, "", precision, &runs)?;
    }
    Ok(())
}

/// A row that counts what differs from the first run, over both scenes.
fn compare(
    bench: &mut Bench<'_>,
    of: &str,
    precision: Precision,
    runs: &[RunOptions],
) -> Result<(), ValidationError> {
    let mut count = 0;
    for scene in [CLOSED, PERIODIC] {
        let mut first: Option<Results> = None;
        for options in runs {
            let results = bench.simulate_with(scene, options)?;
            match &first {
                Some(first) => count += differing(first, &results),
                None => first = Some(results),
            }
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

/// Values that are not the same bits; all of them where the shapes differ.
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
