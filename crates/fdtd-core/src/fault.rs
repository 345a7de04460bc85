//! A run that went wrong: where, in what material, and the most likely cause.

use crate::fields::Fields;
use poynting_exec::Real;
use poynting_grid::text::millimetres;
use poynting_grid::{Arrangement, Grid, stencil};
use poynting_scene::{Component, Point};

/// The symptom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Symptom {
    /// A value is NaN or infinite.
    NotFinite,
    /// The energy grows although every source has ended.
    Growth {
        /// By this factor over the largest energy while sources acted.
        factor: f64,
    },
}

/// A diagnosis.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The symptom.
    pub symptom: Symptom,
    /// At this step (checks fall on multiples of the block, so it began at most one check earlier).
    pub step: u64,
    /// Time of that step.
    pub time: f64,
    /// The cell: the first bad value, or the largest.
    pub cell: [usize; 3],
    /// Its position.
    pub at: Point,
    /// Its component.
    pub component: Component,
    /// Its value.
    pub value: f64,
    /// The material there.
    pub material: String,
    /// Time step relative to the stability limit.
    pub courant: f64,
    /// Below this frequency waves are bound to structures between Bloch boundaries, in a model with a PML.
    pub light_line: Option<f64>,
}

impl std::error::Error for Fault {}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.symptom {
            Symptom::NotFinite => write!(f, "the fields are no longer finite")?,
            Symptom::Growth { factor } => {
                write!(
                    f,
                    "the energy grew by a factor of {factor:.3e} after all sources had ended"
                )?;
            }
        }
        let [i, j, k] = self.cell;
        write!(
            f,
            " at step {} ({:.6e} s): {} = {:e} in cell ({i}, {j}, {k}) at ({}), material `{}`. Likely cause: {}",
            self.step,
            self.time,
            self.component.name(),
            self.value,
            millimetres(self.at),
            self.material,
            self.cause()
        )
    }
}

impl Fault {
    fn cause(&self) -> String {
        if self.courant > 1.0 {
            return format!(
                "the time step is {:.3} times the stability limit; set fdtd.courant to 1 or less",
                self.courant
            );
        }
        match self.symptom {
            Symptom::NotFinite => {
                "a source or user sample that is not finite or exceeds the range of the precision; \
                 check the amplitudes, or set fdtd.precision = \"f64\""
                    .to_owned()
            }
            Symptom::Growth { .. } if self.light_line.is_some() => format!(
                "a wave guided by a structure along the Bloch boundaries, below {:.4} GHz. It decays away from the structure without \
                 propagating, so an absorbing layer shifts its phase instead of absorbing it, and the field that returns from the back \
                 of the layer can amplify it. Use a source without spectrum at and below that frequency, move the absorbing faces \
                 away, or set more layers under [boundary.pml]",
                1e-9 * self.light_line.unwrap_or_default()
            ),
            Symptom::Growth { .. } => {
                "single-precision rounding over a very long run, or a bug in the solver; set \
                 fdtd.precision = \"f64\", and report the scene if the energy still grows"
                    .to_owned()
            }
        }
    }
}

/// Model data needed for a diagnosis.
#[derive(Clone, Copy)]
pub struct FaultContext<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// The name of the material at a point.
    pub material_at: &'a dyn Fn(Point) -> String,
    /// Time step relative to the stability limit.
    pub courant: f64,
    /// The arrangement of the scene's nodes in memory.
    pub arrangement: &'a Arrangement,
    /// Below this frequency waves are bound to structures between Bloch boundaries, in a model with a PML.
    pub light_line: Option<f64>,
}

impl FaultContext<'_> {
    /// Finds the first value that is not finite, or else the largest.
    pub fn diagnose<T: Real>(
        &self,
        fields: Fields<'_, T>,
        symptom: Symptom,
        step: u64,
        dt: f64,
    ) -> Fault {
        let mut worst = (Component::Ex, [0; 3], 0.0_f64);
        'search: for component in Component::ALL {
            let active = fields.layout.active();
            for i in active.x.clone() {
                for j in active.y.clone() {
                    // SAFETY: the run has stopped; nothing writes.
                    let row = unsafe {
                        fields.components[component as usize]
                            .get(fields.layout.row(i, j), active.z.len())
                    };
                    for (k, v) in row.iter().enumerate() {
                        let v = v.f64();
                        if !v.is_finite() {
                            worst = (component, [i, j, k], v);
                            break 'search;
                        }
                        if v.abs() > worst.2.abs() {
                            worst = (component, [i, j, k], v);
                        }
                    }
                }
            }
        }
        let (component, cell, value) = worst;
        let component = self.arrangement.turn.back().component(component);
        let cell = self.arrangement.scene_node(cell);
        let at = stencil::position(self.grid, component, cell);
        Fault {
            symptom,
            step,
            time: step as f64 * dt,
            cell,
            at,
            component,
            value,
            material: (self.material_at)(at),
            courant: self.courant,
            light_line: self.light_line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_between_bloch_walls_is_explained() {
        let fault = Fault {
            symptom: Symptom::Growth { factor: 4.0 },
            step: 31_104,
            time: 5.9e-8,
            cell: [0, 0, 65],
            at: [0.0, 0.0, 0.0555],
            component: Component::Ez,
            value: -0.73,
            material: "vacuum".to_owned(),
            courant: 1.0,
            light_line: Some(9.397e9),
        };
        let text = fault.to_string();
        assert!(
            text.contains("below 9.3970 GHz") && !text.contains("rounding"),
            "{text}"
        );
        let open = Fault {
            light_line: None,
            ..fault
        };
        assert!(open.to_string().contains("rounding"));
    }
}
