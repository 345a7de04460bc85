//! The cases as scenes.

use std::f64::consts::PI;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use poynting::MethodChoice;

use super::cases::AustinCase;
use super::target::Target;

/// Scales the full-size aircraft meshes to the size s1: 9.1875 in of 592.763 in.
const AIRCRAFT_SCALE: f64 = 9.1875 / 592.763;

impl AustinCase {
    /// The scene of a case by one method; `mesh` is the file it needs.
    pub(super) fn scene(
        &self,
        method: MethodChoice,
        digits: Option<u8>,
        mesh: Option<&Path>,
    ) -> String {
        let (structure, monitor, edge) = match self.target {
            Target::Sphere {
                diameter,
                megahertz,
                divisions,
                ..
            } => {
                let radius = 0.5 * diameter;
                let structure = format!(
                    "shape = \"sphere\"\ncenter = [\"0 m\", \"0 m\", \"0 m\"]\nradius = \"{radius} m\""
                );
                let wave = "from = { theta = \"90 deg\", phi = \"0 deg\" }\n";
                let monitor =
                    format!("type = \"bistatic\"\n{wave}frequencies = \"{megahertz} MHz\"");
                // Equilateral triangles, 20 n^2 of which have the area of the sphere; halfway between two numbers of divisions, so that rounding does
                // not matter.
                let unit = (0.8 * PI / 3_f64.sqrt()).sqrt();
                let edge = unit * radius / (f64::from(divisions) - 0.5);
                (structure, monitor, format!("edge = \"{edge} m\""))
            }
            Target::Almond { gigahertz } => {
                let structure = "shape = \"almond\"\nlength = \"9.936 in\"".to_owned();
                let edge = "elements_per_wavelength = 14".to_owned();
                (structure, monostatic(gigahertz), edge)
            }
            Target::Aircraft { gigahertz } => {
                let file = mesh.unwrap_or(Path::new("")).display().to_string();
                let structure = format!(
                    "shape = \"polyhedron\"\nfile = {file:?}\nunit = \"{AIRCRAFT_SCALE} m\""
                );
                // Longer than any edge, so the mesh is not refined.
                (
                    structure,
                    monostatic(gigahertz),
                    "edge = \"1 m\"".to_owned(),
                )
            }
        };
        let (count, last) = self.target.directions();
        let mut text = format!(
            r#"title = "Austin {name}: {about}"

[[structures]]
name = "target"
material = "pec"
{structure}

[[monitors]]
name = "cut"
{monitor}
theta = "90 deg"
phi = {{ from = "0 deg", to = "{last} deg", count = {count} }}

[mom]
method = "{method}"
{edge}
"#,
            name = self.name,
            about = self.about,
            method = method.name(),
        );
        if let Some(digits) = digits {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "digits = {digits}");
        }
        text
    }
}

fn monostatic(gigahertz: f64) -> String {
    format!("type = \"monostatic\"\nfrequencies = \"{gigahertz} GHz\"")
}

/// A mesh in the folder of the suite, searched only as deep as the suite's folders go.
pub(super) fn mesh_in(folder: &Path, file: &str) -> Option<PathBuf> {
    let found = below(folder, file, 4)?;
    // Scenes look for files in their own folder.
    std::path::absolute(found).ok()
}

fn below(folder: &Path, file: &str, levels: u32) -> Option<PathBuf> {
    let here = folder.join(file);
    if here.is_file() {
        return Some(here);
    }
    let deeper = levels.checked_sub(1)?;
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let mut folders = entries.map(|e| e.path()).filter(|path| path.is_dir());
    folders.find_map(|path| below(&path, file, deeper))
}

#[cfg(test)]
mod tests {
    use super::super::cases::austin_cases;
    use super::*;
    use poynting::{Layout, RunOptions, Scene, Simulation};

    #[test]
    fn every_case_is_a_scene() {
        for case in austin_cases() {
            for method in MethodChoice::ALL {
                let digits = (method != MethodChoice::Dense).then_some(4);
                let mesh = case.needs().map(Path::new);
                let text = case.scene(method, digits, mesh);
                let scene = Scene::from_toml(&text, "case.toml");
                let scene = scene.unwrap_or_else(|e| panic!("{}: {}", case.name, e.render()));
                assert_eq!(scene.mom.method, method);
                assert_eq!(scene.mom.digits, digits.unwrap_or(3));
            }
        }
    }

    /// Within 3 % of the number in the name.
    #[test]
    fn the_large_sphere_has_about_188_thousand_unknowns() {
        let case = austin_cases().iter().find(|c| c.name == "IA-s7-f6-188k");
        let text = case.unwrap().scene(MethodChoice::Mlfma, Some(3), None);
        let simulation = Simulation::from(Scene::from_toml(&text, "case.toml").unwrap());
        let Layout::Mom(plan) = simulation.plan(&RunOptions::default()).unwrap().layout else {
            panic!("another solver")
        };
        assert_eq!(plan.unknowns(), 187_230);
        assert_eq!(plan.sides, 3);
    }

    #[test]
    fn a_mesh_is_found_where_the_suite_has_it() {
        let own = format!("poynting-austin-suite-{}", std::process::id());
        let root = std::env::temp_dir().join(own);
        let place = root.join("aircraft-IVA/mesh");
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("a.inp"), "").unwrap();
        assert_eq!(mesh_in(&root, "a.inp"), Some(place.join("a.inp")));
        assert_eq!(mesh_in(&place, "a.inp"), Some(place.join("a.inp")));
        assert_eq!(mesh_in(&root, "b.inp"), None);
        std::fs::remove_dir_all(root).unwrap();
    }
}
