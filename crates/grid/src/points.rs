//! Points on the grid, searchable by box: where sources act and probes read.

use crate::region::{HalfStep, Region, overlap};
use poynting_scene::Component;

/// One component of one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// Its node.
    pub node: [usize; 3],
    /// Which of the node's components.
    pub component: Component,
}

impl Spot {
    /// The spot at this offset within its row: for complex fields the imaginary part.
    #[must_use]
    pub fn later(mut self, part: usize) -> Self {
        self.node[2] += part;
        self
    }

    /// The half step that changes it.
    pub fn half(self) -> HalfStep {
        HalfStep::of(self.component)
    }
}

/// Items on spots, ordered by row for fast lookup. Within a row the insertion order is kept.
#[derive(Debug, Clone)]
pub struct SpotMap<P> {
    halves: [Planes<P>; 2],
}

/// Items of a half step, plane by plane.
#[derive(Debug, Clone)]
struct Planes<P> {
    items: Vec<(Spot, P)>,
    /// The first plane that has any.
    first: usize,
    /// Where the items of each plane start, and where those of the last plane end.
    starts: Vec<usize>,
}

impl<P> Planes<P> {
    fn new(mut items: Vec<(Spot, P)>) -> Self {
        items.sort_by_key(|(spot, _)| (spot.node[0], spot.node[1]));
        let [first, last] = [items.first(), items.last()].map(|item| item.map(|(s, _)| s.node[0]));
        let planes = first
            .zip(last)
            .map_or(0..0, |(first, last)| first..last + 2);
        let start = |i: usize| items.partition_point(|(spot, _)| spot.node[0] < i);
        Self {
            first: planes.start,
            starts: planes.map(start).collect(),
            items,
        }
    }
}

impl<P> SpotMap<P> {
    /// Sorts the items into rows.
    pub fn new(points: impl IntoIterator<Item = (Spot, P)>) -> Self {
        let mut halves = [Vec::new(), Vec::new()];
        for (spot, thing) in points {
            halves[spot.half() as usize].push((spot, thing));
        }
        Self {
            halves: halves.map(Planes::new),
        }
    }

    /// The items in a box.
    pub fn within<'a>(
        &'a self,
        half: HalfStep,
        region: &'a Region,
    ) -> impl Iterator<Item = &'a (Spot, P)> {
        let Planes {
            items,
            first,
            starts,
        } = &self.halves[half as usize];
        let end = first + starts.len().saturating_sub(1);
        overlap(&region.x, &(*first..end)).flat_map(move |i| {
            let plane = &items[starts[i - first]..starts[i - first + 1]];
            let row = |j: usize| plane.partition_point(|(spot, _)| spot.node[1] < j);
            plane[row(region.y.start)..row(region.y.end)]
                .iter()
                .filter(|(spot, _)| region.z.contains(&spot.node[2]))
        })
    }

    /// Calls `visit` for each item in a box. A loop over [`Self::within`] would be slower: there every item passes through both levels of the iterator.
    pub fn each_within(&self, half: HalfStep, region: &Region, mut visit: impl FnMut(&Spot, &P)) {
        self.within(half, region)
            .for_each(|(spot, item)| visit(spot, item));
    }

    /// All items of a half step.
    pub fn all(&self, half: HalfStep) -> &[(Spot, P)] {
        &self.halves[half as usize].items
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.halves.iter().map(|planes| planes.items.len()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_find_exactly_what_is_inside() {
        let spot = |i, j, k| Spot {
            node: [i, j, k],
            component: Component::Ez,
        };
        let map = SpotMap::new([
            (spot(2, 3, 4), 'a'),
            (spot(1, 3, 4), 'b'),
            (spot(2, 5, 4), 'c'),
            (spot(2, 3, 9), 'd'),
        ]);
        let region = Region {
            x: 2..4,
            y: 0..5,
            z: 0..6,
        };
        let found: Vec<char> = map.within(HalfStep::E, &region).map(|p| p.1).collect();
        assert_eq!(found, ['a']);
        assert_eq!(map.within(HalfStep::H, &region).count(), 0);
    }
}
