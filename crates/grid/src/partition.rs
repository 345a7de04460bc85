//! The division of a grid among ranks: boxes between planes across each axis.
//!
//! The planes are placed one axis after another so that slabs between them cost the same, or in proportion to given shares: with the cost c(i) of the nodes
//! of plane i, the sum C of all costs and shares that add up to 1, a cut is where the running sum passes C times the shares before it. A plane costs the same wherever the other axes are cut, if costs are sums over
//! axes, as those of PMLs are.

use std::ops::Range;

/// Boxes of a grid, one per rank. Ranks are numbered with z fastest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// The ranges between cuts, per axis.
    ranges: [Vec<Range<usize>>; 3],
}

impl Partition {
    /// A grid cut into `parts` along each axis, where `costs` are those of the planes of nodes across each.
    ///
    /// # Panics
    /// If an axis has fewer nodes than parts.
    pub fn new(parts: [usize; 3], costs: &[Vec<f64>; 3]) -> Self {
        Self::shared(&parts.map(|parts| vec![1.0; parts]), costs)
    }

    /// A grid cut into parts with these shares along each axis.
    ///
    /// # Panics
    /// If an axis has fewer nodes than parts.
    pub fn shared(shares: &[Vec<f64>; 3], costs: &[Vec<f64>; 3]) -> Self {
        Self {
            ranges: std::array::from_fn(|axis| balanced(&shares[axis], &costs[axis])),
        }
    }

    /// Number of ranks.
    pub fn ranks(&self) -> usize {
        self.ranges.iter().map(Vec::len).product()
    }

    /// Number of parts per axis.
    pub fn parts(&self) -> [usize; 3] {
        self.ranges.each_ref().map(Vec::len)
    }

    /// The position of a rank along each axis.
    pub fn position(&self, rank: usize) -> [usize; 3] {
        let [_, py, pz] = self.parts();
        [rank / (py * pz), rank / pz % py, rank % pz]
    }

    /// The largest number of nodes between cuts across an axis.
    pub fn longest(&self, axis: usize) -> usize {
        let lengths = self.ranges[axis].iter().map(ExactSizeIterator::len);
        lengths.max().unwrap_or(0)
    }

    /// The nodes that a rank owns.
    pub fn own(&self, rank: usize) -> [Range<usize>; 3] {
        let position = self.position(rank);
        std::array::from_fn(|axis| self.ranges[axis][position[axis]].clone())
    }
}

/// Consecutive ranges whose costs are about in proportion to their shares, none of them empty.
fn balanced(shares: &[f64], costs: &[f64]) -> Vec<Range<usize>> {
    let (parts, nodes) = (shares.len(), costs.len());
    assert!(
        (1..=nodes).contains(&parts),
        "{parts} parts of {nodes} nodes"
    );
    let over_share = costs.iter().sum::<f64>() / shares.iter().sum::<f64>();
    let mut ranges = Vec::with_capacity(parts);
    let (mut start, mut sum) = (0, 0.0);
    for part in 1..=parts {
        let goal = over_share * shares[..part].iter().sum::<f64>();
        // The parts that follow need a node each.
        let last = nodes - (parts - part);
        let mut end = start + 1;
        sum += costs[start];
        while end < last && (part == parts || sum + 0.5 * costs[end] <= goal) {
            sum += costs[end];
            end += 1;
        }
        ranges.push(start..end);
        start = end;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_the_axis_and_cost_the_same() {
        assert_eq!(balanced(&[1.0; 3], &[1.0; 9]), [0..3, 3..6, 6..9]);
        assert_eq!(balanced(&[1.0; 4], &[1.0; 4]), [0..1, 1..2, 2..3, 3..4]);
        assert_eq!(balanced(&[3.0, 1.0], &[1.0; 8]), [0..6, 6..8]);
        assert_eq!(balanced(&[0.0, 1.0], &[1.0; 8]), [0..1, 1..8]);
        // Expensive ends, as with PMLs.
        let costs: Vec<f64> = (0..100)
            .map(|i| if (10..90).contains(&i) { 1.0 } else { 3.0 })
            .collect();
        let cost = |range: &Range<usize>| costs[range.clone()].iter().sum::<f64>();
        let ranges = balanced(&[1.0; 4], &costs);
        assert_eq!((ranges[0].start, ranges[3].end), (0, 100));
        assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert!(ranges.iter().all(|range| (cost(range) - 35.0).abs() <= 3.0));
    }

    #[test]
    fn ranks_are_numbered_with_z_fastest() {
        let partition = Partition::new([2, 3, 4], &[vec![1.0; 8], vec![1.0; 9], vec![1.0; 12]]);
        assert_eq!(partition.ranks(), 24);
        assert_eq!(partition.position(5), [0, 1, 1]);
        assert_eq!(partition.own(23), [4..8, 6..9, 9..12]);
    }
}
