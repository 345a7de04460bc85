//! Clusters of neighbouring functions.
//!
//! A cluster is bisected at the median of its functions along the longest axis of its box, until few are left. Its box contains the supports of
//! its functions, so no integral between two clusters is more singular than their distance implies
//! (W. Hackbusch, Hierarchical Matrices, Springer 2015, chapter 5).

use std::ops::Range;

use poynting_mom_core::space::RwgSpace;
use poynting_mom_core::vector::Point;
use poynting_mom_core::vector::norm;
use poynting_mom_core::vector::sub;

/// Functions that are consecutive in the order of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Their range in that order.
    pub range: Range<usize>,
    /// Depth in the tree.
    pub level: usize,
    /// Its halves, unless it is a leaf.
    pub halves: Option<[usize; 2]>,
    lower: Point,
    upper: Point,
}

impl Cluster {
    /// The diagonal of its box.
    pub fn diameter(&self) -> f64 {
        norm(sub(self.upper, self.lower))
    }

    /// Distance between boxes; zero where they overlap.
    pub fn distance(&self, other: &Self) -> f64 {
        norm([0, 1, 2].map(|i| {
            let apart = (other.lower[i] - self.upper[i]).max(self.lower[i] - other.upper[i]);
            apart.max(0.0)
        }))
    }
}

/// A tree of clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    /// All functions; each cluster is a contiguous range.
    order: Vec<u32>,
    /// The root comes first.
    clusters: Vec<Cluster>,
}

/// Position of a function.
struct Place {
    middle: Point,
    lower: Point,
    upper: Point,
}

impl Clusters {
    /// Bisects clusters until none holds more than `leaf` functions.
    pub fn new(space: &RwgSpace, leaf: usize) -> Self {
        let places: Vec<Place> = (0..space.len()).map(|n| place(space, n)).collect();
        let mut tree = Self {
            order: (0..space.len() as u32).collect(),
            clusters: Vec::new(),
        };
        tree.grow(&places, 0..space.len(), 0, leaf);
        tree
    }

    fn grow(&mut self, places: &[Place], range: Range<usize>, level: usize, leaf: usize) -> usize {
        let functions = &mut self.order[range.clone()];
        let (mut lower, mut upper) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for place in functions.iter().map(|&n| &places[n as usize]) {
            lower = [0, 1, 2].map(|i| lower[i].min(place.lower[i]));
            upper = [0, 1, 2].map(|i| upper[i].max(place.upper[i]));
        }
        let extent = sub(upper, lower);
        let axis = (0..3).fold(0, |a, b| if extent[b] > extent[a] { b } else { a });
        let number = self.clusters.len();
        self.clusters.push(Cluster {
            range: range.clone(),
            level,
            halves: None,
            lower,
            upper,
        });
        if range.len() > leaf {
            let along = |n: u32| places[n as usize].middle[axis];
            // A total order, so the tree is the same wherever it is built.
            functions.sort_unstable_by(|&a, &b| along(a).total_cmp(&along(b)).then(a.cmp(&b)));
            let median = range.start + range.len() / 2;
            let halves = [range.start..median, median..range.end];
            self.clusters[number].halves =
                Some(halves.map(|half| self.grow(places, half, level + 1, leaf)));
        }
        number
    }

    /// All functions, in the order of the tree.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// All clusters; children come after their parent.
    pub fn all(&self) -> &[Cluster] {
        &self.clusters
    }

    /// Leaf clusters, in order.
    pub fn leaves(&self) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter().filter(|c| c.halves.is_none())
    }

    /// The functions of a cluster.
    pub fn functions(&self, cluster: usize) -> &[u32] {
        &self.order[self.clusters[cluster].range.clone()]
    }
}

fn place(space: &RwgSpace, function: usize) -> Place {
    let function = &space.functions()[function];
    let [a, b] = function.edge.map(|v| space.surface().vertices[v as usize]);
    let triangles = function
        .halves
        .map(|half| &space.triangles()[half.triangle].corners);
    let over = |start: f64, pick: fn(f64, f64) -> f64| {
        [0, 1, 2].map(|i| {
            let corners = triangles.iter().copied().flatten();
            corners.map(|c| c[i]).fold(start, pick)
        })
    };
    Place {
        middle: [0, 1, 2].map(|i| 0.5 * (a[i] + b[i])),
        lower: over(f64::INFINITY, f64::min),
        upper: over(f64::NEG_INFINITY, f64::max),
    }
}
