//! Symmetry planes of periodic models, and plane waves between boundaries that are compatible with them.

use poynting::{Results, RunOptions, Scene, Simulation};

const SCENE: &str = include_str!("../data/trouble/symmetric-periodic-dead-end.toml");

fn run(text: &str) -> Results {
    let scene = Scene::from_toml(text, "discs.toml").unwrap_or_else(|e| panic!("{e}"));
    let simulation = Simulation::from(scene);
    simulation.run(&RunOptions::default()).unwrap()
}

/// The whole period, its quarter between symmetry planes, and the same with explicit walls are one model. The quarter sums
/// in a different order, so only rounding differs.
#[test]
fn symmetric_periodic_dead_end() {
    let quarter = run(SCENE);
    let symmetry = "[symmetry]\nx = \"electric\"\ny = \"magnetic\"\n";
    let whole = run(&SCENE.replace(symmetry, ""));
    let walls = SCENE
        .replace("x = \"periodic\"", "x = \"pec\"")
        .replace("y = \"periodic\"", "y = \"pmc\"");
    let walled = run(&walls);
    let between = run(&walls.replace(symmetry, ""));
    for name in ["flux/R", "flux/T"] {
        let of = |results: &Results| results.get(name).unwrap().data.clone();
        let expected = of(&whole);
        let largest = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        assert!(largest > 0.0);
        for other in [&quarter, &walled, &between] {
            for (a, b) in expected.iter().zip(of(other)) {
                assert!((a - b).abs() < 1e-9 * largest, "{name}: {a} {b}");
            }
        }
    }
}

/// A wall incompatible with the wave is refused, and the message names the compatible ones.
#[test]
fn a_wall_across_the_field_is_refused() {
    let wrong = SCENE
        .replace("x = \"periodic\"", "x = \"pmc\"")
        .replace("x = \"electric\"\n", "");
    let error = Scene::from_toml(&wrong, "discs.toml").unwrap_err().render();
    assert!(error.contains("ends at a face of the domain"), "{error}");
}
