//! Monitors: fields at points and power through planes.
//!
//! Within the box of the wave, or everywhere if it has none, a monitor records the total field, and beyond it what is scattered: the total less the wave.

use poynting_exec::{Budget, Planning};
use poynting_physics::constants::C0;
use poynting_rcwa::{Harmonic, RcwaError, Solution, c64};
use poynting_scene::{Component, Monitor, MonitorKind, Point, Scene};

use crate::error::{GratingError, refused};
use crate::frame::Frame;
use crate::plan::Plan;
use crate::wave::WaveAt;

/// Points per wavelength in vacuum of a field monitor without `samples`.
const POINTS_PER_WAVELENGTH: f64 = 20.0;
/// A plane spans the cell, or a point lies on a face of the box of the wave, within this part of the size of the cell.
const SAME: f64 = 1e-9;
/// Bytes at a point of a field.
const OF_A_POINT: f64 = 3.0 * 8.0 + 12.0 * 8.0 + 12.0 * 8.0;

/// A field at points.
#[derive(Debug, Clone)]
pub(crate) struct FieldOutput {
    /// The points in the stack, in the order of the axes of the scene.
    points: Vec<Point>,
    /// Components with the streams of their parts.
    pub streams: Vec<(Component, [usize; 2])>,
}

/// Power through planes.
#[derive(Debug, Clone)]
pub(crate) struct FluxOutput {
    /// Planes in the stack, each with its sign.
    planes: Vec<(f64, f64)>,
    pub stream: usize,
}

/// Refuses monitors that do not fit, and power through a part of a plane.
pub(crate) fn check(scene: &Scene, frame: &Frame, budget: Budget) -> Result<(), GratingError> {
    let planning = Planning {
        budget: Some(budget),
        ..Planning::default()
    };
    for monitor in &scene.monitors {
        let points = count(&monitor.kind);
        let what = || format!("monitor `{}` has {points:.3e} points", monitor.name);
        let cure = "make it smaller, or write fewer `samples`";
        planning.check_part(OF_A_POINT * points, (what, cure))?;
        if let MonitorKind::Flux { from, to, .. } = &monitor.kind {
            planes(monitor, [*from, *to], frame)?;
        }
    }
    Ok(())
}

/// Bytes of the results of all monitors at a frequency.
pub(crate) fn bytes(scene: &Scene) -> u64 {
    let points = scene.monitors.iter().map(|m| count(&m.kind));
    (OF_A_POINT * points.sum::<f64>()) as u64
}

fn count(kind: &MonitorKind) -> f64 {
    match kind {
        MonitorKind::Field { .. } => counts(kind).iter().product(),
        _ => 0.0,
    }
}

/// Numbers of points along the axes.
fn counts(kind: &MonitorKind) -> [f64; 3] {
    let MonitorKind::Field {
        from, to, samples, ..
    } = kind
    else {
        return [0.0; 3];
    };
    let highest = kind.frequencies().last().copied().unwrap_or(0.0);
    let spacing = C0 / highest / POINTS_PER_WAVELENGTH;
    [0, 1, 2].map(|a| {
        let extent = to[a] - from[a];
        if extent <= 0.0 {
            return 1.0;
        }
        let usual = ((extent / spacing).ceil() + 1.0).max(2.0);
        samples.map_or(usual, |s| s[a] as f64)
    })
}

/// Coordinates of the points of a field monitor in the scene.
pub(crate) fn places(kind: &MonitorKind) -> [Vec<f64>; 3] {
    let Some([from, to]) = kind.region() else {
        return Default::default();
    };
    let counts = counts(kind);
    [0, 1, 2].map(|a| match counts[a] as usize {
        0 | 1 => vec![f64::midpoint(from[a], to[a])],
        n => {
            let step = (to[a] - from[a]) / (n - 1) as f64;
            (0..n).map(|i| from[a] + step * i as f64).collect()
        }
    })
}

impl FieldOutput {
    /// The points of a monitor with the streams of its components.
    pub fn new(
        [xs, ys, zs]: &[Vec<f64>; 3],
        frame: &Frame,
        streams: Vec<(Component, [usize; 2])>,
    ) -> Self {
        let mut points = Vec::with_capacity(xs.len() * ys.len() * zs.len());
        for &x in xs {
            for &y in ys {
                points.extend(zs.iter().map(|&z| frame.point([x, y, z])));
            }
        }
        Self { points, streams }
    }

    /// Real and imaginary parts of the components.
    pub fn evaluate(
        &self,
        plan: &Plan,
        (solution, wave): (&Solution, &WaveAt),
    ) -> Result<Vec<(usize, Vec<f64>)>, RcwaError> {
        // Plane by plane, because the modes are summed up once for each.
        let mut sorted: Vec<usize> = (0..self.points.len()).collect();
        sorted.sort_by(|&m, &n| self.points[m][2].total_cmp(&self.points[n][2]));
        let face = plan.layers.faces[0];
        let local = sorted.iter().map(|&n| {
            let [x, y, z] = self.points[n];
            [x, y, z - face]
        });
        let fields = solution.fields(&wave.illumination, &local.collect::<Vec<_>>())?;
        let mut values = vec![[0.0; 2]; self.points.len() * self.streams.len()];
        let slack = SAME * plan.frame.sizes[2];
        for (&n, field) in sorted.iter().zip(&fields) {
            let at = self.points[n];
            let own = |v: [c64; 3]| v.map(|v| v * wave.factor);
            let (mut e, mut h) = (own(field.e), own(field.h));
            if !plan.wave.is_at(at[2], slack) {
                let incident = wave.field(at);
                e = [0, 1, 2].map(|a| e[a] - incident.e[a]);
                h = [0, 1, 2].map(|a| h[a] - incident.h[a]);
            }
            for (place, (component, _)) in self.streams.iter().enumerate() {
                let vector = if component.is_electric() { e } else { h };
                let value = plan.frame.component(vector, component.axis());
                values[place * self.points.len() + n] = [value.re, value.im];
            }
        }
        let per_component = values.chunks(self.points.len().max(1));
        let streams = self.streams.iter().zip(per_component);
        let both = streams.flat_map(|((_, streams), values)| {
            [0, 1].map(|part| (streams[part], values.iter().map(|v| v[part]).collect()))
        });
        Ok(both.collect())
    }
}

/// The planes of a flux monitor in the stack, each with the sign of its power.
fn planes(
    monitor: &Monitor,
    [from, to]: [Point; 2],
    frame: &Frame,
) -> Result<Vec<(f64, f64)>, GratingError> {
    let [p, q] = [frame.point(from), frame.point(to)];
    let refuse = |reason: &str| refused(format!("monitor `{}`", monitor.name), reason);
    for axis in 0..2 {
        let size = frame.sizes[axis];
        let ends = [p[axis].min(q[axis]), p[axis].max(q[axis])];
        if ends[0] > SAME * size || ends[1] < (1.0 - SAME) * size {
            return Err(refuse(
                "power is that through the whole cell: a plane normal to the open axis, or a box, must reach all periodic faces",
            ));
        }
    }
    Ok(if q[2] > p[2] {
        vec![(p[2], -1.0), (q[2], 1.0)]
    } else {
        vec![(p[2], 1.0)]
    })
}

impl FluxOutput {
    /// The planes of a monitor with its stream.
    pub fn new(
        monitor: &Monitor,
        corners: [Point; 2],
        (frame, stream): (&Frame, usize),
    ) -> Result<Self, GratingError> {
        Ok(Self {
            planes: planes(monitor, corners, frame)?,
            stream,
        })
    }

    /// The power in W.
    pub fn evaluate(
        &self,
        plan: &Plan,
        (solution, wave): (&Solution, &WaveAt),
    ) -> Result<(usize, Vec<f64>), RcwaError> {
        let face = plan.layers.faces[0];
        let local: Vec<f64> = self.planes.iter().map(|(z, _)| z - face).collect();
        let harmonics = solution.harmonics(&wave.illumination, &local)?;
        let slack = SAME * plan.frame.sizes[2];
        let area = plan.frame.sizes[0] * plan.frame.sizes[1];
        let of_plane = |((z, sign), orders): (&(f64, f64), &Vec<Harmonic>)| {
            let incident = wave.field([0.0, 0.0, *z]);
            let power = orders.iter().map(|order| {
                let own = |v: [c64; 2], incident: [c64; 3]| {
                    let scattered = !plan.wave.is_at(*z, slack) && order.index == [0, 0];
                    [0, 1].map(|a| {
                        let total = v[a] * wave.factor;
                        if scattered {
                            total - incident[a]
                        } else {
                            total
                        }
                    })
                };
                let (e, h) = (own(order.e, incident.e), own(order.h, incident.h));
                Harmonic { e, h, ..*order }.power()
            });
            sign * area * power.sum::<f64>()
        };
        let sum = self.planes.iter().zip(&harmonics).map(of_plane).sum();
        Ok((self.stream, vec![sum]))
    }
}
