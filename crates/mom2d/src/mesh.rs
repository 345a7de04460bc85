//! Outlines divided into elements.
//!
//! Elements are at most a given part of a wavelength long, and an arc turns by at most 10 degrees along one. At the ends of strips and at corners
//! currents are singular or have singular slopes (J. Meixner, IEEE Trans. Antennas Propag. 20, 442, 1972): elements are halved towards them several
//! times, so that these cost no accuracy.

use std::f64::consts::PI;
use std::iter::successors;

use crate::element::Element;
use crate::error::Mom2dError;
use crate::intersection::find_crossing;
use crate::outline::Outline;
use crate::side::{Point, Side, cross, dot, norm, sub};

/// How finely outlines are divided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Elements per wavelength, at least.
    pub per_wavelength: f64,
    /// How often the last element before a corner or an end is halved.
    pub halvings: usize,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            per_wavelength: 20.0,
            halvings: 8,
        }
    }
}

/// The least number of elements per wavelength.
const COARSEST: f64 = 6.0;
/// Halvings beyond these only add rounding.
const MOST_HALVINGS: usize = 30;
/// The largest turn of an arc along one element.
const TURN: f64 = PI / 18.0;
/// The least number of elements of a side before they are halved, for each of its ends that is a corner: on a short side the current is curved too.
const AT_CORNERS: usize = 3;
/// Sides that meet at a smaller angle pass for smooth.
const CORNER: f64 = PI / 12.0;

/// Where an element begins, or an outline ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Station {
    /// The outline, from 0.
    pub outline: usize,
    /// Length along the outline in m.
    pub along: f64,
    /// The point.
    pub at: Point,
    pub(crate) node: usize,
}

/// Outlines divided into elements, for one wavelength.
#[derive(Debug, Clone, PartialEq)]
pub struct Mesh {
    wavelength: f64,
    elements: Vec<Element>,
    /// Whether each outline is closed.
    closed: Vec<bool>,
    /// Whether each node is an end of a strip.
    ends: Vec<bool>,
}

impl Mesh {
    /// Divides outlines.
    pub fn new(
        outlines: &[Outline],
        wavelength: f64,
        sampling: Sampling,
    ) -> Result<Self, Mom2dError> {
        check("the wavelength", wavelength, 0.0)?;
        check(
            "the number of elements per wavelength",
            sampling.per_wavelength,
            COARSEST,
        )?;
        if outlines.is_empty() {
            return Err(Mom2dError::NoBody);
        }
        let mut mesh = Self {
            wavelength,
            elements: Vec::new(),
            closed: Vec::new(),
            ends: Vec::new(),
        };
        let mut parents = 0;
        for outline in outlines {
            mesh.add(outline, sampling, parents);
            parents += outline.sides().len();
        }
        match find_crossing(&mesh.elements) {
            Some((outlines, at)) => Err(Mom2dError::Crossing { outlines, at }),
            None => Ok(mesh),
        }
    }

    /// The number of elements that outlines would be divided into, without dividing them.
    pub fn count(outlines: &[Outline], wavelength: f64, sampling: Sampling) -> f64 {
        let halvings = sampling.halvings.min(MOST_HALVINGS) as f64;
        let of_outline = |outline: &Outline| {
            let corners = corners(outline);
            let sides = outline.sides().iter().enumerate();
            let longest = wavelength / sampling.per_wavelength;
            sides
                .map(|(n, side)| {
                    let graded = [corners[n], corners[n + 1]];
                    parts(side, longest, graded) + halvings * ends(graded) as f64
                })
                .sum::<f64>()
        };
        outlines.iter().map(of_outline).sum()
    }

    /// The same elements for another wavelength.
    #[must_use]
    pub fn at(&self, wavelength: f64) -> Self {
        Self {
            wavelength,
            ..self.clone()
        }
    }

    fn add(&mut self, outline: &Outline, sampling: Sampling, parents: usize) {
        let (sides, number) = (outline.sides(), self.closed.len());
        let first_node = self.ends.len();
        let corners = corners(outline);
        for (n, side) in sides.iter().enumerate() {
            let longest = self.wavelength / sampling.per_wavelength;
            let graded = [corners[n], corners[n + 1]];
            let breaks = breaks(side, longest, graded, sampling.halvings);
            for pair in breaks.windows(2) {
                let piece = side.piece(pair[0], pair[1]);
                let node = self.ends.len();
                self.ends.push(!outline.is_closed() && node == first_node);
                self.elements.push(Element {
                    side: piece,
                    length: piece.length(),
                    nodes: [node, node + 1],
                    outline: number,
                    parent: parents + n,
                });
            }
        }
        if outline.is_closed() {
            if let Some(last) = self.elements.last_mut() {
                last.nodes[1] = first_node;
            }
        } else {
            self.ends.push(true);
        }
        self.closed.push(outline.is_closed());
    }

    /// Wavelength in m.
    pub fn wavelength(&self) -> f64 {
        self.wavelength
    }

    /// 2 pi over the wavelength.
    pub fn wave_number(&self) -> f64 {
        2.0 * PI / self.wavelength
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements, which no mesh has.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub(crate) fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Whether an element belongs to a closed outline.
    pub(crate) fn is_closed(&self, element: &Element) -> bool {
        self.closed[element.outline]
    }

    /// The first open outline.
    pub(crate) fn open(&self) -> Option<usize> {
        self.closed.iter().position(|closed| !closed)
    }

    /// Whether each node is an end of a strip.
    pub(crate) fn ends(&self) -> &[bool] {
        &self.ends
    }

    /// The beginning of each element, in the order of the outlines, and the end of each outline.
    pub fn stations(&self) -> Vec<Station> {
        let mut stations = Vec::new();
        let mut along = 0.0;
        for (n, element) in self.elements.iter().enumerate() {
            let station = |fraction: f64, along, node: usize| Station {
                outline: element.outline,
                along,
                at: element.side.point(fraction),
                node,
            };
            stations.push(station(0.0, along, element.nodes[0]));
            along += element.length;
            let next = self.elements.get(n + 1);
            if next.is_none_or(|next| next.outline != element.outline) {
                stations.push(station(1.0, along, element.nodes[1]));
                along = 0.0;
            }
        }
        stations
    }

    /// The number of nodes, and of those that are ends of strips: the unknowns of TM, and those that TE does not have.
    pub fn nodes(&self) -> [usize; 2] {
        let ends = self.ends.iter().filter(|end| **end).count();
        [self.ends.len(), ends]
    }

    /// The lengths of the shortest and the longest element in m.
    pub fn lengths(&self) -> [f64; 2] {
        let lengths = || self.elements.iter().map(|e| e.length);
        [
            lengths().fold(f64::INFINITY, f64::min),
            lengths().fold(0.0, f64::max),
        ]
    }

    /// The largest distance of an element from the middle of all.
    pub(crate) fn reach(&self) -> f64 {
        let middles: Vec<Point> = self.elements.iter().map(Element::middle).collect();
        let center: Point = std::array::from_fn(|axis| {
            let values = || middles.iter().map(|p| p[axis]);
            let [low, high] = [
                values().fold(f64::INFINITY, f64::min),
                values().fold(f64::NEG_INFINITY, f64::max),
            ];
            f64::midpoint(low, high)
        });
        let reaches = self.elements.iter().zip(&middles);
        let reaches = reaches.map(|(e, at)| norm(sub(*at, center)) + e.length);
        reaches.fold(0.0, f64::max)
    }
}

fn check(name: &'static str, value: f64, least: f64) -> Result<(), Mom2dError> {
    if value.is_finite() && value > 0.0 && value >= least {
        return Ok(());
    }
    let demand = if least > 0.0 {
        "it must be at least 6"
    } else {
        "it must be positive"
    };
    Err(Mom2dError::Value {
        name,
        value,
        demand,
    })
}

/// Whether there is a corner, or the end of a strip, before each side and after the last.
fn corners(outline: &Outline) -> Vec<bool> {
    let sides = outline.sides();
    let is_corner = |before: &Side, after: &Side| {
        let (a, b) = (before.tangent(1.0), after.tangent(0.0));
        cross(a, b).atan2(dot(a, b)).abs() > CORNER
    };
    let between = sides.windows(2).map(|pair| is_corner(&pair[0], &pair[1]));
    let around = match (sides.first(), sides.last()) {
        (Some(first), Some(last)) if outline.is_closed() => is_corner(last, first),
        _ => true,
    };
    let mut corners = vec![around];
    corners.extend(between);
    corners.push(around);
    corners
}

/// How many ends of a side are graded.
fn ends(graded: [bool; 2]) -> usize {
    graded.iter().filter(|corner| **corner).count()
}

/// The number of equal parts of a side, before those at its ends are halved.
fn parts(side: &Side, longest: f64, graded: [bool; 2]) -> f64 {
    let at_corners = (AT_CORNERS * ends(graded)) as f64;
    let by_turn = (side.turn() / TURN - 1e-9).ceil();
    let by_length = (side.length() / longest - 1e-9).ceil();
    by_length.max(by_turn).max(at_corners).max(1.0)
}

/// The fractions at which a side is divided.
fn breaks(side: &Side, longest: f64, graded: [bool; 2], halvings: usize) -> Vec<f64> {
    let count = parts(side, longest, graded) as usize;
    let step = 1.0 / count as f64;
    let halves = successors(Some(0.5 * step), |part| Some(0.5 * part));
    let halves: Vec<f64> = halves.take(halvings.min(MOST_HALVINGS)).collect();
    let mut breaks = vec![0.0];
    if graded[0] {
        breaks.extend(halves.iter().rev());
    }
    breaks.extend((1..count).map(|n| n as f64 * step));
    if graded[1] {
        breaks.extend(halves.iter().map(|part| 1.0 - part));
    }
    breaks.push(1.0);
    breaks
}
