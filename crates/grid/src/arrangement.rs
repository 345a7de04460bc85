//! The arrangement of nodes in memory: the scene axes along which rows and planes run.
//!
//! Rows run along the last axis of a [`Layout`], are padded to cache lines and form the inner loops, so that a model of one cell along z
//! would consist of rows of one node: 40 times the time and 8 times the memory of the same model one cell thick along x. Planes follow each
//! other along the first axis, along which a block of steps can be taken at once unless it is periodic. So the axes of a model are permuted
//! where this saves time: axis a of the scene becomes axis (a + t) mod 3 of the layout. A cyclic permutation keeps the handedness, and with
//! it every sign of the curl, so that nothing that acts on fields is affected; only where PMLs normal to two axes overlap are their terms added
//! in another order, which changes the rounding. The scene, its plan and its results keep the scene axes; an [`Arrangement`] maps their nodes
//! to memory.
//!
//! Tested: a model thin along x, y and z with sources, media, PMLs and monitors gives the same numbers
//! (`crates/fdtd/tests/suite/thin.rs`).

use crate::points::Spot;
use crate::region::{CHUNK, Layout, overlap};
use crate::span::Span;
use poynting_exec::Real;
use poynting_scene::Component;
use std::ops::Range;

/// The overhead of a row, in chunks of its nodes.
const ROW: usize = 1;
/// How much longer a step takes where only one can be taken at once.
const ONE_STEP: usize = 2;

/// A cyclic permutation of the axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Turn(usize);

impl Turn {
    /// The identity.
    pub const NONE: Self = Self(0);

    /// The permutation that takes the least time, if it saves more than a tenth.
    pub fn of(cells: [usize; 3], periodic: [bool; 3]) -> Self {
        let time = |turn: &Self| {
            let ([x, y, z], [is_periodic, ..]) = (turn.each(cells), turn.each(periodic));
            let time = x * y * (z.div_ceil(CHUNK) + ROW);
            if is_periodic { ONE_STEP * time } else { time }
        };
        let fastest = [Self::NONE, Self(2), Self(1)].into_iter().min_by_key(time);
        let pays = |turn: &Self| 10 * time(turn) < 9 * time(&Self::NONE);
        fastest.filter(pays).unwrap_or(Self::NONE)
    }

    /// The axis of the layout that an axis of the scene becomes.
    pub fn axis(self, axis: usize) -> usize {
        (axis + self.0) % 3
    }

    /// The inverse.
    #[must_use]
    pub fn back(self) -> Self {
        Self((3 - self.0) % 3)
    }

    /// Values per scene axis, reordered to layout axes.
    pub fn each<V>(self, mut values: [V; 3]) -> [V; 3] {
        values.rotate_right(self.0);
        values
    }

    /// The component along the layout axis that corresponds to the axis of a component.
    pub fn component(self, component: Component) -> Component {
        let first = component as usize - component.axis();
        Component::ALL[first + self.axis(component.axis())]
    }

    /// Values per scene component, reordered to layout components.
    pub fn components<V: Copy>(self, [ex, ey, ez, hx, hy, hz]: [V; 6]) -> [V; 6] {
        let [a, b, c] = self.each([ex, ey, ez]);
        let [d, e, f] = self.each([hx, hy, hz]);
        [a, b, c, d, e, f]
    }
}

/// The mapping of scene nodes to memory.
#[derive(Debug, Clone)]
pub struct Arrangement {
    /// From scene axes to layout axes.
    pub turn: Turn,
    /// The rows without permutation, as used in a plan.
    pub scene: Layout,
    /// The rows in memory.
    pub stored: Layout,
    /// The nodes along each scene axis that are stored.
    pub spans: [Span; 3],
}

impl Arrangement {
    /// A layout without permutation.
    pub fn plain(layout: Layout) -> Self {
        Self {
            turn: Turn::NONE,
            spans: layout.nodes().map(Span::whole),
            scene: layout.clone(),
            stored: layout,
        }
    }

    /// A permuted layout of some of the nodes.
    pub fn new<T: Real>(scene: Layout, turn: Turn, spans: [Span; 3]) -> Self {
        let cells = turn.each(spans.each_ref().map(|span| span.len - 1));
        let periodic = turn.each([0, 1, 2].map(|a| scene.periodic[a] && !spans[a].is_cut));
        let mut stored = match scene.imaginary {
            Some(_) => Layout::complex::<T>(cells, periodic),
            None => Layout::new::<T>(cells, periodic),
        };
        stored.seams = turn.each(spans.each_ref().map(|span| span.seam));
        let nodes = scene.nodes();
        stored.cuts = turn.each([0, 1, 2].map(|a| spans[a].cuts(nodes[a])));
        Self {
            turn,
            scene,
            stored,
            spans,
        }
    }

    /// Whether all nodes are stored, in scene order.
    pub fn is_plain(&self) -> bool {
        self.turn == Turn::NONE && !self.spans.iter().any(|span| span.is_cut)
    }

    /// The layout node of a scene node, in either part of complex fields, if it is stored.
    pub fn node(&self, [i, j, k]: [usize; 3]) -> Option<[usize; 3]> {
        let real = self.scene.node_of(k);
        let [x, y, z] = &self.spans;
        let mut node = self.turn.each([x.place(i)?, y.place(j)?, z.place(real)?]);
        node[2] += self.later(k != real);
        Some(node)
    }

    /// Offset of a part within a row of the layout.
    fn later(&self, is_imaginary: bool) -> usize {
        self.stored
            .imaginary
            .filter(|_| is_imaginary)
            .unwrap_or_default()
    }

    /// Its offset in memory.
    pub fn place(&self, node: [usize; 3]) -> Option<usize> {
        let [i, j, k] = self.node(node)?;
        Some(self.stored.row(i, j) + k)
    }

    /// The layout spot of a scene spot, if it is stored.
    pub fn spot(&self, Spot { node, component }: Spot) -> Option<Spot> {
        Some(Spot {
            node: self.node(node)?,
            component: self.turn.component(component),
        })
    }

    /// The own nodes, of the scene and in the real part.
    pub fn own_nodes(&self) -> [Range<usize>; 3] {
        self.spans.each_ref().map(|span| span.own.clone())
    }

    /// Whether a scene node belongs to the own ones.
    pub fn owns(&self, [i, j, k]: [usize; 3]) -> bool {
        let node = [i, j, self.scene.node_of(k)];
        (0..3).all(|a| self.spans[a].own.contains(&node[a]))
    }

    /// The scene node, in the real part, of a layout node.
    pub fn scene_node(&self, [i, j, k]: [usize; 3]) -> [usize; 3] {
        let places = self.turn.back().each([i, j, self.stored.node_of(k)]);
        std::array::from_fn(|a| self.spans[a].node(places[a]))
    }

    /// The own nodes of a box of scene nodes within one part, and the layout box where they are; `None` if there are none.
    pub fn own(&self, [x, y, z]: &[Range<usize>; 3]) -> Option<[[Range<usize>; 3]; 2]> {
        let shift = z.start - self.scene.node_of(z.start);
        let all = [x.clone(), y.clone(), z.start - shift..z.end - shift];
        let own: [Range<usize>; 3] = std::array::from_fn(|a| overlap(&all[a], &self.spans[a].own));
        if own.iter().any(Range::is_empty) {
            return None;
        }
        let first = self.node([own[0].start, own[1].start, own[2].start + shift])?;
        let lengths = self.turn.each(own.each_ref().map(ExactSizeIterator::len));
        let [x, y, z] = own;
        let own = [x, y, z.start + shift..z.end + shift];
        Some([
            own,
            std::array::from_fn(|a| first[a]..first[a] + lengths[a]),
        ])
    }

    /// The stored nodes of a box of scene nodes within one part, as boxes that are contiguous in the scene and in the layout: both of each.
    pub fn pieces(&self, [x, y, z]: &[Range<usize>; 3]) -> Vec<[[Range<usize>; 3]; 2]> {
        let shift = z.start - self.scene.node_of(z.start);
        let later = self.later(shift > 0);
        let [xs, ys] = [self.spans[0].pieces(x), self.spans[1].pieces(y)];
        let zs = self.spans[2].pieces(&(z.start - shift..z.end - shift));
        let mut all = Vec::new();
        for (x, to_x) in &xs {
            for (y, to_y) in &ys {
                for (z, to_z) in &zs {
                    let mut to = self.turn.each([to_x, to_y, to_z].map(Clone::clone));
                    to[2] = to[2].start + later..to[2].end + later;
                    let from = [x.clone(), y.clone(), z.start + shift..z.end + shift];
                    all.push([from, to]);
                }
            }
        }
        all
    }

    /// Values of a box of scene nodes, converted from layout order to scene order, where z is fastest.
    pub fn restored<V: Copy>(&self, nodes: &[Range<usize>; 3], values: &[V]) -> Vec<V> {
        let mut restored = Vec::with_capacity(values.len());
        restored.extend(self.places(nodes).map(|stored| values[stored]));
        restored
    }

    /// The inverse.
    pub fn arranged<V: Copy>(&self, nodes: &[Range<usize>; 3], values: &[V]) -> Vec<V> {
        let mut arranged = values.to_vec();
        for (value, stored) in values.iter().zip(self.places(nodes)) {
            arranged[stored] = *value;
        }
        arranged
    }

    /// For the nodes of a box in scene order, their indices in layout order.
    fn places(&self, nodes: &[Range<usize>; 3]) -> impl Iterator<Item = usize> {
        let [nx, ny, nz] = nodes.each_ref().map(ExactSizeIterator::len);
        let [_, ly, lz] = self.turn.each([nx, ny, nz]);
        let [x, y, z] = self.turn.back().each([ly * lz, lz, 1]);
        let rows = (0..nx).flat_map(move |i| (0..ny).map(move |j| i * x + j * y));
        rows.flat_map(move |row| (0..nz).map(move |k| row + k * z))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Ends;

    #[test]
    fn axes_are_permuted_where_it_saves_time() {
        let open = [false; 3];
        for (cells, periodic, expected) in [
            ([100, 100, 100], open, Turn::NONE),
            ([1, 100, 100], open, Turn::NONE),
            ([100, 1, 100], open, Turn::NONE),
            ([100, 100, 1], open, Turn(2)),
            ([100, 5000, 1], open, Turn(1)),
            ([12, 12, 12], open, Turn::NONE),
            ([1, 1, 1], open, Turn::NONE),
            // Rows of 34 nodes fill three chunks.
            ([98, 123, 34], open, Turn(1)),
            ([98, 123, 64], open, Turn::NONE),
            ([40, 40, 400], open, Turn::NONE),
            // The axis that is not periodic comes first.
            ([40, 40, 400], [true, true, false], Turn(1)),
            ([40, 400, 40], [true, false, true], Turn(2)),
            ([400, 40, 40], [false, true, true], Turn::NONE),
            ([40, 40, 40], [true; 3], Turn::NONE),
        ] {
            assert_eq!(Turn::of(cells, periodic), expected, "{cells:?}");
        }
    }

    /// Axis a of the scene is axis a + t of the layout, for nodes, cells and components alike, and the cyclic order is
    /// kept.
    #[test]
    fn a_turn_takes_axes_and_components_along() {
        for t in [0, 1, 2] {
            let turn = Turn(t);
            let turned = turn.each(['x', 'y', 'z']);
            for (axis, name) in ['x', 'y', 'z'].into_iter().enumerate() {
                assert_eq!(turned[turn.axis(axis)], name);
                assert_eq!(turn.back().axis(turn.axis(axis)), axis);
                let next = |a: usize| (a + 1) % 3;
                assert_eq!(turn.axis(next(axis)), next(turn.axis(axis)));
            }
            for c in Component::ALL {
                assert_eq!(
                    turn.components(Component::ALL)[turn.component(c) as usize],
                    c
                );
            }
            assert_eq!(turn.back().each(turned), ['x', 'y', 'z']);
        }
    }

    #[test]
    fn every_node_and_part_has_its_place() {
        let scene = Layout::complex::<f32>([5, 4, 2], [true, false, true]);
        for t in [0, 1, 2] {
            let spans = scene.nodes().map(Span::whole);
            let to = Arrangement::new::<f32>(scene.clone(), Turn(t), spans);
            let mut seen = std::collections::BTreeSet::new();
            for part in scene.parts() {
                for node in (0..6 * 5 * 3).map(|n| [n / 15, n / 3 % 5, n % 3]) {
                    let [i, j, k] = node;
                    let stored = to.node([i, j, k + part]).unwrap();
                    assert!(seen.insert(to.place([i, j, k + part]).unwrap()));
                    assert_eq!(to.scene_node(stored), node);
                    let one = [i..i + 1, j..j + 1, k + part..k + part + 1];
                    let [own, place] = to.own(&one).unwrap();
                    assert_eq!((own, place.map(|r| r.start)), (one.clone(), stored));
                    let pieces = to.pieces(&one);
                    assert_eq!(pieces, [[one, stored.map(|n| n..n + 1)]]);
                }
            }
        }
    }

    #[test]
    fn values_go_there_and_back() {
        let scene = Layout::new::<f64>([9, 9, 2], [false; 3]);
        let spans = scene.nodes().map(Span::whole);
        let to = Arrangement::new::<f64>(scene, Turn(2), spans);
        let nodes = [1..4, 2..7, 0..2];
        let values: Vec<usize> = (0..30).collect();
        let arranged = to.arranged(&nodes, &values);
        assert_eq!(to.restored(&nodes, &arranged), values);
        // Node (2, 4, 1) of the scene is the 15th value; the layout has (4, 1, 2), in a box of 5 x 2 x 3.
        assert_eq!(arranged[(2 * 2 + 1) * 3 + 1], (5 + 2) * 2 + 1);
    }

    /// Every node of a grid that is cut along all axes, one of them periodic, is owned once, and stored where it says.
    #[test]
    fn parts_own_every_node_once() {
        let scene = Layout::complex::<f64>([20, 9, 7], [true, false, false]);
        let nodes = [20, 10, 8];
        let mut owners = vec![0; 20 * 10 * 8];
        for cut in 0..8 {
            let [x, y, z] = [[0..10, 10..20], [0..4, 4..10], [0..5, 5..8]];
            let own = [
                x[cut / 4].clone(),
                y[cut / 2 % 2].clone(),
                z[cut % 2].clone(),
            ];
            let ends = [Ends::Bloch, Ends::Walls, Ends::Walls];
            let spans =
                std::array::from_fn(|a| Span::with_halo(own[a].clone(), 2, nodes[a], ends[a]));
            let to = Arrangement::new::<f64>(scene.clone(), Turn(1), spans);
            assert_eq!(to.stored.periodic, [false; 3]);
            let [_, y, z] = [cut / 4, cut / 2 % 2, cut % 2].map(|part| [part == 1, part == 0]);
            assert_eq!(to.stored.cuts, Turn(1).each([[true; 2], y, z]));
            for (n, owners) in owners.iter_mut().enumerate() {
                let node = [n / 80, n / 8 % 10, n % 8];
                *owners += usize::from(to.owns(node));
                for part in scene.parts() {
                    let [i, j, k] = node;
                    let Some(stored) = to.node([i, j, k + part]) else {
                        assert!(!to.owns(node));
                        continue;
                    };
                    assert_eq!(to.scene_node(stored), node);
                }
            }
            let all = [0..20, 0..10, 0..8];
            let [own_nodes, places] = to.own(&all).unwrap();
            assert_eq!(own_nodes, own);
            assert_eq!(
                to.node(own.each_ref().map(|r| r.start)),
                Some(places.each_ref().map(|r| r.start))
            );
            let stored: usize = to
                .pieces(&all)
                .iter()
                .map(|[_, to]| to.iter().map(Range::len).product::<usize>())
                .sum();
            assert_eq!(to.spans[0].seam, Some([2, 12][cut / 4]));
            let lengths = to.spans.each_ref().map(|span| span.len);
            assert_eq!(stored, (lengths[0] - 1) * lengths[1] * lengths[2]);
        }
        assert!(owners.iter().all(|n| *n == 1));
    }
}
