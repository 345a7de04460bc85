//! Cells between fixed lines.
//!
//! The target cell size h(x) is the smallest of the local limits and may not change faster than |dh/dx| = a =
//! ln g. Cells of one unit of the integral of dx/h each then differ from their neighbours by at most the
//! factor g: along a ramp h = h0 + a x the ends of the cells lie at x_n = h0 (g^n - 1)/a, a geometric series
//! of ratio g. Between two fixed lines the profile is
//!
//!   h(s) = min(cap, left + a s, right + a (length - s)),
//!
//! whose integral is elementary. A whole number of cells is reached by lowering the cap, which preserves both
//! ends. Violations left at fixed lines by rounding to whole numbers are removed by repeated passes.

/// Limits on the cells of one axis.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Largest ratio of neighbouring cells.
    pub growth: f64,
    /// Minimum cell size, where possible.
    pub min_cell: f64,
    /// The boundary conditions at the ends.
    pub ends: Ends,
}

/// The boundary conditions at the ends of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// No neighbour beyond the ends.
    Walls,
    /// Periodic: the first and the last cell are neighbours.
    Joined,
}

/// The interval between two neighbouring fixed lines.
#[derive(Debug, Clone, Copy)]
pub struct Interval {
    /// Start.
    pub from: f64,
    /// End.
    pub to: f64,
    /// Largest cell allowed.
    pub size: f64,
    /// Whether it may be divided.
    pub cells: Cells,
}

/// The number of cells into which an interval may be divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cells {
    /// As many as needed.
    Any,
    /// It must stay one cell.
    One,
}

/// The result of filling.
#[derive(Debug)]
pub struct Filled {
    /// All lines.
    pub lines: Vec<f64>,
    /// Largest ratio of neighbouring cells.
    pub ratio: f64,
    /// Intervals that had to stay one cell and are too large for their neighbours.
    pub too_large: Vec<usize>,
}

/// No rounding up if this fraction of a cell is missing; the ratio is checked afterwards.
const SLACK: f64 = 0.4;
const ROUNDING: f64 = 1e-9;
const MAX_PASSES: usize = 20_000;

/// Fills all intervals of an axis.
pub fn fill(intervals: &[Interval], limits: &Limits) -> Filled {
    let mut grading = Grading::new(intervals, limits);
    for _ in 0..MAX_PASSES {
        grading.close();
        let sizes = grading.sizes();
        if !grading.repair(&sizes) {
            break;
        }
        grading.too_large.clear();
    }
    let sizes = grading.sizes();
    Filled {
        ratio: grading.worst_ratio(&sizes),
        lines: grading.lines(&sizes),
        too_large: grading.too_large,
    }
}

/// State of the passes.
struct Grading<'a> {
    intervals: &'a [Interval],
    limits: &'a Limits,
    /// ln of the growth.
    slope: f64,
    /// Target size at each fixed line.
    at_line: Vec<f64>,
    /// Minimum number of cells per interval.
    at_least: Vec<usize>,
    too_large: Vec<usize>,
}

impl<'a> Grading<'a> {
    fn new(intervals: &'a [Interval], limits: &'a Limits) -> Self {
        // An interval shorter than its limit is one cell at most as large as itself.
        let own = |i: &Interval| i.size.min(i.to - i.from).max(limits.min_cell);
        let mut at_line = vec![f64::INFINITY; intervals.len() + 1];
        for (k, i) in intervals.iter().enumerate() {
            for line in [k, k + 1] {
                at_line[line] = at_line[line].min(own(i));
            }
        }
        Self {
            intervals,
            limits,
            slope: limits.growth.ln(),
            at_line,
            at_least: vec![1; intervals.len()],
            too_large: Vec::new(),
        }
    }

    /// Propagates every target size to both sides with the largest slope.
    fn close(&mut self) {
        let n = self.intervals.len();
        if self.limits.ends == Ends::Joined {
            let both = self.at_line[0].min(self.at_line[n]);
            (self.at_line[0], self.at_line[n]) = (both, both);
        }
        for k in 0..n {
            let reach = self.slope * (self.intervals[k].to - self.intervals[k].from);
            self.at_line[k + 1] = self.at_line[k + 1].min(self.at_line[k] + reach);
        }
        for k in (0..n).rev() {
            let reach = self.slope * (self.intervals[k].to - self.intervals[k].from);
            self.at_line[k] = self.at_line[k].min(self.at_line[k + 1] + reach);
        }
    }

    /// Cell sizes per interval.
    fn sizes(&self) -> Vec<Vec<f64>> {
        (0..self.intervals.len()).map(|k| self.divide(k)).collect()
    }

    fn divide(&self, k: usize) -> Vec<f64> {
        let i = &self.intervals[k];
        let length = i.to - i.from;
        if i.cells == Cells::One {
            return vec![length];
        }
        let profile = Profile {
            length,
            left: self.at_line[k],
            right: self.at_line[k + 1],
            cap: i.size.max(self.limits.min_cell),
            slope: self.slope,
        };
        let most =
            ((length / self.limits.min_cell.max(f64::MIN_POSITIVE) + ROUNDING) as usize).max(1);
        let whole = (profile.integral(length) - SLACK).ceil().max(1.0) as usize;
        let mut n = whole.max(self.at_least[k]).min(most);
        let mut cells = profile.cells(n);
        let largest = |c: &[f64]| c.iter().copied().fold(0.0, f64::max);
        while largest(&cells) > profile.cap * (1.0 + ROUNDING) && n < most {
            n += 1;
            cells = profile.cells(n);
        }
        cells
    }

    /// Requests smaller cells wherever neighbours differ too much; returns whether anything changed.
    fn repair(&mut self, sizes: &[Vec<f64>]) -> bool {
        let limit = self.limits.growth * (1.0 + ROUNDING);
        let mut changed = false;
        for (k, cells) in sizes.iter().enumerate() {
            if cells.windows(2).any(|w| ratio(w[0], w[1]) > limit) {
                changed |= self.divide_more(k, cells.len());
            }
            let next = if k + 1 < sizes.len() {
                k + 1
            } else if self.limits.ends == Ends::Joined {
                0
            } else {
                continue;
            };
            let (a, b) = (cells[cells.len() - 1], sizes[next][0]);
            if ratio(a, b) > limit {
                let larger = if a > b { k } else { next };
                changed |= self.lower(k + 1, larger, a.min(b), sizes[larger].len());
            }
        }
        changed
    }

    /// Lowers the target size at a fixed line next to a cell of size `small`, such that a ramp from there
    /// begins with a cell of g times that size; if it is already that low, divides the larger side.
    fn lower(&mut self, line: usize, larger: usize, small: f64, cells: usize) -> bool {
        let g = self.limits.growth;
        let wish = (small * g * self.slope / (g - 1.0)).max(self.limits.min_cell);
        if self.intervals[larger].cells == Cells::Any
            && wish < self.at_line[line] * (1.0 - ROUNDING)
        {
            self.at_line[line] = wish;
            return true;
        }
        self.divide_more(larger, cells)
    }

    fn divide_more(&mut self, k: usize, cells: usize) -> bool {
        let i = &self.intervals[k];
        if i.cells == Cells::One {
            self.too_large.push(k);
            return false;
        }
        let fits = (i.to - i.from) / (cells + 1) as f64 >= self.limits.min_cell * (1.0 - ROUNDING);
        if fits {
            self.at_least[k] = cells + 1;
        }
        fits
    }

    fn worst_ratio(&self, sizes: &[Vec<f64>]) -> f64 {
        let all: Vec<f64> = sizes.iter().flatten().copied().collect();
        let worst = all
            .windows(2)
            .map(|w| ratio(w[0], w[1]))
            .fold(1.0, f64::max);
        match (self.limits.ends, all.first(), all.last()) {
            (Ends::Joined, Some(a), Some(b)) => worst.max(ratio(*a, *b)),
            _ => worst,
        }
    }

    /// Fixed lines keep their exact coordinates.
    fn lines(&self, sizes: &[Vec<f64>]) -> Vec<f64> {
        let mut lines = Vec::new();
        for (i, cells) in self.intervals.iter().zip(sizes) {
            let mut x = i.from;
            for c in cells {
                lines.push(x);
                x += c;
            }
        }
        lines.extend(self.intervals.last().map(|i| i.to));
        lines
    }
}

fn ratio(a: f64, b: f64) -> f64 {
    if a > b { a / b } else { b / a }
}

/// The target size along one interval.
#[derive(Clone, Copy)]
struct Profile {
    length: f64,
    left: f64,
    right: f64,
    cap: f64,
    slope: f64,
}

impl Profile {
    /// Where the rise from the left ends and the fall to the right begins.
    fn corners(&self) -> [f64; 2] {
        let rise = ((self.cap - self.left) / self.slope).max(0.0);
        let fall = self.length - ((self.cap - self.right) / self.slope).max(0.0);
        if rise <= fall {
            return [rise, fall];
        }
        let peak = 0.5 * (self.length + (self.right - self.left) / self.slope);
        [peak.clamp(0.0, self.length); 2]
    }

    /// Integral of ds/h from 0 to s.
    fn integral(&self, s: f64) -> f64 {
        let [p, q] = self.corners();
        let a = self.slope;
        let top = self.cap.min(self.left + a * p);
        let start = self.cap.min(self.left);
        let rise = if p > 0.0 {
            ((start + a * s.min(p)) / start).ln() / a
        } else {
            0.0
        };
        let flat = (s.min(q) - p).max(0.0) / top;
        let fall = if s > q {
            let crest = self.cap.min(self.right + a * (self.length - q));
            -((1.0 - a * (s - q) / crest).max(f64::MIN_POSITIVE)).ln() / a
        } else {
            0.0
        };
        rise + flat + fall
    }

    /// The position at which the integral has the value m.
    fn inverse(&self, m: f64) -> f64 {
        let (mut low, mut high) = (0.0, self.length);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if self.integral(middle) < m {
                low = middle;
            } else {
                high = middle;
            }
            if high - low <= 1e-15 * self.length {
                break;
            }
        }
        0.5 * (low + high)
    }

    /// The sizes of n cells, the cap lowered until they fill the interval.
    fn cells(mut self, n: usize) -> Vec<f64> {
        let wanted = n as f64;
        if self.integral(self.length) < wanted {
            let (mut low, mut high) = (self.length / wanted, self.cap.min(self.length));
            while high - low > 1e-14 * high {
                let middle = 0.5 * (low + high);
                self.cap = middle;
                if self.integral(self.length) < wanted {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            self.cap = low;
        }
        let unit = self.integral(self.length) / wanted;
        let ends: Vec<f64> = (0..=n)
            .map(|k| match k {
                0 => 0.0,
                k if k == n => self.length,
                k => self.inverse(k as f64 * unit),
            })
            .collect();
        ends.windows(2).map(|w| w[1] - w[0]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_is_a_geometric_series() {
        let g: f64 = 1.3;
        let slope = g.ln();
        let length = (g.powi(6) - 1.0) / slope;
        let profile = Profile {
            length,
            left: 1.0,
            right: 100.0,
            cap: 100.0,
            slope,
        };
        assert!((profile.integral(length) - 6.0).abs() < 1e-12);
        let cells = profile.cells(6);
        for (n, c) in cells.iter().enumerate() {
            let expected = g.powf(n as f64) * (g - 1.0) / slope;
            assert!(
                (c / expected - 1.0).abs() < 1e-9,
                "{n}: {c} instead of {expected}"
            );
        }
    }

    #[test]
    fn lowering_the_cap_keeps_the_ends() {
        let profile = Profile {
            length: 20.0,
            left: 1.0,
            right: 1.0,
            cap: 3.0,
            slope: 1.3_f64.ln(),
        };
        let cells = profile.cells(12);
        assert_eq!(cells.len(), 12);
        assert!((cells.iter().sum::<f64>() - 20.0).abs() < 1e-12);
        let first = 0.3 / 1.3_f64.ln();
        assert!((cells[0] / first - 1.0).abs() < 1e-9 && (cells[11] / first - 1.0).abs() < 1e-6);
    }
}
