//! Monitors.

use super::checker::Checker;
use crate::direction::AxisDirection;
use crate::field::{Component, Point};
use crate::lists::{List, PerAxis, Triple};
use crate::measures::Position;
use crate::monitor::{Interval, Monitor, MonitorKind, Normalise, OpenFaces, Spectral};
use crate::monitor_records::{
    AbsorptionRecord, FarFieldRecord, FluxRecord, MonitorKindRecord, MonitorRecord, SnapshotRecord,
};
use crate::sweep::Frequencies;
use crate::values::At;

/// The valid monitors.
pub(super) fn monitors(records: &[MonitorRecord], check: &mut Checker<'_>) -> Vec<Monitor> {
    records
        .iter()
        .filter_map(|record| monitor(record, check))
        .collect()
}

fn monitor(record: &MonitorRecord, check: &mut Checker<'_>) -> Option<Monitor> {
    let name = record.name.0.value.clone();
    let what = format!("monitor {name:?}");
    let kind = match &record.kind {
        MonitorKindRecord::Probe(probe) => {
            check.inside(&probe.at, &what);
            MonitorKind::Probe {
                at: probe.at.values(),
                components: components(&probe.components, check)?,
            }
        }
        MonitorKindRecord::Snapshot(snapshot) => {
            check.inside(&snapshot.from, &what);
            check.inside(&snapshot.to, &what);
            check.ordered(&snapshot.from, &snapshot.to, &what);
            let components = components(&snapshot.components, check);
            let every = interval(snapshot, check);
            MonitorKind::Snapshot {
                from: snapshot.from.values(),
                to: snapshot.to.values(),
                components: components?,
                every: every?,
                stride: strides(&snapshot.stride),
            }
        }
        MonitorKindRecord::Field(field) => {
            check.inside(&field.from, &what);
            check.inside(&field.to, &what);
            check.ordered(&field.from, &field.to, &what);
            MonitorKind::Field {
                from: field.from.values(),
                to: field.to.values(),
                components: components(&field.components, check)?,
                spectral: spectral(&field.frequencies, field.every_steps, field.normalise),
                stride: strides(&field.stride),
                samples: field.samples.as_ref().map(strides),
            }
        }
        MonitorKindRecord::Flux(flux) => {
            extent(flux, &what, check);
            MonitorKind::Flux {
                from: flux.from.values(),
                to: flux.to.values(),
                spectral: spectral(&flux.frequencies, flux.every_steps, flux.normalise),
            }
        }
        MonitorKindRecord::Absorption(absorption) => {
            let [from, to] = within(absorption, &what, check)?;
            MonitorKind::Absorption {
                from,
                to,
                spectral: spectral(
                    &absorption.frequencies,
                    absorption.every_steps,
                    absorption.normalise,
                ),
            }
        }
        MonitorKindRecord::FarField(far) => far_field(far, &what, check),
        MonitorKindRecord::FarPulse(far) => {
            let [from, to, center] =
                around([&far.from, &far.to], far.center.as_ref(), &what, check);
            MonitorKind::FarPulse {
                from,
                to,
                open: open_faces(&far.open, &what, check),
                theta: far.theta.values.clone(),
                phi: far.phi.values.clone(),
                center,
            }
        }
        MonitorKindRecord::Monostatic(mono) => MonitorKind::Monostatic {
            frequencies: mono.frequencies.values.clone(),
            theta: mono.theta.values.clone(),
            phi: mono.phi.values.clone(),
        },
        MonitorKindRecord::Bistatic(echo) => MonitorKind::Bistatic {
            frequencies: echo.frequencies.values.clone(),
            from: [echo.from.theta.value, echo.from.phi.value],
            theta: echo.theta.values.clone(),
            phi: echo.phi.values.clone(),
        },
        MonitorKindRecord::SurfaceCurrent(current) => MonitorKind::SurfaceCurrent {
            frequencies: current.frequencies.values.clone(),
        },
    };
    let adaptive = record.kind.frequencies().and_then(|f| f.adaptive);
    Some(Monitor {
        name,
        kind,
        adaptive,
    })
}

fn far_field(far: &FarFieldRecord, what: &str, check: &mut Checker<'_>) -> MonitorKind {
    let corners = [far.from.as_ref(), far.to.as_ref()];
    let center = far.center.as_ref();
    let (region, center) = match check.both(corners, what) {
        Some(corners) => {
            let [from, to, center] = around(corners, center, what, check);
            (Some([from, to]), center)
        }
        None => (None, center.map_or([0.0; 3], Triple::values)),
    };
    if region.is_none()
        && let Some(first) = far.open.items.first()
    {
        let cure = "add the corners `from` and `to`, or remove `open`";
        let message = format!("{what} has an open face but no box");
        check
            .out
            .report(first.span, message, "needs `from` and `to`", cure);
    }
    MonitorKind::FarField {
        region,
        open: open_faces(&far.open, what, check),
        spectral: spectral(&far.frequencies, far.every_steps, far.normalise),
        theta: far.theta.values.clone(),
        phi: far.phi.values.clone(),
        center,
    }
}

/// The omitted faces of a box; at least one face must remain.
fn open_faces(record: &List<AxisDirection>, what: &str, check: &mut Checker<'_>) -> OpenFaces {
    let mut open = OpenFaces::default();
    for face in &record.items {
        let side = usize::from(face.sign > 0.0);
        if open[face.axis][side] {
            let message = format!("{what} opens the same face twice");
            let cure = "remove one of the two";
            check.out.report(face.span, message, "second time", cure);
        }
        open[face.axis][side] = true;
    }
    if let Some(last) = record.items.last()
        && open.as_flattened().iter().all(|is_open| *is_open)
    {
        let message = format!("{what} has no closed face left");
        let cure = "open only the faces that a structure passes through";
        check.out.report(last.span, message, "the last face", cure);
    }
    open
}

fn strides(stride: &PerAxis<u64>) -> [usize; 3] {
    stride
        .items
        .map(|n| usize::try_from(n).unwrap_or(usize::MAX))
}

fn spectral(frequencies: &Frequencies, every: Option<u64>, normalise: Normalise) -> Spectral {
    Spectral {
        frequencies: frequencies.values.clone(),
        every,
        normalise,
    }
}

/// Power flows through a plane or out of a box, not through a line.
fn extent(flux: &FluxRecord, what: &str, check: &mut Checker<'_>) {
    check.inside(&flux.from, what);
    check.inside(&flux.to, what);
    let ordered = check.ordered(&flux.from, &flux.to, what);
    let (from, to) = (flux.from.values(), flux.to.values());
    let flat = (0..3).filter(|&a| from[a] >= to[a]).count();
    if ordered && flat > 1 {
        let message = format!("{what} has no area");
        let cure = "make `from` and `to` differ along two axes (a plane) or all three (a box)";
        check
            .out
            .report(flux.to.span, message, "a line or a point", cure);
    }
}

/// The corners of a box with volume, as far as given, otherwise those of the domain.
fn within(record: &AbsorptionRecord, what: &str, check: &mut Checker<'_>) -> Option<[Point; 2]> {
    let (from, to) = (record.from.as_ref(), record.to.as_ref());
    for corner in [from, to].into_iter().flatten() {
        check.inside(corner, what);
    }
    let ordered = match (from, to) {
        (Some(from), Some(to)) => check.ordered(from, to, what),
        _ => true,
    };
    let domain = check.domain?;
    let corner = from.map_or(domain.from, Triple::values);
    let opposite = to.map_or(domain.to, Triple::values);
    if let Some(given) = to.or(from)
        && ordered
        && (0..3).any(|a| corner[a] >= opposite[a])
    {
        check.encloses_nothing(given, what);
    }
    Some([corner, opposite])
}

/// The corners of a box with volume, and its centre.
fn around(
    [from, to]: [&Position; 2],
    center: Option<&Position>,
    what: &str,
    check: &mut Checker<'_>,
) -> [Point; 3] {
    check.inside(from, what);
    check.inside(to, what);
    let ordered = check.ordered(from, to, what);
    let (corner, opposite) = (from.values(), to.values());
    if ordered && (0..3).any(|a| corner[a] >= opposite[a]) {
        check.encloses_nothing(to, what);
    }
    let middle = std::array::from_fn(|a| f64::midpoint(corner[a], opposite[a]));
    [corner, opposite, center.map_or(middle, Triple::values)]
}

impl Checker<'_> {
    /// Reports a box without volume at one of its corners.
    fn encloses_nothing(&mut self, corner: &Position, what: &str) {
        let message = format!("{what} encloses no volume");
        let cure = "make `from` and `to` differ along all three axes";
        self.out.report(corner.span, message, "a flat box", cure);
    }
}

fn components(record: &At<List<At<Component>>>, check: &mut Checker<'_>) -> Option<Vec<Component>> {
    let list = &record.value;
    if list.items.is_empty() && list.complete {
        let cure = "list at least one, for example components = [\"Ez\"], or omit the key to record all six";
        check.out.report(
            record.span,
            "a monitor without components records nothing",
            "an empty list",
            cure,
        );
        return None;
    }
    for (index, component) in list.items.iter().enumerate() {
        if list.items[..index]
            .iter()
            .any(|earlier| earlier.value == component.value)
        {
            let message = format!("`{}` is listed twice", component.value.name());
            check.out.report(
                component.span,
                message,
                "second time",
                "remove one of the two",
            );
        }
    }
    list.complete
        .then(|| list.items.iter().map(|component| component.value).collect())
}

fn interval(record: &SnapshotRecord, check: &mut Checker<'_>) -> Option<Interval> {
    match (&record.every, &record.every_steps) {
        (Some(time), None) => Some(Interval::Time(time.value)),
        (None, Some(steps)) => Some(Interval::Steps(steps.value)),
        (Some(time), Some(steps)) => {
            let message = "`every` and `every_steps` both set the snapshot interval";
            check
                .out
                .report(steps.span, message, "the second", "keep one of the two")
                .also(time.span, "the first");
            None
        }
        (None, None) => {
            let cure = "add every = \"50 ps\" or every_steps = 100";
            let message = "the snapshot interval is not set";
            check
                .out
                .report(record.span, message, "needs `every` or `every_steps`", cure);
            None
        }
    }
}
