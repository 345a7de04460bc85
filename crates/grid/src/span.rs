//! The nodes of an axis that are stored: all of them, or those of a rank with its halo.
//!
//! A rank advances its own nodes and, redundantly, a halo of nodes of its neighbours. What lies beyond the halo is unknown to it, so with every
//! step one more layer of the halo becomes unknown; before the own nodes are reached the halo is received anew (`crates/fdtd-core/src/ranks`).

use crate::region::overlap;
use std::ops::Range;

/// What lies at the ends of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// Walls.
    Walls,
    /// Each other.
    Periodic,
    /// Each other, up to a phase.
    Bloch,
}

/// The stored nodes of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The first of them.
    pub first: usize,
    /// The number of places, which have a node each, but for the seam.
    pub len: usize,
    /// The nodes that the rank owns.
    pub own: Range<usize>,
    /// Whether other ranks own some nodes of the axis.
    pub is_cut: bool,
    /// The number of nodes after which a joined axis repeats, if it is cut.
    pub period: Option<usize>,
    /// The place between the last node of a Bloch axis and the first. It holds what each of them sees of the other: E of the first node with the phase, and H of the last one.
    pub seam: Option<usize>,
}

impl Span {
    /// All nodes of an axis.
    pub fn whole(nodes: usize) -> Self {
        Self {
            first: 0,
            len: nodes,
            own: 0..nodes,
            is_cut: false,
            period: None,
            seam: None,
        }
    }

    /// Nodes of an axis that is cut, with a halo of nodes on either side where the axis goes on. `nodes` are those of the whole axis, without the last
    /// one if its ends are joined.
    ///
    /// # Panics
    /// If the halo of a joined axis meets itself.
    pub fn with_halo(own: Range<usize>, halo: usize, nodes: usize, ends: Ends) -> Self {
        if ends == Ends::Walls {
            let first = own.start.saturating_sub(halo);
            return Self {
                first,
                len: (own.end + halo).min(nodes) - first,
                own,
                is_cut: true,
                period: None,
                seam: None,
            };
        }
        let stored = own.len() + 2 * halo;
        assert!(stored <= nodes, "the halo meets itself");
        let first = (own.start + nodes - halo) % nodes;
        let goes_round = first + stored > nodes;
        let seam = (ends == Ends::Bloch && goes_round).then(|| nodes - first);
        Self {
            first,
            len: stored + usize::from(seam.is_some()),
            own,
            is_cut: true,
            period: Some(nodes),
            seam,
        }
    }

    /// Whether the axis, which has so many nodes, goes on beyond the first and beyond the last of the stored ones.
    pub fn cuts(&self, nodes: usize) -> [bool; 2] {
        let is_joined = self.period.is_some();
        [
            is_joined || self.first > 0,
            is_joined || self.first + self.len < nodes,
        ]
    }

    /// Where a node is stored, if it is.
    pub fn place(&self, node: usize) -> Option<usize> {
        let place = match self.period {
            Some(period) => (node + period - self.first) % period,
            None => node.checked_sub(self.first)?,
        };
        let place = place + usize::from(self.seam.is_some_and(|seam| place >= seam));
        (place < self.len).then_some(place)
    }

    /// The node that is stored at a place. A seam counts as the first node of the axis.
    pub fn node(&self, place: usize) -> usize {
        let node = self.first + place - usize::from(self.seam.is_some_and(|seam| place > seam));
        self.period.map_or(node, |period| node % period)
    }

    /// The stored nodes of a range, as pieces that are contiguous in both: the range, and where it is stored.
    pub fn pieces(&self, range: &Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
        let end = self.first + self.len - usize::from(self.seam.is_some());
        let period = self.period.unwrap_or(end);
        // What lies beyond the end of a joined axis comes first in the range.
        let windows = [0..end.saturating_sub(period), self.first..end.min(period)];
        let piece = |window: Range<usize>| {
            let nodes = overlap(&window, range);
            let start = self.place(nodes.start).filter(|_| !nodes.is_empty())?;
            let places = start..start + nodes.len();
            Some((nodes, places))
        };
        windows.into_iter().filter_map(piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_halo_ends_where_the_axis_does() {
        let span = Span::with_halo(0..10, 3, 31, Ends::Walls);
        assert_eq!((span.first, span.len), (0, 13));
        assert_eq!(
            [0, 12, 13].map(|n| span.place(n)),
            [Some(0), Some(12), None]
        );
        let span = Span::with_halo(20..31, 3, 31, Ends::Walls);
        assert_eq!((span.first, span.len), (17, 14));
        assert_eq!(
            [16, 17, 30].map(|n| span.place(n)),
            [None, Some(0), Some(13)]
        );
        assert!(!Span::whole(31).is_cut && span.is_cut);
        assert_eq!(span.cuts(31), [true, false]);
        assert_eq!(
            Span::with_halo(2..10, 3, 31, Ends::Walls).cuts(31),
            [false, true]
        );
        assert_eq!(Span::whole(31).cuts(31), [false; 2]);
    }

    #[test]
    fn a_periodic_axis_goes_on_at_its_other_end() {
        let span = Span::with_halo(0..10, 3, 30, Ends::Periodic);
        assert_eq!(
            [27, 29, 0, 12, 13].map(|n| span.place(n)),
            [Some(0), Some(2), Some(3), Some(15), None]
        );
        assert_eq!(span.pieces(&(0..30)), [(0..13, 3..16), (27..30, 0..3)]);
        assert_eq!(span.pieces(&(14..20)), []);
    }

    #[test]
    fn a_seam_lies_between_the_ends_of_a_bloch_axis() {
        let span = Span::with_halo(0..10, 3, 30, Ends::Bloch);
        assert_eq!((span.len, span.seam), (17, Some(3)));
        assert_eq!(
            [27, 29, 0, 12, 13].map(|n| span.place(n)),
            [Some(0), Some(2), Some(4), Some(16), None]
        );
        assert_eq!([2, 3, 4, 16].map(|p| span.node(p)), [29, 0, 0, 12]);
        assert_eq!(span.pieces(&(0..30)), [(0..13, 4..17), (27..30, 0..3)]);
        let inner = Span::with_halo(10..20, 10, 30, Ends::Bloch);
        assert_eq!((inner.first, inner.len, inner.seam), (0, 30, None));
    }
}
