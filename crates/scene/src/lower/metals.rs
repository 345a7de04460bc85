//! Metals of finite conductivity and resistive sheets.

use crate::error::{Diagnostics, list};
use crate::material_records::MaterialRecord;
use crate::model::MaterialKind;
use poynting_physics::media::Conductor;

/// A metal or a resistive sheet, if the table describes one.
pub(super) fn kind(record: &MaterialRecord, out: &mut Diagnostics) -> Option<MaterialKind> {
    let given = keys(record);
    let beside = |allowed: &[&str]| -> Vec<&str> {
        let others = given.iter().filter(|key| !allowed.contains(key));
        others.copied().collect()
    };
    if let Some(sheet) = &record.sheet_resistance {
        let others = beside(&["sheet_resistance"]);
        if !others.is_empty() {
            let message = "a resistive sheet is defined by `sheet_resistance` only";
            let label = format!("together with {}", list(&others));
            let cure = format!("remove {}", list(&others));
            out.report(sheet.span, message, label, cure);
        }
        let resistance = sheet.value;
        return Some(MaterialKind::Resistive { resistance });
    }
    let Some(sigma) = &record.conductor else {
        let of_metals = [
            ("roughness", record.roughness.as_ref().map(|v| v.span)),
            ("thickness", record.thickness.as_ref().map(|v| v.span)),
        ];
        for (key, span) in of_metals {
            if let Some(span) = span {
                let message = format!("`{key}` applies only to a `conductor`");
                let cure = format!("add conductor = \"5.8e7 S/m\", or remove `{key}`");
                out.report(span, message, "this material is not a conductor", cure);
            }
        }
        return None;
    };
    let others = beside(&["conductor", "mu_r", "roughness", "thickness"]);
    if !others.is_empty() {
        let message =
            "only the surface of a `conductor` is modelled, so it cannot have bulk properties";
        let label = format!("together with {}", list(&others));
        let cure = format!(
            "remove {}, or write `sigma` instead of `conductor` to model the fields inside",
            list(&others)
        );
        out.report(sigma.span, message, label, cure);
    }
    let mu_r = record.mu_r.as_ref().map_or([1.0; 3], |mu| {
        let values = mu.items.each_ref().map(|v| v.value);
        if values != [values[0]; 3] {
            let cure = "write one number";
            out.report(
                mu.span,
                "a `conductor` must be isotropic",
                "three values",
                cure,
            );
        }
        values
    });
    Some(MaterialKind::Conductor(Conductor {
        sigma: sigma.value,
        mu_r: mu_r[0],
        roughness: record.roughness.as_ref().map_or(0.0, |h| h.value),
        thickness: record.thickness.as_ref().map(|t| t.value),
    }))
}

/// A library metal with the surface finish and thickness of the table.
pub(super) fn finished(kind: MaterialKind, record: &MaterialRecord) -> MaterialKind {
    match kind {
        MaterialKind::Conductor(metal) => MaterialKind::Conductor(Conductor {
            roughness: record
                .roughness
                .as_ref()
                .map_or(metal.roughness, |h| h.value),
            thickness: record
                .thickness
                .as_ref()
                .map(|t| t.value)
                .or(metal.thickness),
            ..metal
        }),
        other => other,
    }
}

/// The given keys, except `library` and `density`.
pub(super) fn keys(record: &MaterialRecord) -> Vec<&'static str> {
    let all = [
        ("eps_r", record.eps_r.is_some()),
        ("eps_inf", record.eps_inf.is_some()),
        ("mu_r", record.mu_r.is_some()),
        ("mu_inf", record.mu_inf.is_some()),
        ("sigma", record.sigma.is_some()),
        ("sigma_m", record.sigma_m.is_some()),
        ("debye", record.debye.is_some()),
        ("drude", record.drude.is_some()),
        ("lorentz", record.lorentz.is_some()),
        ("poles", record.poles.is_some()),
        ("magnetic", record.magnetic.is_some()),
        ("loss_tangent", record.loss_tangent.is_some()),
        ("loss_tangent_at", record.loss_tangent_at.is_some()),
        ("conductor", record.conductor.is_some()),
        ("roughness", record.roughness.is_some()),
        ("thickness", record.thickness.is_some()),
        ("sheet_resistance", record.sheet_resistance.is_some()),
    ];
    let given = all.into_iter().filter(|(_, given)| *given);
    given.map(|(key, _)| key).collect()
}
