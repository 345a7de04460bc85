//! Materials described by a table: terms from their parameters, and the checks that ensure a stable run.

use std::f64::consts::TAU;

use super::{laminates, metals};
use crate::error::Diagnostics;
use crate::lists::{List, PerAxis};
use crate::material_records::{
    DebyeRecord, DrudeRecord, LorentzRecord, MagneticRecord, MaterialRecord, PoleRecord,
};
use crate::measures::Ratio;
use crate::model::MaterialKind;
use crate::tree::Key;
use crate::units::show_frequency;
use poynting_physics::constants::{EPS0_AS_PRINTED, MU0};
use poynting_physics::media::{Active, Medium, Term, find_active};

/// A metal, a resistive sheet or a medium from the keys of its own table.
pub(crate) fn described(
    record: &MaterialRecord,
    name: &Key,
    out: &mut Diagnostics,
) -> MaterialKind {
    metals::kind(record, out).unwrap_or_else(|| MaterialKind::Medium(medium(record, name, out)))
}

/// The medium described by a table.
fn medium(record: &MaterialRecord, name: &Key, out: &mut Diagnostics) -> Medium {
    let electric = Terms {
        debye: record.debye.as_ref(),
        drude: record.drude.as_ref(),
        lorentz: record.lorentz.as_ref(),
        poles: record.poles.as_ref(),
    };
    let magnetic = record.magnetic.as_ref().map(Terms::magnetic);
    let magnetic = magnetic.unwrap_or_default();
    one_constant(
        &EPS,
        [record.eps_r.as_ref(), record.eps_inf.as_ref()],
        &electric,
        out,
    );
    one_constant(
        &MU,
        [record.mu_r.as_ref(), record.mu_inf.as_ref()],
        &magnetic,
        out,
    );
    let constant = |at_all: &Option<PerAxis<Ratio>>, at_infinity: &Option<PerAxis<Ratio>>| {
        let given = at_infinity.as_ref().or(at_all.as_ref());
        given.map_or([1.0; 3], |value| value.items.each_ref().map(|v| v.value))
    };
    let sigma = record.sigma.as_ref();
    let sigma_m = record.sigma_m.as_ref();
    let mut medium = Medium {
        eps_r: constant(&record.eps_r, &record.eps_inf),
        mu_r: constant(&record.mu_r, &record.mu_inf),
        sigma: sigma.map_or([0.0; 3], |s| s.items.each_ref().map(|v| v.value)),
        sigma_m: sigma_m.map_or([0.0; 3], |s| s.items.each_ref().map(|v| v.value)),
        electric: electric.lower(out),
        magnetic: magnetic.lower(out),
    };
    laminates::add(record, &mut medium, out);
    // A term missing from a list may be what makes the whole passive.
    if electric.complete() && magnetic.complete() {
        passive(&medium, name, out);
    }
    medium
}

/// The key names of permittivity or permeability.
struct Names {
    at_all: &'static str,
    at_infinity: &'static str,
    symbol: &'static str,
}

const EPS: Names = Names {
    at_all: "eps_r",
    at_infinity: "eps_inf",
    symbol: "eps",
};
const MU: Names = Names {
    at_all: "mu_r",
    at_infinity: "mu_inf",
    symbol: "mu",
};

/// With terms, the constant must be declared as the value at infinite frequency.
fn one_constant(
    names: &Names,
    [at_all, at_infinity]: [Option<&PerAxis<Ratio>>; 2],
    terms: &Terms<'_>,
    out: &mut Diagnostics,
) {
    let Names {
        at_all: plain,
        at_infinity: limit,
        ..
    } = names;
    match (at_all, at_infinity) {
        (Some(all), Some(infinity)) => {
            let message = format!("`{plain}` and `{limit}` are both given");
            let cure = format!(
                "keep `{limit}`, the value at infinite frequency, if the material is dispersive; otherwise keep `{plain}`"
            );
            out.report(infinity.span, message, format!("`{limit}`"), cure)
                .also(all.span, format!("`{plain}`"));
        }
        (Some(all), None) if !terms.is_empty() => {
            let message = format!("`{plain}` is a constant, but this material is dispersive");
            let cure = format!(
                "write `{limit}`, the value at infinite frequency: the static value minus the `delta` of all terms"
            );
            out.report(all.span, message, "constant at all frequencies", cure);
        }
        _ => {}
    }
}

/// The terms of a permittivity or a permeability as given in the file.
#[derive(Default)]
struct Terms<'a> {
    debye: Option<&'a List<DebyeRecord>>,
    drude: Option<&'a List<DrudeRecord>>,
    lorentz: Option<&'a List<LorentzRecord>>,
    poles: Option<&'a List<PoleRecord>>,
}

impl<'a> Terms<'a> {
    fn magnetic(record: &'a MagneticRecord) -> Self {
        Self {
            debye: record.debye.as_ref(),
            drude: record.drude.as_ref(),
            lorentz: record.lorentz.as_ref(),
            poles: record.poles.as_ref(),
        }
    }

    fn is_empty(&self) -> bool {
        self.debye.is_none_or(|l| l.items.is_empty() && l.complete)
            && self.drude.is_none_or(|l| l.items.is_empty() && l.complete)
            && self
                .lorentz
                .is_none_or(|l| l.items.is_empty() && l.complete)
            && self.poles.is_none_or(|l| l.items.is_empty() && l.complete)
    }

    fn complete(&self) -> bool {
        self.debye.is_none_or(|l| l.complete)
            && self.drude.is_none_or(|l| l.complete)
            && self.lorentz.is_none_or(|l| l.complete)
            && self.poles.is_none_or(|l| l.complete)
    }

    fn lower(&self, out: &mut Diagnostics) -> Vec<Term> {
        let mut terms = Vec::new();
        let debye = self.debye.iter().flat_map(|l| &l.items);
        terms.extend(debye.map(|d| Term::debye(d.delta, d.tau.value)));
        let drude = self.drude.iter().flat_map(|l| &l.items);
        terms.extend(drude.map(|d| Term::Drude {
            plasma: d.plasma.value,
            collision: d.collision.value,
        }));
        for resonance in self.lorentz.iter().flat_map(|l| &l.items) {
            terms.extend(lorentz(resonance, out).into_iter().flatten());
        }
        for record in self.poles.iter().flat_map(|l| &l.items) {
            terms.extend(pole(record, out));
        }
        terms
    }
}

fn lorentz(record: &LorentzRecord, out: &mut Diagnostics) -> Option<Vec<Term>> {
    let (w0, damping) = (record.frequency.value, record.damping.value);
    let terms = Term::lorentz(record.delta, w0, damping);
    if terms.is_none() {
        // |d chi/chi| = |2 j w d/(w0^2 - w^2 + 2 j w d)| times the relative change of d, which is never more.
        let near = show_frequency(0.9999 * w0 / TAU);
        let cure = format!(
            "write damping = \"{near}\", which changes the term by less than 0.01 % at every frequency"
        );
        let message = "a Lorentz term is critically damped: its two poles coincide, which a sum of simple poles cannot represent";
        let label = "`damping` equals `frequency`";
        out.report(record.damping.span, message, label, cure)
            .also(record.frequency.span, "`frequency`");
    }
    terms
}

fn pole(record: &PoleRecord, out: &mut Diagnostics) -> Option<Term> {
    let (pole, residue) = (record.pole.value(), record.residue.value());
    let span = record.pole.parts[0].span;
    if pole.re > 0.0 {
        let message = "a pole lies in the right half-plane: the material would be unstable";
        let label = format!("its real part is {:e} rad/s, greater than zero", pole.re);
        let cure = format!(
            "poles in s = jw must have a negative real part: write \"{:e} rad/s\"",
            -pole.re
        );
        out.report(span, message, label, cure);
        return None;
    }
    if pole.im != 0.0 {
        // A conjugate pair is the same from either of its poles.
        let sign = pole.im.signum();
        return Some(Term::Pair {
            pole: [pole.re, sign * pole.im],
            residue: [residue.re, sign * residue.im],
        });
    }
    if pole.re == 0.0 {
        let message = "a pole at zero represents a conductivity";
        let cure =
            "remove it and set sigma = residue * eps0 (in `magnetic`: sigma_m = residue * mu0)";
        out.report(record.pole.span, message, "zero", cure);
        return None;
    }
    if residue.im != 0.0 {
        let message = "a real pole needs a real residue; otherwise the fields would not be real";
        let cure = "write \"0 rad/s\" as its imaginary part, or give the pole an imaginary part";
        out.report(record.residue.parts[1].span, message, "not zero", cure)
            .also(record.pole.span, "real");
        return None;
    }
    Some(Term::Real {
        pole: pole.re,
        residue: residue.re,
    })
}

/// Refuses a medium that produces energy at some frequency: fields would grow without bound.
fn passive(medium: &Medium, name: &Key, out: &mut Diagnostics) {
    let least = |v: [f64; 3]| v.into_iter().fold(f64::INFINITY, f64::min);
    for (names, terms, conduction) in [
        (
            &EPS,
            &medium.electric,
            least(medium.sigma) / EPS0_AS_PRINTED,
        ),
        (&MU, &medium.magnetic, least(medium.sigma_m) / MU0),
    ] {
        let Some(Active { omega, imaginary }) = find_active(terms, conduction) else {
            continue;
        };
        let (symbol, at) = (names.symbol, show_frequency(omega / TAU));
        let message = format!(
            "the material `{}` is not passive: the fields would grow without bound",
            name.text
        );
        let label = if imaginary.is_finite() {
            format!("Im {symbol} = +{imaginary:.3e} at {at}")
        } else {
            format!("the undamped pole at {at} is not a resonance of positive strength")
        };
        let cure = format!(
            "with e^{{+jwt}}, Im {symbol} must be zero or negative at every frequency: check the signs of `delta` and `residue`, \
             and refit the terms with this constraint"
        );
        out.report(name.span, message, label, cure);
    }
}
