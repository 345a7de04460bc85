//! The list of cases, in the order in which they run.

use super::case::Case;
use super::{
    cavity, circuits, copper, cpml, decay, dipole, dispersion, dispersive_sphere, elements, energy,
    filling, gain, graded, independence, moments, pattern, plane_wave, port, slab, sphere,
    symmetry, walls, wire,
};

/// All cases, in the order in which they run.
pub(crate) fn all() -> impl Iterator<Item = &'static Case> {
    IN_TIME.iter().chain(moments::CASES)
}

/// FDTD cases.
const IN_TIME: &[Case] = &[
    Case::in_time(
        "cavity-resonances",
        "first five resonances of a metal box against the closed form",
        cavity::resonances,
    ),
    Case::in_time(
        "cavity-dispersion",
        "the same resonances against the exact dispersion relation of the scheme",
        cavity::dispersion,
    ),
    Case::in_time(
        "cavity-order",
        "order of convergence of two resonances over three grids",
        cavity::order,
    ),
    Case::in_time(
        "energy-conservation",
        "discrete energy over thousands of steps in a closed lossless box, graded and filled",
        energy::conservation,
    ),
    Case::in_time(
        "lossy-cavity-decay",
        "decay of a mode in a box filled with an electric and with a magnetic conductor",
        decay::lossy,
    ),
    Case::in_time(
        "dispersive-cavity",
        "resonance and decay of a box filled with Debye, Drude and Lorentz media",
        dispersion::cavity,
    ),
    Case::in_time(
        "hertzian-dipole",
        "fields of a dipole along an axis and an oblique one before the first echo",
        dipole::hertzian,
    ),
    Case::in_time(
        "graded-grid",
        "a graded grid against the closed form and a uniform one; a slab meshed automatically",
        graded::graded,
    ),
    Case::in_time(
        "magnetic-filling",
        "resonances of a box filled with a magnetic dielectric",
        filling::magnetic,
    ),
    Case::in_time(
        "anisotropic-filling",
        "resonances of a box filled with diagonal eps and mu",
        filling::anisotropic,
    ),
    Case::in_time(
        "thread-independence",
        "results with one, two and three threads, on a GPU with few and many a column, bit for bit",
        independence::threads,
    ),
    Case::in_time(
        "traversal-independence",
        "results of the plain sweep and of tiles, on a GPU of several shapes of block, bit for bit",
        independence::traversals,
    ),
    Case::in_time(
        "periodic-wall",
        "plane waves around a periodic box against the dispersion relation",
        walls::periodic,
    ),
    Case::in_time(
        "bloch-wall",
        "waves that lag by a part of a turn over a box, against the dispersion relation",
        walls::bloch,
    ),
    Case::in_time(
        "pmc-wall",
        "resonances of boxes with magnetic walls, electric and magnetic currents",
        walls::pmc,
    ),
    Case::in_time(
        "symmetry",
        "half a model with a symmetry plane against the whole one",
        symmetry::symmetry,
    ),
    Case::in_time(
        "cpml-plate",
        "absorbing layers three cells from a metal plate against a box without echoes",
        cpml::plate,
    ),
    Case::in_time(
        "cpml-stability",
        "absorbing layers beside a metal plate over a hundred thousand steps",
        cpml::long,
    ),
    Case::in_time(
        "dipole-pattern",
        "far field of a Hertzian dipole between absorbing faces",
        pattern::dipole,
    ),
    Case::in_time(
        "plane-wave-leakage",
        "what leaks of a plane wave through the surface of an empty box, along axes and oblique, equal and graded cells",
        plane_wave::leakage,
    ),
    Case::in_time(
        "plane-wave-field",
        "E and H of an oblique plane wave against the closed form",
        plane_wave::field,
    ),
    Case::in_time(
        "plane-wave-half-space",
        "a plane wave onto a dielectric half space between periodic faces against Fresnel's coefficients",
        plane_wave::half_space,
    ),
    Case::in_time(
        "slab",
        "complex reflection and transmission of slabs from one pulse against transfer matrices",
        slab::normal,
    ),
    Case::in_time(
        "slab-oblique",
        "the same slabs at 30 degrees between Bloch walls, TE and TM, frequency by frequency",
        slab::oblique,
    ),
    Case::in_time(
        "pec-sphere-bistatic",
        "cross section of a metal sphere, ka = 3, in both planes against the Mie series",
        sphere::bistatic,
    ),
    Case::in_time(
        "pec-sphere-monostatic",
        "monostatic cross section of a metal sphere over ka = 0.5 to 6 from one pulse",
        sphere::monostatic,
    ),
    Case::in_time(
        "dielectric-sphere",
        "scattered power of a dielectric sphere against the Mie series",
        sphere::dielectric,
    ),
    Case::in_time(
        "lossy-sphere",
        "power absorbed by a lossy sphere against the Mie series",
        sphere::lossy,
    ),
    Case::in_time(
        "drude-sphere",
        "extinction of a sphere of free charges over its plasmon from one pulse against the Mie series",
        dispersive_sphere::drude,
    ),
    Case::in_time(
        "debye-sphere",
        "extinction of a sphere of water over 1 to 6 GHz from one pulse against the Mie series",
        dispersive_sphere::debye,
    ),
    Case::in_time(
        "port-gain",
        "gain of a dipole with a port, over ground and beside a lossy block, and the balance of its power",
        gain::port,
    ),
    Case::in_time(
        "matched-port",
        "a plate line between two ports of its own impedance",
        port::matched,
    ),
    Case::in_time(
        "waveguide-port",
        "phase constant, match and balance of power of a straight WR-90 guide between two ports",
        circuits::guide,
    ),
    Case::in_time(
        "coaxial-port",
        "phase constant and impedance of a coaxial line between two ports",
        circuits::coaxial,
    ),
    Case::in_time(
        "coplanar-port",
        "phase constant and impedance of a coplanar line between two ports",
        circuits::coplanar,
    ),
    Case::in_time(
        "microstrip-line",
        "effective permittivity and loss of a microstrip line of copper against Hammerstad and Jensen",
        circuits::microstrip_line,
    ),
    Case::in_time(
        "lowpass-filter",
        "transmission of a microstrip filter against openEMS",
        circuits::low_pass,
    ),
    Case::in_time(
        "patch-antenna",
        "reflection of a microstrip patch antenna against openEMS",
        circuits::sheen,
    ),
    Case::in_time(
        "copper-cavity",
        "quality of a mode in a cavity of copper, smooth and rough, against the closed form",
        copper::cavity,
    ),
    Case::in_time(
        "lumped-elements",
        "R, L, C, series and parallel RLC across a plate line against circuit theory",
        elements::lumped,
    ),
    Case::in_time(
        "wire-dipole",
        "resonance and conductance of a thin wire of 1 m against NEC",
        wire::dipole,
    ),
    Case::in_time(
        "wire-loop",
        "resonance and conductance of a square loop of thin wire against NEC",
        wire::square_loop,
    ),
    Case::in_time(
        "wire-yagi",
        "gain and front-to-back ratio of three thin wires against NEC",
        wire::yagi,
    ),
    Case::in_time(
        "dipole-both-solvers",
        "resonance of a thin wire by FDTD and of the strip that acts like it by the method of moments",
        wire::both_solvers,
    ),
];
