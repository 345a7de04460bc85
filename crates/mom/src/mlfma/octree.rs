//! Cubic boxes around RWG functions, level by level.
//!
//! A function belongs to the box that contains the midpoint of its edge. All leaves have the same size; a box of the next level joins up to
//! eight, and empty boxes are not stored. Within a level boxes follow the Morton curve, so the children of a box, and mostly
//! its neighbours, are adjacent in memory.
//!
//! Boxes with fewer than `buffer` boxes between them are near: their functions are integrated. Boxes that are not near but whose parents are form
//! each other's interaction list: these are translated on that level. Every pair of functions is thus covered exactly once, on one level or in the
//! near field.

use std::ops::Range;

use poynting_mom_core::space::RwgSpace;
use poynting_mom_core::vector::Point;
use poynting_mom_core::vector::norm;
use poynting_mom_core::vector::sub;

/// Maximum reach of the near field, in boxes to either side.
const WIDEST: i32 = 2;
/// Offsets between interacting boxes extend this many boxes to either side.
const REACH: i32 = 2 * WIDEST + 1;
/// Number of offsets along an axis.
const ALONG: i32 = 2 * REACH + 1;
/// Total number of offsets, including those of neighbours.
pub const OFFSETS: usize = (ALONG * ALONG * ALONG) as usize;

/// All levels, the coarsest first; the last one holds the leaves.
#[derive(Debug, Clone)]
pub struct Octree {
    /// Levels with translations.
    pub levels: Vec<Level>,
    /// Functions in the order of the leaves.
    pub order: Vec<u32>,
    /// Start of each leaf's functions in that order, and the end of the last leaf.
    pub starts: Vec<usize>,
    /// Near leaves of each leaf, itself included, ascending.
    pub near: Vec<Box<[u32]>>,
}

/// Boxes of one size.
#[derive(Debug, Clone)]
pub struct Level {
    /// Edge of a box, in metres.
    pub side: f64,
    /// Largest distance of a support from the centre of its box: the radius that the expansion must cover.
    pub radius: f64,
    /// Lower corner of the cell (0, 0, 0).
    origin: Point,
    /// Integer coordinates, in Morton order.
    cells: Vec<[u32; 3]>,
    codes: Vec<u64>,
    /// The children of each box on the next level; empty for leaves.
    pub children: Vec<Range<usize>>,
    /// The parent of each box on the next coarser level; empty on the coarsest.
    pub parents: Vec<u32>,
    /// Interaction list of each box: the source boxes, with the index of the offset to it.
    pub interactions: Vec<Box<[(u32, u16)]>>,
}

impl Octree {
    /// Boxes of edge `side` around the functions of a space; the near field reaches `buffer` boxes to either side.
    pub fn new(space: &RwgSpace, side: f64, buffer: i32) -> Self {
        let buffer = buffer.clamp(1, WIDEST);
        let middles: Vec<Point> = (0..space.len()).map(|n| middle(space, n)).collect();
        let (origin, depth) = root(&middles, side);
        let cell = |at: &Point| -> [u32; 3] {
            let last = (1u32 << depth) - 1;
            std::array::from_fn(|a| (((at[a] - origin[a]) / side).max(0.0) as u32).min(last))
        };
        let mut keyed: Vec<(u64, u32)> = (middles.iter().zip(0..))
            .map(|(at, n)| (morton(cell(at)), n))
            .collect();
        keyed.sort_unstable();
        let mut starts = Vec::new();
        let mut codes = Vec::new();
        for (place, &(code, _)) in keyed.iter().enumerate() {
            if codes.last() != Some(&code) {
                codes.push(code);
                starts.push(place);
            }
        }
        starts.push(keyed.len());
        let order: Vec<u32> = keyed.iter().map(|&(_, n)| n).collect();
        let mut levels = vec![Level::new(codes, side, origin)];
        // With fewer than four boxes along an axis, no separated boxes have touching parents.
        for _ in 2..depth {
            let finer = &levels[levels.len() - 1];
            levels.push(finer.coarser());
        }
        levels.reverse();
        if depth < 2 {
            levels.drain(..levels.len() - 1);
        }
        let near = levels[levels.len() - 1].neighbours(buffer);
        let mut tree = Self {
            levels,
            order,
            starts,
            near,
        };
        tree.link(buffer);
        tree.measure(space);
        tree
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.starts.len() - 1
    }

    /// Functions of a leaf.
    pub fn functions(&self, leaf: usize) -> &[u32] {
        &self.order[self.starts[leaf]..self.starts[leaf + 1]]
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        let near = lists(&self.near);
        let levels: usize = self.levels.iter().map(Level::bytes).sum();
        let own = size_of_val(&self.order[..]) + size_of_val(&self.starts[..]);
        (own + near + levels) as u64
    }

    /// Entries of the near field, and the number of them between functions of the same leaf.
    pub fn near_entries(&self) -> [u64; 2] {
        let size = |leaf: usize| (self.starts[leaf + 1] - self.starts[leaf]) as u64;
        let mut entries = [0; 2];
        for leaf in 0..self.leaves() {
            let columns = self.near[leaf].iter().map(|&c| size(c as usize));
            entries[0] += size(leaf) * columns.sum::<u64>();
            entries[1] += size(leaf).pow(2);
        }
        entries
    }

    fn link(&mut self, buffer: i32) {
        for l in 0..self.levels.len() {
            let (before, rest) = self.levels.split_at_mut(l);
            let level = &mut rest[0];
            level.interactions = level.interacting(buffer);
            if let Some(coarser) = before.last_mut() {
                level.parents = (level.codes.iter())
                    .map(|code| coarser.find(code >> 3).unwrap_or(0) as u32)
                    .collect();
                coarser.children = children(&level.parents, coarser.len());
            }
        }
    }

    /// How far supports reach from the centres of their boxes.
    fn measure(&mut self, space: &RwgSpace) {
        let mut box_of: Vec<u32> = vec![0; self.order.len()];
        for leaf in 0..self.leaves() {
            box_of[self.starts[leaf]..self.starts[leaf + 1]].fill(leaf as u32);
        }
        for level in self.levels.iter_mut().rev() {
            let mut radius = 0.0_f64;
            for (place, &function) in self.order.iter().enumerate() {
                let centre = level.centre(box_of[place] as usize);
                for half in space.functions()[function as usize].halves {
                    for corner in space.triangles()[half.triangle].corners {
                        radius = radius.max(norm(sub(corner, centre)));
                    }
                }
            }
            level.radius = radius;
            if !level.parents.is_empty() {
                for place in &mut box_of {
                    *place = level.parents[*place as usize];
                }
            }
        }
    }
}

impl Level {
    fn new(codes: Vec<u64>, side: f64, origin: Point) -> Self {
        Self {
            side,
            radius: 0.0,
            origin,
            cells: codes.iter().map(|&code| cell_of(code)).collect(),
            codes,
            children: Vec::new(),
            parents: Vec::new(),
            interactions: Vec::new(),
        }
    }

    fn coarser(&self) -> Self {
        let mut codes: Vec<u64> = self.codes.iter().map(|code| code >> 3).collect();
        codes.dedup();
        Self::new(codes, 2.0 * self.side, self.origin)
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.cells[..])
            + size_of_val(&self.codes[..])
            + size_of_val(&self.children[..])
            + size_of_val(&self.parents[..])
            + lists(&self.interactions)
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The centre of a box.
    pub fn centre(&self, number: usize) -> Point {
        let cell = self.cells[number];
        std::array::from_fn(|a| self.origin[a] + (f64::from(cell[a]) + 0.5) * self.side)
    }

    /// Which of the eight children of its parent a box is: one bit per axis, x the lowest.
    pub fn octant(&self, number: usize) -> usize {
        let cell = self.cells[number];
        (0..3).map(|a| ((cell[a] & 1) as usize) << a).sum()
    }

    /// The offsets that occur between interacting boxes.
    pub fn used_offsets(&self) -> Vec<usize> {
        let mut used = vec![false; OFFSETS];
        for &(_, offset) in self.interactions.iter().flat_map(|list| &list[..]) {
            used[offset as usize] = true;
        }
        (0..OFFSETS).filter(|&n| used[n]).collect()
    }

    fn find(&self, code: u64) -> Option<usize> {
        self.codes.binary_search(&code).ok()
    }

    /// Boxes in a range of cells around each box.
    fn around(&self, number: usize, from: [i64; 3], to: [i64; 3]) -> Vec<(u32, [i32; 3])> {
        let cell = self.cells[number].map(i64::from);
        let mut found = Vec::new();
        for z in from[2]..=to[2] {
            for y in from[1]..=to[1] {
                for x in from[0]..=to[0] {
                    let at = [x, y, z];
                    if at.iter().any(|&c| !(0..1 << 20).contains(&c)) {
                        continue;
                    }
                    if let Some(other) = self.find(morton(at.map(|c| c as u32))) {
                        let offset = std::array::from_fn(|a| (cell[a] - at[a]) as i32);
                        found.push((other as u32, offset));
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn neighbours(&self, buffer: i32) -> Vec<Box<[u32]>> {
        let reach = i64::from(buffer);
        let near = |number: usize| {
            let cell = self.cells[number].map(i64::from);
            let found = self.around(number, cell.map(|c| c - reach), cell.map(|c| c + reach));
            found.iter().map(|&(other, _)| other).collect()
        };
        (0..self.len()).map(near).collect()
    }

    fn interacting(&self, buffer: i32) -> Vec<Box<[(u32, u16)]>> {
        let reach = i64::from(buffer);
        let far = |number: usize| {
            let parent = self.cells[number].map(|c| i64::from(c >> 1));
            let range = [
                parent.map(|c| 2 * (c - reach)),
                parent.map(|c| 2 * (c + reach) + 1),
            ];
            let found = self.around(number, range[0], range[1]);
            let apart =
                (found.iter()).filter(|(_, offset)| offset.iter().any(|d| d.abs() > buffer));
            apart
                .map(|&(other, offset)| (other, offset_number(offset)))
                .collect()
        };
        (0..self.len()).map(far).collect()
    }
}

/// Bytes of lists.
fn lists<T>(lists: &[Box<[T]>]) -> usize {
    size_of_val(lists)
        + lists
            .iter()
            .map(|list| size_of_val(&list[..]))
            .sum::<usize>()
}

fn children(parents: &[u32], count: usize) -> Vec<Range<usize>> {
    let mut ranges = vec![0..0; count];
    for (child, &parent) in parents.iter().enumerate() {
        let range = &mut ranges[parent as usize];
        if range.start == range.end {
            range.start = child;
        }
        range.end = child + 1;
    }
    ranges
}

/// The index of an offset from a source box to its observer box.
fn offset_number(offset: [i32; 3]) -> u16 {
    let [x, y, z] = offset.map(|d| d + REACH);
    (x + ALONG * (y + ALONG * z)) as u16
}

/// The offset with a given index, in boxes.
pub fn offset_of(number: usize) -> [f64; 3] {
    let along = ALONG as usize;
    let digit = |d: usize| (d % along) as f64 - f64::from(REACH);
    [
        digit(number),
        digit(number / along),
        digit(number / (along * along)),
    ]
}

/// The midpoint of the edge of a function.
pub fn middle(space: &RwgSpace, function: usize) -> Point {
    let vertices = &space.surface().vertices;
    let [a, b] = space.functions()[function]
        .edge
        .map(|v| vertices[v as usize]);
    std::array::from_fn(|i| 0.5 * (a[i] + b[i]))
}

/// The lower corner of a cube of 2^depth leaves around all points, and the depth.
fn root(points: &[Point], side: f64) -> (Point, u32) {
    let extreme = |from: f64, pick: fn(f64, f64) -> f64| -> Point {
        std::array::from_fn(|a| points.iter().map(|p| p[a]).fold(from, pick))
    };
    let (low, high) = (
        extreme(f64::INFINITY, f64::min),
        extreme(f64::NEG_INFINITY, f64::max),
    );
    let extent = (0..3).map(|a| high[a] - low[a]).fold(0.0, f64::max);
    let depth = (extent / side).log2().ceil().clamp(0.0, 20.0) as u32;
    let half = 0.5 * side * f64::from(1u32 << depth);
    (
        std::array::from_fn(|a| 0.5 * (low[a] + high[a]) - half),
        depth,
    )
}

/// Interleaves the bits of three coordinates.
fn morton(cell: [u32; 3]) -> u64 {
    cell.iter()
        .enumerate()
        .map(|(a, &c)| spread(u64::from(c)) << a)
        .sum()
}

fn cell_of(code: u64) -> [u32; 3] {
    std::array::from_fn(|a| {
        (0..21).fold(0, |cell, bit| cell | ((code >> (3 * bit + a)) & 1) << bit) as u32
    })
}

/// Inserts two zeros after each of the lowest 21 bits.
fn spread(mut x: u64) -> u64 {
    x = (x | x << 32) & 0x001f_0000_0000_ffff;
    x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}
