//! A scene cut into layers that are uniform along z.
//!
//! Bodies begin and end at planes; between two neighbouring planes each has one cross-section. If all outlines there are along the axes, the materials at the
//! middles of the rectangles between all edges are exact, whatever overlaps: later structures win. With circles, cross-sections are painted one after the
//! other, each within one region of what lies under it, which `poynting-rcwa` checks.

use poynting_rcwa::{Point as Place, Shape as Outline};
use poynting_scene::MaterialId;

use crate::body::Body;
use crate::error::{GratingError, refused};
use crate::frame::Frame;

/// Planes and edges that are closer than this part of the size of the cell are the same.
const SAME: f64 = 1e-9;

/// A structure.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub name: String,
    pub material: MaterialId,
    pub body: Body,
}

/// What is between two planes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Section {
    /// One material.
    Uniform(MaterialId),
    /// Rectangles between lines, row by row along x.
    Raster {
        lines: [Vec<f64>; 2],
        values: Vec<MaterialId>,
    },
    /// Outlines on a background, each with the number of its structure.
    Painted {
        background: MaterialId,
        outlines: Vec<(Outline, MaterialId, usize)>,
    },
}

impl Section {
    /// Whether it varies along x and along y.
    pub fn varies(&self) -> [bool; 2] {
        match self {
            Self::Uniform(_) => [false; 2],
            Self::Raster { lines, .. } => lines.each_ref().map(|lines| lines.len() > 2),
            Self::Painted { .. } => [true; 2],
        }
    }

    /// The materials in it.
    pub fn materials(&self) -> Vec<MaterialId> {
        match self {
            Self::Uniform(material) => vec![*material],
            Self::Raster { values, .. } => values.clone(),
            Self::Painted {
                background,
                outlines,
            } => [*background]
                .into_iter()
                .chain(outlines.iter().map(|o| o.1))
                .collect(),
        }
    }
}

/// A layer.
#[derive(Debug, Clone)]
pub(crate) struct Slice {
    /// Where it begins and ends along z, from the lower face of the domain.
    pub z: [f64; 2],
    pub section: Section,
}

/// The slices of the domain from below; neighbours differ.
pub(crate) fn slices(parts: &[Part], frame: &Frame) -> Result<Vec<Slice>, GratingError> {
    let height = frame.sizes[2];
    let leaves = parts.iter().flat_map(|part| part.body.leaves());
    let ends = leaves.filter_map(Body::ends).flatten();
    let planes = lines(ends, height);
    let mut all: Vec<Slice> = Vec::new();
    for pair in planes.windows(2) {
        let section = section(parts, frame, f64::midpoint(pair[0], pair[1]))?;
        match all.last_mut() {
            Some(last) if last.section == section => last.z[1] = pair[1],
            _ => all.push(Slice {
                z: [pair[0], pair[1]],
                section,
            }),
        }
    }
    Ok(all)
}

/// Zero, those that lie between, and the size.
fn lines(between: impl Iterator<Item = f64>, size: f64) -> Vec<f64> {
    let slack = SAME * size;
    let mut all: Vec<f64> = between
        .filter(|x| *x > slack && *x < size - slack)
        .collect();
    all.sort_by(f64::total_cmp);
    let mut kept = vec![0.0];
    for line in all {
        if kept.last().is_some_and(|last| line - last > slack) {
            kept.push(line);
        }
    }
    kept.push(size);
    kept
}

fn section(parts: &[Part], frame: &Frame, z: f64) -> Result<Section, GratingError> {
    let leaves = parts.iter().flat_map(|part| part.body.leaves());
    let [width, depth, _] = frame.sizes;
    let is_inside = |center: &[f64; 2], radius: f64| {
        let size = [width, depth];
        (0..2).all(|a| center[a] + radius > 0.0 && center[a] - radius < size[a])
    };
    let is_round = |leaf: &&Body| match leaf {
        Body::Post { center, radius, .. } => leaf.meets(z) && is_inside(center, *radius),
        _ => false,
    };
    if leaves.clone().any(|leaf| is_round(&leaf)) {
        let mut painting = Painting {
            frame,
            z,
            background: MaterialId::VACUUM,
            outlines: Vec::new(),
        };
        for (number, part) in parts.iter().enumerate() {
            painting.paint(&part.body, (number, part))?;
        }
        return Ok(painting.section());
    }
    let bricks = || leaves.clone().filter(move |leaf| leaf.meets(z));
    let edges = |axis: usize| {
        let ends = bricks().filter_map(move |leaf| match leaf {
            Body::Brick { low, high } => Some([low[axis], high[axis]]),
            _ => None,
        });
        lines(ends.flatten(), frame.sizes[axis])
    };
    Ok(raster(parts, &[edges(0), edges(1)], z))
}

/// The materials between lines; lines that divide nothing are dropped.
fn raster(parts: &[Part], lines: &[Vec<f64>; 2], z: f64) -> Section {
    let middles = lines.each_ref().map(|lines| {
        let pairs = lines.windows(2);
        pairs
            .map(|pair| f64::midpoint(pair[0], pair[1]))
            .collect::<Vec<f64>>()
    });
    let at = |x: f64, y: f64| {
        let mut from_last = parts.iter().rev();
        let found = from_last.find(|part| part.body.contains([x, y, z]));
        found.map_or(MaterialId::VACUUM, |part| part.material)
    };
    let rows = middles[1].iter();
    let rows: Vec<Vec<MaterialId>> = rows
        .map(|&y| middles[0].iter().map(|&x| at(x, y)).collect())
        .collect();
    let columns: Vec<usize> = kept(rows[0].len(), |m, n| {
        rows.iter().all(|row| row[m] == row[n])
    });
    let kept_rows = kept(rows.len(), |m, n| rows[m] == rows[n]);
    let values: Vec<MaterialId> = kept_rows
        .iter()
        .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
        .map(|(row, column)| rows[row][column])
        .collect();
    if let [only] = values[..] {
        return Section::Uniform(only);
    }
    let ends = |lines: &[f64], kept: &[usize]| {
        let size = lines.last().copied();
        kept.iter().map(|&n| lines[n]).chain(size).collect()
    };
    Section::Raster {
        lines: [ends(&lines[0], &columns), ends(&lines[1], &kept_rows)],
        values,
    }
}

/// The numbers that are not the same as the one before.
fn kept(count: usize, is_same: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    (0..count)
        .filter(|&n| n == 0 || !is_same(n - 1, n))
        .collect()
}

/// Cross-sections painted one after the other.
struct Painting<'a> {
    frame: &'a Frame,
    z: f64,
    background: MaterialId,
    outlines: Vec<(Outline, MaterialId, usize)>,
}

impl Painting<'_> {
    fn section(self) -> Section {
        if self.outlines.is_empty() {
            return Section::Uniform(self.background);
        }
        Section::Painted {
            background: self.background,
            outlines: self.outlines,
        }
    }

    fn paint(&mut self, body: &Body, of: (usize, &Part)) -> Result<(), GratingError> {
        match body {
            Body::Brick { .. } | Body::Post { .. } => self.leaf(body, of.1.material, of),
            Body::Union(parts) => parts.iter().try_for_each(|part| self.paint(part, of)),
            Body::Difference(parts) => self.difference(parts, of),
            Body::Intersection(_) => {
                Err(unsupported(of.1, "an intersection must be of boxes only"))
            }
        }
    }

    /// A hole has the material that lies under the body.
    fn difference(&mut self, parts: &[Body], of: (usize, &Part)) -> Result<(), GratingError> {
        let Some((first, others)) = parts.split_first() else {
            return Ok(());
        };
        if !first.meets(self.z) {
            return Ok(());
        }
        let under = self.ground();
        self.leaf(first, of.1.material, of)?;
        let z = self.z;
        for hole in others.iter().filter(|hole| hole.meets(z)) {
            let is_in = |[x, y]: Place| first.contains([x, y, z]);
            if !hole.outline().into_iter().all(is_in) {
                let reason =
                    "beside cylinders, each hole of a difference must lie within its first part";
                return Err(unsupported(of.1, reason));
            }
            let material = hole.outline().first().map(|&at| under.material_at(at));
            self.leaf(hole, material.unwrap_or(self.background), of)?;
        }
        Ok(())
    }

    /// What has been painted so far.
    fn ground(&self) -> Ground {
        Ground {
            background: self.background,
            outlines: self.outlines.clone(),
        }
    }

    fn leaf(
        &mut self,
        body: &Body,
        material: MaterialId,
        (number, part): (usize, &Part),
    ) -> Result<(), GratingError> {
        if !body.meets(self.z) {
            return Ok(());
        }
        let [width, depth, _] = self.frame.sizes;
        let size = [width, depth];
        let outline = match body {
            Body::Brick { low, high } => {
                let low = [0, 1].map(|a| low[a].max(0.0));
                let high = [0, 1].map(|a| high[a].min(size[a]));
                let extent = [0, 1].map(|a| high[a] - low[a]);
                if (0..2).any(|a| extent[a] <= SAME * size[a]) {
                    return Ok(());
                }
                if (0..2).all(|a| extent[a] >= (1.0 - SAME) * size[a]) {
                    self.background = material;
                    self.outlines.clear();
                    return Ok(());
                }
                let center = [0, 1].map(|a| f64::midpoint(low[a], high[a]));
                Outline::rectangle(center, extent)
            }
            Body::Post { center, radius, .. } => {
                let outside = |a: usize| center[a] + radius <= 0.0 || center[a] - radius >= size[a];
                if (0..2).any(outside) {
                    return Ok(());
                }
                let slack = SAME * width.max(depth);
                let leaves =
                    |a: usize| center[a] - radius < -slack || center[a] + radius > size[a] + slack;
                if (0..2).any(leaves) {
                    let reason = "a periodic face cuts off its cylinder: shift the domain, or the structures, so that the cylinder lies within it";
                    return Err(unsupported(part, reason));
                }
                Outline::circle(*center, *radius)
            }
            _ => return self.paint(body, (number, part)),
        };
        let outline = outline.map_err(|e| unsupported(part, &e.to_string()))?;
        self.outlines.push((outline, material, number));
        Ok(())
    }
}

/// What lies under a body.
struct Ground {
    background: MaterialId,
    outlines: Vec<(Outline, MaterialId, usize)>,
}

impl Ground {
    fn material_at(&self, at: Place) -> MaterialId {
        let mut from_last = self.outlines.iter().rev();
        let found = from_last.find(|(outline, ..)| outline.covers(at));
        found.map_or(self.background, |(_, material, _)| *material)
    }
}

/// The error for a structure that cannot be a part of layers.
fn unsupported(part: &Part, reason: &str) -> GratingError {
    refused(format!("structure `{}`", part.name), reason)
}
