//! The components of a model, each as a small scene.

use crate::fdtd::backend::Order;
use crate::fdtd::runs::row::{RUN, Row};
use crate::fdtd::scenes::{
    AUTOMATIC, CELLS, CORNER, CRYSTAL, CURVED, ELEMENTS, FERRITE, HARD, KICK, LINES, LOSSY,
    MAGNETIC, MIRRORED, PMC, PORTS, PROBE, PROBE_OF_EY, PROBE_OF_EZ, PROBE_OF_HX, SHEET, SNAPSHOTS,
    SOFT, STEPS, WAVEFORMS, WIRES,
};

const MATERIAL: Row = Row {
    group: "Materials and bodies",
    ..RUN
};
const GRID: Row = Row {
    group: "Grids, boundaries and symmetry",
    ..RUN
};
const SOURCE: Row = Row {
    group: "Sources, ports and monitors",
    ..RUN
};

/// All rows.
pub const ROWS: [Row; 26] = [
    Row {
        name: "Lossy dielectric",
        checks: "a box with permittivity and conductivity",
        scenes: &[&[CELLS, LOSSY, KICK, PROBE, STEPS]],
        ..MATERIAL
    },
    Row {
        name: "Magnetic material",
        checks: "a box with permeability and magnetic conductivity",
        scenes: &[&[CELLS, FERRITE, KICK, PROBE, STEPS]],
        ..MATERIAL
    },
    Row {
        name: "Anisotropic material",
        checks: "a box with different values along each axis",
        scenes: &[&[CELLS, CRYSTAL, KICK, PROBE, STEPS]],
        ..MATERIAL
    },
    Row {
        name: "Metal sheet",
        checks: "a plate of zero thickness with a slot",
        scenes: &[&[CELLS, SHEET, KICK, PROBE, STEPS]],
        ..MATERIAL
    },
    Row {
        name: "Magnetic conductor",
        checks: "a PMC block",
        scenes: &[&[CELLS, PMC, KICK, PROBE, STEPS]],
        ..MATERIAL
    },
    Row {
        name: "Curved bodies",
        checks: "a glass sphere and an oblique metal cylinder",
        scenes: &[&[CELLS, CURVED, KICK, PROBE, STEPS]],
        ..MATERIAL
    },
    Row {
        name: "Automatic grid",
        checks: "graded cells around bodies",
        scenes: &[&[AUTOMATIC, CURVED, KICK, PROBE, STEPS]],
        ..GRID
    },
    Row {
        name: "Given grid lines",
        checks: "abrupt changes of cell size",
        scenes: &[&[LINES, LOSSY, KICK, PROBE, STEPS]],
        ..GRID
    },
    Row {
        name: "PEC boundaries",
        checks: "on all faces",
        scenes: &[&[CELLS, "[boundary]\nall = 'pec'\n", KICK, PROBE, STEPS]],
        ..GRID
    },
    Row {
        name: "PMC boundaries",
        checks: "on all faces",
        scenes: &[&[CELLS, "[boundary]\nall = 'pmc'\n", KICK, PROBE, STEPS]],
        ..GRID
    },
    Row {
        name: "Mixed boundaries",
        checks: "different boundaries at the two ends of an axis",
        scenes: &[&[
            CELLS,
            "[boundary]\nx_min = 'pmc'\ny_max = 'pmc'\nz = 'pmc'\n",
            KICK,
            PROBE,
            STEPS,
        ]],
        ..GRID
    },
    Row {
        name: "Periodic along x",
        checks: "with a body across the boundary",
        scenes: &[&[
            CELLS,
            CORNER,
            "[boundary]\nx = 'periodic'\n",
            KICK,
            PROBE,
            STEPS,
        ]],
        ..GRID
    },
    Row {
        name: "Periodic along y",
        checks: "with a body across the boundary",
        scenes: &[&[
            CELLS,
            CORNER,
            "[boundary]\ny = 'periodic'\n",
            KICK,
            PROBE,
            STEPS,
        ]],
        ..GRID
    },
    Row {
        name: "Periodic along z",
        checks: "with a body across the boundary",
        scenes: &[&[
            CELLS,
            CORNER,
            "[boundary]\nz = 'periodic'\n",
            KICK,
            PROBE,
            STEPS,
        ]],
        ..GRID
    },
    Row {
        name: "Periodic along all axes",
        checks: "with a body in the corner",
        scenes: &[&[
            CELLS,
            CORNER,
            "[boundary]\nall = 'periodic'\n",
            KICK,
            PROBE,
            STEPS,
        ]],
        ..GRID
    },
    Row {
        name: "Symmetry planes",
        checks: "an electric and a magnetic plane, snapshots and probe of the mirrored half",
        scenes: &[&[CELLS, MIRRORED, STEPS]],
        ..GRID
    },
    Row {
        name: "Soft source",
        checks: "an electric current on an edge",
        scenes: &[&[CELLS, SOFT, PROBE_OF_EY, STEPS]],
        ..SOURCE
    },
    Row {
        name: "Magnetic source",
        checks: "a magnetic current on a face",
        scenes: &[&[CELLS, MAGNETIC, PROBE_OF_HX, STEPS]],
        ..SOURCE
    },
    Row {
        name: "Hard source",
        checks: "a prescribed field",
        scenes: &[&[CELLS, HARD, PROBE_OF_EZ, STEPS]],
        ..SOURCE
    },
    Row {
        name: "Dipole",
        checks: "an oblique dipole between nodes",
        scenes: &[&[CELLS, KICK, PROBE, STEPS]],
        ..SOURCE
    },
    Row {
        name: "Waveforms",
        checks: "Gaussian, modulated, sine and samples together",
        scenes: &[&[CELLS, WAVEFORMS, PROBE, STEPS]],
        ..SOURCE
    },
    Row {
        name: "Lumped ports",
        checks: "voltage and current of a driven and of a passive port",
        scenes: &[&[CELLS, PORTS, STEPS]],
        ..SOURCE
    },
    Row {
        name: "Lumped elements",
        checks: "R, L and C in series and in parallel, on one edge, on several, overlapping and in a dispersive medium",
        scenes: &[&[CELLS, ELEMENTS, KICK, PROBE, "[stop]\nsteps = 301\n"]],
        orders: &[Order::Usual, Order::Direct],
        ..SOURCE
    },
    Row {
        name: "Thin wires",
        checks: "a port in a bent wire with a branch, and a wire that starts at the boundary",
        scenes: &[&[CELLS, WIRES, PROBE, STEPS]],
        ..SOURCE
    },
    Row {
        name: "Probe",
        checks: "all components between nodes, over several blocks of steps",
        scenes: &[&[CELLS, KICK, PROBE, "[stop]\nsteps = 301\n"]],
        ..SOURCE
    },
    Row {
        name: "Snapshots in a run",
        checks: "a strided box every third step, a plane at fixed time intervals",
        scenes: &[&[CELLS, LOSSY, KICK, SNAPSHOTS, STEPS]],
        ..SOURCE
    },
];
