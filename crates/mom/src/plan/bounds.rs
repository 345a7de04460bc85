//! Limits of what a scene may ask for, before its surface is meshed.

use poynting_exec::{Budget, Effort, NotQuick, PartExceedsMemory, Planning};
use poynting_geometry::{MOST_TRIANGLES, MeshSize};
use poynting_mom_core::error::MomError;
use poynting_scene::Scene;

/// Bytes per triangle of a mesh and its functions while they are made, at least: measured, 580.
const TRIANGLE: u64 = 500;
/// Triangles that a quick plan makes, and the seconds of one core for each.
const QUICK_TRIANGLES: u64 = 200_000;
const SECONDS: f64 = 5e-6;
/// Unknowns of an H-matrix whose size a quick plan estimates from samples of its blocks, and what that takes per unknown: measured on meshes of spheres.
const QUICK_UNKNOWNS: usize = 40_000;
const SAMPLES_SECONDS: f64 = 5e-5;
const SAMPLES_BYTES: f64 = 5e3;
/// Bytes of the results in a direction at a frequency: two complex components for each polarisation.
const RESULT: f64 = 64.0;

/// What a plan may cost.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub budget: Budget,
    pub effort: Effort,
}

impl Bounds {
    /// Rejects monitors whose results do not fit.
    pub fn check_monitors(self, scene: &Scene) -> Result<(), MomError> {
        let planning = Planning {
            effort: self.effort,
            budget: Some(self.budget),
        };
        let mut all = 0.0;
        for monitor in &scene.monitors {
            let kind = &monitor.kind;
            let (directions, frequencies) = (kind.directions(), kind.frequencies().len());
            let needed = RESULT * directions * frequencies as f64;
            all += needed;
            let name = &monitor.name;
            let what = || {
                format!("monitor `{name}` has {directions} directions at {frequencies} frequencies")
            };
            planning.check_part(needed, (what, "use fewer of either"))?;
        }
        let what = || format!("the scene has {} monitors", scene.monitors.len());
        Ok(planning.check_part(all, (what, "use fewer, or fewer directions"))?)
    }

    /// Rejects an H-matrix whose size cannot be estimated quickly.
    pub fn check_samples(self, unknowns: usize) -> Result<(), MomError> {
        if self.effort == Effort::Full || unknowns <= QUICK_UNKNOWNS {
            return Ok(());
        }
        Err(MomError::NotQuick(NotQuick {
            what: format!("the size of an H-matrix with {unknowns} unknowns"),
            seconds: SAMPLES_SECONDS * unknowns as f64,
            bytes: SAMPLES_BYTES * unknowns as f64,
        }))
    }

    /// The triangles that a mesh may have.
    pub fn mesh(self, edge: f64) -> MeshSize {
        let most = match self.effort {
            Effort::Full => self.held(),
            Effort::Quick => self.held().min(QUICK_TRIANGLES),
        };
        MeshSize { edge, most }
    }

    /// The triangles that memory can hold.
    fn held(self) -> u64 {
        (self.budget.bytes / TRIANGLE).min(MOST_TRIANGLES)
    }

    /// Why a mesh is not made: it does not fit, or not quickly.
    pub fn refusal(self, part: &str, edge: f64, triangles: f64) -> MomError {
        let what = format!(
            "the mesh up to {part} has {triangles:.3e} triangles or more with edges of {edge:.3e} m"
        );
        let bytes = TRIANGLE as f64 * triangles;
        if triangles > self.held() as f64 {
            return MomError::Part(PartExceedsMemory {
                what,
                needed: bytes,
                available: self.budget.bytes,
                cure: "use longer edges: a larger `edge` or fewer `elements_per_wavelength` under `mom`",
            });
        }
        MomError::NotQuick(NotQuick {
            what,
            seconds: SECONDS * triangles,
            bytes,
        })
    }
}
