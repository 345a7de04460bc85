//! Selects the figures of the report: curves, tables, S-parameters, patterns, maps and currents.

use super::figure::{Curve, Figure, is_pattern};
use super::packed::{Floats, Frames};
use super::{curves, maps};
use crate::ResultsError;
use crate::SParameters;
use crate::source::{Source, group_by};
use crate::surface;

/// Larger meshes are left to other programs.
const MOST_TRIANGLES: usize = 400_000;

/// All figures of a set of results, the most commonly wanted first.
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

fn network(source: &dyn Source) -> Result<Option<Figure>, ResultsError> {
    let Some(scattering) = SParameters::read(source)? else {
        return Ok(None);
    };
    let values = || scattering.matrices.iter().flatten().flatten();
    let figure = Figure::Network {
        real: Floats(values().map(|s| s.re as f32).collect()),
        imag: Floats(values().map(|s| s.im as f32).collect()),
        frequencies: Floats::of(&scattering.frequencies),
        references: Floats::of(&scattering.references.concat()),
        coupled: scattering.coupled_ports(),
        ports: scattering.ports,
        resistances: scattering.resistances,
    };
    Ok(Some(figure).filter(|_| !scattering.frequencies.is_empty()))
}

/// Levels over more than one direction, grouped by monitor.
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

/// Order in which antenna quantities are shown by default.
fn first_seen(leaf: &str) -> usize {
    let order = ["gain", "realised_gain", "directivity", "axial_ratio"];
    let place = order.iter().position(|name| *name == leaf);
    place.unwrap_or(0)
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
