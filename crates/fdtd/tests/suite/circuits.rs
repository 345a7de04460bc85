//! Messages of a plan about ports: which end is open, and which is shorted.

use crate::common::scene;
use poynting_fdtd::Plan;
use poynting_scene::Precision;

/// A box of 40 mm with cells of 1 mm around the origin, and its contents.
fn plan(walls: &str, inside: &str) -> Plan {
    let text = format!(
        "[domain]\nfrom = ['-20 mm', '-20 mm', '0 mm']\nto = ['20 mm', '20 mm', '20 mm']\n\
         [grid]\nspacing = '1 mm'\nmax_frequency = '10 GHz'\n\
         [boundary]\n{walls}\npml = {{ layers = 4 }}\n{inside}\n\
         [[sources]]\nname = 'current'\ntype = 'soft-point'\ncomponent = 'Ez'\nat = ['-15 mm', '-15 mm', '10 mm']\n\
         waveform = {{ type = 'gaussian', amplitude = '1 A/m^2', bandwidth = '10 GHz' }}\n\
         [stop]\nsteps = 1\n"
    );
    Plan::new(&scene(&text), Precision::F32).unwrap()
}

fn list(numbers: [f64; 3]) -> String {
    numbers.map(|x| format!("'{x} mm'")).join(", ")
}

fn structure(material: &str, from: [f64; 3], to: [f64; 3]) -> String {
    let (from, to) = (list(from), list(to));
    format!(
        "[[structures]]\nmaterial = '{material}'\nshape = 'box'\nfrom = [{from}]\nto = [{to}]\n"
    )
}

fn port(name: &str, from: [f64; 3], to: [f64; 3], direction: &str) -> String {
    let (from, to) = (list(from), list(to));
    format!(
        "[[ports]]\nname = '{name}'\nfrom = [{from}]\nto = [{to}]\ndirection = '{direction}'\nresistance = '50 ohm'\n"
    )
}

/// The messages about ports, in open space.
fn told(inside: &[String]) -> Vec<String> {
    told_between("all = 'pml'", inside)
}

fn told_between(walls: &str, inside: &[String]) -> Vec<String> {
    let warnings = plan(walls, &inside.concat()).warnings;
    warnings
        .into_iter()
        .filter(|w| w.contains("port `"))
        .collect()
}

fn ground() -> String {
    structure("pec", [-15.0, -15.0, 4.0], [15.0, 15.0, 4.0])
}

fn strip(z: f64) -> String {
    structure("pec", [-10.0, -2.0, z], [10.0, 2.0, z])
}

#[test]
fn a_port_from_the_ground_to_a_strip_is_connected() {
    let feed = port("feed", [-9.0, -2.0, 4.0], [-9.0, 2.0, 7.0], "+z");
    assert_eq!(told(&[ground(), strip(7.0), feed]), [""; 0]);
}

#[test]
fn an_end_that_touches_nothing_is_named() {
    let feed = port("feed", [-9.0, -2.0, 4.0], [-9.0, 2.0, 7.0], "+z");
    let expected = |z: &str| {
        format!(
            "port `feed` is not connected at its end at z = {z}: it touches no metal, electric wall, port or element there, so \
             hardly any current can flow; extend it to the metal"
        )
    };
    // The strip is one cell above the port.
    assert_eq!(
        told(&[ground(), strip(8.0), feed.clone()]),
        [expected("7 mm")]
    );
    assert_eq!(told(&[strip(7.0), feed.clone()]), [expected("4 mm")]);
    // A dielectric is not enough.
    let board = structure("glass", [-15.0, -15.0, 0.0], [15.0, 15.0, 12.0]);
    let glass = "[materials.glass]\neps_r = 4.0\nsigma = '0.01 S/m'\n".to_owned();
    assert_eq!(
        told(&[glass, board, feed]),
        [expected("4 mm"), expected("7 mm")]
    );
}

#[test]
fn blocks_of_metal_lossy_metal_and_walls_are_something_to_touch() {
    let copper = "[materials.copper_like]\neps_r = 1.0\nsigma = '1e7 S/m'\n".to_owned();
    let feed = port("feed", [0.0, 0.0, 4.0], [0.0, 0.0, 7.0], "+z");
    for metal in ["pec", "copper_like"] {
        let block = |from, to| structure(metal, [-5.0, -5.0, from], [5.0, 5.0, to]);
        let blocks = [block(2.0, 4.0), block(7.0, 9.0)].concat();
        assert_eq!(
            told(&[copper.clone(), blocks, feed.clone()]),
            [""; 0],
            "{metal}"
        );
    }
    let feed = port("feed", [0.0, 0.0, 0.0], [0.0, 0.0, 7.0], "+z");
    let open = told(&[strip(7.0), feed.clone()]);
    assert!(
        open.len() == 1 && open[0].contains("end at z = 0 m"),
        "{open:?}"
    );
    let floor = "all = 'pml'\nz_min = 'pec'";
    assert_eq!(told_between(floor, &[strip(7.0), feed]), [""; 0]);
}

#[test]
fn ports_in_series_hold_each_other() {
    let lower = port("lower", [0.0, 0.0, 4.0], [0.0, 0.0, 6.0], "+z");
    let upper = port("upper", [0.0, 0.0, 6.0], [0.0, 0.0, 7.0], "+z");
    assert_eq!(told(&[ground(), strip(7.0), lower, upper]), [""; 0]);
}

/// A post next to the port, from the ground to the strip: 2 mm off it joins the ends over 2 + 3 + 2 mm, more than twice the
/// port.
#[test]
fn metal_that_joins_both_ends_nearby_is_named() {
    let feed = port("feed", [-9.0, 0.0, 4.0], [-9.0, 0.0, 7.0], "+z");
    let post = |x: f64| structure("pec", [x, 0.0, 4.0], [x, 0.0, 7.0]);
    assert_eq!(
        told(&[ground(), strip(7.0), post(-8.0), feed.clone()]),
        [
            "metal connects both ends of port `feed` over a path of 5 mm, so it is shorted at low frequencies; this is correct for a loop \
             or next to a shorting pin, otherwise check what bridges it"
        ]
    );
    assert_eq!(told(&[ground(), strip(7.0), post(-7.0), feed]), [""; 0]);
}
