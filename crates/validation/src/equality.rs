//! GPU compared with CPU: the same scene, the same grid, the first steps of both.
//!
//! Both run the same formulas in the same order of operations. The difference may be a multiplication and an addition
//! that a GPU's compiler fuses into one operation with one rounding. A half step is eight operations (three of `advance`,
//! five of `curl`), a step sixteen, and fusing omits at most half of these roundings, each of at most u = 2^-24 or
//! 2^-53 of the value. The scheme neither damps nor amplifies rounding errors, so after n steps the
//! results differ by at most
//!
//! ```text
//! 8 n u of the peak
//! ```
//!
//! if all roundings had the same sign. They do not, which leaves a margin for other differences: energy sums are
//! taken in another order on a GPU, and denormal numbers, which occur at the front of a
//! wave, need not be flushed to zero there as they are on the CPU, so subsequent values are rounded differently.
//!
//! For the method of moments a GPU computes the matrix. Where it integrates a pair of triangles by the same rule as the CPU, entries differ by
//! rounding, which factorisation and solution amplify by up to the condition number of the matrix; distant pairs, which only the CPU expands about
//! their centroids, agree to the tolerance of the quadrature. (The conformance suite compares entries computed in the same way.) Levels in dB are not
//! compared, because of nulls, and the figures of the solution itself, condition and residual, are not results.

use poynting::{Precision, Quantity, Results, Solver};

/// Maximum number of steps compared: a multiple of every block of steps.
pub(crate) const STEPS: u64 = 256;

/// A quantity weaker than this fraction of the strongest one of its unit is judged relative to that fraction: it may be
/// pure rounding error, like a component that vanishes by symmetry.
const WEAK: f64 = 0.01;

/// Relative error of a matrix entry in scenes that specify none.
const QUADRATURE: f64 = 1e-3;

/// Difference between two runs, and its tolerance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Distance {
    pub error: f64,
    pub tolerance: f64,
}

impl Distance {
    /// The one that is worse relative to its tolerance.
    pub fn worse(self, other: Self) -> Self {
        // Written so that a NaN error is the worst.
        if self.error.is_nan() || self.error / self.tolerance >= other.error / other.tolerance {
            self
        } else {
            other
        }
    }
}

/// Bound on the rounding difference between two runs of this many steps, relative to the peak.
pub(crate) fn rounding(precision: Precision, steps: u64) -> f64 {
    let unit = match precision {
        Precision::F32 => 0.5 * f64::from(f32::EPSILON),
        Precision::F64 => 0.5 * f64::EPSILON,
    };
    8.0 * steps as f64 * unit
}

/// Bound on the difference of results for a matrix of this condition number with differently rounded entries, relative to the peak.
fn amplified(precision: Precision, condition: f64) -> f64 {
    let unit = match precision {
        Precision::F32 => 0.5 * f64::from(f32::EPSILON),
        Precision::F64 => 0.5 * f64::EPSILON,
    };
    f64::max(QUADRATURE, condition * unit)
}

/// The leading axis of a solver's records.
const fn leading(solver: Solver) -> &'static str {
    match solver {
        Solver::Fdtd => "time",
        Solver::Mom | Solver::Rcwa => "frequency",
    }
}

/// Whether a quantity can be compared with that of another device.
fn is_comparable(quantity: &Quantity, solver: Solver) -> bool {
    let is_level = unit(quantity) == "dB" && solver == Solver::Mom;
    // Quantities that FDTD records only at the end differ between runs of different lengths.
    quantity.axis(leading(solver)).is_some() && is_result(quantity) && !is_level
}

fn is_result(quantity: &Quantity) -> bool {
    !quantity.declaration.name.starts_with("solution/")
}

/// The difference between two runs of a scene by a solver over the time, or the frequencies, that both cover.
pub(crate) fn distance(
    gpu: &Results,
    cpu: &Results,
    (solver, precision): (Solver, Precision),
) -> Distance {
    let same = gpu.quantities.len() == cpu.quantities.len();
    let pairs = gpu.quantities.iter().zip(&cpu.quantities);
    let errors = pairs
        .filter(|(a, _)| is_comparable(a, solver))
        .map(|(a, b)| {
            let results = cpu.quantities.iter().filter(|q| is_result(q));
            let of_unit = results.filter(|q| unit(q) == unit(b));
            let strongest = of_unit.map(|q| largest(&q.data)).fold(0.0, f64::max);
            apart((a, b), leading(solver), WEAK * strongest)
        });
    Distance {
        error: if same { worst(errors) } else { f64::NAN },
        tolerance: match solver {
            Solver::Fdtd => rounding(precision, gpu.summary.steps.min(cpu.summary.steps)),
            Solver::Mom => {
                let mom = cpu.summary.mom.as_ref();
                let condition = mom.and_then(|mom| mom.condition).unwrap_or(0.0);
                amplified(precision, condition)
            }
            // It runs on the processor only, and its results are the same bits.
            Solver::Rcwa => 0.0,
        },
    }
}

fn unit(quantity: &Quantity) -> &str {
    &quantity.declaration.unit
}

fn largest(values: &[f64]) -> f64 {
    worst(values.iter().map(|v| v.abs()))
}

/// The largest, or NaN.
fn worst(errors: impl Iterator<Item = f64>) -> f64 {
    errors.fold(0.0, |a, b| if a.is_nan() || a > b { a } else { b })
}

/// Largest difference over the peak, or over the weak level; NaN if nothing can be compared.
fn apart((a, b): (&Quantity, &Quantity), along: &str, weak: f64) -> f64 {
    let times = [a, b].map(|q| q.axis(along).unwrap_or_default());
    let common = times[0].iter().zip(times[1]).take_while(|(t, u)| t == u);
    let (common, fewer) = (common.count(), times[0].len().min(times[1].len()));
    // An interrupted run may have a final energy sample that the other one has not.
    if a.declaration.name != b.declaration.name || common == 0 || common + 1 < fewer {
        return f64::NAN;
    }
    let length = common * (b.data.len() / times[1].len());
    let pairs = a.data.iter().zip(&b.data).take(length);
    let off = worst(pairs.map(|(a, b)| (a - b).abs()));
    if off == 0.0 {
        return 0.0;
    }
    off / largest(&b.data[..length]).max(weak)
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting::{RunOptions, Scene, Simulation};
    use std::ops::ControlFlow;

    const SCENE: &str = include_str!("../scenes/periodic.toml");

    fn results(steps: u64) -> Results {
        let text = format!("{SCENE}\n[grid]\nspacing = \"2.5 mm\"\n");
        let scene = Scene::from_toml(&text, "test.toml").unwrap();
        let stop = |p: &poynting::Progress| {
            if p.done() >= steps {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        Simulation::from(scene)
            .run_with(&RunOptions::default(), stop)
            .unwrap()
    }

    #[test]
    fn a_run_is_compared_with_the_beginning_of_another() {
        let (long, short) = (results(200), results(72));
        assert!(short.summary.steps < 100 && long.summary.steps == 200);
        let found = distance(&long, &short, (Solver::Fdtd, Precision::F32));
        assert_eq!(found.error, 0.0);
        assert_eq!(
            found,
            distance(&short, &long, (Solver::Fdtd, Precision::F32))
        );
        // 8 roundings of 6e-8 per step.
        assert!((found.tolerance / (8.0 * 72.0 * 5.96e-8) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn what_differs_is_seen_in_every_quantity() {
        let good = results(100);
        for n in 0..good.quantities.len() {
            let mut bad = good.clone();
            let peak = largest(&bad.quantities[n].data);
            assert!(peak > 0.0, "{}", bad.quantities[n].declaration.name);
            *bad.quantities[n].data.last_mut().unwrap() += 0.01 * peak;
            let found = distance(&bad, &good, (Solver::Fdtd, Precision::F32));
            assert!(found.error > found.tolerance, "{found:?}");
            *bad.quantities[n].data.last_mut().unwrap() = f64::NAN;
            assert!(
                distance(&bad, &good, (Solver::Fdtd, Precision::F32))
                    .error
                    .is_nan()
            );
            bad.quantities.remove(n);
            assert!(
                distance(&bad, &good, (Solver::Fdtd, Precision::F32))
                    .error
                    .is_nan()
            );
        }
    }

    /// A plate in a wave by the method of moments.
    fn moments() -> Results {
        let text = include_str!("../scenes/mom-plate.toml").replace("0.125 m", "0.25 m");
        let scene = Scene::from_toml(&text, "test.toml").unwrap();
        Simulation::from(scene).run(&RunOptions::default()).unwrap()
    }

    #[test]
    fn currents_are_compared_and_the_condition_is_not() {
        let good = moments();
        let kind = (Solver::Mom, Precision::F64);
        assert_eq!(distance(&good, &good, kind).error, 0.0);
        assert_eq!(distance(&good, &good, kind).tolerance, QUADRATURE);
        let off_by_half = |name: &str| {
            let mut bad = good.clone();
            let quantity = bad
                .quantities
                .iter_mut()
                .find(|q| q.declaration.name == name);
            quantity.unwrap().data.iter_mut().for_each(|v| *v *= 1.5);
            distance(&bad, &good, kind).error
        };
        assert!(off_by_half("current/all/real") > 0.4);
        assert_eq!(off_by_half("solution/condition"), 0.0);
    }

    #[test]
    fn the_worse_of_two_distances_is_kept() {
        let of = |error| Distance {
            error,
            tolerance: 1.0,
        };
        assert_eq!(of(0.5).worse(of(0.1)), of(0.5));
        assert_eq!(of(0.1).worse(of(0.5)), of(0.5));
        assert!(of(f64::NAN).worse(of(0.5)).error.is_nan());
        assert!(of(0.5).worse(of(f64::NAN)).error.is_nan());
    }
}
