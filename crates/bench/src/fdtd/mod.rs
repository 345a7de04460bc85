//! Speed of FDTD.
//!
//! A figure is the median over three equal intervals of one run, counting only the time spent in steps. The cases
//! are those used to measure other programs: `vac`, a cube of N^3 equal cells in a metal box; `diel`,
//! the same with a dielectric cube in the middle half; `pml` and `pmldiel`, the same with PML in the outermost ten cells.
//! A grid may have more in it, as models have, or be that of a scene.

mod blocks;
mod case;
mod grid;
mod measure;
mod options;
mod report;
mod scene;

pub use case::Case;
pub use grid::{Contradiction, Grid};
pub(crate) use measure::Subject;
pub use options::{Axes, Cells, Dispersive, Distribution, OptionError, Snapshots};
pub use report::{OperatorShare, Report, Row};

use poynting::{
    Device, Error, Precision, Profile, RankChoice, RunOptions, Scene, Simulation, TraversalChoice,
};
use scene::scene;
use std::path::PathBuf;

/// How to measure.
#[derive(Debug, Clone, Copy)]
pub struct FdtdBench {
    /// The device.
    pub device: Device,
    /// Threads; one per core by default.
    pub threads: Option<usize>,
    /// Precision of the fields; by default single, or that of the scene.
    pub precision: Option<Precision>,
    /// One order of updates, or a row for each; a GPU has one.
    pub traversal: Option<TraversalChoice>,
    /// Ranks that share the grid, on the CPU only.
    pub ranks: Option<RankChoice>,
    /// Duration of one interval; a row is the median of three.
    pub seconds: f64,
    /// Whether a second run measures the time of each operator; on the CPU only.
    pub profile: Profile,
}

impl FdtdBench {
    pub(crate) fn options(&self) -> RunOptions {
        RunOptions {
            device: self.device.into(),
            threads: self.threads,
            precision: self.precision,
            ranks: self.ranks,
            ..RunOptions::default()
        }
    }

    /// The same with single precision unless another one is given.
    fn of_grids(self) -> Self {
        Self {
            precision: self.precision.or(Some(Precision::F32)),
            ..self
        }
    }
}

/// What to measure.
#[derive(Debug, Clone, PartialEq)]
pub enum Workload {
    /// Grids, one after the other.
    Grids(Vec<Grid>),
    /// A scene file, with all that it contains; for a network, the first of its runs.
    Scene(PathBuf),
}

impl Grid {
    pub(crate) fn subject(&self) -> Result<Subject, Error> {
        Ok(Subject {
            case: self.case.name().to_owned(),
            simulation: Simulation::from(Scene::from_toml(&scene(self), "bench.toml")?),
        })
    }
}

/// Measures the FDTD solver.
pub fn fdtd(
    bench: &FdtdBench,
    workload: &Workload,
    on_row: &mut dyn FnMut(&Row),
) -> Result<Report, Error> {
    let mut rows = Vec::new();
    match workload {
        Workload::Grids(grids) => {
            for grid in grids {
                measure(&bench.of_grids(), &grid.subject()?, on_row, &mut rows)?;
            }
        }
        Workload::Scene(path) => {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let subject = Subject {
                case: name.into_owned(),
                simulation: Simulation::from_path(path)?,
            };
            measure(bench, &subject, on_row, &mut rows)?;
        }
    }
    Ok(Report { rows })
}

/// The rows of one grid or scene.
fn measure(
    bench: &FdtdBench,
    subject: &Subject,
    on_row: &mut dyn FnMut(&Row),
    rows: &mut Vec<Row>,
) -> Result<(), Error> {
    let both = [TraversalChoice::Sweep, TraversalChoice::Tiles].map(Some);
    let orders = match bench.traversal {
        None if bench.device == Device::Cpu => both.to_vec(),
        one => vec![one],
    };
    for traversal in orders {
        let options = RunOptions {
            traversal,
            ..bench.options()
        };
        let row = subject.measure(&options, bench)?;
        on_row(&row);
        rows.push(row);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: FdtdBench = FdtdBench {
        device: Device::Cpu,
        threads: Some(1),
        precision: None,
        traversal: None,
        ranks: None,
        seconds: 0.05,
        profile: Profile::Off,
    };

    #[test]
    fn a_row_per_traversal_with_few_bytes_a_cell() {
        for case in Case::ALL {
            let workload = Workload::Grids(vec![Grid::cube(96, case)]);
            let mut seen = 0;
            let report = fdtd(&QUICK, &workload, &mut |_| seen += 1).unwrap();
            let orders: Vec<&str> = report.rows.iter().map(|r| r.traversal.as_str()).collect();
            assert_eq!(
                (orders.as_slice(), seen),
                (["sweep", "tiles"].as_slice(), 2)
            );
            assert!(
                report
                    .rows
                    .iter()
                    .all(|r| r.mcells_per_s > 1.0 && r.cells == 96 * 96 * 96)
            );
            // On such a small grid half of the cells are PML, which stores two numbers per half step and axis.
            let most = if case.layers(96) > 0 { 44.0 } else { 32.0 };
            assert!(
                report.rows.iter().all(|r| r.bytes_per_cell < most),
                "{report:?}"
            );
        }
    }

    /// Every option at once; a far field excludes periodic axes.
    #[test]
    fn a_full_grid_is_measured_with_its_operators() {
        let full = Grid {
            cells: "12x10x14".parse().unwrap(),
            layers: Some(2),
            materials: 3,
            dispersive: "0.1:2".parse().ok(),
            snapshots: "8:2".parse().ok(),
            ..Grid::cube(1, Case::Vac)
        };
        let far = Grid {
            far_field: 2,
            ..full
        };
        let periodic = Grid {
            periodic: "y".parse().unwrap(),
            ..full
        };
        let bench = FdtdBench {
            profile: Profile::Operators,
            seconds: 0.02,
            ..QUICK
        };
        let workload = Workload::Grids(vec![far, periodic]);
        let report = fdtd(&bench, &workload, &mut |_| ()).unwrap();
        assert_eq!(report.rows.len(), 4);
        for row in &report.rows {
            assert_eq!(row.grid, [12, 10, 14]);
            assert!(row.steps > 0 && row.wall_s >= row.stepping_s && row.stepping_s > 0.0);
            assert!(row.cpu_s.is_none_or(|cpu| cpu > 0.0));
            let sum: f64 = row.operators.iter().map(|o| o.share).sum();
            assert!((sum - 1.0).abs() < 0.01, "{row:?}");
            let share = |name| {
                row.operators
                    .iter()
                    .find(|o| o.operator == name)
                    .unwrap()
                    .share
            };
            assert!(share("yee") > share("sources"), "{row:?}");
            assert!(share("dispersion") > 0.0 && share("rest") < 0.9, "{row:?}");
        }
    }
}
