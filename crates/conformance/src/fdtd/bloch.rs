//! Bloch boundaries: complex fields, on random models and as small scenes.

use crate::fdtd::backend::{Op, Order, Pieces};
use crate::fdtd::check::Part;
use crate::fdtd::models::{Form, Kind, Periodicity};
use crate::fdtd::operators::row::{ALL, TWO_STEPS, YEE, any_axes, kind, prescribed};
use crate::fdtd::runs::row::RUN;
use crate::fdtd::scenes::{
    CELLS, CORNER, FIELDS, HARD, KICK, LINES, LOSSY, OTHER_KICK, PROBE, SNAPSHOTS, STEPS,
};
use crate::fdtd::{operators, runs};
use poynting_exec::Random;
use poynting_exec::conformance::Within;

/// A model with a phase shift between the faces of these axes.
fn phased(random: &mut Random, axes: fn(&mut Random) -> [bool; 3]) -> Kind {
    Kind {
        periodicity: Periodicity::Bloch,
        ..kind(random, [1..10, 1..10, 1..10], axes)
    }
}

/// The operators.
pub const OPERATORS: [operators::Row; 8] = [
    operators::Row {
        name: "Bloch boundary along x",
        checks: "complex fields with a phase shift along x, two steps",
        kind: |random| phased(random, |_| [true, false, false]),
        ..TWO_STEPS
    },
    operators::Row {
        name: "Bloch boundary along y",
        checks: "the same along y",
        kind: |random| phased(random, |_| [false, true, false]),
        ..TWO_STEPS
    },
    operators::Row {
        name: "Bloch boundary along z",
        checks: "the same along z, where the ghost cells lie between the parts of a row",
        kind: |random| phased(random, |_| [false, false, true]),
        ..TWO_STEPS
    },
    operators::Row {
        name: "Bloch boundaries along all axes",
        checks: "the same along all three axes, coefficients per node",
        kind: |random| Kind {
            form: Form::Direct,
            ..phased(random, |_| [true; 3])
        },
        ..TWO_STEPS
    },
    operators::Row {
        name: "Bloch boundaries and absorbing layers",
        checks: "layers of one to six cells normal to the other axes, three steps",
        kind: |random| {
            let axis = random.whole(0..3);
            let axes = std::array::from_fn(|a| a == axis);
            Kind {
                layers: random.whole(1..7),
                periodic: axes,
                ..phased(random, any_axes)
            }
        },
        operators: &[Op::Yee, Op::Cpml, Op::Ghosts],
        steps: 3,
        within: Within::Ulps(16),
        ..YEE
    },
    operators::Row {
        name: "Monitors of complex fields",
        checks: "sources, samples, snapshots and transforms of the real and imaginary parts",
        kind: |random| Kind {
            periodicity: Periodicity::Bloch,
            periodic: [true; 3],
            ..prescribed(random)
        },
        operators: &[Op::Drive, Op::Samples, Op::Snapshots, Op::Spectra],
        steps: 7,
        within: Within::Ulps(8),
        ..YEE
    },
    operators::Row {
        name: "Bloch slabs",
        checks: "complex fields in several slabs along x, all operators, two steps",
        needs: Some(Part::Slabs),
        kind: |random| Kind {
            layers: random.whole(0..5),
            ..phased(random, |_| [false, true, false])
        },
        operators: ALL,
        ..TWO_STEPS
    },
    operators::Row {
        name: "Bloch slabs along a Bloch axis",
        checks: "the same with phase shifts along x and z",
        needs: Some(Part::Slabs),
        kind: |random| phased(random, |_| [true, false, true]),
        operators: ALL,
        ..TWO_STEPS
    },
];

const BLOCH: runs::Row = runs::Row {
    group: "Bloch boundaries",
    ..RUN
};

const ALONG_X: &str =
    "[boundary]\nx = 'bloch'\nbloch = { k = ['170 rad/m', '0 rad/m', '0 rad/m'] }\n";
const ALONG_Y: &str =
    "[boundary]\ny = 'bloch'\nbloch = { k = ['0 rad/m', '-120 rad/m', '0 rad/m'] }\n";
const ALONG_Z: &str =
    "[boundary]\nz = 'bloch'\nbloch = { k = ['0 rad/m', '0 rad/m', '90 rad/m'] }\n";
const AROUND: &str = "[boundary]\nall = 'bloch'\n\
    bloch = { frequency = '40 GHz', theta = '50 deg', phi = '20 deg' }\n";
const OTHER_AROUND: &str = "[boundary]\nall = 'bloch'\n\
    bloch = { frequency = '30 GHz', theta = '70 deg', phi = '80 deg' }\n";
/// The unit cell of a planar lattice.
const CELL: &str = "[boundary]\nx = 'bloch'\ny = 'bloch'\nz = 'pml'\npml = { layers = 4 }\n\
    bloch = { frequency = '40 GHz', theta = '50 deg', phi = '20 deg' }\n";
/// Power through the cell.
const FLUX: &str = "[[monitors]]\nname = 'through'\ntype = 'flux'\nfrom = ['0 mm', '0 mm', '9 mm']\nto = ['10 mm', '8 mm', '9 mm']\n\
    frequencies = ['20 GHz', '50 GHz']\n";

/// An obliquely incident wave on a dispersive slab, in a unit cell of the lattice.
const WAVE_IN_CELL: &str = "[materials.mud]\neps_inf = 2\ndebye = [{ delta = 3, tau = '3 ps' }]\n\
    [[structures]]\nmaterial = 'mud'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '6 mm']\nto = ['10 mm', '8 mm', '8 mm']\n\
    [[sources]]\nname = 'wave'\ntype = 'plane-wave'\nfrom = ['0 mm', '0 mm', '3 mm']\nto = ['10 mm', '8 mm', '11 mm']\n\
    theta = '50 deg'\nphi = '20 deg'\npsi = '35 deg'\n\
    waveform = { type = 'modulated-gaussian', amplitude = '1 V/m', frequency = '60 GHz', bandwidth = '15 GHz' }\n";

/// The runs.
pub const RUNS: [runs::Row; 9] = [
    runs::Row {
        name: "Bloch boundaries along x",
        checks: "with a body across the boundary, probe and snapshots of the real and imaginary parts",
        scenes: &[&[CELLS, CORNER, ALONG_X, KICK, PROBE, SNAPSHOTS, STEPS]],
        ..BLOCH
    },
    runs::Row {
        name: "Bloch boundaries along y",
        checks: "with a body across the boundary",
        scenes: &[&[CELLS, CORNER, ALONG_Y, KICK, PROBE, STEPS]],
        ..BLOCH
    },
    runs::Row {
        name: "Bloch boundaries along z",
        checks: "with a body across the boundary, on a graded grid",
        scenes: &[&[LINES, CORNER, ALONG_Z, KICK, PROBE, STEPS]],
        ..BLOCH
    },
    runs::Row {
        name: "Bloch boundaries along all axes",
        checks: "the wave vector of a plane wave, a prescribed field, frequency-domain fields",
        scenes: &[&[CELLS, LOSSY, AROUND, KICK, HARD, PROBE, FIELDS, STEPS]],
        orders: &[Order::Usual, Order::Direct],
        ..BLOCH
    },
    runs::Row {
        name: "Unit cell of a lattice",
        checks: "Bloch boundaries next to absorbing faces, flux through the cell",
        scenes: &[&[CELLS, LOSSY, CELL, KICK, FLUX, FIELDS, STEPS]],
        ..BLOCH
    },
    runs::Row {
        name: "Plane wave between Bloch boundaries",
        checks: "oblique incidence on a dispersive slab",
        scenes: &[&[CELLS, CELL, WAVE_IN_CELL, PROBE, FIELDS, STEPS]],
        orders: &[Order::Usual, Order::Direct],
        ..BLOCH
    },
    runs::Row {
        name: "Plane wave between Bloch boundaries in slabs",
        checks: "the same in slabs of one plane",
        scenes: &[&[CELLS, CELL, WAVE_IN_CELL, PROBE, STEPS]],
        orders: &[Order::Pieces(Pieces::Planes(1))],
        needs: Some(Part::Slabs),
        ..BLOCH
    },
    runs::Row {
        name: "Bloch boundaries in slabs",
        checks: "fields in slabs of one and of four planes",
        scenes: &[&[CELLS, CORNER, AROUND, KICK, PROBE, FIELDS, STEPS]],
        orders: &[
            Order::Pieces(Pieces::Planes(1)),
            Order::Pieces(Pieces::Planes(4)),
        ],
        needs: Some(Part::Slabs),
        ..BLOCH
    },
    runs::Row {
        name: "Stack of wave vectors",
        checks: "that each model has its own phase shifts",
        scenes: &[
            &[CELLS, LOSSY, AROUND, KICK, PROBE, STEPS],
            &[CELLS, CORNER, OTHER_AROUND, OTHER_KICK, PROBE, STEPS],
        ],
        needs: Some(Part::Stack),
        ..BLOCH
    },
];
