//! Streams of a run, declared before the first frequency.

use poynting_mom2d::{Polarization, Station};
use poynting_observe::{Axis, Declaration, Sink, SinkError};
use poynting_scene::{Component, Monitor, MonitorKind, Scene};

use super::drive::Drive;
use super::outputs::{CurrentOutput, FieldOutput};
use super::plan::Plan;
use super::widths::{Sweep, Widths};
use crate::run::{List, StreamTable, places};

/// What a monitor records.
#[derive(Debug, Clone)]
pub enum Output {
    /// Widths of its own waves.
    Widths(Widths),
    /// A field of the sources.
    Field(FieldOutput),
    /// Currents of the sources.
    Current(CurrentOutput),
}

/// All streams of a run.
#[derive(Debug)]
pub struct Streams {
    /// Residual and power error.
    pub quality: [usize; 2],
    /// Each with its frequencies.
    pub outputs: Vec<(Vec<f64>, Output)>,
}

impl Streams {
    /// Declares everything; quantities that do not depend on frequency are recorded at once.
    pub fn declare(scene: &Scene, plan: &Plan, sink: &mut dyn Sink) -> Result<Self, SinkError> {
        let mut table = StreamTable { next: 0, sink };
        let mut figure =
            |name: &str, about: &str| table.add(format!("solution/{name}"), "1", about, Vec::new());
        let quality = [
            figure("residual", "largest of all right-hand sides")?,
            figure(
                "power_error",
                "scattered power less extinction, over (4/k)|F(forward)|: the largest of the first wave of every monitor",
            )?,
        ];
        let stations = Stations::of(plan);
        let wants_outlines = |m: &Monitor| matches!(m.kind, MonitorKind::SurfaceCurrent { .. });
        if scene.monitors.iter().any(wants_outlines) {
            stations.declare(&mut table, plan)?;
        }
        let mut outputs = Vec::new();
        for monitor in &scene.monitors {
            let frequencies = monitor.kind.frequencies().to_vec();
            let output = match &monitor.kind {
                MonitorKind::Monostatic { theta, phi, .. } => {
                    let widths =
                        Widths::declare(&mut table, monitor, (theta, phi), Sweep::Monostatic)?;
                    Output::Widths(widths)
                }
                MonitorKind::Bistatic {
                    theta, phi, from, ..
                } => {
                    let sweep = Sweep::Bistatic(from[1]);
                    Output::Widths(Widths::declare(&mut table, monitor, (theta, phi), sweep)?)
                }
                MonitorKind::Field {
                    from,
                    to,
                    components,
                    samples,
                    ..
                } => {
                    let places = places([*from, *to], *samples, &frequencies);
                    Output::Field(field(&mut table, monitor, components, &places)?)
                }
                MonitorKind::SurfaceCurrent { .. } => {
                    Output::Current(stations.current(&mut table, monitor, (scene, plan))?)
                }
                // Rejected by the reader.
                _ => continue,
            };
            outputs.push((frequencies, output));
        }
        Ok(Self { quality, outputs })
    }
}

/// Everything that a run declares.
pub fn declarations(scene: &Scene, plan: &Plan) -> Vec<Declaration> {
    let mut list = List(Vec::new());
    // A list accepts everything.
    let _ = Streams::declare(scene, plan, &mut list);
    list.0
}

fn field(
    table: &mut StreamTable<'_>,
    monitor: &Monitor,
    components: &[Component],
    places: &[Vec<f64>; 3],
) -> Result<FieldOutput, SinkError> {
    let streams = table.field(&monitor.name, components, places)?;
    let [xs, ys, _] = places;
    let points = xs.iter().flat_map(|&x| ys.iter().map(move |&y| [x, y]));
    Ok(FieldOutput {
        points: points.collect(),
        streams,
    })
}

/// The stations of all outlines.
struct Stations {
    all: Vec<Station>,
    /// Those of each outline.
    outlines: Vec<std::ops::Range<usize>>,
}

impl Stations {
    fn of(plan: &Plan) -> Self {
        let all = plan.mesh.stations();
        let mut outlines = Vec::new();
        let mut from = 0;
        for outline in all.chunk_by(|a, b| a.outline == b.outline) {
            outlines.push(from..from + outline.len());
            from += outline.len();
        }
        Self { all, outlines }
    }

    /// The lengths along an outline.
    fn axis(&self, outline: usize) -> Axis {
        let stations = &self.all[self.outlines[outline].clone()];
        let along = stations.iter().map(|s| s.along);
        Axis::new("along", "m", along.collect())
    }

    /// Declares where the stations are.
    fn declare(&self, table: &mut StreamTable<'_>, plan: &Plan) -> Result<(), SinkError> {
        for (n, name) in plan.names.iter().enumerate() {
            for (axis, letter) in ["x", "y"].into_iter().enumerate() {
                let stations = &self.all[self.outlines[n].clone()];
                let values: Vec<f64> = stations.iter().map(|s| s.at[axis]).collect();
                let path = format!("outline/{name}/{letter}");
                let about = format!("{letter} along the outline");
                table.whole((&path, "m", &about), vec![self.axis(n)], &values)?;
            }
        }
        Ok(())
    }

    fn current(
        &self,
        table: &mut StreamTable<'_>,
        monitor: &Monitor,
        (scene, plan): (&Scene, &Plan),
    ) -> Result<CurrentOutput, SinkError> {
        let kinds = [
            (Polarization::Tm, "Jz", "the surface current along z"),
            (
                Polarization::Te,
                "Jt",
                "the surface current along the outline, anticlockwise around closed ones",
            ),
        ];
        let mut streams = Vec::new();
        for (n, name) in plan.names.iter().enumerate() {
            let mut both = [None; 2];
            for (place, (polarization, letter, about)) in both.iter_mut().zip(kinds) {
                if !Drive::new(scene, polarization).is_empty() {
                    let path = format!("current/{}/{name}/{letter}", monitor.name);
                    *place = Some(table.complex(&path, "A/m", about, &[self.axis(n)])?);
                }
            }
            streams.push(both);
        }
        Ok(CurrentOutput {
            outlines: self.outlines.clone(),
            streams,
        })
    }
}
