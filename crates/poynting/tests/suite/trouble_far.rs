//! Far fields of boxes cut by a structure, gains of antennas on lines, and ports where there is no suitable line.

use poynting::{Results, RunOptions, Scene, Simulation, report_of};
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/trouble");
    data.join(name)
}

/// A scene of the folder with some of its text replaced.
fn scene(name: &str, changes: &[(&str, &str)]) -> Simulation {
    let path = file(name);
    let mut text = std::fs::read_to_string(&path).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let scene = Scene::from_toml(&text, &path.to_string_lossy());
    Simulation::from(scene.unwrap_or_else(|e| panic!("{}", e.render())))
}

fn warnings(simulation: &Simulation) -> Vec<String> {
    let plan = simulation.plan(&RunOptions::default()).expect("a plan");
    plan.warnings().to_vec()
}

fn run(simulation: &Simulation) -> Results {
    simulation.run(&RunOptions::default()).expect("a run")
}

fn value(results: &Results, name: &str) -> f64 {
    let quantity = results.get(name);
    quantity.unwrap_or_else(|| panic!("no {name}")).data[0]
}

#[test]
fn far_box_cuts_board() {
    let is_told = |w: &String| w.contains("box of monitor `far` cuts");
    let board = "far-box-cuts-board.toml";
    let cut = scene(board, &[]);
    let told: Vec<String> = warnings(&cut).into_iter().filter(is_told).collect();
    assert_eq!(told.len(), 1);
    for part in ["`substrate`, `ground`", "at -y:", "open = [\"-y\"]"] {
        assert!(told[0].contains(part), "{part}: {}", told[0]);
    }
    // Both fixes that it suggests work.
    let larger = scene(
        board,
        &[("\"-25 mm\", \"-25 mm\"]", "\"-60 mm\", \"-25 mm\"]")],
    );
    assert!(!warnings(&larger).iter().any(is_told));
    let open = scene(
        board,
        &[(
            "type = \"far-field\"",
            "type = \"far-field\"\nopen = [\"-y\"]",
        )],
    );
    assert!(!warnings(&open).iter().any(is_told));
    // The run reports it too, and it lowers the verdict of the report.
    let results = run(&cut);
    assert!(results.summary.warnings.iter().any(is_told));
    let page = std::env::temp_dir().join(format!("far-box-{}.html", std::process::id()));
    let report = report_of(&results, &page).unwrap();
    std::fs::remove_file(page).unwrap();
    let check = report.checks.iter().find(|c| c.name == "Warnings").unwrap();
    assert!(check.grade != poynting::results::Grade::Good);
    assert!(check.meaning.contains("cuts"));
}

#[test]
fn horn_far_box_cuts_guide() {
    let horn = "horn-far-box-cuts-guide.toml";
    let cut = scene(horn, &[]);
    let told = warnings(&cut);
    assert!(!told.iter().any(|w| w.contains("cuts")), "{told:?}");
    let results = run(&cut);
    // The same horn, its waveguide shorted and all of it inside the box.
    let short = "[[structures]]\nname = \"short\"\nmaterial = \"pec\"\nshape = \"box\"\n\
                 from = [\"-12.93 mm\", \"-6.58 mm\", \"-40 mm\"]\nto = [\"12.93 mm\", \"6.58 mm\", \"-38.5 mm\"]\n\n[[ports]]";
    let changes = [
        ("[[ports]]", short),
        ("\"-25 mm\", \"-40 mm\"]", "\"-25 mm\", \"-50 mm\"]"),
        ("\"-22 mm\", \"-38 mm\"]", "\"-22 mm\", \"-44 mm\"]"),
    ];
    let whole = run(&scene(horn, &changes));
    let expected = value(&whole, "far/behind the port/peak_directivity");
    let reflected = |results: &Results| {
        let part = |part: &str| results.get(&format!("network/s/{part}")).unwrap().data[2];
        part("real").hypot(part("imag"))
    };
    let passed = 10.0 * (1.0 - reflected(&results).powi(2)).log10();
    for monitor in ["behind the port", "at the port", "in the port"] {
        let of = |name: &str| value(&results, &format!("far/{monitor}/{name}"));
        let directivity = of("peak_directivity");
        println!(
            "{monitor}: {directivity} dBi, expected {expected}, efficiency {}",
            of("efficiency")
        );
        // 10.1 to 13.1 dBi when the field in the waveguide was included.
        assert!(
            (directivity - expected).abs() < 0.3,
            "{monitor}: {directivity} {expected}"
        );
        // Nothing in the model dissipates power. V and I are half a cell apart, so the power on the grid is less than that of their waves by
        // 1 - cos(beta d/2), 2.3 % for cells of 2.7 mm; the boxes agree much better.
        assert!(
            (of("efficiency") - 1.0).abs() < 0.03,
            "{monitor}: {}",
            of("efficiency")
        );
        let off = of("peak_realised_gain") - of("peak_gain") - passed;
        assert!(off.abs() < 1e-6, "{monitor}: {off}");
        let off = of("peak_gain") - directivity - 10.0 * of("efficiency").log10();
        assert!(off.abs() < 1e-9, "{monitor}: {off}");
    }
}

#[test]
fn waveguide_port_on_dielectric() {
    let refused = scene("waveguide-port-on-dielectric.toml", &[]).plan(&RunOptions::default());
    let message = refused.expect_err("a refusal").to_string();
    for part in ["`launch`", "hollow-waveguide", "0 % of the rim", "`flux`"] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

/// A PML this close shifts the resonance of this antenna by half a per cent.
#[test]
fn absorbing_layer_next_to_an_antenna() {
    let domain = |d: f64| {
        let lo = format!(
            "from = [\"{} mm\", \"{} mm\", \"{} mm\"]",
            -20.0 - d,
            -50.0 - d,
            -d
        );
        let hi = format!(
            "to = [\"{} mm\", \"{} mm\", \"{} mm\"]",
            20.0 + d,
            10.0 + d,
            1.6 + d
        );
        let cut =
            "from = [\"-60 mm\", \"-90 mm\", \"-40 mm\"]\nto = [\"60 mm\", \"50 mm\", \"40 mm\"]";
        let text = std::fs::read_to_string(file("far-box-cuts-board.toml")).unwrap();
        let text = text.replace(cut, &format!("{lo}\n{hi}"));
        let ends = [text.find("[[monitors]]"), text.find("[stop]")].map(Option::unwrap);
        let text = format!("{}{}", &text[..ends[0]], &text[ends[1]..]);
        let scene =
            Scene::from_toml(&text, "board.toml").unwrap_or_else(|e| panic!("{}", e.render()));
        warnings(&Simulation::from(scene))
    };
    let is_told = |w: &String| w.contains("before the absorbing layer");
    let told: Vec<String> = domain(1.0).into_iter().filter(is_told).collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].contains("ends 1 mm before") && told[0].contains("`ground`"),
        "{}",
        told[0]
    );
    assert!(!domain(6.0).iter().any(is_told));
}

/// 2.5 cells between the conductors turn a line of 49.9 ohm into one of 44.3.
#[test]
fn two_cells_across_a_coaxial_gap() {
    let coaxial = |spacing: &str| {
        let text = include_str!("../data/coaxial-port.toml");
        let text = text.replace("spacing = \"0.13 mm\"", &format!("spacing = \"{spacing}\""));
        let scene = Scene::from_toml(&text, "coaxial.toml").unwrap();
        let told = warnings(&Simulation::from(scene)).into_iter();
        told.filter(|w| w.contains("cells between its conductors"))
            .count()
    };
    assert_eq!(coaxial("0.65 mm"), 2, "one for each port");
    assert_eq!(coaxial("0.26 mm"), 0);
}
