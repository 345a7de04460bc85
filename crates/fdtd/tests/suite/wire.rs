//! Thin wires: a line in a metal box, half models, stability, and what is rejected.

use crate::common::{Recording, record, scene, with_courant};
use poynting_fdtd::{Config, FdtdError, Plan};
use poynting_scene::Precision;
use std::f64::consts::PI;

const C0: f64 = 299_792_458.0;
const ETA0: f64 = 376.730_313_667;
/// Side and length of the box, in mm.
const SIDE: f64 = 20.0;
const LENGTH: f64 = 200.0;

/// Impedance of a wire in the middle of a square box: images in two walls sum to ln coth, those in the other two alternate.
fn impedance(radius: f64) -> f64 {
    let image = |k: i32| {
        let sign = if k % 2 == 0 { 2.0 } else { -2.0 };
        sign * -(0.5 * PI * f64::from(k)).tanh().ln()
    };
    let log = (2.0 * SIDE / (PI * radius)).ln() + (1..20).map(image).sum::<f64>();
    ETA0 / (2.0 * PI) * log
}

/// A wire along z between two ports of its impedance.
fn line(radius: f64, extra: &str) -> String {
    let ohms = impedance(radius);
    let (half, end, last) = (SIDE / 2.0, LENGTH, LENGTH - 1.0);
    format!(
        "title = 'line'\n[domain]\nfrom = ['-{half} mm', '-{half} mm', '0 mm']\nto = ['{half} mm', '{half} mm', '{end} mm']\n\
         [grid]\nspacing = '1 mm'\n\
         [[wires]]\nname = 'w'\nradius = '{radius} mm'\npoints = [['0 mm', '0 mm', '1 mm'], ['0 mm', '0 mm', '{last} mm']]\n\
         [[ports]]\nname = 'feed'\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['0 mm', '0 mm', '1 mm']\ndirection = '+z'\n\
         resistance = '{ohms} ohm'\nwaveform = {{ type = 'gaussian', amplitude = '1 V', bandwidth = '5 GHz' }}\n\
         [[ports]]\nname = 'load'\nfrom = ['0 mm', '0 mm', '{last} mm']\nto = ['0 mm', '0 mm', '{end} mm']\ndirection = '-z'\n\
         resistance = '{ohms} ohm'\n[stop]\ntime = '2.6 ns'\n[fdtd]\nprecision = 'f64'\n{extra}"
    )
}

fn run(text: &str) -> Recording {
    let (recording, ..) = record(&scene(text), Config::default(), 1).unwrap();
    recording
}

/// The centre of a pulse.
fn centroid((times, values): (&[f64], &[f64])) -> f64 {
    let sum: f64 = values.iter().sum();
    times.iter().zip(values).map(|(t, v)| t * v).sum::<f64>() / sum
}

#[test]
fn a_wire_in_a_box_has_its_impedance_and_the_speed_of_light() {
    for radius in [0.01, 0.05, 0.2, 0.45] {
        let recording = run(&line(radius, ""));
        let peak = |name: &str| {
            let (_, values) = recording.get(name);
            // Before the first reflection.
            let values = &values[..values.len() * 2 / 5];
            values.iter().copied().fold(0.0, f64::max)
        };
        let found = peak("port/feed/voltage") / peak("port/feed/current");
        let off = found / impedance(radius) - 1.0;
        let delay = centroid(recording.get("port/load/voltage"))
            - centroid(recording.get("port/feed/voltage"));
        // From wall to wall: the edges of the ports also have inductance.
        let speed = LENGTH * 1e-3 / delay / C0 - 1.0;
        println!(
            "radius {radius}: impedance {:+.3} %, speed {:+.3} %",
            100.0 * off,
            100.0 * speed
        );
        assert!(off.abs() < 0.01, "radius {radius}: {off}");
        assert!(speed.abs() < 0.002, "radius {radius}: {speed}");
    }
}

#[test]
fn a_quarter_of_the_line_is_the_line() {
    let whole = run(&line(0.05, ""));
    let quarter = run(&line(0.05, "[symmetry]\nx = 'magnetic'\ny = 'magnetic'\n"));
    for name in [
        "port/feed/voltage",
        "port/feed/current",
        "port/load/voltage",
    ] {
        let [(_, a), (_, b)] = [whole.get(name), quarter.get(name)];
        let peak = a.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let off = a
            .iter()
            .zip(b)
            .fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
        assert_eq!(a.len(), b.len(), "the time steps differ");
        assert!(off < 1e-10 * peak, "{name}: {:e}", off / peak);
    }
}

/// A bend, a junction, free ends, an end at a wall and one at a plate, on unequal cells.
const TREE: &str = "title = 'tree'\n[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['12 mm', '10 mm', '14 mm']\n\
    [grid]\nspacing = ['1 mm', '1.4 mm', '0.9 mm']\n\
    [[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['8 mm', '0 mm', '2 mm']\nto = ['12 mm', '10 mm', '2 mm']\n\
    [[wires]]\nname = 'trunk'\nradius = 'RADIUS mm'\npoints = [['4 mm', '4.3 mm', '0 mm'], ['4 mm', '4.3 mm', '8 mm'], ['8 mm', '4.3 mm', '8 mm'],\n\
    ['8 mm', '7 mm', '8 mm']]\n\
    [[wires]]\nname = 'branch'\nradius = 'RADIUS mm'\npoints = [['4 mm', '4.3 mm', '5.4 mm'], ['4 mm', '7 mm', '5.4 mm']]\n\
    [[wires]]\nname = 'post'\nradius = 'RADIUS mm'\npoints = [['9 mm', '2.8 mm', '2 mm'], ['9 mm', '2.8 mm', '11 mm']]\n\
    [[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['6.2 mm', '4.9 mm', '7.1 mm']\ndirection = [1, 2, 3]\n\
    waveform = { type = 'differentiated-gaussian', amplitude = '1e-6 A m', bandwidth = '400 GHz' }\n\
    [stop]\nsteps = 20000\n[fdtd]\nprecision = 'f64'\ncourant = 1\n";

#[test]
fn wires_are_stable_at_the_time_step_that_is_found_for_them() {
    for radius in ["0.001", "0.05", "0.4"] {
        let text = TREE.replace("RADIUS", radius);
        let (recording, ..) = record(&scene(&text), Config::default(), 1).unwrap();
        let (_, energy) = recording.get("energy");
        let (first, last) = (energy[energy.len() / 10], energy[energy.len() - 1]);
        println!("radius {radius}: {:e}", last / first - 1.0);
        assert!(
            (last / first - 1.0).abs() < 1e-9,
            "{radius}: {first} {last}"
        );
    }
}

#[test]
fn the_time_step_of_the_cells_alone_would_be_too_long() {
    let scene = scene(&TREE.replace("RADIUS", "0.001"));
    let plan = Plan::new(&scene, Precision::F64).unwrap();
    let cause = plan.step_cause.unwrap();
    assert!(cause.contains("wire `"), "{cause}");
    let courant = plan.meshed.grid.courant_limit(C0) / plan.dt;
    assert!(courant > 1.2, "{courant}");
    assert!(matches!(
        record(&with_courant(&scene, courant), Config::default(), 1),
        Err(FdtdError::Diverged(_))
    ));
}

#[test]
fn a_wire_through_the_surface_of_a_plane_wave_is_refused() {
    let text = |end: &str| {
        format!(
            "title = 'wave'\n[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['12 mm', '12 mm', '12 mm']\n[grid]\nspacing = '1 mm'\n\
             [boundary]\nall = 'pml'\n[[wires]]\nname = 'whip'\nradius = '0.05 mm'\n\
             points = [['6 mm', '6 mm', '4 mm'], ['6 mm', '6 mm', '{end}']]\n\
             [[sources]]\nname = 'sky'\ntype = 'plane-wave'\nfrom = ['2 mm', '2 mm', '2 mm']\nto = ['10 mm', '10 mm', '10 mm']\n\
             direction = 'z'\npolarisation = 'x'\nwaveform = {{ type = 'gaussian', amplitude = '1 V/m', bandwidth = '20 GHz' }}\n"
        )
    };
    let plan = |end: &str| Plan::new(&scene(&text(end)), Precision::F64);
    assert!(plan("9 mm").is_ok());
    let message = plan("10 mm").unwrap_err().to_string();
    assert!(message.contains("touches wire `whip`"), "{message}");
}

fn refusal(text: &str) -> String {
    match Plan::new(&scene(text), Precision::F64) {
        Err(e @ FdtdError::Wire { .. }) => e.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn thick_wires_short_pieces_and_dispersive_media_are_refused() {
    let thick = refusal(&line(0.5, ""));
    assert!(
        thick.contains("half the cell size") && thick.contains("cylinder"),
        "{thick}"
    );
    let debye = "[materials.water]\ndebye = [{ delta = 70, tau = '9 ps' }]\n[[structures]]\nmaterial = 'water'\nshape = 'box'\n\
         from = ['-5 mm', '-5 mm', '50 mm']\nto = ['5 mm', '5 mm', '60 mm']\n";
    let wet = refusal(&line(0.05, debye));
    assert!(wet.contains("dispersive"), "{wet}");
    let short =
        line(0.05, "").replace("['0 mm', '0 mm', '199 mm']]", "['0 mm', '0 mm', '1.3 mm']]");
    let short = refusal(&short);
    assert!(short.contains("shorter than half a cell"), "{short}");
}
