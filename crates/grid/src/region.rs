//! Index boxes, and the memory layout.
//!
//! Along each axis a grid of n cells has n + 1 nodes. Every component is stored for all nodes; those that do
//! not exist on the grid (E along x at the last x node, for example) have zero coefficients and stay zero. Rows
//! run along z and consist of whole chunks: kernels update the padding behind the last node too, where coefficients are zero.
//! At least one zero element lies between two rows, so that the neighbours k - 1 and k + 1 of a row's ends exist, and a chunk between two
//! planes, so that no row shares an element with one of another plane. After the last plane comes a row of zeros, the neighbour of rows at walls.
//!
//! Between Bloch boundaries fields are complex. A row then holds the real parts of its nodes and, after at least one further
//! element, the imaginary parts, so that whatever acts on rows acts on both. The padding between them has zero coefficients too.

use poynting_exec::Real;
use poynting_scene::Component;
use std::ops::Range;

/// A box of node indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Along x.
    pub x: Range<usize>,
    /// Along y.
    pub y: Range<usize>,
    /// Along z.
    pub z: Range<usize>,
}

impl Region {
    /// The intersection of two boxes.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self {
            x: overlap(&self.x, &other.x),
            y: overlap(&self.y, &other.y),
            z: overlap(&self.z, &other.z),
        }
    }

    /// Whether it contains no node.
    pub fn is_empty(&self) -> bool {
        self.x.is_empty() || self.y.is_empty() || self.z.is_empty()
    }
}

/// The intersection of two ranges.
pub fn overlap(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    let start = a.start.max(b.start);
    start..a.end.min(b.end).max(start)
}

/// The two halves of a time step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HalfStep {
    /// E from n to n + 1.
    E,
    /// H from n + 1/2 to n + 3/2.
    H,
}

impl HalfStep {
    /// The half step that changes a component.
    pub fn of(component: Component) -> Self {
        if component.is_electric() {
            Self::E
        } else {
            Self::H
        }
    }

    /// Index of the first component that it changes.
    #[inline(always)]
    pub fn first_component(self) -> usize {
        match self {
            Self::E => 0,
            Self::H => 3,
        }
    }

    /// The time of its field after a step.
    pub fn time_of(self, step: u64, dt: f64) -> f64 {
        match self {
            Self::E => (step + 1) as f64 * dt,
            Self::H => (step as f64 + 1.5) * dt,
        }
    }

    /// Those nodes of an axis that it can still update, so many steps after the nodes beyond the cuts at its lower and upper end were last known.
    ///
    /// E of a node needs H of the node before, and H needs E of the node after. So at a lower cut each step loses one node of both, and at an upper one
    /// H loses a node before E does.
    pub fn known(
        self,
        nodes: Range<usize>,
        [lower, upper]: [bool; 2],
        steps: usize,
    ) -> Range<usize> {
        let above = match self {
            Self::E => steps,
            Self::H => steps + 1,
        };
        let start = nodes.start + if lower { steps + 1 } else { 0 };
        let end = nodes.end.saturating_sub(if upper { above } else { 0 });
        overlap(&nodes, &(start..end))
    }

    /// The half step whose fields drive this one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::E => Self::H,
            Self::H => Self::E,
        }
    }
}

/// The row layout in memory, the same for every component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Cells per axis.
    pub cells: [usize; 3],
    /// Which axes are periodic: there the last node is the first one, up to a phase between Bloch boundaries.
    pub periodic: [bool; 3],
    /// Offset within a row of the imaginary part of a node, if fields are complex.
    pub imaginary: Option<usize>,
    /// Nodes between the ends of a Bloch axis, where it wraps around ([`Span::seam`](crate::Span::seam)).
    pub seams: [Option<usize>; 3],
    /// The lower and upper ends at which an axis goes on, on another rank.
    pub cuts: [[bool; 2]; 3],
    stride_y: usize,
    stride_x: usize,
    lead: usize,
}

/// Nodes of a row that kernels update together. A row of single precision then starts on a cache line.
pub const CHUNK: usize = 16;

impl Layout {
    /// The layout of a grid for values of type `T`.
    pub fn new<T: Real>(cells: [usize; 3], periodic: [bool; 3]) -> Self {
        Self::with_parts::<T>(cells, periodic, None)
    }

    /// The layout of complex fields.
    pub fn complex<T: Real>(cells: [usize; 3], periodic: [bool; 3]) -> Self {
        Self::with_parts::<T>(cells, periodic, Some(cells[2] + 2))
    }

    fn with_parts<T: Real>(
        cells: [usize; 3],
        periodic: [bool; 3],
        imaginary: Option<usize>,
    ) -> Self {
        let nodes = imaginary.unwrap_or(0) + cells[2] + 1;
        // On a periodic axis the element before a row is a ghost, which the chunks of the row before must not touch.
        let used = if periodic[2] {
            nodes.next_multiple_of(CHUNK)
        } else {
            nodes
        };
        let stride_y = (used + 1).next_multiple_of(CHUNK);
        let mut stride_x = stride_y * (cells[1] + 1) + CHUNK;
        // Planes a multiple of a kilobyte apart would soon share cache sets.
        if (stride_x * size_of::<T>()).is_multiple_of(1024) {
            stride_x += CHUNK;
        }
        Self {
            cells,
            periodic,
            imaginary,
            seams: [None; 3],
            cuts: [[false; 2]; 3],
            stride_y,
            stride_x,
            lead: CHUNK,
        }
    }

    /// Nodes per axis.
    pub fn nodes(&self) -> [usize; 3] {
        self.cells.map(|n| n + 1)
    }

    /// The updated nodes: without the last one on periodic axes. Along z both parts of complex fields and the padding
    /// between them.
    pub fn active(&self) -> Region {
        let Region { x, y, z } = self.part();
        Region {
            x,
            y,
            z: 0..self.imaginary.unwrap_or(0) + z.end,
        }
    }

    /// Those of them that a half step can still update, so many steps after the nodes beyond the cuts were last known ([`HalfStep::known`]). Rows are
    /// updated as a whole.
    pub fn known(&self, half: HalfStep, steps: usize) -> Region {
        let Region { x, y, z } = self.active();
        Region {
            x: half.known(x, self.cuts[0], steps),
            y: half.known(y, self.cuts[1], steps),
            z,
        }
    }

    /// The nodes that are updated, in the real part alone.
    pub fn part(&self) -> Region {
        let [x, y, z] = [0, 1, 2].map(|a| 0..self.cells[a] + usize::from(!self.periodic[a]));
        Region { x, y, z }
    }

    /// Offset within a row of each part of the fields: only the real one, or both.
    pub fn parts(&self) -> impl Iterator<Item = usize> + use<> {
        std::iter::once(0).chain(self.imaginary)
    }

    /// The number of a node along an axis, in either part.
    pub fn node_of_axis(&self, axis: usize, node: [usize; 3]) -> usize {
        match axis {
            2 => self.node_of(node[2]),
            _ => node[axis],
        }
    }

    /// The node along z to which the k-th element of a row belongs, in either part.
    pub fn node_of(&self, k: usize) -> usize {
        match self.imaginary {
            Some(part) if k >= part => k - part,
            _ => k,
        }
    }

    /// Chunks of a row that contain updated nodes.
    #[inline(always)]
    pub fn chunks(&self) -> usize {
        self.active().z.end.div_ceil(CHUNK)
    }

    /// Elements of one component's buffer.
    pub fn len(&self) -> usize {
        self.outside() + self.stride_y + self.lead
    }

    /// Whether it is empty (never: a grid has cells).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Offset of node (i, j, 0).
    #[inline(always)]
    pub fn row(&self, i: usize, j: usize) -> usize {
        self.lead + i * self.stride_x + j * self.stride_y
    }

    /// Offset of the row of zeros.
    #[inline(always)]
    pub fn outside(&self) -> usize {
        self.row(self.cells[0] + 1, 0)
    }

    /// The node equivalent to a node: the last one of a periodic axis is the first.
    pub fn wrap(&self, axis: usize, node: usize) -> usize {
        if self.periodic[axis] && node == self.cells[axis] {
            0
        } else {
            node
        }
    }

    /// The cell before a node, if there is one.
    pub fn cell_before(&self, axis: usize, node: usize) -> Option<usize> {
        match node {
            0 if self.periodic[axis] => Some(self.cells[axis] - 1),
            _ => node.checked_sub(1),
        }
    }

    /// The neighbour at `index - 1` (E half) or `index + 1` (H half) along x or y, if there is one. Complex fields have a ghost
    /// in place of the last node of a periodic axis: E of that node, and H of cell -1, each with its phase.
    #[inline(always)]
    pub fn neighbour(&self, half: HalfStep, axis: usize, index: usize) -> Option<usize> {
        let n = self.cells[axis];
        let around = |other: usize| Some(if self.imaginary.is_some() { n } else { other });
        match (half, self.periodic[axis]) {
            (HalfStep::E, true) if index == 0 => around(n - 1),
            (HalfStep::E, _) => index.checked_sub(1),
            (HalfStep::H, true) if index + 1 == n => around(0),
            (HalfStep::H, _) if index < n => Some(index + 1),
            (HalfStep::H, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_aligned_and_do_not_touch() {
        let layout = Layout::new::<f32>([3, 5, 255], [false; 3]);
        assert_eq!(layout.row(0, 1) - layout.row(0, 0), 272);
        assert_eq!(layout.row(1, 0) % 16, 0);
        assert!(layout.row(1, 0) > layout.row(0, 5) + 256);
        assert!(layout.row(3, 5) + 256 < layout.len());
    }

    #[test]
    fn complex_rows_hold_two_parts_and_ghosts() {
        let layout = Layout::complex::<f32>([3, 5, 14], [true, false, false]);
        assert_eq!((layout.imaginary, layout.active().z), (Some(16), 0..31));
        assert_eq!(layout.row(0, 1) - layout.row(0, 0), 32);
        assert_eq!([13, 14, 16, 30].map(|k| layout.node_of(k)), [13, 14, 0, 14]);
        assert_eq!(layout.neighbour(HalfStep::E, 0, 0), Some(3));
        assert_eq!(layout.neighbour(HalfStep::H, 0, 2), Some(3));
        assert_eq!(layout.cell_before(0, 0), Some(2));
        assert_eq!(
            Layout::complex::<f32>([3, 5, 14], [true; 3]).active().z,
            0..30
        );
    }

    #[test]
    fn halos_are_lost_node_by_node() {
        let mut layout = Layout::new::<f32>([20, 9, 7], [false; 3]);
        layout.cuts = [[true, true], [false, true], [true, true]];
        let known = |half, steps| {
            let Region { x, y, z } = layout.known(half, steps);
            [x, y, z]
        };
        assert_eq!(known(HalfStep::E, 0), [1..21, 0..10, 0..8]);
        assert_eq!(known(HalfStep::H, 0), [1..20, 0..9, 0..8]);
        assert_eq!(known(HalfStep::E, 7), [8..14, 0..3, 0..8]);
        assert_eq!(known(HalfStep::H, 7), [8..13, 0..2, 0..8]);
        assert!(layout.known(HalfStep::E, 10).is_empty());
    }

    #[test]
    fn neighbours_end_at_walls_and_wrap_on_periodic_axes() {
        let layout = Layout::new::<f64>([4, 4, 4], [false, true, false]);
        assert_eq!(layout.neighbour(HalfStep::E, 0, 0), None);
        assert_eq!(layout.neighbour(HalfStep::H, 0, 4), None);
        assert_eq!(layout.neighbour(HalfStep::E, 1, 0), Some(3));
        assert_eq!(layout.neighbour(HalfStep::H, 1, 3), Some(0));
        assert_eq!(layout.active().y, 0..4);
        assert_eq!(layout.active().x, 0..5);
    }
}
