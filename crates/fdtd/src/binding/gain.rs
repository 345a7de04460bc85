//! Port data for far-field gains.

use crate::binding::Binder;
use crate::binding::spectral::Plan;
use crate::error::FdtdError;
use crate::port::PortOnGrid;
use poynting_fdtd_post::postprocess::PortPower;
use poynting_grid::Spot;
use poynting_scene::{Component, Port, Symmetry};

impl Binder<'_> {
    /// The ports of a scene that nothing else drives; none where a gain has no meaning, or where there are lines, whose power follows from their
    /// waves (`crates/poynting/src/network/gains.rs`).
    pub(super) fn port_powers(&mut self, plan: &Plan<'_>) -> Result<Vec<PortPower>, FdtdError> {
        let ports = &plan.scene.ports;
        let is_driven = ports.iter().any(|port| port.excitation.is_some());
        if !plan.scene.sources.is_empty() || !plan.scene.line_ports.is_empty() || !is_driven {
            return Ok(Vec::new());
        }
        let power = |port| self.port_power(plan, port, plan.scene.symmetry);
        ports.iter().map(power).collect()
    }

    fn port_power(
        &mut self,
        plan: &Plan<'_>,
        port: &Port,
        symmetry: [Option<Symmetry>; 3],
    ) -> Result<PortPower, FdtdError> {
        let (grid, layout) = (self.context.grid, self.context.layout);
        let on_grid = PortOnGrid::new(&self.mirrors.folded_port(port), grid, layout, symmetry)?;
        let edges: Vec<(Spot, f64)> = on_grid.volumes(grid).collect();
        let nodes = std::array::from_fn(|a| {
            let used = || edges.iter().map(|(spot, _)| spot.node[a]);
            used().min().unwrap_or(0)..used().max().unwrap_or(0) + 1
        });
        let transform = self.transform(plan, Component::ALL[on_grid.axis], nodes);
        let of = &self.binding.spectra.transforms()[transform].of;
        let edges = edges.iter().map(|(spot, v)| (of.place(spot.node), *v));
        Ok(PortPower {
            transform,
            edges: edges.collect(),
            conductivity: on_grid.conductivity(),
            density: on_grid.density(),
            resistance: port.resistance,
            source: port.excitation.clone(),
        })
    }
}
