//! A field equation on an RWG space: integrand and quadrature together, ready to be stored.
//!
//! ```text
//! EFIE: <f_m, -E_s> = <f_m, E_i>        MFIE: <f_m, J/2 - n x PV int grad G x J'> = <f_m, n x H_i>
//! CFIE = alpha EFIE + (1 - alpha) eta MFIE
//! ```
//!
//! (J. R. Mautz and R. F. Harrington, AEU 32, 157, 1978; the solid angle of a smooth surface gives the factor 1/2, and test points never
//! lie on edges.) Time dependence e^{+jwt}.

use faer::complex::Complex;
use poynting_analytic::constants::ETA0;
use poynting_exec::{Real, SimdLevel};

use crate::error::{MomError, require_outward_normals};
use crate::expansion::{Centred, Distant};
use crate::far::{Batch, Corners, Points, Row, add};
use crate::formula::{Block, Pair, contract, plus};
use crate::integrand::{Electric, Integrand, Magnetic, Scalar, Shapes, edge_products};
use crate::near::Near;
use crate::rule::Rules;
use crate::space::{RwgSpace, Triangle};
use crate::vector::{dot, sub};

/// Which field vanishes on the conductor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Equation {
    /// The tangential electric field (EFIE), on open and closed surfaces.
    Electric,
    /// The tangential magnetic field inside (MFIE), on closed surfaces.
    Magnetic,
    /// alpha EFIE + (1 - alpha) eta MFIE, on closed surfaces; has no resonances.
    Combined {
        /// Share of the EFIE, between 0 and 1.
        alpha: f64,
    },
}

impl Equation {
    /// `efie`, `mfie` or `cfie`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Electric => "efie",
            Self::Magnetic => "mfie",
            Self::Combined { .. } => "cfie",
        }
    }

    /// Factors of the EFIE and of the MFIE; eta is in the second.
    pub fn factors(self) -> [f64; 2] {
        match self {
            Self::Electric => [1.0, 0.0],
            Self::Magnetic => [0.0, ETA0],
            Self::Combined { alpha } => [alpha, (1.0 - alpha) * ETA0],
        }
    }
}

/// A field equation on a surface at one frequency.
#[derive(Debug)]
pub struct Operator<'a> {
    space: &'a RwgSpace,
    k: f64,
    equation: Equation,
    rules: Rules,
    simd: SimdLevel,
}

impl<'a> Operator<'a> {
    /// The equation at wave number `k`, its integrals good to a relative `tolerance`.
    pub fn new(
        space: &'a RwgSpace,
        k: f64,
        equation: Equation,
        tolerance: f64,
    ) -> Result<Self, MomError> {
        if !(k.is_finite() && k > 0.0) {
            return Err(MomError::Number {
                name: "wave number",
                value: k,
                demand: "must be positive",
            });
        }
        if let Equation::Combined { alpha } = equation
            && !(0.0..=1.0).contains(&alpha)
        {
            return Err(MomError::Number {
                name: "alpha",
                value: alpha,
                demand: "must lie between 0 and 1",
            });
        }
        if equation.factors()[1] != 0.0 {
            require_outward_normals(space.surface())?;
        }
        Ok(Self {
            space,
            k,
            equation,
            rules: Rules::new(tolerance)?,
            simd: SimdLevel::detect(),
        })
    }

    /// The space.
    pub fn space(&self) -> &'a RwgSpace {
        self.space
    }

    /// Wave number.
    pub fn wave_number(&self) -> f64 {
        self.k
    }

    /// The equation.
    pub fn equation(&self) -> Equation {
        self.equation
    }

    /// The entries of a pair change sides with it.
    pub fn is_symmetric(&self) -> bool {
        self.equation.factors()[1] == 0.0
    }

    fn near(&self) -> Near<'_> {
        Near {
            rules: &self.rules,
            k: self.k,
            simd: self.simd,
        }
    }

    /// Entries of a pair of triangles, for functions of unit edge length, by the rules for near pairs.
    pub fn block(&self, test: usize, trial: usize) -> Result<Block<f64>, MomError> {
        let [electric, magnetic] = self.equation.factors();
        let [t, s] = [test, trial].map(|n| &self.space.triangles()[n]);
        let mut sum = Block::default();
        if electric != 0.0 {
            let block = self.near().block(Electric::new(self.k, electric), t, s);
            sum = plus(sum, &block.map_err(|fault| fault.of(test, trial))?, 1.0);
        }
        if magnetic != 0.0 && test != trial {
            let block = self.near().block(Magnetic::new(self.k, magnetic), t, s);
            sum = plus(sum, &block.map_err(|fault| fault.of(test, trial))?, 1.0);
        }
        if magnetic != 0.0 && test == trial {
            sum = plus(sum, &self.jump(test, magnetic), 1.0);
        }
        Ok(sum)
    }

    /// <f_a . f_b>/2 on one triangle; grad G x J is normal to it, so nothing else is left there.
    fn jump(&self, triangle: usize, factor: f64) -> Block<f64> {
        let t = &self.space.triangles()[triangle];
        let edges = edge_products(&Shapes::new(t, t, [[0, 1, 2]; 2]));
        let overlap =
            [0, 1, 2].map(|c| [0, 1, 2].map(|d| if c == d { 1.0 / 6.0 } else { 1.0 / 12.0 }));
        let scale = 0.5 * factor * 0.25 / t.area;
        [0, 1, 2].map(|a| [0, 1, 2].map(|b| [scale * contract(overlap, edges, a, b), 0.0]))
    }

    /// What rows of entries need in the precision of the matrix.
    pub(crate) fn rounded<T: Real>(&'a self) -> Rounded<'a, T> {
        let triangles = self.space.triangles();
        let largest = triangles.iter().map(|t| t.radius).fold(0.0, f64::max);
        let (reach, distant) = (
            self.rules.reach(self.k * largest),
            self.rules.expansion_reach(self.k * largest),
        );
        Rounded {
            operator: self,
            corners: triangles.iter().map(Corners::new).collect(),
            centred: Centred::new(triangles),
            rules: self.rules.apart().iter().map(Points::new).collect(),
            reach: reach.map(|t| t * t).to_vec(),
            distant: distant * distant,
        }
    }
}

/// The mean of G = e^{-jkR}/(4 pi R) over a pair of triangles: what a uniform unit charge on `trial` gives on `test`, on average, times
/// the permittivity. None where the triangles cross.
pub fn mean_green(
    rules: &Rules,
    k: f64,
    test: &Triangle,
    trial: &Triangle,
) -> Option<Complex<f64>> {
    let near = Near {
        rules,
        k,
        simd: SimdLevel::detect(),
    };
    let [re, im] = near.block(Scalar { k }, test, trial).ok()?[0][0];
    Some(Complex::new(re, im))
}

/// Triangles and rules in the precision of the matrix.
pub(crate) struct Rounded<'a, T> {
    /// What they are rounded for.
    pub operator: &'a Operator<'a>,
    /// All triangles.
    pub corners: Vec<Corners<T>>,
    centred: Centred<T>,
    /// The rules for triangles apart.
    pub rules: Vec<Points<T>>,
    /// Squares of what [`Rules::reach`] gives.
    reach: Vec<f64>,
    /// The square of what [`Rules::expansion_reach`] gives.
    pub distant: f64,
}

impl<T: Real> Rounded<'_, T> {
    /// Entries of one trial triangle with the test triangles from `first` on, zero before. `out` holds, for each corner of the trial
    /// triangle, the entries of all test triangles.
    pub fn row(
        &self,
        trial: usize,
        first: usize,
        out: &mut [[Pair<T>; 3]],
    ) -> Result<(), MomError> {
        let [electric, magnetic] = self.operator.equation.factors();
        let (k, count) = (self.operator.k, self.corners.len());
        for entries in out.chunks_mut(count) {
            entries[..first].fill([[T::of(0.0); 2]; 3]);
            if electric == 0.0 {
                entries[first..].fill([[T::of(0.0); 2]; 3]);
            }
        }
        if electric != 0.0 {
            let integrand = Electric::new(k, electric);
            let classes = self.classes(trial, first, self.distant);
            self.distant(integrand, trial, first, out);
            for &test in classes.iter().flatten() {
                for b in 0..3 {
                    out[b * count + test as usize] = [[T::of(0.0); 2]; 3];
                }
            }
            self.far(integrand, trial, &classes, out);
            self.near(trial, &classes, out)?;
        }
        if magnetic != 0.0 {
            let classes = self.classes(trial, first, f64::INFINITY);
            self.far(Magnetic::new(k, magnetic), trial, &classes, out);
            if electric == 0.0 {
                self.near(trial, &classes, out)?;
            }
        }
        Ok(())
    }

    /// Test triangles from `first` on, nearer than t^2 = `limit`, by rule; those too near for any come last.
    pub fn classes(&self, trial: usize, first: usize, limit: f64) -> Vec<Vec<u32>> {
        let triangles = self.operator.space.triangles();
        let (centre, radius) = (triangles[trial].centroid, triangles[trial].radius);
        let mut classes = vec![Vec::new(); self.rules.len() + 1];
        for (n, test) in triangles.iter().enumerate().skip(first) {
            let away = sub(test.centroid, centre);
            let (distance, size) = (dot(away, away), radius + test.radius);
            // Triangles that touch have t <= 1; rounding must not make them pass for others.
            let unit = (1.0 + 1e-9) * size * size;
            if distance >= limit * unit {
                continue;
            }
            let rule = self
                .reach
                .iter()
                .position(|&squared| distance >= squared * unit);
            classes[rule.unwrap_or(self.rules.len())].push(n as u32);
        }
        classes
    }

    fn distant(
        &self,
        integrand: Electric<T>,
        trial: usize,
        first: usize,
        out: &mut [[Pair<T>; 3]],
    ) {
        // No sense in it where every pair would be replaced.
        if self.distant.is_finite() {
            self.operator.simd.run(Distant {
                integrand,
                centred: &self.centred,
                trial,
                first,
                out,
            });
        }
    }

    /// Adds the entries of the pairs that are too near for the rules.
    pub fn near(
        &self,
        trial: usize,
        classes: &[Vec<u32>],
        out: &mut [[Pair<T>; 3]],
    ) -> Result<(), MomError> {
        for &test in &classes[self.rules.len()] {
            let block = self.operator.block(test as usize, trial)?;
            let block = block.map(|row| row.map(|value| value.map(T::of)));
            add(out, self.corners.len(), test as usize, &block);
        }
        Ok(())
    }

    fn far<I: Integrand<T>>(
        &self,
        integrand: I,
        trial: usize,
        classes: &[Vec<u32>],
        out: &mut [[Pair<T>; 3]],
    ) {
        for (rule, tests) in self.rules.iter().zip(classes) {
            let batch = Batch {
                integrand,
                rule,
                triangles: &self.corners,
                trial,
                tests,
            };
            self.operator.simd.run(Row {
                batch,
                out: &mut *out,
            });
        }
    }
}
