//! A strip on a plate in the method of moments, fed at the junction.
//!
//! Driven in phase, the monopole above the plate and its image below form one dipole: the plane between is an electric wall even without the plate
//! (R. F. Harrington, Time-Harmonic Electromagnetic Fields, sec. 3-3), so a plate of any size changes nothing. Driven
//! in antiphase, all their current flows into the plate, and a lossless network retains the power that is not radiated.

use poynting::{Results, RunOptions, Scene, Simulation};

const SCENE: &str = include_str!("../data/trouble/mom-monopole-on-plate.toml");

fn run(text: &str) -> Results {
    let scene = Scene::from_toml(text, "monopole.toml").unwrap_or_else(|e| panic!("{e}"));
    let simulation = Simulation::from(scene);
    simulation.run(&RunOptions::default()).unwrap()
}

/// S at the only frequency, row by row.
fn s(results: &Results) -> [[[f64; 2]; 2]; 2] {
    let part = |name: &str| {
        results
            .get(&format!("network/s/{name}"))
            .unwrap()
            .data
            .clone()
    };
    let (re, im) = (part("real"), part("imag"));
    [0, 1].map(|to| [0, 1].map(|from| [re[2 * to + from], im[2 * to + from]]))
}

#[test]
fn mom_monopole_on_plate() {
    let plated = s(&run(SCENE));
    let ground = SCENE.split("[[structures]]").nth(1).unwrap();
    let bare = s(&run(&SCENE.replacen(
        &format!("[[structures]]{ground}"),
        "",
        1,
    )));
    // Both ports in phase: S11 + S12 is that of half the dipole.
    for part in 0..2 {
        let even = |s: &[[[f64; 2]; 2]; 2]| s[0][0][part] + s[0][1][part];
        let off = even(&plated) - even(&bare);
        assert!(off.abs() < 2e-4, "{plated:?} {bare:?}");
        // The two sides are identical, and the network is reciprocal.
        assert!((plated[0][1][part] - plated[1][0][part]).abs() < 1e-6);
        assert!((plated[0][0][part] - plated[1][1][part]).abs() < 1e-4);
    }
    // Without the plate the two ports are in series with one strip: driven in antiphase, no current flows. With it current does, and
    // the plate isolates the two sides: transmission is below -10 dB.
    let size = |[re, im]: [f64; 2]| re.hypot(im);
    assert!(
        size(plated[0][1]) < 0.32 && size(bare[0][1]) > 0.5,
        "{plated:?} {bare:?}"
    );
}
