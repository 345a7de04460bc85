//! Layers and stacks as they are described.

use poynting_linalg::c64;

use crate::cell::Cell;
use crate::error::{RcwaError, positive};
use crate::pattern::{Pattern, Placed};
use crate::raster::Raster;

/// How products of the permittivity with the field are truncated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rules {
    /// Li's rules for what has edges along the axes, normal vectors for other outlines.
    #[default]
    Automatic,
    /// Laurent's rule everywhere. It converges slowly where E is not continuous, and hardly for metals: for comparison only.
    Laurent,
    /// Li's rules for edges along the axes.
    Zigzag,
    /// Normal vectors, for shapes with any outline.
    NormalVectors,
}

/// A part of a lamellar layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Section {
    /// Its width along x in metres.
    pub width: f64,
    /// Its relative permittivity; loss is a negative imaginary part.
    pub permittivity: c64,
}

/// A layer of a stack.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    thickness: f64,
    content: Content,
    rules: Rules,
}

#[derive(Debug, Clone, PartialEq)]
enum Content {
    Uniform(c64),
    Lamellar(Vec<Section>),
    Pattern(Pattern),
    Pixels {
        columns: usize,
        values: Vec<c64>,
    },
    Raster {
        lines: [Vec<f64>; 2],
        values: Vec<c64>,
    },
}

impl Layer {
    fn new(thickness: f64, content: Content) -> Self {
        Self {
            thickness,
            content,
            rules: Rules::default(),
        }
    }

    /// A layer of one relative permittivity, with its thickness in metres.
    pub fn uniform(thickness: f64, permittivity: c64) -> Self {
        Self::new(thickness, Content::Uniform(permittivity))
    }

    /// Sections along x one after the other, from x = 0 to the period.
    pub fn lamellar(thickness: f64, sections: &[Section]) -> Self {
        Self::new(thickness, Content::Lamellar(sections.to_vec()))
    }

    /// Shapes on a background, in a cell with two periods.
    pub fn pattern(thickness: f64, pattern: Pattern) -> Self {
        Self::new(thickness, Content::Pattern(pattern))
    }

    /// Equal rectangles that fill the cell, given row by row along x from the origin.
    pub fn pixels(thickness: f64, columns: usize, values: Vec<c64>) -> Self {
        Self::new(thickness, Content::Pixels { columns, values })
    }

    /// Rectangles between lines, given row by row along x; the lines along each axis begin at zero and end at the period, in metres.
    pub fn raster(thickness: f64, lines: [Vec<f64>; 2], values: Vec<c64>) -> Self {
        Self::new(thickness, Content::Raster { lines, values })
    }

    /// The same layer with other rules of factorisation.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }
}

/// A layer in its cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Medium {
    pub content: Placement,
    pub rules: Rules,
}

impl Medium {
    /// Whether it is constant along y.
    pub fn is_lamellar(&self) -> bool {
        matches!(
            self.content,
            Placement::Uniform(_) | Placement::Lamellar { .. }
        )
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Placement {
    Uniform(c64),
    /// Edges along x as fractions of the period, and the values between them.
    Lamellar {
        edges: Vec<f64>,
        values: Vec<c64>,
    },
    Raster(Raster),
    Pattern(Placed),
}

/// Layers between two half spaces.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    pub(crate) cell: Cell,
    pub(crate) front: c64,
    pub(crate) back: c64,
    /// Each with its thickness in metres.
    pub(crate) layers: Vec<(f64, Medium)>,
}

impl Stack {
    /// Layers in the order of z, with the relative permittivities of the half spaces before (`front`) and behind them (`back`).
    ///
    /// The first layer begins at z = 0.
    pub fn new(cell: Cell, [front, back]: [c64; 2], layers: Vec<Layer>) -> Result<Self, RcwaError> {
        passive(front)?;
        passive(back)?;
        let mut placed = Vec::new();
        for (number, layer) in layers.into_iter().enumerate() {
            let thickness = positive("the thickness of a layer", layer.thickness)?;
            placed.push((thickness, layer.placed(cell, number)?));
        }
        Ok(Self {
            cell,
            front,
            back,
            layers: placed,
        })
    }

    /// The number of layers.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The thickness of all layers in metres.
    pub fn thickness(&self) -> f64 {
        self.layers.iter().map(|(thickness, _)| thickness).sum()
    }
}

impl Layer {
    fn placed(self, cell: Cell, number: usize) -> Result<Medium, RcwaError> {
        let content = match self.content {
            Content::Uniform(value) => Placement::Uniform(passive(value)?),
            Content::Lamellar(sections) => lamellar(&sections, cell)?,
            Content::Pixels { columns, values } => {
                Placement::Raster(pixels(columns, values, cell, number)?)
            }
            Content::Raster { lines, values } => {
                Placement::Raster(raster(&lines, values, cell, number)?)
            }
            Content::Pattern(pattern) => {
                passive(pattern.background)?;
                for (_, value) in &pattern.painted {
                    passive(*value)?;
                }
                let placed = Placed::new(pattern, cell, number)?;
                match (self.rules, placed.raster()) {
                    (Rules::Automatic | Rules::Zigzag, Some(raster)) => Placement::Raster(raster),
                    (Rules::Zigzag, None) => return Err(RcwaError::NotAligned { layer: number }),
                    _ => Placement::Pattern(placed),
                }
            }
        };
        Ok(Medium {
            content,
            rules: self.rules,
        })
    }
}

fn passive(value: c64) -> Result<c64, RcwaError> {
    let finite = value.re.is_finite() && value.im.is_finite();
    if finite && value.im <= 0.0 && value != c64::default() {
        Ok(value)
    } else {
        Err(RcwaError::Permittivity {
            re: value.re,
            im: value.im,
        })
    }
}

fn lamellar(sections: &[Section], cell: Cell) -> Result<Placement, RcwaError> {
    let (mut edges, mut values, mut end) = (vec![0.0], Vec::new(), 0.0);
    for section in sections {
        end += positive("the width of a section", section.width)?;
        edges.push(end / cell.x());
        values.push(passive(section.permittivity)?);
    }
    if (end - cell.x()).abs() > 1e-9 * cell.x() {
        return Err(RcwaError::Value {
            name: "the width of all sections",
            value: end,
            demand: "it must be the period along x",
        });
    }
    if let Some(last) = edges.last_mut() {
        *last = 1.0;
    }
    Ok(Placement::Lamellar { edges, values })
}

/// Lines as fractions of the periods, checked.
fn raster(
    lines: &[Vec<f64>; 2],
    values: Vec<c64>,
    cell: Cell,
    layer: usize,
) -> Result<Raster, RcwaError> {
    let Some(y) = cell.y() else {
        return Err(RcwaError::NoSecondPeriod { layer });
    };
    if values.len()
        != lines
            .each_ref()
            .map(|l| l.len().saturating_sub(1))
            .iter()
            .product()
    {
        return Err(RcwaError::Filling {
            name: "rectangles",
            found: values.len(),
            demand: "there must be one between each two lines",
        });
    }
    for &value in &values {
        passive(value)?;
    }
    let [x, y] = [(&lines[0], cell.x()), (&lines[1], y)].map(|(lines, period)| {
        let ends = [lines.first(), lines.last()].map(|end| end.copied().unwrap_or(f64::NAN));
        for (end, due) in ends.into_iter().zip([0.0, period]) {
            if (end - due).abs() > 1e-9 * period || end.is_nan() {
                return Err(RcwaError::Value {
                    name: "the first or last line of a raster",
                    value: end,
                    demand: "they must be zero and the period",
                });
            }
        }
        for pair in lines.windows(2) {
            positive("the distance of two lines", pair[1] - pair[0])?;
        }
        let mut shares: Vec<f64> = lines.iter().map(|line| line / period).collect();
        shares[0] = 0.0;
        if let Some(last) = shares.last_mut() {
            *last = 1.0;
        }
        Ok(shares)
    });
    Ok(Raster {
        x: x?,
        y: y?,
        values,
    })
}

fn pixels(columns: usize, values: Vec<c64>, cell: Cell, layer: usize) -> Result<Raster, RcwaError> {
    if columns == 0 || values.is_empty() || !values.len().is_multiple_of(columns) {
        return Err(RcwaError::Filling {
            name: "pixels",
            found: values.len(),
            demand: "they must fill rows of the given number of columns",
        });
    }
    if cell.y().is_none() {
        return Err(RcwaError::NoSecondPeriod { layer });
    }
    for &value in &values {
        passive(value)?;
    }
    let edges = |count: usize| {
        (0..=count)
            .map(|edge| edge as f64 / count as f64)
            .collect::<Vec<f64>>()
    };
    Ok(Raster {
        x: edges(columns),
        y: edges(values.len() / columns),
        values,
    })
}
