//! Blocks of whole cells that fill a volume: random ones, one in the middle, or many small ones.

use super::options::{Dispersive, Distribution};
use poynting_exec::Random;
use std::ops::Range;

/// A box of cells.
pub type Block = [Range<usize>; 3];

/// Random boxes per axis on a large grid: their faces lie a few cells apart, and there are few enough for a plan in seconds.
const BOXES: usize = 12;
/// Blocks per axis of a medium that is spread.
const SPREAD: usize = 8;
/// Fewest cells from one block to the next.
const MIN_PITCH: usize = 4;

/// Splits an axis into equal parts, at most `most`, each of at least [`MIN_PITCH`] cells where there are so many.
fn parts(cells: &Range<usize>, most: usize) -> Vec<Range<usize>> {
    let count = (cells.len() / MIN_PITCH).clamp(1, most);
    let at = |n: usize| cells.start + n * cells.len() / count;
    (0..count).map(|n| at(n)..at(n + 1)).collect()
}

/// The cells of a lattice with up to `most` cells along each axis.
fn lattice(volume: &Block, most: usize) -> impl Iterator<Item = Block> {
    let [xs, ys, zs] = volume.each_ref().map(|cells| parts(cells, most));
    let columns = xs.into_iter().flat_map(move |x| {
        let columns = ys.clone().into_iter();
        columns.map(move |y| [x.clone(), y])
    });
    columns.flat_map(move |[x, y]| {
        let column = zs.clone().into_iter();
        column.map(move |z| [x.clone(), y.clone(), z])
    })
}

/// Random boxes all over the volume, each with a number below `kinds`; the same on every machine.
pub fn random(volume: &Block, kinds: usize) -> Vec<(Block, usize)> {
    let mut random = Random::new(0);
    let boxes = lattice(volume, BOXES).enumerate();
    boxes
        .map(|(number, around)| {
            let block = around.map(|cells| {
                // Half of the cells at least, and one.
                let spare = cells.len() / 2;
                let before = random.whole(0..spare / 2 + 1);
                let after = random.whole(0..spare - spare / 2 + 1);
                cells.start + before..cells.end - after
            });
            // Every kind occurs where there are enough boxes.
            let kind = if number < kinds {
                number
            } else {
                random.whole(0..kinds)
            };
            (block, kind)
        })
        .collect()
}

/// The blocks of a dispersive medium.
pub fn dispersive(volume: &Block, dispersive: &Dispersive) -> Vec<Block> {
    let shrunk = |block: Block| block.map(|cells| middle(&cells, dispersive.share.cbrt()));
    match dispersive.distribution {
        Distribution::Block => vec![shrunk(volume.clone())],
        Distribution::Spread => lattice(volume, SPREAD).map(shrunk).collect(),
    }
}

/// The middle part of an axis, in whole cells and at least one.
fn middle(cells: &Range<usize>, share: f64) -> Range<usize> {
    let length = (share * cells.len() as f64).round() as usize;
    let length = length.clamp(1, cells.len());
    let start = cells.start + (cells.len() - length) / 2;
    start..start + length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(block: &Block) -> usize {
        block.iter().map(ExactSizeIterator::len).product()
    }

    fn overlap(a: &Block, b: &Block) -> bool {
        a.iter()
            .zip(b)
            .all(|(a, b)| a.start < b.end && b.start < a.end)
    }

    #[test]
    fn random_boxes_fill_the_volume_without_overlap() {
        let inside = [2..62, 3..40, 0..9];
        let boxes = random(&inside, 5);
        assert_eq!(boxes.len(), 12 * 9 * 2);
        assert_eq!(boxes, random(&inside, 5));
        for (n, (a, kind)) in boxes.iter().enumerate() {
            assert!(*kind < 5 && volume(a) > 0);
            for (a, cells) in a.iter().zip(&inside) {
                assert!(cells.start <= a.start && a.end <= cells.end);
            }
            assert!(boxes[..n].iter().all(|(b, _)| !overlap(a, b)));
        }
        assert!((0..5).all(|kind| boxes.iter().any(|(_, k)| *k == kind)));
        let filled: usize = boxes.iter().map(|(block, _)| volume(block)).sum();
        assert!(filled > 60 * 37 * 9 / 4, "{filled}");
    }

    #[test]
    fn a_dispersive_medium_has_the_share_asked_for() {
        let inside = [10..138, 10..138, 10..138];
        for text in ["0.1:1", "0.1:1:spread", "0.5:1:spread", "1:1"] {
            let wanted: Dispersive = text.parse().unwrap();
            let blocks = dispersive(&inside, &wanted);
            let filled: usize = blocks.iter().map(volume).sum();
            let share = filled as f64 / 128_f64.powi(3);
            // Whole cells: at most half of one in 7.4, the edge of the smallest blocks, on three axes.
            assert!((share / wanted.share - 1.0).abs() < 0.2, "{text}: {share}");
        }
        let tiny = dispersive(&[0..1, 0..1, 0..1], &"0.1:1".parse().unwrap());
        assert_eq!(tiny, [[0..1, 0..1, 0..1]]);
    }
}
