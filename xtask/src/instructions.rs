//! Counts the instructions of FDTD per cell and step with cachegrind: a guard of its speed that does not depend on the load of the machine.
//!
//! Each model runs twice, with few and with more steps. The difference is what the additional steps cost, their energy checks included, which in such
//! short runs follow every eight steps: between walls a step alone takes 12 instructions per cell, a check about 200, since its sums are exact
//! (`crates/exec/src/exact_sum.rs`). Usual runs check every 128 steps. Under cachegrind a program sees at most AVX2.

use crate::Error;
use crate::files::{put, read, remake};
use crate::repository::{Repository, run};
use std::path::Path;
use std::process::Command;

/// Cells of a model along each axis, with its PML.
const CELLS: u64 = 48;
/// Steps of the two runs.
const STEPS: [u64; 2] = [8, 72];
/// How much a count may differ from the expected one.
const TOLERANCE: f64 = 0.15;

struct Model {
    name: &'static str,
    wall: &'static str,
    layers: u64,
    /// Instructions per cell and step.
    expected: f64,
}

const MODELS: [Model; 2] = [
    Model {
        name: "a dielectric between walls",
        wall: "pec",
        layers: 0,
        expected: 37.7,
    },
    Model {
        name: "a dielectric in a PML",
        wall: "pml",
        layers: 10,
        expected: 47.9,
    },
];

/// Counts the instructions of all models.
pub fn count(repository: &Repository, program: &Path) -> Result<(), Error> {
    let folder = repository.target_dir().join("instructions");
    remake(&folder)?;
    for model in &MODELS {
        let [few, many] = STEPS.map(|steps| model.count(&folder, program, steps));
        let counted = (many? - few?) / ((STEPS[1] - STEPS[0]) * CELLS.pow(3)) as f64;
        let Model { name, expected, .. } = model;
        println!("{name}: {counted:.1} instructions per cell and step, {expected:.1} expected");
        if (counted / expected - 1.0).abs() > TOLERANCE {
            return Err(Error::Unexpected(format!(
                "{name} takes {counted:.1} instructions per cell and step instead of {expected:.1}; if that is intended, change xtask/src/instructions.rs"
            )));
        }
    }
    Ok(())
}

impl Model {
    fn scene(&self, steps: u64) -> String {
        let Self { wall, layers, .. } = self;
        let inner = CELLS - 2 * layers;
        let pml = match layers {
            0 => String::new(),
            _ => format!("pml = {{ layers = {layers} }}\n"),
        };
        let [quarter, middle, three] = [1, 2, 3].map(|n| inner * n / 4);
        format!(
            "title = 'instructions'\n\
             [domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['{inner} mm', '{inner} mm', '{inner} mm']\n\
             [grid]\nspacing = '1 mm'\n\
             [boundary]\nx = '{wall}'\ny = '{wall}'\nz = '{wall}'\n{pml}\
             [materials.dielectric]\neps_r = 4\n\
             [[structures]]\nmaterial = 'dielectric'\nshape = 'box'\n\
             from = ['{quarter} mm', '{quarter} mm', '{quarter} mm']\nto = ['{three} mm', '{three} mm', '{three} mm']\n\
             [[sources]]\nname = 'point'\ntype = 'soft-point'\ncomponent = 'Ez'\n\
             at = ['{middle} mm', '{middle} mm', '{middle} mm']\n\
             waveform = {{ type = 'gaussian', amplitude = '1 A/m^2', bandwidth = '10 GHz' }}\n\
             [stop]\nsteps = {steps}\n"
        )
    }

    /// The instructions of a run.
    fn count(&self, folder: &Path, program: &Path, steps: u64) -> Result<f64, Error> {
        let [scene, log] = ["scene.toml", "cachegrind.log"].map(|file| folder.join(file));
        put(&scene, self.scene(steps))?;
        let mut command = Command::new("valgrind");
        command
            .args(["--tool=cachegrind", "--cache-sim=no"])
            .arg("--cachegrind-out-file=/dev/null")
            .arg(format!("--log-file={}", log.display()))
            .arg(program)
            .arg("run")
            .arg(&scene)
            .args(["--threads", "1", "--quiet", "--out"])
            .arg(folder.join("results"));
        run(&mut command)?;
        let text = read(&log)?;
        counted(&text)
            .ok_or_else(|| Error::Unexpected(format!("no count of instructions in:\n{text}")))
    }
}

/// The number in `==1== I   refs:      347,657,371`.
fn counted(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains("refs:"))?;
    let number = line.rsplit(':').next()?;
    number.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read() {
        let text = "==7== Cachegrind\n==7== I   refs:      347,657,371\n==7== \n";
        assert_eq!(counted(text), Some(347_657_371.0));
        assert_eq!(counted("==7== killed"), None);
    }
}
