//! Scenes to start from.

/// A scene that ships with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// Its name, also that of its file without the extension.
    pub name: &'static str,
    /// One line that says what it shows.
    pub about: &'static str,
    /// The scene in TOML, with comments.
    pub text: &'static str,
}

macro_rules! examples {
    ($($name:literal: $about:literal),* $(,)?) => {
        &[$(Example {
            name: $name,
            about: $about,
            text: include_str!(concat!("../scenes/", $name, ".toml")),
        }),*]
    };
}

/// All examples.
pub fn examples() -> &'static [Example] {
    examples! {
        "cavity": "resonances of a closed metal box",
        "dipole": "the field of a Hertzian dipole before the first reflection returns",
        "sphere": "a dielectric sphere in a metal box, halved by a symmetry plane",
        "port": "a lumped port that drives a strip above a ground plane",
        "periodic": "a plane wave incident on a slab in a periodic cell",
        "pec-sphere": "radar cross section of a metal sphere, by both solvers",
        "strip-dipole": "impedance and radiation pattern of a strip dipole, by both solvers",
        "patch": "a patch antenna: S11, impedance, radiation pattern, Touchstone file",
        "lossy": "a cavity filled with a lossy dielectric, run until its energy has decayed",
    }
}
