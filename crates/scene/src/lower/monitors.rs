//! What is recorded.

use super::Checker;
use crate::lists::List;
use crate::model::{Component, Interval, Monitor, MonitorKind};
use crate::records::{MonitorKindRecord, MonitorRecord, SnapshotRecord};
use crate::values::At;

/// The monitors that are right.
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
                stride: snapshot
                    .stride
                    .items
                    .map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
            }
        }
    };
    Some(Monitor { name, kind })
}

fn components(record: &At<List<At<Component>>>, check: &mut Checker<'_>) -> Option<Vec<Component>> {
    let list = &record.value;
    if list.items.is_empty() && list.complete {
        let cure = "name at least one, as in components = [\"Ez\"], or leave the key out to record all six";
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
            let message = "`every` and `every_steps` both say when snapshots are taken";
            check
                .out
                .report(steps.span, message, "the second", "keep one of the two")
                .also(time.span, "the first");
            None
        }
        (None, None) => {
            let cure = "add every = \"50 ps\" or every_steps = 100";
            let message = "it is not said when snapshots are taken";
            check
                .out
                .report(record.span, message, "needs `every` or `every_steps`", cure);
            None
        }
    }
}
