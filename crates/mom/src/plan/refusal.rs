//! Rejects, by name, what the method of moments does not support: it solves for currents on metal in free space, at single frequencies.

use poynting_scene::{
    FactorsChoice, MaterialKind, Monitor, MonitorKind, Normalise, Precision, Scene, SourceKind,
    Spectral, Wall,
};

use poynting_mom_core::error::MomError;

const AXES: [&str; 3] = ["x", "y", "z"];

/// Rejects what cannot be solved with a matrix of this precision.
pub fn check(scene: &Scene, precision: Precision) -> Result<(), MomError> {
    if (scene.mom.factors, precision) == (FactorsChoice::F64, Precision::F32) {
        let what = "factors = \"f64\" with a matrix in single precision".to_owned();
        return Err(refused(what, "remove `factors` under `mom`"));
    }
    wires(scene)?;
    structures(scene)?;
    walls(scene)?;
    sources(scene)?;
    if let Some(element) = scene.elements.first() {
        let what = format!("element `{}`", element.name);
        let reason =
            "lumped elements need FDTD and a `domain`; a port without a waveform is a resistor";
        return Err(refused(what, reason));
    }
    for monitor in &scene.monitors {
        monitors(monitor)?;
    }
    Ok(())
}

fn refused(what: String, reason: impl Into<String>) -> MomError {
    MomError::Refused {
        what,
        reason: reason.into(),
    }
}

fn wires(scene: &Scene) -> Result<(), MomError> {
    let Some(wire) = scene.wires.first() else {
        return Ok(());
    };
    let reason = format!(
        "it models surfaces only: use an equivalent strip of `pec`, a box of zero thickness that is {} mm wide; FDTD, in a \
         `domain`, supports wires",
        4e3 * wire.radius
    );
    Err(refused(format!("wire `{}`", wire.name), reason))
}

fn structures(scene: &Scene) -> Result<(), MomError> {
    for structure in &scene.structures {
        let material = &scene.materials[structure.material.0 as usize];
        if !matches!(material.kind, MaterialKind::Pec) {
            let what = format!("structure `{}` of `{}`", structure.name, material.name);
            return Err(refused(what, "every structure must be of `pec`"));
        }
    }
    if scene.structures.is_empty() {
        let what = "a scene without structures".to_owned();
        return Err(refused(
            what,
            "it solves for currents on metal: add a structure of `pec`",
        ));
    }
    Ok(())
}

fn walls(scene: &Scene) -> Result<(), MomError> {
    if scene.domain.is_space() {
        return Ok(());
    }
    for (axis, pair) in scene.boundary.walls.iter().enumerate() {
        for (wall, end) in pair.iter().zip(["min", "max"]) {
            let kind = match wall {
                Wall::Pml => continue,
                Wall::Pec => "an electric wall (`pec`), an infinite ground plane",
                Wall::Pmc => "a magnetic wall (`pmc`)",
                Wall::Periodic | Wall::Bloch => "a periodic face",
            };
            let what = format!("the face {}_{end}, {kind},", AXES[axis]);
            let reason = "all faces must be open to outgoing waves: set all = \"pml\" under `boundary`, or remove `domain`";
            return Err(refused(what, reason));
        }
    }
    Ok(())
}

fn sources(scene: &Scene) -> Result<(), MomError> {
    for source in &scene.sources {
        let kind = match source.kind {
            SourceKind::Dipole { .. } | SourceKind::PlaneWave { .. } => continue,
            SourceKind::HardPoint { .. } => "a hard point source",
            SourceKind::SoftPoint { .. } => "a soft point source",
        };
        let what = format!("source `{}`, {kind},", source.name);
        let reason = "supported sources are plane waves, dipoles and ports; FDTD, in a `domain`, supports others";
        return Err(refused(what, reason));
    }
    if let Some(port) = scene.line_ports.first() {
        let what = format!("line port `{}`", port.name);
        let reason = "ports must be lumped, across a gap between two pieces of metal; FDTD, in a `domain`, supports others";
        return Err(refused(what, reason));
    }
    same_waveforms(scene)
}

/// Rejects sources with different courses in time.
pub fn same_waveforms(scene: &Scene) -> Result<(), MomError> {
    let mut waveforms = scene.waveforms();
    let Some(first) = waveforms.next() else {
        return Ok(());
    };
    if waveforms.any(|w| w.shape != first.shape) {
        let what = "a scene whose sources have different waveforms".to_owned();
        let reason = "at a single frequency only their amplitudes may differ: give all of them the same type, times and bandwidth";
        return Err(refused(what, reason));
    }
    Ok(())
}

fn monitors(monitor: &Monitor) -> Result<(), MomError> {
    let kind = match &monitor.kind {
        MonitorKind::Field { spectral, .. } | MonitorKind::FarField { spectral, .. } => {
            return normalised(monitor, spectral);
        }
        MonitorKind::Monostatic { .. }
        | MonitorKind::Bistatic { .. }
        | MonitorKind::SurfaceCurrent { .. } => return Ok(()),
        MonitorKind::Probe { .. } => "a time-domain probe",
        MonitorKind::Snapshot { .. } => "a time-domain snapshot",
        MonitorKind::FarPulse { .. } => "a time-domain far field",
        MonitorKind::Flux { .. } => "a flux monitor",
        MonitorKind::Absorption { .. } => "an absorption monitor",
    };
    let what = format!("monitor `{}`, {kind},", monitor.name);
    let reason = "supported monitors are `field`, `far-field`, `monostatic`, `bistatic` and `surface-current`; FDTD, in a `domain`, supports the others";
    Err(refused(what, reason))
}

fn normalised(monitor: &Monitor, spectral: &Spectral) -> Result<(), MomError> {
    match spectral.normalise {
        Normalise::Source => Ok(()),
        Normalise::Nothing => {
            let what = format!("monitor `{}` with normalise = \"none\"", monitor.name);
            Err(refused(
                what,
                "there is no time signal to integrate; remove `normalise`",
            ))
        }
    }
}
