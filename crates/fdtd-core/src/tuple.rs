//! `keep` and `gain` of the six components of a node.
//!
//! With s = sigma dt/(2 eps) a step multiplies E by (1 - s)/(1 + s) and adds (dt/eps)/(1 + s) times the curl of H; mu and sigma_m do the
//! same for H (`yee.rs`).

use crate::recipe::Recipe;
use poynting_exec::Real;
use poynting_grid::Turn;

/// Coefficients of Ex, Ey, Ez, Hx, Hy, Hz at one node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuple<T> {
    /// Factor on the field in a step.
    pub keep: [T; 6],
    /// Factor on the curl.
    pub gain: [T; 6],
}

impl Tuple<f64> {
    /// All zero: components that do not exist or are fixed.
    pub const FIXED: Self = Self {
        keep: [0.0; 6],
        gain: [0.0; 6],
    };

    /// The same with permuted axes.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        Self {
            keep: turn.components(self.keep),
            gain: turn.components(self.gain),
        }
    }

    /// Rounds to the precision of the fields.
    pub fn cast<T: Real>(&self) -> Tuple<T> {
        Tuple {
            keep: self.keep.map(T::of),
            gain: self.gain.map(T::of),
        }
    }

    /// Coefficients of these recipes; `None` marks a fixed component.
    pub fn of(recipes: &[Option<Recipe>; 6], dt: f64) -> Self {
        let mut tuple = Self::FIXED;
        for (component, recipe) in recipes.iter().enumerate() {
            let constitution = match recipe {
                None => ConstitutiveParameters::Fixed,
                Some(Recipe { storage, loss, .. }) => ConstitutiveParameters::Medium {
                    storage: *storage,
                    loss: *loss,
                },
            };
            tuple.set(component, constitution, dt);
        }
        tuple
    }

    /// Sets one component.
    pub fn set(&mut self, component: usize, constitution: ConstitutiveParameters, dt: f64) {
        (self.keep[component], self.gain[component]) = constitution.coefficients(dt);
    }
}

/// The constitutive data of one component: (eps, sigma) for E, (mu, sigma_m) for H.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ConstitutiveParameters {
    /// The component is always zero.
    Fixed,
    /// Storage (F/m or H/m) and loss (S/m or ohm/m).
    Medium {
        /// eps or mu.
        storage: f64,
        /// sigma or sigma_m.
        loss: f64,
    },
}

impl ConstitutiveParameters {
    /// `keep` and `gain` of a step.
    pub fn coefficients(self, dt: f64) -> (f64, f64) {
        match self {
            Self::Fixed => (0.0, 0.0),
            Self::Medium { storage, loss } => {
                let s = loss * dt / (2.0 * storage);
                ((1.0 - s) / (1.0 + s), dt / storage / (1.0 + s))
            }
        }
    }

    /// Recovers the medium from its coefficients.
    pub fn from_coefficients(keep: f64, gain: f64, dt: f64) -> Self {
        if gain == 0.0 {
            return Self::Fixed;
        }
        let storage = crate::formula::storage(keep, gain, dt);
        let s = (1.0 - keep) / (1.0 + keep);
        Self::Medium {
            storage,
            loss: 2.0 * s * storage / dt,
        }
    }
}
