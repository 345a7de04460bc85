//! Run control: how runs end, in which order they update, and stacked runs.

use crate::fdtd::backend::{Order, Pieces};
use crate::fdtd::check::Part;
use crate::fdtd::runs::dispersive::MUD;
use crate::fdtd::runs::row::{RUN, Row};
use crate::fdtd::scenes::{
    AIR, BRINE, CELLS, CRYSTAL, CURVED, HARD, KICK, LOSSY, MAGNETIC, OTHER_KICK, PORTS, PROBE,
    SHORT_KICK, SNAPSHOTS, STEPS,
};
use poynting_exec::conformance::Within;
use poynting_fdtd_core::mapping::{Mapping, March};

const END: Row = Row {
    group: "Ends of a run",
    ..RUN
};
const ORDER: Row = Row {
    group: "Traversals and stacks",
    ..RUN
};
const STACK: Row = Row {
    needs: Some(Part::Stack),
    ..ORDER
};

/// One of everything, so that an order that misses something is detected.
const EVERYTHING: &[&str] = &[
    CELLS, CRYSTAL, CURVED, MUD, KICK, MAGNETIC, HARD, PORTS, PROBE, SNAPSHOTS, STEPS,
];

/// Two magnetic media of the same permittivity.
const GARNET: &str = "[materials.garnet]\neps_r = 2\nmu_r = 2\n[[structures]]\nmaterial = 'garnet'\n\
    shape = 'box'\nfrom = ['2 mm', '1 mm', '3 mm']\nto = ['7 mm', '6 mm', '9 mm']\n";
const OTHER_GARNET: &str = "[materials.garnet]\neps_r = 2\nmu_r = 5\n[[structures]]\nmaterial = 'garnet'\n\
    shape = 'box'\nfrom = ['2 mm', '1 mm', '3 mm']\nto = ['7 mm', '6 mm', '9 mm']\n";

const PERIODIC: &str = "[boundary]\nx = 'periodic'\n";

/// All rows.
pub const ROWS: [Row; 16] = [
    Row {
        name: "Stop by steps",
        checks: "that the run has the exact number of steps",
        scenes: &[&[CELLS, KICK, PROBE, "[stop]\nsteps = 43\n"]],
        ..END
    },
    Row {
        name: "Stop by time",
        checks: "the step at which the run stops",
        scenes: &[&[CELLS, KICK, PROBE, "[stop]\ntime = '0.15 ns'\n"]],
        ..END
    },
    Row {
        name: "Stop by decay",
        checks: "that the decay is detected at the same step",
        scenes: &[&[
            CELLS,
            BRINE,
            KICK,
            PROBE,
            "[stop]\nsteps = 600\nenergy_decay = '30 dB'\n",
        ]],
        ..END
    },
    Row {
        name: "Divergence",
        checks: "step, cell, component and material of an unstable run",
        scenes: &[&[CELLS, AIR, SHORT_KICK, PROBE, "[stop]\nsteps = 400\n"]],
        courant: Some(1.02),
        // Growth also amplifies rounding errors.
        within: Within::Ulps(4096),
        ..END
    },
    Row {
        name: "Interrupt",
        checks: "that results recorded before the interrupt are kept",
        scenes: &[&[CELLS, KICK, PROBE, SNAPSHOTS, "[stop]\nsteps = 400\n"]],
        interrupt_at: Some(32),
        ..END
    },
    Row {
        name: "Plain sweep",
        checks: "all operators together, on one to three threads",
        scenes: &[EVERYTHING],
        orders: &[Order::Sweep { threads: 2 }, Order::Sweep { threads: 3 }],
        needs: Some(Part::Traversal),
        ..ORDER
    },
    Row {
        name: "Skewed tiles",
        checks: "all operators together, tiles of one to eight rows on one to three threads",
        scenes: &[EVERYTHING],
        orders: &[
            Order::Tiles {
                rows: 8,
                threads: 1,
            },
            Order::Tiles {
                rows: 1,
                threads: 2,
            },
            Order::Tiles {
                rows: 3,
                threads: 3,
            },
        ],
        needs: Some(Part::Traversal),
        ..ORDER
    },
    Row {
        name: "One thread per cell",
        checks: "all operators together",
        orders: &[
            mapping(March::Cell, [32, 4], 32),
            mapping(March::Cell, [256, 1], 1),
        ],
        ..MAPPED
    },
    Row {
        name: "Several threads per column",
        checks: "all operators together",
        orders: &[
            mapping(March::Parts(4), [64, 4], 32),
            mapping(March::Parts(16), [128, 1], 8),
        ],
        ..MAPPED
    },
    Row {
        name: "One thread per column",
        checks: "all operators together",
        orders: &[
            mapping(March::Column, [64, 4], 32),
            mapping(March::Column, [8, 8], 1),
        ],
        ..MAPPED
    },
    Row {
        name: "Run in slabs",
        checks: "all operators together, fields in slabs of one and of four planes",
        scenes: &[EVERYTHING],
        orders: &[
            Order::Pieces(Pieces::Planes(1)),
            Order::Pieces(Pieces::Planes(4)),
        ],
        needs: Some(Part::Slabs),
        ..ORDER
    },
    Row {
        name: "Stack of different models",
        checks: "different bodies, sources and monitors in each",
        scenes: &[
            &[CELLS, LOSSY, KICK, PROBE, STEPS],
            &[CELLS, CURVED, OTHER_KICK, SNAPSHOTS, STEPS],
            &[CELLS, PORTS, STEPS],
        ],
        ..STACK
    },
    Row {
        name: "Stack in several buffers",
        checks: "five models, two per buffer, periodic along x",
        scenes: &[
            &[CELLS, LOSSY, PERIODIC, KICK, PROBE, STEPS],
            &[CELLS, CURVED, PERIODIC, OTHER_KICK, SNAPSHOTS, STEPS],
            &[CELLS, CURVED, PERIODIC, KICK, PROBE, STEPS],
            &[CELLS, PERIODIC, OTHER_KICK, PROBE, STEPS],
            &[CELLS, CRYSTAL, PERIODIC, KICK, PROBE, STEPS],
        ],
        orders: &[Order::Pieces(Pieces::Models(2))],
        ..STACK
    },
    Row {
        name: "Stack with coefficients per node",
        checks: "models that differ in their permeability only",
        scenes: &[
            &[CELLS, GARNET, KICK, PROBE, STEPS],
            &[CELLS, OTHER_GARNET, KICK, PROBE, STEPS],
        ],
        orders: &[Order::Direct],
        ..STACK
    },
    Row {
        name: "Stack of different run lengths",
        checks: "that each model stops as its scene specifies",
        scenes: &[
            &[CELLS, KICK, PROBE, "[stop]\nsteps = 20\n"],
            &[CELLS, KICK, PROBE, "[stop]\nsteps = 200\n"],
            &[
                CELLS,
                BRINE,
                KICK,
                PROBE,
                "[stop]\nsteps = 600\nenergy_decay = '30 dB'\n",
            ],
        ],
        ..STACK
    },
    Row {
        name: "Stack with a diverging model",
        checks: "that the other models are not affected",
        scenes: &[
            &[CELLS, LOSSY, KICK, PROBE, "[stop]\nsteps = 400\n"],
            &[CELLS, AIR, SHORT_KICK, PROBE, "[stop]\nsteps = 400\n"],
        ],
        courant: Some(1.02),
        within: Within::Ulps(4096),
        ..STACK
    },
];

const MAPPED: Row = Row {
    scenes: &[EVERYTHING],
    needs: Some(Part::Mapping),
    ..ORDER
};

const fn mapping(march: March, block: [u32; 2], align: usize) -> Order {
    Order::Mapping(Mapping {
        march,
        block,
        align,
    })
}
