//! Mesh files. A surface that was read is examined as for a structure of a scene, written and read again.

use poynting_geometry::Surface;
use std::path::Path;

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
    examine(&surface);
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

/// What a solver asks of a surface.
fn examine(surface: &Surface) {
    let _ = (surface.area(), surface.volume(), surface.bounds());
    let _ = surface.health();
}
