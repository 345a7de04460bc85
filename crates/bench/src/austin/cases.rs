//! The cases: targets of the Austin RCS benchmark suite with their references (`data/austin/README.md`).

use poynting::{MethodChoice, Results};

use super::error::AustinError;
use super::published::{self, Published};
use super::score::{Curve, CurveError};
use super::target::Target;

/// A target at one frequency.
#[derive(Debug)]
pub struct AustinCase {
    /// The suite's name for target, size and frequency; with the approximate number of unknowns appended where the suite has several meshes.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Whether it takes more than about a minute.
    pub slow: bool,
    pub(super) target: Target,
    pub(super) methods: &'static [MethodChoice],
    pub(super) reference: Reference,
    pub(super) measured: &'static [Reference],
    mesh: Option<(&'static str, &'static str)>,
}

/// A reference to compare results with.
#[derive(Debug)]
pub(super) struct Reference {
    pub name: &'static str,
    /// V and H.
    files: [&'static str; 2],
}

impl Reference {
    /// V and H.
    pub fn curves(&self) -> Result<[Curve; 2], CurveError> {
        let [v, h] = self.files.map(Curve::read);
        Ok([v?, h?])
    }
}

/// V and H files of the suite by their common name.
macro_rules! reference {
    ($name:literal, $file:literal) => {
        Reference {
            name: $name,
            files: [
                include_str!(concat!("../../data/austin/", $file, ".V.txt")),
                include_str!(concat!("../../data/austin/", $file, ".H.txt")),
            ],
        }
    };
}

const MESH_BB: &str = "Closed-Duct_PRIME_model_meshBB.inp";
const LARGE_SPHERE: f64 = 19.2;

/// All cases, in the order in which they run.
pub fn austin_cases() -> &'static [AustinCase] {
    &CASES
}

static CASES: [AustinCase; 8] = [
    AustinCase {
        name: "IA-s2-f6",
        about: "metal sphere, 0.6 m, 320 MHz: 0.64 wavelengths, bistatic",
        slow: false,
        target: Target::Sphere {
            diameter: 0.6,
            megahertz: 320.0,
            divisions: 10,
            directions: 361,
        },
        methods: &[MethodChoice::Dense],
        reference: reference!("Mie", "ref_rcs.I.A.s2.f6"),
        measured: &[],
        mesh: None,
    },
    AustinCase {
        name: "IA-s7-f1",
        about: "metal sphere, 19.2 m, 10 MHz: 0.64 wavelengths, bistatic",
        slow: false,
        target: Target::Sphere {
            diameter: LARGE_SPHERE,
            megahertz: 10.0,
            divisions: 10,
            directions: 361,
        },
        methods: &[MethodChoice::Dense],
        reference: reference!("Mie", "ref_rcs.I.A.s7.f1"),
        measured: &[],
        mesh: None,
    },
    large_sphere("IA-s7-f6-188k", 79, Some("mesh M4")),
    large_sphere("IA-s7-f6-750k", 158, Some("mesh M5")),
    large_sphere("IA-s7-f6-1m", 183, None),
    AustinCase {
        name: "IIIA-fx4",
        about: "metal almond, 9.936 in, 10.25 GHz: 8.6 wavelengths, monostatic, 361 angles",
        slow: true,
        target: Target::Almond { gigahertz: 10.25 },
        methods: &[MethodChoice::Mlfma, MethodChoice::HMatrix],
        reference: reference!("AIM", "ref_rcs.III.A.s1.fx4"),
        measured: &[
            reference!("measurement 1", "meas.m1_rcs.III.A.s1.fx4"),
            reference!("measurement 2", "meas.m2_rcs.III.A.s1.fx4"),
        ],
        mesh: None,
    },
    AustinCase {
        name: "IVA-s1-fx2",
        about: "metal aircraft, 9.1875 in, 7 GHz: 5.4 wavelengths, monostatic, 361 angles",
        slow: true,
        target: Target::Aircraft { gigahertz: 7.0 },
        methods: &[MethodChoice::Mlfma],
        reference: reference!("AIM", "ref_rcs.IV.A.s1.fx2"),
        measured: &[
            reference!("measurement 1", "meas.m1_rcs.IV.A.s1.fx2"),
            reference!("measurement 2", "meas.m2_rcs.IV.A.s1.fx2"),
        ],
        mesh: Some((published::AIRCRAFT, "mesh BB")),
    },
    AustinCase {
        name: "IVA-s1-fx3",
        about: "metal aircraft, 9.1875 in, 10.25 GHz: 8 wavelengths, monostatic, 361 angles",
        slow: true,
        target: Target::Aircraft { gigahertz: 10.25 },
        methods: &[MethodChoice::Mlfma],
        reference: reference!("AIM", "ref_rcs.IV.A.s1.fx3"),
        measured: &[
            reference!("measurement 1", "meas.m1_rcs.IV.A.s1.fx3"),
            reference!("measurement 2", "meas.m2_rcs.IV.A.s1.fx3"),
        ],
        mesh: Some((published::AIRCRAFT, "mesh BB")),
    },
];

const fn large_sphere(
    name: &'static str,
    divisions: u32,
    mesh: Option<&'static str>,
) -> AustinCase {
    AustinCase {
        name,
        about: "metal sphere, 19.2 m, 320 MHz: 20.5 wavelengths, bistatic, 3601 angles",
        slow: true,
        target: Target::Sphere {
            diameter: LARGE_SPHERE,
            megahertz: 320.0,
            divisions,
            directions: 3601,
        },
        methods: &[MethodChoice::Mlfma],
        reference: reference!("Mie", "ref_rcs.I.A.s7.f6"),
        measured: &[],
        mesh: match mesh {
            Some(mesh) => Some((published::SPHERE, mesh)),
            None => None,
        },
    }
}

impl AustinCase {
    /// The suite mesh it needs, if any.
    pub fn needs(&self) -> Option<&'static str> {
        match self.target {
            Target::Aircraft { .. } => Some(MESH_BB),
            Target::Sphere { .. } | Target::Almond { .. } => None,
        }
    }

    /// The published run with the fewest core-seconds on its mesh.
    pub fn published(&self) -> Option<Published> {
        self.mesh
            .and_then(|(file, mesh)| published::cheapest(file, mesh))
    }

    /// V and H of its results.
    pub(super) fn curves(&self, results: &Results) -> Result<[Curve; 2], CurveError> {
        let monitor = self.target.monitor();
        let curve = |along: &str| {
            let name = format!("{monitor}/rcs_{along}_{along}_level");
            let found = results.get(&name);
            let angles = found.and_then(|q| q.axis("phi"));
            match (found, angles) {
                (Some(levels), Some(phi)) => Ok(self.target.as_the_suite_counts(Curve {
                    phi: phi.to_vec(),
                    level: levels.data.clone(),
                })),
                _ => Err(CurveError::Missing(name)),
            }
        };
        Ok([curve("theta")?, curve("phi")?])
    }

    pub(super) fn curve(&self, error: CurveError) -> AustinError {
        AustinError::Curve {
            case: self.name,
            error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file has the angles of its case, and the measurements differ by 0.992 to 1.757 dB from the suite's simulation (computed separately).
    #[test]
    fn references_are_of_the_directions_of_their_cases() {
        for case in austin_cases() {
            let reference = case.reference.curves().unwrap();
            let (count, last) = case.target.directions();
            for curve in &reference {
                assert_eq!(curve.phi.len(), count, "{}", case.name);
                assert!((curve.phi[count - 1] - last).abs() < 1e-9, "{}", case.name);
            }
            for measured in case.measured {
                let off =
                    super::super::score::Score::of("", &measured.curves().unwrap(), &reference);
                let off = off.unwrap();
                for db in [off.vv_db, off.hh_db] {
                    assert!(
                        db > 0.99 && db < 1.76,
                        "{} {}: {off:?}",
                        case.name,
                        measured.name
                    );
                }
            }
        }
    }
}
