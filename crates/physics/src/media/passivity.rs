//! Passivity check of a susceptibility.
//!
//! A medium is passive if s eps(s) is positive real, that is, with e^{+jwt}, if -w Im eps(w) >= 0 at every w > 0 and a pole
//! on the imaginary axis has the strength of an undamped resonance, zero or more. With x = w^2 the terms of
//! -w Im eps are
//!
//!   real pole      r x/(a^2 + x)
//!   complex pair   x (2 p n0 - n1 (m - x))/((m - x)^2 + 4 p^2 x),   p = -Re a, m = |a|^2, n0 = -2 Re(r a*), n1 = 2 Re r
//!   Drude          wp^2 g/(x + g^2)
//!   conductivity   sigma/eps0
//!
//! If no single term is ever negative, the sum is not: this is decided exactly. Otherwise the sum is searched between a
//! ten-thousandth of the smallest and a million times the largest pole, with points around each resonance as dense as it is narrow,
//! and every local minimum is refined. Values below [`MARGIN`] of the sum of magnitudes are rounding error.

use super::term::{Term, numerator};

/// A negative loss counts if it exceeds this fraction of the sum of magnitudes.
const MARGIN: f64 = 1e-9;
const POINTS_PER_DECADE: f64 = 100.0;

/// Frequency at which a medium is active.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Active {
    /// Angular frequency.
    pub omega: f64,
    /// Imaginary part of the permittivity or permeability there, positive; infinite at an undamped pole.
    pub imaginary: f64,
}

/// The frequency of the largest imaginary part, if the medium is active anywhere; `conduction` is sigma/eps0.
pub fn find_active(terms: &[Term], conduction: f64) -> Option<Active> {
    if let Some(pole) = terms.iter().find_map(undamped_source) {
        return Some(Active {
            omega: pole,
            imaginary: f64::INFINITY,
        });
    }
    if terms.iter().all(is_passive) {
        return None;
    }
    let loss = |omega: &f64| relative_loss(terms, conduction, *omega);
    let mut points = search_points(terms);
    let values: Vec<_> = points.iter().map(loss).collect();
    let low = |at: &usize| values[*at] <= values[at - 1] && values[*at] <= values[at + 1];
    let valleys = (1..points.len() - 1).filter(low);
    let bottoms: Vec<_> = valleys
        .map(|at| lowest(&loss, [points[at - 1], points[at + 1]]))
        .collect();
    points.extend(bottoms);
    let active = points.into_iter().filter(|omega| loss(omega) < -MARGIN);
    let active = active.map(|omega| Active {
        omega,
        imaginary: -signed_losses(terms, conduction, omega).sum::<f64>() / omega,
    });
    active.max_by(|a, b| a.imaginary.total_cmp(&b.imaginary))
}

/// The frequency of an undamped pole that is not a resonance of zero or positive strength.
fn undamped_source(term: &Term) -> Option<f64> {
    match *term {
        Term::Pair { pole, residue } if pole[0] == 0.0 => {
            let in_phase = residue[0].abs() > MARGIN * residue[1].abs();
            (in_phase || residue[1] > 0.0).then_some(pole[1])
        }
        _ => None,
    }
}

/// Whether the term alone is passive.
fn is_passive(term: &Term) -> bool {
    match *term {
        Term::Pair { pole, residue } => {
            let [n0, n1] = numerator(pole, residue);
            let (p, m) = (-pole[0], pole[0] * pole[0] + pole[1] * pole[1]);
            // A straight line in x that is non-negative at both ends.
            n1 >= 0.0 && 2.0 * p * n0 >= n1 * m
        }
        Term::Real { residue, .. } => residue >= 0.0,
        Term::Drude { .. } => true,
    }
}

/// -w Im of every term and of the conductivity.
fn signed_losses(terms: &[Term], conduction: f64, omega: f64) -> impl Iterator<Item = f64> {
    let of = move |term: &Term| -omega * term.susceptibility(omega)[1];
    terms.iter().map(of).chain([conduction])
}

fn relative_loss(terms: &[Term], conduction: f64, omega: f64) -> f64 {
    let losses = signed_losses(terms, conduction, omega);
    let (sum, size) = losses.fold((0.0, 0.0), |(sum, size), loss| {
        (sum + loss, size + loss.abs())
    });
    if size > 0.0 { sum / size } else { 0.0 }
}

/// Angular frequencies in ascending order.
fn search_points(terms: &[Term]) -> Vec<f64> {
    let sizes = terms.iter().map(|term| match *term {
        Term::Pair { pole, .. } => pole[0].hypot(pole[1]),
        Term::Real { pole, .. } => -pole,
        // Without collisions there is no loss to search for.
        Term::Drude { plasma, collision } => {
            if collision > 0.0 {
                collision
            } else {
                plasma
            }
        }
    });
    let (least, most) = sizes.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), size| {
        (least.min(size), most.max(size))
    });
    let (low, high) = (1e-4 * least, 1e6 * most);
    let ratio = 10f64.powf(1.0 / POINTS_PER_DECADE);
    let mut points: Vec<f64> = geometric(low, high, ratio).collect();
    for term in terms {
        if let Term::Pair { pole: [re, im], .. } = *term
            && re < 0.0
        {
            points.push(im);
            for distance in geometric(0.05 * -re, im, 1.1) {
                points.extend([im - distance, im + distance]);
            }
        }
    }
    points.retain(|omega| *omega > 0.0);
    points.sort_by(f64::total_cmp);
    points
}

fn geometric(from: f64, to: f64, ratio: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(from), move |x| Some(x * ratio)).take_while(move |x| *x <= to)
}

/// The minimum of `f` in an interval, by golden-section search.
fn lowest(f: &impl Fn(&f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    for _ in 0..60 {
        let step = GOLDEN * (high - low);
        let (a, b) = (high - step, low + step);
        if f(&a) <= f(&b) {
            high = b;
        } else {
            low = a;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn debye(delta: f64, tau: f64) -> Term {
        Term::debye(delta, tau)
    }

    #[test]
    fn sums_are_judged_as_sums() {
        // 5/(1 + s) - 1/(1 + s/2): -w Im = x (5/(1 + x) - 2/(4 + x)) > 0 everywhere although one term is negative.
        assert_eq!(find_active(&[debye(5.0, 1.0), debye(-1.0, 0.5)], 0.0), None);
        // 2/(1 + s) - 1.1/(1 + s/2): x (2/(1 + x) - 2.2/(4 + x)) is negative above x = 29.
        let active = find_active(&[debye(2.0, 1.0), debye(-1.1, 0.5)], 0.0).unwrap();
        assert!(active.omega > 29f64.sqrt() && active.imaginary > 0.0);
        // A conductivity above the deficit 0.2 at high frequencies compensates it.
        assert_eq!(find_active(&[debye(2.0, 1.0), debye(-1.1, 0.5)], 0.3), None);
    }

    #[test]
    fn the_largest_gain_is_named() {
        // An inverted line is most active at its centre: Im chi = |delta| w0/(2 d) = 10.
        let terms = Term::lorentz(-0.5, 200.0, 5.0).unwrap();
        let Active { omega, imaginary } = find_active(&terms, 0.0).unwrap();
        assert!((omega / 200.0 - 1.0).abs() < 0.01 && (imaginary / 10.0 - 1.0).abs() < 0.01);
    }

    #[test]
    fn overdamped_resonances_are_passive_and_their_negatives_are_not() {
        for damping in [2.001, 3.0, 500.0] {
            let terms = Term::lorentz(1.0, 2.0, damping).unwrap();
            assert_eq!(find_active(&terms, 0.0), None, "{damping}");
            let terms = Term::lorentz(-1.0, 2.0, damping).unwrap();
            assert!(find_active(&terms, 0.0).is_some(), "{damping}");
        }
    }

    #[test]
    fn a_narrow_dip_is_found() {
        // A broad loss of 0.5 at w = 1 and a line of width 1e-6 that subtracts 0.6: delta w0/(2 d) = 0.6.
        let mut terms = vec![debye(1.0, 1.0)];
        terms.extend(Term::lorentz(-1.2e-6, 1.0, 1e-6).unwrap());
        let active = find_active(&terms, 0.0).unwrap();
        assert!((active.omega - 1.0).abs() < 1e-7);
        assert!((active.imaginary - 0.1).abs() < 1e-6, "{active:?}");
        let mut terms = vec![debye(1.0, 1.0)];
        terms.extend(Term::lorentz(-0.98e-6, 1.0, 1e-6).unwrap());
        assert_eq!(find_active(&terms, 0.0), None);
    }

    #[test]
    fn a_dip_beside_a_line_is_followed_to_its_bottom() {
        // With a real residue r, Im chi = r (b - w)/(p^2 + (b - w)^2): largest at b - p, where it is r/(2 p), and zero at the
        // line itself. It is added to a loss of 0.5; no search point lies close enough to see 0.5002.
        let with = |height: f64| {
            let line = Term::Pair {
                pole: [-1e-6, 1.0],
                residue: [2e-6 * height, 0.0],
            };
            find_active(&[debye(1.0, 1.0), line], 0.0)
        };
        let active = with(0.5002).unwrap();
        assert!((active.omega - (1.0 - 1e-6)).abs() < 1e-8, "{active:?}");
        assert!((active.imaginary - 0.0002).abs() < 1e-5, "{active:?}");
        assert_eq!(with(0.4998), None);
    }

    #[test]
    fn undamped_poles_must_be_resonances() {
        let with = |residue| Term::Pair {
            pole: [0.0, 3.0],
            residue,
        };
        assert_eq!(find_active(&[with([0.0, -1.0])], 0.0), None);
        for residue in [[0.0, 1.0], [0.1, -1.0], [-0.1, -1.0]] {
            let omega = find_active(&[with(residue)], 1e3).unwrap().omega;
            assert!((omega - 3.0).abs() < 1e-15);
        }
    }

    #[test]
    fn a_pair_is_judged_by_both_ends_of_its_line() {
        // pole -1 + 2j, m = 5: 2 p n0 >= n1 m >= 0 with n0 = 2 r0 - 4 r1 and n1 = 2 r0 is r0 >= 0, 4 r0 - 8 r1 >= 10 r0.
        let pair = |residue| Term::Pair {
            pole: [-1.0, 2.0],
            residue,
        };
        assert!(is_passive(&pair([1.0, -0.7501])));
        assert_eq!(find_active(&[pair([1.0, -0.7501])], 0.0), None);
        let low = find_active(&[pair([1.0, -0.74])], 0.0).unwrap();
        assert!(low.omega < 0.2, "{low:?}");
        let high = find_active(&[pair([-0.01, -1.0])], 0.0).unwrap();
        assert!(high.omega > 20.0, "{high:?}");
    }
}
