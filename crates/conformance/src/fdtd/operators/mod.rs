//! Every operator on random models.

pub mod row;
mod rows;

use crate::fdtd::backend::{Backend, Op, OperatorCase, OperatorOutcome};
use crate::fdtd::bloch;
use crate::fdtd::check::{Check, Part};
use crate::fdtd::cpu::{Boxes, Cpu};
use crate::fdtd::models::{Model, places};
use crate::fdtd::operators::row::YEE;
use crate::fdtd::operators::rows::ROWS;
use poynting_exec::Random;
use poynting_exec::Real;
use poynting_exec::conformance::{Comparison, Feature, Judgement, Within, peak};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::drive::Action;
use poynting_grid::HalfStep;
use poynting_scene::Component;
pub use row::Row;

const GROUP: &str = "Operators on random fields";
/// Steps already done: an operator's effect must not depend on the block it falls into.
const FIRST_STEP: u64 = 5;

/// The checks of all operators.
pub fn checks<B: Backend + 'static, T: Real>() -> Vec<Check<B>> {
    let rows = ROWS.into_iter().chain(bloch::OPERATORS).map(|row| Check {
        feature: row.feature(),
        needs: row.needs,
        compare: Box::new(move |backend: &B, tolerance| {
            let mut comparison = Comparison::new(tolerance);
            if let Err(reason) = row.compare::<B, T>(backend, &mut comparison) {
                comparison.complain(reason);
            }
            comparison.judge()
        }),
    });
    rows.chain([
        Check {
            feature: Feature {
                group: GROUP,
                name: "Energy",
                checks: "the conserved energy and the sum of squares",
                within: Within::Ulps(32),
            },
            needs: None,
            compare: Box::new(energy::<B, T, f64>),
        },
        Check {
            feature: Feature {
                group: GROUP,
                name: "Energy, single-precision sums",
                checks: "the same, summed as on a device without double precision",
                within: Within::Ulps(64),
            },
            needs: Some(Part::SingleSums),
            compare: Box::new(energy::<B, T, f32>),
        },
    ])
    .collect()
}

impl Row {
    fn feature(&self) -> Feature {
        Feature {
            group: GROUP,
            name: self.name,
            checks: self.checks,
            within: self.within,
        }
    }

    fn compare<B: Backend, T: Real>(
        &self,
        backend: &B,
        comparison: &mut Comparison,
    ) -> Result<(), String> {
        let ways = match self.needs {
            Some(Part::Slabs) => backend.ways_in_slabs(),
            _ => [backend.ways(), backend.ways_in_slabs()].concat(),
        };
        for (seed, way) in (1..).zip(ways.iter().take(self.ways)) {
            let mut random = Random::new(seed);
            let kind = (self.kind)(&mut random);
            let model = Model::<T>::new(&mut random, kind)?;
            if let Some(stored) = self.stored {
                comparison.equal(
                    "coefficients",
                    &stored,
                    &model.setup.coefficients.kind().name(),
                );
            }
            let case = OperatorCase {
                model: &model,
                operators: self.operators,
                block: Block {
                    first_step: FIRST_STEP,
                    steps: self.steps,
                },
            };
            let expected = Cpu::default().apply(&case, &Boxes::WHOLE)?;
            let found = backend.apply(&case, way)?;
            let context = format!("{way:?}, {kind:?}");
            compare(comparison, &context, &case, [&expected, &found]);
        }
        Ok(())
    }
}

/// The largest term that a source adds to a field in a half step. The terms of several sources and steps may cancel; what remains has their rounding errors.
fn largest_impressed<T: Real>(case: &OperatorCase<'_, T>, half: HalfStep) -> f64 {
    if !case.operators.contains(&Op::Drive) {
        return 0.0;
    }
    let drive = &case.model.setup.instruments.drive;
    let signal = peak(&drive.values::<T>(case.block));
    let factors = drive
        .spots
        .all(half)
        .iter()
        .map(|(_, driven)| match driven.action {
            Action::Impress { factor } => factor.abs(),
            Action::Prescribe => 0.0,
        });
    signal * factors.fold(0.0, f64::max)
}

/// Compares the outcomes of a case on two backends.
fn compare<T: Real>(
    comparison: &mut Comparison,
    context: &str,
    case: &OperatorCase<'_, T>,
    [expected, found]: [&OperatorOutcome<T>; 2],
) {
    let setup = &case.model.setup;
    let active = |values: &Vec<T>| -> Vec<T> {
        places(&setup.layout, setup.layout.active())
            .map(|at| values[at])
            .collect()
    };
    let (e, f) = (
        expected.fields.each_ref().map(active),
        found.fields.each_ref().map(active),
    );
    let scales = [HalfStep::E, HalfStep::H].map(|half| {
        let first = half.first_component();
        let fields = e[first..first + 3].iter().map(|v| peak(v));
        fields.fold(largest_impressed(case, half), f64::max)
    });
    for (c, component) in Component::ALL.into_iter().enumerate() {
        let what = format!("{} [{context}]", component.name());
        comparison.values(what, &e[c], &f[c], scales[c / 3]);
    }
    let (e, f) = (&expected.record, &found.record);
    let largest = scales[0].max(scales[1]);
    comparison.values(
        format!("samples [{context}]"),
        &e.samples,
        &f.samples,
        largest,
    );
    // A transform of few nodes may be a small difference of large terms.
    let sums = expected.sums.iter().map(|sums| peak(sums));
    let largest_sum = sums.fold(0.0, f64::max);
    for (n, (e, f)) in expected.sums.iter().zip(&found.sums).enumerate() {
        let what = format!("transform {n} [{context}]");
        comparison.values(what, e, f, largest_sum);
    }
    for (n, capture) in setup.instruments.captures.iter().enumerate() {
        let due = capture.due_in(case.block).count() * capture.values();
        let what = format!("snapshot {n} [{context}]");
        // A backend may reserve room for more values than were due.
        let part = |values: &[T]| values[..due.min(values.len())].to_vec();
        comparison.values(
            what,
            &part(&e.snapshots[n]),
            &part(&f.snapshots[n]),
            largest,
        );
    }
}

fn energy<B: Backend, T: Real, A: Real>(backend: &B, tolerance: f64) -> Judgement {
    let mut comparison = Comparison::new(tolerance);
    let mut compare = || -> Result<(), String> {
        let ways = [backend.ways(), backend.ways_in_slabs()].concat();
        for (seed, way) in (1..).zip(&ways) {
            let mut random = Random::new(seed);
            let kind = (YEE.kind)(&mut random);
            let model = Model::<T>::new(&mut random, kind)?;
            let expected = Cpu::default().energy::<T, f64>(&model, &Boxes::WHOLE)?;
            let found = backend.energy::<T, A>(&model, way)?;
            comparison.values(
                format!("energy [{way:?}, {kind:?}]"),
                &[expected.conserved, expected.squares],
                &[found.conserved, found.squares],
                expected.squares,
            );
        }
        Ok(())
    };
    if let Err(reason) = compare() {
        comparison.complain(reason);
    }
    comparison.judge()
}
