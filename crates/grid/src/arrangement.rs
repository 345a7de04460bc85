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
use crate::region::{CHUNK, Layout, Region};
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
}

impl Arrangement {
    /// A layout without permutation.
    pub fn plain(layout: Layout) -> Self {
        Self {
            turn: Turn::NONE,
            scene: layout.clone(),
            stored: layout,
        }
    }

    /// A permuted layout.
    pub fn new<T: Real>(scene: Layout, turn: Turn) -> Self {
        let (cells, periodic) = (turn.each(scene.cells), turn.each(scene.periodic));
        let stored = match scene.imaginary {
            Some(_) => Layout::complex::<T>(cells, periodic),
            None => Layout::new::<T>(cells, periodic),
        };
        Self {
            turn,
            scene,
            stored,
        }
    }

    /// Whether the permutation is the identity.
    pub fn is_plain(&self) -> bool {
        self.turn == Turn::NONE
    }

    /// The layout node of a scene node, in either part of complex fields.
    pub fn node(&self, [i, j, k]: [usize; 3]) -> [usize; 3] {
        let own = self.scene.node_of(k);
        let mut node = self.turn.each([i, j, own]);
        node[2] += self.later(k != own);
        node
    }

    /// Offset of a part within a row of the layout.
    fn later(&self, is_imaginary: bool) -> usize {
        self.stored
            .imaginary
            .filter(|_| is_imaginary)
            .unwrap_or_default()
    }

    /// Its offset in memory.
    pub fn place(&self, node: [usize; 3]) -> usize {
        let [i, j, k] = self.node(node);
        self.stored.row(i, j) + k
    }

    /// The layout spot of a scene spot.
    #[must_use]
    pub fn spot(&self, Spot { node, component }: Spot) -> Spot {
        Spot {
            node: self.node(node),
            component: self.turn.component(component),
        }
    }

    /// The scene node, in the real part, of a layout node.
    pub fn scene_node(&self, [i, j, k]: [usize; 3]) -> [usize; 3] {
        self.turn.back().each([i, j, self.stored.node_of(k)])
    }

    /// The layout box of a box of scene nodes within one part.
    pub fn nodes(&self, [x, y, z]: &[Range<usize>; 3]) -> [Range<usize>; 3] {
        let own = self.scene.node_of(z.start);
        let shift = z.start - own;
        let mut nodes = self.turn.each([x.clone(), y.clone(), own..z.end - shift]);
        let later = self.later(shift > 0);
        nodes[2] = nodes[2].start + later..nodes[2].end + later;
        nodes
    }

    /// The same.
    #[must_use]
    pub fn region(&self, Region { x, y, z }: &Region) -> Region {
        let [x, y, z] = self.nodes(&[x.clone(), y.clone(), z.clone()]);
        Region { x, y, z }
    }

    /// Values of a box of scene nodes, converted from layout order to scene order, where z is fastest.
    pub fn restored<V: Copy>(&self, nodes: &[Range<usize>; 3], values: &[V]) -> Vec<V> {
        let places = self.places(nodes);
        places.map(|stored| values[stored]).collect()
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
        let turn = self.turn;
        let [_, ly, lz] = turn.each([nx, ny, nz]);
        let all = (0..nx).flat_map(move |i| (0..ny).map(move |j| [i, j]));
        all.flat_map(move |[i, j]| (0..nz).map(move |k| [i, j, k]))
            .map(move |node| {
                let [i, j, k] = turn.each(node);
                (i * ly + j) * lz + k
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let to = Arrangement::new::<f32>(scene.clone(), Turn(t));
            let mut seen = std::collections::BTreeSet::new();
            for part in scene.parts() {
                for node in (0..6 * 5 * 3).map(|n| [n / 15, n / 3 % 5, n % 3]) {
                    let [i, j, k] = node;
                    let stored = to.node([i, j, k + part]);
                    assert!(seen.insert(to.place([i, j, k + part])));
                    assert_eq!(to.scene_node(stored), node);
                    let one = to.nodes(&[i..i + 1, j..j + 1, k + part..k + part + 1]);
                    assert_eq!(one.map(|r| r.start), stored);
                }
            }
        }
    }

    #[test]
    fn values_go_there_and_back() {
        let to = Arrangement::new::<f64>(Layout::new::<f64>([9, 9, 2], [false; 3]), Turn(2));
        let nodes = [1..4, 2..7, 0..2];
        let values: Vec<usize> = (0..30).collect();
        let arranged = to.arranged(&nodes, &values);
        assert_eq!(to.restored(&nodes, &arranged), values);
        // Node (2, 4, 1) of the scene is the 15th value; the layout has (4, 1, 2), in a box of 5 x 2 x 3.
        assert_eq!(arranged[(2 * 2 + 1) * 3 + 1], (5 + 2) * 2 + 1);
    }
}
