//! The row of an operator, and the models for it.

use crate::fdtd::backend::Op;
use crate::fdtd::check::Part;
use crate::fdtd::models::{Form, Kind, Media, Periodicity, Sources};
use poynting_exec::Random;
use poynting_exec::conformance::Within;

/// A check of some operators.
#[derive(Clone, Copy)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// What is checked.
    pub checks: &'static str,
    /// How closely a GPU must agree.
    pub within: Within,
    /// What a backend must support for it.
    pub needs: Option<Part>,
    /// The next model to try.
    pub kind: fn(&mut Random) -> Kind,
    /// The operators, in this order.
    pub operators: &'static [Op],
    /// Number of steps.
    pub steps: usize,
    /// The required storage of its coefficients.
    pub stored: Option<&'static str>,
    /// Maximum number of ways to try.
    pub ways: usize,
}

/// One step of Maxwell's equations: the base row.
pub const YEE: Row = Row {
    name: "",
    checks: "",
    within: Within::Ulps(4),
    needs: None,
    kind: |random| kind(random, [2..10, 2..10, 2..10], any_axes),
    operators: &[Op::Yee, Op::Ghosts],
    steps: 1,
    stored: None,
    ways: usize::MAX,
};

/// Two steps.
pub const TWO_STEPS: Row = Row {
    steps: 2,
    within: Within::Ulps(8),
    ..YEE
};

/// Every operator.
pub const ALL: &[Op] = &[
    Op::Yee,
    Op::Cpml,
    Op::Incident,
    Op::Drive,
    Op::Dispersion,
    Op::Ghosts,
    Op::Samples,
    Op::Snapshots,
    Op::Spectra,
];

/// A plain model with a size within these ranges.
pub fn kind(
    random: &mut Random,
    cells: [std::ops::Range<usize>; 3],
    periodic: fn(&mut Random) -> [bool; 3],
) -> Kind {
    Kind {
        cells: cells.map(|range| random.whole(range)),
        periodic: periodic(random),
        periodicity: Periodicity::Plain,
        form: Form::Lookup,
        sources: Sources::Impressed,
        layers: 0,
        media: Media::Constant,
    }
}

/// A source that prescribes its values, so that fields change from step to step without arithmetic.
pub fn prescribed(random: &mut Random) -> Kind {
    Kind {
        sources: Sources::Prescribed,
        ..kind(random, [2..10, 2..10, 2..10], any_axes)
    }
}

/// Any axes, or none.
pub fn any_axes(random: &mut Random) -> [bool; 3] {
    [(); 3].map(|()| random.one_of(&[true, false]))
}
