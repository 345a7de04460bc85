//! Lines that share a cross-section, and their capacitances.
//!
//! N strips over one ground carry N quasi-TEM waves, each with a voltage on all of them (C. R. Paul, Analysis of Multiconductor Transmission Lines,
//! 2nd ed., Wiley 2008, ch. 7). The waves follow from the matrices of capacitance per length, in the media of the model and in vacuum: Q_j = sum C_ji
//! V_i, with charges from Gauss' law on the grid, around each conductor while one of them is at one volt and all others at zero,
//!
//! ```text
//! C_ji = sum over edges that leave conductor j of g (phi - phi'),   k_ij = |C_ij|/sqrt(C_ii C_jj)
//! ```
//!
//! Lines whose coupling coefficient k is below one per cent are treated separately: the near-end crosstalk between them
//! is then at most k/2, below -46 dB (Paul, ch. 10).
//!
//! Tested: capacitances of parallel plates, which are exact on the grid; coupled strips against half models between electric and magnetic walls
//! (crate `poynting`).

use crate::error::FdtdError;
use crate::line::Plane;
use poynting_grid::Grid;

/// Lines whose mutual capacitance is less than this part of their own are treated separately.
const COUPLED: f64 = 0.01;

/// Ports on lines that share a cross-section.
#[derive(Debug, Clone, PartialEq)]
pub struct CoupledLines {
    /// The ports by name.
    pub ports: Vec<String>,
    /// Capacitances per length, by rows, to any common scale.
    pub capacitance: Vec<Vec<f64>>,
    /// The same without media, to a separate scale.
    pub in_vacuum: Vec<Vec<f64>>,
}

/// The line of a port on the grid.
#[derive(Debug, Clone, PartialEq)]
pub struct PortLine {
    /// The port.
    pub port: String,
    /// The measured section and its axis.
    pub section: LineSection,
    /// A node of its strip in the cross-section.
    pub anchor: [usize; 2],
}

/// A measured section of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineSection {
    /// The axis.
    pub axis: usize,
    /// The plane of nodes where the wave is launched, and the last plane.
    pub ends: [usize; 2],
    /// Coordinate of the reference plane.
    pub plane: f64,
}

impl LineSection {
    fn sorted(&self) -> [usize; 2] {
        let [a, b] = self.ends;
        [a.min(b), a.max(b)]
    }

    /// The first plane of nodes common to both, if there is one.
    fn shared(&self, other: &Self) -> Option<usize> {
        let ([a, b], [c, d]) = (self.sorted(), other.sorted());
        (self.axis == other.axis && a.max(c) <= b.min(d)).then_some(a.max(c))
    }
}

/// The gains of the six components of a node.
pub type Gains<'a> = &'a dyn Fn([usize; 3]) -> [f64; 6];

/// Finds coupled lines; rejects those that are not measured in the same planes.
pub fn groups(
    lines: &[PortLine],
    grid: &Grid,
    gains: Gains<'_>,
) -> Result<Vec<CoupledLines>, FdtdError> {
    let mut all = Vec::new();
    let mut open: Vec<&PortLine> = lines.iter().collect();
    while let Some(first) = open.first().copied() {
        let (together, rest): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|s| s.section == first.section);
        for other in &rest {
            for line in &together {
                refuse_apart(line, other, grid, gains)?;
            }
        }
        all.extend(coupled(&together, grid, gains));
        open = rest;
    }
    Ok(all)
}

/// Rejects two coupled lines that are measured in different planes.
fn refuse_apart(
    one: &PortLine,
    other: &PortLine,
    grid: &Grid,
    gains: Gains<'_>,
) -> Result<(), FdtdError> {
    let Some(at) = one.section.shared(&other.section) else {
        return Ok(());
    };
    let axis = one.section.axis;
    let plane = Plane { grid, axis, at };
    let capacitance = plane.capacitances(&[one.anchor, other.anchor], gains);
    let coupling = capacitance.map_or(0.0, |c| coupling(&c, 0, 1));
    if coupling < COUPLED {
        return Ok(());
    }
    Err(FdtdError::Port {
        port: one.port.clone(),
        problem: format!(
            "is on a line coupled to that of port `{}` (their mutual capacitance is {:.0} % of their self-capacitance), so the waves of both must be \
             measured in the same planes: give both boxes the same start, end and direction along {}, and the same reference plane",
            other.port,
            100.0 * coupling,
            ["x", "y", "z"][axis]
        ),
    })
}

/// The groups of coupled lines among those that are measured in the same planes.
fn coupled(together: &[&PortLine], grid: &Grid, gains: Gains<'_>) -> Vec<CoupledLines> {
    let [first, _, ..] = together else {
        return Vec::new();
    };
    let plane = Plane {
        grid,
        axis: first.section.axis,
        at: first.section.ends[0],
    };
    let anchors: Vec<[usize; 2]> = together.iter().map(|s| s.anchor).collect();
    let empty = |node: [usize; 3]| gains(node).map(|gain| if gain == 0.0 { 0.0 } else { 1.0 });
    let filled = plane.capacitances(&anchors, gains);
    let (Some(filled), Some(empty)) = (filled, plane.capacitances(&anchors, empty)) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut open: Vec<usize> = (0..together.len()).collect();
    while let Some(start) = open.first().copied() {
        let members = connected(start, &open, |i, j| coupling(&filled, i, j) >= COUPLED);
        open.retain(|n| !members.contains(n));
        let part = |c: &[Vec<f64>]| -> Vec<Vec<f64>> {
            let row = |i: &usize| members.iter().map(|j| c[*i][*j]).collect();
            members.iter().map(row).collect()
        };
        if members.len() > 1 {
            all.push(CoupledLines {
                ports: members.iter().map(|n| together[*n].port.clone()).collect(),
                capacitance: part(&filled),
                in_vacuum: part(&empty),
            });
        }
    }
    all
}

/// All lines connected with `start`, in order.
fn connected(start: usize, of: &[usize], joined: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        let from = found[next];
        let more = of.iter().filter(|n| joined(from, **n));
        let more: Vec<usize> = more.filter(|n| !found.contains(n)).copied().collect();
        found.extend(more);
        next += 1;
    }
    found.sort_unstable();
    found
}

fn coupling(c: &[Vec<f64>], i: usize, j: usize) -> f64 {
    c[i][j].abs() / (c[i][i] * c[j][j]).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_grid::Grid;

    /// Two plates one behind the other between grounded walls and unit cells: rows of cells as capacitors in parallel, in series where two conductors
    /// are not neighbours. Layers 4, 2 and 4 cells thick, 5 cells wide between walls without flux.
    #[test]
    fn plates_have_the_capacitances_of_plates() {
        let lines: Vec<f64> = (0..=10).map(f64::from).collect();
        let across: Vec<f64> = (0..=5).map(f64::from).collect();
        let grid = Grid {
            lines: [vec![0.0, 1.0], across, lines],
        };
        // Grounds at z = 0 and 10, plates at 4 and 6; metal along x and y in these planes.
        let metal = |node: [usize; 3]| {
            if [0, 4, 6, 10].contains(&node[2]) {
                [0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
            } else {
                [1.0; 6]
            }
        };
        let plane = Plane {
            grid: &grid,
            axis: 0,
            at: 0,
        };
        let c = plane.capacitances(&[[2, 4], [2, 6]], metal).unwrap();
        for (i, row) in c.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                let expected = if i == j {
                    5.0 / 4.0 + 5.0 / 2.0
                } else {
                    -5.0 / 2.0
                };
                assert!((value - expected).abs() < 1e-6, "{c:?}");
            }
        }
        assert!((coupling(&c, 0, 1) - 2.0 / 3.0).abs() < 1e-6);
        assert!(plane.capacitances(&[[2, 4], [1, 4]], metal).is_none());
    }

    #[test]
    fn only_lines_that_reach_each_other_hang_together() {
        let pairs = [(0, 2), (2, 3)];
        let joined = |i: usize, j: usize| pairs.contains(&(i, j)) || pairs.contains(&(j, i));
        assert_eq!(connected(0, &[0, 1, 2, 3], joined), [0, 2, 3]);
        assert_eq!(connected(1, &[1], joined), [1]);
    }
}
