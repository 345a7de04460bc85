//! Probes and snapshots on the grid.

use super::Wirer;
use crate::Half;
use crate::error::millimetres;
use crate::points::Spot;
use crate::record::Capture;
use crate::sink::{Coordinate, Stream};
use poynting_scene::{Component, Monitor, MonitorKind, Point};

impl Wirer<'_> {
    pub(super) fn add_monitor(&mut self, monitor: &Monitor) {
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
                let places = std::array::from_fn(|a| {
                    let places = self.places(a, from[a], to[a]);
                    places.into_iter().step_by(stride[a].max(1)).collect()
                });
                for component in components {
                    let every = self.ground.interval(*every);
                    self.add_capture(&monitor.name, *component, &places, every);
                }
            }
        }
    }

    /// The grid lines of a range, with their images behind a symmetry plane; the nearest line if it has no extent.
    fn places(&self, axis: usize, from: f64, to: f64) -> Vec<f64> {
        let lines = &self.ground.grid.lines[axis];
        let images = lines.iter().skip(1).rev().map(|x| 2.0 * lines[0] - x);
        let is_mirror = self.mirrors.has_plane(axis);
        let all: Vec<f64> = images
            .filter(|_| is_mirror)
            .chain(lines.iter().copied())
            .collect();
        let nearest = |x: f64| {
            let after = all.partition_point(|line| *line < x).min(all.len() - 1);
            if after > 0 && x - all[after - 1] <= all[after] - x {
                after - 1
            } else {
                after
            }
        };
        all[nearest(from)..=nearest(to)].to_vec()
    }

    fn add_probe(&mut self, name: &str, component: Component, at: Point) {
        let (point, sign) = self.mirrors.folded(component, at);
        let nodes = self.interpolation.at(component, point);
        let terms = nodes
            .into_iter()
            .map(|(node, weight)| (Spot { node, component }, sign * weight));
        let stream = Stream {
            name: format!("probe/{name}/{}", component.name()),
            unit: component.unit(),
            description: format!("{} at ({})", component.name(), millimetres(at)),
            coordinates: Vec::new(),
        };
        self.add_series(stream, Half::of(component), terms.collect());
    }

    fn add_capture(
        &mut self,
        name: &str,
        component: Component,
        places: &[Vec<f64>; 3],
        every: u64,
    ) {
        let weights: [Vec<Vec<(usize, f64)>>; 3] = std::array::from_fn(|a| {
            let weights = |x: &f64| {
                let (x, sign) = self.mirrors.folded_along(component, a, *x);
                let pair = self.interpolation.along(component, a, x).into_iter();
                pair.map(|(node, weight)| (node, sign * weight)).collect()
            };
            places[a].iter().map(weights).collect()
        });
        let read = std::array::from_fn(|a| {
            let used = || weights[a].iter().flatten().map(|(n, _)| *n);
            used().min().unwrap_or(0)..used().max().unwrap_or(0) + 1
        });
        let axes = ["x", "y", "z"].into_iter().zip(places);
        let stream = Stream {
            name: format!("snapshot/{name}/{}", component.name()),
            unit: component.unit(),
            description: format!("{} on the nodes of the grid", component.name()),
            coordinates: axes
                .map(|(name, values)| Coordinate {
                    name,
                    values: values.clone(),
                })
                .collect(),
        };
        let number = self.wiring.streams.len();
        self.wiring.captures.push(Capture {
            stream: number,
            component,
            nodes: read,
            every,
            weights,
        });
        self.wiring.streams.push(stream);
    }
}
