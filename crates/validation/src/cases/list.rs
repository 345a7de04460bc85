//! The list of cases, in the order in which they run.

use super::case::Case;
use super::{
    cavity, circuits, copper, cpml, decay, dipole, dispersion, dispersive_sphere, elements, energy,
    filling, gain, graded, grating, independence, moments, pattern, plane_wave, port, slab, sphere,
    symmetry, walls, wire,
};

/// All cases, in the order in which they run.
pub(crate) fn all() -> impl Iterator<Item = &'static Case> {
    IN_TIME.iter().chain(moments::CASES).chain(IN_ORDERS)
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
        "decay of a mode in a box filled with a medium of electric and of magnetic conductivity",
        decay::lossy,
    ),
    Case::in_time(
        "dispersive-cavity",
        "resonance and decay of a box filled with Debye, Drude and Lorentz media",
        dispersion::cavity,
    ),
    Case::in_time(
        "hertzian-dipole",
        "fields of a dipole along an axis and of an oblique one before the first reflection",
        dipole::hertzian,
    ),
    Case::in_time(
        "graded-grid",
        "a graded grid against the closed form and a uniform grid; an automatically meshed slab",
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
        "bitwise identical results with one, two and three threads, on a GPU with few and many per column",
        independence::threads,
    ),
    Case::in_time(
        "traversal-independence",
        "bitwise identical results of plain sweeps and of tiles, on a GPU of several block shapes",
        independence::traversals,
    ),
    Case::in_time(
        "periodic-wall",
        "plane waves in a periodic box against the dispersion relation",
        walls::periodic,
    ),
    Case::in_time(
        "bloch-wall",
        "waves with a phase shift across a box, against the dispersion relation",
        walls::bloch,
    ),
    Case::in_time(
        "pmc-wall",
        "resonances of boxes with magnetic walls, driven by electric and magnetic currents",
        walls::pmc,
    ),
    Case::in_time(
        "symmetry",
        "half a model with a symmetry plane against the full model",
        symmetry::symmetry,
    ),
    Case::in_time(
        "cpml-plate",
        "absorbing layers three cells from a metal plate against a reflection-free domain",
        cpml::plate,
    ),
    Case::in_time(
        "cpml-stability",
        "energy between absorbing layers next to a metal plate over 100 000 steps",
        cpml::long,
    ),
    Case::in_time(
        "dipole-pattern",
        "far field of a Hertzian dipole between absorbing faces",
        pattern::dipole,
    ),
    Case::in_time(
        "plane-wave-leakage",
        "leakage of a plane wave through the surface of an empty box, along axes and oblique, on uniform and graded cells",
        plane_wave::leakage,
    ),
    Case::in_time(
        "plane-wave-field",
        "E and H of an oblique plane wave against the closed form",
        plane_wave::field,
    ),
    Case::in_time(
        "plane-wave-half-space",
        "a plane wave on a dielectric half space between periodic faces against the Fresnel coefficients",
        plane_wave::half_space,
    ),
    Case::in_time(
        "slab",
        "complex reflection and transmission of slabs from one pulse against transfer matrices",
        slab::normal,
    ),
    Case::in_time(
        "slab-oblique",
        "the same slabs at 30 degrees between Bloch boundaries, TE and TM, one frequency per run",
        slab::oblique,
    ),
    Case::in_time(
        "pec-sphere-bistatic",
        "cross section of a metal sphere, ka = 3, in the E and H planes against the Mie series",
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
        "extinction of a Drude sphere around its plasmon resonance from one pulse against the Mie series",
        dispersive_sphere::drude,
    ),
    Case::in_time(
        "debye-sphere",
        "extinction of a water sphere between 1 and 6 GHz from one pulse against the Mie series",
        dispersive_sphere::debye,
    ),
    Case::in_time(
        "port-gain",
        "gain of a dipole with a port, over ground and next to a lossy block, and its power balance",
        gain::port,
    ),
    Case::in_time(
        "matched-port",
        "a plate line between two matched ports",
        port::matched,
    ),
    Case::in_time(
        "waveguide-port",
        "phase constant, match and power balance of a straight WR-90 guide between two ports",
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
        "effective permittivity and loss of a copper microstrip line against Hammerstad and Jensen",
        circuits::microstrip_line,
    ),
    Case::in_time(
        "lowpass-filter",
        "transmission of a microstrip filter against openEMS",
        circuits::low_pass,
    ),
    Case::in_time(
        "resonator-filter",
        "resonance and S-parameters of a filter whose ring-down ends the run, against a run ten times as long",
        circuits::ring_down,
    ),
    Case::in_time(
        "patch-antenna",
        "reflection of a microstrip patch antenna against openEMS",
        circuits::sheen,
    ),
    Case::in_time(
        "copper-cavity",
        "quality factor of a mode in a copper cavity, smooth and rough, against the closed form",
        copper::cavity,
    ),
    Case::in_time(
        "lumped-elements",
        "R, L, C, series and parallel RLC across a plate line against circuit theory",
        elements::lumped,
    ),
    Case::in_time(
        "wire-dipole",
        "resonance and conductance of a thin-wire dipole of 1 m against NEC",
        wire::dipole,
    ),
    Case::in_time(
        "wire-loop",
        "resonance and conductance of a square thin-wire loop against NEC",
        wire::square_loop,
    ),
    Case::in_time(
        "wire-yagi",
        "gain and front-to-back ratio of a thin-wire Yagi antenna against NEC",
        wire::yagi,
    ),
    Case::in_time(
        "dipole-both-solvers",
        "resonance of a thin wire with FDTD and of the equivalent strip with the method of moments",
        wire::both_solvers,
    ),
];

/// Cases of rigorous coupled-wave analysis.
const IN_ORDERS: &[Case] = &[
    Case::in_orders(
        "rcwa-slab",
        "complex reflection and transmission of five slabs at 0 and 30 degrees against transfer matrices",
        grating::slab,
    ),
    Case::in_orders(
        "rcwa-ridges",
        "efficiencies of dielectric and of metal ridges, TE and TM, against RETICOLO",
        grating::ridges,
    ),
    Case::in_orders(
        "rcwa-energy",
        "power of all orders of posts without loss over a band",
        grating::energy,
    ),
    Case::in_orders(
        "rcwa-fdtd",
        "reflected and transmitted power of unit cells, one of a dispersive medium, against FDTD",
        grating::in_time,
    ),
];
