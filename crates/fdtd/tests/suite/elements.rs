//! Lumped elements: their effect on a line, on symmetric models and on the power balance, and what is rejected.

use crate::common::{Recording, record, scene};
use poynting_fdtd::{Config, FdtdError, Plan};
use poynting_scene::Precision;

/// A parallel-plate line between magnetic walls driven by a port, cells of 1 mm.
const LINE: &str = "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['4 mm', '2 mm', '30 mm']\n[grid]\nspacing = '1 mm'\n\
    [boundary]\nx = 'pmc'\nz = 'pml'\n[fdtd]\nprecision = 'f64'\n[stop]\nsteps = 1500\n\
    [[ports]]\nname = 'feed'\nfrom = ['0 mm', '0 mm', '5 mm']\nto = ['4 mm', '2 mm', '5 mm']\ndirection = '+y'\nresistance = '188 ohm'\n\
    waveform = { type = 'differentiated-gaussian', amplitude = '1 V', bandwidth = '15 GHz' }\n";
const ACROSS: &str =
    "from = ['0 mm', '0 mm', '20 mm']\nto = ['4 mm', '2 mm', '20 mm']\ndirection = 'y'\n";

fn element(place: &str, parts: &str) -> String {
    format!("[[elements]]\nname = 'e'\n{place}{parts}\n")
}

fn run(text: &str) -> Recording {
    record(&scene(text), Config::default(), 1).unwrap().0
}

fn voltage(text: &str) -> Vec<f64> {
    run(text).get("port/feed/voltage").1.to_vec()
}

fn off(a: &[f64], b: &[f64]) -> f64 {
    let peak = a.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    assert!(peak > 0.0 && a.len() == b.len());
    let worst = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    worst.fold(0.0, f64::max) / peak
}

/// The cells of the element have eps0 A/L = 8.854e-12 x 4e-6/2e-3 F.
#[test]
fn the_capacitance_of_the_cells_is_taken_off() {
    let own = 8.854_187_812_8e-12 * 4e-3 * 1e-3 / 2e-3;
    let within = "capacitance = '0.1 pF'\nown_capacitance = 'within'";
    let beside = format!("capacitance = '{} F'", 0.1e-12 - own);
    let [a, b] =
        [within, &beside].map(|parts| voltage(&format!("{LINE}{}", element(ACROSS, parts))));
    assert!(off(&a, &b) < 1e-12, "{}", off(&a, &b));
    let other = voltage(&format!(
        "{LINE}{}",
        element(ACROSS, "capacitance = '0.1 pF'")
    ));
    assert!(off(&a, &other) > 1e-3);
}

/// Series and parallel forms of a single component are equivalent, and elements next to each other form a parallel
/// circuit.
#[test]
fn elements_on_the_same_edges_are_in_parallel() {
    let together = "resistance = '90 ohm'\ninductance = '2 nH'\ncapacitance = '0.2 pF'\nconnection = 'parallel'";
    let together = voltage(&format!("{LINE}{}", element(ACROSS, together)));
    let parts = [
        "resistance = '90 ohm'",
        "inductance = '2 nH'\nconnection = 'series'",
        "capacitance = '0.2 pF'",
    ];
    let apart = parts
        .iter()
        .enumerate()
        .map(|(n, part)| element(ACROSS, part).replace("name = 'e'", &format!("name = '{n}'")));
    let apart = voltage(&format!("{LINE}{}", apart.collect::<String>()));
    assert!(off(&together, &apart) < 1e-12);
}

/// At critical damping the poles coincide; 0.01 % away they do not, and nothing else changes by more.
#[test]
fn critical_damping_is_no_exception() {
    // R = 2 sqrt(L/C) = 200 ohm.
    let damped = |r: f64| {
        let parts = format!(
            "resistance = '{r} ohm'\ninductance = '2 nH'\ncapacitance = '0.2 pF'\nconnection = 'series'"
        );
        voltage(&format!("{LINE}{}", element(ACROSS, &parts)))
    };
    let critical = damped(200.0);
    for r in [199.8, 200.2] {
        let off = off(&critical, &damped(r));
        assert!(off < 1e-3, "{r}: {off:e}");
    }
}

/// A model with symmetry planes through the element, and one with the element on either side of a plane.
#[test]
fn half_an_element_is_half() {
    let parts =
        "resistance = '30 ohm'\ninductance = '2 nH'\ncapacitance = '0.2 pF'\nconnection = 'series'";
    let in_part =
        "from = ['1 mm', '0 mm', '20 mm']\nto = ['3 mm', '2 mm', '20 mm']\ndirection = 'y'\n";
    let pair = element(
        "from = ['1 mm', '0 mm', '20 mm']\nto = ['1 mm', '2 mm', '20 mm']\ndirection = 'y'\n",
        parts,
    ) + &element(
        "from = ['3 mm', '0 mm', '20 mm']\nto = ['3 mm', '2 mm', '20 mm']\ndirection = 'y'\n",
        parts,
    )
    .replace("name = 'e'", "name = 'f'");
    for elements in [element(ACROSS, parts), element(in_part, parts), pair] {
        let whole = voltage(&format!("{LINE}{elements}"));
        for plane in [
            "x = 'magnetic'",
            "y = 'electric'",
            "x = 'magnetic'\ny = 'electric'",
        ] {
            let part = voltage(&format!("{LINE}{elements}[symmetry]\n{plane}\n"));
            let off = off(&whole, &part);
            assert!(off < 1e-10, "{plane}: {off:e}\n{elements}");
        }
    }
    let alone = element(
        "from = ['1 mm', '0 mm', '20 mm']\nto = ['1 mm', '2 mm', '20 mm']\ndirection = 'y'\n",
        parts,
    );
    let text = format!("{LINE}{alone}[symmetry]\nx = 'magnetic'\n");
    let error = poynting_scene::Scene::from_toml(&text, "test.toml").unwrap_err();
    assert!(
        error.render().contains("no mirror image"),
        "{}",
        error.render()
    );
}

/// The power flowing into a box is lost in its elements and media; one element lies in the medium.
#[test]
fn elements_lose_what_flows_into_them() {
    let monitors = ["flux", "absorption"].map(|kind| {
        format!(
            "[[monitors]]\nname = '{kind}'\ntype = '{kind}'\nfrom = ['3 mm', '3 mm', '3 mm']\nto = ['9 mm', '9 mm', '9 mm']\n\
             frequencies = ['36 GHz', '42 GHz']\nevery_steps = 1\n"
        )
    });
    let elements = [
        (
            "from = ['5 mm', '5 mm', '5 mm']\nto = ['6 mm', '6 mm', '7 mm']\ndirection = 'z'\n",
            "resistance = '40 ohm'\ninductance = '0.5 nH'\ncapacitance = '9 fF'\nconnection = 'series'",
        ),
        (
            "from = ['7 mm', '5 mm', '5 mm']\nto = ['8 mm', '6 mm', '6 mm']\ndirection = 'x'\n",
            "resistance = '70 ohm'\ncapacitance = '30 fF'\nconnection = 'series'",
        ),
        (
            "from = ['7 mm', '5 mm', '7 mm']\nto = ['7 mm', '8 mm', '8 mm']\ndirection = 'y'\n",
            "resistance = '50 ohm'\ninductance = '0.4 nH'\nconnection = 'parallel'",
        ),
    ];
    let elements = elements.iter().enumerate().map(|(n, (place, parts))| {
        element(place, parts).replace("name = 'e'", &format!("name = '{n}'"))
    });
    let medium = "[materials.wet]\neps_inf = 3\ndebye = [{ delta = 9, tau = '6 ps' }]\n[[structures]]\nmaterial = 'wet'\nshape = 'box'\n\
        from = ['4 mm', '4 mm', '4 mm']\nto = ['6 mm', '6 mm', '6 mm']\n";
    let text = format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['12 mm', '12 mm', '12 mm']\n[grid]\nspacing = '1 mm'\n\
         [boundary]\nall = 'pml'\npml = {{ layers = 6 }}\n[stop]\nsteps = 3000\n[fdtd]\nprecision = 'f64'\n\
         [[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['10.2 mm', '4.9 mm', '7.1 mm']\ndirection = [1, 2, 3]\n\
         waveform = {{ type = 'modulated-gaussian', amplitude = '1e-3 A m', frequency = '40 GHz', tau = '50 ps', delay = '350 ps' }}\n\
         {}{medium}{}",
        monitors.concat(),
        elements.collect::<String>()
    );
    let found = run(&text);
    let flux = found.get("flux/flux").1;
    let lost = found.get("absorption/absorption").1;
    for (f, p) in flux.iter().zip(lost) {
        assert!(*p > 0.0 && (f / p + 1.0).abs() < 1e-9, "{f} {p}");
    }
}

/// Elements with extreme values for the cells, at 0.99 of the stability limit; a run that grew would end with an
/// error.
#[test]
fn elements_of_any_size_are_stable() {
    let mut elements = String::new();
    let mut n = 0;
    for r in ["1 mohm", "30 ohm", "1 Mohm"] {
        for l in ["1 fH", "1 nH", "1 mH"] {
            for c in ["0.01 aF", "30 fF", "1 nF"] {
                for connection in ["series", "parallel"] {
                    let (x, y, z) = (1 + n % 6, 1 + n / 6 % 6, 1 + n / 36);
                    let place = format!(
                        "from = ['{x} mm', '{y} mm', '{z} mm']\nto = ['{x} mm', '{} mm', '{z} mm']\ndirection = 'y'\n",
                        y + 1
                    );
                    let parts = format!(
                        "resistance = '{r}'\ninductance = '{l}'\ncapacitance = '{c}'\nconnection = '{connection}'"
                    );
                    elements +=
                        &element(&place, &parts).replace("name = 'e'", &format!("name = '{n}'"));
                    n += 1;
                }
            }
        }
    }
    for precision in ["f32", "f64"] {
        let text = format!(
            "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['8 mm', '8 mm', '5 mm']\n[grid]\nspacing = '1 mm'\n\
             [fdtd]\nprecision = '{precision}'\ncourant = 0.99\n[stop]\nsteps = 20000\n\
             [[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['4.2 mm', '3.9 mm', '2.1 mm']\ndirection = [1, 2, 3]\n\
             waveform = {{ type = 'differentiated-gaussian', amplitude = '1e-3 A m', bandwidth = '60 GHz' }}\n{elements}"
        );
        let (recording, ..) = record(&scene(&text), Config::default(), 1).unwrap();
        let energy = recording.get("energy").1;
        let early = energy[..energy.len() / 10]
            .iter()
            .fold(0.0_f64, |m, e| m.max(*e));
        assert!(*energy.last().unwrap() < early, "{precision}");
    }
}

#[test]
fn what_cannot_work_is_refused() {
    let problem = |text: &str| match Plan::new(&scene(text), Precision::F32) {
        Err(FdtdError::Element { problem, .. }) => problem,
        other => panic!("{other:?}"),
    };
    let metal = "[[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '18 mm']\nto = ['4 mm', '1 mm', '22 mm']\n";
    let shorted = format!("{LINE}{metal}{}", element(ACROSS, "resistance = '5 ohm'"));
    assert!(problem(&shorted).contains("shorted"));
    let short =
        "from = ['0 mm', '0 mm', '20 mm']\nto = ['4 mm', '0.4 mm', '20 mm']\ndirection = 'y'\n";
    let short = format!("{LINE}{}", element(short, "resistance = '5 ohm'"));
    assert!(problem(&short).contains("shorter than half a grid cell"));
    let small = "capacitance = '10 fF'\nown_capacitance = 'within'";
    let small = format!("{LINE}{}", element(ACROSS, small));
    assert!(problem(&small).contains("its cells alone have 17.708 fF"));
}

#[test]
fn the_capacitance_of_the_cells_is_told_where_it_matters() {
    let warnings = |parts: &str| {
        let plan = Plan::new(
            &scene(&format!("{LINE}{}", element(ACROSS, parts))),
            Precision::F32,
        );
        let warnings = plan.unwrap().warnings;
        warnings
            .iter()
            .filter(|w| w.contains("in parallel with the element"))
            .count()
    };
    assert_eq!(warnings("capacitance = '1 pF'"), 1);
    assert_eq!(warnings("capacitance = '2 pF'"), 0);
    assert_eq!(warnings("resistance = '1 kohm'"), 1);
    assert_eq!(warnings("resistance = '10 ohm'"), 0);
}
