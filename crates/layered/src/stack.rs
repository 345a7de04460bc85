//! A stack of uniform layers at one frequency.
//!
//! Sections are numbered from below. A half space is a section that ends at infinity; a stack that ends at a finite height has a perfect conductor
//! there, with the voltage reflection coefficient -1.

use poynting_physics::constants::C0;
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::TAU;

use crate::LayeredError;
use crate::error::positive;

/// A medium by its relative constants at the frequency of the stack; a loss is a negative imaginary part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Medium {
    /// Relative permittivity.
    pub eps_r: Complex,
    /// Relative permeability.
    pub mu_r: Complex,
}

impl Medium {
    /// The vacuum.
    pub const VACUUM: Self = Self {
        eps_r: Complex::new(1.0, 0.0),
        mu_r: Complex::new(1.0, 0.0),
    };

    /// A medium without magnetic properties.
    pub fn dielectric(eps_r: Complex) -> Self {
        let mu_r = Complex::from(1.0);
        Self { eps_r, mu_r }
    }
}

/// A layer of finite thickness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layer {
    /// In metres.
    pub thickness: f64,
    /// What it consists of.
    pub medium: Medium,
}

/// How a stack ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Boundary {
    /// A perfect electric conductor.
    Conductor,
    /// A medium that extends to infinity.
    HalfSpace(Medium),
}

/// One layer or half space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Section {
    /// Minus infinity for the lower half space.
    pub bottom: f64,
    /// Infinity for the upper half space.
    pub top: f64,
    pub eps: Complex,
    pub mu: Complex,
}

impl Section {
    pub fn thickness(&self) -> f64 {
        self.top - self.bottom
    }

    /// (k/k0)^2.
    pub fn squared_index(&self) -> Complex {
        self.eps * self.mu
    }
}

/// A point of the z axis with the section that it counts as part of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Height {
    pub(crate) section: usize,
    pub(crate) z: f64,
}

impl Height {
    /// In metres above the lowest boundary.
    pub fn z(&self) -> f64 {
        self.z
    }
}

/// Layers between two half spaces or conductors; z = 0 is the lowest boundary.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    frequency: f64,
    wave_number: f64,
    sections: Vec<Section>,
}

impl Stack {
    /// Layers from below, at a frequency in hertz.
    pub fn new(
        frequency: f64,
        below: Boundary,
        layers: &[Layer],
        above: Boundary,
    ) -> Result<Self, LayeredError> {
        positive("the frequency", frequency)?;
        let mut sections = Vec::with_capacity(layers.len() + 2);
        let mut add = |bottom, top, medium: Medium| {
            let (eps, mu) = (medium.eps_r, medium.mu_r);
            let section = Section {
                bottom,
                top,
                eps,
                mu,
            };
            sections.push(section);
        };
        if let Boundary::HalfSpace(medium) = below {
            add(f64::NEG_INFINITY, 0.0, medium);
        }
        let mut z = 0.0;
        for layer in layers {
            let top = z + positive("the thickness of a layer", layer.thickness)?;
            add(z, top, layer.medium);
            z = top;
        }
        if let Boundary::HalfSpace(medium) = above {
            add(z, f64::INFINITY, medium);
        }
        if sections.is_empty() {
            return Err(LayeredError::Empty);
        }
        for (section, part) in sections.iter().enumerate() {
            passive("permittivity", section, part.eps)?;
            passive("permeability", section, part.mu)?;
        }
        Ok(Self {
            frequency,
            wave_number: TAU * frequency / C0,
            sections,
        })
    }

    /// In hertz.
    pub fn frequency(&self) -> f64 {
        self.frequency
    }

    /// k0, of the vacuum, in 1/m.
    pub fn wave_number(&self) -> f64 {
        self.wave_number
    }

    /// The point at z; at an interface it counts as part of the section above.
    pub fn above(&self, z: f64) -> Result<Height, LayeredError> {
        self.height(z, |section| z < section.top)
    }

    /// The point at z; at an interface it counts as part of the section below.
    pub fn below(&self, z: f64) -> Result<Height, LayeredError> {
        self.height(z, |section| z <= section.top)
    }

    fn height(&self, z: f64, fits: impl Fn(&Section) -> bool) -> Result<Height, LayeredError> {
        let last = self.sections.len() - 1;
        let (bottom, top) = (self.sections[0].bottom, self.sections[last].top);
        if !(z.is_finite() && z >= bottom && z <= top) {
            return Err(LayeredError::Outside { z, bottom, top });
        }
        let section = self.sections.iter().position(fits).unwrap_or(last);
        Ok(Height { section, z })
    }

    /// Refuses a height of another stack.
    pub(crate) fn verify(&self, height: Height) -> Result<(), LayeredError> {
        let z = height.z;
        let section = self.sections.get(height.section);
        if section.is_some_and(|section| z >= section.bottom && z <= section.top) {
            return Ok(());
        }
        let last = self.sections.len() - 1;
        let (bottom, top) = (self.sections[0].bottom, self.sections[last].top);
        Err(LayeredError::Outside { z, bottom, top })
    }

    /// Whether no medium absorbs.
    pub fn is_lossless(&self) -> bool {
        let real = |z: Complex| z.im == 0.0;
        self.sections.iter().all(|s| real(s.eps) && real(s.mu))
    }

    pub(crate) fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// An upper bound, in units of k0, of the wave numbers of branch points and guided waves, whose real part is that of a medium or of a plasmon.
    pub(crate) fn largest_index(&self) -> f64 {
        let media = self.sections.iter().map(|s| s.squared_index().root().re);
        let plasmons = self.sections.windows(2).map(|pair| {
            let sum = pair[0].eps + pair[1].eps;
            (pair[0].eps * pair[1].eps).over(sum).root().re
        });
        let finite = |value: &f64| value.is_finite();
        media.chain(plasmons.filter(finite)).fold(0.0, f64::max)
    }
}

fn passive(name: &'static str, section: usize, value: Complex) -> Result<(), LayeredError> {
    let sound = value.re.is_finite() && value.im.is_finite() && value != Complex::default();
    if sound && value.im <= 0.0 {
        return Ok(());
    }
    let (re, im) = (value.re, value.im);
    Err(LayeredError::Medium {
        name,
        section,
        re,
        im,
    })
}
