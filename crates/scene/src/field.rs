//! Positions and field components.

/// A point in metres.
pub type Point = [f64; 3];

/// One of the six field components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Component {
    /// Electric field along x.
    Ex,
    /// Electric field along y.
    Ey,
    /// Electric field along z.
    Ez,
    /// Magnetic field along x.
    Hx,
    /// Magnetic field along y.
    Hy,
    /// Magnetic field along z.
    Hz,
}

impl Component {
    /// All six, E first.
    pub const ALL: [Self; 6] = [Self::Ex, Self::Ey, Self::Ez, Self::Hx, Self::Hy, Self::Hz];

    /// 0 for x, 1 for y, 2 for z.
    pub const fn axis(self) -> usize {
        self as usize % 3
    }

    /// Whether this is a component of E.
    pub const fn is_electric(self) -> bool {
        (self as usize) < 3
    }

    /// `Ex`, `Ey`, ...
    pub const fn name(self) -> &'static str {
        ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"][self as usize]
    }

    /// `V/m` or `A/m`.
    pub const fn unit(self) -> &'static str {
        if self.is_electric() { "V/m" } else { "A/m" }
    }
}
