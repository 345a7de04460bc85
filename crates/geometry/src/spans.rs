//! Sets of intervals on a line.

/// Sorted disjoint half-open intervals `[lower, upper)`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spans {
    intervals: Vec<[f64; 2]>,
}

impl Spans {
    /// The empty set.
    pub const fn new() -> Self {
        Self {
            intervals: Vec::new(),
        }
    }

    /// Removes all intervals and keeps the memory.
    pub fn clear(&mut self) {
        self.intervals.clear();
    }

    /// Appends an interval that lies above all others; an empty one is dropped and one that
    /// touches the last is merged with it.
    pub fn push(&mut self, lower: f64, upper: f64) {
        if upper.partial_cmp(&lower) != Some(std::cmp::Ordering::Greater) {
            return;
        }
        match self.intervals.last_mut() {
            Some(last) if lower <= last[1] => last[1] = last[1].max(upper),
            _ => self.intervals.push([lower, upper]),
        }
    }

    /// The intervals, in ascending order.
    pub fn as_slice(&self) -> &[[f64; 2]] {
        &self.intervals
    }

    /// Whether there is no interval.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// Whether the point is in one of the intervals.
    pub fn contains(&self, z: f64) -> bool {
        let above = self.intervals.partition_point(|s| s[1] <= z);
        self.intervals.get(above).is_some_and(|s| s[0] <= z)
    }

    /// Sum of the lengths.
    pub fn length(&self) -> f64 {
        self.intervals.iter().map(|s| s[1] - s[0]).sum()
    }

    /// The union.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a || b)
    }

    /// The intersection.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a && b)
    }

    /// The part of `self` that is not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a && !b)
    }

    /// Walks over the end points of both; entry k of a set is interval k/2, its lower end first, so
    /// an odd position means inside.
    fn combine(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        let end = |s: &Self, k: usize| s.intervals.get(k / 2).map_or(f64::INFINITY, |i| i[k % 2]);
        let mut out = Self::new();
        let (mut i, mut j) = (0, 0);
        let mut start = None;
        while i < 2 * self.intervals.len() || j < 2 * other.intervals.len() {
            let (a, b) = (end(self, i), end(other, j));
            let z = a.min(b);
            i += usize::from(a <= z);
            j += usize::from(b <= z);
            match (start, keep(i % 2 == 1, j % 2 == 1)) {
                (None, true) => start = Some(z),
                (Some(lower), false) => {
                    out.push(lower, z);
                    start = None;
                }
                _ => {}
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(list: &[[f64; 2]]) -> Spans {
        let mut s = Spans::new();
        for i in list {
            s.push(i[0], i[1]);
        }
        s
    }

    #[test]
    fn algebra_on_known_sets() {
        let a = spans(&[[0.0, 2.0], [4.0, 6.0]]);
        let b = spans(&[[1.0, 5.0], [6.0, 7.0]]);
        assert_eq!(a.union(&b), spans(&[[0.0, 7.0]]));
        assert_eq!(a.intersection(&b), spans(&[[1.0, 2.0], [4.0, 5.0]]));
        assert_eq!(a.difference(&b), spans(&[[0.0, 1.0], [5.0, 6.0]]));
        assert_eq!(b.difference(&b), Spans::new());
    }

    #[test]
    fn half_open_ends() {
        let a = spans(&[[0.0, 1.0], [2.0, 3.0]]);
        assert!(a.contains(0.0) && !a.contains(1.0) && a.contains(2.5) && !a.contains(3.0));
        assert_eq!(
            spans(&[[0.0, 1.0], [1.0, 2.0], [3.0, 3.0]]).as_slice(),
            &[[0.0, 2.0]]
        );
    }
}
