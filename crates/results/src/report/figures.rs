//! Which figures results make: curves, tables, S-parameters, patterns, maps and currents.

use super::curves::{Coordinate, Curve, Spectra};
use super::packed::{Floats, Frames};
use super::{curves, maps};
use crate::source::{Source, group_by};
use crate::surface;
use crate::touchstone::Scattering;
use crate::{Declaration, ResultsError};
use serde::Serialize;

/// More triangles than this are left to other programs.
const MOST_TRIANGLES: usize = 400_000;

/// Something to look at.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Figure {
    /// Curves over one coordinate.
    Lines {
        /// The path that the quantities share.
        name: String,
        /// The coordinate.
        x: Coordinate,
        /// The curves; those of one unit share an axis.
        curves: Vec<Curve>,
        /// The spectra of curves in time.
        spectra: Option<Spectra>,
    },
    /// Values at few frequencies or times, which a table shows better than a curve.
    Readings {
        /// The path that the quantities share.
        name: String,
        /// Where they were read.
        x: Coordinate,
        /// A row for each quantity.
        rows: Vec<Curve>,
    },
    /// S-parameters.
    Network {
        /// In hertz.
        frequencies: Floats,
        /// Names of the ports.
        ports: Vec<String>,
        /// Reference of each port in ohms.
        resistances: Vec<f64>,
        /// Frequency by frequency, by rows.
        real: Floats,
        /// The imaginary parts.
        imag: Floats,
    },
    /// Levels over directions.
    Pattern {
        /// The path that the quantities share.
        name: String,
        /// In hertz.
        frequencies: Vec<f64>,
        /// In degrees.
        theta: Vec<f64>,
        /// In degrees.
        phi: Vec<f64>,
        /// Frequency by frequency, theta by theta, phi fastest.
        layers: Vec<Curve>,
    },
    /// A field on a plane, in time or in frequency.
    Map(Box<maps::Map>),
    /// Magnitudes of currents on a surface.
    Currents {
        /// The path of the quantity.
        name: String,
        /// In hertz.
        frequencies: Vec<f64>,
        /// Coordinates of the vertices in metres.
        vertices: Floats,
        /// Numbers of the corners.
        triangles: Vec<[usize; 3]>,
        /// A frame for each frequency, a value for each triangle, in A/m.
        frames: Frames,
    },
}

/// All figures of some results, those first that most people look for.
pub fn all(source: &dyn Source) -> Result<Vec<Figure>, ResultsError> {
    let mut figures: Vec<Figure> = network(source)?.into_iter().collect();
    figures.extend(patterns(source)?);
    figures.extend(curves::all(source)?);
    let maps = maps::all(source)?.into_iter();
    figures.extend(maps.map(|map| Figure::Map(Box::new(map))));
    figures.extend(currents(source)?);
    figures.sort_by_key(Figure::is_bookkeeping);
    Ok(figures)
}

impl Figure {
    /// Whether it shows the run rather than what was asked for.
    fn is_bookkeeping(&self) -> bool {
        let (Self::Lines { name, .. } | Self::Readings { name, .. }) = self else {
            return false;
        };
        let folders = ["solution", "quality", "energy"];
        name.split('/').any(|part| folders.contains(&part))
    }
}

/// Whether anything was recorded of it.
pub fn is_filled(declaration: &Declaration) -> bool {
    declaration.axes.iter().all(|a| !a.values.is_empty())
}

fn network(source: &dyn Source) -> Result<Option<Figure>, ResultsError> {
    let Some(scattering) = Scattering::read(source)? else {
        return Ok(None);
    };
    let values = || scattering.matrices.iter().flatten().flatten();
    let figure = Figure::Network {
        real: Floats(values().map(|s| s.re as f32).collect()),
        imag: Floats(values().map(|s| s.im as f32).collect()),
        frequencies: Floats::of(&scattering.frequencies),
        ports: scattering.ports,
        resistances: scattering.resistances,
    };
    Ok(Some(figure).filter(|_| !scattering.frequencies.is_empty()))
}

/// Levels over more than one direction, those of a monitor together.
fn patterns(source: &dyn Source) -> Result<Vec<Figure>, ResultsError> {
    let all = source.declarations();
    let found = (0..all.len()).filter(|&i| is_pattern(all[i]));
    let together = |a: usize, b: usize| {
        all[a].parent_and_leaf().0 == all[b].parent_and_leaf().0 && all[a].axes == all[b].axes
    };
    let mut figures = Vec::new();
    for group in group_by(found, together) {
        let first = all[group[0]];
        let mut layers = Vec::new();
        for &i in &group {
            layers.push(Curve::new(all[i], Floats::of(&source.read_all(i)?)));
        }
        layers.sort_by_key(|layer| first_seen(&layer.name));
        figures.push(Figure::Pattern {
            name: first.parent_and_leaf().0.to_owned(),
            frequencies: first.axes[0].values.clone(),
            theta: first.axes[1].values.clone(),
            phi: first.axes[2].values.clone(),
            layers,
        });
    }
    Ok(figures)
}

/// What of an antenna is shown before it is asked for.
fn first_seen(leaf: &str) -> usize {
    let order = ["gain", "realised_gain", "directivity", "axial_ratio"];
    let place = order.iter().position(|name| *name == leaf);
    place.unwrap_or(0)
}

pub fn is_pattern(declaration: &Declaration) -> bool {
    let axes = declaration.axes.iter().map(|a| a.name.as_str());
    declaration.unit == "dB"
        && axes.eq(["frequency", "theta", "phi"])
        && is_filled(declaration)
        && declaration.slice_len() > 1
}

fn currents(source: &dyn Source) -> Result<Vec<Figure>, ResultsError> {
    let Some(mesh) = surface::mesh(source)?.filter(|m| m.triangles.len() <= MOST_TRIANGLES) else {
        return Ok(Vec::new());
    };
    let mut figures = Vec::new();
    for currents in surface::currents(source, mesh.triangles.len()) {
        let mut frames = Frames::default();
        for number in 0..currents.frequencies.len() {
            let all = currents.read(source, number)?;
            frames.push(all.iter().map(surface::Density::magnitude));
        }
        figures.push(Figure::Currents {
            name: currents.name,
            frequencies: currents.frequencies,
            vertices: Floats::of(mesh.vertices.as_flattened()),
            triangles: mesh.triangles.clone(),
            frames,
        });
    }
    Ok(figures)
}
