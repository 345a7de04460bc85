//! Welding, orientation, refinement and health.

use std::f64::consts::PI;

use crate::meshes::{Lcg, cube, sphere_mesh};
use poynting_geometry::{Body, Defect, Role, Surface};

fn moved(mut surface: Surface, by: [f64; 3], scale: f64) -> Surface {
    for v in &mut surface.vertices {
        *v = std::array::from_fn(|a| scale * v[a] + by[a]);
    }
    surface
}

/// Every triangle with its own corners, each slightly displaced.
fn exploded(surface: &Surface, by: f64, random: &mut Lcg) -> Surface {
    let mut out = Surface::default();
    for corners in surface.corner_triples() {
        let first = out.vertices.len() as u32;
        out.vertices
            .extend(corners.map(|c| c.map(|x| x + random.between(-by, by))));
        out.triangles.push([first, first + 1, first + 2]);
    }
    out
}

/// Some triangles flipped at random.
fn shuffled(mut surface: Surface, random: &mut Lcg) -> Surface {
    for t in &mut surface.triangles {
        if random.between(0.0, 1.0) < 0.4 {
            t.rotate_left(1);
            t.swap(0, 1);
        }
    }
    surface
}

/// A strip of 2 x n triangles that closes with half a turn.
fn moebius(n: u32) -> Surface {
    let mut s = Surface::default();
    for i in 0..n {
        let (u, half) = (2.0 * PI * f64::from(i) / f64::from(n), 0.3);
        for w in [-half, half] {
            let r = 1.0 + w * (u / 2.0).cos();
            s.vertices
                .push([r * u.cos(), r * u.sin(), w * (u / 2.0).sin()]);
        }
    }
    for i in 0..n {
        let (a, b) = (2 * i, 2 * i + 1);
        let (c, d) = if i + 1 == n { (1, 0) } else { (a + 2, b + 2) };
        s.triangles.extend([[a, c, b], [b, c, d]]);
    }
    s
}

#[test]
fn welding_joins_what_lies_together_and_nothing_else() {
    let whole = sphere_mesh(3);
    let mut random = Lcg::new(1);
    for scale in [1e-3, 1.0, 1e4] {
        let mut loose = moved(exploded(&whole, 1e-8, &mut random), [5.0 * scale; 3], scale);
        assert_eq!(loose.health().count(Defect::Open), 3 * 512);
        let welded = loose.weld(1e-6);
        assert_eq!(welded.vertices, 3 * 512 - whole.vertices.len());
        assert_eq!(
            (welded.triangles, loose.vertices.len()),
            (0, whole.vertices.len())
        );
        assert!(loose.health().closed);
        assert_eq!(loose.weld(1e-6).vertices, 0);
        assert_eq!(loose.weld(0.0).vertices, 0);
    }
    // A tolerance larger than an edge removes the triangles at it.
    let mut needle = cube();
    needle.vertices.push([1.0, 1.0, 1.0 + 1e-7]);
    needle.triangles.push([7, 8, 6]);
    needle.tags = (0..13).collect();
    let welded = needle.weld(1e-6);
    assert_eq!((welded.vertices, welded.triangles), (1, 1));
    assert_eq!(needle.tags, (0..12).collect::<Vec<_>>());
    assert_eq!(needle.triangles, cube().triangles);
}

#[test]
fn closed_parts_are_turned_outwards_whatever_they_were() {
    let mut random = Lcg::new(7);
    let mut both = moved(cube(), [3.0, 0.0, 0.0], 0.5);
    both.append(&sphere_mesh(3));
    let volume = both.volume();
    for _ in 0..5 {
        let mut s = shuffled(both.clone(), &mut random);
        assert!(s.health().count(Defect::Misoriented) > 0);
        let orientation = s.orient();
        assert!(orientation.turned > 0 && orientation.twisted.is_empty());
        let health = s.health();
        assert!(health.findings.is_empty() && (health.volume - volume).abs() < 1e-13);
        assert_eq!(health.components.len(), 2);
        assert!(health.components.iter().all(|c| c.closed && c.volume > 0.1));
        assert_eq!(s.orient().turned, 0);
    }
}

/// Two cubes that share an edge: four triangles meet there, yet each cube is closed by itself.
#[test]
fn bodies_that_touch_at_an_edge_are_oriented_one_by_one() {
    let mut s = cube();
    s.append(&moved(cube(), [1.0, 1.0, 0.0], 1.0));
    s.weld(1e-9);
    let mut s = shuffled(s, &mut Lcg::new(3));
    s.orient();
    let health = s.health();
    assert_eq!(
        (health.count(Defect::Junction), health.components.len()),
        (1, 1)
    );
    assert!(health.closed && health.fatal(Role::Boundary).is_none());
    assert!((health.volume - 2.0).abs() < 1e-14);
}

#[test]
fn open_parts_agree_and_keep_the_side_of_most() {
    let plate = Body::Box {
        from: [0.0; 3],
        to: [1.0, 1.0, 0.0],
    }
    .mesh(0.1)
    .unwrap();
    let mut s = shuffled(plate.clone(), &mut Lcg::new(5));
    let orientation = s.orient();
    assert!(orientation.turned > 0 && orientation.turned <= 100 && orientation.twisted.is_empty());
    for (a, b) in s.triangles.iter().zip(&plate.triangles) {
        let first = b.iter().position(|v| *v == a[0]).unwrap();
        assert_eq!(a[1], b[(first + 1) % 3]);
    }
}

#[test]
fn one_sided_surfaces_are_found() {
    let mut s = shuffled(moebius(20), &mut Lcg::new(9));
    let orientation = s.orient();
    assert_eq!(
        orientation.twisted.len(),
        s.health().count(Defect::Misoriented)
    );
    assert!(!orientation.twisted.is_empty());
    let health = s.health();
    assert_eq!(health.count(Defect::Open), 40);
    // It is fit as a sheet, but not as a boundary.
    assert!(health.fatal(Role::Sheet).is_none());
    assert_eq!(health.fatal(Role::Boundary).unwrap().defect, Defect::Open);
}

#[test]
fn findings_name_their_places() {
    let find = |s: &Surface, defect: Defect| {
        let health = s.health();
        let finding = health.find(defect).unwrap_or_else(|| panic!("{defect:?}"));
        (
            finding.count,
            finding.to_string(),
            finding.is_fatal(Role::Sheet),
        )
    };
    let mut s = cube();
    s.triangles.swap_remove(0);
    let (count, text, fatal) = find(&s, Defect::Open);
    assert!(count == 3 && !fatal, "{text}");
    assert_eq!(
        text,
        "3 edges shared by an odd number of triangles, the first from [0.0, 0.0, 0.0] to [0.0, 1.0, 0.0] m"
    );

    let mut s = cube();
    s.triangles.push([2, 3, 0]);
    let (count, text, fatal) = find(&s, Defect::Duplicate);
    assert!(count == 1 && fatal, "{text}");
    assert!(
        text.starts_with("1 triangle with the same corners as another, with corners [0.0, 1.0,")
    );
    assert_eq!(s.health().count(Defect::Junction), 3);

    let mut s = cube();
    s.vertices
        .extend([[0.5, 0.0, 0.0], [9.0, 8.0, 7.0], [0.5, 1e-3, 0.0]]);
    s.triangles.extend([[0, 1, 8], [0, 1, 10]]);
    assert!(find(&s, Defect::Degenerate).2);
    let (count, text, fatal) = find(&s, Defect::Sliver);
    assert!(
        count == 1 && !fatal && text.contains("[0.5, 0.001, 0.0]"),
        "{text}"
    );
    let (_, text, _) = find(&s, Defect::Unused);
    assert_eq!(text, "1 vertex that no triangle uses, at [9.0, 8.0, 7.0] m");

    s.vertices[3][1] = f64::NAN;
    assert_eq!(
        s.health().fatal(Role::Sheet).unwrap().defect,
        Defect::NotFinite
    );
}

#[test]
fn measures_are_those_of_the_cube() {
    let health = moved(cube(), [1e3; 3], 0.5).health();
    assert!((health.area - 1.5).abs() < 1e-12 && (health.volume - 0.125).abs() < 1e-12);
    let lengths = health.lengths;
    // Twelve edges and six diagonals.
    let mean = (12.0 + 6.0 * 2_f64.sqrt()) / 18.0 * 0.5;
    assert!((lengths.mean - mean).abs() < 1e-12 && (lengths.min - 0.5).abs() < 1e-12);
    let per = lengths.per_wavelength(5.0);
    assert!((per[0] - 10.0 / 2_f64.sqrt()).abs() < 1e-9 && (per[2] - 10.0).abs() < 1e-9);
    let [a, b] = lengths.longest;
    let length: f64 = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
    assert!((length - lengths.max).abs() < 1e-12);
}

#[test]
fn refinement_keeps_the_form_and_half_of_the_angles() {
    let mut random = Lcg::new(11);
    for round in 0..20 {
        let mut s = cube();
        for v in &mut s.vertices {
            *v = v.map(|x| x + random.between(-0.3, 0.3));
        }
        s.tags = (0..12).collect();
        let before = s.health();
        let of = |s: &Surface, tag: u32| {
            let mut part = s.clone();
            part.triangles = (0..s.triangles.len())
                .filter(|t| s.tag(*t) == tag)
                .map(|t| s.triangles[t])
                .collect();
            part.area()
        };
        let areas: Vec<f64> = (0..12).map(|t| of(&s, t)).collect();
        s.refine(0.1).unwrap();
        let after = s.health();
        assert!(
            after.closed && after.count(Defect::Junction) == 0,
            "{round}"
        );
        assert!(after.lengths.max <= 0.1);
        assert!(
            (after.area - before.area).abs() < 1e-12
                && (after.volume - before.volume).abs() < 1e-12
        );
        assert!(after.smallest_angle >= 0.5 * before.smallest_angle * (1.0 - 1e-9));
        assert!((0..12).all(|t| (of(&s, t) - areas[t as usize]).abs() < 1e-12));
    }
}
