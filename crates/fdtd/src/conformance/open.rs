//! What open space is made of, each as a small scene.

use super::backend::Order;
use super::rows::STEPS;
use super::runs::{RUN, Row};
use super::scenes::{
    CELLS, CORNER, CRYSTAL, FAR, FERRITE, FIELDS, KICK, LINES, LOSSY, MIRRORED, PROBE, SHEET,
};

const OPEN: Row = Row {
    group: "Open space",
    ..RUN
};
const ORDERS: &[Order] = &[Order::Usual, Order::Direct];
const PML: &str = "[boundary]\nall = 'pml'\npml = { layers = 5 }\n";

/// All of them.
pub const ROWS: [Row; 6] = [
    Row {
        name: "Absorbing faces",
        checks: "on all sides, with a plate and a stone that go on behind them",
        scenes: &[&[CELLS, PML, SHEET, KICK, PROBE, STEPS]],
        orders: ORDERS,
        ..OPEN
    },
    Row {
        name: "Absorbing faces through media",
        checks: "magnetic and anisotropic ones on a graded grid",
        scenes: &[&[LINES, PML, FERRITE, CRYSTAL, KICK, PROBE, STEPS]],
        ..OPEN
    },
    Row {
        name: "Absorbing and other walls",
        checks: "a periodic axis, an electric and a magnetic wall beside absorbing ones",
        scenes: &[&[
            CELLS,
            "[boundary]\nx = 'periodic'\ny_min = 'pec'\ny_max = 'pml'\nz_min = 'pml'\nz_max = 'pmc'\n\
             pml = { layers = 3, kappa = 1, alpha = 0 }\n",
            CORNER,
            KICK,
            PROBE,
            STEPS,
        ]],
        ..OPEN
    },
    Row {
        name: "Absorbing faces and symmetry planes",
        checks: "that a plane has no layer behind it",
        scenes: &[&[CELLS, PML, MIRRORED, STEPS]],
        ..OPEN
    },
    Row {
        name: "Fields in frequency",
        checks: "in a box, on a plane and at a point, every step and now and then",
        scenes: &[&[CELLS, LOSSY, KICK, FIELDS, STEPS]],
        ..OPEN
    },
    Row {
        name: "Flux and far field",
        checks: "of a dipole between absorbing faces",
        scenes: &[&[CELLS, PML, KICK, FAR, STEPS]],
        ..OPEN
    },
];
