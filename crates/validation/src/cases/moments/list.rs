//! The list of the cases of the method of moments.

use super::{
    adaptive, antenna, austin, both, capacitance, compressed, ogive, plane, plate, reciprocity,
    resonance, sphere,
};
use crate::cases::Case;

/// Method-of-moments cases, in the order in which they run.
pub(crate) const CASES: &[Case] = &[
    Case::in_frequency(
        "mom-sphere",
        "cross section and current of a metal sphere, ka = 3, with EFIE and CFIE on three meshes against the Mie series",
        sphere::sphere,
    ),
    Case::in_frequency(
        "mom-resonance",
        "a metal sphere near its first interior resonance, where EFIE and MFIE fail and CFIE does not",
        resonance::interior,
    ),
    Case::in_frequency(
        "mom-compressed",
        "cross section of a metal sphere, ka = 10, with MLFMA and with an H-matrix against the Mie series and each other",
        compressed::sphere,
    ),
    Case::in_frequency(
        "mom-austin-sphere",
        "bistatic cross section of a metal sphere at 10 and 320 MHz against the Austin suite",
        austin::sphere,
    ),
    Case::in_frequency(
        "mom-austin-plate",
        "monostatic cross section of two metal plates near grazing incidence against the Austin suite",
        austin::plates,
    ),
    Case::in_frequency(
        "mom-austin-almond",
        "monostatic cross section of the metal almond at 7 GHz against the Austin suite and two measurements",
        austin::almond,
    ),
    Case::in_frequency(
        "mom-ogive",
        "monostatic cross section of a metal ogive against a mesh of half the edge length",
        ogive::ogive,
    ),
    Case::in_frequency(
        "mom-strip-dipole",
        "resonance and conductance of a strip dipole against a wire in NEC",
        antenna::dipole,
    ),
    Case::in_frequency(
        "mom-strip-loop",
        "resonance and conductance of a square strip loop against a wire in NEC",
        antenna::square_loop,
    ),
    Case::in_frequency(
        "mom-adaptive-dipole",
        "an adaptive sweep of a strip dipole over three octaves against solutions at all 401 frequencies",
        adaptive::dipole,
    ),
    Case::in_frequency(
        "mom-adaptive-loop",
        "an adaptive sweep of a strip loop over three octaves against solutions at all 401 frequencies",
        adaptive::square_loop,
    ),
    Case::in_frequency(
        "mom-adaptive-cavity",
        "an adaptive sweep of a cavity-backed slot over three octaves against solutions at all 401 frequencies",
        adaptive::cavity,
    ),
    Case::in_frequency(
        "mom-capacitance",
        "capacitance of a square and a cube from the scalar potential at zero frequency",
        capacitance::capacitance,
    ),
    Case::in_frequency(
        "mom-plate-current",
        "current on a square plate of one wavelength, 176 unknowns, against a finer mesh",
        plate::current,
    ),
    Case::in_frequency(
        "mom-and-fdtd",
        "cross section of a metal sphere with both solvers from one scene",
        both::sphere,
    ),
    Case::in_frequency(
        "mom-reciprocity",
        "cross-polar cross sections of a cone-sphere with transmitter and receiver exchanged",
        reciprocity::cone_sphere,
    ),
    Case::in_frequency(
        "mom-plane-cylinder",
        "scattering widths of a conducting cylinder in two dimensions, TM and TE, ka = 0.1 to 30, against the series",
        plane::widths,
    ),
    Case::in_frequency(
        "mom-plane-and-fdtd",
        "fields around a conducting cylinder in two dimensions against FDTD in a slice one cell thick",
        plane::fields,
    ),
];
