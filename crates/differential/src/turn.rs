//! Rotates and mirrors a scene: one of the 48 maps of a cube onto itself.
//!
//! The map takes axis `i` to axis `to[i]` with the sign `sign[i]`. Positions and electric vectors transform with the map Q; magnetic vectors are
//! axial and transform with det(Q) Q (J. D. Jackson, Classical Electrodynamics, sec. 6.10). Diagonal tensors remain diagonal, with their entries
//! exchanged.

use crate::generate::AXES;
use poynting_exec::Random;
use serde_json::{Map, Value, json};

/// A map of the axes onto themselves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// The target of each axis.
    pub to: [usize; 3],
    /// The sign of each axis.
    pub sign: [f64; 3],
}

/// The permutations of three axes; the first three preserve handedness.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [1, 0, 2],
    [0, 2, 1],
    [2, 1, 0],
];

impl Turn {
    /// A transformation other than the identity with the given determinant.
    pub fn random(seed: u64, determinant: f64) -> Self {
        let rng = &mut Random::new(seed);
        loop {
            let turn = Self {
                to: rng.one_of(&ORDERS),
                sign: [0; 3].map(|_| rng.one_of(&[-1.0, 1.0])),
            };
            let identity = turn.to == ORDERS[0] && turn.sign == [1.0; 3];
            if turn.determinant() == determinant && !identity {
                return turn;
            }
        }
    }

    /// One for rotations, minus one for improper maps.
    pub fn determinant(&self) -> f64 {
        let even = ORDERS[..3].contains(&self.to);
        self.sign.iter().product::<f64>() * if even { 1.0 } else { -1.0 }
    }

    /// A vector after the transformation.
    pub fn vector(&self, v: [f64; 3]) -> [f64; 3] {
        let mut turned = [0.0; 3];
        for axis in 0..3 {
            turned[self.to[axis]] = self.sign[axis] * v[axis];
        }
        turned
    }

    /// A component after the transformation, and its sign.
    pub fn component(&self, name: &str) -> Option<(String, f64)> {
        let (field, axis) = name.split_at_checked(1)?;
        let axis = AXES.iter().position(|a| *a == axis)?;
        let axial = if field == "H" {
            self.determinant()
        } else {
            1.0
        };
        let turned = format!("{field}{}", AXES[self.to[axis]]);
        Some((turned, axial * self.sign[axis]))
    }

    /// The scene after the transformation; none if it contains a shape whose axis cannot be rotated.
    pub fn scene(&self, scene: &Value) -> Option<Value> {
        self.walk("", scene)
    }

    fn walk(&self, key: &str, value: &Value) -> Option<Value> {
        match value {
            Value::Object(table) => self.table(key, table),
            Value::Array(items) => self.array(key, items),
            Value::String(word) => Some(self.word(key, word)),
            other => Some(other.clone()),
        }
    }

    fn array(&self, key: &str, items: &[Value]) -> Option<Value> {
        if let Some(three) = numbers(items) {
            match key {
                "from" | "to" | "at" | "center" | "offset" | "k" | "direction" | "polarisation"
                | "points" => return Some(json!(self.vector(three))),
                "spacing" | "stride" | "eps_r" | "eps_inf" | "mu_r" | "mu_inf" | "sigma"
                | "sigma_m" => {
                    let turned = self.vector(three);
                    return Some(json!(turned.map(f64::abs)));
                }
                _ => {}
            }
        }
        let items: Option<Vec<Value>> = items.iter().map(|item| self.walk(key, item)).collect();
        Some(Value::Array(items?))
    }

    fn word(&self, key: &str, word: &str) -> Value {
        let turned = match key {
            "direction" | "polarisation" | "voltage" => self.axis(word),
            "components" | "component" => self.component(word).map(|(name, _)| name),
            _ => None,
        };
        json!(turned.unwrap_or_else(|| word.to_owned()))
    }

    /// A direction along an axis, such as `-x`.
    fn axis(&self, word: &str) -> Option<String> {
        let (sign, name) = match word.strip_prefix('-') {
            Some(name) => (-1.0, name),
            None => (1.0, word.trim_start_matches('+')),
        };
        let axis = AXES.iter().position(|a| *a == name)?;
        let minus = if sign * self.sign[axis] < 0.0 {
            "-"
        } else {
            ""
        };
        Some(format!("{minus}{}", AXES[self.to[axis]]))
    }

    fn table(&self, key: &str, table: &Map<String, Value>) -> Option<Value> {
        match key {
            "boundary" => return Some(self.boundary(table)),
            "symmetry" => return Some(self.renamed(table)),
            "lines" => return Some(self.lines(table)),
            _ => {}
        }
        let shape = table.get("shape").and_then(Value::as_str).unwrap_or("");
        let keeps_x = self.to == ORDERS[0] && self.sign[0] > 0.0;
        if ["almond", "ogive", "cone-sphere"].contains(&shape) && !keeps_x {
            return None;
        }
        let mut turned = Map::new();
        for (key, value) in table {
            turned.insert(key.clone(), self.walk(key, value)?);
        }
        if !["cylinder", "cone"].contains(&shape) {
            sort_corners(&mut turned);
        }
        if let Some(plane) = table.get("reference_plane").and_then(Value::as_f64) {
            let along = table.get("direction").and_then(Value::as_str)?;
            let axis = AXES.iter().position(|a| along.ends_with(a))?;
            turned.insert("reference_plane".to_owned(), json!(plane * self.sign[axis]));
        }
        self.point_source(table, &mut turned)?;
        self.angles(table, &mut turned);
        Some(Value::Object(turned))
    }

    /// The sign of a component is absorbed in the amplitude of its source.
    fn point_source(
        &self,
        table: &Map<String, Value>,
        turned: &mut Map<String, Value>,
    ) -> Option<()> {
        let Some(component) = table.get("component").and_then(Value::as_str) else {
            return Some(());
        };
        let (_, sign) = self.component(component)?;
        let amplitude = table.get("waveform")?.get("amplitude")?.as_f64()?;
        turned["waveform"]["amplitude"] = json!(sign * amplitude);
        Some(())
    }

    /// A plane wave given by angles is given by vectors afterwards.
    fn angles(&self, table: &Map<String, Value>, turned: &mut Map<String, Value>) {
        let angle = |key: &str| table.get(key).and_then(Value::as_f64);
        let (Some(theta), Some(phi), Some(psi)) = (angle("theta"), angle("phi"), angle("psi"))
        else {
            return;
        };
        for key in ["theta", "phi", "psi"] {
            turned.shift_remove(key);
        }
        let [along, up, round] = unit_vectors(theta, phi);
        let electric = [0, 1, 2].map(|a| up[a] * psi.cos() + round[a] * psi.sin());
        turned.insert("direction".to_owned(), json!(self.vector(along)));
        turned.insert("polarisation".to_owned(), json!(self.vector(electric)));
    }

    fn boundary(&self, table: &Map<String, Value>) -> Value {
        let mut turned = table.clone();
        for axis in 0..3 {
            for (side, end) in ["min", "max"].iter().enumerate() {
                let ends = if self.sign[axis] > 0.0 {
                    ["min", "max"]
                } else {
                    ["max", "min"]
                };
                let key = format!("{}_{}", AXES[self.to[axis]], ends[side]);
                if let Some(wall) = table.get(&format!("{}_{end}", AXES[axis])) {
                    turned.insert(key, wall.clone());
                }
            }
        }
        if let Some(k) = table
            .get("bloch")
            .and_then(|b| b["k"].as_array())
            .and_then(|k| numbers(k))
        {
            turned.insert("bloch".to_owned(), json!({ "k": self.vector(k) }));
        }
        Value::Object(turned)
    }

    fn renamed(&self, table: &Map<String, Value>) -> Value {
        let mut turned = Map::new();
        for axis in 0..3 {
            if let Some(value) = table.get(AXES[axis]) {
                turned.insert(AXES[self.to[axis]].to_owned(), value.clone());
            }
        }
        Value::Object(turned)
    }

    fn lines(&self, table: &Map<String, Value>) -> Value {
        let mut turned = Map::new();
        for axis in 0..3 {
            let lines = table.get(AXES[axis]).and_then(Value::as_array);
            let mut lines: Vec<f64> = lines
                .into_iter()
                .flatten()
                .filter_map(Value::as_f64)
                .collect();
            if self.sign[axis] < 0.0 {
                lines.reverse();
                for line in &mut lines {
                    *line = -*line;
                }
            }
            turned.insert(AXES[self.to[axis]].to_owned(), json!(lines));
        }
        Value::Object(turned)
    }
}

/// Three numbers.
pub fn numbers(items: &[Value]) -> Option<[f64; 3]> {
    let values: Option<Vec<f64>> = items.iter().map(Value::as_f64).collect();
    values?.try_into().ok()
}

/// The corner with the smallest coordinates comes first.
fn sort_corners(table: &mut Map<String, Value>) {
    let corner = |key: &str| {
        table
            .get(key)
            .and_then(Value::as_array)
            .and_then(|c| numbers(c))
    };
    if let (Some(a), Some(b)) = (corner("from"), corner("to")) {
        let low = [0, 1, 2].map(|axis| a[axis].min(b[axis]));
        let high = [0, 1, 2].map(|axis| a[axis].max(b[axis]));
        table.insert("from".to_owned(), json!(low));
        table.insert("to".to_owned(), json!(high));
    }
}

/// The unit vectors of a direction: along it, along theta and along phi.
pub fn unit_vectors(theta: f64, phi: f64) -> [[f64; 3]; 3] {
    let (st, ct) = theta.sin_cos();
    let (sp, cp) = phi.sin_cos();
    [
        [st * cp, st * sp, ct],
        [ct * cp, ct * sp, -st],
        [-sp, cp, 0.0],
    ]
}
