//! Which blocks of the matrix are of low rank.
//!
//! A pair of clusters t, s is admissible when
//!
//! ```text
//! min(diam t, diam s) <= eta dist(t, s)
//! ```
//!
//! (W. Hackbusch, Hierarchical Matrices, Springer 2015, chapter 5). The field of the smaller cluster is then a smooth function on the larger one, and
//! its degrees of freedom bound the rank: of order log^2(1/eps) where the cluster is electrically small, and of order (k min(diam))^2, the plane
//! waves that it can radiate, otherwise. Distance does not help there, which is why the smaller diameter decides and the criterion does not involve
//! k: a stricter rule for oscillatory kernels (k diam^2 <= dist) would only leave fewer blocks at a few wavelengths.

use super::cluster::Clusters;

/// How the entries of two clusters are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Well separated: low rank, if that saves memory.
    Admissible,
    /// Adjacent: dense.
    Inadmissible,
}

/// A block of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The row cluster.
    pub rows: usize,
    /// The column cluster.
    pub columns: usize,
    /// How it is stored.
    pub kind: Kind,
}

/// Blocks that partition the matrix: each entry is in exactly one.
pub fn partition(clusters: &Clusters, eta: f64) -> Vec<Pairing> {
    let (mut blocks, mut open) = (Vec::new(), vec![[0, 0]]);
    while let Some([rows, columns]) = open.pop() {
        let [t, s] = [rows, columns].map(|c| &clusters.all()[c]);
        let kind = if t.diameter().min(s.diameter()) <= eta * t.distance(s) {
            Kind::Admissible
        } else {
            Kind::Inadmissible
        };
        let pairing = Pairing {
            rows,
            columns,
            kind,
        };
        match (kind, t.halves, s.halves) {
            (Kind::Admissible, ..) | (_, None, None) => blocks.push(pairing),
            (_, Some(t), None) => open.extend(t.map(|t| [t, columns])),
            (_, None, Some(s)) => open.extend(s.map(|s| [rows, s])),
            (_, Some(t), Some(s)) => open.extend(t.iter().flat_map(|&t| s.map(|s| [t, s]))),
        }
    }
    blocks
}
