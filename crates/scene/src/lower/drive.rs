//! Sources and waveforms.

use std::f64::consts::PI;

use super::checker::Checker;
use super::plane_wave;
use crate::error::Diagnostics;
use crate::field::Component;
use crate::measures::{Delay, Frequency, PositiveTime};
use crate::model::{Source, SourceKind};
use crate::quantity::{self, Dimension, Kind, kind};
use crate::records::{DipoleRecord, PointRecord, SourceKindRecord, SourceRecord};
use crate::tree::Span;
use crate::values::At;
use crate::waveform::{Pulse, Waveform};
use crate::waveform::{REACH, differentiated_edge, gaussian_edge};
use crate::waveform_records::{PulseRecord, SamplesRecord, WaveformRecord};

/// The valid sources, with their positions in the text.
pub(super) fn sources(records: &[SourceRecord], check: &mut Checker<'_>) -> Vec<At<Source>> {
    records
        .iter()
        .filter_map(|record| source(record, check))
        .collect()
}

fn source(record: &SourceRecord, check: &mut Checker<'_>) -> Option<At<Source>> {
    let name = record.name.0.value.clone();
    let what = format!("source {name:?}");
    let (kind, due) = match &record.kind {
        SourceKindRecord::HardPoint(PointRecord { at, component, .. }) => {
            let component = component.value;
            check.inside(at, &what);
            let at = at.values();
            let kind = SourceKind::HardPoint { component, at };
            (Some(kind), field(component))
        }
        SourceKindRecord::SoftPoint(PointRecord { at, component, .. }) => {
            let component = component.value;
            check.inside(at, &what);
            let at = at.values();
            let kind = SourceKind::SoftPoint { component, at };
            (Some(kind), current_density(component))
        }
        SourceKindRecord::Dipole(DipoleRecord { at, direction, .. }) => {
            check.inside(at, &what);
            let (at, direction) = (at.values(), direction.vector);
            let kind = SourceKind::Dipole { at, direction };
            (Some(kind), kind::CurrentMoment::DIMENSION)
        }
        SourceKindRecord::PlaneWave(record) => (
            plane_wave::kind(record, &what, check),
            kind::ElectricField::DIMENSION,
        ),
    };
    let waveform = waveform(&record.waveform, &due, check.out);
    Some(At {
        span: record.name.0.span,
        value: Source {
            name,
            kind: kind?,
            waveform: waveform?,
        },
    })
}

fn field(component: Component) -> Dimension {
    if component.is_electric() {
        kind::ElectricField::DIMENSION
    } else {
        kind::MagneticField::DIMENSION
    }
}

fn current_density(component: Component) -> Dimension {
    if component.is_electric() {
        kind::CurrentDensity::DIMENSION
    } else {
        kind::MagneticCurrentDensity::DIMENSION
    }
}

/// A waveform whose amplitude must have a given dimension.
pub(super) fn waveform(
    record: &WaveformRecord,
    due: &Dimension,
    out: &mut Diagnostics,
) -> Option<Waveform> {
    let amplitude = out.at("amplitude", |out| {
        quantity::read(&record.amplitude.0, due, out)
    });
    let shape = pulse(record, out);
    Some(Waveform {
        amplitude: amplitude?,
        shape: shape?,
    })
}

fn pulse(record: &WaveformRecord, out: &mut Diagnostics) -> Option<Pulse> {
    let place = record.span;
    match &record.pulse {
        PulseRecord::Gaussian(p) => {
            let tau = width(
                (p.bandwidth.as_ref(), p.tau.as_ref()),
                gaussian_edge(),
                place,
                out,
            )?;
            Some(Pulse::Gaussian {
                tau,
                delay: delay(p.delay.as_ref(), tau),
            })
        }
        PulseRecord::Differentiated(p) => {
            let tau = width(
                (p.bandwidth.as_ref(), p.tau.as_ref()),
                differentiated_edge(),
                place,
                out,
            )?;
            Some(Pulse::DifferentiatedGaussian {
                tau,
                delay: delay(p.delay.as_ref(), tau),
            })
        }
        PulseRecord::Modulated(p) => {
            let tau = width(
                (p.bandwidth.as_ref(), p.tau.as_ref()),
                gaussian_edge(),
                place,
                out,
            )?;
            let (frequency, phase) = (p.frequency.value, p.phase.value);
            Some(Pulse::ModulatedGaussian {
                tau,
                delay: delay(p.delay.as_ref(), tau),
                frequency,
                phase,
            })
        }
        PulseRecord::Sine(p) => {
            let frequency = p.frequency.value;
            let ramp = p.ramp.as_ref().map_or(3.0 / frequency, |ramp| ramp.value);
            Some(Pulse::Sine {
                frequency,
                ramp,
                phase: p.phase.value,
            })
        }
        PulseRecord::Samples(p) => samples(p, out),
        PulseRecord::Phasor(()) => Some(Pulse::Phasor),
    }
}

fn delay(given: Option<&Delay>, tau: f64) -> f64 {
    given.map_or(REACH * tau, |delay| delay.value)
}

/// tau, given directly or from the bandwidth; `edge` is pi f tau at the bandwidth.
fn width(
    given: (Option<&Frequency>, Option<&PositiveTime>),
    edge: f64,
    place: Span,
    out: &mut Diagnostics,
) -> Option<f64> {
    match given {
        (Some(bandwidth), None) => Some(edge / (PI * bandwidth.value)),
        (None, Some(tau)) => Some(tau.value),
        (Some(bandwidth), Some(tau)) => {
            let message = "`bandwidth` and `tau` both set the pulse width";
            out.report(tau.span, message, "the second", "keep one of the two")
                .also(bandwidth.span, "the first");
            None
        }
        (None, None) => {
            let cure = "add bandwidth = \"10 GHz\" (or tau = \"50 ps\") to the waveform";
            out.report(
                place,
                "the pulse width is not set",
                "needs `bandwidth` or `tau`",
                cure,
            );
            None
        }
    }
}

fn samples(record: &SamplesRecord, out: &mut Diagnostics) -> Option<Pulse> {
    let values = &record.values.value;
    if values.complete && values.items.len() < 2 {
        let cure = "write at least two values: values = [0.0, 1.0, 0.0]";
        out.report(
            record.values.span,
            "too few samples",
            "fewer than two values",
            cure,
        );
        return None;
    }
    let pulse = Pulse::Samples {
        interval: record.interval.value,
        values: values.items.clone(),
    };
    values.complete.then_some(pulse)
}
