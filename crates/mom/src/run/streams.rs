//! Streams of a run, declared before the first frequency, and the outputs that fill them.

use poynting_observe::{Axis, Declaration, Sink, SinkError, angles};
use poynting_physics::constants::C0;
use poynting_physics::pattern::Directions;
use poynting_scene::{Component, Monitor, MonitorKind, Point, Scene, SourceKind};

use super::cross_section::RcsKind;
use super::postprocess::{
    CurrentOutput, Derived, FarFieldOutput, FieldOutput, Figure, Gains, Output, Pattern,
    PortOutput, PortStreams,
};
use super::solved::Solved;
use super::stream_table::{StreamTable, Values, directions, numbers};
use crate::plan::Plan;

/// Points per wavelength of a near field, if the scene specifies no number.
const POINTS_PER_WAVELENGTH: f64 = 20.0;

/// All streams of a run.
pub struct Streams {
    /// Each with its requested frequencies; None means all.
    outputs: Vec<(Option<Vec<f64>>, Output)>,
}

impl Streams {
    /// Declares everything; quantities that do not depend on frequency are recorded at once.
    pub fn declare(scene: &Scene, plan: &Plan, sink: &mut dyn Sink) -> Result<Self, SinkError> {
        let mut table = StreamTable { next: 0, sink };
        let mut outputs = Vec::new();
        let figure = |figure: Figure| {
            let [name, about] = figure.about();
            let stream = table.add(format!("solution/{name}"), "1", about, Vec::new())?;
            Ok((figure, stream))
        };
        let figures = Figure::all(plan).into_iter().map(figure);
        let figures = figures.collect::<Result<_, SinkError>>()?;
        outputs.push((None, Output::Solution(figures)));
        if !plan.ports.is_empty() {
            outputs.push((None, Output::Ports(table.ports(plan)?)));
        }
        let wants_mesh = |m: &Monitor| matches!(m.kind, MonitorKind::SurfaceCurrent { .. });
        if scene.monitors.iter().any(wants_mesh) {
            table.surface(plan)?;
        }
        let mut sweep = 0;
        for monitor in &scene.monitors {
            let frequencies = monitor.kind.frequencies().to_vec();
            let output = match &monitor.kind {
                MonitorKind::FarField {
                    theta, phi, center, ..
                } => Some(table.far(scene, plan, monitor, (theta, phi, *center))?),
                MonitorKind::Field {
                    from,
                    to,
                    components,
                    samples,
                    ..
                } => {
                    let places = places([*from, *to], *samples, &frequencies);
                    Some(table.near_field(monitor, components, &places)?)
                }
                MonitorKind::Monostatic { theta, phi, .. } => {
                    sweep += 1;
                    let kind = RcsKind::Monostatic;
                    Some(Output::CrossSection(table.cross_section(
                        monitor,
                        [theta, phi],
                        (sweep - 1, kind),
                    )?))
                }
                MonitorKind::Bistatic { theta, phi, .. } => {
                    sweep += 1;
                    let kind = RcsKind::Bistatic;
                    Some(Output::CrossSection(table.cross_section(
                        monitor,
                        [theta, phi],
                        (sweep - 1, kind),
                    )?))
                }
                MonitorKind::SurfaceCurrent { .. } => Some(table.current(monitor, plan)?),
                // Rejected by the plan.
                _ => None,
            };
            outputs.extend(output.map(|output| (Some(frequencies), output)));
        }
        Ok(Self { outputs })
    }

    /// The recorded values of a solution.
    pub fn evaluate(&self, solved: &Solved<'_>) -> Vec<Values> {
        let wanted = |at: &Option<Vec<f64>>| at.as_ref().is_none_or(|f| f.contains(&solved.hertz));
        let wanted = self.outputs.iter().filter(|(at, _)| wanted(at));
        wanted
            .flat_map(|(_, output)| output.evaluate(solved))
            .collect()
    }
}

/// Everything that a run declares.
pub fn declarations(scene: &Scene, plan: &Plan) -> Vec<Declaration> {
    let mut list = List(Vec::new());
    // A list accepts everything.
    let _ = Streams::declare(scene, plan, &mut list);
    list.0
}

/// Keeps declarations and nothing else.
pub struct List(pub Vec<Declaration>);

impl Sink for List {
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        self.0.push(declaration.clone());
        Ok(())
    }

    fn append(&mut self, _: usize, _: &[f64], _: &[f64]) -> Result<(), SinkError> {
        Ok(())
    }
}

impl StreamTable<'_> {
    fn ports(&mut self, plan: &Plan) -> Result<PortOutput, SinkError> {
        let mut ports = Vec::new();
        for port in &plan.ports {
            let name = |what: &str| format!("port/{}/{what}", port.name);
            ports.push(PortStreams {
                voltage: self.complex(
                    &name("voltage"),
                    "V",
                    "the voltage with the given sources",
                    &[],
                )?,
                current: self.complex(
                    &name("current"),
                    "A",
                    "the current with the given sources",
                    &[],
                )?,
                impedance: self.complex(
                    &name("impedance"),
                    "ohm",
                    "V/I with the other ports loaded",
                    &[],
                )?,
                admittance: self.complex(
                    &name("admittance"),
                    "S",
                    "I/V with the other ports shorted",
                    &[],
                )?,
            });
        }
        let numbers = |name| numbers(name, 1, plan.ports.len());
        let scattering = self.complex(
            "network/s",
            "1",
            "the scattering matrix of power waves, with the reference resistance of each port",
            &[numbers("to"), numbers("from")],
        )?;
        let references: Vec<f64> = plan.ports.iter().map(|p| p.reference).collect();
        self.whole(
            (
                "network/resistance",
                "ohm",
                "reference resistance of each port",
            ),
            vec![numbers("port")],
            &references,
        )?;
        Ok(PortOutput { ports, scattering })
    }

    fn surface(&mut self, plan: &Plan) -> Result<(), SinkError> {
        let surface = plan.space.surface();
        let (vertices, triangles) = (surface.vertices.len(), surface.triangles.len());
        self.whole(
            ("surface/vertices", "m", "vertices of the mesh"),
            vec![numbers("vertex", 0, vertices), numbers("component", 0, 3)],
            surface.vertices.as_flattened(),
        )?;
        let corners = surface.triangles.as_flattened().iter();
        let corners: Vec<f64> = corners.map(|&v| f64::from(v)).collect();
        self.whole(
            (
                "surface/triangles",
                "1",
                "vertex indices of the triangles, from zero",
            ),
            vec![numbers("triangle", 0, triangles), numbers("corner", 0, 3)],
            &corners,
        )
    }

    fn far(
        &mut self,
        scene: &Scene,
        plan: &Plan,
        monitor: &Monitor,
        (theta, phi, center): (&[f64], &[f64], Point),
    ) -> Result<Output, SinkError> {
        let name = &monitor.name;
        let angles = angles([theta, phi]);
        let field = |this: &mut Self, along: &str| {
            let description = format!("r exp(jkr) E along {along}");
            this.complex(&format!("far/{name}/E{along}"), "V", &description, &angles)
        };
        let field = [field(self, "theta")?, field(self, "phi")?];
        let mut add = |what: &str, unit, about: &str, axes: &[Axis]| {
            self.add(format!("far/{name}/{what}"), unit, about, axes.to_vec())
        };
        let round = Directions {
            theta: theta.to_vec(),
            phi: phi.to_vec(),
        };
        let wave = scene
            .sources
            .iter()
            .find(|s| matches!(s.kind, SourceKind::PlaneWave { .. }));
        let derived = match wave {
            Some(source) => Derived::CrossSection {
                incident: source.waveform.amplitude,
                area: add("rcs", "m^2", "radar cross section", &angles)?,
                level: add(
                    "rcs_level",
                    "dB",
                    "radar cross section relative to 1 m^2",
                    &angles,
                )?,
            },
            None => Derived::Pattern(Pattern {
                directivity: add(
                    "directivity",
                    "dB",
                    "relative to an isotropic radiator",
                    &angles,
                )?,
                axial_ratio: add(
                    "axial_ratio",
                    "dB",
                    "100 dB or more means linear polarisation",
                    &angles,
                )?,
                power: add("power", "W", "radiated power", &[])?,
                peak: add("peak_directivity", "dB", "maximum directivity", &[])?,
                measures: round
                    .measures()
                    .into_iter()
                    .map(|measure| {
                        let [name, unit, about] = measure.described();
                        Ok((measure, add(name, unit, about, &[])?))
                    })
                    .collect::<Result<_, SinkError>>()?,
                angles: round,
                gains: if plan.ports.is_empty() || !scene.sources.is_empty() {
                    None
                } else {
                    Some(Gains {
                        gain: add("gain", "dB", "based on the accepted power", &angles)?,
                        realised: add(
                            "realised_gain",
                            "dB",
                            "based on the available power",
                            &angles,
                        )?,
                        peak_gain: add("peak_gain", "dB", "maximum gain", &[])?,
                        peak_realised: add(
                            "peak_realised_gain",
                            "dB",
                            "maximum realised gain",
                            &[],
                        )?,
                        efficiency: add("efficiency", "1", "radiated over accepted power", &[])?,
                        total_efficiency: add(
                            "total_efficiency",
                            "1",
                            "radiated over available power",
                            &[],
                        )?,
                        accepted: add("accepted_power", "W", "net power from all ports", &[])?,
                    })
                },
            }),
        };
        Ok(Output::FarField(FarFieldOutput {
            directions: directions([theta, phi]),
            center,
            field,
            derived,
        }))
    }

    fn near_field(
        &mut self,
        monitor: &Monitor,
        components: &[Component],
        places: &[Vec<f64>; 3],
    ) -> Result<Output, SinkError> {
        let streams = self.field(&monitor.name, components, places)?;
        let [xs, ys, zs] = places;
        let points = xs.iter().flat_map(|&x| {
            ys.iter()
                .flat_map(move |&y| zs.iter().map(move |&z| [x, y, z]))
        });
        Ok(Output::Field(FieldOutput {
            points: points.collect(),
            streams,
        }))
    }

    fn current(&mut self, monitor: &Monitor, plan: &Plan) -> Result<Output, SinkError> {
        let triangles = plan.space.triangles().len();
        let axes = [
            numbers("triangle", 0, triangles),
            numbers("component", 0, 3),
        ];
        let name = format!("current/{}", monitor.name);
        let streams = self.complex(
            &name,
            "A/m",
            "the surface current density at centroids",
            &axes,
        )?;
        Ok(Output::Current(CurrentOutput { streams }))
    }
}

/// The number of points of a near field along each axis.
pub fn point_counts(
    [from, to]: [Point; 2],
    samples: Option<[usize; 3]>,
    frequencies: &[f64],
) -> [f64; 3] {
    let highest = frequencies.last().copied().unwrap_or(0.0);
    let spacing = C0 / highest / POINTS_PER_WAVELENGTH;
    std::array::from_fn(|a| {
        let extent = to[a] - from[a];
        if extent <= 0.0 {
            return 1.0;
        }
        let usual = ((extent / spacing).ceil() + 1.0).max(2.0);
        samples.map_or(usual, |s| s[a] as f64)
    })
}

/// Coordinates of the points of a near field.
pub fn places(
    [from, to]: [Point; 2],
    samples: Option<[usize; 3]>,
    frequencies: &[f64],
) -> [Vec<f64>; 3] {
    let counts = point_counts([from, to], samples, frequencies);
    std::array::from_fn(|a| {
        let extent = to[a] - from[a];
        if extent <= 0.0 {
            return vec![from[a]];
        }
        let count = counts[a] as usize;
        if count == 1 {
            return vec![from[a] + 0.5 * extent];
        }
        let at = |n: usize| from[a] + extent * n as f64 / (count - 1) as f64;
        (0..count).map(at).collect()
    })
}
