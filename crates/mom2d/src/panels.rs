//! Panels of an element, by which integrands that are singular near a point of it, or close to one, are integrated.
//!
//! Panels double in length away from that point, so that each is at least as far from the singularity as it is long, and a Gauss rule converges alike
//! on all of them (C. Schwab, p- and hp-Finite Element Methods, 1998, section 3.3).

/// Panels from 0 to `length`, by their ends. They meet at `foot` if it lies inside; the shortest there have the length `floor`, if there is one.
pub fn panels(length: f64, foot: f64, floor: Option<f64>) -> Vec<(f64, f64)> {
    let foot = foot.clamp(0.0, length);
    let mut panels = Vec::new();
    // Rounding of the foot must not make a panel without length.
    let tiny = 1e-12 * length;
    for (reach, sign) in [(foot, -1.0), (length - foot, 1.0)] {
        let mut done = 0.0;
        while reach - done > tiny {
            let next = match floor {
                None => reach,
                Some(floor) => {
                    let next = if done > 0.0 { 2.0 * done } else { floor };
                    // No short remainder.
                    if next > 0.7 * reach { reach } else { next }
                }
            };
            let (a, b) = (foot + sign * done, foot + sign * next);
            panels.push((a.min(b), a.max(b)));
            done = next;
        }
    }
    panels
}
