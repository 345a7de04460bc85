//! Mesh files: those of gmsh, round trips of our own, and the error messages for broken ones.

use std::fs;
use std::path::{Path, PathBuf};

use crate::meshes::{Lcg, cube, sphere_mesh};
use poynting_geometry::{Body, GeometryError, Place, Surface};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn read(file: &Path) -> Result<Surface, GeometryError> {
    Surface::read(file, 1.0, [0.0; 3])
}

fn area_of(surface: &Surface, tag: u32) -> f64 {
    let mut part = surface.clone();
    part.triangles = (0..surface.triangles.len())
        .filter(|t| surface.tag(*t) == tag)
        .map(|t| surface.triangles[t])
        .collect();
    part.area()
}

/// Equal except for the seventeenth digit, which gmsh does not write.
fn assert_alike(a: &Surface, b: &Surface) {
    assert_eq!(
        (&a.triangles, &a.tags, &a.names),
        (&b.triangles, &b.tags, &b.names)
    );
    assert_eq!(a.vertices.len(), b.vertices.len());
    let coordinates = a.vertices.iter().flatten().zip(b.vertices.iter().flatten());
    for (x, y) in coordinates {
        assert!((x - y).abs() <= 1e-15 * x.abs(), "{x} {y}");
    }
}

/// A brick with coordinates that need all their digits, one half of it in a group.
fn tagged() -> Surface {
    let mut s = cube();
    for v in &mut s.vertices {
        *v = [0.1 + 0.2 * v[0], v[1] / 3.0, 1e-7 - v[2] * 12345.678];
    }
    s.tags = (0..12).map(|t| if t < 6 { 0 } else { 5 }).collect();
    s.names.insert(5, "upper half".into());
    s
}

#[test]
fn text_and_binary_of_gmsh_hold_the_same_box() {
    let text = read(&data("box_text.msh")).unwrap();
    assert_alike(&text, &read(&data("box_binary.msh")).unwrap());
    assert_eq!((text.vertices.len(), text.triangles.len()), (40, 76));
    let health = text.health();
    assert!(health.closed && health.findings.is_empty());
    assert!((health.volume - 6.0).abs() < 1e-12 && (health.area - 22.0).abs() < 1e-12);
    assert_eq!(text.names[&7], "lid of the box");
    assert!((area_of(&text, 7) - 2.0).abs() < 1e-12 && (area_of(&text, 3) - 20.0).abs() < 1e-12);
}

/// With tetrahedra, lines, points and parameters of nodes, all of which are skipped, and without groups.
#[test]
fn the_surface_of_a_volume_mesh_is_read() {
    let text = read(&data("ball_volume_text.msh")).unwrap();
    assert_alike(&text, &read(&data("ball_volume_binary.msh")).unwrap());
    assert!(text.health().closed && text.tags.is_empty());
    for v in &text.vertices {
        let radius = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((radius - 1.0).abs() < 1e-12);
    }
    let scaled = Surface::read(&data("ball_volume_text.msh"), 2.0, [1.0, 0.0, 0.0]).unwrap();
    assert!((scaled.volume() / text.volume() - 8.0).abs() < 1e-12);
    assert!((scaled.bounds().center()[0] - 1.0).abs() < 0.1);
}

/// gmsh itself writes the byte order of its machine; this is one triangle in each.
#[test]
fn either_order_of_bytes_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("order.msh");
    for order in [|n: &mut Vec<u8>| n.reverse(), |_: &mut Vec<u8>| {}] {
        let mut out = b"$MeshFormat\n4.1 1 8\n".to_vec();
        let numbers = |list: Vec<Vec<u8>>| {
            let ordered = list.into_iter().map(|mut n| {
                order(&mut n);
                n
            });
            ordered.flatten().collect::<Vec<u8>>()
        };
        let ints = |list: &[i32]| numbers(list.iter().map(|n| n.to_le_bytes().to_vec()).collect());
        let sizes = |list: &[u64]| numbers(list.iter().map(|n| n.to_le_bytes().to_vec()).collect());
        let reals = |list: &[f64]| numbers(list.iter().map(|n| n.to_le_bytes().to_vec()).collect());
        out.extend(ints(&[1]));
        out.extend(b"\n$EndMeshFormat\n$Nodes\n");
        out.extend(sizes(&[1, 3, 10, 12]));
        out.extend(ints(&[2, 1, 0]));
        out.extend(sizes(&[3, 10, 11, 12]));
        out.extend(reals(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.5, 0.0]));
        out.extend(b"\n$EndNodes\n$Elements\n");
        out.extend(sizes(&[1, 1, 1, 1]));
        out.extend(ints(&[2, 1, 2]));
        out.extend(sizes(&[1, 1, 10, 11, 12]));
        out.extend(b"\n$EndElements\n");
        fs::write(&file, out).unwrap();
        let s = read(&file).unwrap();
        assert_eq!(s.triangles, [[0, 1, 2]]);
        assert_eq!(s.area(), 1.25);
    }
}

#[test]
fn other_versions_and_elements_are_refused_with_the_cure() {
    let message = |name: &str| read(&data(name)).unwrap_err().to_string();
    let old = message("box_22.msh");
    assert!(
        old.contains("line 2") && old.contains("2.2") && old.contains("msh41"),
        "{old}"
    );
    let curved = message("box_order2.msh");
    assert!(
        curved.contains("type 9") && curved.contains("order 1"),
        "{curved}"
    );
}

#[test]
fn gmsh_reads_what_we_write() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("ours.msh");
    tagged().write(&file).unwrap();
    let ours = fs::read_to_string(data("cube_ours.msh")).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), ours);
    // The same file as gmsh read it and wrote it again.
    assert_eq!(read(&data("cube_by_gmsh.msh")).unwrap(), tagged());
}

/// Triangles of two groups in turns: a writer that gathers groups changes their order.
fn interleaved() -> Surface {
    let mut s = tagged();
    s.tags = (0..12).map(|t| if t % 3 == 0 { 2 } else { 5 }).collect();
    s.names.insert(2, "lower half".into());
    s
}

#[test]
fn round_trips_keep_every_bit_that_the_format_can_hold() {
    let dir = tempfile::tempdir().unwrap();
    let body = Body::Almond { length: 0.25 }.mesh(0.02).unwrap();
    for (name, surface) in [
        ("tagged", tagged()),
        ("interleaved", interleaved()),
        ("almond", body),
        ("ball", sphere_mesh(2)),
    ] {
        let back = |ending: &str| {
            let file = dir.path().join(format!("{name}.{ending}"));
            surface.write(&file).unwrap();
            read(&file).unwrap()
        };
        assert_eq!(back("msh"), surface);
        let obj = back("OBJ");
        assert_eq!(
            (&obj.vertices, &obj.triangles),
            (&surface.vertices, &surface.triangles)
        );
        assert!(obj.names.values().eq(surface.names.values()));
        let stl = back("stl");
        assert_eq!(stl.triangles.len(), surface.triangles.len());
        for (a, b) in stl
            .corner_triples()
            .flatten()
            .zip(surface.corner_triples().flatten())
        {
            assert_eq!(a, b.map(|x| f64::from(x as f32)));
        }
    }
}

#[test]
fn obj_files_of_other_programs_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("quads.obj");
    let text = "# a roof\nmtllib x.mtl\no roof\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0\r\nv 0 1 0\nvt 0 0\nvn 0 0 1\n\
                v 9 9 9\ns off\nf 1/1/1 2/1/1 3//1 4/1\ng wall\nusemtl brick\nv 0 0 1\nv 1 0 1\nf -1 2 1 -2\n";
    fs::write(&file, text).unwrap();
    let s = read(&file).unwrap();
    assert_eq!(
        s.triangles,
        vec![[0, 1, 2], [0, 2, 3], [5, 1, 0], [5, 0, 4]]
    );
    assert_eq!(s.vertices.len(), 6);
    assert_eq!(s.tags, [1, 1, 3, 3]);
    assert_eq!(s.names.values().collect::<Vec<_>>(), ["roof", "brick"]);
    assert!(
        (s.area() - 2.0).abs() < 1e-15
            && s.health().count(poynting_geometry::Defect::Misoriented) == 0
    );
}

/// What the message must say about each text, and the line it must name.
#[test]
fn broken_files_are_described_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let msh = fs::read_to_string(data("cube_ours.msh")).unwrap();
    let changed = |from: &str, to: &str| msh.replacen(from, to, 1);
    let inp = "3 1\n0 0 0\n1 0 0\n0 1 0\n1 2 3\n";
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 0\n";
    let stl = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n\
               endloop\nendfacet\nendsolid s\n";
    let cases = [
        ("a.stl", stl.replace("1 0 0", "1 0 x"), 5, "found `x`"),
        (
            "b.stl",
            stl.replace("vertex 0 1 0\n", ""),
            6,
            "expected `vertex`",
        ),
        (
            "c.stl",
            stl.replace("1 0 0", "1 0 1e99"),
            5,
            "single precision",
        ),
        ("d.stl", stl.replace("endsolid s\n", ""), 8, "truncated"),
        ("a.inp", inp.replace("3 1", "3 2"), 5, "truncated"),
        ("b.inp", inp.replace("3 1", "4 1"), 5, "truncated"),
        ("c.inp", inp.replace("3 1", "2 1"), 4, "no vertex 0"),
        ("d.inp", inp.replace("1 2 3", "1 2 4"), 5, "no vertex 4"),
        ("e.inp", inp.replace("1 0 0", "1 nan 0"), 3, "NaN"),
        ("f.inp", inp.replace("1 0 0", "1 0,5 0"), 3, "found `0,5`"),
        ("g.inp", format!("{inp}\n7\n"), 7, "continues"),
        ("h.inp", "solid\n".into(), 1, "the number of vertices"),
        ("a.obj", format!("{corners}f 1 2 5\n"), 5, "no vertex 5"),
        ("b.obj", format!("{corners}f 1 2\n"), 5, "three corners"),
        ("c.obj", format!("{corners}v 1 inf 0\n"), 5, "`inf`"),
        ("d.obj", format!("{corners}f 1 2 x/2\n"), 5, "`x/2`"),
        ("e.obj", format!("{corners}curv 0 1\n"), 5, "`curv`"),
        ("f.obj", format!("{corners}f 2 3 1 4\n"), 5, "not convex"),
        ("g.obj", format!("{corners}f 0 1 2\n"), 5, "no vertex 0"),
        ("h.obj", "v 1 2\n".into(), 1, "three coordinates"),
        ("a.msh", changed("4.1 0 8", "4.1 0 4"), 2, "of 4 bytes"),
        (
            "b.msh",
            changed("1 8 1 8", "1 9 1 8"),
            31,
            "9 nodes are declared",
        ),
        (
            "c.msh",
            changed("2 1 0 8", "2 1 0 7"),
            30,
            "the blocks contain 7",
        ),
        ("d.msh", changed("7 3 7 8", "7 3 7 99"), 43, "no node 99"),
        (
            "e.msh",
            changed("$EndNodes", "$Elements"),
            32,
            "expected $EndNodes",
        ),
        ("f.msh", "solid x\n".into(), 1, "begin with $MeshFormat"),
        (
            "g.msh",
            changed("$Entities", "Entities"),
            8,
            "expected a section",
        ),
    ];
    for (name, text, line, words) in cases {
        let file = dir.path().join(name);
        fs::write(&file, &text).unwrap();
        let error = read(&file);
        let Err(GeometryError::Format { place, .. }) = &error else {
            panic!("{name}: {error:?}");
        };
        let message = error.as_ref().unwrap_err().to_string();
        assert!(
            message.contains(words) && message.contains(name),
            "{message}"
        );
        assert_eq!(*place, Place::Line(line), "{message}");
    }
}

#[test]
fn endings_say_what_a_file_holds() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let unknown = read(&at("mesh.step")).unwrap_err().to_string();
    assert!(unknown.contains(".msh"), "{unknown}");
    let read_only = cube().write(&at("mesh.inp")).unwrap_err().to_string();
    assert!(read_only.contains("INP can only be read"), "{read_only}");
    fs::write(at("empty.obj"), "v 0 0 0\n").unwrap();
    let empty = read(&at("empty.obj")).unwrap_err();
    assert!(matches!(empty, GeometryError::Empty { .. }), "{empty}");
}

/// A truncated file is always rejected, and no byte sequence makes the reader panic.
#[test]
fn cut_and_scrambled_files_are_survived() {
    let dir = tempfile::tempdir().unwrap();
    let mut random = Lcg::new(42);
    for name in [
        "box_text.msh",
        "box_binary.msh",
        "ball_volume_binary.msh",
        "cube_ours.msh",
    ] {
        let whole = fs::read(data(name)).unwrap();
        let file = dir.path().join(name);
        for length in (0..whole.len() - "$EndElements\n".len()).step_by(17) {
            fs::write(&file, &whole[..length]).unwrap();
            let cut = read(&file);
            assert!(cut.is_err(), "{name} cut at {length}");
        }
        for _ in 0..300 {
            let mut bytes = whole.clone();
            for _ in 0..4 {
                let at = random.between(0.0, bytes.len() as f64) as usize;
                bytes[at] = random.between(0.0, 256.0) as u8;
            }
            fs::write(&file, &bytes).unwrap();
            // If it is accepted all the same, it must be a surface.
            if let Ok(surface) = read(&file) {
                let known = surface.vertices.len() as u32;
                assert!(surface.triangles.iter().flatten().all(|v| *v < known));
                assert!(surface.vertices.iter().flatten().all(|x| x.is_finite()));
            }
        }
    }
}
