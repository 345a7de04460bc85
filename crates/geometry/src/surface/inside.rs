//! Whether a surface encloses a volume.

use std::path::Path;

use super::health::Defect;
use super::triangles::Surface;
use crate::error::GeometryError;

/// Rejects a surface that has no inside.
pub(crate) fn require_inside(surface: &Surface, file: &Path) -> Result<(), GeometryError> {
    let health = surface.health();
    if let Some(open) = health.find(Defect::Open) {
        return Err(GeometryError::NotClosed {
            file: file.to_owned(),
            edges: open.count,
            from: open.place[0],
            to: open.place[1],
        });
    }
    let degenerate = health.count(Defect::Degenerate) == surface.triangles.len();
    if surface.bounds().volume() <= 0.0 || degenerate {
        return Err(GeometryError::NoVolume {
            file: file.to_owned(),
        });
    }
    Ok(())
}
