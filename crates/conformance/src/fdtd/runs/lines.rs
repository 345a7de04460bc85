//! Line and waveguide ports and the spectra of a network, each as a small scene.

use crate::fdtd::runs::row::{RUN, Row};
use crate::fdtd::scenes::{CELLS, PORTS, STEPS};

const CIRCUIT: Row = Row {
    group: "Circuits",
    ..RUN
};
const OPEN_ENDS: &str = "[boundary]\nz = 'pml'\npml = { layers = 4 }\n";
const SPECTRA: &str = "[network]\nfrequencies = ['20 GHz', '30 GHz']\n";
/// A waveguide that fills the domain.
const GUIDE: &str = "[[ports]]\nname = 'in'\ntype = 'waveguide'\nfrom = ['0 mm', '0 mm', '1 mm']\nto = ['10 mm', '8 mm', '10 mm']\n\
    direction = '+z'\nmode = 'TE10'\n\
    [[ports]]\nname = 'out'\ntype = 'waveguide'\nfrom = ['0 mm', '0 mm', '2 mm']\nto = ['10 mm', '8 mm', '11 mm']\n\
    direction = '-z'\nmode = 'TM11'\n";
/// A strip on a board above the wall at y = 0, and a second one next to it.
const STRIP: &str = "[materials.board]\neps_r = 3\n[[structures]]\nmaterial = 'board'\nshape = 'box'\n\
    from = ['0 mm', '0 mm', '0 mm']\nto = ['10 mm', '2 mm', '12 mm']\n\
    [[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['3 mm', '2 mm', '0 mm']\nto = ['5 mm', '2 mm', '12 mm']\n\
    [[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['7 mm', '2 mm', '0 mm']\nto = ['10 mm', '2 mm', '12 mm']\n\
    [[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['0 mm', '2 mm', '0 mm']\nto = ['1 mm', '2 mm', '12 mm']\n\
    [[ports]]\nname = 'strip'\ntype = 'microstrip'\nfrom = ['3 mm', '0 mm', '1 mm']\nto = ['5 mm', '2 mm', '10 mm']\n\
    direction = '+z'\nvoltage = '+y'\n\
    [[ports]]\nname = 'slot'\ntype = 'coplanar'\nfrom = ['1 mm', '2 mm', '2 mm']\nto = ['7 mm', '2 mm', '11 mm']\n\
    direction = '-z'\ngap = '2 mm'\n";

/// All rows.
pub const ROWS: [Row; 3] = [
    Row {
        name: "Waveguide ports",
        checks: "modes launched into a waveguide from both ends, their voltages and currents in time and frequency",
        scenes: &[&[CELLS, OPEN_ENDS, GUIDE, SPECTRA, STEPS]],
        ..CIRCUIT
    },
    Row {
        name: "Line ports",
        checks: "a microstrip and a coplanar port with the static field of their strip",
        scenes: &[&[CELLS, OPEN_ENDS, STRIP, SPECTRA, STEPS]],
        ..CIRCUIT
    },
    Row {
        name: "Spectra of lumped ports",
        checks: "voltages and sources of a network in the frequency domain",
        scenes: &[&[CELLS, PORTS, SPECTRA, STEPS]],
        ..CIRCUIT
    },
];
