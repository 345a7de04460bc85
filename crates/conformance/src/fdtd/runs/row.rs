//! The row of a whole run.

use crate::fdtd::backend::Order;
use crate::fdtd::check::Part;
use poynting_exec::conformance::Within;

/// A check of whole runs.
#[derive(Clone, Copy)]
pub struct Row {
    /// What it belongs to.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What is checked.
    pub checks: &'static str,
    /// The parts of each scene; more than one scene are a stack.
    pub scenes: &'static [&'static [&'static str]],
    /// Time step of the last scene over the stability limit.
    pub courant: Option<f64>,
    /// Interrupted at the first chance after so many steps.
    pub interrupt_at: Option<u64>,
    /// The orders to try.
    pub orders: &'static [Order],
    /// What a backend must have for it.
    pub needs: Option<Part>,
    /// How closely a GPU must agree.
    pub within: Within,
}

/// A row to start from.
pub const RUN: Row = Row {
    group: "",
    name: "",
    checks: "",
    scenes: &[],
    courant: None,
    interrupt_at: None,
    orders: &[Order::Usual],
    needs: None,
    within: Within::Ulps(128),
};
