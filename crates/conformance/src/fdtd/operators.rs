//! Every operator on random models.

use crate::fdtd::backend::{Backend, Left, Op, Part, Trial};
use crate::fdtd::cpu::{Boxes, Cpu};
use crate::fdtd::models::{Form, Joint, Kind, Media, Model, Sources, places};
use crate::fdtd::random::Random;
use crate::fdtd::{Check, bloch};
use poynting_exec::Real;
use poynting_exec::conformance::{Comparison, Feature, Judgement, Within, peak};
use poynting_fdtd_core::block::Block;
use poynting_scene::Component;

const GROUP: &str = "Operators on random fields";
/// Steps that have gone before: what an operator does must not depend on the block it falls into.
const FIRST_STEP: u64 = 5;

/// A check of some operators.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub name: &'static str,
    pub checks: &'static str,
    pub within: Within,
    pub needs: Option<Part>,
    /// The next model to try.
    pub kind: fn(&mut Random) -> Kind,
    pub operators: &'static [Op],
    pub steps: usize,
    /// How its coefficients must come out to be stored.
    pub stored: Option<&'static str>,
    /// Ways to try at most.
    pub ways: usize,
}

pub(super) const YEE: Row = Row {
    name: "",
    checks: "",
    within: Within::Ulps(4),
    needs: None,
    kind: |random| kind(random, [2..10, 2..10, 2..10], any_axes),
    operators: &[Op::Yee, Op::Seam],
    steps: 1,
    stored: None,
    ways: usize::MAX,
};

const ROWS: [Row; 20] = [
    Row {
        name: "Yee, index of one byte",
        checks: "E and H of graded cells, random lossy anisotropic materials and walls, at most 256 kinds of nodes",
        kind: |random| kind(random, [1..6, 1..6, 1..6], any_axes),
        stored: Some("u8"),
        ..YEE
    },
    Row {
        name: "Yee, index of two bytes",
        checks: "the same with more kinds of nodes",
        kind: |random| kind(random, [9..13, 9..13, 9..13], any_axes),
        stored: Some("u16"),
        ..YEE
    },
    Row {
        name: "Yee, index of four bytes",
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
        name: "Yee, coefficients at each node",
        checks: "the same without a table",
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
        name: "Walls",
        checks: "electric and magnetic walls, two steps",
        kind: |random| kind(random, [2..10, 2..10, 2..10], |_| [false; 3]),
        steps: 2,
        within: Within::Ulps(8),
        ..YEE
    },
    Row {
        name: "Seam along x",
        checks: "a periodic x axis, two steps",
        kind: |random| kind(random, [1..10, 2..10, 2..10], |_| [true, false, false]),
        ..TWO_STEPS
    },
    Row {
        name: "Seam along y",
        checks: "a periodic y axis, two steps",
        kind: |random| kind(random, [2..10, 1..10, 2..10], |_| [false, true, false]),
        ..TWO_STEPS
    },
    Row {
        name: "Seam along z",
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
        operators: &[Op::Yee, Op::Cpml, Op::Seam],
        steps: 3,
        within: Within::Ulps(16),
        ..YEE
    },
    Row {
        name: "Dispersive media",
        checks: "random terms in E and H, walls and seams, ten steps",
        kind: |random| Kind {
            media: Media::Dispersive,
            ..kind(random, [2..10, 2..10, 2..10], any_axes)
        },
        operators: &[Op::Yee, Op::Drive, Op::Dispersion, Op::Seam],
        steps: 10,
        within: Within::Ulps(64),
        ..YEE
    },
    Row {
        name: "Slabs",
        checks: "fields in several pieces along x, all operators, two steps",
        needs: Some(Part::Slabs),
        kind: |random| Kind {
            layers: random.whole(0..5),
            ..kind(random, [5..12, 2..10, 2..10], |_| [false; 3])
        },
        operators: ALL,
        ..TWO_STEPS
    },
    Row {
        name: "Slabs around a periodic axis",
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
        checks: "currents on random spots of E and H",
        operators: &[Op::Drive],
        steps: 3,
        ..YEE
    },
    Row {
        name: "Prescribed sources",
        checks: "fields set on random spots of E and H",
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
        name: "Several sources on one spot",
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
        checks: "random spots, read every step",
        operators: &[Op::Drive, Op::Samples],
        kind: prescribed,
        steps: 3,
        within: Within::Exactly,
        ..YEE
    },
    Row {
        name: "Snapshots",
        checks: "random boxes, read every one to three steps",
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

pub(super) const TWO_STEPS: Row = Row {
    steps: 2,
    within: Within::Ulps(8),
    ..YEE
};

pub(super) const ALL: &[Op] = &[
    Op::Yee,
    Op::Cpml,
    Op::Incident,
    Op::Drive,
    Op::Dispersion,
    Op::Seam,
    Op::Samples,
    Op::Snapshots,
    Op::Spectra,
];

pub(super) fn kind(
    random: &mut Random,
    cells: [std::ops::Range<usize>; 3],
    periodic: fn(&mut Random) -> [bool; 3],
) -> Kind {
    Kind {
        cells: cells.map(|range| random.whole(range)),
        periodic: periodic(random),
        seam: Joint::Plain,
        form: Form::Lookup,
        sources: Sources::Impressed,
        layers: 0,
        media: Media::Constant,
    }
}

/// A source that sets what it is given, so that fields change from step to step without arithmetic.
pub(super) fn prescribed(random: &mut Random) -> Kind {
    Kind {
        sources: Sources::Prescribed,
        ..kind(random, [2..10, 2..10, 2..10], any_axes)
    }
}

pub(super) fn any_axes(random: &mut Random) -> [bool; 3] {
    [(); 3].map(|()| random.one_of(&[true, false]))
}

/// The checks of all operators.
pub fn checks<B: Backend + 'static, T: Real>() -> Vec<Check<B>> {
    let rows = ROWS.into_iter().chain(bloch::OPERATORS).map(|row| Check {
        feature: row.feature(),
        needs: row.needs,
        compare: Box::new(move |backend: &B, tolerance| {
            let mut comparison = Comparison::new(tolerance);
            if let Err(reason) = row.compare::<B, T>(backend, &mut comparison) {
                comparison.complain(reason);
            }
            comparison.judge()
        }),
    });
    rows.chain([
        Check {
            feature: Feature {
                group: GROUP,
                name: "Energy",
                checks: "the conserved energy and the sum of squares",
                within: Within::Ulps(32),
            },
            needs: None,
            compare: Box::new(energy::<B, T, f64>),
        },
        Check {
            feature: Feature {
                group: GROUP,
                name: "Energy, single-precision sums",
                checks: "the same as a device without double precision adds it up",
                within: Within::Ulps(64),
            },
            needs: Some(Part::SingleSums),
            compare: Box::new(energy::<B, T, f32>),
        },
    ])
    .collect()
}

impl Row {
    fn feature(&self) -> Feature {
        Feature {
            group: GROUP,
            name: self.name,
            checks: self.checks,
            within: self.within,
        }
    }

    fn compare<B: Backend, T: Real>(
        &self,
        backend: &B,
        comparison: &mut Comparison,
    ) -> Result<(), String> {
        let ways = match self.needs {
            Some(Part::Slabs) => backend.ways_in_slabs(),
            _ => [backend.ways(), backend.ways_in_slabs()].concat(),
        };
        for (seed, way) in (1..).zip(ways.iter().take(self.ways)) {
            let mut random = Random::new(seed);
            let kind = (self.kind)(&mut random);
            let model = Model::<T>::new(&mut random, kind)?;
            if let Some(stored) = self.stored {
                comparison.equal(
                    "coefficients",
                    &stored,
                    &model.setup.coefficients.kind().name(),
                );
            }
            let trial = Trial {
                model: &model,
                operators: self.operators,
                block: Block {
                    first_step: FIRST_STEP,
                    steps: self.steps,
                },
            };
            let expected = Cpu.apply(&trial, &Boxes::WHOLE)?;
            let found = backend.apply(&trial, way)?;
            let context = format!("{way:?}, {kind:?}");
            compare(comparison, &context, &trial, [&expected, &found]);
        }
        Ok(())
    }
}

/// Compares what two backends left of a trial.
fn compare<T: Real>(
    comparison: &mut Comparison,
    context: &str,
    trial: &Trial<'_, T>,
    [expected, found]: [&Left<T>; 2],
) {
    let setup = &trial.model.setup;
    let active =
        |values: &Vec<T>| -> Vec<T> { places(&setup.layout).map(|at| values[at]).collect() };
    let (e, f) = (
        expected.fields.each_ref().map(active),
        found.fields.each_ref().map(active),
    );
    let scales = [0..3, 3..6].map(|half| e[half].iter().map(|v| peak(v)).fold(0.0, f64::max));
    for (c, component) in Component::ALL.into_iter().enumerate() {
        let what = format!("{} [{context}]", component.name());
        comparison.values(what, &e[c], &f[c], scales[c / 3]);
    }
    let (e, f) = (&expected.record, &found.record);
    let largest = scales[0].max(scales[1]);
    comparison.values(
        format!("samples [{context}]"),
        &e.samples,
        &f.samples,
        largest,
    );
    for (n, (e, f)) in expected.sums.iter().zip(&found.sums).enumerate() {
        let what = format!("transform {n} [{context}]");
        comparison.values(what, e, f, peak(e));
    }
    for (n, capture) in setup.instruments.captures.iter().enumerate() {
        let due = capture.due_in(trial.block).count() * capture.values();
        let what = format!("snapshot {n} [{context}]");
        // A backend may keep room for more than was due.
        let part = |values: &[T]| values[..due.min(values.len())].to_vec();
        comparison.values(
            what,
            &part(&e.snapshots[n]),
            &part(&f.snapshots[n]),
            largest,
        );
    }
}

fn energy<B: Backend, T: Real, A: Real>(backend: &B, tolerance: f64) -> Judgement {
    let mut comparison = Comparison::new(tolerance);
    let mut compare = || -> Result<(), String> {
        let ways = [backend.ways(), backend.ways_in_slabs()].concat();
        for (seed, way) in (1..).zip(&ways) {
            let mut random = Random::new(seed);
            let kind = (YEE.kind)(&mut random);
            let model = Model::<T>::new(&mut random, kind)?;
            let expected = Cpu.energy::<T, f64>(&model, &Boxes::WHOLE)?;
            let found = backend.energy::<T, A>(&model, way)?;
            comparison.values(
                format!("energy [{way:?}, {kind:?}]"),
                &[expected.conserved, expected.squares],
                &[found.conserved, found.squares],
                expected.squares,
            );
        }
        Ok(())
    };
    if let Err(reason) = compare() {
        comparison.complain(reason);
    }
    comparison.judge()
}
