//! Fields on planes: movies of time-domain records, phasors of frequency-domain records.

use super::figure::{Coordinate, Map, is_filled};
use super::packed::{Floats, Frames};
use crate::outline::outlines;
use crate::source::Source;
use crate::surface::find;
use crate::{Axis, Declaration, ResultsError};

/// Points per axis beyond which more detail is invisible.
const MOST_POINTS: usize = 400;
/// Maximum number of values in all frames together; beyond this, frames are dropped.
const MOST_VALUES: usize = 12_000_000;

/// All maps of some results.
pub fn all(source: &dyn Source) -> Result<Vec<Map>, ResultsError> {
    let all = source.declarations();
    let mut maps = Vec::new();
    for (index, declaration) in all.iter().enumerate() {
        let Some(plane) = Plane::of(declaration).filter(|_| is_filled(declaration)) else {
            continue;
        };
        let partner = match declaration.name.strip_suffix("/real") {
            Some(name) => find(&all, &format!("{name}/imag")),
            None => None,
        };
        if !declaration.name.ends_with("/imag") {
            maps.push(map(source, &plane, index, partner)?);
        }
    }
    Ok(maps)
}

/// The part of a quantity over (time or frequency, x, y, z) that is shown.
struct Plane {
    /// The horizontal, vertical and normal axes, by number.
    axes: [usize; 3],
    /// The index along the normal axis.
    place: usize,
    strides: [usize; 2],
    sizes: [usize; 3],
}

impl Plane {
    /// The plane itself, or the middle plane of a box, normal to its axis with the fewest values.
    fn of(declaration: &Declaration) -> Option<Self> {
        let names = declaration.axes.iter().skip(1).map(|a| a.name.as_str());
        if !names.eq(["x", "y", "z"]) {
            return None;
        }
        let sizes = [1, 2, 3].map(|a| declaration.axes[a].values.len());
        let across = (0..3).rev().min_by_key(|&a| sizes[a])?;
        let [u, v] = match across {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        };
        let strides = [u, v].map(|a| sizes[a].div_ceil(MOST_POINTS));
        (sizes[u] > 1 && sizes[v] > 1).then_some(Self {
            axes: [u, v, across],
            place: sizes[across] / 2,
            strides,
            sizes,
        })
    }

    /// The shown values of the plane, v fastest.
    fn thinned<'a>(&'a self, plane: &'a [f64]) -> impl Iterator<Item = f64> + Clone + 'a {
        let [u, v, _] = self.axes;
        let along = |a: usize, stride: usize| (0..self.sizes[a]).step_by(stride);
        along(u, self.strides[0]).flat_map(move |i| {
            let row = &plane[i * self.sizes[v]..][..self.sizes[v]];
            along(v, self.strides[1]).map(move |j| row[j])
        })
    }

    fn values(&self) -> usize {
        let [u, v, _] = self.axes;
        self.sizes[u].div_ceil(self.strides[0]) * self.sizes[v].div_ceil(self.strides[1])
    }
}

fn map(
    source: &dyn Source,
    plane: &Plane,
    index: usize,
    partner: Option<usize>,
) -> Result<Map, ResultsError> {
    let declaration = source.declarations()[index];
    let frames = declaration.axes[0].values.len();
    let stride = (frames * plane.values()).div_ceil(MOST_VALUES);
    let read = |index: usize| -> Result<Frames, ResultsError> {
        let mut kept = Frames::default();
        for frame in (0..frames).step_by(stride) {
            let cut = (plane.axes[2] + 1, plane.place);
            kept.push(plane.thinned(&source.read_plane(index, frame, cut)?));
        }
        Ok(kept)
    };
    let axis = |n: usize| -> &Axis { &declaration.axes[plane.axes[n] + 1] };
    let name = &declaration.name;
    Ok(Map {
        name: name.strip_suffix("/real").unwrap_or(name).to_owned(),
        about: declaration.description.replace("real part of ", ""),
        unit: declaration.unit.clone(),
        over: Coordinate::new(&declaration.axes[0], stride),
        u: Coordinate::new(axis(0), plane.strides[0]),
        v: Coordinate::new(axis(1), plane.strides[1]),
        place: (axis(2).name.clone(), axis(2).values[plane.place]),
        frames: read(index)?,
        imag: partner.map(read).transpose()?,
        outlines: source.model().map_or_else(Floats::default, |model| {
            let segments = outlines(model, plane.axes[2], axis(2).values[plane.place]);
            Floats::of(segments.as_flattened().as_flattened())
        }),
    })
}
