//! The INP meshes of the Austin RCS Benchmark Suite: the numbers of vertices and triangles, then three coordinates
//! per vertex, then three vertex indices from one per triangle, all separated by whitespace.

use super::cursor::Cursor;
use super::fault::Fault;
use crate::surface::Surface;

pub fn parse(bytes: &[u8]) -> Result<Surface, Fault> {
    let mut c = Cursor::new(bytes);
    let vertices = c.size("the number of vertices")?;
    let triangles = c.size("the number of triangles")?;
    let mut surface = Surface::default();
    for _ in 0..vertices {
        let mut coordinate = || c.real("a coordinate");
        surface
            .vertices
            .push([coordinate()?, coordinate()?, coordinate()?]);
    }
    for _ in 0..triangles {
        let mut corner = || {
            let v = c.size("the number of a vertex")?;
            if v == 0 || v > vertices {
                return Err(c.fault(format!(
                    "there is no vertex {v}: vertices are numbered from 1 to {vertices}"
                )));
            }
            Ok(v as u32 - 1)
        };
        surface.triangles.push([corner()?, corner()?, corner()?]);
    }
    if !c.at_end() {
        return Err(c.fault(format!(
            "the file continues after the {vertices} vertices and {triangles} triangles that it declares"
        )));
    }
    surface.drop_unused_vertices();
    Ok(surface)
}
