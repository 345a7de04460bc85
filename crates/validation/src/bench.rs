//! Support for cases: runs scenes as the user requested and collects rows.

use crate::equality::{self, Distance};
use crate::machine::{Machine, Size};
use crate::picture::Picture;
use crate::{Listed, Row, ValidationError};
use poynting::{Device, Precision, Progress, Quantity, Results, RunOptions, Scene, Simulation};
use poynting_physics::Complex;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// A comparison: what was compared, its error and its tolerance.
pub(crate) struct Comparison<'a> {
    /// The part of the case; empty when the case has one row per precision.
    pub of: &'a str,
    pub precision: Precision,
    pub error: f64,
    pub unit: &'a str,
    pub tolerance: f64,
}

/// A recorded signal at equidistant times.
pub(crate) struct Signal {
    pub times: Vec<f64>,
    pub values: Vec<f64>,
}

/// The environment of a case.
pub(crate) struct Bench<'a> {
    machine: Machine,
    case: Listed,
    pictures: Option<&'a Path>,
    keep: &'a mut dyn FnMut(Row),
    since: Instant,
    /// Scenes that were run on a GPU, and their precision.
    compared: Vec<(String, Precision)>,
    /// Differences between GPU and CPU, by precision.
    distances: Vec<(Precision, Distance)>,
}

impl<'a> Bench<'a> {
    pub fn new(
        machine: Machine,
        case: Listed,
        pictures: Option<&'a Path>,
        keep: &'a mut dyn FnMut(Row),
    ) -> Self {
        Self {
            machine,
            case,
            pictures,
            keep,
            since: Instant::now(),
            compared: Vec::new(),
            distances: Vec::new(),
        }
    }

    /// Coarse, quick or full, by the requested effort and the device.
    pub fn sized<T>(&self, [coarse, quick, full]: [T; 3]) -> T {
        match self.machine.size {
            Size::Coarse => coarse,
            Size::Quick => quick,
            Size::Full => full,
        }
    }

    /// The precisions of the device, the finest first.
    pub fn precisions(&self) -> &'static [Precision] {
        self.machine.precisions
    }

    /// Double if the device supports it.
    pub fn finest(&self) -> Precision {
        self.machine.precisions[0]
    }

    /// Whether the case runs on a GPU.
    pub fn is_on_gpu(&self) -> bool {
        self.machine.is_gpu()
    }

    /// The user's options, in a given precision.
    pub fn options(&self, precision: Precision) -> RunOptions {
        RunOptions {
            solver: Some(self.case.solver),
            device: self.machine.device.into(),
            threads: self.machine.threads,
            precision: Some(precision),
            ..RunOptions::default()
        }
    }

    /// Runs a scene as the user requested.
    pub fn simulate(
        &mut self,
        scene: &str,
        precision: Precision,
    ) -> Result<Results, ValidationError> {
        let options = self.options(precision);
        let results = self.simulate_with(scene, &options)?;
        if self.is_on_gpu() {
            self.compare_with_processor(scene, precision, &results)?;
        }
        Ok(results)
    }

    /// Runs a scene with its own options.
    pub fn simulate_with(
        &self,
        scene: &str,
        options: &RunOptions,
    ) -> Result<Results, ValidationError> {
        self.simulate_until(u64::MAX, scene, options)
    }

    /// Runs a scene for about this many steps.
    fn simulate_until(
        &self,
        steps: u64,
        scene: &str,
        options: &RunOptions,
    ) -> Result<Results, ValidationError> {
        let scene = Scene::from_toml(scene, &format!("{}.toml", self.case.name))
            .map_err(poynting::Error::from)?;
        let observe = |progress: &Progress| {
            if progress.done() >= steps {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        Ok(Simulation::from(scene).run_with(options, observe)?)
    }

    /// Compares the first steps of a GPU's results with those of the CPU.
    fn compare_with_processor(
        &mut self,
        scene: &str,
        precision: Precision,
        gpu: &Results,
    ) -> Result<(), ValidationError> {
        let options = RunOptions {
            device: Device::Cpu.into(),
            ..self.options(precision)
        };
        let cpu = self.simulate_until(equality::STEPS, scene, &options)?;
        let found = equality::distance(gpu, &cpu, (self.case.solver, precision));
        match self.distances.iter_mut().find(|(p, _)| *p == precision) {
            Some((_, worst)) => *worst = worst.worse(found),
            None => self.distances.push((precision, found)),
        }
        self.compared.push((scene.to_owned(), precision));
        Ok(())
    }

    /// Ends the case. On a GPU every scene is compared with the CPU in every precision: in those that the case
    /// itself does not use, the first steps are run here.
    pub fn finish(mut self) -> Result<(), ValidationError> {
        let compared = self.compared.clone();
        for (scene, _) in &compared {
            for &precision in self.precisions() {
                if self
                    .compared
                    .iter()
                    .all(|(s, p)| (s, *p) != (scene, precision))
                {
                    let options = self.options(precision);
                    let gpu = self.simulate_until(equality::STEPS, scene, &options)?;
                    self.compare_with_processor(scene, precision, &gpu)?;
                }
            }
        }
        for (precision, Distance { error, tolerance }) in self.distances.clone() {
            self.row(&Comparison {
                of: "gpu-equals-cpu",
                precision,
                error,
                unit: "of peak",
                tolerance,
            });
        }
        Ok(())
    }

    /// Draws a picture under the name of the case, if pictures are requested.
    pub fn picture(&self, picture: &Picture<'_>) -> Result<(), ValidationError> {
        self.draw(self.case.name, picture)
    }

    /// Draws one of several pictures of the case.
    pub fn picture_of(&self, part: &str, picture: &Picture<'_>) -> Result<(), ValidationError> {
        self.draw(&format!("{}-{part}", self.case.name), picture)
    }

    fn draw(&self, name: &str, picture: &Picture<'_>) -> Result<(), ValidationError> {
        match self.pictures {
            Some(folder) => Ok(picture.draw(name, folder)?),
            None => Ok(()),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, comparison: &Comparison<'_>) {
        let case = match comparison.of {
            "" => self.case.name.to_owned(),
            of => format!("{}/{of}", self.case.name),
        };
        let row = Row {
            case,
            solver: self.case.solver.name().to_owned(),
            device: self.machine.device.to_string(),
            precision: comparison.precision.name().to_owned(),
            error: comparison.error,
            unit: comparison.unit.to_owned(),
            tolerance: comparison.tolerance,
            // Written so that a NaN error fails.
            pass: comparison.error <= comparison.tolerance,
            wall_s: self.since.elapsed().as_secs_f64(),
        };
        self.since = Instant::now();
        (self.keep)(row);
    }
}

/// A recorded quantity.
pub(crate) fn quantity<'a>(
    results: &'a Results,
    name: &str,
) -> Result<&'a Quantity, ValidationError> {
    let missing = || ValidationError::Missing(name.to_owned());
    results.get(name).ok_or_else(missing)
}

/// A complex recorded quantity: its parts are `name/real` and `name/imag`.
pub(crate) fn phasors(results: &Results, name: &str) -> Result<Vec<Complex>, ValidationError> {
    let [re, im] = ["real", "imag"].map(|part| quantity(results, &format!("{name}/{part}")));
    let both = re?.data.iter().zip(&im?.data);
    Ok(both.map(|(re, im)| Complex::new(*re, *im)).collect())
}

/// A recorded quantity that depends on time alone.
pub(crate) fn signal(results: &Results, name: &str) -> Result<Signal, ValidationError> {
    let missing = || ValidationError::Missing(name.to_owned());
    let quantity = quantity(results, name)?;
    let times = quantity.axis("time").ok_or_else(missing)?;
    Ok(Signal {
        times: times.to_vec(),
        values: quantity.data.clone(),
    })
}
