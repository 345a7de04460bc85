//! Scene texts generated from numbers.

use std::fmt::Write;

/// Grid specification.
#[derive(Debug, Clone)]
pub(crate) enum Grid {
    /// Uniform cells, this many.
    Cells([usize; 3]),
    /// These lines.
    Lines([Vec<f64>; 3]),
    /// The mesher's: cells per wavelength at a frequency in hertz.
    Auto(f64, f64),
}

/// A scene under construction: a box that is filled, driven and observed.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    corners: [[f64; 3]; 2],
    text: String,
}

impl Model {
    /// A box from one corner to the other.
    pub fn new(from: [f64; 3], to: [f64; 3], grid: &Grid) -> Self {
        let grid = match grid {
            Grid::Cells(cells) => {
                let spacing = [0, 1, 2].map(|a| (to[a] - from[a]) / cells[a] as f64);
                format!("spacing = {}", lengths(&spacing))
            }
            Grid::Lines([x, y, z]) => {
                let [x, y, z] = [x, y, z].map(|l| lengths(l));
                format!("lines = {{ x = {x}, y = {y}, z = {z} }}")
            }
            Grid::Auto(cells, frequency) => {
                format!("cells_per_wavelength = {cells}\nmax_frequency = \"{frequency} Hz\"")
            }
        };
        let text = format!(
            "title = \"validation\"\n[domain]\nfrom = {}\nto = {}\n[grid]\n{grid}\n",
            lengths(&from),
            lengths(&to),
        );
        Self {
            corners: [from, to],
            text,
        }
    }

    /// Ends after this many steps.
    pub fn steps(self, steps: usize) -> Self {
        self.with(&format!("[stop]\nsteps = {steps}"))
    }

    /// Any other part of a scene.
    pub fn with(mut self, text: &str) -> Self {
        let _ = writeln!(self.text, "{text}");
        self
    }

    /// Fills a box with a material, given as the body of its table.
    pub fn block(self, name: &str, material: &str, [from, to]: [[f64; 3]; 2]) -> Self {
        let [from, to] = [lengths(&from), lengths(&to)];
        self.with(&format!(
            "[materials.{name}]\n{material}\n[[structures]]\nname = \"{name}\"\nmaterial = \"{name}\"\n\
             shape = \"box\"\nfrom = {from}\nto = {to}"
        ))
    }

    /// Fills the whole domain.
    pub fn filled(self, material: &str) -> Self {
        let corners = self.corners;
        self.block("filling", material, corners)
    }

    /// A point current with zero mean, whose spectrum ends at `bandwidth` hertz.
    pub fn current(self, component: &str, at: [f64; 3], bandwidth: f64) -> Self {
        let unit = if component.starts_with('E') {
            "A/m^2"
        } else {
            "V/m^2"
        };
        let at = lengths(&at);
        self.with(&format!(
            "[[sources]]\nname = \"current {component}\"\ntype = \"soft-point\"\ncomponent = \"{component}\"\nat = {at}\n\
             waveform = {{ type = \"differentiated-gaussian\", amplitude = \"1 {unit}\", bandwidth = \"{bandwidth} Hz\" }}"
        ))
    }

    /// A probe of some components, as in `"Ex", "Hy"`.
    pub fn probe(self, name: &str, at: [f64; 3], components: &str) -> Self {
        let at = lengths(&at);
        self.with(&format!(
            "[[monitors]]\nname = \"{name}\"\ntype = \"probe\"\nat = {at}\ncomponents = [{components}]"
        ))
    }

    /// The scene.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A list of lengths in metres; Rust prints numbers so that they are read back exactly.
pub(crate) fn lengths(values: &[f64]) -> String {
    let items: Vec<String> = values.iter().map(|v| format!("\"{v} m\"")).collect();
    format!("[{}]", items.join(", "))
}

/// Lines of `n` cells over `length` from zero, whose sizes vary by `swing` (less than one) of the mean: the nodes of
/// a smooth map, which preserves second order.
pub(crate) fn swinging(length: f64, n: usize, swing: f64) -> Vec<f64> {
    use std::f64::consts::TAU;
    let line = |i: usize| {
        let u = i as f64 / n as f64;
        length * (u - swing * (TAU * u).sin() / TAU)
    };
    (0..n).map(line).chain([length]).collect()
}

/// A scene in which every line `key = ...` has another value.
pub(crate) fn with(scene: &str, key: &str, value: &str) -> String {
    let start = format!("{key} = ");
    let line = |line: &str| {
        if line.starts_with(&start) {
            format!("{start}{value}\n")
        } else {
            format!("{line}\n")
        }
    };
    scene.lines().map(line).collect()
}
