//! A GPU against the processor: the same scene, the same grid, the first steps of both.
//!
//! Both run the same formulas in the same order of operations. What may differ is a multiplication and an addition
//! that a GPU's compiler fuses into one operation with one rounding. A half step is eight operations (three of `advance`,
//! five of `curl`), a step sixteen, and fusing leaves out at most half of these roundings, each of at most u = 2^-24 or
//! 2^-53 of the value. The scheme neither damps nor amplifies what was rounded, so that after n steps the
//! results differ by at most
//!
//! ```text
//! 8 n u of the peak
//! ```
//!
//! if all roundings had the same sign. They have not, so there is room for what else differs: sums of the energy are
//! taken in another order on a GPU, and numbers below the smallest normal one, which stand at the front of a
//! wave, need not be flushed to zero there as they are on the processor, so that what follows is rounded otherwise.

use poynting::{Precision, Quantity, Results};

/// Steps that are compared, at most: a multiple of every block of steps.
pub(crate) const STEPS: u64 = 256;

/// What is weaker than this part of the strongest quantity of its unit is judged as if it were so strong: it may be
/// nothing but rounding, as a component that vanishes by symmetry is.
const WEAK: f64 = 0.01;

/// How far apart two runs are, and how far they may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Distance {
    pub error: f64,
    pub tolerance: f64,
}

impl Distance {
    /// The one that is worse for what it may be.
    pub fn worse(self, other: Self) -> Self {
        // Written so that an error that is not a number is the worst.
        if self.error.is_nan() || self.error / self.tolerance >= other.error / other.tolerance {
            self
        } else {
            other
        }
    }
}

/// What rounding may make of two runs of so many steps, relative to the peak.
pub(crate) fn rounding(precision: Precision, steps: u64) -> f64 {
    let unit = match precision {
        Precision::F32 => 0.5 * f64::from(f32::EPSILON),
        Precision::F64 => 0.5 * f64::EPSILON,
    };
    8.0 * steps as f64 * unit
}

/// The distance of two runs of a scene over the time that both cover.
pub(crate) fn distance(gpu: &Results, cpu: &Results, precision: Precision) -> Distance {
    let same = gpu.quantities.len() == cpu.quantities.len();
    let pairs = gpu.quantities.iter().zip(&cpu.quantities);
    // What is known at the end only differs between runs of unlike lengths.
    let errors = pairs
        .filter(|(a, _)| a.axis("time").is_some())
        .map(|(a, b)| {
            let of_unit = cpu.quantities.iter().filter(|q| unit(q) == unit(b));
            let strongest = of_unit.map(|q| largest(&q.data)).fold(0.0, f64::max);
            apart(a, b, WEAK * strongest)
        });
    Distance {
        error: if same { worst(errors) } else { f64::NAN },
        tolerance: rounding(precision, gpu.summary.steps.min(cpu.summary.steps)),
    }
}

fn unit(quantity: &Quantity) -> &str {
    &quantity.declaration.unit
}

fn largest(values: &[f64]) -> f64 {
    worst(values.iter().map(|v| v.abs()))
}

/// The largest, or what is not a number.
fn worst(errors: impl Iterator<Item = f64>) -> f64 {
    errors.fold(0.0, |a, b| if a.is_nan() || a > b { a } else { b })
}

/// Largest difference over the peak, or over what counts as weak; not a number where nothing can be compared.
fn apart(a: &Quantity, b: &Quantity, weak: f64) -> f64 {
    let times = [a, b].map(|q| q.axis("time").unwrap_or_default());
    let common = times[0].iter().zip(times[1]).take_while(|(t, u)| t == u);
    let (common, fewer) = (common.count(), times[0].len().min(times[1].len()));
    // A run that was ended may have a last look at its energy that the other one has not.
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
        let mut stop = |p: &poynting::Progress| {
            if p.step >= steps {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        Simulation::from(scene)
            .run(&RunOptions::default(), &mut stop)
            .unwrap()
    }

    #[test]
    fn a_run_is_compared_with_the_beginning_of_another() {
        let (long, short) = (results(200), results(72));
        assert!(short.summary.steps < 100 && long.summary.steps == 200);
        let found = distance(&long, &short, Precision::F32);
        assert_eq!(found.error, 0.0);
        assert_eq!(found, distance(&short, &long, Precision::F32));
        // 8 roundings of 6e-8 a step.
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
            let found = distance(&bad, &good, Precision::F32);
            assert!(found.error > found.tolerance, "{found:?}");
            *bad.quantities[n].data.last_mut().unwrap() = f64::NAN;
            assert!(distance(&bad, &good, Precision::F32).error.is_nan());
            bad.quantities.remove(n);
            assert!(distance(&bad, &good, Precision::F32).error.is_nan());
        }
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
