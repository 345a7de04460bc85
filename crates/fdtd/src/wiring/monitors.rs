//! Probes and snapshots on the grid.

use super::Wirer;
use crate::Half;
use crate::points::Spot;
use crate::record::Capture;
use crate::sink::{Coordinate, Stream};
use crate::stencil::nearest;
use poynting_scene::{Component, Monitor, MonitorKind};

impl Wirer<'_> {
    pub(super) fn add_monitor(&mut self, monitor: &Monitor) {
        match &monitor.kind {
            MonitorKind::Probe { at, components } => {
                for component in components {
                    let (point, sign) = self.mirrors.folded(*component, *at);
                    let nodes = self.interpolation.at(*component, point);
                    let terms: Vec<_> = nodes
                        .into_iter()
                        .map(|(node, w)| {
                            (
                                Spot {
                                    node,
                                    component: *component,
                                },
                                sign * w,
                            )
                        })
                        .collect();
                    let stream = Stream {
                        name: format!("probe/{}/{}", monitor.name, component.name()),
                        unit: component.unit(),
                        description: format!(
                            "{} at ({})",
                            component.name(),
                            crate::error::millimetres(*at)
                        ),
                        coordinates: Vec::new(),
                    };
                    let half = Half::of(*component);
                    self.add_series(stream, half, terms);
                }
            }
            MonitorKind::Snapshot {
                from,
                to,
                components,
                every,
                stride,
            } => {
                let grid = self.ground.grid;
                let nodes: [Vec<usize>; 3] = std::array::from_fn(|a| {
                    let lines = &grid.lines[a];
                    (nearest(lines, from[a])..=nearest(lines, to[a]))
                        .step_by(stride[a].max(1))
                        .collect()
                });
                for component in components {
                    self.add_capture(monitor, *component, &nodes, self.ground.interval(*every));
                }
            }
        }
    }

    fn add_capture(
        &mut self,
        monitor: &Monitor,
        component: Component,
        nodes: &[Vec<usize>; 3],
        every: u64,
    ) {
        let lines = &self.ground.grid.lines;
        let weights: [Vec<Vec<(usize, f64)>>; 3] = std::array::from_fn(|a| {
            nodes[a]
                .iter()
                .map(|n| self.interpolation.along(component, a, lines[a][*n]))
                .collect()
        });
        let read = std::array::from_fn(|a| {
            let used = || weights[a].iter().flatten().map(|(n, _)| *n);
            used().min().unwrap_or(0)..used().max().unwrap_or(0) + 1
        });
        let coordinates = ["x", "y", "z"]
            .iter()
            .enumerate()
            .map(|(a, name)| Coordinate {
                name,
                values: nodes[a].iter().map(|n| lines[a][*n]).collect(),
            });
        let stream = Stream {
            name: format!("snapshot/{}/{}", monitor.name, component.name()),
            unit: component.unit(),
            description: format!("{} on the nodes of the grid", component.name()),
            coordinates: coordinates.collect(),
        };
        self.wiring.captures.push(Capture {
            stream: self.wiring.streams.len(),
            component,
            nodes: read,
            every,
            weights,
        });
        self.wiring.streams.push(stream);
    }
}
