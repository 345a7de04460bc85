//! The features for open space, each as a small scene.

use crate::fdtd::backend::{Order, Pieces};
use crate::fdtd::check::Part;
use crate::fdtd::runs::dispersive::MUD;
use crate::fdtd::runs::row::{RUN, Row};
use crate::fdtd::scenes::{
    ANTENNA, BEAD, CELLS, CORNER, CRYSTAL, FAR, FERRITE, FIELDS, HALF_SPACE, KICK, LINES, LOSSES,
    LOSSY, MIRRORED, MIRRORED_WAVE, OBLIQUE, PROBE, PROBE_OF_WAVE, SHEET, STEPS, WAVE,
};

const OPEN: Row = Row {
    group: "Open space",
    ..RUN
};
const ORDERS: &[Order] = &[Order::Usual, Order::Direct];
const PML: &str = "[boundary]\nall = 'pml'\npml = { layers = 5 }\n";

/// All rows.
pub const ROWS: [Row; 15] = [
    Row {
        name: "Absorbing faces",
        checks: "on all sides, with a plate and a dielectric block that extend into them",
        scenes: &[&[CELLS, PML, SHEET, KICK, PROBE, STEPS]],
        orders: ORDERS,
        ..OPEN
    },
    Row {
        name: "Absorbing faces in media",
        checks: "magnetic and anisotropic media on a graded grid",
        scenes: &[&[LINES, PML, FERRITE, CRYSTAL, KICK, PROBE, STEPS]],
        ..OPEN
    },
    Row {
        name: "Absorbing and other boundaries",
        checks: "a periodic axis, PEC and PMC boundaries next to absorbing faces",
        scenes: &[&[
            CELLS,
            "[boundary]\nx = 'periodic'\ny_min = 'pec'\ny_max = 'pml'\nz_min = 'pml'\nz_max = 'pmc'\n\
             pml = { layers = 3, kappa = 1, alpha = '1 GHz' }\n",
            CORNER,
            KICK,
            PROBE,
            STEPS,
        ]],
        ..OPEN
    },
    Row {
        name: "Absorbing faces and symmetry planes",
        checks: "that a symmetry plane has no absorbing layer",
        scenes: &[&[CELLS, PML, MIRRORED, STEPS]],
        ..OPEN
    },
    Row {
        name: "Frequency-domain fields",
        checks: "in a box, on a plane and at a point, every step and at intervals",
        scenes: &[&[CELLS, LOSSY, KICK, FIELDS, STEPS]],
        ..OPEN
    },
    Row {
        name: "Flux and far field",
        checks: "of a dipole between absorbing faces",
        scenes: &[&[CELLS, PML, KICK, FAR, STEPS]],
        ..OPEN
    },
    Row {
        name: "Absorption",
        checks: "of conducting, relaxing and resonant media, electric and magnetic",
        scenes: &[&[CELLS, PML, MUD, KICK, LOSSES, STEPS]],
        orders: ORDERS,
        ..OPEN
    },
    Row {
        name: "Gain",
        checks: "of wires with a driven port and a load",
        scenes: &[&[CELLS, PML, ANTENNA, STEPS]],
        ..OPEN
    },
    Row {
        name: "Plane wave along an axis",
        checks: "incident on a dielectric block",
        scenes: &[&[CELLS, PML, BEAD, WAVE, PROBE, STEPS]],
        orders: ORDERS,
        ..OPEN
    },
    Row {
        name: "Plane wave along a graded axis",
        checks: "abrupt changes of cell size",
        scenes: &[&[LINES, PML, WAVE, PROBE, STEPS]],
        ..OPEN
    },
    Row {
        name: "Oblique plane waves",
        checks: "two waves incident on a dielectric block",
        scenes: &[&[CELLS, PML, BEAD, OBLIQUE, WAVE, PROBE, STEPS]],
        orders: ORDERS,
        ..OPEN
    },
    Row {
        name: "Plane wave between periodic faces",
        checks: "incident on a half-space that extends into an absorbing face",
        scenes: &[&[CELLS, HALF_SPACE, PROBE, STEPS]],
        ..OPEN
    },
    Row {
        name: "Plane wave and symmetry planes",
        checks: "an electric and a magnetic plane through the box",
        scenes: &[&[CELLS, PML, BEAD, MIRRORED_WAVE, WAVE, PROBE_OF_WAVE, STEPS]],
        ..OPEN
    },
    Row {
        name: "Plane waves in slabs",
        checks: "fields in slabs of one and of four planes",
        scenes: &[&[CELLS, PML, BEAD, OBLIQUE, WAVE, PROBE, STEPS]],
        orders: &[
            Order::Pieces(Pieces::Planes(1)),
            Order::Pieces(Pieces::Planes(4)),
        ],
        needs: Some(Part::Slabs),
        ..OPEN
    },
    Row {
        name: "Stack of plane waves",
        checks: "no, one and two waves in the models of one stack",
        scenes: &[
            &[CELLS, PML, KICK, PROBE, STEPS],
            &[CELLS, PML, BEAD, WAVE, PROBE, STEPS],
            &[CELLS, PML, OBLIQUE, WAVE, PROBE, STEPS],
        ],
        needs: Some(Part::Stack),
        ..OPEN
    },
];
