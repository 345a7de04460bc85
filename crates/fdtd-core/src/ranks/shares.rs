//! Monitors whose values stay on their ranks.
//!
//! An output value is interpolated between nodes, of which a cut may separate one from the others. It belongs to the rank that owns the first of its
//! nodes along each axis; that rank receives the other nodes and combines them as one rank would. Since output values lie on all combinations of some
//! coordinates, what a rank has and needs is a product of lists, one per axis.

use crate::block::BLOCK;
use crate::record::Capture;
use crate::spectra::Spectra;
use poynting_exec::{Processes, Real, bytes_of, bytes_of_mut};
use poynting_grid::stencil::Pair;
use poynting_grid::{Division, Span, overlap};
use std::collections::BTreeMap;
use std::ops::Range;

/// The monitors of a model in the axes of the scene.
#[derive(Debug, Clone, Default)]
pub struct SceneMonitors {
    /// Snapshots.
    pub captures: Vec<SceneMonitor>,
    /// Fourier transforms.
    pub transforms: Vec<SceneMonitor>,
}

/// A monitor, and how its values are divided if they stay on their ranks.
#[derive(Debug, Clone)]
pub struct SceneMonitor {
    /// What it reads.
    pub of: Capture,
    /// None if its values are gathered, and for imaginary parts, which follow their real parts.
    pub shares: Option<Shares>,
}

impl SceneMonitors {
    /// These captures and transforms. With a division the fields among them stay on their ranks.
    pub fn new<'c>(
        captures: impl Iterator<Item = &'c Capture>,
        transforms: impl Iterator<Item = &'c Capture>,
        divided: Option<&Division>,
    ) -> Self {
        let monitor = |of: &Capture| SceneMonitor {
            shares: divided
                .filter(|_| is_field(of))
                .map(|division| Shares::new(of, division)),
            of: of.clone(),
        };
        Self {
            captures: captures.map(monitor).collect(),
            transforms: transforms.map(monitor).collect(),
        }
    }

    /// Whether the values of the n-th of some monitors stay on their ranks.
    pub fn stays(monitors: &[SceneMonitor], n: usize) -> bool {
        let before = n.checked_sub(1).map(|n| &monitors[n]);
        let follows = |real: &SceneMonitor| real.of.imaginary.is_some() && real.shares.is_some();
        monitors[n].shares.is_some() || before.is_some_and(follows)
    }
}

/// Number of values that the recorded fields of a model take: the snapshots of a block of steps, and all transforms; of the whole, or of those nodes that a
/// rank owns.
pub fn field_values(captures: &[Capture], spectra: &Spectra, owned: Option<&[Span; 3]>) -> u64 {
    let nodes = |of: &Capture| {
        let own = |a: usize| match owned {
            Some(spans) => overlap(&of.nodes[a], &spans[a].own).len(),
            None => of.nodes[a].len(),
        };
        let parts = 1 + u64::from(of.imaginary.is_some());
        (0..3).map(|a| own(a) as u64).product::<u64>() * parts
    };
    let captures = captures.iter().filter(|of| is_field(of));
    let snapshots = captures.map(|of| nodes(of) * of.slots(BLOCK) as u64);
    let transforms = spectra.transforms().iter().filter(|t| is_field(&t.of));
    let sums = transforms.map(|t| nodes(&t.of) * 2 * t.frequencies.len() as u64);
    snapshots.chain(sums).sum()
}

/// Whether a monitor gives values at several points: neither one value, nor a sum over points.
fn is_field(of: &Capture) -> bool {
    of.points() > 1
}

/// How a monitor is divided.
#[derive(Debug, Clone)]
pub struct Shares {
    /// Per axis and part of the division along it.
    axes: [Vec<AxisShare>; 3],
}

/// What a part of an axis has.
#[derive(Debug, Clone)]
struct AxisShare {
    /// Its own nodes of those that are captured.
    own: Range<usize>,
    /// Indices of its output coordinates.
    points: Vec<usize>,
    /// The nodes that they need, in order.
    nodes: Vec<usize>,
    /// Per output coordinate: indices of needed nodes and their weights.
    weights: Vec<Pair>,
}

impl AxisShare {
    fn new(captured: &Range<usize>, weights: &[Pair], owned: &Range<usize>) -> Self {
        // A value that is zero at a wall has no node.
        let first = |pair: &Pair| pair.first().map_or(captured.start, |(node, _)| *node);
        let points = (0..weights.len()).filter(|n| owned.contains(&first(&weights[*n])));
        let points: Vec<usize> = points.collect();
        let pairs = || points.iter().map(|n| &weights[*n]);
        let mut nodes: Vec<usize> = pairs().flatten().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let place = |node: &usize| nodes.binary_search(node).unwrap_or_default();
        let local = |pair: &Pair| pair.iter().map(|(node, w)| (place(node), *w)).collect();
        Self {
            own: overlap(captured, owned),
            weights: pairs().map(local).collect(),
            nodes,
            points,
        }
    }

    /// The needed nodes that another part owns: their indices here and among those of the other.
    fn from(&self, other: &Self) -> Vec<[usize; 2]> {
        let nodes = self.nodes.iter().enumerate();
        let owned = nodes.filter(|(_, node)| other.own.contains(node));
        owned.map(|(n, node)| [n, node - other.own.start]).collect()
    }
}

impl Shares {
    /// The shares of a capture in the axes of the scene.
    pub fn new(of: &Capture, division: &Division) -> Self {
        let [_, py, pz] = division.parts;
        let strides = [py * pz, pz, 1];
        let axis = |a: usize| {
            let owned = (0..division.parts[a]).map(|n| &division.spans[n * strides[a]][a].own);
            let share = |owned| AxisShare::new(&of.nodes[a], &of.weights[a], owned);
            owned.map(share).collect()
        };
        Self {
            axes: [axis(0), axis(1), axis(2)],
        }
    }

    /// Number of ranks.
    pub fn ranks(&self) -> usize {
        self.axes.iter().map(Vec::len).product()
    }

    fn of(&self, rank: usize) -> [&AxisShare; 3] {
        let [_, py, pz] = self.axes.each_ref().map(Vec::len);
        let [x, y, z] = &self.axes;
        [&x[rank / (py * pz)], &y[rank / pz % py], &z[rank % pz]]
    }

    /// The nodes that a rank owns.
    pub fn own(&self, rank: usize) -> [Range<usize>; 3] {
        self.of(rank).map(|axis| axis.own.clone())
    }

    /// Indices of the output coordinates of a rank along each axis.
    pub fn points(&self, rank: usize) -> [&[usize]; 3] {
        self.of(rank).map(|axis| &axis.points[..])
    }

    /// Number of values of the nodes that a rank owns, and of those that its output needs.
    pub fn values(&self, rank: usize) -> [usize; 2] {
        let of = self.of(rank);
        [
            of.iter().map(|axis| axis.own.len()).product(),
            of.iter().map(|axis| axis.nodes.len()).product(),
        ]
    }

    /// The capture of a rank: the nodes that it needs, and how its output is formed from them.
    pub fn capture(&self, rank: usize, of: &Capture) -> Capture {
        Capture {
            nodes: self.of(rank).map(|axis| 0..axis.nodes.len()),
            weights: self.of(rank).map(|axis| axis.weights.clone()),
            ..of.clone()
        }
    }

    /// The ranks that own some of the nodes that a rank needs.
    fn owners(&self, rank: usize) -> Vec<usize> {
        self.matching(AxisShare::from, rank)
    }

    /// The ranks that need some of the nodes that a rank owns.
    fn takers(&self, rank: usize) -> Vec<usize> {
        self.matching(|axis, other| other.from(axis), rank)
    }

    fn matching(
        &self,
        common: impl Fn(&AxisShare, &AxisShare) -> Vec<[usize; 2]>,
        rank: usize,
    ) -> Vec<usize> {
        let of = self.of(rank);
        let [xs, ys, zs]: [Vec<usize>; 3] = std::array::from_fn(|a| {
            let parts = self.axes[a].iter().enumerate();
            let parts = parts.filter(|(_, other)| !common(of[a], other).is_empty());
            parts.map(|(n, _)| n).collect()
        });
        let [_, py, pz] = self.axes.each_ref().map(Vec::len);
        let pairs = xs.iter().flat_map(|x| ys.iter().map(move |y| x * py + y));
        pairs
            .flat_map(|xy| zs.iter().map(move |z| xy * pz + z))
            .collect()
    }

    /// Visits what a rank needs of another: the index among the needed values, and among the own values of the other.
    fn each(&self, [rank, owner]: [usize; 2], mut visit: impl FnMut(usize, usize)) {
        let (to, from) = (self.of(rank), self.of(owner));
        let [xs, ys, zs]: [Vec<[usize; 2]>; 3] = std::array::from_fn(|a| to[a].from(from[a]));
        let lengths = [
            to.map(|axis| axis.nodes.len()),
            from.map(|axis| axis.own.len()),
        ];
        for x in &xs {
            for y in &ys {
                let row = [0, 1].map(|n| (x[n] * lengths[n][1] + y[n]) * lengths[n][2]);
                for z in &zs {
                    visit(row[0] + z[0], row[1] + z[1]);
                }
            }
        }
    }
}

/// Values of a box of nodes: of each rank of this process, those of its own nodes.
pub struct OwnValues<'a, T> {
    /// How the box is divided.
    pub shares: &'a Shares,
    /// The values in the order of the scene.
    pub own: Vec<&'a [T]>,
}

/// Brings the values of some boxes to the ranks that need them. Returns, per box, what each rank of this process needs; `first` is the number of the
/// first of them. All processes call it with the same boxes.
pub fn bring<T: Real>(
    boxes: &[OwnValues<'_, T>],
    first: usize,
    processes: Option<Processes>,
) -> Vec<Vec<Vec<T>>> {
    let mut needed = Vec::new();
    for OwnValues { shares, own } in boxes {
        let here = first..first + own.len();
        let of_rank = |rank: usize| {
            let mut values = vec![T::default(); shares.values(rank)[1]];
            let owners = shares.owners(rank).into_iter();
            for owner in owners.filter(|owner| here.contains(owner)) {
                let from = own[owner - first];
                shares.each([rank, owner], |to, n| values[to] = from[n]);
            }
            values
        };
        needed.push(here.clone().map(of_rank).collect());
    }
    if let Some(processes) = processes {
        receive(boxes, &mut needed, (first, processes));
    }
    needed
}

/// The same from other processes, each of which has one rank.
fn receive<T: Real>(
    boxes: &[OwnValues<'_, T>],
    needed: &mut [Vec<Vec<T>>],
    (rank, processes): (usize, Processes),
) {
    let mut sent: BTreeMap<usize, Vec<T>> = BTreeMap::new();
    let mut received: BTreeMap<usize, Vec<T>> = BTreeMap::new();
    for OwnValues { shares, own } in boxes {
        for taker in shares.takers(rank).into_iter().filter(|n| *n != rank) {
            let values = sent.entry(taker).or_default();
            shares.each([taker, rank], |_, n| values.push(own[0][n]));
        }
        for owner in shares.owners(rank).into_iter().filter(|n| *n != rank) {
            let values = received.entry(owner).or_default();
            shares.each([rank, owner], |_, _| values.push(T::default()));
        }
    }
    let sends: Vec<(usize, &[u8])> = sent.iter().map(|(to, v)| (*to, bytes_of(v))).collect();
    let receives = received.iter_mut();
    let mut receives: Vec<(usize, &mut [u8])> =
        receives.map(|(from, v)| (*from, bytes_of_mut(v))).collect();
    processes.0.exchange(&sends, &mut receives);
    let mut arrived: BTreeMap<usize, _> = received
        .iter()
        .map(|(owner, values)| (*owner, values.iter()))
        .collect();
    for (OwnValues { shares, .. }, needed) in boxes.iter().zip(needed) {
        for (owner, values) in &mut arrived {
            shares.each([rank, *owner], |to, _| {
                needed[0][to] = values.next().copied().unwrap_or_default();
            });
        }
    }
}
