//! Lumped elements on the grid.

use crate::binding::{Binder, Demand};
use crate::error::FdtdError;
use crate::lumped::Lumped;
use poynting_grid::EdgeBox;
use poynting_scene::{Element, Symmetry};

impl Binder<'_> {
    pub(super) fn add_element(
        &mut self,
        element: &Element,
        symmetry: [Option<Symmetry>; 3],
    ) -> Result<(), FdtdError> {
        // The image of an element in the modelled half already exists.
        if self.mirrors.is_image(element.to) {
            return Ok(());
        }
        let (grid, layout) = (self.context.grid, self.context.layout);
        let ends = (element.axis, [element.from, element.to]);
        let on = EdgeBox::new(ends, grid, layout, symmetry).ok_or_else(|| FdtdError::Element {
            element: element.name.clone(),
            problem: EdgeBox::TOO_SHORT.to_owned(),
        })?;
        self.binding.demands.push(Demand::Element {
            name: element.name.clone(),
            spots: on.spots().collect(),
        });
        self.binding.elements.push(Lumped {
            element: element.clone(),
            on,
        });
        Ok(())
    }
}
