//! Rejects, by name, what this solver does not support: it solves for the orders of one plane wave on a unit cell.

use poynting_scene::{
    Dimension, MonitorKind, Normalise, Scene, Source, SourceKind, Symmetry, Wall,
};

use crate::error::{GratingError, refused};

const AXES: [&str; 3] = ["x", "y", "z"];

/// Rejects what a scene may not have.
pub(crate) fn check(scene: &Scene) -> Result<(), GratingError> {
    if scene.dimension == Dimension::Two {
        let reason = "it is for conductors in the method of moments: remove `dimension`, and let the cell be periodic along z";
        return Err(refused("dimension = 2".to_owned(), reason));
    }
    if scene.domain.is_space() {
        let reason = "a unit cell needs a `domain` with periodic faces";
        return Err(refused("a scene without a domain".to_owned(), reason));
    }
    let only =
        "the one excitation is a plane wave, and structures are boxes and cylinders of media";
    let wire = scene.wires.first().map(|w| format!("wire `{}`", w.name));
    let port = scene.ports.first().map(|p| format!("port `{}`", p.name));
    let line = scene.line_ports.first();
    let line = line.map(|p| format!("port `{}`", p.name));
    let element = scene.elements.first();
    let element = element.map(|e| format!("element `{}`", e.name));
    if let Some(what) = wire.or(port).or(line).or(element) {
        return Err(refused(what, only));
    }
    scene.monitors.iter().try_for_each(monitor)
}

/// The axis that is open; the others are periodic.
pub(crate) fn open_axis(scene: &Scene) -> Result<usize, GratingError> {
    let mut open = None;
    for (axis, name) in AXES.into_iter().enumerate() {
        let walls = scene.boundary.walls[axis];
        let mirrored = match scene.symmetry[axis] {
            // The reader has replaced periodic faces by such walls, which are equivalent.
            Some(Symmetry::Electric) => walls == [Wall::Pec; 2],
            Some(Symmetry::Magnetic) => walls == [Wall::Pmc; 2],
            None => false,
        };
        if walls[0].is_joined() || mirrored {
            continue;
        }
        let cure =
            "two axes are \"periodic\" or \"bloch\", and both faces of the third are \"pml\"";
        if walls != [Wall::Pml; 2] {
            let what = format!(
                "the faces normal to {name}, {} and {},",
                walls[0].name(),
                walls[1].name()
            );
            return Err(refused(what, cure));
        }
        if open.replace(axis).is_some() {
            return Err(refused("a domain with several open axes".to_owned(), cure));
        }
    }
    let what = || "a domain that is periodic along all axes".to_owned();
    open.ok_or_else(|| {
        refused(
            what(),
            "one axis must be open: set both of its faces to \"pml\"",
        )
    })
}

/// The one plane wave.
pub(crate) fn wave(scene: &Scene) -> Result<&Source, GratingError> {
    for source in &scene.sources {
        if !matches!(source.kind, SourceKind::PlaneWave { .. }) {
            let what = format!("source `{}`", source.name);
            return Err(refused(what, "the one source must be a plane wave"));
        }
    }
    match &scene.sources[..] {
        [only] => Ok(only),
        [] => {
            let reason = "the one source must be a plane wave";
            Err(refused("a scene without a source".to_owned(), reason))
        }
        [_, second, ..] => {
            let what = format!("source `{}` besides another", second.name);
            Err(refused(what, "there must be one plane wave"))
        }
    }
}

fn monitor(monitor: &poynting_scene::Monitor) -> Result<(), GratingError> {
    let name = &monitor.name;
    let kind = match &monitor.kind {
        MonitorKind::Field { spectral, .. } | MonitorKind::Flux { spectral, .. } => {
            if spectral.normalise == Normalise::Nothing {
                let what = format!("monitor `{name}` with normalise = \"none\"");
                return Err(refused(what, "results are phasors: remove `normalise`"));
            }
            return Ok(());
        }
        MonitorKind::Probe { .. } => "a probe over time",
        MonitorKind::Snapshot { .. } => "snapshots over time",
        MonitorKind::FarPulse { .. } | MonitorKind::FarField { .. } => "a far field",
        MonitorKind::Absorption { .. } => "the absorption in a box",
        MonitorKind::Monostatic { .. } | MonitorKind::Bistatic { .. } => "a cross section",
        MonitorKind::SurfaceCurrent { .. } => "surface currents",
    };
    let reason = "monitors of type \"field\" and \"flux\" are supported, and what each layer absorbs is recorded without a monitor";
    Err(refused(format!("monitor `{name}`, {kind},"), reason))
}
