//! Currents on the triangles of a surface.

use crate::ValidationError;
use crate::bench::quantity;
use poynting::Results;

/// Centroids of the triangles of a run that records currents, and |J| there.
pub(super) struct Currents {
    pub centroids: Vec<[f64; 3]>,
    /// Real and imaginary parts along x, y, z.
    pub parts: [Vec<[f64; 3]>; 2],
}

impl Currents {
    pub fn new(results: &Results, monitor: &str) -> Result<Self, ValidationError> {
        let triples = |name: &str| -> Result<Vec<[f64; 3]>, ValidationError> {
            let (triples, _) = quantity(results, name)?.data.as_chunks();
            Ok(triples.to_vec())
        };
        let vertices = triples("surface/vertices")?;
        let centroid = |corners: [f64; 3]| {
            std::array::from_fn(|a| {
                corners
                    .iter()
                    .map(|&v| vertices[v as usize][a])
                    .sum::<f64>()
                    / 3.0
            })
        };
        let [re, im] = ["real", "imag"].map(|part| triples(&format!("current/{monitor}/{part}")));
        Ok(Self {
            centroids: triples("surface/triangles")?
                .into_iter()
                .map(centroid)
                .collect(),
            parts: [re?, im?],
        })
    }

    /// |J| on a triangle.
    pub fn size(&self, triangle: usize) -> f64 {
        let parts = self.parts.iter().flat_map(|part| part[triangle]);
        parts.map(|j| j * j).sum::<f64>().sqrt()
    }
}
