//! Monitors of a scene with two dimensions.
//!
//! A wave with E along z (TM) has E_z, H_x and H_y everywhere, one with H along z (TE) has H_z, E_x and E_y; the bodies do not convert one into the
//! other.

use std::f64::consts::FRAC_PI_2;

use super::checker::Checker;
use crate::field::Component;
use crate::model::{Source, SourceKind};
use crate::monitor::{Monitor, MonitorKind, Normalise};
use crate::monitor_records::{FieldRecord, MonitorKindRecord, MonitorRecord};
use crate::records::SceneRecord;
use crate::sweep::Angles;
use crate::tree::Span;
use crate::values::At;

/// Angles in radians that differ by less are equal.
const SAME: f64 = 1e-9;
/// A smaller part of E is rounding error.
const ROUNDING: f64 = 1e-9;

/// Which waves the sources send.
#[derive(Debug, Clone, Copy)]
struct Waves {
    /// Whether E has a component along z.
    tm: bool,
    /// Whether E has one across it.
    te: bool,
}

impl Waves {
    fn of(sources: &[At<Source>]) -> Self {
        let fields = sources.iter().filter_map(|s| match s.value.kind {
            SourceKind::PlaneWave { electric, .. } => Some(electric),
            _ => None,
        });
        let along = |e: [f64; 3]| e[2].abs() > ROUNDING;
        let across = |e: [f64; 3]| e[0].hypot(e[1]) > ROUNDING;
        Self {
            tm: fields.clone().any(along),
            te: fields.clone().any(across),
        }
    }

    fn have(self, component: Component) -> bool {
        let is_axial = component.axis() == 2;
        if component.is_electric() == is_axial {
            self.tm
        } else {
            self.te
        }
    }
}

/// Reports what monitors cannot be or have, and drops default components that are zero everywhere.
pub(super) fn check(
    record: &SceneRecord,
    (sources, monitors): (&[At<Source>], &mut [Monitor]),
    check: &mut Checker<'_>,
) {
    let waves = Waves::of(sources);
    let records = &record.monitors.0;
    let known = record.sources.0.complete && sources.len() == record.sources.0.items.len();
    for monitor in &records.items {
        refuse(monitor, check);
        if let Some(span) = driven(monitor)
            && sources.is_empty()
            && known
        {
            let message = format!(
                "monitor {:?} records the field of the sources, but the scene has none",
                monitor.name.0.value
            );
            let cure = "add a plane wave to `sources` ([[sources]]): polarisation = \"z\" for TM, or across z for TE";
            check.out.report(span, message, "needs a source", cure);
        }
        if let MonitorKindRecord::Field(field) = &monitor.kind
            && known
            && !sources.is_empty()
        {
            zero_components(field, waves, check);
        }
    }
    for monitor in monitors {
        if let MonitorKind::Field { components, .. } = &mut monitor.kind {
            components.retain(|c| waves.have(*c));
        }
    }
    let recorded = records.items.iter().any(|m| driven(m).is_some());
    if let Some(source) = sources.first()
        && !recorded
        && records.complete
    {
        let message = format!(
            "no monitor records the field of source {:?}",
            source.value.name
        );
        let cure = "`monostatic` and `bistatic` monitors send waves of their own: remove the source, or add a monitor of type \"field\" or \"surface-current\"";
        check
            .out
            .report(source.span, message, "has no effect", cure);
    }
}

/// The position of a monitor that records what the sources cause.
fn driven(monitor: &MonitorRecord) -> Option<Span> {
    use MonitorKindRecord::{Field, SurfaceCurrent};
    matches!(monitor.kind, Field(_) | SurfaceCurrent(_)).then_some(monitor.name.0.span)
}

fn refuse(monitor: &MonitorRecord, check: &mut Checker<'_>) {
    let widths = "write type = \"bistatic\" or \"monostatic\": they record scattering widths";
    let field = "write type = \"field\", which has frequencies";
    let cure = match &monitor.kind {
        MonitorKindRecord::Field(record) => return field_in_plane(record, check),
        MonitorKindRecord::Monostatic(record) => return in_plane(&record.theta, check),
        MonitorKindRecord::Bistatic(record) => {
            in_plane(&record.theta, check);
            let from = &record.from.theta;
            if (from.value - FRAC_PI_2).abs() > SAME {
                oblique(from.span, check);
            }
            return;
        }
        MonitorKindRecord::SurfaceCurrent(_) => return,
        MonitorKindRecord::FarField(_) | MonitorKindRecord::FarPulse(_) => widths,
        MonitorKindRecord::Probe(_) | MonitorKindRecord::Snapshot(_) => field,
        MonitorKindRecord::Flux(_) | MonitorKindRecord::Absorption(_) => {
            "remove it: conductors absorb nothing, and what they scatter is in the widths of a `bistatic` monitor"
        }
    };
    let name = &monitor.name.0;
    let message = format!(
        "monitor {:?} is of a type that dimension = 2 does not have",
        name.value
    );
    let label = "the types are `monostatic`, `bistatic`, `field` and `surface-current`";
    check.out.report(name.span, message, label, cure);
}

fn in_plane(theta: &Angles, check: &mut Checker<'_>) {
    if theta.values.iter().any(|t| (t - FRAC_PI_2).abs() > SAME) {
        oblique(theta.span, check);
    }
}

fn oblique(span: Span, check: &mut Checker<'_>) {
    let message = "with dimension = 2 all directions are in the xy plane";
    let cure = "write theta = \"90 deg\", and vary `phi`";
    check
        .out
        .report(span, message, "not at a right angle to z", cure);
}

fn field_in_plane(field: &FieldRecord, check: &mut Checker<'_>) {
    let [low, high] = [&field.from, &field.to].map(|corner| &corner.items[2]);
    if (high.value - low.value).abs() > 0.0 {
        let message = "with dimension = 2 a field monitor is flat: nothing depends on z";
        let cure = "write the same z in `from` and `to`, for example \"0 mm\"";
        check
            .out
            .report(high.span, message, "another z than in `from`", cure);
    }
    let nodes = (
        "there is no grid",
        "remove it; `samples` sets the number of points along each axis",
    );
    if field.stride.items != [1; 3] {
        check.flat_lacks(field.stride.span, "stride", nodes);
    }
    let time = ("there is no time signal to sample", "remove it");
    if field.every_steps.is_some() {
        check.flat_lacks(field.span, "every_steps", time);
    }
    if field.normalise == Normalise::Nothing {
        check.flat_lacks(field.span, "normalise", time);
    }
}

/// Reports components that are listed but zero everywhere.
fn zero_components(field: &FieldRecord, waves: Waves, check: &mut Checker<'_>) {
    // A list that is absent has the position of the monitor.
    if field.components.span == field.span {
        return;
    }
    for component in &field.components.value.items {
        if waves.have(component.value) {
            continue;
        }
        let name = component.value.name();
        let message = format!("{name} is zero everywhere: the sources do not excite it");
        let cure = if waves.tm {
            "choose among Ez, Hx and Hy, which a wave with E along z (TM) has, or add a wave with another `polarisation`"
        } else {
            "choose among Hz, Ex and Ey, which a wave with H along z (TE) has, or add a wave with polarisation = \"z\""
        };
        check.out.report(component.span, message, "zero", cure);
    }
}
