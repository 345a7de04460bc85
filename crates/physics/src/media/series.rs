//! Media in series: eps(s) = 1/(sum of w/eps_i(s)) or mu(s) likewise, as a constant and simple poles.
//!
//! With eps_i = N_i/D_i the sum is eps = N/D, N = prod N_i, D = sum of w_i D_i prod_{j != i} N_j. Its poles are the
//! roots of D, found simultaneously (O. Aberth, Math. Comput. 27, 339 (1973)), and the residue of a pole is N/D' there. A series
//! of passive media is passive, so no pole has a positive real part. The result is compared with the mean
//! itself; coincident poles are not supported.

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

/// Poles closer to zero or to the real axis than this, relative to the largest, lie on it.
const ON_AXIS: f64 = 1e-9;
/// Residues below this fraction of the largest belong to a pole and a root that cancel.
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
    let fractions: Vec<[Polynomial; 2]> = parts.iter().map(|p| p.fraction(scale)).collect();
    let weight: f64 = parts.iter().map(|p| p.weight).sum();
    let mut numerator = Polynomial::one();
    let mut denominator = Polynomial(vec![0.0]);
    for (part, [n, d]) in parts.iter().zip(&fractions) {
        // (a/b) + w d/n, accumulated as a fraction whose numerator is `denominator`.
        denominator = denominator
            .times(n)
            .plus(&d.times(&numerator), part.weight / weight);
        numerator = numerator.times(n);
    }
    let sum = partial_fractions(&numerator, &denominator, scale)?;
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

    /// N and D in s/scale.
    fn fraction(&self, scale: f64) -> [Polynomial; 2] {
        let mut n = Polynomial(vec![self.constant]);
        let mut d = Polynomial::one();
        let mut add = |above: Polynomial, below: Polynomial| {
            n = n.times(&below).plus(&above.times(&d), 1.0);
            d = d.times(&below);
        };
        // wp^2/(s (s + g)) = (wp^2/g)/s - (wp^2/g)/(s + g): one pole at zero for all of them.
        let carriers = self.terms.iter().map(|term| match *term {
            Term::Drude { plasma, collision } if collision > 0.0 => plasma * plasma / collision,
            _ => 0.0,
        });
        let conduction = self.conduction + carriers.sum::<f64>();
        if conduction != 0.0 {
            add(
                Polynomial(vec![conduction / scale]),
                Polynomial(vec![0.0, 1.0]),
            );
        }
        for term in self.terms {
            match *term {
                Term::Pair { pole, residue } => {
                    let [a, b] = pole.map(|p| p / scale);
                    let [r, q] = residue.map(|r| r / scale);
                    add(
                        Polynomial(vec![-2.0 * (r * a + q * b), 2.0 * r]),
                        Polynomial(vec![a * a + b * b, -2.0 * a, 1.0]),
                    );
                }
                Term::Real { pole, residue } => add(
                    Polynomial(vec![residue / scale]),
                    Polynomial(vec![-pole / scale, 1.0]),
                ),
                Term::Drude { plasma, collision } if collision > 0.0 => add(
                    Polynomial(vec![-plasma * plasma / collision / scale]),
                    Polynomial(vec![collision / scale, 1.0]),
                ),
                Term::Drude { plasma, .. } => add(
                    Polynomial(vec![(plasma / scale).powi(2)]),
                    Polynomial(vec![0.0, 0.0, 1.0]),
                ),
            }
        }
        [n, d]
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

fn partial_fractions(n: &Polynomial, d: &Polynomial, scale: f64) -> Option<Sum> {
    let slope = d.derivative();
    let poles = d.roots()?;
    let residues: Vec<Complex> = poles.iter().map(|s| n.at(*s).over(slope.at(*s))).collect();
    let largest = residues.iter().map(|r| r.norm()).fold(0.0, f64::max);
    let furthest = poles.iter().map(|p| p.norm()).fold(0.0, f64::max);
    let mut sum = Sum {
        constant: n.0.last()? / d.0.last()?,
        conduction: 0.0,
        terms: Vec::new(),
    };
    for (pole, residue) in poles.iter().zip(&residues) {
        if residue.norm() <= CANCELLED * largest {
            continue;
        }
        let (a, r) = (*pole * scale, *residue * scale);
        if pole.norm() <= ON_AXIS * furthest {
            sum.conduction += r.re;
        } else if pole.im.abs() <= ON_AXIS * furthest {
            sum.terms.push(Term::Real {
                pole: a.re.min(0.0),
                residue: r.re,
            });
        } else if pole.im > 0.0 {
            // An undamped pole is undamped to within rounding, and its residue imaginary.
            let undamped = pole.re.abs() <= ON_AXIS * furthest;
            sum.terms.push(Term::Pair {
                pole: [if undamped { 0.0 } else { a.re }, a.im],
                residue: [if undamped { 0.0 } else { r.re }, r.im],
            });
        }
    }
    Some(sum)
}

/// Real coefficients, the constant one first.
#[derive(Debug, Clone)]
struct Polynomial(Vec<f64>);

impl Polynomial {
    fn one() -> Self {
        Self(vec![1.0])
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = vec![0.0; self.0.len() + other.0.len() - 1];
        for (m, a) in self.0.iter().enumerate() {
            for (n, b) in other.0.iter().enumerate() {
                product[m + n] += a * b;
            }
        }
        Self(product)
    }

    fn plus(&self, other: &Self, factor: f64) -> Self {
        let at = |p: &Self, n: usize| p.0.get(n).copied().unwrap_or(0.0);
        let len = self.0.len().max(other.0.len());
        Self(
            (0..len)
                .map(|n| at(self, n) + factor * at(other, n))
                .collect(),
        )
    }

    fn derivative(&self) -> Self {
        let terms = self.0.iter().enumerate().skip(1);
        Self(terms.map(|(n, c)| n as f64 * c).collect())
    }

    fn at(&self, s: Complex) -> Complex {
        let zero = Complex::new(0.0, 0.0);
        let coefficients = self.0.iter().rev();
        coefficients.fold(zero, |sum, c| sum * s + Complex::new(*c, 0.0))
    }

    /// All roots; None if the iteration does not converge.
    fn roots(&self) -> Option<Vec<Complex>> {
        let degree = self.0.len() - 1;
        let lead = self.0[degree];
        let slope = self.derivative();
        let radius = (0..degree)
            .map(|n| (self.0[n] / lead).abs().powf(1.0 / (degree - n) as f64))
            .fold(0.0, f64::max);
        let start = |n: usize| {
            let angle = std::f64::consts::TAU * n as f64 / degree as f64 + 0.4;
            Complex::cis(angle) * radius
        };
        let mut roots: Vec<Complex> = (0..degree).map(start).collect();
        for _ in 0..ITERATIONS {
            let mut moved: f64 = 0.0;
            for n in 0..degree {
                let here = roots[n];
                let value = self.at(here);
                if value.norm() == 0.0 {
                    continue;
                }
                let newton = slope.at(here).over(value);
                let others = roots.iter().enumerate().filter(|(m, _)| *m != n);
                let push = others.fold(Complex::new(0.0, 0.0), |sum, (_, r)| {
                    sum + (here - *r).inv()
                });
                let step = (newton - push).inv();
                roots[n] = here - step;
                moved = moved.max(step.norm());
            }
            if moved <= 1e-15 * radius {
                break;
            }
        }
        roots.iter().all(|r| r.norm().is_finite()).then_some(roots)
    }
}
