//! Dispersive media, each as a small scene.

use crate::fdtd::backend::{Order, Pieces};
use crate::fdtd::check::Part;
use crate::fdtd::runs::row::{RUN, Row};
use crate::fdtd::scenes::{CELLS, CONDUCTORS, HARD, KICK, LINES, PROBE, PROBE_OF_EZ, STEPS};

const DISPERSIVE: Row = Row {
    group: "Dispersive media",
    ..RUN
};

/// Long enough for the dispersive response to return.
const LONG: &str = "[stop]\nsteps = 301\n";

/// The location of the body.
const BODY: &str = "[[structures]]\nmaterial = 'body'\nshape = 'box'\nfrom = ['2 mm', '1 mm', '3 mm']\nto = ['7 mm', '6 mm', '9 mm']\n";
const BALL: &str = "[[structures]]\nmaterial = 'body'\nshape = 'sphere'\ncenter = ['6 mm', '4 mm', '6 mm']\nradius = '2.9 mm'\n";
const DEBYE: &str =
    "[materials.body]\neps_inf = 4\nsigma = '0.5 S/m'\ndebye = [{ delta = 20, tau = '6 ps' }]\n";
const DRUDE: &str = "[materials.body]\ndrude = [{ plasma = '60 GHz', collision = '8 GHz' }]\n";
const LORENTZ: &str = "[materials.body]\neps_inf = 2\n\
    lorentz = [{ delta = 2, frequency = '40 GHz', damping = '2 GHz' }]\n";
const POLES: &str = "[materials.body]\nsigma = '0.3 S/m'\n\
    poles = [{ pole = ['-3e10 rad/s', '4e11 rad/s'], residue = ['1e10 rad/s', '-3e11 rad/s'] }]\n";
const FERRITE: &str = "[materials.body]\neps_r = 3\nmu_inf = 1.5\nsigma_m = '900 ohm/m'\n\
    magnetic = { lorentz = [{ delta = 3, frequency = '30 GHz', damping = '3 GHz' }] }\n";
/// Several terms of each kind, some lossless.
pub const MUD: &str = "[materials.body]\neps_inf = [3, 4, 5]\nsigma = '0.1 S/m'\n\
    debye = [{ delta = 9, tau = '6 ps' }, { delta = 2, tau = '0.4 ps' }]\n\
    drude = [{ plasma = '9 GHz', collision = '0 GHz' }]\n\
    lorentz = [{ delta = 0.5, frequency = '90 GHz', damping = '0 GHz' }, { delta = 1, frequency = '40 GHz', damping = '70 GHz' }]\n\
    magnetic = { debye = [{ delta = 2, tau = '9 ps' }], lorentz = [{ delta = 1, frequency = '60 GHz', damping = '4 GHz' }] }\n\
    [[structures]]\nmaterial = 'body'\nshape = 'box'\nfrom = ['3 mm', '2 mm', '4 mm']\nto = ['9 mm', '5 mm', '11 mm']\n";
/// Two bodies that touch each other and reach the faces of the domain.
const NEIGHBOURS: &str = "[materials.water]\neps_inf = 5\nsigma = '1 S/m'\ndebye = [{ delta = 30, tau = '8 ps' }]\n\
    [materials.ferrite]\neps_r = 3\nmagnetic = { lorentz = [{ delta = 3, frequency = '30 GHz', damping = '3 GHz' }] }\n\
    [[structures]]\nmaterial = 'water'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['5 mm', '5 mm', '6 mm']\n\
    [[structures]]\nmaterial = 'ferrite'\nshape = 'box'\nfrom = ['3 mm', '2 mm', '4 mm']\nto = ['10 mm', '8 mm', '12 mm']\n";

/// Off-grid surfaces between two dispersive media, and metal in both.
const CURVED: &str = "[materials.water]\neps_inf = 5\nsigma = '1 S/m'\ndebye = [{ delta = 30, tau = '8 ps' }]\n\
    [materials.plasma]\ndrude = [{ plasma = '60 GHz', collision = '8 GHz' }]\n\
    [[structures]]\nmaterial = 'water'\nshape = 'sphere'\ncenter = ['5 mm', '4 mm', '6 mm']\nradius = '3.3 mm'\n\
    [[structures]]\nmaterial = 'plasma'\nshape = 'sphere'\ncenter = ['6.2 mm', '4.4 mm', '7 mm']\nradius = '2.1 mm'\n\
    [[structures]]\nmaterial = 'pec'\nshape = 'sphere'\ncenter = ['4 mm', '5.2 mm', '7 mm']\nradius = '1.7 mm'\n";

/// All rows.
pub const ROWS: [Row; 13] = [
    Row {
        name: "Metal of finite conductivity",
        checks: "a rough block with a cut-out, a film, a resistive sheet and a lossy laminate",
        scenes: &[&[CELLS, CONDUCTORS, KICK, PROBE, LONG]],
        orders: &[Order::Usual, Order::Direct],
        ..DISPERSIVE
    },
    Row {
        name: "Debye medium",
        checks: "a box with relaxation and conductivity",
        scenes: &[&[CELLS, DEBYE, BODY, KICK, PROBE, LONG]],
        orders: &[Order::Usual, Order::Direct],
        ..DISPERSIVE
    },
    Row {
        name: "Drude medium",
        checks: "a sphere of free charges",
        scenes: &[&[CELLS, DRUDE, BALL, KICK, PROBE, LONG]],
        ..DISPERSIVE
    },
    Row {
        name: "Lorentz medium",
        checks: "a sphere with a resonance",
        scenes: &[&[CELLS, LORENTZ, BALL, KICK, PROBE, LONG]],
        ..DISPERSIVE
    },
    Row {
        name: "Pole pairs",
        checks: "a pair of complex poles and residues on a graded grid",
        scenes: &[&[LINES, POLES, BODY, KICK, PROBE, LONG]],
        ..DISPERSIVE
    },
    Row {
        name: "Dispersive permeability",
        checks: "a sphere with a magnetic resonance",
        scenes: &[&[CELLS, FERRITE, BALL, KICK, PROBE, LONG]],
        ..DISPERSIVE
    },
    Row {
        name: "Curved dispersive bodies and metal",
        checks: "a plasma sphere in a water sphere, and a metal sphere that cuts both",
        scenes: &[&[CELLS, CURVED, KICK, PROBE, LONG]],
        orders: &[Order::Usual, Order::Direct],
        ..DISPERSIVE
    },
    Row {
        name: "Several terms",
        checks: "of every kind, electric and magnetic, with and without loss",
        scenes: &[&[CELLS, MUD, KICK, PROBE, STEPS]],
        ..DISPERSIVE
    },
    Row {
        name: "Dispersive bodies that touch",
        checks: "each other and absorbing faces",
        scenes: &[&[
            CELLS,
            "[boundary]\nall = 'pml'\npml = { layers = 5 }\n",
            NEIGHBOURS,
            KICK,
            PROBE,
            STEPS,
        ]],
        orders: &[Order::Usual, Order::Direct],
        ..DISPERSIVE
    },
    Row {
        name: "Dispersive bodies at a periodic boundary",
        checks: "all axes periodic",
        scenes: &[&[
            CELLS,
            "[boundary]\nall = 'periodic'\n",
            NEIGHBOURS,
            KICK,
            PROBE,
            STEPS,
        ]],
        ..DISPERSIVE
    },
    Row {
        name: "Prescribed field in a dispersive medium",
        checks: "that the medium does not change it",
        scenes: &[&[CELLS, DEBYE, BODY, HARD, PROBE_OF_EZ, STEPS]],
        ..DISPERSIVE
    },
    Row {
        name: "Dispersive media in slabs",
        checks: "fields in slabs of one and of four planes",
        scenes: &[&[CELLS, NEIGHBOURS, KICK, PROBE, STEPS]],
        orders: &[
            Order::Pieces(Pieces::Planes(1)),
            Order::Pieces(Pieces::Planes(4)),
        ],
        needs: Some(Part::Slabs),
        ..DISPERSIVE
    },
    Row {
        name: "Stack of dispersive media",
        checks: "different terms in each model, none in one of them",
        scenes: &[
            &[CELLS, DEBYE, BODY, KICK, PROBE, STEPS],
            &[CELLS, KICK, PROBE, STEPS],
            &[CELLS, MUD, KICK, PROBE, STEPS],
            &[CELLS, LORENTZ, BALL, KICK, PROBE, STEPS],
        ],
        needs: Some(Part::Stack),
        ..DISPERSIVE
    },
];
