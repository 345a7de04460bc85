//! The materials of a scene: built-in, from the library, or described.

use super::checker::Checker;
use super::{media, metals};
use crate::error::{Diagnostics, list};
use crate::library;
use crate::lists::Named;
use crate::material_records::MaterialRecord;
use crate::model::{Material, MaterialKind};
use crate::tree::{Key, Span};
use poynting_physics::media::Medium;

/// The built-in materials, then those of the file; an invalid one keeps its index, so that
/// structures can still refer to it.
pub(super) fn materials(record: &Named<MaterialRecord>, check: &mut Checker<'_>) -> Vec<Material> {
    let built_in = |name: &str, kind| Material {
        name: name.to_string(),
        kind,
        density: None,
    };
    let mut materials = vec![
        built_in("vacuum", MaterialKind::Medium(Medium::VACUUM)),
        built_in("pec", MaterialKind::Pec),
        built_in("pmc", MaterialKind::Pmc),
    ];
    for (key, material) in &record.0 {
        if materials[..3].iter().any(|m| m.name == key.text) {
            let message = format!(
                "the material `{}` is built in and cannot be changed",
                key.text
            );
            let cure = format!("choose another name, for example `my_{}`", key.text);
            check.out.report(key.span, message, "a reserved name", cure);
        }
        let kind = material
            .as_ref()
            .map_or(MaterialKind::Medium(Medium::VACUUM), |m| {
                kind(m, key, check.out)
            });
        let density = material
            .as_ref()
            .and_then(|m| m.density.as_ref())
            .map(|d| d.value);
        materials.push(Material {
            name: key.text.clone(),
            kind,
            density,
        });
    }
    materials
}

/// The material described by a table; mistakes are reported at their position or at its name.
fn kind(record: &MaterialRecord, name: &Key, out: &mut Diagnostics) -> MaterialKind {
    if let Some(library) = &record.library {
        let entry = library::find(&library.0.value);
        let kind = entry.map_or(MaterialKind::Medium(Medium::VACUUM), |entry| entry.kind);
        stands_alone(record, library.0.span, &kind, out);
        return metals::finished(kind, record);
    }
    media::described(record, name, out)
}

/// Reports keys that a library material does not accept.
fn stands_alone(
    record: &MaterialRecord,
    library: Span,
    kind: &MaterialKind,
    out: &mut Diagnostics,
) {
    let surface: &[&str] = match kind {
        MaterialKind::Conductor(_) => &["roughness", "thickness"],
        _ => &[],
    };
    let mut given = metals::keys(record);
    given.retain(|key| !surface.contains(key));
    if !given.is_empty() {
        let given = list(&given);
        let message = "a library material is complete: it accepts only `density` in addition (conductors also `roughness` and `thickness`)";
        let label = format!("together with {given}");
        let cure = format!("remove {given}, or remove `library` and define the material yourself");
        out.report(library, message, label, cure);
    }
}
