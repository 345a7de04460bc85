//! Axis-aligned bounding boxes.

use poynting_scene::Point;

/// An axis-aligned box; empty when `min > max` on any axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aabb {
    /// Smallest coordinates.
    pub min: Point,
    /// Largest coordinates.
    pub max: Point,
}

impl Aabb {
    /// The empty box.
    pub const EMPTY: Self = Self {
        min: [f64::INFINITY; 3],
        max: [f64::NEG_INFINITY; 3],
    };

    /// The smallest box around some points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let mut all = Self::EMPTY;
        for p in points {
            all = all.union(&Self { min: p, max: p });
        }
        all
    }

    /// Whether no point is inside; a box of zero extent still contains its points.
    pub fn is_empty(&self) -> bool {
        (0..3).any(|a| self.min[a] > self.max[a])
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|a| self.min[a].min(other.min[a])),
            max: std::array::from_fn(|a| self.max[a].max(other.max[a])),
        }
    }

    /// The part common to both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|a| self.min[a].max(other.min[a])),
            max: std::array::from_fn(|a| self.max[a].min(other.max[a])),
        }
    }

    /// Whether the point lies in the closed box.
    pub fn contains(&self, p: Point) -> bool {
        (0..3).all(|a| self.min[a] <= p[a] && p[a] <= self.max[a])
    }

    /// Edge lengths.
    pub fn extent(&self) -> Point {
        std::array::from_fn(|a| self.max[a] - self.min[a])
    }

    /// The centre.
    pub fn center(&self) -> Point {
        std::array::from_fn(|a| 0.5 * (self.min[a] + self.max[a]))
    }

    /// Product of the edge lengths; zero when empty.
    pub fn volume(&self) -> f64 {
        if self.is_empty() {
            0.0
        } else {
            self.extent().iter().product()
        }
    }
}
