//! The plan of a run, as a dictionary that `Report` in Python displays.

use numpy::PyArray1;
use poynting::{FdtdPlan, GratingPlan, Layout, MomPlan, Plan, PlanePlan};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The plan with the memory required and available.
pub fn describe<'py>(
    py: Python<'py>,
    plan: &Plan,
    [needed, available]: [u64; 2],
) -> PyResult<Bound<'py, PyDict>> {
    let report = PyDict::new(py);
    report.set_item("solver", plan.solver().name())?;
    report.set_item("precision", plan.precision().name())?;
    report.set_item("needed_bytes", needed)?;
    report.set_item("available_bytes", available)?;
    report.set_item("warnings", plan.warnings())?;
    report.set_item("notes", plan.notes())?;
    let memory = PyDict::new(py);
    for (what, bytes) in &plan.memory {
        memory.set_item(what, bytes)?;
    }
    report.set_item("memory", memory)?;
    match &plan.layout {
        Layout::Fdtd(plan) => grid(&report, plan)?,
        Layout::Mom(plan) => mesh(&report, plan)?,
        Layout::Plane(plan) => outlines(&report, plan)?,
        Layout::Grating(plan) => stack(&report, plan)?,
    }
    Ok(report)
}

fn grid(report: &Bound<'_, PyDict>, plan: &FdtdPlan) -> PyResult<()> {
    let py = report.py();
    let grid = &plan.meshed.grid;
    let lines = grid
        .lines
        .iter()
        .map(|lines| PyArray1::from_slice(py, lines));
    report.set_item("lines", PyTuple::new(py, lines)?)?;
    report.set_item("cells", plan.cells())?;
    report.set_item("smallest_cell", grid.smallest().size)?;
    report.set_item("smallest_cause", &plan.meshed.smallest_cause)?;
    report.set_item("max_frequency", plan.meshed.max_frequency)?;
    report.set_item("dt", plan.dt)?;
    report.set_item("steps", plan.max_steps)
}

fn mesh(report: &Bound<'_, PyDict>, plan: &MomPlan) -> PyResult<()> {
    report.set_item("triangles", plan.space.triangles().len())?;
    report.set_item("unknowns", plan.unknowns())?;
    report.set_item("equation", plan.equation.name())?;
    report.set_item("method", plan.method.name())?;
    report.set_item("why", &plan.why)?;
    report.set_item("factors", plan.factors_in_words())?;
    report.set_item("sweep", plan.sweep_in_words())?;
    report.set_item("solves", plan.solves())?;
    report.set_item(
        "frequencies",
        PyArray1::from_slice(report.py(), &plan.frequencies),
    )
}

fn outlines(report: &Bound<'_, PyDict>, plan: &PlanePlan) -> PyResult<()> {
    report.set_item("elements", plan.mesh.len())?;
    report.set_item("unknowns", plan.unknowns())?;
    report.set_item("equation", plan.equation_name())?;
    report.set_item("polarisations", plan.polarizations_in_words())?;
    report.set_item(
        "frequencies",
        PyArray1::from_slice(report.py(), &plan.frequencies),
    )
}

fn stack(report: &Bound<'_, PyDict>, plan: &GratingPlan) -> PyResult<()> {
    report.set_item("layers", plan.layers())?;
    report.set_item("orders", plan.orders().map(|(_, count)| count))?;
    report.set_item("unknowns", plan.unknowns())?;
    report.set_item(
        "frequencies",
        PyArray1::from_slice(report.py(), &plan.frequencies),
    )
}
