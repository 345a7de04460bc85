//! A susceptibility in discrete time: its contribution to a node's update and the state stored per node.
//!
//! A current Y(s) E with Y(s) = eps0 s chi(s) is discretised with the trapezoidal rule, s -> (2/dt)(z - 1)/(z + 1),
//! between the two time levels of the update: J^{n+1/2} = Y (E^{n+1} + E^n)/2. With h = dt/2:
//!
//! ```text
//! r/(s - a)       u = 1/(1 - a h)   k = (1 + a h) u   storage = eps0 r h u     rest = eps0 r u^2        p = rest a dt u
//! wp^2/(s(s + g)) u = 1/(1 + g h)   k = (1 - g h) u   loss = eps0 wp^2 h u     rest = loss u            p = rest 2 u
//!
//! J^{n+1/2} = storage (E^{n+1} - E^n)/dt + loss (E^{n+1} + E^n)/2 + rest E^n + S^n,     S^{n+1} = k S^n + p E^n
//! ```
//!
//! A pole pair has a complex S and counts with twice the real parts. Storage and loss join eps and sigma in the
//! update coefficients; the rest follows from values known before the step.
//!
//! Tested: the recipe's response is chi at the frequency (2/dt) tan(w dt/2), to rounding.

use poynting_physics::Complex;
use poynting_scene::Term;

/// The contribution of susceptibility terms to the update of a node, per unit of E or H.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recipe {
    /// Added to eps or mu, in F/m or H/m.
    pub storage: f64,
    /// Added to sigma or `sigma_m`, in S/m or ohm/m.
    pub loss: f64,
    /// The part of the current proportional to the field before the step, in S/m or ohm/m.
    pub rest: f64,
    /// Complex state variables.
    pub pairs: Vec<Pair>,
    /// Real state variables.
    pub reals: Vec<Single>,
}

/// The complex state variable of a pole pair; `[re, im]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// k.
    pub decay: [f64; 2],
    /// p.
    pub feed: [f64; 2],
}

/// The state variable of a real pole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Single {
    /// k.
    pub decay: f64,
    /// p.
    pub feed: f64,
}

impl Recipe {
    /// The recipe of given terms, with eps0 or mu0.
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

    /// The frequency-independent part.
    pub fn constant(storage: f64, loss: f64) -> Self {
        Self {
            storage,
            loss,
            ..Self::default()
        }
    }

    /// With every current scaled.
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

    /// With the currents of another recipe added.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        self.storage += other.storage;
        self.loss += other.loss;
        self.rest += other.rest;
        self.pairs.extend(&other.pairs);
        self.reals.extend(&other.reals);
        self
    }

    /// With the currents of another recipe with the same decays, in the same state variables; else as
    /// [`Recipe::plus`].
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

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.reals.is_empty()
    }

    /// Values stored per node: its current, then its state variables.
    pub fn values(&self) -> usize {
        1 + 2 * self.pairs.len() + self.reals.len()
    }

    /// Its numbers, as a key.
    pub fn bits(&self) -> Vec<u64> {
        let numbers = [
            self.storage,
            self.loss,
            self.rest,
            // Distinguishes a pair from two real poles.
            self.pairs.len() as f64,
        ];
        let pairs = self.pairs.iter();
        let pairs = pairs.flat_map(|m| [m.decay[0], m.decay[1], m.feed[0], m.feed[1]]);
        let reals = self.reals.iter().flat_map(|m| [m.decay, m.feed]);
        let all = numbers.into_iter().chain(pairs).chain(reals);
        all.map(f64::to_bits).collect()
    }
}
