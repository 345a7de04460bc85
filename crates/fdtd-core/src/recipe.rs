//! A susceptibility in steps: what it adds to a node's update and what the node remembers.
//!
//! A current that follows the field as Y(s) = eps0 s chi(s) is taken by the trapezoidal rule, s -> (2/dt)(z - 1)/(z + 1),
//! between the two times that the update has: J^{n+1/2} = Y (E^{n+1} + E^n)/2. With h = dt/2:
//!
//! ```text
//! r/(s - a)       u = 1/(1 - a h)   k = (1 + a h) u   storage = eps0 r h u     rest = eps0 r u^2        p = rest a dt u
//! wp^2/(s(s + g)) u = 1/(1 + g h)   k = (1 - g h) u   loss = eps0 wp^2 h u     rest = loss u            p = rest 2 u
//!
//! J^{n+1/2} = storage (E^{n+1} - E^n)/dt + loss (E^{n+1} + E^n)/2 + rest E^n + S^n,     S^{n+1} = k S^n + p E^n
//! ```
//!
//! A pair of poles has a complex S and counts with twice the real parts. Storage and loss join eps and sigma in the
//! coefficients of the update; the rest follows from what is known before the step.
//!
//! Tested: the recipe's response is chi at the frequency (2/dt) tan(w dt/2), to rounding.

use poynting_physics::Complex;
use poynting_scene::Term;

/// What terms of a susceptibility add to the update of a node, per unit of E or H.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recipe {
    /// Added to eps or mu, in F/m or H/m.
    pub storage: f64,
    /// Added to sigma or `sigma_m`, in S/m or ohm/m.
    pub loss: f64,
    /// The part of the current that goes with the field before the step, in S/m or ohm/m.
    pub rest: f64,
    /// Memories of two numbers.
    pub pairs: Vec<Pair>,
    /// Memories of one number.
    pub reals: Vec<Single>,
}

/// The complex memory of a pair of poles; `[re, im]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// k.
    pub decay: [f64; 2],
    /// p.
    pub feed: [f64; 2],
}

/// The memory of a real pole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Single {
    /// k.
    pub decay: f64,
    /// p.
    pub feed: f64,
}

impl Recipe {
    /// The recipe of some terms, with eps0 or mu0.
    pub fn new(terms: &[Term], vacuum: f64, dt: f64) -> Self {
        let mut recipe = Self::default();
        for term in terms {
            recipe.add(term, vacuum, dt);
        }
        if recipe.storage < 0.0 {
            // Terms that are passive only together with a conductivity: the same current, written as a loss.
            let loss = 2.0 * recipe.storage / dt;
            recipe.loss += loss;
            recipe.rest -= loss;
            recipe.storage = 0.0;
        }
        recipe
    }

    /// What does not depend on frequency.
    pub fn constant(storage: f64, loss: f64) -> Self {
        Self {
            storage,
            loss,
            ..Self::default()
        }
    }

    /// With every current multiplied.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        for number in [&mut self.storage, &mut self.loss, &mut self.rest] {
            *number *= factor;
        }
        let pairs = self.pairs.iter_mut().flat_map(|m| &mut m.feed);
        let feeds = pairs.chain(self.reals.iter_mut().map(|m| &mut m.feed));
        feeds.for_each(|feed| *feed *= factor);
        self
    }

    /// With the currents of another beside it.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        self.storage += other.storage;
        self.loss += other.loss;
        self.rest += other.rest;
        self.pairs.extend(&other.pairs);
        self.reals.extend(&other.reals);
        self
    }

    /// With the currents of another that decays as this does, in the same memories; else as [`Recipe::plus`].
    #[must_use]
    pub fn beside(mut self, other: &Self) -> Self {
        let decays = |r: &Self| -> Vec<f64> { r.reals.iter().map(|m| m.decay).collect() };
        if !self.pairs.is_empty() || !other.pairs.is_empty() || decays(&self) != decays(other) {
            return self.plus(other);
        }
        self.storage += other.storage;
        self.loss += other.loss;
        self.rest += other.rest;
        let memories = self.reals.iter_mut().zip(&other.reals);
        memories.for_each(|(m, other)| m.feed += other.feed);
        self
    }

    fn add(&mut self, term: &Term, vacuum: f64, dt: f64) {
        let half = dt / 2.0;
        match *term {
            Term::Pair { pole, residue } => {
                let a = Complex::new(pole[0], pole[1]);
                let r = Complex::new(residue[0], residue[1]) * (2.0 * vacuum);
                let one = Complex::new(1.0, 0.0);
                let u = (one - a * half).inv();
                let k = (one + a * half) * u;
                let rest = r * u * u;
                let feed = rest * a * u * dt;
                self.storage += (r * u).re * half;
                self.rest += rest.re;
                self.pairs.push(Pair {
                    decay: [k.re, k.im],
                    feed: [feed.re, feed.im],
                });
            }
            Term::Real { pole, residue } => {
                let u = 1.0 / (1.0 - pole * half);
                let rest = vacuum * residue * u * u;
                self.storage += vacuum * residue * half * u;
                self.rest += rest;
                self.reals.push(Single {
                    decay: (1.0 + pole * half) * u,
                    feed: rest * pole * dt * u,
                });
            }
            Term::Drude { plasma, collision } => {
                let u = 1.0 / (1.0 + collision * half);
                let loss = vacuum * plasma * plasma * half * u;
                let rest = loss * u;
                self.loss += loss;
                self.rest += rest;
                self.reals.push(Single {
                    decay: (1.0 - collision * half) * u,
                    feed: rest * 2.0 * u,
                });
            }
        }
    }

    /// Whether there is nothing to remember.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.reals.is_empty()
    }

    /// Numbers that a node keeps: its current, then its memories.
    pub fn values(&self) -> usize {
        1 + 2 * self.pairs.len() + self.reals.len()
    }

    /// Its numbers, as a key.
    pub fn bits(&self) -> Vec<u64> {
        let numbers = [
            self.storage,
            self.loss,
            self.rest,
            // Tells a pair from two real poles.
            self.pairs.len() as f64,
        ];
        let pairs = self.pairs.iter();
        let pairs = pairs.flat_map(|m| [m.decay[0], m.decay[1], m.feed[0], m.feed[1]]);
        let reals = self.reals.iter().flat_map(|m| [m.decay, m.feed]);
        let all = numbers.into_iter().chain(pairs).chain(reals);
        all.map(f64::to_bits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_physics::PhasorArithmetic;
    use poynting_physics::constants::EPS0;

    const DT: f64 = 2e-12;

    /// J^{n+1/2} for E^n = z^n, over z^n.
    fn current(recipe: &Recipe, z: Complex) -> Complex {
        let one = Complex::new(1.0, 0.0);
        let of = |k: Complex, p: Complex| p.over(z - k);
        let pairs = recipe.pairs.iter().map(|m| {
            let (k, p) = (
                Complex::new(m.decay[0], m.decay[1]),
                Complex::new(m.feed[0], m.feed[1]),
            );
            (of(k, p) + of(k.conj(), p.conj())) * 0.5
        });
        let reals = recipe.reals.iter();
        let reals = reals.map(|m| of(Complex::new(m.decay, 0.0), Complex::new(m.feed, 0.0)));
        let direct = (z - one) * (recipe.storage / DT) + (z + one) * (recipe.loss / 2.0);
        pairs
            .chain(reals)
            .fold(direct + one * recipe.rest, |sum, part| sum + part)
    }

    fn terms() -> Vec<Vec<Term>> {
        let drude = |collision| Term::Drude {
            plasma: 3e11,
            collision,
        };
        vec![
            vec![Term::debye(76.0, 8.3e-12)],
            // Much faster than a step.
            vec![Term::debye(3.0, 1e-14)],
            vec![drude(4e10)],
            vec![drude(0.0)],
            Term::lorentz(2.5, 2e11, 1e10).unwrap(),
            Term::lorentz(2.5, 2e11, 0.0).unwrap(),
            Term::lorentz(2.5, 2e11, 9e11).unwrap(),
            vec![Term::Pair {
                pole: [-2e10, 3e11],
                residue: [1e10, -4e11],
            }],
            vec![drude(1e10), Term::debye(2.0, 5e-12)],
        ]
    }

    #[test]
    fn the_response_is_that_of_the_medium_at_the_warped_frequency() {
        for terms in terms() {
            let recipe = Recipe::new(&terms, EPS0, DT);
            for omega in [1e9, 5e10, 2e11, 4e11, 1.3e12] {
                let z = Complex::cis(omega * DT);
                let warped = 2.0 / DT * (omega * DT / 2.0).tan();
                let chi = terms.iter().fold(Complex::new(0.0, 0.0), |sum, term| {
                    let [re, im] = term.susceptibility(warped);
                    sum + Complex::new(re, im)
                });
                let mean = (z + Complex::new(1.0, 0.0)) * 0.5;
                let expected = mean * chi * Complex::new(0.0, EPS0 * warped);
                let error = (current(&recipe, z) - expected).norm();
                // Storage and rest cancel slowly varying fields.
                let scale = expected.norm().max(recipe.rest.abs());
                assert!(error < 1e-13 * scale, "{terms:?} at {omega:e}: {error:e}");
            }
        }
    }

    #[test]
    fn memories_fade_and_those_of_lossless_media_stay() {
        for terms in terms() {
            let recipe = Recipe::new(&terms, EPS0, DT);
            let pairs = recipe.pairs.iter().map(|m| m.decay[0].hypot(m.decay[1]));
            let reals = recipe.reals.iter().map(|m| m.decay.abs());
            let largest = pairs.chain(reals).fold(0.0, f64::max);
            let lossless = terms.iter().all(Term::is_lossless);
            assert!(largest <= 1.0 + f64::EPSILON, "{terms:?}: {largest}");
            assert_eq!(largest > 1.0 - 1e-12, lossless, "{terms:?}");
        }
    }

    #[test]
    fn a_negative_storage_becomes_a_loss_with_the_same_current() {
        let terms = [Term::Real {
            pole: -1e11,
            residue: -2e10,
        }];
        let recipe = Recipe::new(&terms, EPS0, DT);
        assert!(recipe.storage == 0.0 && recipe.loss < 0.0);
        let omega: f64 = 1e11;
        let z = Complex::cis(omega * DT);
        let warped = 2.0 / DT * (omega * DT / 2.0).tan();
        let [re, im] = terms[0].susceptibility(warped);
        let mean = (z + Complex::new(1.0, 0.0)) * 0.5;
        let expected = mean * Complex::new(re, im) * Complex::new(0.0, EPS0 * warped);
        assert!((current(&recipe, z) - expected).norm() < 1e-13 * expected.norm());
    }
}
