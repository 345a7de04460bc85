//! How a run ends, what it rejects, and that thin metal and loads act as they should.

use crate::common::{record, scene, with_courant};
use poynting_exec::Budget;
use poynting_fdtd::{Config, FdtdError, Plan, StoppedBy, Symptom};
use poynting_scene::Precision;

fn cavity(extra: &str, stop: &str) -> String {
    format!(
        r#"
title = "cavity"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["20 mm", "10 mm", "30 mm"]
[grid]
spacing = "1 mm"
[[sources]]
name = "kick"
type = "soft-point"
component = "Ey"
at = ["7 mm", "5.5 mm", "11 mm"]
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "20 GHz" }}
[[monitors]]
name = "p"
type = "probe"
at = ["12 mm", "4.5 mm", "20 mm"]
components = ["Ey"]
{extra}
[stop]
{stop}
[fdtd]
precision = "f64"
"#
    )
}

const LOSSY: &str = r#"
[materials.wet]
eps_r = 2
sigma = "0.2 S/m"
[[structures]]
material = "wet"
shape = "box"
from = ["0 mm", "0 mm", "0 mm"]
to = ["20 mm", "10 mm", "30 mm"]
"#;

#[test]
fn a_run_ends_at_its_steps_its_time_or_its_decay() {
    let (recording, outcome, _) =
        record(&scene(&cavity("", "steps = 101")), Config::default(), 1).unwrap();
    assert_eq!((outcome.steps, outcome.stopped_by), (101, StoppedBy::Steps));
    assert_eq!(recording.get("probe/p/Ey").1.len(), 101);

    let (recording, outcome, plan) =
        record(&scene(&cavity("", "time = '0.2 ns'")), Config::default(), 1).unwrap();
    assert_eq!(
        (outcome.steps, outcome.stopped_by),
        ((0.2e-9 / plan.dt).ceil() as u64, StoppedBy::Time)
    );
    let times = recording.get("probe/p/Ey").0;
    assert!((times[0] - plan.dt).abs() < 1e-20 && *times.last().unwrap() >= 0.2e-9);

    let (_, outcome, _) = record(
        &scene(&cavity(LOSSY, "energy_decay = '40 dB'")),
        Config::default(),
        1,
    )
    .unwrap();
    assert_eq!(outcome.stopped_by, StoppedBy::EnergyDecay);
    assert!(
        (40.0..60.0).contains(&outcome.decay_db()),
        "{}",
        outcome.decay_db()
    );
}

#[test]
fn an_unstable_run_names_step_cell_material_and_cause() {
    let scene = with_courant(&scene(&cavity(LOSSY, "steps = 100000")), 3.0);
    let Err(FdtdError::Diverged(fault)) = record(&scene, Config::default(), 1) else {
        panic!("it ran")
    };
    assert_eq!(fault.material, "wet");
    assert!(matches!(
        fault.symptom,
        Symptom::NotFinite | Symptom::Growth { .. }
    ));
    let text = fault.to_string();
    for part in [
        "at step ",
        "in cell (",
        "material `wet`",
        "3.000 times the stability limit",
        "fdtd.courant",
    ] {
        assert!(text.contains(part), "{part} is missing in: {text}");
    }
}

#[test]
fn a_model_that_does_not_fit_is_refused_with_both_numbers() {
    let scene =
        scene(&cavity("", "steps = 1").replace("spacing = \"1 mm\"", "spacing = \"0.01 mm\""));
    let plan = Plan::new(&scene, Precision::F32).unwrap();
    assert_eq!(plan.cells(), 2000 * 1000 * 3000);
    let FdtdError::Memory(refusal) = plan.check_memory(Budget { bytes: 1 << 34 }).unwrap_err()
    else {
        panic!("another error")
    };
    assert_eq!((refusal.needed, refusal.available), (plan.bytes(), 1 << 34));
    assert!((24.0..28.0).contains(&(plan.bytes() as f64 / plan.cells() as f64)));
}

#[test]
fn sources_and_ports_in_metal_are_refused() {
    let metal = "[[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '0 mm']\n\
                 to = ['20 mm', '10 mm', '15 mm']\n";
    let error = record(&scene(&cavity(metal, "steps = 10")), Config::default(), 1).unwrap_err();
    assert!(matches!(error, FdtdError::SourceBlocked { .. }), "{error}");
    let port = "[[ports]]\nname = 'feed'\nfrom = ['5 mm', '2 mm', '0 mm']\nto = ['5 mm', '8 mm', '0 mm']\n\
                direction = '+y'\nresistance = '50 ohm'\n";
    let error = record(&scene(&cavity(port, "steps = 10")), Config::default(), 1).unwrap_err();
    assert!(
        matches!(&error, FdtdError::Port { port, .. } if port == "feed"),
        "{error}"
    );
    assert!(error.to_string().contains("shorted"), "{error}");
}

/// A metal sheet across the box keeps the other half field-free; so does a magnetic slab; a hole cut into the
/// sheet by a later structure lets fields through.
#[test]
fn sheets_and_magnetic_slabs_screen_and_later_structures_cut() {
    let sheet = "[[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '15 mm']\n\
                 to = ['20 mm', '10 mm', '15 mm']\n";
    let slab = sheet.replace("'pec'", "'pmc'").replace(
        "to = ['20 mm', '10 mm', '15 mm']",
        "to = ['20 mm', '10 mm', '17 mm']",
    );
    let hole = "[[structures]]\nmaterial = 'vacuum'\nshape = 'box'\nfrom = ['8 mm', '3 mm', '14 mm']\n\
                to = ['12 mm', '7 mm', '16 mm']\n";
    let peak = |extra: &str| {
        let (recording, ..) =
            record(&scene(&cavity(extra, "steps = 600")), Config::default(), 1).unwrap();
        recording
            .get("probe/p/Ey")
            .1
            .iter()
            .fold(0.0_f64, |m, v| m.max(v.abs()))
    };
    assert!(peak("") > 1e-3);
    assert_eq!(peak(sheet), 0.0);
    assert_eq!(peak(&slab), 0.0);
    assert!(peak(&format!("{sheet}{hole}")) > 1e-5);
}

/// A snapshot taken every step at the probe's node equals the probe.
#[test]
fn snapshots_agree_with_probes() {
    let extra = "[[monitors]]\nname = 's'\ntype = 'snapshot'\nfrom = ['12 mm', '0 mm', '20 mm']\n\
                 to = ['12 mm', '10 mm', '20 mm']\ncomponents = ['Ey', 'Hx']\nevery_steps = 1\n\
                 [[monitors]]\nname = 'q'\ntype = 'probe'\nat = ['12 mm', '4 mm', '20 mm']\n";
    let (recording, ..) =
        record(&scene(&cavity(extra, "steps = 203")), Config::default(), 2).unwrap();
    for component in ["Ey", "Hx"] {
        let (times, snapshot) = recording.get(&format!("snapshot/s/{component}"));
        let (probe_times, probe) = recording.get(&format!("probe/q/{component}"));
        assert_eq!((times, snapshot.len()), (probe_times, 203 * 11));
        let peak = probe.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        assert!(peak > 0.0);
        for (slice, value) in snapshot.chunks(11).zip(probe) {
            assert!((slice[4] - value).abs() < 1e-12 * peak);
        }
    }
}

/// As many materials as cells: few tuples fit one byte, many need two, and where all nodes differ the coefficients
/// themselves are smaller than a table of them.
#[test]
fn coefficients_take_the_smallest_form() {
    let kind = |extra: &str| {
        let (_, outcome, _) =
            record(&scene(&cavity(extra, "steps = 8")), Config::default(), 1).unwrap();
        outcome.coefficients
    };
    let patchwork = |[nx, ny, nz]: [usize; 3]| -> String {
        let cell = |n: usize| {
            let (i, j, k) = (n / (ny * nz), n / nz % ny, n % nz);
            let eps = 1.001 + n as f64 * 1e-3;
            format!(
                "[materials.m{n}]\neps_r = {eps}\nmu_r = {eps}\n[[structures]]\nmaterial = 'm{n}'\nshape = 'box'\n\
                 from = ['{i} mm', '{j} mm', '{k} mm']\nto = ['{} mm', '{} mm', '{} mm']\n",
                i + 1,
                j + 1,
                k + 1
            )
        };
        (0..nx * ny * nz).map(cell).collect()
    };
    assert_eq!(kind(LOSSY), "u8");
    assert_eq!(kind(&patchwork([5, 5, 6])), "u16");
    // So many rows that those between and after the planes do not matter.
    let whole = patchwork([6, 6, 254]) + "[boundary]\nall = \"pmc\"\n";
    let all_around = cavity(&whole, "steps = 8")
        .replace("precision = \"f64\"", "precision = \"f32\"")
        .replace(
            "\"20 mm\", \"10 mm\", \"30 mm\"",
            "\"6 mm\", \"6 mm\", \"254 mm\"",
        )
        .replace(
            "\"7 mm\", \"5.5 mm\", \"11 mm\"",
            "\"1 mm\", \"1.5 mm\", \"2 mm\"",
        )
        .replace(
            "\"12 mm\", \"4.5 mm\", \"20 mm\"",
            "\"1 mm\", \"1.5 mm\", \"3 mm\"",
        );
    let (_, outcome, _) = record(&scene(&all_around), Config::default(), 1).unwrap();
    assert_eq!(outcome.coefficients, "direct");
}

/// A pulse that arrives long after the first energy checks is not a divergence, and one that is over before the first
/// check does not disable the check.
#[test]
fn growth_is_measured_from_the_end_of_the_sources() {
    let late = cavity(LOSSY, "steps = 2000").replace(
        "bandwidth = \"20 GHz\"",
        "bandwidth = \"20 GHz\", delay = \"1.5 ns\"",
    );
    let (_, outcome, _) = record(&scene(&late), Config::default(), 1).unwrap();
    assert_eq!(outcome.steps, 2000);

    let early =
        cavity("", "steps = 4000").replace("bandwidth = \"20 GHz\"", "bandwidth = \"200 GHz\"");
    let early = with_courant(&scene(&early), 1.02);
    let Err(FdtdError::Diverged(fault)) = record(&early, Config::default(), 1) else {
        panic!("it ran")
    };
    assert!(matches!(fault.symptom, Symptom::Growth { .. }), "{fault}");
}

/// A disc thinner than the grid screens as a disc: its corners are open.
#[test]
fn thin_metal_keeps_its_outline() {
    let disc = "[[structures]]\nmaterial = 'pec'\nshape = 'cylinder'\nfrom = ['10 mm', '5 mm', '14.99 mm']\n\
                to = ['10 mm', '5 mm', '15.01 mm']\nradius = '4 mm'\n";
    let monitor = "[[monitors]]\nname = 's'\ntype = 'snapshot'\nfrom = ['0 mm', '5 mm', '15 mm']\n\
                   to = ['20 mm', '5 mm', '15 mm']\ncomponents = ['Ey']\nevery_steps = 200\n";
    let (recording, ..) = record(
        &scene(&cavity(&format!("{disc}{monitor}"), "steps = 200")),
        Config::default(),
        1,
    )
    .unwrap();
    let (_, values) = recording.get("snapshot/s/Ey");
    let dark: Vec<usize> = (0..values.len()).filter(|&i| values[i] == 0.0).collect();
    // Nodes 0 and 20 lie on walls; at y = 5 -+ 0.5 mm the disc spans 10 -+ 3.97 mm.
    assert_eq!(dark, [0, 7, 8, 9, 10, 11, 12, 13, 20]);
}

/// With a symmetry plane a snapshot of the whole domain equals that of the full model.
#[test]
fn snapshots_are_mirrored_by_symmetry_planes() {
    let at = |x: &str| format!("at = [\"{x} mm\", \"5.5 mm\", \"11 mm\"]");
    let monitor = "[[monitors]]\nname = 's'\ntype = 'snapshot'\nfrom = ['0 mm', '5 mm', '0 mm']\n\
                   to = ['20 mm', '5 mm', '30 mm']\nevery_steps = 100\n";
    let whole = cavity(monitor, "steps = 200").replace(&at("7"), &at("10"));
    let half = format!("{whole}[symmetry]\nx = 'magnetic'\n");
    let (expected, ..) = record(&scene(&whole), Config::default(), 1).unwrap();
    let (found, ..) = record(&scene(&half), Config::default(), 1).unwrap();
    // Components that vanish by symmetry contain only rounding, so each field has one scale.
    for components in [["Ex", "Ey", "Ez"], ["Hx", "Hy", "Hz"]] {
        let names = components.map(|c| format!("snapshot/s/{c}"));
        let values = names.each_ref().map(|name| expected.get(name).1);
        let peak = values
            .iter()
            .copied()
            .flatten()
            .fold(0.0_f64, |m, v| m.max(v.abs()));
        for (name, a) in names.iter().zip(values) {
            let (_, b) = found.get(name);
            assert_eq!(a.len(), b.len());
            assert!(
                a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * peak),
                "{name}"
            );
        }
    }
}
