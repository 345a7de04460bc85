//! Random scenes run in pairs that must agree.
//!
//! Closed forms validate cases that someone has thought of. Here no result is known in advance: a random scene over the whole scene language is run
//! twice in two ways that must give the same numbers, such as rotated by 90 degrees, or in two precisions. Each relation (in `relations`) says what
//! it changes, what must agree and to what tolerance. A scene that violates one is reduced as long as it still violates it.
#![forbid(unsafe_code)]

mod agree;
mod case;
mod generate;
mod minimise;
mod outcome;
mod relations;
mod report;
mod turn;

pub use case::{Case, Verdict};
pub use minimise::minimise;
pub use outcome::{bare, text};
pub use relations::{ALL, Relation};
pub use report::{Finding, Report};

use poynting_exec::Random;
use serde_json::Value;

/// The scene for a seed, in JSON with bare numbers in SI units.
pub fn scene(seed: u64) -> Value {
    generate::scene(seed)
}

/// An endless sequence of scene seeds.
pub fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    let mut rng = Random::new(seed);
    // Short numbers are easier to copy.
    std::iter::repeat_with(move || rng.word() >> 32)
}

/// Whether a scene that violates a relation is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Findings {
    /// As long as it still violates it, which takes a hundred runs.
    Minimised,
    /// It is left as generated.
    AsMade,
}

/// Checks one scene; the seed is that of the choices of the relations.
pub fn examine(
    scene: &Value,
    seed: u64,
    relations: &[&'static Relation],
    findings: Findings,
    report: &mut Report,
) {
    report.scenes += 1;
    let case = Case::new(scene, seed);
    for relation in relations {
        let verdict = (relation.check)(&case);
        report.count(relation.name, &verdict);
        if let Verdict::Disagrees(message) = verdict {
            let scene = match findings {
                Findings::Minimised => minimise(scene, seed, relation),
                Findings::AsMade => scene.clone(),
            };
            report.findings.push(Finding {
                seed,
                relation: relation.name,
                message,
                scene,
            });
        }
    }
}
