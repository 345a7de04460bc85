//! Every feature of the solver as a small scene, from its text to its records.

mod control;
mod dispersive;
mod lines;
mod open;
pub mod row;
mod rows;

use crate::fdtd::backend::{Backend, Order, Request};
use crate::fdtd::bloch;
use crate::fdtd::check::{Check, precision};
use crate::fdtd::cpu::Cpu;
use crate::fdtd::recording::compare_runs;
use crate::fdtd::scenes::scene;
use poynting_exec::Real;
use poynting_exec::conformance::{Comparison, Feature};
use poynting_scene::{Model, Scene};
pub use row::Row;

/// The checks of whole runs.
pub fn checks<B: Backend + 'static, T: Real>() -> Vec<Check<B>> {
    let rows = rows::ROWS
        .into_iter()
        .chain(open::ROWS)
        .chain(dispersive::ROWS)
        .chain(bloch::RUNS)
        .chain(lines::ROWS)
        .chain(control::ROWS);
    let checks = rows.map(|row| Check {
        feature: Feature {
            group: row.group,
            name: row.name,
            checks: row.checks,
            within: row.within,
        },
        needs: row.needs,
        compare: Box::new(move |backend: &B, tolerance| {
            let mut comparison = Comparison::new(tolerance);
            if let Err(reason) = row.compare::<B, T>(backend, &mut comparison) {
                comparison.complain(reason);
            }
            comparison.judge()
        }),
    });
    checks.collect()
}

impl Row {
    fn compare<B: Backend, T: Real>(
        &self,
        backend: &B,
        comparison: &mut Comparison,
    ) -> Result<(), String> {
        let texts = self.scenes.iter().map(|parts| scene(parts));
        let mut scenes: Vec<Scene> = texts
            .map(|text| Scene::from_toml(&text, "conformance.toml").map_err(|e| e.render()))
            .collect::<Result<_, _>>()?;
        if let (Some(courant), Some(last)) = (self.courant, scenes.last_mut()) {
            let mut model = Model::clone(last);
            model.fdtd.courant = courant;
            *last = Scene::unchecked(model);
        }
        let request = |order: Order| Request {
            scenes: &scenes,
            precision: precision::<T>(),
            order,
            interrupt_at: self.interrupt_at,
        };
        let expected = Cpu::default().run(&request(Order::Sweep { threads: 1 }))?;
        for order in self.orders.iter().chain(backend.orders()) {
            let found = backend.run(&request(*order))?;
            comparison.equal("runs", &expected.len(), &found.len());
            for (expected, found) in expected.iter().zip(&found) {
                compare_runs(comparison, expected, found);
            }
        }
        Ok(())
    }
}
