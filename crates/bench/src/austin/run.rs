//! Runs and scores the cases one after the other.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use poynting::{
    Budget, Error, MethodChoice, Precision, Progress, Results, RunOptions, Scene, Simulation,
    Solver, processor_time, results,
};

use super::cases::{AustinCase, Reference, austin_cases};
use super::error::AustinError;
use super::peak;
use super::report::{AustinDifference, AustinReport, AustinRow};
use super::scenes::mesh_in;
use super::score::{Curve, Score};

/// How to run the cases.
#[derive(Debug, Clone, Default)]
pub struct AustinBench {
    /// Only the case with this name.
    pub case: Option<String>,
    /// The method; by default those of the case.
    pub method: Option<MethodChoice>,
    /// Decimal digits of compressed products; 3 by default.
    pub digits: Option<u8>,
    /// Precision of the matrix; by default that of the case.
    pub precision: Option<Precision>,
    /// Threads; one per core by default.
    pub threads: Option<usize>,
    /// Memory limit; by default what is available.
    pub budget: Option<Budget>,
    /// The folder of the suite, for meshes not included here.
    pub suite: Option<PathBuf>,
    /// A folder that keeps the results; a temporary one by default.
    pub keep: Option<PathBuf>,
}

/// Events during the benchmark.
#[derive(Debug)]
pub enum AustinEvent<'a> {
    /// A case starts.
    Begins(&'a AustinCase, MethodChoice),
    /// Progress of its run.
    Progress(&'a Progress),
    /// It has been scored.
    Row(&'a AustinRow),
    /// Two methods have been compared.
    Difference(&'a AustinDifference),
}

/// Receives the events and may stop the benchmark.
pub type AustinObserver<'a> = dyn FnMut(AustinEvent<'_>) -> ControlFlow<()> + 'a;

/// Runs the cases. If all are requested and the suite is not available, those that need its meshes are skipped.
pub fn austin(
    bench: &AustinBench,
    observe: &mut AustinObserver<'_>,
) -> Result<AustinReport, AustinError> {
    let mut report = AustinReport::default();
    for case in chosen(bench)? {
        let methods = bench.method.map_or(case.methods.to_vec(), |m| vec![m]);
        let mut curves: Vec<(MethodChoice, [Curve; 2])> = Vec::new();
        for method in methods {
            let run = CaseRun {
                bench,
                case,
                method,
            };
            let scene = run.scene()?;
            told(observe(AustinEvent::Begins(case, method)))?;
            let (row, found) = run.measure(&scene, observe)?;
            told(observe(AustinEvent::Row(&row)))?;
            report.rows.push(row);
            curves.push((method, found));
        }
        if let [(first, a), (second, b)] = &curves[..] {
            let score = Score::of("", a, b).map_err(|error| case.curve(error))?;
            let difference = AustinDifference {
                case: case.name.to_owned(),
                methods: [first.name().to_owned(), second.name().to_owned()],
                vv_db: score.vv_db,
                hh_db: score.hh_db,
            };
            told(observe(AustinEvent::Difference(&difference)))?;
            report.differences.push(difference);
        }
    }
    Ok(report)
}

fn told(answer: ControlFlow<()>) -> Result<(), AustinError> {
    match answer {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(AustinError::Interrupted),
    }
}

fn chosen(bench: &AustinBench) -> Result<Vec<&'static AustinCase>, AustinError> {
    let all = austin_cases();
    let Some(name) = &bench.case else {
        let possible = |c: &&AustinCase| bench.suite.is_some() || c.needs().is_none();
        return Ok(all.iter().filter(possible).collect());
    };
    let found = all.iter().find(|c| c.name.eq_ignore_ascii_case(name));
    found
        .map(|case| vec![case])
        .ok_or_else(|| AustinError::Unknown {
            name: name.clone(),
            known: all.iter().map(|c| c.name).collect(),
        })
}

/// A case by one method.
struct CaseRun<'a> {
    bench: &'a AustinBench,
    case: &'static AustinCase,
    method: MethodChoice,
}

impl CaseRun<'_> {
    fn measure(
        &self,
        scene: &str,
        observe: &mut AustinObserver<'_>,
    ) -> Result<(AustinRow, [Curve; 2]), AustinError> {
        let case = self.case;
        let folder = Folder::new(self)?;
        peak::reset();
        let start = Instant::now();
        let begun = processor_time();
        let threads = self
            .run_into(scene, &folder.path, observe)
            .map_err(|error| AustinError::Run {
                case: case.name,
                error: Box::new(error),
            })?;
        let wall_s = start.elapsed().as_secs_f64();
        let ended = processor_time().zip(begun);
        let spent = ended.map(|(now, begun)| now.saturating_sub(begun));
        let peak_bytes = peak::bytes();
        let found = results::open(&folder.path).map_err(|error| AustinError::Run {
            case: case.name,
            error: Box::new(error.into()),
        })?;
        if found.summary.stopped_by == "interrupt" {
            return Err(AustinError::Interrupted);
        }
        let curves = case.curves(&found).map_err(|error| case.curve(error))?;
        let score = |of: &Reference| {
            let reference = of.curves()?;
            Score::of(of.name, &curves, &reference)
        };
        let error = score(&case.reference).map_err(|error| case.curve(error))?;
        let measured = case.measured.iter().map(score).collect::<Result<_, _>>();
        let row = AustinRow {
            case: case.name.to_owned(),
            unknowns: found.summary.mom.as_ref().map_or(0, |m| m.unknowns),
            method: self.method.name().to_owned(),
            error_vv_db: error.vv_db,
            error_hh_db: error.hh_db,
            core_s: wall_s * threads as f64,
            cpu_s: spent.map(|time| time.as_secs_f64()),
            wall_s,
            peak_bytes,
            iterations: iterations(&found),
            combinations: (found.get("solution/rank")).map(|q| q.data[0] as u64),
            right_hand_sides: case.target.sides(),
            digits: self.digits(),
            precision: found.summary.precision.clone(),
            threads,
            measured: measured.map_err(|error| case.curve(error))?,
            published: case.published(),
        };
        Ok((row, curves))
    }

    fn digits(&self) -> u8 {
        self.bench.digits.unwrap_or(3)
    }

    fn scene(&self) -> Result<String, AustinError> {
        let case = self.case;
        let mesh = match (case.needs(), &self.bench.suite) {
            (None, _) => None,
            (Some(file), None) => {
                return Err(AustinError::NeedsSuite {
                    case: case.name,
                    file,
                });
            }
            (Some(file), Some(folder)) => {
                Some(
                    mesh_in(folder, file).ok_or_else(|| AustinError::NotInSuite {
                        case: case.name,
                        file,
                        folder: folder.clone(),
                    })?,
                )
            }
        };
        let digits = (self.method != MethodChoice::Dense).then(|| self.digits());
        Ok(case.scene(self.method, digits, mesh.as_deref()))
    }

    /// Runs a scene as a user would; returns the number of threads used.
    fn run_into(
        &self,
        text: &str,
        dir: &Path,
        observe: &mut AustinObserver<'_>,
    ) -> Result<usize, Error> {
        let options = RunOptions {
            solver: Some(Solver::Mom),
            threads: self.bench.threads,
            precision: self.bench.precision,
            budget: self.bench.budget,
            ..RunOptions::default()
        };
        let file = format!("{}.toml", self.case.name);
        let simulation = Simulation::from(Scene::from_toml(text, &file)?);
        let plan = simulation.plan(&options)?;
        let watch = &mut |p: &Progress| observe(AustinEvent::Progress(p));
        let finished = simulation.run_into(&plan, dir, watch)?;
        Ok(finished.summary.threads)
    }
}

fn iterations(found: &Results) -> u64 {
    let quantity = found.get("solution/iterations");
    quantity.map_or(0, |q| q.data.iter().sum::<f64>() as u64)
}

/// A folder for the results of a case, removed afterwards unless it is to be kept.
struct Folder {
    path: PathBuf,
    kept: bool,
}

impl Folder {
    fn new(run: &CaseRun<'_>) -> Result<Self, AustinError> {
        let keep = &run.bench.keep;
        let passing = || std::env::temp_dir().join(format!("poynting-{}", std::process::id()));
        let root = keep.clone().unwrap_or_else(passing);
        let path = root.join(format!("{}-{}", run.case.name, run.method.name()));
        std::fs::create_dir_all(&root).map_err(|error| AustinError::Folder {
            folder: root,
            error,
        })?;
        let kept = keep.is_some();
        Ok(Self { path, kept })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        // Anything that cannot be removed is left in the system's temporary folder; the root is removed with its last case.
        drop(std::fs::remove_dir_all(&self.path));
        if let Some(root) = self.path.parent() {
            drop(std::fs::remove_dir(root));
        }
    }
}
