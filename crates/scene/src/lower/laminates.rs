//! Loss tangents.

use crate::error::Diagnostics;
use crate::material_records::MaterialRecord;
use poynting_physics::media::Medium;
use poynting_physics::media::laminate;

/// Adds the loss tangent of a table to a medium with constant permittivity.
pub(super) fn add(record: &MaterialRecord, medium: &mut Medium, out: &mut Diagnostics) {
    let (tangent, at) = match (&record.loss_tangent, &record.loss_tangent_at) {
        (None, None) => return,
        (Some(tangent), Some(at)) => (tangent, at),
        (Some(tangent), None) => {
            let message = "`loss_tangent` is given without its frequency";
            let cure = "add loss_tangent_at = \"10 GHz\", the frequency at which it and `eps_r` were measured";
            out.report(tangent.span, message, "needs `loss_tangent_at`", cure);
            return;
        }
        (None, Some(at)) => {
            let message = "`loss_tangent_at` is given without `loss_tangent`";
            let cure = "add loss_tangent = 0.001, or remove `loss_tangent_at`";
            out.report(at.span, message, "no effect on its own", cure);
            return;
        }
    };
    let [eps_r, y, z] = medium.eps_r;
    if record.eps_r.is_none() || [y, z] != [eps_r; 2] || !medium.electric.is_empty() {
        let message =
            "`loss_tangent` needs a single value of `eps_r` and no other permittivity terms";
        let cure = "write `eps_r` as one number, or describe the medium by `eps_inf` and `debye`";
        out.report(tangent.span, message, "needs a single `eps_r`", cure);
        return;
    }
    let (eps_inf, terms) = laminate(eps_r, tangent.value, at.value);
    medium.eps_r = [eps_inf; 3];
    medium.electric = terms;
}
