//! Frequency-domain monitors on the grid.

use crate::binding::Binder;
use crate::error::FdtdError;
use poynting_fdtd_core::record::Capture;
use poynting_fdtd_post::postprocess::{FieldOutput, FluxFace, FluxOutput, FluxPair, Norm, Output};
use poynting_observe::{Axis, Declaration};
use poynting_scene::{Component, Monitor, Normalise, Point, Scene, Spectral};
use std::ops::Range;

/// Sampling covers this many times the highest frequency of the waveforms, where their spectra have ended.
const BEYOND: f64 = 4.0;

/// The transforms of a monitor.
pub(super) struct Plan<'a> {
    pub monitor: &'a Monitor,
    pub spectral: &'a Spectral,
    pub scene: &'a Scene,
}

impl Plan<'_> {
    /// The normalisation of the result.
    pub(super) fn norm(&self) -> Norm {
        match (self.spectral.normalise, self.scene.waveforms().next()) {
            (Normalise::Source, Some(waveform)) => Norm::Waveform(waveform.clone()),
            _ => Norm::One,
        }
    }

    /// Sampling interval in steps.
    fn every(&self, dt: f64) -> u64 {
        let highest = self
            .spectral
            .frequencies
            .iter()
            .copied()
            .fold(0.0, f64::max);
        let widest = steps_between(highest, self.scene, dt);
        self.spectral.every.unwrap_or(widest)
    }
}

/// Maximum sampling interval in steps for spectra up to a frequency.
pub(super) fn steps_between(highest: f64, scene: &Scene, dt: f64) -> u64 {
    let needed = match scene.max_frequency() {
        Some(f) => highest + BEYOND * f.max(highest),
        None => f64::INFINITY,
    };
    (1.0 / (dt * needed)).floor().max(1.0) as u64
}

impl Binder<'_> {
    pub(super) fn stream(
        &mut self,
        name: String,
        unit: &str,
        description: String,
        axes: Vec<Axis>,
    ) -> usize {
        let stream = Declaration::spectrum(name, unit, description, axes);
        self.binding.streams.push(stream);
        self.binding.streams.len() - 1
    }

    pub(super) fn add_field(
        &mut self,
        plan: &Plan<'_>,
        components: &[Component],
        places: &[Vec<f64>; 3],
    ) {
        for &component in components {
            let every = plan.every(self.context.dt);
            let (capture, axes) = self.capture(component, places, every);
            let transform = self
                .binding
                .spectra
                .add(capture, plan.spectral.frequencies.clone());
            // A point gives a plain curve over frequency.
            let is_point = places.iter().all(|p| p.len() == 1);
            let axes = if is_point { Vec::new() } else { axes };
            let (unit, norm) = match plan.norm() {
                Norm::One => (
                    if component.is_electric() {
                        "V s/m"
                    } else {
                        "A s/m"
                    },
                    Norm::One,
                ),
                norm @ Norm::Waveform(_) => (component.unit(), norm),
            };
            let streams = ["real", "imag"].map(|part| {
                let name = format!("field/{}/{}/{part}", plan.monitor.name, component.name());
                let description = format!("{part} part of {} over frequency", component.name());
                self.stream(name, unit, description, axes.clone())
            });
            self.binding.outputs.push(Output::Field(FieldOutput {
                transform,
                streams,
                norm,
            }));
        }
    }

    pub(super) fn add_flux(
        &mut self,
        plan: &Plan<'_>,
        from: Point,
        to: Point,
    ) -> Result<(), FdtdError> {
        let faces = match (0..3).find(|&axis| from[axis] >= to[axis]) {
            Some(axis) if self.context.grid.cells()[axis] == 1 && !self.is_joined(axis) => {
                return Err(FdtdError::Monitor {
                    monitor: plan.monitor.name.clone(),
                    problem: format!(
                        "the model is one cell thick along {}, between walls through which no power flows; remove this \
                         monitor",
                        poynting_grid::text::axis_name(axis)
                    ),
                });
            }
            Some(axis) => {
                let face = self.face(plan, axis, from[axis], [from, to]);
                face.into_iter().collect()
            }
            None => self.closed(plan, [from, to]),
        };
        let name = format!("flux/{}", plan.monitor.name);
        let stream = self.stream(
            name,
            power_unit(plan),
            "power through the surface".to_owned(),
            Vec::new(),
        );
        self.binding.outputs.push(Output::Flux(FluxOutput {
            faces,
            frequencies: plan.spectral.frequencies.clone(),
            stream,
            norm: plan.norm(),
        }));
        Ok(())
    }

    /// The faces of a box, with outward power positive.
    fn closed(&mut self, plan: &Plan<'_>, [from, to]: [Point; 2]) -> Vec<FluxFace> {
        let mut faces = Vec::new();
        for axis in 0..3 {
            for (x, sign) in [(from[axis], -1.0), (to[axis], 1.0)] {
                let face = self.face(plan, axis, x, [from, to]);
                faces.extend(face.map(|face| FluxFace {
                    sign: sign * face.sign,
                    ..face
                }));
            }
        }
        faces
    }

    /// The part of a plane normal to `axis` near `x` within the corners; `None` on a wall or a symmetry plane, through which no power flows.
    fn face(
        &mut self,
        plan: &Plan<'_>,
        axis: usize,
        x: f64,
        [from, to]: [Point; 2],
    ) -> Option<FluxFace> {
        let first = self.context.grid.lines[axis][0];
        // Behind a symmetry plane the mirror image is read, through which power flows the other way.
        let (x, sign) = if self.mirrors.has_plane(axis) && x < first {
            (2.0 * first - x, -1.0)
        } else {
            (x, 1.0)
        };
        let (plane, beside) = self.plane(axis, x)?;
        let lines = &self.context.grid.lines[axis];
        let [before, after] = beside.map(|cell| lines[cell + 1] - lines[cell]);
        let shares = [after, before].map(|length| length / (before + after));
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let pairs = [(b, c), (c, b)].map(|(e, h)| {
            let mut nodes: [Range<usize>; 3] = Default::default();
            let mut weights: [Vec<f64>; 3] = Default::default();
            for a in [b, c] {
                // E along e sits at the middle of cells along e and on nodes transversely, and so does H along h.
                (nodes[a], weights[a]) = self.weights(a, [from[a], to[a]], a == e);
            }
            (nodes[axis], weights[axis]) = (plane..plane + 1, vec![1.0]);
            let areas = products(&weights);
            let electric = self.transform(plan, Component::ALL[e], nodes.clone());
            let magnetic = beside.map(|cell| {
                let mut nodes = nodes.clone();
                nodes[axis] = cell..cell + 1;
                self.transform(plan, Component::ALL[3 + h], nodes)
            });
            FluxPair {
                electric,
                magnetic,
                shares,
                areas,
            }
        });
        Some(FluxFace { sign, pairs })
    }

    /// The node of an axis nearest to `x` with the cells before and behind it; `None` on a wall. A periodic boundary is a plane like any other.
    fn plane(&self, axis: usize, x: f64) -> Option<(usize, [usize; 2])> {
        let n = self.context.grid.cells()[axis];
        let node = self.context.grid.nearest_line(axis, x);
        let at_end = node == 0 || node == n;
        if at_end && self.is_joined(axis) {
            return Some((0, [n - 1, 0]));
        }
        // Across a Bloch boundary the two cells belong to different periods: the next plane carries the same power.
        let node = if at_end && self.context.layout.periodic[axis] {
            (n > 1).then(|| node.clamp(1, n - 1))?
        } else {
            node
        };
        (node > 0 && node < n).then(|| (node, [node - 1, node]))
    }

    /// Whether the last plane of an axis is the first one, without a phase between them.
    fn is_joined(&self, axis: usize) -> bool {
        self.context.layout.periodic[axis] && self.context.bloch[axis] == 0.0
    }

    /// Nodes or cells along an axis that intersect a range, with the length of it that belongs to each; the part behind a symmetry
    /// plane counts for its image.
    pub(super) fn weights(
        &self,
        axis: usize,
        [from, to]: [f64; 2],
        in_cells: bool,
    ) -> (Range<usize>, Vec<f64>) {
        let lines = &self.context.grid.lines[axis];
        let n = lines.len() - 1;
        let first = lines[0];
        let parts = if self.mirrors.has_plane(axis) && from < first {
            vec![
                [first, to],
                [first.max(2.0 * first - to), 2.0 * first - from],
            ]
        } else {
            vec![[from, to]]
        };
        let middle = |i: usize| f64::midpoint(lines[i], lines[i + 1]);
        let mut lengths = vec![0.0; n + 1];
        for i in 0..=n {
            let own = match in_cells {
                true if i < n => [lines[i], lines[i + 1]],
                true => continue,
                false => [
                    if i > 0 { middle(i - 1) } else { lines[0] },
                    if i < n { middle(i) } else { lines[n] },
                ],
            };
            let met = |p: &[f64; 2]| (own[1].min(p[1]) - own[0].max(p[0])).max(0.0);
            lengths[self.context.layout.wrap(axis, i)] += parts.iter().map(met).sum::<f64>();
        }
        let is_met = |l: &f64| *l > 1e-9 * (lines[n] - first);
        let start = lengths.iter().position(is_met).unwrap_or(0);
        let end = lengths
            .iter()
            .rposition(is_met)
            .map_or(start + 1, |i| i + 1);
        (start..end, lengths[start..end].to_vec())
    }

    pub(super) fn transform(
        &mut self,
        plan: &Plan<'_>,
        component: Component,
        nodes: [Range<usize>; 3],
    ) -> usize {
        let capture = Capture {
            stream: usize::MAX,
            component,
            nodes,
            every: plan.every(self.context.dt),
            weights: Default::default(),
            imaginary: self.context.layout.imaginary,
        };
        self.binding
            .spectra
            .add(capture, plan.spectral.frequencies.clone())
    }
}

/// Power per frequency, or the spectral energy density.
pub(super) fn power_unit(plan: &Plan<'_>) -> &'static str {
    match plan.spectral.normalise {
        Normalise::Source => "W",
        Normalise::Nothing => "J/Hz",
    }
}

/// The products of three lists, the last one fastest.
fn products([x, y, z]: &[Vec<f64>; 3]) -> Vec<f64> {
    let pairs = x.iter().flat_map(|x| y.iter().map(move |y| x * y));
    pairs.flat_map(|p| z.iter().map(move |z| p * z)).collect()
}
