//! Media in series: eps(s) = 1/(sum of w/eps_i(s)) or mu(s) likewise, as a constant and simple poles.
//!
//! The zeros of each eps_i come first, then those of f(s) = sum of w_i/eps_i(s), which are the poles of eps; the residue of a pole is 1/f' there. Both are
//! roots of polynomials that are never written out, because coefficients over several decades of frequency lose all digits: with eps_i = N_i/D_i and the known
//! roots p of D_i and z of N_i
//!
//! ```text
//! N_i'/N_i = eps_i'/eps_i + sum of 1/(s - p),     (f prod N_i)'/(f prod N_i) = f'/f + sum of 1/(s - z),
//! ```
//!
//! which is all that the simultaneous iteration of O. Aberth (Math. Comput. 27, 339 (1973)) needs. A series of passive media is passive, so no pole has a
//! positive real part. The result is compared with the mean itself; coincident poles are not supported.

use super::term::Term;
use crate::complex::{Complex, PhasorArithmetic};

/// A medium of the series.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// Its length.
    pub weight: f64,
    /// At infinite frequency, relative.
    pub constant: f64,
    /// sigma/eps0 or `sigma_m`/mu0.
    pub conduction: f64,
    /// Frequency-dependent terms.
    pub terms: &'a [Term],
}

/// The sum: constant + conduction/s + terms.
#[derive(Debug)]
pub struct Sum {
    /// At infinite frequency.
    pub constant: f64,
    /// In 1/s.
    pub conduction: f64,
    /// Frequency-dependent terms.
    pub terms: Vec<Term>,
}

/// Poles closer to an axis than this, relative to their size, lie on it.
const ON_AXIS: f64 = 1e-9;
/// Terms that add less than this part of the constant belong to a pole and a zero that cancel.
const CANCELLED: f64 = 1e-10;
/// Required agreement of the sum with the mean.
const AGREEMENT: f64 = 1e-7;
const ITERATIONS: usize = 200;

/// The series of some media; None if poles coincide.
pub fn mean(parts: &[Part<'_>]) -> Option<Sum> {
    let scale = parts.iter().flat_map(Part::sizes).fold(0.0, f64::max);
    if scale == 0.0 {
        return None;
    }
    let weight: f64 = parts.iter().map(|p| p.weight).sum();
    let media: Vec<(f64, Rational)> = parts
        .iter()
        .map(|part| (part.weight / weight, part.rational(scale)))
        .collect();
    let sum = partial_fractions(&media, scale)?;
    let agrees = (0..=40).all(|n| {
        // Never on an undamped pole.
        let omega = scale * 10f64.powf(0.0997 * f64::from(n) - 3.01);
        let over = parts.iter().fold(Complex::new(0.0, 0.0), |over, p| {
            over + p.value(omega).inv() * (p.weight / weight)
        });
        (sum.value(omega) * over - Complex::new(1.0, 0.0)).norm() < AGREEMENT
    });
    let grows = |term: &Term| matches!(term, Term::Pair { pole, .. } if pole[0] > 0.0);
    (agrees && !sum.terms.iter().any(grows)).then_some(sum)
}

impl Part<'_> {
    fn sizes(&self) -> impl Iterator<Item = f64> {
        let of_terms = self.terms.iter().map(|term| match *term {
            Term::Pair { pole, .. } => pole[0].hypot(pole[1]),
            Term::Real { pole, .. } => -pole,
            Term::Drude { plasma, collision } => plasma.max(collision),
        });
        of_terms.chain([self.conduction])
    }

    /// In s/scale.
    fn rational(&self, scale: f64) -> Rational {
        let mut rational = Rational {
            constant: self.constant,
            poles: Vec::new(),
            double: 0.0,
        };
        let real = |x: f64| Complex::new(x / scale, 0.0);
        rational.add(real(0.0), real(self.conduction));
        for term in self.terms {
            match *term {
                Term::Pair { pole, residue } => {
                    for sign in [1.0, -1.0] {
                        let [p, r] = [pole, residue].map(|[re, im]| [re, sign * im]);
                        let [p, r] = [p, r].map(|[re, im]| Complex::new(re, im) * (1.0 / scale));
                        rational.add(p, r);
                    }
                }
                Term::Real { pole, residue } => rational.add(real(pole), real(residue)),
                // wp^2/(s (s + g)) = (wp^2/g)/s - (wp^2/g)/(s + g).
                Term::Drude { plasma, collision } if collision > 0.0 => {
                    let carriers = plasma * plasma / collision;
                    rational.add(real(0.0), real(carriers));
                    rational.add(real(-collision), real(-carriers));
                }
                Term::Drude { plasma, .. } => rational.double += (plasma / scale).powi(2),
            }
        }
        rational
    }

    fn value(&self, omega: f64) -> Complex {
        value(self.constant, self.conduction, self.terms, omega)
    }
}

impl Sum {
    fn value(&self, omega: f64) -> Complex {
        value(self.constant, self.conduction, &self.terms, omega)
    }
}

fn value(constant: f64, conduction: f64, terms: &[Term], omega: f64) -> Complex {
    let chi = terms.iter().map(|term| term.susceptibility(omega));
    chi.fold(
        Complex::new(constant, -conduction / omega),
        |sum, [re, im]| sum + Complex::new(re, im),
    )
}

/// constant + sum of residue/(s - pole) + double/s^2.
#[derive(Debug)]
struct Rational {
    constant: f64,
    /// Each pole once, with its residue.
    poles: Vec<(Complex, Complex)>,
    double: f64,
}

impl Rational {
    fn add(&mut self, pole: Complex, residue: Complex) {
        if residue.norm() == 0.0 {
            return;
        }
        match self.poles.iter_mut().find(|(have, _)| *have == pole) {
            Some((_, sum)) => *sum += residue,
            None => self.poles.push((pole, residue)),
        }
    }

    /// The inverse of the residue of a pole, if it has it; zero for carriers without collisions.
    fn over_residue(&self, pole: Complex) -> Option<Complex> {
        if self.double > 0.0 && pole.norm() == 0.0 {
            return Some(Complex::new(0.0, 0.0));
        }
        let found = self.poles.iter().find(|(have, _)| *have == pole);
        found.map(|(_, residue)| residue.inv())
    }

    /// The value and the derivative.
    fn at(&self, s: Complex) -> [Complex; 2] {
        let over = s.inv();
        let square = over * over * self.double;
        let start = [
            Complex::new(self.constant, 0.0) + square,
            square * over * -2.0,
        ];
        self.poles.iter().fold(start, |[value, slope], (p, r)| {
            let over = (s - *p).inv();
            let part = *r * over;
            [value + part, slope - part * over]
        })
    }

    /// All poles, the one at zero as often as it counts.
    fn all_poles(&self) -> Vec<Complex> {
        let zero = Complex::new(0.0, 0.0);
        let simple = self.poles.iter().map(|(pole, _)| *pole);
        let mut all: Vec<Complex> = simple
            .filter(|p| self.double == 0.0 || *p != zero)
            .collect();
        if self.double != 0.0 {
            all.extend([zero; 2]);
        }
        all
    }

    fn zeros(&self) -> Option<Vec<Complex>> {
        let poles = self.all_poles();
        let sizes = self
            .poles
            .iter()
            .map(|(p, r)| p.norm() + r.norm() / self.constant);
        let around = (self.double / self.constant).sqrt();
        let size = sizes.fold(around, f64::max);
        let start = |(n, p): (usize, &Complex)| {
            let angle = std::f64::consts::TAU * n as f64 / poles.len() as f64 + 0.4;
            Complex::cis(angle) * p.norm().max(1e-3 * size) * 1.5
        };
        let start = poles.iter().enumerate().map(start).collect();
        roots(start, &[], |s| ratio(self.at(s), s, &poles))
    }
}

/// The logarithmic derivative of a function with these poles removed; None on a root.
fn ratio([value, slope]: [Complex; 2], s: Complex, poles: &[Complex]) -> Option<Complex> {
    let ratio = slope.over(value);
    let sum = poles.iter().fold(ratio, |sum, p| sum + (s - *p).inv());
    sum.norm().is_finite().then_some(sum)
}

fn partial_fractions(media: &[(f64, Rational)], scale: f64) -> Option<Sum> {
    let mut zeros = Vec::new();
    for (_, medium) in media {
        zeros.extend(medium.zeros()?);
    }
    let inverse = |s: Complex| {
        let start = [Complex::new(0.0, 0.0); 2];
        media.iter().fold(start, |[sum, slopes], (weight, medium)| {
            let [value, slope] = medium.at(s);
            let over = value.inv();
            [sum + over * *weight, slopes - slope * over * over * *weight]
        })
    };
    let common = common_poles(media);
    let mut free = zeros.clone();
    for (pole, _) in &common {
        let distance = |zero: &Complex| (*zero - *pole).norm();
        let nearest =
            (0..free.len()).min_by(|a, b| distance(&free[*a]).total_cmp(&distance(&free[*b])));
        free.swap_remove(nearest?);
    }
    // Near the zeros, and never on one.
    let start = |(n, zero): (usize, &Complex)| *zero * Complex::cis(0.2 + 0.05 * n as f64) * 1.1;
    let known: Vec<Complex> = common.iter().map(|(pole, _)| *pole).collect();
    let found = roots(free.iter().enumerate().map(start).collect(), &known, |s| {
        ratio(inverse(s), s, &zeros)
    })?;
    let found = found.into_iter().map(|s| (s, inverse(s)[1].inv()));
    let constant: f64 = media.iter().map(|(w, m)| w / m.constant).sum();
    let mut sum = Sum {
        constant: 1.0 / constant,
        conduction: 0.0,
        terms: Vec::new(),
    };
    for (pole, residue) in common.into_iter().chain(found) {
        if residue.norm() <= CANCELLED * sum.constant * pole.norm() {
            continue;
        }
        let (a, r) = (pole * scale, residue * scale);
        if pole.norm() == 0.0 {
            sum.conduction = r.re;
        } else if pole.im.abs() <= ON_AXIS * pole.norm() {
            sum.terms.push(Term::Real {
                pole: a.re.min(0.0),
                residue: r.re,
            });
        } else if pole.im > 0.0 {
            // An undamped pole is undamped to within rounding, and its residue imaginary.
            let undamped = pole.re.abs() <= ON_AXIS * pole.norm();
            sum.terms.push(Term::Pair {
                pole: [if undamped { 0.0 } else { a.re }, a.im],
                residue: [if undamped { 0.0 } else { r.re }, r.im],
            });
        }
    }
    Some(sum)
}

/// Poles that all media have, which the series has too, with its residues: 1/(sum of w/residue). One at zero is conduction.
fn common_poles(media: &[(f64, Rational)]) -> Vec<(Complex, Complex)> {
    let mut common: Vec<(Complex, Complex)> = Vec::new();
    for pole in media.first().map_or(Vec::new(), |(_, m)| m.all_poles()) {
        let over = media.iter().map(|(w, m)| Some(m.over_residue(pole)? * *w));
        let over: Option<Complex> = over.sum();
        let is_new = common.iter().all(|(have, _)| *have != pole);
        if let Some(over) = over.filter(|over| is_new && over.norm() > 0.0) {
            common.push((pole, over.inv()));
        }
    }
    common
}

/// The roots of a polynomial besides the known ones, from their approximations and its logarithmic derivative; None if the iteration does not converge.
fn roots(
    mut roots: Vec<Complex>,
    known: &[Complex],
    derivative: impl Fn(Complex) -> Option<Complex>,
) -> Option<Vec<Complex>> {
    for _ in 0..ITERATIONS {
        let mut moved: f64 = 0.0;
        for n in 0..roots.len() {
            let here = roots[n];
            let Some(newton) = derivative(here) else {
                continue;
            };
            let others = roots.iter().enumerate().filter(|(m, _)| *m != n);
            let others = others.map(|(_, root)| root).chain(known);
            let push = others.fold(Complex::new(0.0, 0.0), |sum, r| sum + (here - *r).inv());
            let step = (newton - push).inv();
            roots[n] = here - step;
            moved = moved.max(step.norm() / here.norm());
        }
        if moved <= 1e-15 {
            break;
        }
    }
    roots.iter().all(|r| r.norm().is_finite()).then_some(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Media with one pole, with poles over three decades as a loss tangent has them, with resonances, with carriers.
    fn media() -> Vec<(f64, Vec<Term>)> {
        let real = |pole: f64, delta: f64| Term::Real {
            pole: -pole,
            residue: delta * pole,
        };
        let pair = |at: f64, damping: f64, delta: f64| {
            let omega = (at * at - damping * damping).sqrt();
            Term::Pair {
                pole: [-damping, omega],
                residue: [0.0, -0.5 * delta * at * at / omega],
            }
        };
        let drude = |plasma: f64, collision: f64| Term::Drude { plasma, collision };
        let decades = [(1e9, 0.2), (1e10, 0.2), (1e11, 0.2), (1e12, 0.2)];
        vec![
            (0.0, vec![real(3.5e10, 2.2)]),
            (0.0, decades.map(|(p, delta)| real(p, delta)).to_vec()),
            (3e11, decades.map(|(p, delta)| real(p, delta)).to_vec()),
            (0.0, vec![pair(1e11, 1e9, 0.7), pair(4e11, 3e10, 1.1)]),
            (0.0, vec![drude(1e11, 2e9), pair(4e11, 3e10, 1.1)]),
            (0.0, vec![drude(1e11, 0.0)]),
        ]
    }

    /// Each medium with vacuum beside it on a line, in series with both in parallel, in all shares: `mean` compares the sum with the mean itself.
    #[test]
    fn the_poles_of_all_shares_are_found() {
        let mut random = crate::media::uniform();
        for (n, (conduction, terms)) in media().into_iter().enumerate() {
            for _ in 0..300 {
                let share = |random: &mut dyn FnMut() -> f64| {
                    let small = random() < 0.5;
                    if small {
                        10f64.powf(-6.0 * random())
                    } else {
                        random()
                    }
                };
                let [of_box, of_line, across] = [0; 3].map(|_| share(&mut random));
                let diluted: Vec<Term> = terms.iter().map(|t| diluted(t, of_box)).collect();
                let part = |weight: f64, constant: f64, conduction: f64, terms| Part {
                    weight,
                    constant,
                    conduction,
                    terms,
                };
                // Alone on the line, it has all poles in common with the last one; a double pole of both is not supported.
                let of_line = if n < 5 && random() < 0.2 {
                    1.0
                } else {
                    of_line
                };
                let parts = [
                    part(across * of_line, 4.4, conduction, &terms[..]),
                    part(across * (1.0 - of_line), 1.0, 0.0, &[]),
                    part(
                        1.0 - across,
                        1.0 + 3.4 * of_box,
                        of_box * conduction,
                        &diluted,
                    ),
                ];
                let parts = parts.into_iter().filter(|part| part.weight > 0.0);
                let found = mean(&parts.collect::<Vec<_>>()).is_some();
                assert!(found, "medium {n}: {of_box:e}, {of_line:e}, {across:e}");
            }
        }
    }

    fn diluted(term: &Term, share: f64) -> Term {
        match *term {
            Term::Real { pole, residue } => Term::Real {
                pole,
                residue: share * residue,
            },
            Term::Pair { pole, residue } => Term::Pair {
                pole,
                residue: residue.map(|r| share * r),
            },
            Term::Drude { plasma, collision } => Term::Drude {
                plasma: share.sqrt() * plasma,
                collision,
            },
        }
    }
}
