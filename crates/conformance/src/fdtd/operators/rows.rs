//! Every operator by itself, and all of them with fields in several pieces.

use crate::fdtd::backend::Op;
use crate::fdtd::check::Part;
use crate::fdtd::models::{Form, Kind, Media, Sources};
use crate::fdtd::operators::row::{ALL, Row, TWO_STEPS, YEE, any_axes, kind, prescribed};
use poynting_exec::conformance::Within;

/// All rows.
pub const ROWS: [Row; 20] = [
    Row {
        name: "Yee, one-byte index",
        checks: "E and H in graded cells, random lossy anisotropic materials and boundaries, at most 256 kinds of nodes",
        kind: |random| kind(random, [1..6, 1..6, 1..6], any_axes),
        stored: Some("u8"),
        ..YEE
    },
    Row {
        name: "Yee, two-byte index",
        checks: "the same with more kinds of nodes",
        kind: |random| kind(random, [9..13, 9..13, 9..13], any_axes),
        stored: Some("u16"),
        ..YEE
    },
    Row {
        name: "Yee, four-byte index",
        checks: "the same with more than 65536 kinds of nodes",
        kind: |random| Kind {
            form: Form::Wide,
            ..kind(random, [40..42, 41..43, 44..46], any_axes)
        },
        stored: Some("u32"),
        ways: 2,
        ..YEE
    },
    Row {
        name: "Yee, coefficients per node",
        checks: "the same without a coefficient table",
        kind: |random| Kind {
            form: Form::Direct,
            ..kind(random, [2..12, 2..12, 2..12], any_axes)
        },
        stored: Some("direct"),
        ..YEE
    },
    Row {
        name: "Yee, thin grids",
        checks: "one to three cells along an axis",
        kind: |random| {
            let thin = random.whole(0..3);
            let cells = std::array::from_fn(|a| if a == thin { 1..4 } else { 1..40 });
            kind(random, cells, any_axes)
        },
        ..YEE
    },
    Row {
        name: "Boundaries",
        checks: "PEC and PMC boundaries, two steps",
        kind: |random| kind(random, [2..10, 2..10, 2..10], |_| [false; 3]),
        steps: 2,
        within: Within::Ulps(8),
        ..YEE
    },
    Row {
        name: "Periodic boundary along x",
        checks: "a periodic x axis, two steps",
        kind: |random| kind(random, [1..10, 2..10, 2..10], |_| [true, false, false]),
        ..TWO_STEPS
    },
    Row {
        name: "Periodic boundary along y",
        checks: "a periodic y axis, two steps",
        kind: |random| kind(random, [2..10, 1..10, 2..10], |_| [false, true, false]),
        ..TWO_STEPS
    },
    Row {
        name: "Periodic boundary along z",
        checks: "a periodic z axis, two steps",
        kind: |random| kind(random, [2..10, 2..10, 1..10], |_| [false, false, true]),
        ..TWO_STEPS
    },
    Row {
        name: "Absorbing layers",
        checks: "layers of one to six cells behind random faces and through random materials, three steps",
        kind: |random| Kind {
            layers: random.whole(1..7),
            ..kind(random, [2..10, 2..10, 2..10], any_axes)
        },
        operators: &[Op::Yee, Op::Cpml, Op::Ghosts],
        steps: 3,
        within: Within::Ulps(16),
        ..YEE
    },
    Row {
        name: "Dispersive media",
        checks: "random terms in E and H, PEC, PMC and periodic boundaries, ten steps",
        kind: |random| Kind {
            media: Media::Dispersive,
            ..kind(random, [2..10, 2..10, 2..10], any_axes)
        },
        operators: &[Op::Yee, Op::Drive, Op::Dispersion, Op::Ghosts],
        steps: 10,
        within: Within::Ulps(64),
        ..YEE
    },
    Row {
        name: "Slabs",
        checks: "fields in several slabs along x, all operators, two steps",
        needs: Some(Part::Slabs),
        kind: |random| Kind {
            layers: random.whole(0..5),
            ..kind(random, [5..12, 2..10, 2..10], |_| [false; 3])
        },
        operators: ALL,
        ..TWO_STEPS
    },
    Row {
        name: "Slabs along a periodic axis",
        checks: "the same with a periodic x axis",
        needs: Some(Part::Slabs),
        kind: |random| Kind {
            media: Media::Dispersive,
            ..kind(random, [5..12, 2..10, 2..10], |_| [true, false, true])
        },
        operators: ALL,
        ..TWO_STEPS
    },
    Row {
        name: "Impressed sources",
        checks: "currents at random positions of E and H",
        operators: &[Op::Drive],
        steps: 3,
        ..YEE
    },
    Row {
        name: "Prescribed sources",
        checks: "fields set at random positions of E and H",
        kind: |random| Kind {
            sources: Sources::Prescribed,
            ..kind(random, [2..10, 2..10, 2..10], any_axes)
        },
        operators: &[Op::Drive],
        steps: 3,
        within: Within::Exactly,
        ..YEE
    },
    Row {
        name: "Several sources at one position",
        checks: "that they act in the order of the scene",
        kind: |random| Kind {
            sources: Sources::Several,
            ..kind(random, [2..10, 2..10, 2..10], any_axes)
        },
        operators: &[Op::Drive],
        steps: 3,
        ..YEE
    },
    Row {
        name: "Plane waves",
        checks: "two waves, along an axis or oblique, in random boxes",
        operators: &[Op::Incident],
        steps: 7,
        within: Within::Ulps(16),
        ..YEE
    },
    Row {
        name: "Samples",
        checks: "random positions, recorded every step",
        operators: &[Op::Drive, Op::Samples],
        kind: prescribed,
        steps: 3,
        within: Within::Exactly,
        ..YEE
    },
    Row {
        name: "Snapshots",
        checks: "random boxes, recorded every one to three steps",
        operators: &[Op::Drive, Op::Snapshots],
        kind: prescribed,
        steps: 5,
        within: Within::Exactly,
        ..YEE
    },
    Row {
        name: "Transforms",
        checks: "Fourier sums of random boxes at one to three frequencies",
        operators: &[Op::Drive, Op::Spectra],
        kind: prescribed,
        steps: 7,
        within: Within::Ulps(8),
        ..YEE
    },
];
