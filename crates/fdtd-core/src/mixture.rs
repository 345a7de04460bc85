//! The medium of a node between several cells.
//!
//! E on an edge is continuous across the faces that meet there, so eps(s) is the mean over the cells, weighted with their
//! areas: terms keep their poles and their residues are scaled. B on a face is continuous, so 1/mu(s) is the mean, weighted
//! with the lengths. Without magnetic terms the mean is that of the constants, and `sigma_m` follows from the same continuity;
//! with them mu(s) is a rational function whose poles differ from those of its parts and must be found (`series.rs`).

use crate::recipe::Recipe;
use poynting_physics::constants::{EPS0, MU0};
use poynting_physics::media::series;
use poynting_scene::{Medium, Term};

/// eps or mu of a node along one axis: a constant, a conductivity and terms.
#[derive(Debug, Clone, PartialEq)]
pub struct Mixture {
    /// Relative permittivity or permeability at infinite frequency.
    pub constant: f64,
    /// sigma or `sigma_m`.
    pub conductivity: f64,
    /// The frequency-dependent part.
    pub terms: Vec<Term>,
    /// eps0 or mu0.
    vacuum: f64,
}

impl Mixture {
    /// eps along `axis` on an edge between media with these weights; `None` if there are no media.
    pub fn electric(cells: &[(f64, &Medium)], axis: usize) -> Option<Self> {
        Self::side_by_side(&shares(cells, axis))
    }

    /// mu along `axis` on a face between media with these weights.
    pub fn magnetic(cells: &[(f64, &Medium)], axis: usize) -> Option<Self> {
        Self::in_series(&shares(cells, 3 + axis))
    }

    /// A single medium, as seen by a component.
    pub fn alone(medium: &Medium, component: usize) -> Self {
        let axis = component % 3;
        if component < 3 {
            Self {
                constant: medium.eps_r[axis],
                conductivity: medium.sigma[axis],
                terms: medium.electric.clone(),
                vacuum: EPS0,
            }
        } else {
            Self {
                constant: medium.mu_r[axis],
                conductivity: medium.sigma_m[axis],
                terms: medium.magnetic.clone(),
                vacuum: MU0,
            }
        }
    }

    /// Media in parallel, sharing one field, with these weights.
    pub fn side_by_side(parts: &[(f64, Self)]) -> Option<Self> {
        let (_, first) = parts.first()?;
        Some(Self {
            constant: mean(parts.iter().map(|(w, m)| (*w, m.constant)))?,
            conductivity: mean(parts.iter().map(|(w, m)| (*w, m.conductivity)))?,
            terms: weighted(parts.iter().map(|(w, m)| (*w, m.terms.as_slice()))),
            vacuum: first.vacuum,
        })
    }

    /// Media in series, sharing one flux, with these weights.
    pub fn in_series(parts: &[(f64, Self)]) -> Option<Self> {
        let (_, first) = parts.first()?;
        let vacuum = first.vacuum;
        let over = mean(parts.iter().map(|(w, m)| (*w, 1.0 / m.constant)))?;
        let shares = parts.iter().map(|(w, m)| (w / m.constant, m));
        let constants = |terms: Vec<Term>| {
            Some(Self {
                constant: 1.0 / over,
                conductivity: mean(shares.clone().map(|(w, m)| (w, m.conductivity)))?,
                terms,
                vacuum,
            })
        };
        if parts.iter().all(|(_, m)| m.terms.is_empty()) {
            return constants(Vec::new());
        }
        if parts.iter().all(|(_, m)| m == first) {
            return constants(first.terms.clone());
        }
        let series = parts.iter().map(|(weight, m)| series::Part {
            weight: *weight,
            constant: m.constant,
            conduction: m.conductivity / vacuum,
            terms: &m.terms,
        });
        match series::mean(&series.collect::<Vec<_>>()) {
            Some(sum) => Some(Self {
                constant: sum.constant,
                conductivity: sum.conduction * vacuum,
                terms: sum.terms,
                vacuum,
            }),
            // Coinciding poles: the terms are distributed like the conductivity, which is correct to first order.
            None => constants(weighted(
                shares.clone().map(|(w, m)| (w, m.terms.as_slice())),
            )),
        }
    }

    /// Its relative magnitude at an angular frequency.
    pub fn size(&self, omega: f64) -> f64 {
        let loss = self.conductivity / (omega * self.vacuum);
        let chi = self.terms.iter().map(|term| term.susceptibility(omega));
        let [re, im] = chi.fold([self.constant, -loss], |sum, chi| {
            [sum[0] + chi[0], sum[1] + chi[1]]
        });
        re.hypot(im)
    }

    /// eps or mu and sigma or `sigma_m` of the update, and its state.
    pub fn recipe(&self, dt: f64) -> Recipe {
        let mut recipe = Recipe::new(&self.terms, self.vacuum, dt);
        recipe.storage += self.vacuum * self.constant;
        recipe.loss += self.conductivity;
        recipe
    }
}

fn shares(cells: &[(f64, &Medium)], component: usize) -> Vec<(f64, Mixture)> {
    let of = |(weight, medium): &(f64, &Medium)| (*weight, Mixture::alone(medium, component));
    cells.iter().map(of).collect()
}

/// The weighted mean; equal values give exactly that value, not one rounded by the weights, so that there are few
/// tuples.
fn mean(parts: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let (_, first) = parts.clone().next()?;
    if parts.clone().all(|(_, value)| value == first) {
        return Some(first);
    }
    let weight: f64 = parts.clone().map(|(weight, _)| weight).sum();
    Some(parts.map(|(weight, value)| weight * value).sum::<f64>() / weight)
}

/// The weighted sum of terms divided by the total weight; terms with the same pole are merged.
fn weighted<'a>(parts: impl Iterator<Item = (f64, &'a [Term])> + Clone) -> Vec<Term> {
    let first = parts.clone().next().map_or(&[][..], |(_, terms)| terms);
    if parts.clone().all(|(_, terms)| terms == first) {
        return first.to_vec();
    }
    let weight: f64 = parts.clone().map(|(weight, _)| weight).sum();
    let mut sum: Vec<Term> = Vec::new();
    for (part, terms) in parts {
        for term in terms.iter().map(|t| scaled(t, part / weight)) {
            let joined = sum.iter_mut().any(|have| match joined(have, &term) {
                Some(both) => {
                    *have = both;
                    true
                }
                None => false,
            });
            if !joined {
                sum.push(term);
            }
        }
    }
    sum
}

fn scaled(term: &Term, weight: f64) -> Term {
    match *term {
        Term::Pair { pole, residue } => Term::Pair {
            pole,
            residue: residue.map(|r| weight * r),
        },
        Term::Real { pole, residue } => Term::Real {
            pole,
            residue: weight * residue,
        },
        Term::Drude { plasma, collision } => Term::Drude {
            plasma: weight.sqrt() * plasma,
            collision,
        },
    }
}

/// The sum of two terms with the same pole.
fn joined(a: &Term, b: &Term) -> Option<Term> {
    match (*a, *b) {
        (
            Term::Pair { pole, residue: r },
            Term::Pair {
                pole: other,
                residue: q,
            },
        ) if pole == other => Some(Term::Pair {
            pole,
            residue: [r[0] + q[0], r[1] + q[1]],
        }),
        (
            Term::Real { pole, residue: r },
            Term::Real {
                pole: other,
                residue: q,
            },
        ) if pole == other => Some(Term::Real {
            pole,
            residue: r + q,
        }),
        (
            Term::Drude { plasma, collision },
            Term::Drude {
                plasma: second,
                collision: other,
            },
        ) if collision == other => Some(Term::Drude {
            plasma: plasma.hypot(second),
            collision,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_physics::Complex;

    fn debye(eps_inf: f64, delta: f64) -> Medium {
        Medium {
            eps_r: [eps_inf; 3],
            sigma: [0.3; 3],
            electric: vec![Term::debye(delta, 8e-12)],
            ..Medium::VACUUM
        }
    }

    fn permittivity(mixture: &Mixture, omega: f64) -> Complex {
        let chi = mixture.terms.iter().map(|t| t.susceptibility(omega));
        let loss = mixture.conductivity / (omega * mixture.vacuum);
        chi.fold(Complex::new(mixture.constant, -loss), |sum, [re, im]| {
            sum + Complex::new(re, im)
        })
    }

    #[test]
    fn the_permittivity_of_an_edge_is_the_mean_over_its_cells() {
        let (a, b, glass) = (debye(3.0, 70.0), debye(2.0, 10.0), debye(4.0, 0.0));
        let gold = Medium {
            electric: vec![Term::Drude {
                plasma: 1e12,
                collision: 1e10,
            }],
            ..glass.clone()
        };
        let cells = [(1.0, &a), (2.0, &b), (0.5, &glass), (1.5, &gold)];
        let mixture = Mixture::electric(&cells, 1).unwrap();
        assert_eq!(mixture.terms.len(), 2);
        for omega in [1e9, 1e11, 3e12] {
            let frequency = omega / std::f64::consts::TAU;
            let mean = cells.iter().fold(Complex::new(0.0, 0.0), |sum, (w, m)| {
                let [re, im] = m.permittivity(frequency)[1];
                sum + Complex::new(re, im) * (w / 5.0)
            });
            let error = (permittivity(&mixture, omega) - mean).norm();
            assert!(error < 1e-12 * mean.norm(), "{omega}: {error}");
        }
    }

    #[test]
    fn one_over_the_permeability_of_a_face_is_the_mean_over_its_cells() {
        let lorentz = Medium {
            mu_r: [1.5; 3],
            magnetic: Term::lorentz(2.0, 2e11, 1e10).unwrap(),
            ..Medium::VACUUM
        };
        let mut several = Medium {
            mu_r: [2.0; 3],
            sigma_m: [4e4; 3],
            magnetic: vec![Term::debye(4.0, 5e-12)],
            ..Medium::VACUUM
        };
        several
            .magnetic
            .extend(Term::lorentz(1.0, 5e11, 0.0).unwrap());
        several.magnetic.push(Term::Drude {
            plasma: 3e11,
            collision: 2e10,
        });
        let garnet = Medium {
            mu_r: [3.0; 3],
            ..Medium::VACUUM
        };
        let stronger = Medium {
            magnetic: Term::lorentz(3.0, 2e11, 1e10).unwrap(),
            ..Medium::VACUUM
        };
        for pair in [
            [&lorentz, &garnet],
            [&several, &garnet],
            [&lorentz, &several],
            [&lorentz, &stronger],
        ] {
            let cells = [(1.0, pair[0]), (3.0, pair[1])];
            let mixture = Mixture::magnetic(&cells, 2).unwrap();
            for omega in [1e9, 1e11, 1.9e11, 5e11, 3e12] {
                let frequency = omega / std::f64::consts::TAU;
                let over = cells.iter().fold(Complex::new(0.0, 0.0), |sum, (w, m)| {
                    let [re, im] = m.permeability(frequency)[2];
                    sum + Complex::new(re, im).inv() * (w / 4.0)
                });
                let found = permittivity(&mixture, omega);
                let error = (found * over - Complex::new(1.0, 0.0)).norm();
                assert!(error < 1e-8, "{omega:e}: {error:e} {mixture:?}");
            }
        }
    }
}
