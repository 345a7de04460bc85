//! The surface of metal as the grid has it: its area against that of the shape.

use crate::plan::Plan;
use poynting_geometry::Surface;
use poynting_scene::{Precision, Scene};

/// A domain of 20 mm with cells of 1 mm and one structure; lengths in millimetres.
fn surface(structure: &str, more: &str) -> Surface {
    let text = format!(
        r#"
        domain = {{ from = ["0 mm", "0 mm", "0 mm"], to = ["20 mm", "20 mm", "20 mm"] }}
        boundary = {{ all = "pml" }}
        grid = {{ spacing = "1 mm", max_frequency = "10 GHz" }}
        stop = {{ steps = 1 }}
        materials = {{ copper = {{ library = "copper" }} }}
        {more}
        [[structures]]
        {structure}
        [[sources]]
        name = "dipole"
        type = "dipole"
        at = ["2 mm", "2 mm", "2 mm"]
        direction = "z"
        waveform = {{ type = "differentiated-gaussian", amplitude = "1 A m", bandwidth = "10 GHz" }}
        "#
    );
    let scene = Scene::from_toml(&text, "scene.toml").unwrap();
    Plan::new(&scene, Precision::F64)
        .unwrap()
        .metal_surface(&scene)
}

/// In square millimetres.
fn area(surface: &Surface) -> f64 {
    let of = |t: &[u32; 3]| {
        let [p, q, r] = t.map(|v| surface.vertices[v as usize]);
        let [u, v]: [[f64; 3]; 2] = [q, r].map(|x| std::array::from_fn(|a| x[a] - p[a]));
        let normal: [f64; 3] = std::array::from_fn(|a| {
            let (b, c) = ((a + 1) % 3, (a + 2) % 3);
            u[b] * v[c] - u[c] * v[b]
        });
        0.5 * normal.iter().map(|n| n * n).sum::<f64>().sqrt()
    };
    1e6 * surface.triangles.iter().map(of).sum::<f64>()
}

const BLOCK: &str = r#"shape = "box"
        from = ["5 mm", "5 mm", "5 mm"]
        to = ["7 mm", "8 mm", "9 mm"]"#;

#[test]
fn a_block_on_the_grid_has_its_own_surface() {
    for material in ["pec", "copper"] {
        let found = area(&surface(&format!("material = \"{material}\"\n{BLOCK}"), ""));
        assert!((found - 52.0).abs() < 1e-9, "{material}: {found}");
    }
}

#[test]
fn a_sheet_has_its_area_once() {
    for material in ["pec", "copper"] {
        let sheet = BLOCK.replace("\"9 mm\"", "\"5 mm\"");
        let found = area(&surface(&format!("material = \"{material}\"\n{sheet}"), ""));
        assert!((found - 6.0).abs() < 1e-9, "{material}: {found}");
    }
}

/// Whole cells have the surface of the cube around the ball, one and a half times that of the ball; the polygons of cut cells come close to it.
#[test]
fn a_ball_is_round_where_surfaces_are_conformal() {
    let ball = "material = \"pec\"\nshape = \"sphere\"\ncenter = [\"10 mm\", \"10 mm\", \"10 mm\"]\nradius = \"6.3 mm\"";
    let expected = 4.0 * std::f64::consts::PI * 6.3f64.powi(2);
    let of = |surfaces: &str| {
        let surface = surface(ball, &format!("fdtd = {{ surfaces = \"{surfaces}\" }}"));
        let outside = surface.triangles.iter().filter(|t| {
            let near = |v: u32| {
                surface.vertices[v as usize]
                    .iter()
                    .map(|x| (x - 0.01).powi(2))
                    .sum::<f64>()
                    .sqrt()
                    > 0.98 * 0.0063
            };
            t.iter().all(|v| near(*v))
        });
        let outside = Surface {
            triangles: outside.copied().collect(),
            ..surface.clone()
        };
        (area(&surface) / expected, area(&outside) / expected)
    };
    let (staircase, _) = of("staircase");
    assert!((staircase - 1.5).abs() < 0.1, "{staircase}");
    let (_, conformal) = of("conformal");
    assert!((conformal - 1.0).abs() < 0.03, "{conformal}");
}
