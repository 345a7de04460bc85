//! Compares two results of one model, one of them rotated, mirrored or scaled.
//!
//! Quantities of one kind and unit share a scale, the largest magnitude among them: a component that vanishes by symmetry is rounding noise in both
//! runs, and its own magnitude is meaningless. Levels are compared as the powers they represent.

use crate::generate::{AXES, CELL};
use crate::turn::{Turn, unit_vectors};
use poynting::results::Axis;
use poynting::{Quantity, Results};
use serde_json::Value;
use std::collections::BTreeMap;

/// How the second model is derived from the first.
#[derive(Debug, Clone, Copy)]
pub struct Transform {
    /// Its rotation or reflection.
    pub turn: Turn,
    /// Its scale factor, in space and in time.
    pub scale: f64,
}

/// The same model.
pub const SAME: Transform = Transform {
    turn: Turn {
        to: [0, 1, 2],
        sign: [1.0; 3],
    },
    scale: 1.0,
};

/// Quantities that depend continuously on a far field.
const WELL_POSED: [&str; 7] = [
    "directivity",
    "gain",
    "realised_gain",
    "rcs",
    "rcs_level",
    "power",
    "accepted_power",
];

/// Values of the first model paired with the corresponding ones of the second.
type Pairs = Vec<[f64; 2]>;

/// The largest difference of two results relative to the largest value of its kind, and its location. An error if their structure differs.
pub fn distance(
    a: &Results,
    b: &Results,
    transform: &Transform,
    scene: &Value,
) -> Result<(f64, String), String> {
    let mut groups: BTreeMap<String, Vec<(String, Pairs)>> = BTreeMap::new();
    for quantity in &a.quantities {
        let name = &quantity.declaration.name;
        if is_function_of_s(name) {
            continue;
        }
        if let Some(pairs) =
            pairs(quantity, b, transform, scene).map_err(|e| format!("{name}: {e}"))?
        {
            let group = groups.entry(group(quantity)).or_default();
            group.push((name.clone(), pairs));
        }
    }
    let mut worst = (0.0, String::from("nothing"));
    let incident = Incident::of(scene);
    for (group, members) in &groups {
        let all = members.iter().flat_map(|(_, pairs)| pairs.iter().flatten());
        let least = incident.as_ref().map_or(0.0, |wave| wave.least(group));
        let least = if ["quality", "network s"]
            .iter()
            .any(|g| group.starts_with(g))
        {
            1.0
        } else {
            least
        };
        let scale = all.fold(least, |most: f64, v| most.max(v.abs()));
        let scale = scale.max(partner(group, &groups));
        for (name, pairs) in members {
            let scale = scale * condition(name, scene);
            for (place, [x, y]) in pairs.iter().enumerate() {
                let apart = if x == y { 0.0 } else { (x - y).abs() / scale };
                if apart > worst.0 || apart.is_nan() {
                    worst = (apart, format!("{name} at index {place}: {x:e} and {y:e}"));
                }
            }
        }
    }
    Ok(worst)
}

/// How much a quantity amplifies rounding. The impedance of a line follows from the minimum of a misfit, which is known to the square root of rounding,
/// and so do the S-parameters that refer to it and their passivity.
fn condition(name: &str, scene: &Value) -> f64 {
    let kinds = ["microstrip", "coaxial", "coplanar"];
    let mut ports = scene["ports"].as_array().into_iter().flatten();
    let has_lines = ports.any(|p| p["type"].as_str().is_some_and(|kind| kinds.contains(&kind)));
    let fitted = ["network/", "port/", "quality/passivity"];
    let is_fitted = fitted.iter().any(|start| name.starts_with(start));
    if has_lines && is_fitted { 1e3 } else { 1.0 }
}

/// VSWR and impedance of a port amplify rounding near total reflection, and S, from which they follow, is compared itself.
fn is_function_of_s(name: &str) -> bool {
    name.starts_with("port/") && (name.ends_with("/vswr") || name.contains("/impedance/"))
}

/// The scale that the other field gives to a group of E or H: each drives the other at every step, and rounding with it.
fn partner(group: &str, groups: &BTreeMap<String, Vec<(String, Pairs)>>) -> f64 {
    let (other, factor) = match group {
        g if g.ends_with("in V/m") => (g.replace("in V/m", "in A/m"), 377.0),
        g if g.ends_with("in A/m") => (g.replace("in A/m", "in V/m"), 1.0 / 377.0),
        // Next to a port that nothing reaches.
        "port voltage" => ("record in V/m".to_owned(), CELL),
        "port current" => ("record in A/m".to_owned(), CELL),
        _ => return 0.0,
    };
    let members = groups.get(&other).into_iter().flatten();
    let values = members.flat_map(|(_, pairs)| pairs.iter().flatten());
    factor * values.fold(0.0, |most: f64, v| most.max(v.abs()))
}

/// A plane wave, which cancels outside its box to rounding: fields there are compared relative to the wave, not to themselves.
struct Incident {
    /// V/m.
    amplitude: f64,
    /// Extent of the domain, m.
    extent: f64,
}

impl Incident {
    fn of(scene: &Value) -> Option<Self> {
        let mut sources = scene["sources"].as_array()?.iter();
        let wave = sources.find(|s| s["type"] == "plane-wave")?;
        let at = |corner: &str, axis: usize| scene["domain"][corner][axis].as_f64();
        let extents = (0..3).filter_map(|axis| Some(at("to", axis)? - at("from", axis)?));
        Some(Self {
            amplitude: wave["waveform"]["amplitude"].as_f64()?.abs(),
            extent: extents.fold(0.0, f64::max),
        })
    }

    /// The minimum scale of a group: that of a thousandth of the wave over the domain.
    fn least(&self, group: &str) -> f64 {
        let (field, length) = (1e-3 * self.amplitude, self.extent);
        let power = field * field / 754.0 * length * length;
        match group {
            g if g.ends_with("V/m") => field,
            g if g.ends_with("A/m") => field / 377.0,
            "far E" => field * length,
            g if g.starts_with("pulse") => field * length,
            g if g.ends_with("rcs") || g.ends_with("rcs_level") => 1e-6 * length * length,
            g if g.ends_with("power") || g.ends_with("in W") => power,
            _ => 0.0,
        }
    }
}

/// Quantities whose values share a scale.
fn group(quantity: &Quantity) -> String {
    let declaration = &quantity.declaration;
    let parts: Vec<&str> = declaration.name.split('/').collect();
    match parts[0] {
        "probe" | "snapshot" => format!("record in {}", declaration.unit),
        "field" | "flux" | "absorption" | "pulse" => {
            format!("{} in {}", parts[0], declaration.unit)
        }
        // All ports of a run share a scale: what reaches one that is not driven may be rounding.
        "from" if parts.len() == 5 && parts[2] == "port" => {
            format!("from {} port {}", parts[1], real_part(parts[4]))
        }
        "port" if parts.len() == 3 => format!("port {}", real_part(parts[2])),
        _ => {
            let rest = parts[1..].iter().filter(|p| !["real", "imag"].contains(p));
            let rest: Vec<&str> = rest.copied().collect();
            let rest = if parts[0] == "far" && rest.get(1).is_some_and(|w| w.starts_with('E')) {
                vec!["E"]
            } else {
                rest
            };
            format!("{} {}", parts[0], rest.join(" "))
        }
    }
}

/// The real part of a complex quantity shares the scale of the imaginary one.
fn real_part(name: &str) -> &str {
    name.strip_suffix("_imag").unwrap_or(name)
}

/// Values of a quantity paired with those of the other model; none if it has no counterpart by its nature.
fn pairs(
    a: &Quantity,
    b: &Results,
    transform: &Transform,
    scene: &Value,
) -> Result<Option<Pairs>, String> {
    let name = &a.declaration.name;
    let parts: Vec<&str> = name.split('/').collect();
    let find = |name: &str| {
        b.get(name)
            .ok_or_else(|| format!("the other run has no {name}"))
    };
    match parts.as_slice() {
        [
            "probe" | "snapshot" | "field",
            monitor,
            component,
            rest @ ..,
        ] => {
            let (base, imaginary) = match component.strip_suffix("_imag") {
                Some(base) => (base, "_imag"),
                None => (*component, ""),
            };
            let (turned, sign) = transform.turn.component(base).ok_or("unknown component")?;
            let mut path = vec![parts[0].to_owned(), (*monitor).to_owned()];
            path.push(format!("{turned}{imaginary}"));
            path.extend(rest.iter().map(ToString::to_string));
            gridded(a, find(&path.join("/"))?, transform, sign).map(Some)
        }
        // The faces of a box cancel to the rounding of powers that are not recorded; `balance.rs` compares them with the absorption.
        ["flux", monitor] if flat_axis(scene, monitor).is_none() => Ok(None),
        ["flux", monitor] => gridded(
            a,
            find(name)?,
            transform,
            flux_sign(scene, monitor, transform),
        )
        .map(Some),
        // The axial ratio of an ellipse that is nearly a line is rounding noise. The maximum of a pattern may occur in several directions,
        // and quantities derived from it (beamwidths, front to back) then belong to an arbitrary one of them.
        ["far", _, leaf] if !WELL_POSED.contains(leaf) => Ok(None),
        // Without a rotation no value is combined with others, so that equal bits stay equal.
        ["far" | "pulse", ..] if transform.turn == SAME.turn && transform.scale == 1.0 => {
            gridded(a, find(name)?, transform, 1.0).map(Some)
        }
        ["far", monitor, along, part] if along.starts_with('E') => {
            let path = |along: &str| format!("far/{monitor}/{along}/{part}");
            vectors(a, along, b, path, transform)
        }
        ["pulse", monitor, along] => {
            let path = |along: &str| format!("pulse/{monitor}/{along}");
            vectors(a, along, b, path, transform)
        }
        ["far", ..] => directed(a, find(name)?, transform).map(Some),
        _ => gridded(a, find(name)?, transform, 1.0).map(Some),
    }
}

/// Power through a plane is positive towards larger coordinates.
fn flux_sign(scene: &Value, monitor: &str, transform: &Transform) -> f64 {
    flat_axis(scene, monitor).map_or(1.0, |axis| transform.turn.sign[axis])
}

/// The axis normal to a monitor that is a plane.
fn flat_axis(scene: &Value, monitor: &str) -> Option<usize> {
    let mut monitors = scene["monitors"].as_array()?.iter();
    let found = monitors.find(|m| m["name"] == monitor)?;
    (0..3).find(|axis| found["from"][axis] == found["to"][axis])
}

/// Values at the same points in space.
fn gridded(a: &Quantity, b: &Quantity, transform: &Transform, sign: f64) -> Result<Pairs, String> {
    let axes = &a.declaration.axes;
    let others = &b.declaration.axes;
    if axes.len() != others.len() {
        return Err("different coordinates".to_owned());
    }
    let mut steps = vec![0; axes.len()];
    let mut flipped = vec![false; axes.len()];
    for (place, axis) in axes.iter().enumerate() {
        let space = AXES.iter().position(|name| *name == axis.name);
        let name = space.map_or(axis.name.as_str(), |n| AXES[transform.turn.to[n]]);
        let at = others.iter().position(|other| other.name == name);
        let at = at.ok_or_else(|| format!("the other run has no axis {name}"))?;
        flipped[place] = space.is_some_and(|n| transform.turn.sign[n] < 0.0);
        same_coordinates(axis, &others[at], flipped[place], transform)?;
        steps[place] = others[at + 1..].iter().map(|o| o.values.len()).product();
    }
    let shape = a.declaration.shape();
    let unit = factor(a, transform) * sign;
    let pair = |(index, x): (usize, &f64)| {
        let mut left = index;
        let mut other = 0;
        for axis in (0..shape.len()).rev() {
            let n = left % shape[axis];
            left /= shape[axis];
            other += steps[axis]
                * if flipped[axis] {
                    shape[axis] - 1 - n
                } else {
                    n
                };
        }
        [*x, b.data[other] / unit]
    };
    Ok(linear(a, a.data.iter().enumerate().map(pair).collect()))
}

fn same_coordinates(
    a: &Axis,
    b: &Axis,
    flipped: bool,
    transform: &Transform,
) -> Result<(), String> {
    if a.values.len() != b.values.len() {
        let (n, m) = (a.values.len(), b.values.len());
        return Err(format!("{n} and {m} values along {}", a.name));
    }
    let sign = if flipped { -1.0 } else { 1.0 };
    let scale = transform.scale.powi(power(&a.unit));
    // Around the origin coordinates are rounding themselves.
    let least = if a.unit == "m" { 1e-6 } else { 0.0 };
    let size = a.values.iter().fold(least, |m: f64, v| m.max(v.abs()));
    let n = a.values.len();
    for (place, x) in a.values.iter().enumerate() {
        let y = sign * b.values[if flipped { n - 1 - place } else { place }] / scale;
        if (x - y).abs() > 1e-9 * size {
            return Err(format!("{} is {x:e} and {y:e}", a.name));
        }
    }
    Ok(())
}

/// The factor of a value in the other model.
fn factor(quantity: &Quantity, transform: &Transform) -> f64 {
    transform.scale.powi(power(&quantity.declaration.unit))
}

/// The power of the scale (lengths and times) for a unit if fields are unchanged.
fn power(unit: &str) -> i32 {
    let mut sign = 1;
    let mut sum = 0;
    let mut symbol = String::new();
    for c in unit.chars().chain(" ".chars()) {
        if c.is_alphabetic() || c == '^' || c.is_ascii_digit() {
            symbol.push(c);
            continue;
        }
        let (base, exponent) = symbol.split_once('^').unwrap_or((&symbol, "1"));
        let of = match base {
            "V" | "A" | "m" | "s" => 1,
            "W" => 2,
            "J" => 3,
            "Hz" => -1,
            _ => 0,
        };
        sum += sign * of * exponent.parse::<i32>().unwrap_or(1);
        symbol.clear();
        sign = if c == '/' { -1 } else { sign };
    }
    sum
}

/// Levels as powers.
fn linear(a: &Quantity, pairs: Pairs) -> Pairs {
    if a.declaration.unit != "dB" {
        return pairs;
    }
    let power = |level: f64| 10f64.powf(level / 10.0);
    pairs.into_iter().map(|pair| pair.map(power)).collect()
}

/// The index of each direction of the first among those of the second.
fn directions(a: &Quantity, b: &Quantity, transform: &Transform) -> Vec<Option<usize>> {
    let others = unit_vectors_of(b);
    let near = |v: [f64; 3], w: [f64; 3]| (0..3).all(|axis| (v[axis] - w[axis]).abs() < 1e-6);
    let place = |d: &[[f64; 3]; 3]| {
        others
            .iter()
            .position(|o| near(transform.turn.vector(d[0]), o[0]))
    };
    unit_vectors_of(a).iter().map(place).collect()
}

/// Values in the same directions.
fn directed(a: &Quantity, b: &Quantity, transform: &Transform) -> Result<Pairs, String> {
    if a.axis("theta").is_none() || a.axis("phi").is_none() {
        return gridded(a, b, transform, 1.0);
    }
    let places = directions(a, b, transform);
    let area = a.declaration.name.ends_with("rcs_level");
    let unit = factor(a, transform);
    let shift = if area {
        20.0 * transform.scale.log10()
    } else {
        0.0
    };
    let mut pairs = Vec::new();
    for (first, second) in a.data.chunks(places.len()).zip(b.data.chunks(places.len())) {
        for (n, place) in places.iter().enumerate() {
            pairs.extend(place.map(|place| [first[n], second[place] / unit - shift]));
        }
    }
    Ok(linear(a, pairs))
}

/// One component of a vector field over directions, paired with the other run's vector projected onto the same rotated unit vector.
fn vectors(
    a: &Quantity,
    along: &str,
    b: &Results,
    path: impl Fn(&str) -> String,
    transform: &Transform,
) -> Result<Option<Pairs>, String> {
    let find = |along: &str| {
        let name = path(along);
        b.get(&name)
            .ok_or_else(|| format!("the other run has no {name}"))
    };
    let (up, round) = (find("Etheta")?, find("Ephi")?);
    let places = directions(a, up, transform);
    if a.data.len() != up.data.len() {
        return Err(format!("{} and {} values", a.data.len(), up.data.len()));
    }
    let own = unit_vectors_of(a);
    let others = unit_vectors_of(up);
    let unit = factor(a, transform);
    let which = if along == "Etheta" { 1 } else { 2 };
    let mut pairs = Vec::new();
    for (slice, values) in a.data.chunks(places.len()).enumerate() {
        for (n, place) in places.iter().enumerate() {
            let Some(place) = *place else { continue };
            let at = slice * places.len() + place;
            let [_, theta, phi] = others[place];
            let field = [0, 1, 2].map(|i| theta[i] * up.data[at] + phi[i] * round.data[at]);
            let direction = transform.turn.vector(own[n][which]);
            let part: f64 = (0..3).map(|i| direction[i] * field[i]).sum();
            pairs.push([values[n], part / unit]);
        }
    }
    Ok(Some(pairs))
}

/// The unit vectors of each direction, phi fastest.
fn unit_vectors_of(q: &Quantity) -> Vec<[[f64; 3]; 3]> {
    let phi = q.axis("phi").unwrap_or(&[]);
    let theta = q.axis("theta").unwrap_or(&[]);
    let mut all = Vec::new();
    for t in theta {
        all.extend(
            phi.iter()
                .map(|p| unit_vectors(t.to_radians(), p.to_radians())),
        );
    }
    all
}
