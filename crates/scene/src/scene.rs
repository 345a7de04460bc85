//! The scene as the solvers see it: SI numbers, names resolved to indices, every default filled in.
//!
//! A `Scene` is a checked `Model`: the reader (`Scene::from_toml`, `Scene::from_json`, `Scene::builder`) makes it and refuses everything else. Only tests of the
//! solvers skip the checks (`Scene::unchecked`).

use crate::element::Element;
use crate::format::Format;
use crate::model::{Boundary, Domain, GridSpec, Material, Port, Source, Stop, Structure, Symmetry};
use crate::mom::MomOptions;
use crate::monitor::{Monitor, MonitorKind};
use crate::network::Network;
use crate::options::FdtdOptions;
use crate::outline::{Dimension, Profile};
use crate::port::LinePort;
use crate::rcwa::RcwaOptions;
use crate::waveform::Waveform;
use crate::wire::Wire;
use std::num::NonZero;
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

/// A valid [`Model`]: its fields can be read, but not changed.
///
/// ```compile_fail,E0594
/// fn rename(scene: &mut poynting_scene::Scene) {
///     scene.title = "Patch".to_owned();
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    pub(crate) model: Model,
}

impl Deref for Scene {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

/// Everything that the user describes.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// One line that names the model.
    pub title: String,
    /// Two dimensions or three.
    pub dimension: Dimension,
    /// The modelled region; [`Domain::SPACE`] if the file has none.
    pub domain: Domain,
    /// All materials; the first three are always `vacuum`, `pec` and `pmc`.
    pub materials: Vec<Material>,
    /// Structures in the order of the file: where two overlap, the later one wins.
    pub structures: Vec<Structure>,
    /// In two dimensions, the conductors; there are no structures then.
    pub profiles: Vec<Profile>,
    /// Metal wires thinner than the grid.
    pub wires: Vec<Wire>,
    /// Impressed currents and fields.
    pub sources: Vec<Source>,
    /// Lumped ports.
    pub ports: Vec<Port>,
    /// Ports at the ends of lines and waveguides.
    pub line_ports: Vec<LinePort>,
    /// The ports as a network, if requested.
    pub network: Option<Network>,
    /// Lumped elements.
    pub elements: Vec<Element>,
    /// What to record. Names are unique among monitors and ports.
    pub monitors: Vec<Monitor>,
    /// The boundary at each face of the domain.
    pub boundary: Boundary,
    /// Symmetry planes through the centre of the domain, one per axis.
    pub symmetry: [Option<Symmetry>; 3],
    /// How the Yee grid is made.
    pub grid: GridSpec,
    /// When the run ends.
    pub stop: Stop,
    /// How often an FDTD run that writes a folder keeps its state in it, if at all.
    pub checkpoint: Option<Duration>,
    /// Options of the FDTD solver.
    pub fdtd: FdtdOptions,
    /// Options of the method of moments.
    pub mom: MomOptions,
    /// Options of rigorous coupled-wave analysis.
    pub rcwa: RcwaOptions,
    /// The text this scene was read from.
    pub text: String,
    /// The format of that text.
    pub format: Format,
    /// The folder to which file names in the scene are relative.
    pub base_dir: PathBuf,
}

impl Scene {
    /// A scene that has not been checked, for tests of the solvers. Any other program uses [`Scene::builder`].
    pub fn unchecked(model: Model) -> Self {
        Self { model }
    }

    /// Everything that drives the fields: sources, lumped ports, line ports.
    pub fn waveforms(&self) -> impl Iterator<Item = &Waveform> {
        let sources = self.sources.iter().map(|source| &source.waveform);
        sources.chain(self.excitations().filter_map(|(_, excitation)| excitation))
    }

    /// All ports by name, lumped ones first, each with its waveform.
    pub fn excitations(&self) -> impl Iterator<Item = (&str, Option<&Waveform>)> {
        let lumped = self.ports.iter().map(|p| (&*p.name, p.excitation.as_ref()));
        let lines = self.line_ports.iter();
        lumped.chain(lines.map(|p| (&*p.name, p.excitation.as_ref())))
    }

    /// The same scene with only this port driven; unchanged if it has no waveform.
    #[must_use]
    pub fn driving(&self, port: &str) -> Self {
        let mut alone = self.clone();
        let is_it = |(name, waveform): (&str, Option<_>)| name == port && waveform.is_some();
        if !self.excitations().any(is_it) {
            return alone;
        }
        let model = &mut alone.model;
        let lumped = model.ports.iter_mut().map(|p| (&p.name, &mut p.excitation));
        let lines = model.line_ports.iter_mut();
        let all = lumped.chain(lines.map(|p| (&p.name, &mut p.excitation)));
        for (_, excitation) in all.filter(|(name, _)| *name != port) {
            *excitation = None;
        }
        alone
    }

    /// The same scene, ending after this many steps and for no other reason.
    #[must_use]
    pub fn ending_after(&self, steps: NonZero<u64>) -> Self {
        let mut scene = self.clone();
        scene.model.stop = Stop {
            steps: Some(steps.get()),
            time: None,
            energy_decay_db: None,
            ring_down: None,
        };
        scene
    }

    /// The same scene with some of its monitors; `None` if nothing would drive it.
    #[must_use]
    pub fn keeping_monitors(&self, keep: impl Fn(&Monitor) -> bool) -> Option<Self> {
        let mut scene = self.clone();
        scene.model.monitors.retain(keep);
        scene.is_driven().then_some(scene)
    }

    /// Whether a source, a port, a network or a monitor that emits waves drives it, without which it is not valid.
    fn is_driven(&self) -> bool {
        let sends = |monitor: &Monitor| {
            matches!(
                monitor.kind,
                MonitorKind::Monostatic { .. } | MonitorKind::Bistatic { .. }
            )
        };
        self.network.is_some()
            || self.waveforms().next().is_some()
            || self.monitors.iter().any(sends)
    }

    /// Frequencies of the network, and of monitors that need ports for combinations and for gains of antennas on lines; in hertz, increasing.
    pub fn port_frequencies(&self) -> Vec<f64> {
        let Some(network) = &self.network else {
            return Vec::new();
        };
        let mut all = network.frequencies.clone();
        let is_needed = |kind: &MonitorKind| {
            let is_far = matches!(kind, MonitorKind::FarField { .. });
            !network.combinations.is_empty() || is_far && !self.line_ports.is_empty()
        };
        let kinds = self.monitors.iter().map(|m| &m.kind);
        let spectral = kinds
            .filter(|k| is_needed(k))
            .filter_map(MonitorKind::spectral);
        let needed: Vec<f64> = spectral.flat_map(|s| s.frequencies.clone()).collect();
        if !needed.is_empty() {
            all.extend(needed);
            all.sort_by(f64::total_cmp);
            all.dedup();
        }
        all
    }

    /// The highest frequency of interest: that of the grid, else the highest at which a waveform's
    /// spectrum is 20 dB below its peak; `None` if there are only samples and
    /// phasors.
    pub fn max_frequency(&self) -> Option<f64> {
        let derived = self
            .waveforms()
            .filter_map(|waveform| waveform.shape.max_frequency());
        self.grid.max_frequency.or_else(|| derived.reduce(f64::max))
    }

    /// The name of a structure for messages, even if there is none at this index.
    pub fn structure_name(&self, index: usize) -> String {
        self.structures
            .get(index)
            .map_or_else(|| format!("structure {}", index + 1), |s| s.name.clone())
    }
}
