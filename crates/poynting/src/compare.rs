//! Compares two results of one model: two solvers, two meshes, two grids.
//!
//! Quantities with the same name are compared where their coordinates agree. Levels in dB are compared in dB, after both have been clipped at 80 dB
//! below the largest of the first: anything lower is noise. Complex quantities (`name/real` and `name/imag`) and all others are compared relative to
//! the largest magnitude. A component 80 dB below the other components of its field in both results is also noise, and its own magnitude is no
//! measure: its difference is given relative to the largest component.

use poynting_results::{Axis, Declaration, Quantity, Results};

/// Levels this far below the largest are not distinguished.
const DEPTH_DB: f64 = 80.0;
/// Coordinates with a smaller relative difference are taken as equal.
const SAME: f64 = 1e-9;

/// The difference between two quantities.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Their name, without `/real` and `/imag`.
    pub quantity: String,
    /// `dB`, `of largest`, or `of largest component` if this one vanishes in both.
    pub unit: &'static str,
    /// Number of values.
    pub values: usize,
    /// Mean of the absolute differences.
    pub mean: f64,
    /// Largest absolute difference.
    pub worst: f64,
    /// Where that occurs: names, values and units of the coordinates.
    pub at: Vec<(String, f64, String)>,
}

/// The comparison of two results.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Comparison {
    /// In the order of the first result.
    pub differences: Vec<Difference>,
    /// Quantities that could not be compared, and why.
    pub left_out: Vec<(String, &'static str)>,
}

/// Compares all quantities with the same name.
pub fn compare(a: &Results, b: &Results) -> Comparison {
    let mut comparison = Comparison::default();
    for quantity in &a.quantities {
        let name = &quantity.declaration.name;
        if name.starts_with("solution/") || name.ends_with("/imag") {
            continue;
        }
        let Some(other) = b.get(name) else {
            let shown = name.strip_suffix("/real").unwrap_or(name);
            let why = "only the first result has it";
            comparison.left_out.push((shown.to_owned(), why));
            continue;
        };
        let imaginary = |results: &Results| {
            let name = format!("{}/imag", name.strip_suffix("/real")?);
            results.get(&name).cloned()
        };
        let pair = [(quantity, imaginary(a)), (other, imaginary(b))];
        let field = [a, b].map(|results| field_size(results, &quantity.declaration));
        match difference(&pair, field[0].max(field[1])) {
            Ok(found) => comparison.differences.push(found),
            Err(why) => comparison.left_out.push((name.clone(), why)),
        }
    }
    comparison
}

/// A quantity and its imaginary part.
type Pair<'a> = [(&'a Quantity, Option<Quantity>); 2];

/// The largest magnitude among quantities with the same parent and unit: the components of a field.
fn field_size(results: &Results, of: &Declaration) -> f64 {
    let parent = |name: &str| {
        let name = name
            .strip_suffix("/real")
            .or(name.strip_suffix("/imag"))
            .unwrap_or(name);
        name.rsplit_once('/').map(|(parent, _)| parent.to_owned())
    };
    let own = parent(&of.name);
    let alike = results.quantities.iter().filter(|q| {
        q.declaration.unit == of.unit
            && q.declaration.axes.len() == of.axes.len()
            && own.is_some()
            && parent(&q.declaration.name) == own
    });
    let values = alike.flat_map(|q| q.data.iter());
    values.fold(0.0, |most, value| most.max(value.abs()))
}

fn difference(pair: &Pair<'_>, field: f64) -> Result<Difference, &'static str> {
    let [(a, _), (b, _)] = pair;
    let common = common([a, b])?;
    let values = |n: usize| -> Vec<[f64; 2]> {
        let (real, imaginary) = &pair[n];
        let at = |index: usize| {
            [
                real.data[index],
                imaginary.as_ref().map_or(0.0, |i| i.data[index]),
            ]
        };
        common.iter().map(|both| at(both[n])).collect()
    };
    let [first, second] = [values(0), values(1)];
    let size = |v: &[f64; 2]| v[0].hypot(v[1]);
    let (unit, apart): (_, Vec<f64>) = if a.declaration.unit == "dB" {
        let top = first.iter().map(|v| v[0]).fold(f64::NEG_INFINITY, f64::max);
        let raised = |v: &[f64; 2]| v[0].max(top - DEPTH_DB);
        let pairs = first.iter().zip(&second);
        (
            "dB",
            pairs.map(|(x, y)| (raised(x) - raised(y)).abs()).collect(),
        )
    } else {
        let largest = first.iter().chain(&second).map(size).fold(0.0, f64::max);
        let vanishes = largest < field * 10f64.powf(-DEPTH_DB / 20.0);
        let (unit, scale) = match vanishes {
            true => ("of largest component", field),
            false if largest > 0.0 => ("of largest", largest),
            false => ("of largest", 1.0),
        };
        let pairs = first.iter().zip(&second);
        let part = |(x, y): (&[f64; 2], &[f64; 2])| (x[0] - y[0]).hypot(x[1] - y[1]) / scale;
        (unit, pairs.map(part).collect())
    };
    let worst = (0..apart.len()).fold(0, |w, n| if apart[n] > apart[w] { n } else { w });
    let name = &a.declaration.name;
    Ok(Difference {
        quantity: name.strip_suffix("/real").unwrap_or(name).to_owned(),
        unit,
        values: apart.len(),
        mean: apart.iter().sum::<f64>() / apart.len() as f64,
        worst: apart[worst],
        at: coordinates(a, common[worst][0]),
    })
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME * a.abs().max(b.abs())
}

/// Index pairs of values with the same coordinates; the first axis may be longer in one result than in the other.
pub(crate) fn common([a, b]: [&Quantity; 2]) -> Result<Vec<[usize; 2]>, &'static str> {
    let (left, right) = (&a.declaration.axes, &b.declaration.axes);
    if left.len() != right.len() || left.iter().zip(right).any(|(x, y)| x.name != y.name) {
        return Err("the coordinates differ");
    }
    let equal = |(x, y): (&Axis, &Axis)| {
        x.values.len() == y.values.len()
            && x.values.iter().zip(&y.values).all(|(p, q)| same(*p, *q))
    };
    if !left[1..].iter().zip(&right[1..]).all(equal) {
        return Err("the coordinate values differ");
    }
    let slice = a.declaration.slice_len();
    let mut places = Vec::new();
    let others = &right[0].values;
    let mut ascending: Vec<usize> = (0..others.len()).collect();
    ascending.sort_by(|&m, &n| others[m].total_cmp(&others[n]));
    for (i, x) in left[0].values.iter().enumerate() {
        let least = x - 2.0 * SAME * x.abs();
        let place = ascending.partition_point(|&j| others[j] < least);
        let next = ascending.get(place).filter(|&&j| same(*x, others[j]));
        if let Some(&j) = next {
            places.extend((0..slice).map(|n| [i * slice + n, j * slice + n]));
        }
    }
    if places.is_empty() {
        return Err("they have no coordinates in common");
    }
    Ok(places)
}

/// Names, values and units of the coordinates of a value.
pub(crate) fn coordinates(quantity: &Quantity, mut index: usize) -> Vec<(String, f64, String)> {
    let mut at = Vec::new();
    for axis in quantity.declaration.axes.iter().rev() {
        let n = index % axis.values.len();
        index /= axis.values.len();
        at.push((axis.name.clone(), axis.values[n], axis.unit.clone()));
    }
    at.reverse();
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(unit: &str, frequencies: &[f64], theta: &[f64], data: &[f64]) -> Results {
        let mut results = Results::default();
        let axes = vec![
            Axis::new("frequency", "Hz", frequencies.to_vec()),
            Axis::new("theta", "deg", theta.to_vec()),
        ];
        results
            .add(("far/all/rcs_level", unit, ""), axes, data)
            .unwrap();
        results
    }

    #[test]
    fn levels_are_compared_where_frequencies_agree_and_noise_is_not() {
        let a = results("dB", &[1e9, 2e9], &[0.0, 90.0], &[0.0, 1.0, -10.0, -200.0]);
        let b = results("dB", &[2e9, 3e9], &[0.0, 90.0], &[-9.0, -150.0, 5.0, 5.0]);
        let found = compare(&a, &b);
        let [only] = found.differences.as_slice() else {
            panic!("{found:?}");
        };
        // The floor is 80 dB below -10 dB.
        assert_eq!((only.values, only.mean, only.worst), (2, 0.5, 1.0));
        assert_eq!(only.at[0].1, 2e9);
        assert_eq!(only.at[1].1, 0.0);
    }

    #[test]
    fn other_coordinates_are_left_out_with_the_reason() {
        let a = results("dB", &[1e9], &[0.0, 90.0], &[0.0, 1.0]);
        let b = results("dB", &[1e9], &[0.0, 80.0], &[0.0, 1.0]);
        assert!(compare(&a, &b).differences.is_empty());
        let reason = compare(&a, &b).left_out[0].1;
        assert_eq!(reason, "the coordinate values differ");
        let c = results("dB", &[3e9], &[0.0, 90.0], &[0.0, 1.0]);
        assert_eq!(
            compare(&a, &c).left_out[0].1,
            "they have no coordinates in common"
        );
    }

    /// Ey vanishes by symmetry: the remainder is rounding error, of either sign.
    #[test]
    fn a_component_that_vanishes_in_both_does_not_differ() {
        let field = |noise: f64| {
            let mut results = Results::default();
            let axis = || Axis::new("frequency", "Hz", vec![1e9, 2e9]);
            for (name, values) in [
                ("field/m/Ex/real", [3.0, 1.0]),
                ("field/m/Ex/imag", [4.0, 0.5]),
                ("field/m/Ey/real", [noise, 0.0]),
                ("field/m/Ey/imag", [0.0, -noise]),
            ] {
                results.add_curve(name, "V/m", axis(), &values).unwrap();
            }
            results
        };
        let found = compare(&field(1e-9), &field(-1e-9));
        let [ex, ey] = found.differences.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!((ex.unit, ex.worst), ("of largest", 0.0));
        assert_eq!(ey.unit, "of largest component");
        assert!(ey.worst < 1e-8, "{ey:?}");
        // A component that vanishes in only one of them is reported.
        let found = compare(&field(1e-9), &field(1.0));
        assert_eq!(found.differences[1].unit, "of largest");
        assert!(found.differences[1].worst > 0.9);
    }

    #[test]
    fn other_values_differ_by_a_part_of_the_largest() {
        let a = results("m^2", &[1e9], &[0.0, 90.0], &[4.0, 1.0]);
        let b = results("m^2", &[1e9], &[0.0, 90.0], &[4.0, 2.0]);
        let found = compare(&a, &b).differences.remove(0);
        assert_eq!(
            (found.unit, found.mean, found.worst),
            ("of largest", 0.125, 0.25)
        );
        assert_eq!(found.at[1].1, 90.0);
    }
}
