//! Non-negative least squares.
//!
//! The least |A x - b| over x >= 0 is found by adding columns one by one, the most useful first, and removing them again
//! where the best weight would be negative (C. L. Lawson and R. J. Hanson, Solving Least Squares Problems, 1974, chapter 23).
//!
//! Tested: the result satisfies the Kuhn-Tucker conditions.

/// Below this fraction of the largest gain no column helps.
const NOTHING: f64 = 1e-10;

/// The weights x >= 0 with the least |A x - b|; `columns` are those of A.
pub(super) fn nonnegative(columns: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let sizes: Vec<f64> = columns.iter().map(|c| dot(c, c).sqrt()).collect();
    let unit = columns.iter().zip(&sizes);
    let unit = unit.map(|(c, size)| c.iter().map(|v| v / size).collect());
    let unit: Vec<Vec<f64>> = unit.collect();
    let mut x = vec![0.0; columns.len()];
    let mut inside: Vec<usize> = Vec::new();
    // Each round adds one column; in exact arithmetic it terminates by itself.
    for _ in 0..3 * columns.len() {
        let rest = residual(&unit, &x, b);
        let gain = |n: &usize| dot(&unit[*n], &rest);
        let outside = (0..columns.len()).filter(|n| !inside.contains(n));
        let best = outside.max_by(|p, q| gain(p).total_cmp(&gain(q)));
        let Some(best) = best.filter(|n| gain(n) > NOTHING * dot(b, b).sqrt()) else {
            break;
        };
        inside.push(best);
        settle(&unit, b, &mut inside, &mut x);
    }
    x.iter().zip(&sizes).map(|(x, size)| x / size).collect()
}

/// Moves to the best weights of the active columns, dropping those that reach zero on the way.
fn settle(unit: &[Vec<f64>], b: &[f64], inside: &mut Vec<usize>, x: &mut [f64]) {
    loop {
        let best = least_squares(unit, inside, b);
        let way = |(n, to): (&usize, &f64)| (*to <= 0.0).then(|| x[*n] / (x[*n] - to));
        let steps = inside.iter().zip(&best).filter_map(way);
        let Some(step) = steps.reduce(f64::min) else {
            for (n, to) in inside.iter().zip(&best) {
                x[*n] = *to;
            }
            return;
        };
        for (n, to) in inside.iter().zip(&best) {
            x[*n] += step * (to - x[*n]);
        }
        inside.retain(|n| x[*n] > 1e-15);
        for (n, value) in x.iter_mut().enumerate() {
            if !inside.contains(&n) {
                *value = 0.0;
            }
        }
    }
}

/// The best weights of some columns, by orthogonalising them twice.
fn least_squares(unit: &[Vec<f64>], inside: &[usize], b: &[f64]) -> Vec<f64> {
    let n = inside.len();
    let mut basis: Vec<Vec<f64>> = Vec::with_capacity(n);
    let mut r = vec![vec![0.0; n]; n];
    for (j, column) in inside.iter().enumerate() {
        let mut v = unit[*column].clone();
        for _ in 0..2 {
            for (i, q) in basis.iter().enumerate() {
                let part = dot(q, &v);
                r[i][j] += part;
                v.iter_mut().zip(q).for_each(|(v, q)| *v -= part * q);
            }
        }
        r[j][j] = dot(&v, &v).sqrt();
        basis.push(v.iter().map(|v| v / r[j][j]).collect());
    }
    let mut x: Vec<f64> = basis.iter().map(|q| dot(q, b)).collect();
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| r[i][j] * x[j]).sum();
        x[i] = (x[i] - known) / r[i][i];
    }
    x
}

fn residual(unit: &[Vec<f64>], x: &[f64], b: &[f64]) -> Vec<f64> {
    let mut rest = b.to_vec();
    for (column, x) in unit.iter().zip(x).filter(|(_, x)| **x > 0.0) {
        rest.iter_mut().zip(column).for_each(|(r, c)| *r -= x * c);
    }
    rest
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Values from one to the other, both included, evenly spaced on a logarithmic scale, at least `density` per decade.
pub(super) fn decades([from, to]: [f64; 2], density: f64) -> Vec<f64> {
    let parts = ((to / from).log10() * density).ceil();
    let at = |n: usize| from * (to / from).powf(n as f64 / parts);
    (0..=parts as usize).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_weights_are_better() {
        let mut uniform = crate::media::uniform();
        let mut random = || uniform() - 0.4;
        for _ in 0..20 {
            let columns: Vec<Vec<f64>> = (0..9)
                .map(|_| (0..14).map(|_| random()).collect())
                .collect();
            let b: Vec<f64> = (0..14).map(|_| random()).collect();
            let x = nonnegative(&columns, &b);
            let mut rest = b.clone();
            for (c, x) in columns.iter().zip(&x) {
                assert!(*x >= 0.0);
                rest.iter_mut().zip(c).for_each(|(r, c)| *r -= x * c);
            }
            // Kuhn-Tucker: no gain from active columns, no positive gain from others.
            for (c, x) in columns.iter().zip(&x) {
                let gain = dot(c, &rest);
                assert!(gain < 1e-9 && (*x == 0.0 || gain > -1e-9), "{gain} {x}");
            }
        }
    }

    #[test]
    fn decades_end_where_they_should() {
        let values = decades([1e-3, 1e2], 1.5);
        assert_eq!(values.len(), 9);
        assert!((values[8] / 1e2 - 1.0).abs() < 1e-12 && values[0] == 1e-3);
    }
}
