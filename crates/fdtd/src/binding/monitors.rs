//! Monitors on the grid; frequency-domain monitors are in a separate file.

use crate::binding::Binder;
use crate::binding::spectral::Plan;
use crate::capabilities;
use crate::error::FdtdError;
use poynting_fdtd_core::record::Capture;
use poynting_grid::stencil::Pair;
use poynting_grid::text::millimetres;
use poynting_grid::{HalfStep, Spot, nearest};
use poynting_observe::{Axis, Declaration};
use poynting_scene::{Component, Monitor, MonitorKind, Point, Scene};

impl Binder<'_> {
    pub(super) fn add_monitor(
        &mut self,
        monitor: &Monitor,
        scene: &Scene,
    ) -> Result<(), FdtdError> {
        let plan = |spectral| Plan {
            monitor,
            spectral,
            scene,
        };
        match &monitor.kind {
            MonitorKind::Probe { at, components } => {
                for component in components {
                    self.add_probe(&monitor.name, *component, *at);
                }
            }
            MonitorKind::Snapshot {
                from,
                to,
                components,
                every,
                stride,
            } => {
                let places = self.places_within(*from, *to, *stride);
                for component in components {
                    let every = self.context.interval(*every);
                    self.add_capture(&monitor.name, *component, &places, every);
                }
            }
            MonitorKind::Field {
                from,
                to,
                components,
                spectral,
                stride,
                ..
            } => {
                let places = if from == to {
                    from.map(|x| vec![x])
                } else {
                    self.places_within(*from, *to, *stride)
                };
                self.add_field(&plan(spectral), components, &places);
            }
            MonitorKind::Flux { from, to, spectral } => {
                self.add_flux(&plan(spectral), *from, *to)?;
            }
            MonitorKind::Absorption { from, to, spectral } => {
                self.add_absorption(&plan(spectral), *from, *to);
            }
            MonitorKind::FarField {
                region: Some([from, to]),
                spectral,
                theta,
                phi,
                center,
                ..
            } => self.add_far_field(&plan(spectral), [*from, *to, *center], [theta, phi])?,
            MonitorKind::FarPulse {
                from,
                to,
                theta,
                phi,
                center,
                ..
            } => self.add_far_pulse(monitor, scene, [*from, *to, *center], [theta, phi])?,
            MonitorKind::FarField { region: None, .. }
            | MonitorKind::Monostatic { .. }
            | MonitorKind::Bistatic { .. }
            | MonitorKind::SurfaceCurrent { .. } => capabilities::check_monitor(monitor)?,
        }
        Ok(())
    }

    /// The grid lines of a box, decimated.
    fn places_within(&self, from: Point, to: Point, stride: [usize; 3]) -> [Vec<f64>; 3] {
        std::array::from_fn(|a| {
            let places = self.places(a, from[a], to[a]);
            places.into_iter().step_by(stride[a].max(1)).collect()
        })
    }

    /// The grid lines of a range, with their images behind a symmetry plane; the nearest line if it has no extent.
    fn places(&self, axis: usize, from: f64, to: f64) -> Vec<f64> {
        let lines = &self.context.grid.lines[axis];
        let images = lines.iter().skip(1).rev().map(|x| 2.0 * lines[0] - x);
        let is_mirror = self.mirrors.has_plane(axis);
        let all: Vec<f64> = images
            .filter(|_| is_mirror)
            .chain(lines.iter().copied())
            .collect();
        all[nearest(&all, from)..=nearest(&all, to)].to_vec()
    }

    fn add_probe(&mut self, name: &str, component: Component, at: Point) {
        let (point, sign) = self.mirrors.folded(component, at);
        let nodes = self.interpolation.at(component, point);
        let terms = nodes
            .into_iter()
            .map(|(node, weight)| (Spot { node, component }, weight * sign));
        let stream = Declaration::series(
            format!("probe/{name}/{}", component.name()),
            component.unit(),
            format!("{} at ({})", component.name(), millimetres(at)),
        );
        self.add_series(stream, HalfStep::of(component), terms);
    }

    fn add_capture(
        &mut self,
        name: &str,
        component: Component,
        places: &[Vec<f64>; 3],
        every: u64,
    ) {
        let (mut capture, axes) = self.capture(component, places, every);
        capture.stream = self.binding.streams.len();
        let imaginary = capture.imaginary_part();
        self.binding.captures.push(capture);
        let stream = Declaration::samples(
            format!("snapshot/{name}/{}", component.name()),
            component.unit(),
            format!("{} on the nodes of the grid", component.name()),
            axes,
        );
        let second = imaginary.is_some().then(|| stream.imaginary());
        self.binding.captures.extend(imaginary);
        self.binding.streams.push(stream);
        self.binding.streams.extend(second);
    }

    /// The nodes and weights of a component at all combinations of these coordinates.
    pub(super) fn capture(
        &self,
        component: Component,
        places: &[Vec<f64>; 3],
        every: u64,
    ) -> (Capture, Vec<Axis>) {
        let weights: [Vec<Pair>; 3] = std::array::from_fn(|a| {
            let weights = |x: &f64| {
                let (x, sign) = self.mirrors.folded_along(component, a, *x);
                let pair = self.interpolation.along(component, a, x).into_iter();
                pair.map(|(node, weight)| (node, weight * sign)).collect()
            };
            places[a].iter().map(weights).collect()
        });
        let nodes = std::array::from_fn(|a| {
            let used = || weights[a].iter().flatten().map(|(n, _)| *n);
            used().min().unwrap_or(0)..used().max().unwrap_or(0) + 1
        });
        let axes = ["x", "y", "z"].into_iter().zip(places);
        let axes = axes.map(|(name, values)| Axis::new(name, "m", values.clone()));
        let capture = Capture {
            stream: usize::MAX,
            component,
            nodes,
            every,
            weights,
            imaginary: self.context.layout.imaginary,
        };
        (capture, axes.collect())
    }
}
