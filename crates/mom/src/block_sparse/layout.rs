//! The block pattern.

use std::ops::Range;

/// Blocks by block row, and the offsets of their values.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// First unknown of each cluster, and the number of unknowns.
    pub(crate) starts: Vec<usize>,
    /// First block of each block row, and the number of blocks.
    pub(crate) first: Vec<usize>,
    /// Column cluster of each block, ascending within a row.
    pub(crate) columns: Vec<u32>,
    /// Offset of each block's values, and the total number of values. Blocks are stored column-major.
    pub(crate) offsets: Vec<usize>,
}

impl Layout {
    /// For clusters that start at `starts` (which ends with the number of unknowns), with blocks at the ascending `pattern` of each row.
    pub fn new(starts: Vec<usize>, pattern: &[impl AsRef<[u32]>]) -> Self {
        assert_eq!(starts.len(), pattern.len() + 1, "one row per cluster");
        let all = pattern
            .iter()
            .map(|blocks| blocks.as_ref().len())
            .sum::<usize>();
        let mut first = Vec::with_capacity(starts.len());
        let (mut offsets, mut columns) = (Vec::with_capacity(all + 1), Vec::with_capacity(all));
        first.push(0);
        offsets.push(0);
        let width = |cluster: usize| starts[cluster + 1] - starts[cluster];
        let mut end = 0;
        for (row, blocks) in pattern.iter().enumerate() {
            let blocks = blocks.as_ref();
            assert!(blocks.is_sorted_by(|a, b| a < b), "columns ascend");
            for &column in blocks {
                end += width(row) * width(column as usize);
                offsets.push(end);
            }
            columns.extend_from_slice(blocks);
            first.push(columns.len());
        }
        Self {
            starts,
            first,
            columns,
            offsets,
        }
    }

    /// Only blocks on the diagonal.
    pub fn diagonal(starts: Vec<usize>) -> Self {
        let pattern: Vec<Vec<u32>> = (0..starts.len() as u32 - 1).map(|n| vec![n]).collect();
        Self::new(starts, &pattern)
    }

    /// Number of clusters.
    pub fn clusters(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.starts[self.clusters()]
    }

    /// Unknowns of a cluster.
    pub fn unknowns(&self, cluster: usize) -> Range<usize> {
        self.starts[cluster]..self.starts[cluster + 1]
    }

    /// Indices of the blocks in a row.
    pub fn numbers(&self, row: usize) -> Range<usize> {
        self.first[row]..self.first[row + 1]
    }

    /// Column clusters of the blocks in a row.
    pub fn pattern(&self, row: usize) -> &[u32] {
        &self.columns[self.numbers(row)]
    }

    /// The range of the values of some rows.
    pub fn values(&self, rows: &Range<usize>) -> Range<usize> {
        self.offsets[self.first[rows.start]]..self.offsets[self.first[rows.end]]
    }

    /// Memory in bytes, without the values.
    pub fn bytes(&self) -> u64 {
        Self::bytes_of(self.clusters(), self.columns.len())
    }

    /// The same for any pattern of `blocks` between `clusters`.
    pub fn bytes_of(clusters: usize, blocks: usize) -> u64 {
        let indices = 2 * (clusters + 1) + blocks + 1;
        (blocks * size_of::<u32>() + indices * size_of::<usize>()) as u64
    }
}
