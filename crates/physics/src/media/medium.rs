//! Media whose permittivity and permeability may depend on frequency.
//!
//! With e^{+jwt} and s = jw
//!
//!   eps(w) = `eps_r` + sum chi(s) + sigma/(s eps0),   mu(w) = `mu_r` + sum chi(s) + `sigma_m`/(s mu0),
//!
//! where each chi is a [`Term`].
//!
//! Tested: a laminate (`laminate.rs`), the published materials of the library of `poynting-scene`.

use super::term::Term;
use crate::constants::{EPS0_AS_PRINTED, MU0};

/// A linear, passive medium; one value per axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Medium {
    /// Relative permittivity, at infinite frequency if there are electric terms.
    pub eps_r: [f64; 3],
    /// Relative permeability, at infinite frequency if there are magnetic terms.
    pub mu_r: [f64; 3],
    /// Electric conductivity in S/m.
    pub sigma: [f64; 3],
    /// Magnetic conductivity in ohm/m.
    pub sigma_m: [f64; 3],
    /// What depends on frequency in the permittivity, the same along every axis.
    pub electric: Vec<Term>,
    /// What depends on frequency in the permeability, the same along every axis.
    pub magnetic: Vec<Term>,
}

impl Medium {
    /// Empty space.
    pub const VACUUM: Self = Self {
        eps_r: [1.0; 3],
        mu_r: [1.0; 3],
        sigma: [0.0; 3],
        sigma_m: [0.0; 3],
        electric: Vec::new(),
        magnetic: Vec::new(),
    };

    /// Relative permittivity along x, y, z at a frequency in Hz, conductivity included, each as `[re, im]`; loss is a
    /// negative imaginary part.
    pub fn permittivity(&self, frequency: f64) -> [[f64; 2]; 3] {
        let omega = std::f64::consts::TAU * frequency;
        let losses = self.sigma.map(|sigma| sigma / (omega * EPS0_AS_PRINTED));
        total(self.eps_r, losses, &self.electric, omega)
    }

    /// Relative permeability along x, y, z at a frequency in Hz, magnetic conductivity included; see
    /// [`Medium::permittivity`].
    pub fn permeability(&self, frequency: f64) -> [[f64; 2]; 3] {
        let omega = std::f64::consts::TAU * frequency;
        let losses = self.sigma_m.map(|sigma| sigma / (omega * MU0));
        total(self.mu_r, losses, &self.magnetic, omega)
    }

    /// Whether permittivity or permeability have terms beyond a constant and a conductivity.
    pub fn is_dispersive(&self) -> bool {
        !(self.electric.is_empty() && self.magnetic.is_empty())
    }

    /// Whether its charges may hold more energy than the field does, so that the energy of the field alone falls and comes back: free
    /// charges, and poles whose susceptibilities at their peaks add up to the permittivity at infinite frequency. In other media the energy
    /// of the field is never less than half of all.
    pub fn may_hide_energy(&self) -> bool {
        let hides = |constant: [f64; 3], terms: &[Term]| {
            let least = constant.into_iter().fold(f64::INFINITY, f64::min);
            terms.iter().map(Term::peak).sum::<f64>() >= least
        };
        hides(self.eps_r, &self.electric) || hides(self.mu_r, &self.magnetic)
    }

    /// Whether the real part of its permittivity is negative at some frequency, along some axis: free charges below their plasma frequency, and
    /// strong poles just above theirs. It is looked for where each term by itself is most negative, about.
    pub fn may_be_negative(&self) -> bool {
        let least = self.eps_r.into_iter().fold(f64::INFINITY, f64::min);
        let real = |omega: f64| {
            let chi = self.electric.iter().map(|t| t.susceptibility(omega)[0]);
            least + chi.sum::<f64>()
        };
        let mut places = self.electric.iter().flat_map(Term::where_negative);
        places.any(|omega| real(omega) < 0.0)
    }

    /// Whether it takes up no energy at any frequency.
    pub fn is_lossless(&self) -> bool {
        let mut terms = self.electric.iter().chain(&self.magnetic);
        let mut conductivities = self.sigma.iter().chain(&self.sigma_m);
        conductivities.all(|s| *s == 0.0) && terms.all(Term::is_lossless)
    }
}

fn total(constant: [f64; 3], losses: [f64; 3], terms: &[Term], omega: f64) -> [[f64; 2]; 3] {
    let chi = terms.iter().fold([0.0; 2], |sum, term| {
        let [re, im] = term.susceptibility(omega);
        [sum[0] + re, sum[1] + im]
    });
    [0, 1, 2].map(|axis| [constant[axis] + chi[0], chi[1] - losses[axis]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plasma, a phonon resonance (silicon carbide: W. G. Spitzer et al., Phys. Rev. 113, 127 (1959)) and a resonance without loss have
    /// negative permittivity somewhere; water, a weak resonance and charges that collide more often than they swing do not.
    #[test]
    fn the_permittivity_of_plasmas_and_strong_resonances_is_negative_somewhere() {
        let medium = |eps: f64, electric: Vec<Term>| Medium {
            eps_r: [eps; 3],
            electric,
            ..Medium::VACUUM
        };
        let drude = |plasma, collision| vec![Term::Drude { plasma, collision }];
        let lorentz = |delta, damping| Term::lorentz(delta, 1.494e14, damping).unwrap_or_default();
        assert!(medium(1.0, drude(1e12, 1e10)).may_be_negative());
        assert!(medium(9.5, drude(1.36e16, 0.0)).may_be_negative());
        assert!(medium(6.7, lorentz(3.3, 4.5e11)).may_be_negative());
        assert!(medium(6.7, lorentz(0.1, 0.0)).may_be_negative());
        assert!(!medium(1.0, drude(1e12, 2e12)).may_be_negative());
        assert!(!medium(6.7, lorentz(3.3, 1e14)).may_be_negative());
        assert!(!medium(5.2, vec![Term::debye(73.2, 8.3e-12)]).may_be_negative());
        assert!(!Medium::VACUUM.may_be_negative());
    }

    /// Water (Debye, 78.4 - 5.2 at 1 kHz to 1 THz) and a plasma hide energy, a laminate and a weak, broad resonance do not; a weak
    /// resonance without loss does.
    #[test]
    fn strong_poles_and_free_charges_hide_energy() {
        let medium = |eps: f64, electric: Vec<Term>| Medium {
            eps_r: [eps; 3],
            electric,
            ..Medium::VACUUM
        };
        let water = vec![Term::debye(73.2, 8.3e-12)];
        let plasma = vec![Term::Drude {
            plasma: 1e12,
            collision: 1e10,
        }];
        let laminate = vec![Term::debye(0.02, 1e-9), Term::debye(0.02, 1e-10)];
        let lorentz = |damping| Term::lorentz(0.1, 1e12, damping).unwrap_or_default();
        assert!(medium(5.2, water).may_hide_energy());
        assert!(medium(1.0, plasma).may_hide_energy());
        assert!(!medium(3.5, laminate).may_hide_energy());
        assert!(!medium(2.0, lorentz(3e11)).may_hide_energy());
        assert!(medium(2.0, lorentz(1e10)).may_hide_energy());
        assert!(!Medium::VACUUM.may_hide_energy());
    }
}
