//! The whole scene from its tables, and checks that concern several of them.

use std::path::PathBuf;
use std::time::Duration;

use super::checker::{AXES, Checker, Planes};
use super::ports::Ports;
use super::waveforms::Drive;
use super::{
    bloch, drive, elements, grid, materials, mom, monitors, network, plane, plane_monitors, rcwa,
    shapes, symmetry, wires,
};
use crate::error::Diagnostics;
use crate::format::Format;
use crate::model::{
    Boundary, Domain, Material, MaterialKind, Pml, Stop, Structure, Symmetry, Wall,
};
use crate::monitor::Monitor;
use crate::monitor_records::{MonitorKindRecord, MonitorRecord};
use crate::options::FdtdOptions;
use crate::outline::{Dimension, Profile};
use crate::quantity::show_length;
use crate::records::{
    BoundaryRecord, DomainRecord, FdtdRecord, SceneRecord, StopRecord, SymmetryRecord,
};
use crate::scene::Model;
use crate::tree::Span;

/// The energy decay that ends a run with no other stop condition.
const DEFAULT_DECAY_DB: f64 = 60.0;

/// The origin of a scene's text.
pub(crate) struct Origin {
    pub text: String,
    pub format: Format,
    pub base_dir: PathBuf,
}

/// Builds the model of a scene; `None` if there was any mistake.
pub(crate) fn scene(record: &SceneRecord, origin: Origin, out: &mut Diagnostics) -> Option<Model> {
    let domain = match &record.domain {
        Some(given) => given.0.as_ref().and_then(|d| domain(d, out)),
        None => Some(Domain::SPACE),
    };
    let mut check = Checker {
        out,
        domain,
        walls: None,
        bloch: [0.0; 3],
    };
    let mut boundary = record.boundary.0.as_ref().map(|b| boundary(b, &mut check));
    let symmetry = record.symmetry.0.as_ref();
    let symmetry = symmetry.map(|s| planes(s, &mut boundary, record, &mut check));
    check.walls = boundary.as_ref().map(|b| b.walls);
    check.bloch = boundary.as_ref().map_or([0.0; 3], |b| b.bloch);
    let materials = materials::materials(&record.materials, &mut check);
    let dimension = plane::dimension(record);
    let (structures, profiles) = bodies(record, dimension, &materials, &mut check);
    let wires = wires::wires(&record.wires.0.items, &mut check);
    let sources = drive::sources(&record.sources.0.items, &mut check);
    let mut ports = Ports::new(&record.ports.0.items, &mut check);
    let network = record.network.as_ref().and_then(|n| n.0.as_ref());
    let network = network.and_then(|n| network::network(n, record, &mut ports, &mut check));
    let elements = elements::elements(&record.elements.0.items, &mut check);
    let mut monitors = monitors::monitors(&record.monitors.0.items, &mut check);
    let mom = record.mom.0.as_ref();
    let mom = mom.map(|m| mom::options(m, dimension, &mut check));
    let rcwa = record.rcwa.0.as_ref();
    let rcwa = rcwa.map(|r| rcwa::options(r, &mut check));
    names(record, &mut check);
    match dimension {
        Dimension::Three => mom::needs_domain(record, &mut check),
        Dimension::Two => {
            plane::refuse(record, &sources, &mut check);
            plane_monitors::check(record, (&sources, &mut monitors), &mut check);
        }
    }
    if let (Some(planes), Some(domain)) = (symmetry, domain.filter(|d| !d.is_space())) {
        symmetry::check(
            (&sources, &ports.lumped, &elements),
            (planes, domain),
            &mut check,
        );
        network::check_symmetry(network.as_ref(), &ports, planes, &mut check);
    }
    let drive = Drive::new(&sources, &ports);
    something_drives(record, &mut check);
    let grid = record.grid.0.as_ref();
    let grid = grid.and_then(|g| grid::grid(g, &drive, &mut check));
    let absorbs = |b: &Boundary| b.walls.as_flattened().contains(&Wall::Pml);
    let lossless = ports.is_empty()
        && record.ports.0.complete
        && record.elements.0.complete
        && elements.iter().all(|e| e.value.circuit.is_lossless())
        && is_lossless(record, &structures, &materials)
        && !boundary.as_ref().is_some_and(absorbs);
    let stop_record = record.stop.0.as_ref();
    let stop = stop_record.map(|s| stop(s, &drive, lossless, &mut check));
    ring_down(record, (network.is_some(), &monitors, &drive), &mut check);
    let checkpoint = match &record.checkpoint {
        Some(given) => Some(interval(given.0.as_ref()?.every.value)),
        None => None,
    };
    let fdtd = fdtd(record.fdtd.0.as_ref()?);
    if !check.out.is_empty() {
        return None;
    }
    Some(Model {
        title: record.title.clone(),
        dimension,
        domain: domain?,
        materials,
        structures,
        profiles,
        wires,
        sources: sources.into_iter().map(|source| source.value).collect(),
        ports: ports.lumped.into_iter().map(|port| port.value).collect(),
        line_ports: ports.lines.into_iter().map(|port| port.value).collect(),
        network,
        elements: elements.into_iter().map(|e| e.value).collect(),
        monitors,
        boundary: boundary?,
        symmetry: symmetry?.map(|plane| plane.map(|p| p.value)),
        grid: grid?,
        stop: stop?,
        checkpoint,
        fdtd,
        mom: mom?,
        rcwa: rcwa?,
        text: origin.text,
        format: origin.format,
        base_dir: origin.base_dir,
    })
}

/// Bodies in space, or outlines of infinitely long ones.
fn bodies(
    record: &SceneRecord,
    dimension: Dimension,
    materials: &[Material],
    check: &mut Checker<'_>,
) -> (Vec<Structure>, Vec<Profile>) {
    let records = &record.structures.0;
    match dimension {
        Dimension::Three => (shapes::structures(records, materials, check), Vec::new()),
        Dimension::Two => (Vec::new(), plane::profiles(records, materials, check)),
    }
}

fn interval(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

fn fdtd(record: &FdtdRecord) -> FdtdOptions {
    FdtdOptions {
        precision: record.precision,
        courant: record.courant.value,
        traversal: record.traversal,
        surfaces: record.surfaces,
    }
}

fn names(record: &SceneRecord, check: &mut Checker<'_>) {
    let ports = record.ports.0.items.iter().map(|port| &port.name);
    let monitors = record.monitors.0.items.iter().map(|monitor| &monitor.name);
    check.unique(ports.chain(monitors), "ports and monitors");
    check.unique(
        record.sources.0.items.iter().map(|source| &source.name),
        "sources",
    );
}

fn domain(record: &DomainRecord, out: &mut Diagnostics) -> Option<Domain> {
    let (from, to) = (record.from.values(), record.to.values());
    let mut valid = true;
    for axis in 0..3 {
        if from[axis] >= to[axis] {
            valid = false;
            let name = AXES[axis];
            let message = format!("the domain has no extent along {name}");
            let label = format!("{name} = {}", show_length(to[axis]));
            let cure = format!(
                "choose a {name} greater than \"{}\" in `to`",
                show_length(from[axis])
            );
            out.report(record.to.items[axis].span, message, label, cure)
                .also(
                    record.from.items[axis].span,
                    format!("{name} = {}", show_length(from[axis])),
                );
        }
    }
    valid.then_some(Domain { from, to })
}

fn boundary(record: &BoundaryRecord, check: &mut Checker<'_>) -> Boundary {
    let axes = [record.x, record.y, record.z];
    let faces = [
        [record.x_min, record.x_max],
        [record.y_min, record.y_max],
        [record.z_min, record.z_max],
    ];
    let mut walls = [[Wall::Pec; 2]; 3];
    for axis in 0..3 {
        let pair = faces[axis].map(|face| face.or(axes[axis]).unwrap_or(record.all));
        walls[axis] = pair.map(|face| face.value);
        if walls[axis][0] != walls[axis][1] && walls[axis].iter().any(|wall| wall.is_joined()) {
            let name = AXES[axis];
            let first = usize::from(!walls[axis][0].is_joined());
            let (this, other) = (pair[first], pair[1 - first]);
            let word = this.value.name();
            let message =
                format!("one face normal to {name} is {word}, but the opposite face is not");
            let cure = format!(
                "write {name} = \"{word}\" for both faces, without {name}_min and {name}_max"
            );
            let report = check.out.report(this.span, message, word, cure);
            if other.span != this.span && other.span != record.span {
                report.also(other.span, "the opposite face");
            }
        }
    }
    let pml = &record.pml;
    let pml = Pml {
        layers: usize::try_from(pml.layers).unwrap_or(usize::MAX),
        grading: pml.grading.value,
        sigma: pml.sigma.value,
        kappa: pml.kappa.value,
        alpha: pml.alpha.as_ref().map(|alpha| alpha.value),
    };
    let bloch = bloch::wave_vector(record, walls, check);
    Boundary { walls, pml, bloch }
}

/// Refuses far fields of a periodic model, which extends to infinity.
fn nothing_is_far(span: Span, scene: &SceneRecord, check: &mut Checker<'_>) {
    use MonitorKindRecord::{FarField, FarPulse};
    for monitor in &scene.monitors.0.items {
        if matches!(monitor.kind, FarField(_) | FarPulse(_)) {
            let message = format!(
                "monitor {:?} requests a far field, which a periodic model does not have",
                monitor.name.0.value
            );
            let cure =
                "use absorbing boundaries on all faces, or record the flux on both sides instead";
            check
                .out
                .report(monitor.name.0.span, message, "in a periodic model", cure)
                .also(span, "this axis is periodic");
        }
    }
}

/// The symmetry planes. A field symmetric about the middle of a period, f(-x) = s f(x) and f(x + a) = f(x), is also symmetric about its ends,
/// f(a/2 - x) = s f(a/2 + x): walls of the same kind there are exactly equivalent to the periodic ones.
fn planes(
    record: &SymmetryRecord,
    boundary: &mut Option<Boundary>,
    scene: &SceneRecord,
    check: &mut Checker<'_>,
) -> Planes {
    let planes = [record.x, record.y, record.z];
    let Some(Boundary { walls, .. }) = boundary else {
        return planes;
    };
    for (axis, plane) in planes.iter().enumerate() {
        let Some(plane) = plane else { continue };
        if walls[axis] == [Wall::Periodic; 2] {
            nothing_is_far(plane.span, scene, check);
            walls[axis] = match plane.value {
                Symmetry::Electric => [Wall::Pec; 2],
                Symmetry::Magnetic => [Wall::Pmc; 2],
            };
        } else if walls[axis].contains(&Wall::Bloch) {
            let name = AXES[axis];
            let message = format!("the {name} axis has both Bloch boundaries and a symmetry plane");
            let label = "a Bloch phase shift has no mirror symmetry";
            let cure = format!("remove {name} from `symmetry`");
            check.out.report(plane.span, message, label, cure);
        }
    }
    planes
}

fn something_drives(record: &SceneRecord, check: &mut Checker<'_>) {
    let (sources, ports) = (&record.sources.0, &record.ports.0);
    let monitors = &record.monitors.0;
    let own_wave = |m: &MonitorRecord| {
        use MonitorKindRecord::{Bistatic, Monostatic};
        matches!(m.kind, Monostatic(_) | Bistatic(_))
    };
    let none = sources.items.is_empty()
        && record.network.is_none()
        && ports.items.iter().all(|port| port.waveform.is_none())
        && !monitors.items.iter().any(own_wave);
    if none && sources.complete && ports.complete && monitors.complete {
        let cure = "add a table to `sources` ([[sources]]), or give a port a `waveform`";
        check.out.report(
            record.span,
            "the scene has no excitation",
            "no source and no driven port",
            cure,
        );
    }
}

/// Whether nothing in the model dissipates energy; false if that is not known.
fn is_lossless(record: &SceneRecord, structures: &[Structure], materials: &[Material]) -> bool {
    let lossy = |structure: &Structure| match &materials[structure.material.0 as usize].kind {
        MaterialKind::Medium(m) => !m.is_lossless(),
        MaterialKind::Pec | MaterialKind::Pmc => false,
        MaterialKind::Conductor(_) | MaterialKind::Resistive { .. } => true,
    };
    let known = structures.len() == record.structures.0.items.len() && record.structures.0.complete;
    let materials_known = record
        .materials
        .0
        .iter()
        .all(|(_, material)| material.is_some());
    known && materials_known && !structures.iter().any(lossy)
}

fn stop(record: &StopRecord, drive: &Drive<'_>, lossless: bool, check: &mut Checker<'_>) -> Stop {
    let limited = record.steps.is_some() || record.time.is_some();
    let decay = record.energy_decay.as_ref().map(|decay| decay.value);
    let energy_decay_db = decay.or((!limited).then_some(DEFAULT_DECAY_DB));
    let has_time = drive.is_in_time() && !check.domain.is_some_and(|d| d.is_space());
    if !limited && has_time {
        let label = match decay {
            Some(_) => "the only stop condition".to_string(),
            None => {
                format!("no stop condition is set; the default is a decay of {DEFAULT_DECAY_DB} dB")
            }
        };
        let span = record
            .energy_decay
            .as_ref()
            .map_or(record.span, |decay| decay.span);
        let cure = "in `stop` set `steps` or `time` as well, for example time = \"10 ns\"";
        let endless = drive.waveforms.iter().find(|w| w.value.end().is_none());
        if let Some(sine) = endless {
            let message =
                "the run would never end: a sine does not stop, so the energy does not decay";
            check
                .out
                .report(span, message, label, cure)
                .also(sine.span, "a sine");
        } else if lossless {
            let message =
                "the run would never end: the model is lossless, so the energy does not decay";
            check.out.report(span, message, label, cure);
        }
    }
    Stop {
        steps: record.steps,
        time: record.time.as_ref().map(|time| time.value),
        energy_decay_db,
        ring_down: record.ring_down.as_ref().map(|error| error.value),
    }
}

/// The ring-down completes the spectra of ports, and nothing else.
fn ring_down(
    record: &SceneRecord,
    (has_network, monitors, drive): (bool, &[Monitor], &Drive<'_>),
    check: &mut Checker<'_>,
) {
    let stop = record.stop.0.as_ref();
    let Some(error) = stop.and_then(|stop| stop.ring_down.as_ref()) else {
        return;
    };
    let span = error.span;
    let what = "the ring-down completes the spectra of ports";
    if !has_network {
        let message = "`ring_down` needs a network";
        let cure =
            "add a table `network` with the frequencies of the S-parameters, or use `energy_decay`";
        check.out.report(span, message, what, cure);
    }
    for monitor in monitors.iter().filter(|m| m.kind.is_spectral()) {
        let name = &monitor.name;
        let message = format!("the spectra of monitor `{name}` would be truncated");
        let cure = "remove the monitor, or use `energy_decay` instead of `ring_down`";
        check
            .out
            .report(span, message, format!("{what} only"), cure);
    }
    if let Some(sine) = drive.waveforms.iter().find(|w| w.value.end().is_none()) {
        let message = "nothing rings down: a sine does not stop";
        let cure = "use another waveform, or set `steps` or `time` instead of `ring_down`";
        let report = check.out.report(span, message, what, cure);
        report.also(sine.span, "a sine");
    }
}
