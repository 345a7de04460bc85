//! Mesh files. A surface that was read is examined as for a structure of a scene, written and read again.

use crate::folder::in_folder;
use poynting_geometry::{MeshSize, Solid, Spans, Surface, outline, surface_of};
use poynting_scene::Shape;
use std::path::{Path, PathBuf};

/// Triangles of a refined mesh.
const MOST: u64 = 2000;

/// STL, text or binary.
pub fn stl(bytes: &[u8]) {
    read(bytes, "mesh.stl");
}

/// OBJ.
pub fn obj(bytes: &[u8]) {
    read(bytes, "mesh.obj");
}

/// The format of gmsh, text or binary.
pub fn msh(bytes: &[u8]) {
    read(bytes, "mesh.msh");
}

/// The format of the Austin suite.
pub fn inp(bytes: &[u8]) {
    read(bytes, "mesh.inp");
}

fn read(bytes: &[u8], name: &str) {
    let of = |bytes: &[u8], name: &str| {
        Surface::from_bytes(bytes.to_owned(), Path::new(name), 1.0, [0.0; 3])
    };
    let surface = match of(bytes, name) {
        Ok(surface) => surface,
        Err(refused) => {
            assert!(!refused.to_string().is_empty());
            return;
        }
    };
    examine(&surface, bytes, name);
    for name in ["again.msh", "again.obj"] {
        let written = surface.to_bytes(Path::new(name));
        let written = written.unwrap_or_else(|e| panic!("{name}: {e}"));
        let again = of(&written, name).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(again.vertices, surface.vertices, "{name}");
        assert_eq!(again.triangles, surface.triangles, "{name}");
    }
    if let Ok(written) = surface.to_bytes(Path::new("again.stl")) {
        of(&written, "again.stl").unwrap_or_else(|e| panic!("again.stl: {e}"));
    }
}

/// What solvers ask of a surface, of a body and of a sheet.
fn examine(surface: &Surface, bytes: &[u8], name: &str) {
    let _ = (surface.area(), surface.volume(), surface.health());
    let extent = surface.bounds().extent();
    let edge = extent.iter().fold(0.0_f64, |most, x| most.max(*x)) / 4.0;
    in_folder(|folder| {
        folder.put(name, bytes);
        let (file, unit, offset) = (PathBuf::from(name), 1.0, [0.0; 3]);
        let body = Shape::Polyhedron {
            file: file.clone(),
            unit,
            offset,
        };
        let sheet = Shape::Sheet { file, unit, offset };
        for shape in [body, sheet] {
            let _ = outline(&shape, folder.path());
            let _ = surface_of(&shape, folder.path(), MeshSize { edge, most: MOST });
            if let Ok(solid) = Solid::new(&shape, folder.path()) {
                query(&solid);
            }
        }
    });
}

/// What a mesher and a voxeliser ask.
fn query(solid: &Solid) {
    let bounds = solid.bounds();
    let center = bounds.center();
    for point in [center, bounds.min, bounds.max] {
        let _ = (solid.contains(point), solid.distance(point));
        for axis in 0..3 {
            solid.spans_along(axis, point, &mut Spans::new());
        }
    }
    let _ = solid.degeneracy();
}
