//! Dispersive media off the grid lines: the static response of their nodes, and layers.

use crate::coefficients::overrides::Overrides;
use crate::coefficients::skin::Skins;
use crate::coefficients::tests::dielectric::{Ball, moment_error};
use crate::coefficients::tests::yee::{ball, cuboid, even_grid};
use crate::coefficients::{CoefficientInputs, Lookup};
use poynting_fdtd_core::recipe::Recipe;
use poynting_geometry::Solid;
use poynting_grid::Layout;
use poynting_physics::constants::{C0, EPS0};
use poynting_scene::{Material, MaterialId, MaterialKind, Surfaces, Term, Wall};

const WATER: MaterialId = MaterialId(5);
const EPS_INF: f64 = 5.2;
const STATIC: f64 = 78.36;

/// Those of the other tests, and water.
fn materials() -> Vec<Material> {
    let mut materials = crate::coefficients::tests::yee::materials();
    materials.push(Material {
        name: String::new(),
        kind: MaterialKind::Medium(poynting_scene::Medium {
            eps_r: [EPS_INF; 3],
            electric: vec![Term::debye(STATIC - EPS_INF, 8.27e-12)],
            ..poynting_scene::Medium::VACUUM
        }),
        density: None,
    });
    materials
}

/// D/E of a component in a static field: the slope in z of its current at z = 1 (`crates/fdtd-core/src/recipe.rs`).
fn static_eps(recipe: &Recipe, dt: f64) -> f64 {
    assert!(recipe.pairs.is_empty());
    let held = recipe.reals.iter();
    let held = held.map(|m| m.feed / (1.0 - m.decay).powi(2));
    (recipe.storage + dt * (recipe.loss / 2.0 - held.sum::<f64>())) / EPS0
}

/// The static permittivity of every edge of a grid of n^3 unit cells, by position and axis.
fn edges(n: usize, solid: Solid, surfaces: Surfaces) -> Vec<[f64; 3]> {
    let grid = even_grid(n);
    let layout = Layout::new::<f64>(grid.cells(), [false; 3]);
    let dt = 0.99 * grid.courant_limit(C0);
    let inputs = CoefficientInputs {
        grid: &grid,
        layers: Default::default(),
        layout: &layout,
        walls: [[Wall::Pmc; 2]; 3],
        materials: &materials(),
        solids: &[(solid, WATER)],
        skins: &Skins::default(),
        overrides: &Overrides::default(),
        surfaces,
        dt,
    };
    let lookup = Lookup::new(&inputs);
    let node = |place: usize| [(n + 1) * (n + 1), n + 1, 1].map(|stride| place / stride % (n + 1));
    (0..(n + 1).pow(3))
        .map(|place| {
            let recipes = lookup.recipes_at(node(place));
            [0, 1, 2].map(|a| recipes[a].as_ref().map_or(1.0, |r| static_eps(r, dt)))
        })
        .collect()
}

/// Against the closed form 3 (eps - 1)/(eps + 2) of its volume; the errors are of first order.
#[test]
fn the_moment_of_a_ball_of_water() {
    let error = |n: usize, surfaces: Surfaces| {
        let water = Ball { n, eps: STATIC };
        let edges = edges(n, ball(water.center(), water.radius()), surfaces);
        moment_error(&water, |place, a| edges[place][a])
    };
    let sizes = [16, 32];
    let blended = sizes.map(|n| error(n, Surfaces::Conformal));
    let filled = sizes.map(|n| error(n, Surfaces::Staircase));
    println!("blended {blended:.4?}, filled {filled:.4?}");
    assert!(blended[0].abs() < 0.035 && blended[1].abs() < 0.02);
    assert!(filled[1] > 0.08);
}

/// Layers that end anywhere: in series across the field, in parallel along it, at any frequency.
#[test]
fn flat_layers_of_water_may_end_anywhere() {
    let n = 8;
    for fraction in [0.1, 0.35, 0.5, 0.8] {
        let depth = 4.0 + fraction;
        let layer = cuboid([-1.0; 3], [20.0, 20.0, depth]);
        let edges = edges(n, layer, Surfaces::Conformal);
        let eps = |k: usize, a: usize| edges[(4 * (n + 1) + 4) * (n + 1) + k][a];
        let series: f64 = (0..n).map(|k| 1.0 / eps(k, 2)).sum();
        let expected = depth / STATIC + n as f64 - depth;
        assert!((series / expected - 1.0).abs() < 1e-6, "{fraction}");
        let side_by_side: f64 = (1..n).map(|k| eps(k, 0)).sum();
        let expected = STATIC * (depth - 0.5) + (n as f64 - 0.5 - depth);
        assert!((side_by_side / expected - 1.0).abs() < 1e-6, "{fraction}");
    }
}
