//! Networks of lumped ports: a parallel-plate line, whose S-parameters are those of a length of line.

use poynting::{Results, RunOptions, Scene, Simulation};
use std::f64::consts::{PI, TAU};

/// Two plates 4 mm apart and 8 mm wide between magnetic walls: Z = 377 ohm/2, 60 mm long, with a port of Z at either end.
fn line(more: &str) -> Results {
    let port = |name: &str, z: &str| {
        format!(
            "[[ports]]\nname = '{name}'\nfrom = ['0 mm', '0 mm', '{z}']\nto = ['8 mm', '4 mm', '{z}']\ndirection = '+y'\nresistance = '188.365 ohm'\n"
        )
    };
    let text = format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['8 mm', '4 mm', '60 mm']\n[grid]\nspacing = ['4 mm', '2 mm', '1 mm']\n\
         [boundary]\nx = 'pmc'\nz = 'pmc'\n{}{}[stop]\nenergy_decay = '80 dB'\ntime = '20 ns'\n[fdtd]\nprecision = 'f64'\n\
         [network]\nfrequencies = {{ from = '0.5 GHz', to = '5 GHz', count = 10 }}\n{more}",
        port("a", "0 mm"),
        port("b", "60 mm")
    );
    let scene = Scene::from_toml(&text, "line.toml").unwrap_or_else(|e| panic!("{}", e.render()));
    Simulation::from(scene)
        .run(&RunOptions::default())
        .expect("a run")
}

/// (real, imaginary) of S_mn over frequency, port indices from zero.
fn entry(results: &Results, m: usize, n: usize) -> Vec<[f64; 2]> {
    let part = |part: &str| &results.get(&format!("network/s/{part}")).expect("S").data;
    let both = part("real").iter().zip(part("imag"));
    both.skip(2 * m + n)
        .step_by(4)
        .map(|(re, im)| [*re, *im])
        .collect()
}

#[test]
fn a_matched_line_only_delays() {
    let results = line("");
    let frequencies = results
        .get("network/s/real")
        .unwrap()
        .axis("frequency")
        .unwrap()
        .to_vec();
    for (n, f) in frequencies.iter().enumerate() {
        let [re, im] = entry(&results, 1, 0)[n];
        let delay = TAU * f / 299_792_458.0 * 60e-3;
        let off = (im.atan2(re) + delay + PI).rem_euclid(TAU) - PI;
        // The wave on the grid is slower by at most (k d)^2/24, 5e-4 of 6.3 rad at 5 GHz; port and wall each add a fraction of a cell at (k d)^2.
        assert!(off.abs() < 0.01, "{f} {off}");
        assert!((re.hypot(im) - 1.0).abs() < 2e-3, "{f} {}", re.hypot(im));
        let [re, im] = entry(&results, 0, 0)[n];
        assert!(re.hypot(im) < 6e-3, "{f} {}", re.hypot(im));
    }
    let worst = |name: &str| {
        results
            .get(name)
            .unwrap()
            .data
            .iter()
            .copied()
            .fold(0.0, f64::max)
    };
    assert!(
        worst("quality/asymmetry") < 1e-9,
        "{}",
        worst("quality/asymmetry")
    );
    assert!(worst("quality/passivity") < 1.0 + 1e-3);
    assert!(worst("port/a/vswr") < 1.02);
    assert_eq!(results.summary.ports, ["a", "b"]);
    // Both runs are kept, without the records that only the network needs.
    assert!(
        results.get("from/a/port/b/voltage").is_some()
            && results.get("from/b/port/a/voltage").is_some()
    );
    assert!(!results.names().any(|name| name.contains("/spectrum/")));
}

#[test]
fn ports_that_change_places_save_a_run() {
    let (both, one) = (line(""), line("exchange = [['a', 'b']]\n"));
    for (m, n) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for (x, y) in entry(&both, m, n).iter().zip(entry(&one, m, n)) {
            assert!((x[0] - y[0]).hypot(x[1] - y[1]) < 1e-9);
        }
    }
    assert!(
        one.get("port/b/voltage").is_some() && !one.names().any(|name| name.starts_with("from/"))
    );
}

#[test]
fn another_reference_is_that_of_circuit_theory() {
    let results = line("reference = '50 ohm'\n");
    let frequencies = results
        .get("network/s/real")
        .unwrap()
        .axis("frequency")
        .unwrap()
        .to_vec();
    let gamma: f64 = (188.365 - 50.0) / (188.365 + 50.0);
    for (n, f) in frequencies.iter().enumerate() {
        // |S11| of a length of line between different resistances: gamma (1 - t^2)/(1 - gamma^2 t^2), t = e^{-j k l}.
        let angle = 2.0 * TAU * f / 299_792_458.0 * 60e-3;
        let squared = gamma * gamma;
        let top = (1.0 - angle.cos()).hypot(angle.sin());
        let bottom = (1.0 - squared * angle.cos()).hypot(squared * angle.sin());
        let [re, im] = entry(&results, 0, 0)[n];
        assert!((re.hypot(im) - gamma * top / bottom).abs() < 0.02, "{f}");
    }
}

#[test]
fn combined_runs_are_the_sum_of_their_fields() {
    let monitor = "[[monitors]]\nname = 'm'\ntype = 'field'\nfrom = ['4 mm', '2 mm', '30 mm']\nto = ['4 mm', '2 mm', '30 mm']\ncomponents = ['Ey']\nfrequencies = '2 GHz'\n";
    let combination = |phase: &str| {
        format!(
            "[[network.combinations]]\nname = 'c'\nwaves = [{{ port = 'a' }}, {{ port = 'b', phase = '{phase}' }}]\n{monitor}"
        )
    };
    let middle = |phase: &str| {
        let results = line(&combination(phase));
        let part = |part: &str| {
            results
                .get(&format!("combined/c/field/m/Ey/{part}"))
                .unwrap()
                .data[0]
        };
        part("real").hypot(part("imag"))
    };
    // Waves of one sqrt(watt) have sqrt(188 ohm) volts each; at the centre they add, or cancel.
    let volts = 188.365_f64.sqrt();
    assert!(
        (middle("0 deg") * 4e-3 / (2.0 * volts) - 1.0).abs() < 0.01,
        "{}",
        middle("0 deg")
    );
    assert!(middle("180 deg") * 4e-3 < 0.01 * volts);
}
