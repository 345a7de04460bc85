//! Which features of a scene FDTD supports: all others are rejected by name, never ignored.

use crate::error::FdtdError;
use crate::mistakes::Mistakes;
use poynting_scene::{
    Dimension, Monitor, MonitorKind, Pulse, Scene, Shape, Source, SourceKind, Structure, Waveform,
};

/// Rejects features that only the method of moments supports, before the scene is processed.
pub fn check_scene(scene: &Scene) -> Result<(), FdtdError> {
    if scene.dimension == Dimension::Two {
        return Err(FdtdError::TwoDimensions);
    }
    if scene.domain.is_space() {
        return Err(FdtdError::NoDomain);
    }
    let mut mistakes = Mistakes::default();
    mistakes.check(&scene.structures, check_structure);
    mistakes.check(&scene.sources, check_source);
    mistakes.check(scene.excitations(), |(name, excitation)| {
        excitation.map_or(Ok(()), |excitation| {
            check_waveform(excitation, "port", name)
        })
    });
    mistakes.check(&scene.monitors, check_monitor);
    mistakes.result()
}

fn check_structure(structure: &Structure) -> Result<(), FdtdError> {
    match structure.shape {
        Shape::Sheet { .. } => Err(FdtdError::MomentsOnly {
            what: "structure",
            name: structure.name.clone(),
            kind: "a sheet of triangles",
            cure: "use boxes of zero thickness, or a closed polyhedron",
        }),
        _ => Ok(()),
    }
}

/// Rejects a source that FDTD does not support.
pub fn check_source(source: &Source) -> Result<(), FdtdError> {
    check_waveform(&source.waveform, "source", &source.name)?;
    match source.kind {
        SourceKind::PlaneWave { region: None, .. } => Err(FdtdError::NoBox {
            what: "source",
            name: source.name.clone(),
        }),
        _ => Ok(()),
    }
}

fn check_waveform(waveform: &Waveform, what: &'static str, name: &str) -> Result<(), FdtdError> {
    match waveform.shape {
        Pulse::Phasor => Err(FdtdError::Phasor {
            what,
            name: name.to_owned(),
        }),
        _ => Ok(()),
    }
}

/// Rejects a monitor that FDTD does not support.
pub fn check_monitor(monitor: &Monitor) -> Result<(), FdtdError> {
    let (what, name) = ("monitor", monitor.name.clone());
    let moments_only = |kind, cure| FdtdError::MomentsOnly {
        what,
        name: name.clone(),
        kind,
        cure,
    };
    match monitor.kind {
        MonitorKind::FarField { region: None, .. } => Err(FdtdError::NoBox { what, name }),
        MonitorKind::Monostatic { .. } => Err(moments_only(
            "a monostatic cross section",
            "use a plane wave and a far-field monitor, one run per direction",
        )),
        MonitorKind::Bistatic { .. } => Err(moments_only(
            "a bistatic cross section",
            "use a plane wave and a far-field monitor, one run per polarisation",
        )),
        MonitorKind::SurfaceCurrent { .. } => Err(moments_only(
            "a surface current",
            "record H around the metal with a field monitor",
        )),
        _ => Ok(()),
    }
}
