//! Whether ports and lumped elements are connected, and to what.
//!
//! Ends of a port are nodes of the grid. A grid edge conducts if its field is fixed (metal, electric walls), or if it decays within a
//! step (sigma dt > 2 eps: real metal). An end at which no edge conducts, and that no other port reaches, is open: only the
//! displacement current of a cell flows. Ends joined by a short chain of conducting edges are shorted at low frequencies.

use crate::binding::{Binding, Demand};
use poynting_fdtd_core::tuple::Tuple;
use poynting_grid::text::{axis_name, length};
use poynting_grid::{Grid, Layout, Spot};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// Metal shorts the ends of a port if its path is no longer than this many times the port.
const NEARBY: f64 = 2.0;

type Node = [usize; 3];

/// The grid with its coefficients.
pub struct GridCoefficients<'a> {
    /// Its lines.
    pub grid: &'a Grid,
    /// Its topology.
    pub layout: &'a Layout,
    /// The coefficients of a node.
    pub tuple: &'a dyn Fn(Node) -> Tuple<f64>,
}

/// Messages about the ports of a scene.
pub fn warnings(binding: &Binding, model: GridCoefficients<'_>) -> Vec<String> {
    let ports = binding.demands.iter().filter_map(|demand| match demand {
        Demand::Port { name, spots } => OnEdges::new(("port", name), spots),
        Demand::Element { name, spots } => OnEdges::new(("element", name), spots),
        Demand::Source { .. } => None,
    });
    let ports: Vec<OnEdges<'_>> = ports.collect();
    let circuit = Circuit {
        model,
        known: RefCell::default(),
    };
    let mut told = Vec::new();
    for (n, port) in ports.iter().enumerate() {
        let others = || {
            let others = ports.iter().enumerate().filter(move |(m, _)| *m != n);
            others.map(|(_, other)| other)
        };
        let ends = circuit.ends(port);
        for (nodes, line) in &ends {
            let joined = others().any(|other| circuit.meets(other, nodes));
            if !joined && !nodes.iter().any(|node| circuit.is_held(port, *node)) {
                told.push(open(port, circuit.model.grid.lines[port.axis][*line]));
            }
        }
        if let Some(way) = circuit.shortest(port, &ends) {
            told.push(shorted(port, way));
        }
    }
    told
}

fn open(port: &OnEdges<'_>, at: f64) -> String {
    format!(
        "{} `{}` is not connected at its end at {} = {}: it touches no metal, electric wall, port or element there, so hardly \
         any current can flow; extend it to the metal",
        port.what,
        port.name,
        axis_name(port.axis),
        length(at)
    )
}

fn shorted(port: &OnEdges<'_>, way: f64) -> String {
    format!(
        "metal connects both ends of {} `{}` over a path of {}, so it is shorted at low frequencies; this is correct for a loop or \
         next to a shorting pin, otherwise check what bridges it",
        port.what,
        port.name,
        length(way)
    )
}

/// A port or an element by its edges.
struct OnEdges<'a> {
    what: &'static str,
    name: &'a str,
    axis: usize,
    edges: HashSet<Node>,
}

impl<'a> OnEdges<'a> {
    fn new((what, name): (&'static str, &'a str), spots: &[Spot]) -> Option<Self> {
        let axis = spots.first()?.component as usize;
        Some(Self {
            what,
            name,
            axis,
            edges: spots.iter().map(|spot| spot.node).collect(),
        })
    }

    fn owns(&self, axis: usize, start: Node) -> bool {
        axis == self.axis && self.edges.contains(&start)
    }
}

/// The nodes of an end, and their grid line.
type PortEnd = (Vec<Node>, usize);

struct Circuit<'a> {
    model: GridCoefficients<'a>,
    /// Cached results: the axes along which the edges after a node conduct.
    known: RefCell<HashMap<Node, [bool; 3]>>,
}

impl Circuit<'_> {
    fn conducts(&self, axis: usize, start: Node) -> bool {
        let mut known = self.known.borrow_mut();
        let conducts = known.entry(start).or_insert_with(|| {
            let Tuple { keep, gain } = (self.model.tuple)(start);
            [0, 1, 2].map(|a| gain[a] == 0.0 || keep[a] < 0.0)
        });
        conducts[axis]
    }

    fn ends(&self, port: &OnEdges<'_>) -> [PortEnd; 2] {
        let along = || port.edges.iter().map(|edge| edge[port.axis]);
        let (first, last) = (along().min().unwrap_or(0), along().max().unwrap_or(0));
        [(first, 0), (last, 1)].map(|(line, after)| {
            let edges = port.edges.iter().filter(|edge| edge[port.axis] == line);
            let node = |edge: &Node| {
                let mut node = *edge;
                node[port.axis] = self.model.layout.wrap(port.axis, line + after);
                node
            };
            (edges.map(node).collect(), line + after)
        })
    }

    /// The edges at a node: their direction, start, other end and length.
    fn edges(&self, node: Node) -> impl Iterator<Item = (usize, Node, Node, f64)> {
        let GridCoefficients { grid, layout, .. } = self.model;
        (0..3).flat_map(move |axis| {
            let at = |n: usize| {
                let mut other = node;
                other[axis] = n;
                other
            };
            let size = move |n: usize| grid.lines[axis][n + 1] - grid.lines[axis][n];
            let cell = node[axis];
            let after = (cell < layout.cells[axis])
                .then(|| (axis, node, at(layout.wrap(axis, cell + 1)), size(cell)));
            let before = layout.cell_before(axis, cell);
            let before = before.map(|n| (axis, at(n), at(n), size(n)));
            [after, before].into_iter().flatten()
        })
    }

    /// Whether anything other than the port itself conducts at a node.
    fn is_held(&self, port: &OnEdges<'_>, node: Node) -> bool {
        self.edges(node)
            .any(|(axis, start, ..)| !port.owns(axis, start) && self.conducts(axis, start))
    }

    /// Whether another port has an edge at one of the nodes.
    fn meets(&self, other: &OnEdges<'_>, nodes: &[Node]) -> bool {
        let mut edges = nodes.iter().flat_map(|node| self.edges(*node));
        edges.any(|(axis, start, ..)| other.owns(axis, start))
    }

    /// The shortest conducting path from one end to the other, if it is short (E. W. Dijkstra, Numer. Math. 1, 269, 1959).
    fn shortest(&self, port: &OnEdges<'_>, [from, to]: &[PortEnd; 2]) -> Option<f64> {
        let lines = &self.model.grid.lines[port.axis];
        let limit = NEARBY * (lines[to.1] - lines[from.1]);
        let targets: HashSet<&Node> = to.0.iter().collect();
        // Distances are not negative, so their bits sort like their values.
        let starts = from.0.iter().map(|node| Reverse((0, *node)));
        let mut waiting: BinaryHeap<Reverse<(u64, Node)>> = starts.collect();
        let mut done: HashSet<Node> = HashSet::new();
        while let Some(Reverse((bits, node))) = waiting.pop() {
            if !done.insert(node) {
                continue;
            }
            let way = f64::from_bits(bits);
            if targets.contains(&node) {
                return Some(way);
            }
            for (axis, start, other, size) in self.edges(node) {
                let near = way + size <= limit && !done.contains(&other);
                if near && !port.owns(axis, start) && self.conducts(axis, start) {
                    waiting.push(Reverse(((way + size).to_bits(), other)));
                }
            }
        }
        None
    }
}
