//! Planning steps that need the coefficients of single nodes: these are looked up, not built.

use crate::binding::connection;
use crate::binding::connection::GridCoefficients;
use crate::coefficients::Lookup;
use crate::error::FdtdError;
use crate::media::{find_dispersive, refuse_backward_waves};
use crate::plan::Plan;
use poynting_fdtd_core::tuple::Tuple;
use poynting_grid::Layout;
use poynting_scene::Scene;

impl Plan {
    /// Launches the ports of lines, places lumped elements, finds dispersive media, and rejects what is blocked or shorted.
    pub(super) fn settle(&mut self, scene: &Scene, layout: &Layout) -> Result<(), FdtdError> {
        let overrides = self.overrides(layout);
        let inputs = self.coefficient_inputs(scene, layout, &overrides);
        let lookup = Lookup::new(&inputs);
        let grid = &self.meshed.grid;
        // Media that decay within a step are metal to a static field.
        let gains = |node| {
            let Tuple { keep, gain } = lookup.tuple_at(node);
            std::array::from_fn(|c| if keep[c] < 0.0 { 0.0 } else { gain[c] })
        };
        let launched = self.binding.launched(grid, gains)?;
        let coupled = match scene.network {
            Some(_) => self.binding.coupled(grid, &gains)?,
            None => Vec::new(),
        };
        self.binding
            .check(|spot| lookup.tuple_at(spot.node).gain[spot.component as usize])?;
        self.wires.check(scene, &lookup)?;
        let model = GridCoefficients {
            grid: &self.meshed.grid,
            layout,
            tuple: &|node| lookup.tuple_at(node),
        };
        let unconnected = connection::warnings(&self.binding, model);
        refuse_backward_waves(&inputs)?;
        let (elements, remarks) = self.place_elements(&lookup, scene.max_frequency())?;
        self.loads.extend(elements);
        self.warnings.extend(remarks);
        let overrides = self.overrides(layout);
        let dispersive = find_dispersive(&Lookup::new(
            &self.coefficient_inputs(scene, layout, &overrides),
        ));
        self.dispersive = dispersive;
        self.coupled = coupled;
        for (waveform, spots) in launched {
            self.binding.drive(&waveform, spots);
        }
        self.warnings.extend(unconnected);
        Ok(())
    }
}
