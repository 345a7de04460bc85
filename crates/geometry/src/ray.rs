//! Materials along a ray.

use crate::solid::Solid;
use crate::spans::Spans;
use poynting_scene::MaterialId;

/// A stretch that is shorter than this part of what is looked at comes from rounding.
pub const ROUNDING: f64 = 1e-9;

/// Materials along a ray: each from its start to the next.
#[derive(Debug, Default)]
pub struct Ray {
    starts: Vec<(f64, MaterialId)>,
    spans: Spans,
}

impl Ray {
    /// Traces solids, later ones over earlier ones; `spans_of` gives the intervals of each on the ray.
    pub fn trace(
        &mut self,
        solids: &[&(Solid, MaterialId)],
        spans_of: impl Fn(&Solid, &mut Spans),
    ) {
        self.starts.clear();
        self.starts.push((f64::NEG_INFINITY, MaterialId::VACUUM));
        for (solid, material) in solids {
            spans_of(solid, &mut self.spans);
            for &[lower, upper] in self.spans.as_slice() {
                let first = self.starts.partition_point(|(start, _)| *start < lower);
                let end = self.starts.partition_point(|(start, _)| *start <= upper);
                let after = self.starts[end - 1].1;
                let new = [(lower, *material), (upper, after)];
                self.starts.splice(first..end, new);
            }
        }
        // A body of several solids looks the same however it is put together.
        self.starts.dedup_by_key(|(_, material)| *material);
    }

    /// Visits the materials between two places, with their lengths. A surface at one of them is rounded to either side of it.
    pub fn for_each(&self, from: f64, to: f64, mut visit: impl FnMut(MaterialId, f64)) {
        let least = ROUNDING * (to - from);
        for (n, &(start, material)) in self.starts.iter().enumerate() {
            let end = self.starts.get(n + 1).map_or(f64::INFINITY, |s| s.0);
            let length = end.min(to) - start.max(from);
            if length > least {
                visit(material, length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_solids_cover_earlier_ones_on_a_line() {
        use poynting_scene::Shape;
        let solid = |from: f64, to: f64| {
            let (from, to) = ([from; 3], [to; 3]);
            Solid::new(&Shape::Box { from, to }, std::path::Path::new(".")).unwrap()
        };
        let solids = [
            (solid(0.0, 10.0), MaterialId(3)),
            (solid(2.0, 4.0), MaterialId(4)),
            (solid(3.0, 5.0), MaterialId(5)),
            (solid(3.4, 4.6), MaterialId(5)),
        ];
        let mut ray = Ray::default();
        ray.trace(&solids.iter().collect::<Vec<_>>(), |solid, out| {
            solid.spans_along(0, [3.5; 3], out);
        });
        let mut found = Vec::new();
        ray.for_each(-1.0, 6.0, |id, length| found.push((id.0, length)));
        let vacuum = MaterialId::VACUUM.0;
        assert_eq!(
            found,
            [(vacuum, 1.0), (3, 2.0), (4, 1.0), (5, 2.0), (3, 1.0)]
        );
    }
}
