//! The method-of-moments matrix: bit-identical on any number of threads, and on a GPU equal to the processor's within a few roundings.

use std::fmt::Display;

use poynting_exec::conformance::{Comparison, Feature, Judgement, Verdict, Within, peak};
use poynting_exec::{Budget, Pool, Real};
use poynting_geometry::{Body, Surface};
use poynting_mom::{Dense, Equation, Operator, Pairs, RwgSpace, Symmetry, assemble_with};

const GROUP: &str = "Matrix of the method of moments";
/// Wavenumber.
const K: f64 = 3.0;
/// Edge length of the meshes.
pub const EDGE: f64 = 0.2;

const BALL: &[Body] = &[Body::Sphere {
    center: [0.0; 3],
    radius: 0.5,
}];
const JUNCTION: &[Body] = &[
    block([0.0, 0.0, 0.0], [0.6, 0.0, 0.6]),
    block([-0.6, 0.0, 0.0], [0.0, 0.0, 0.6]),
    block([0.0, 0.0, 0.0], [0.0, 0.6, 0.6]),
];
const BOXES: &[Body] = &[
    block([0.0, 0.0, 0.0], [0.6, 0.4, 0.2]),
    block([0.65, 0.1, 0.0], [1.05, 0.5, 0.4]),
];

/// A box between two corners.
pub const fn block(from: [f64; 3], to: [f64; 3]) -> Body {
    Body::Box { from, to }
}

/// A check of one matrix.
#[derive(Clone, Copy)]
pub struct Row {
    name: &'static str,
    checks: &'static str,
    /// The scatterers.
    bodies: &'static [Body],
    equation: Equation,
    /// Quadrature tolerance.
    tolerance: f64,
    /// Whether only half of the pairs are computed, by symmetry.
    pub symmetry: Symmetry,
    /// The capacity of a buffer.
    pub panels: Panels,
}

/// The capacity of one GPU buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Panels {
    /// The default.
    Usual,
    /// Entries of two trial triangles.
    Narrow,
}

const ELECTRIC: Row = Row {
    name: "",
    checks: "",
    bodies: BALL,
    equation: Equation::Electric,
    tolerance: 1e-3,
    symmetry: Symmetry::Used,
    panels: Panels::Usual,
};

const COMBINED: Row = Row {
    equation: Equation::Combined { alpha: 0.3 },
    ..ELECTRIC
};

/// All checks.
pub const ROWS: [Row; 7] = [
    Row {
        name: "EFIE on a closed body",
        checks: "a sphere, half of the pairs by symmetry",
        ..ELECTRIC
    },
    Row {
        name: "EFIE without symmetry",
        checks: "every pair computed separately",
        symmetry: Symmetry::Ignored,
        ..ELECTRIC
    },
    Row {
        name: "EFIE on open sheets with a junction",
        checks: "three plates that share an edge",
        bodies: JUNCTION,
        ..ELECTRIC
    },
    Row {
        name: "MFIE",
        checks: "a sphere",
        equation: Equation::Magnetic,
        ..ELECTRIC
    },
    Row {
        name: "CFIE",
        checks: "a sphere, alpha = 0.3",
        ..COMBINED
    },
    Row {
        name: "CFIE with fine quadrature",
        checks: "two boxes side by side, tolerance 1e-6",
        bodies: BOXES,
        tolerance: 1e-6,
        ..COMBINED
    },
    Row {
        name: "CFIE in narrow panels",
        checks: "buffers that hold the entries of two triangles",
        panels: Panels::Narrow,
        ..COMBINED
    },
];

impl Row {
    /// Its row in the table.
    pub fn feature(&self) -> Feature {
        Feature {
            group: GROUP,
            name: self.name,
            checks: self.checks,
            within: Within::Ulps(4),
        }
    }

    fn space(&self) -> Result<RwgSpace, String> {
        let mut surface = Surface::default();
        for body in self.bodies {
            surface.append(&body.mesh(EDGE).map_err(text_of)?);
        }
        surface.weld(Surface::WELD);
        RwgSpace::new(&surface).map_err(text_of)
    }

    /// Compares matrices of a backend with that of one thread, computed in the same way.
    pub fn judge<T: Real>(
        &self,
        tolerance: f64,
        way: Way,
        found: &Found<'_, T>,
    ) -> Result<Judgement, String> {
        let space = self.space()?;
        let operator = Operator::new(&space, K, self.equation, self.tolerance).map_err(text_of)?;
        let expected = parts(&match way {
            Way::Usual => on_threads(1, &operator, self.symmetry)?,
            Way::ByRules => by_rules(&operator, self.symmetry)?,
        });
        let scale = peak(&expected);
        let mut comparison = Comparison::new(tolerance);
        for matrix in found(&operator, self)? {
            comparison.values("the matrix", &expected, &parts(&matrix), scale);
        }
        Ok(comparison.judge())
    }
}

/// How the processor computes the reference matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As for a user: distant pairs by expansion.
    Usual,
    /// All pairs by quadrature rules, as on a GPU.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code))]
    ByRules,
}

/// Computes the matrices of an operator on a backend, as specified by a row.
pub type Found<'a, T> = dyn Fn(&Operator<'_>, &Row) -> Result<Vec<Dense<T>>, String> + 'a;

/// Real and imaginary parts of all entries.
fn parts<T: Real>(matrix: &Dense<T>) -> Vec<T> {
    let values = matrix.values().iter();
    values.flat_map(|value| [value.re, value.im]).collect()
}

fn on_threads<T: Real>(
    threads: usize,
    operator: &Operator<'_>,
    symmetry: Symmetry,
) -> Result<Dense<T>, String> {
    let pool = Pool::new(Some(threads)).map_err(text_of)?;
    let matrix = || Dense::new(operator, symmetry, Budget::of_this_machine());
    pool.install(matrix).map_err(text_of)
}

fn by_rules<T: Real>(operator: &Operator<'_>, symmetry: Symmetry) -> Result<Dense<T>, String> {
    let mut dense = Dense::zeros(operator.space().len());
    let pairs = Pairs::by_rules(operator, symmetry);
    assemble_with(&pairs, &pairs, &mut dense).map_err(text_of)?;
    Ok(dense)
}

/// An error as text.
pub fn text_of(error: impl Display) -> String {
    error.to_string()
}

/// Runs every check on the processor.
pub fn run_on_cpu<T: Real>(take: &mut dyn FnMut(Verdict)) {
    for row in ROWS {
        take(Verdict::of::<T>(row.feature(), "cpu", || {
            if row.panels == Panels::Narrow {
                return Judgement::NotApplicable {
                    reason: "only a GPU limits the size of a buffer",
                };
            }
            let found = |operator: &Operator<'_>, row: &Row| {
                let threads = [2, 5].into_iter();
                let matrix = |threads| on_threads(threads, operator, row.symmetry);
                threads.map(matrix).collect()
            };
            judged(row.judge::<T>(0.0, Way::Usual, &found))
        }));
    }
}

/// An error is a failure.
pub fn judged(result: Result<Judgement, String>) -> Judgement {
    result.unwrap_or_else(|reason| Judgement::Fail { reason })
}
