//! What is wrong with a model.

use std::fmt;

use crate::side::Point;

/// Why a model cannot be solved.
#[derive(Debug, Clone, PartialEq)]
pub enum Mom2dError {
    /// A number outside its range.
    Value {
        /// What it is.
        name: &'static str,
        /// The number.
        value: f64,
        /// What it must be.
        demand: &'static str,
    },
    /// A side without length.
    NoLength {
        /// Its number in the outline, from 0.
        side: usize,
        /// Where it begins.
        at: Point,
    },
    /// A side that does not begin where the one before it ends.
    Apart {
        /// Its number in the outline, from 0.
        side: usize,
        /// Where it begins.
        at: Point,
        /// Where the one before it ends.
        end: Point,
    },
    /// Too few points or sides for an outline.
    TooFew {
        /// Their number.
        found: usize,
        /// The least number.
        least: usize,
    },
    /// A closed outline that encloses no area.
    NoArea,
    /// No outline.
    NoBody,
    /// Sides that cross or touch each other elsewhere than at the ends by which they are joined.
    Crossing {
        /// The outlines, from 0.
        outlines: [usize; 2],
        /// Where.
        at: Point,
    },
    /// An open outline with an equation that needs an inside.
    Open {
        /// The outline, from 0.
        outline: usize,
    },
}

impl fmt::Display for Mom2dError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value {
                name,
                value,
                demand,
            } => write!(f, "{name} is {value}, but {demand}"),
            Self::NoLength { side, at: [x, y] } => {
                write!(f, "side {side} at ({x}, {y}) m has no length; remove it")
            }
            Self::Apart {
                side,
                at: [x, y],
                end: [u, v],
            } => write!(
                f,
                "side {side} begins at ({x}, {y}) m, but the one before it ends at ({u}, {v}) m"
            ),
            Self::TooFew { found, least } => {
                write!(
                    f,
                    "the outline has {found} points; it needs at least {least}"
                )
            }
            Self::NoArea => write!(f, "the closed outline encloses no area; a strip is open"),
            Self::NoBody => write!(f, "there is no outline"),
            Self::Crossing {
                outlines: [first, second],
                at: [x, y],
            } => write!(
                f,
                "outlines {first} and {second} cross or touch at ({x}, {y}) m; unite them or separate them"
            ),
            Self::Open { outline } => write!(
                f,
                "outline {outline} is open; the MFIE needs closed outlines, the CFIE treats open ones by the EFIE"
            ),
        }
    }
}

impl std::error::Error for Mom2dError {}
