//! `poynting view`: a scene in three dimensions, before it is run.

use super::run::{open, plan_of};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{SceneFiles, SolverName};
use crate::output::Output;
use crate::warnings;
use poynting::RunOptions;
use std::path::{Path, PathBuf};

/// Write a page with the geometry in 3D, the grid or mesh, and the metal as meshed, without running the scene
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting view patch.toml
  poynting view sphere.toml --solver mom --out sphere.html

The page is one file that needs no network: open it in a browser, or send it to others.")]
pub struct View {
    /// Scene file, TOML or JSON
    scene: PathBuf,
    /// File to write [default: SCENE.html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Solver: fdtd, mom or rcwa [default: mom if the scene has no domain, otherwise fdtd]
    #[arg(long, hide_possible_values = true)]
    solver: Option<SolverName>,
    #[command(flatten)]
    files: SceneFiles,
}

impl View {
    /// Plans the scene, writes the page, and prints what the plan warns of.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        let simulation = open(&self.scene, self.files)?;
        let options = RunOptions {
            solver: SolverName::one(self.solver, "view")?,
            ..RunOptions::default()
        };
        let plan = plan_of(&simulation, &options, &self.scene)?;
        let path = self.out.clone().unwrap_or_else(|| beside(&self.scene));
        simulation.view(&plan)?.write(&path)?;
        out.line(&simulation.scene().title);
        warnings::show(out, plan.warnings(), plan.notes());
        out.line(format_args!("\nview: {}", path.display()));
        Ok(Exit::Success)
    }
}

/// `SCENE.html` in the current folder, where `run` writes its results too.
fn beside(scene: &Path) -> PathBuf {
    let stem = scene.file_stem().unwrap_or_default().to_string_lossy();
    PathBuf::from(format!("{stem}.html"))
}
