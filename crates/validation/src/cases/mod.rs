//! The cases, a file for each kind.

mod cavity;
mod circuits;
mod copper;
mod cpml;
mod decay;
mod dipole;
mod dispersion;
mod dispersive_sphere;
mod elements;
mod energy;
mod filling;
mod gain;
mod graded;
mod independence;
mod moments;
mod pattern;
mod plane_wave;
mod port;
mod ringing;
mod slab;
mod sphere;
mod sweep;
mod symmetry;
mod walls;
mod wire;

use crate::bench::Bench;
use crate::{Listed, ValidationError};
use poynting::Solver;

/// A case: its name, and what makes its rows.
pub(crate) struct Case {
    pub listed: Listed,
    pub run: fn(&mut Bench<'_>) -> Result<(), ValidationError>,
}

const fn case(
    name: &'static str,
    about: &'static str,
    run: fn(&mut Bench<'_>) -> Result<(), ValidationError>,
) -> Case {
    Case {
        listed: Listed {
            name,
            solver: Solver::Fdtd,
            about,
        },
        run,
    }
}

/// All cases, in the order in which they run.
pub(crate) fn all() -> impl Iterator<Item = &'static Case> {
    IN_TIME.iter().chain(moments::CASES)
}

/// Those of FDTD.
const IN_TIME: &[Case] = &[
    case(
        "cavity-resonances",
        "first five resonances of a metal box against the closed form",
        cavity::resonances,
    ),
    case(
        "cavity-dispersion",
        "the same resonances against the exact dispersion relation of the scheme",
        cavity::dispersion,
    ),
    case(
        "cavity-order",
        "order of convergence of two resonances over three grids",
        cavity::order,
    ),
    case(
        "energy-conservation",
        "discrete energy over thousands of steps in a closed lossless box, graded and filled",
        energy::conservation,
    ),
    case(
        "lossy-cavity-decay",
        "decay of a mode in a box filled with an electric and with a magnetic conductor",
        decay::lossy,
    ),
    case(
        "dispersive-cavity",
        "resonance and decay of a box filled with Debye, Drude and Lorentz media",
        dispersion::cavity,
    ),
    case(
        "hertzian-dipole",
        "fields of a dipole along an axis and an oblique one before the first echo",
        dipole::hertzian,
    ),
    case(
        "graded-grid",
        "a graded grid against the closed form and a uniform one; a slab meshed automatically",
        graded::graded,
    ),
    case(
        "magnetic-filling",
        "resonances of a box filled with a magnetic dielectric",
        filling::magnetic,
    ),
    case(
        "anisotropic-filling",
        "resonances of a box filled with diagonal eps and mu",
        filling::anisotropic,
    ),
    case(
        "thread-independence",
        "results with one, two and three threads, on a GPU with few and many a column, bit for bit",
        independence::threads,
    ),
    case(
        "traversal-independence",
        "results of the plain sweep and of tiles, on a GPU of several shapes of block, bit for bit",
        independence::traversals,
    ),
    case(
        "periodic-wall",
        "plane waves around a periodic box against the dispersion relation",
        walls::periodic,
    ),
    case(
        "bloch-wall",
        "waves that lag by a part of a turn over a box, against the dispersion relation",
        walls::bloch,
    ),
    case(
        "pmc-wall",
        "resonances of boxes with magnetic walls, electric and magnetic currents",
        walls::pmc,
    ),
    case(
        "symmetry",
        "half a model with a symmetry plane against the whole one",
        symmetry::symmetry,
    ),
    case(
        "cpml-plate",
        "absorbing layers three cells from a metal plate against a box without echoes",
        cpml::plate,
    ),
    case(
        "cpml-stability",
        "absorbing layers beside a metal plate over a hundred thousand steps",
        cpml::long,
    ),
    case(
        "dipole-pattern",
        "far field of a Hertzian dipole between absorbing faces",
        pattern::dipole,
    ),
    case(
        "plane-wave-leakage",
        "what leaks of a plane wave through the surface of an empty box, along axes and oblique, equal and graded cells",
        plane_wave::leakage,
    ),
    case(
        "plane-wave-field",
        "E and H of an oblique plane wave against the closed form",
        plane_wave::field,
    ),
    case(
        "plane-wave-half-space",
        "a plane wave onto a dielectric half space between periodic faces against Fresnel's coefficients",
        plane_wave::half_space,
    ),
    case(
        "slab",
        "complex reflection and transmission of slabs from one pulse against transfer matrices",
        slab::normal,
    ),
    case(
        "slab-oblique",
        "the same slabs at 30 degrees between Bloch walls, TE and TM, frequency by frequency",
        slab::oblique,
    ),
    case(
        "pec-sphere-bistatic",
        "cross section of a metal sphere, ka = 3, in both planes against the Mie series",
        sphere::bistatic,
    ),
    case(
        "pec-sphere-monostatic",
        "monostatic cross section of a metal sphere over ka = 0.5 to 6 from one pulse",
        sphere::monostatic,
    ),
    case(
        "dielectric-sphere",
        "scattered power of a dielectric sphere against the Mie series",
        sphere::dielectric,
    ),
    case(
        "lossy-sphere",
        "power absorbed by a lossy sphere against the Mie series",
        sphere::lossy,
    ),
    case(
        "drude-sphere",
        "extinction of a sphere of free charges over its plasmon from one pulse against the Mie series",
        dispersive_sphere::drude,
    ),
    case(
        "debye-sphere",
        "extinction of a sphere of water over 1 to 6 GHz from one pulse against the Mie series",
        dispersive_sphere::debye,
    ),
    case(
        "port-gain",
        "gain of a dipole with a port, over ground and beside a lossy block, and the balance of its power",
        gain::port,
    ),
    case(
        "matched-port",
        "a plate line between two ports of its own impedance",
        port::matched,
    ),
    case(
        "waveguide-port",
        "phase constant, match and balance of power of a straight WR-90 guide between two ports",
        circuits::guide,
    ),
    case(
        "coaxial-port",
        "phase constant and impedance of a coaxial line between two ports",
        circuits::coaxial,
    ),
    case(
        "coplanar-port",
        "phase constant and impedance of a coplanar line between two ports",
        circuits::coplanar,
    ),
    case(
        "microstrip-line",
        "effective permittivity and loss of a microstrip line of copper against Hammerstad and Jensen",
        circuits::microstrip_line,
    ),
    case(
        "lowpass-filter",
        "transmission of a microstrip filter against openEMS",
        circuits::low_pass,
    ),
    case(
        "patch-antenna",
        "reflection of a microstrip patch antenna against openEMS",
        circuits::sheen,
    ),
    case(
        "copper-cavity",
        "quality of a mode in a cavity of copper, smooth and rough, against the closed form",
        copper::cavity,
    ),
    case(
        "lumped-elements",
        "R, L, C, series and parallel RLC across a plate line against circuit theory",
        elements::lumped,
    ),
    case(
        "wire-dipole",
        "resonance and conductance of a thin wire of 1 m against NEC",
        wire::dipole,
    ),
    case(
        "wire-loop",
        "resonance and conductance of a square loop of thin wire against NEC",
        wire::square_loop,
    ),
    case(
        "wire-yagi",
        "gain and front-to-back ratio of three thin wires against NEC",
        wire::yagi,
    ),
    case(
        "dipole-both-solvers",
        "resonance of a thin wire by FDTD and of the strip that acts like it by the method of moments",
        wire::both_solvers,
    ),
];

/// A scene in which every line `key = ...` has another value.
fn with(scene: &str, key: &str, value: &str) -> String {
    let start = format!("{key} = ");
    let line = |line: &str| {
        if line.starts_with(&start) {
            format!("{start}{value}\n")
        } else {
            format!("{line}\n")
        }
    };
    scene.lines().map(line).collect()
}
