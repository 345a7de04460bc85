//! Rows of entries by `crate::expansion`, test triangles in SIMD lanes.

use poynting_exec::{Kernel, Real};

use crate::expansion::{Centred, Expanded, Expansion};
use crate::formula::Pair;
use crate::integrand::LANES;
use crate::lanes::three;
use crate::space::Triangle;

/// Centroids, corners relative to them and normals, in arrays over triangles padded to whole lanes.
#[derive(Debug, Clone)]
pub struct CentredTriangles<T> {
    centroids: [Vec<T>; 3],
    corners: [[Vec<T>; 3]; 3],
    normals: [Vec<T>; 3],
}

impl<T: Real> CentredTriangles<T> {
    /// Rounds triangles to the precision.
    pub fn new(triangles: &[Triangle]) -> Self {
        let filled = |value: &dyn Fn(&Triangle) -> f64| -> Vec<T> {
            let values = triangles.iter().map(|t| T::of(value(t)));
            let missing = triangles.len().next_multiple_of(LANES) - triangles.len();
            values.chain((0..missing).map(|_| T::of(0.0))).collect()
        };
        Self {
            centroids: [0, 1, 2].map(|i| filled(&|t| t.centroid[i])),
            corners: [0, 1, 2]
                .map(|c| [0, 1, 2].map(|i| filled(&|t| t.corners[c][i] - t.centroid[i]))),
            normals: [0, 1, 2].map(|i| filled(&|t| t.normal[i])),
        }
    }

    fn centroid(&self, n: usize) -> [T; 3] {
        [0, 1, 2].map(|i| self.centroids[i][n])
    }

    fn corners(&self, n: usize) -> [[T; 3]; 3] {
        [0, 1, 2].map(|c| [0, 1, 2].map(|i| self.corners[c][i][n]))
    }
}

/// One trial triangle with all test triangles from `first` on; entries of those that are too near are meaningless.
pub struct ExpandedRow<'a, 'o, T, I> {
    /// The integrand.
    pub integrand: I,
    /// All triangles.
    pub centred: &'a CentredTriangles<T>,
    /// The trial triangle.
    pub trial: usize,
    /// The first test triangle.
    pub first: usize,
    /// For each corner of the trial triangle, the entries of all test triangles.
    pub out: &'o mut [[Pair<T>; 3]],
}

impl<T: Real, I: Expanded<T>> Kernel for ExpandedRow<'_, '_, T, I> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let count = self.out.len() / 3;
        let (centroid, q) = (
            self.centred.centroid(self.trial),
            self.centred.corners(self.trial),
        );
        for from in (self.first - self.first % LANES..count).step_by(LANES) {
            let at = three(&self.centred.centroids, from);
            let n = three(&self.centred.normals, from);
            let mut p = [[[T::of(0.0); LANES]; 3]; 3];
            for c in 0..3 {
                p[c] = three(&self.centred.corners[c], from);
            }
            let mut values = [[[[T::of(0.0); LANES]; 2]; 3]; 3];
            for l in 0..LANES {
                let pair = Centred {
                    away: [
                        at[0][l] - centroid[0],
                        at[1][l] - centroid[1],
                        at[2][l] - centroid[2],
                    ],
                    test: [
                        [p[0][0][l], p[0][1][l], p[0][2][l]],
                        [p[1][0][l], p[1][1][l], p[1][2][l]],
                        [p[2][0][l], p[2][1][l], p[2][2][l]],
                    ],
                    trial: q,
                    normal: [n[0][l], n[1][l], n[2][l]],
                };
                let expansion = Expansion::new(self.integrand.wave_number(), pair);
                let block = self.integrand.entries(&expansion);
                for b in 0..3 {
                    for a in 0..3 {
                        values[b][a][0][l] = block[a][b][0];
                        values[b][a][1][l] = block[a][b][1];
                    }
                }
            }
            for l in self.first.saturating_sub(from)..LANES.min(count - from) {
                for b in 0..3 {
                    let entries = &mut self.out[b * count + from + l];
                    for a in 0..3 {
                        entries[a] = [values[b][a][0][l], values[b][a][1][l]];
                    }
                }
            }
        }
    }
}
