//! An integral equation on an RWG space: integrand and quadrature together, ready for assembly.
//!
//! ```text
//! EFIE: <f_m, -E_s> = <f_m, E_i>        MFIE: <f_m, J/2 - n x PV int grad G x J'> = <f_m, n x H_i>
//! CFIE = alpha EFIE + (1 - alpha) eta MFIE
//! ```
//!
//! (J. R. Mautz and R. F. Harrington, AEU 32, 157, 1978; the solid angle of a smooth surface gives the factor 1/2, and test points never
//! lie on edges.) Time dependence e^{+jwt}.

use poynting_exec::SimdLevel;
use poynting_linalg::Complex;
use poynting_physics::constants::ETA0;

use crate::error::{MomError, require_outward_normals};
use crate::formula::{Block, contract, plus};
use crate::integrand::{Combined, Electric, Magnetic, Scalar, Shapes, edge_products};
use crate::mutual::Mutual;
use crate::rule::Rules;
use crate::singular::SingularPairs;
use crate::space::{RwgSpace, Triangle};

/// The field that vanishes on the conductor.
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

    /// Shares of the EFIE and of eta times the MFIE.
    pub fn shares(self) -> [f64; 2] {
        match self {
            Self::Electric => [1.0, 0.0],
            Self::Magnetic => [0.0, 1.0],
            Self::Combined { alpha } => [alpha, 1.0 - alpha],
        }
    }

    /// Factors of the EFIE and of the MFIE; eta is in the second.
    pub fn factors(self) -> [f64; 2] {
        let [electric, magnetic] = self.shares();
        [electric, magnetic * ETA0]
    }
}

/// An integral equation on a surface at one frequency.
#[derive(Debug)]
pub struct Operator<'a> {
    space: &'a RwgSpace,
    k: f64,
    equation: Equation,
    rules: Rules,
    simd: SimdLevel,
}

impl<'a> Operator<'a> {
    /// The equation at wave number `k`, with integrals accurate to a relative `tolerance`.
    pub fn new(
        space: &'a RwgSpace,
        k: f64,
        equation: Equation,
        tolerance: f64,
    ) -> Result<Self, MomError> {
        if !(k.is_finite() && k > 0.0) {
            return Err(MomError::Number {
                name: "the wave number",
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

    /// The quadrature.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Instruction set.
    pub fn simd(&self) -> SimdLevel {
        self.simd
    }

    /// The equation.
    pub fn equation(&self) -> Equation {
        self.equation
    }

    /// Whether exchanging test and trial triangle transposes the entries.
    pub fn is_symmetric(&self) -> bool {
        self.equation.factors()[1] == 0.0
    }

    fn singular_pairs(&self) -> SingularPairs<'_> {
        SingularPairs {
            rules: &self.rules,
            k: self.k,
            simd: self.simd,
        }
    }

    /// Entries of a pair of triangles, for functions of unit edge length, by the rules for singular pairs.
    pub fn block(&self, test: usize, trial: usize) -> Result<Block<f64>, MomError> {
        let [electric, magnetic] = self.equation.factors();
        let [t, s] = [test, trial].map(|n| &self.space.triangles()[n]);
        let mut sum = Block::default();
        if electric != 0.0 {
            let block = self
                .singular_pairs()
                .block(Electric::new(self.k, electric), t, s);
            sum = plus(sum, &block.map_err(|fault| fault.of(test, trial))?, 1.0);
        }
        if magnetic != 0.0 && test != trial {
            let block = self
                .singular_pairs()
                .block(Magnetic::new(self.k, magnetic), t, s);
            sum = plus(sum, &block.map_err(|fault| fault.of(test, trial))?, 1.0);
        }
        if magnetic != 0.0 && test == trial {
            sum = plus(sum, &self.jump(test, magnetic), 1.0);
        }
        Ok(sum)
    }

    /// Entries of a pair of triangles in both orders, for functions of unit edge length, by the rules for singular pairs.
    pub fn mutual(&self, test: usize, trial: usize) -> Result<Mutual<f64>, MomError> {
        if test == trial {
            return self.block(test, trial).map(|block| [block; 2]);
        }
        let integrand = Combined::new(self.k, self.equation.factors());
        let [t, s] = [test, trial].map(|n| &self.space.triangles()[n]);
        let both = self.singular_pairs().mutual(integrand, t, s);
        both.map_err(|fault| fault.of(test, trial))
    }

    /// <f_a . f_b>/2 on one triangle; grad G x J is normal to it, so no other term remains.
    fn jump(&self, triangle: usize, factor: f64) -> Block<f64> {
        let t = &self.space.triangles()[triangle];
        let edges = edge_products(&Shapes::new(t, t, [[0, 1, 2]; 2]));
        let overlap =
            [0, 1, 2].map(|c| [0, 1, 2].map(|d| if c == d { 1.0 / 6.0 } else { 1.0 / 12.0 }));
        let scale = 0.5 * factor * 0.25 / t.area;
        [0, 1, 2].map(|a| [0, 1, 2].map(|b| [scale * contract(overlap, edges, a, b), 0.0]))
    }
}

/// The mean of G = e^{-jkR}/(4 pi R) over a pair of triangles: the average potential on `test` of a uniform unit charge on `trial`, times
/// the permittivity. None if the triangles cross.
pub fn mean_green(
    rules: &Rules,
    k: f64,
    test: &Triangle,
    trial: &Triangle,
) -> Option<Complex<f64>> {
    let singular = SingularPairs {
        rules,
        k,
        simd: SimdLevel::detect(),
    };
    let [re, im] = singular.block(Scalar { k }, test, trial).ok()?[0][0];
    Some(Complex::new(re, im))
}
