//! The stack at a frequency: the slices with the permittivities of their materials.

use poynting_rcwa::{Cell, Layer, Pattern, RcwaError, Section as Strip, Stack, c64};
use poynting_scene::{MaterialId, MaterialKind, Medium, Scene};

use crate::error::{GratingError, refused};
use crate::slices::{Part, Section, Slice};

/// The unit cell, without its permittivities.
#[derive(Debug, Clone)]
pub(crate) struct Layers {
    pub cell: Cell,
    /// Half spaces below and above.
    pub half_spaces: [MaterialId; 2],
    /// The layers between them, from below.
    pub slices: Vec<Slice>,
    /// Where the stack begins and ends along z.
    pub faces: [f64; 2],
    /// The media by the numbers of their materials.
    media: Vec<Option<Medium>>,
    /// Names of structures, for messages.
    names: Vec<String>,
}

impl Layers {
    /// From the slices of a cell with these sizes.
    pub fn new(
        scene: &Scene,
        parts: &[Part],
        (slices, sizes): (Vec<Slice>, [f64; 3]),
    ) -> Result<Self, GratingError> {
        let mut media = vec![None; scene.materials.len()];
        for material in slices.iter().flat_map(|slice| slice.section.materials()) {
            media[material.0 as usize] = Some(medium(scene, parts, material)?);
        }
        let end = |slice: Option<&Slice>, face: &str| match slice.map(|slice| &slice.section) {
            Some(Section::Uniform(material)) => Ok(*material),
            _ => Err(refused(
                format!("structures that vary along the {face} open face of the domain"),
                "what lies there continues as a half space and must be of one material: move the face, or the structures",
            )),
        };
        let half_spaces = [end(slices.first(), "lower")?, end(slices.last(), "upper")?];
        let faces = match &slices[..] {
            [first, .., last] => [first.z[1], last.z[0]],
            _ => [0.5 * sizes[2]; 2],
        };
        let between = slices.len().saturating_sub(2);
        let inner: Vec<Slice> = slices.into_iter().skip(1).take(between).collect();
        let crossed = inner.iter().any(|slice| slice.section.varies()[1]);
        let cell = if crossed {
            Cell::crossed([sizes[0], sizes[1]])
        } else {
            Cell::lines(sizes[0])
        };
        Ok(Self {
            cell: cell.map_err(|e| refused("this domain".to_owned(), e.to_string()))?,
            half_spaces,
            slices: inner,
            faces,
            media,
            names: parts.iter().map(|part| part.name.clone()).collect(),
        })
    }

    /// The relative permittivity of a material.
    pub fn permittivity(&self, material: MaterialId, hertz: f64) -> c64 {
        let medium = self.media[material.0 as usize].as_ref();
        let [re, im] = medium.map_or([1.0, 0.0], |m| m.permittivity(hertz)[0]);
        // Adding zero removes the sign of -0.
        c64::new(re, im + 0.0)
    }

    /// The materials of the layers.
    pub fn materials(&self) -> impl Iterator<Item = MaterialId> {
        self.slices
            .iter()
            .flat_map(|slice| slice.section.materials())
    }

    /// Whether layers or half spaces absorb power.
    pub fn is_lossless(&self) -> bool {
        self.media.iter().flatten().all(Medium::is_lossless)
    }

    /// The stack at a frequency.
    pub fn stack(&self, hertz: f64) -> Result<Stack, GratingError> {
        let half_spaces = self.half_spaces.map(|m| self.permittivity(m, hertz));
        let layers = self.slices.iter().map(|slice| self.layer(slice, hertz));
        Stack::new(self.cell, half_spaces, layers.collect()).map_err(|cause| match cause {
            RcwaError::Overlap { shape, at } => self.overlap(shape, at, hertz),
            cause => GratingError::Solution { hertz, cause },
        })
    }

    fn layer(&self, slice: &Slice, hertz: f64) -> Layer {
        let thickness = slice.z[1] - slice.z[0];
        let eps = |material: &MaterialId| self.permittivity(*material, hertz);
        match &slice.section {
            Section::Uniform(material) => Layer::uniform(thickness, eps(material)),
            Section::Raster { lines, values } if lines[1].len() == 2 => {
                let widths = lines[0].windows(2).map(|pair| pair[1] - pair[0]);
                let strips = widths.zip(values).map(|(width, value)| Strip {
                    width,
                    permittivity: eps(value),
                });
                Layer::lamellar(thickness, &strips.collect::<Vec<_>>())
            }
            Section::Raster { lines, values } => {
                let values = values.iter().map(eps).collect();
                Layer::raster(thickness, lines.clone(), values)
            }
            Section::Painted {
                background,
                outlines,
            } => {
                let pattern = Pattern::new(eps(background));
                let painted = outlines.iter().fold(pattern, |pattern, (outline, m, _)| {
                    pattern.with(outline.clone(), eps(m))
                });
                Layer::pattern(thickness, painted)
            }
        }
    }

    /// The error for outlines that overlap, by the names of their structures.
    fn overlap(&self, shape: usize, [x, y]: [f64; 2], hertz: f64) -> GratingError {
        // The first layer that is refused by itself.
        let fails = |slice: &&Slice| {
            let alone = vec![self.layer(slice, hertz)];
            Stack::new(self.cell, [c64::new(1.0, 0.0); 2], alone).is_err()
        };
        let outline = match self.slices.iter().find(fails).map(|slice| &slice.section) {
            Some(Section::Painted { outlines, .. }) => outlines.get(shape),
            _ => None,
        };
        let name = outline.map_or("", |(_, _, number)| &self.names[*number]);
        refused(
            format!("structure `{name}`, which overlaps a part of another,"),
            format!(
                "beside cylinders a structure must lie within one region of those before it, or apart from them; here it does not, ({x:.4e}, {y:.4e}) m \
                 from the corner of the cell"
            ),
        )
    }
}

/// The medium of a material, if it is isotropic and not magnetic.
fn medium(scene: &Scene, parts: &[Part], id: MaterialId) -> Result<Medium, GratingError> {
    let material = &scene.materials[id.0 as usize];
    let of = parts.iter().find(|part| part.material == id);
    let what = || match of {
        Some(part) => format!("structure `{}` of `{}`", part.name, material.name),
        None => format!("`{}`", material.name),
    };
    let MaterialKind::Medium(medium) = &material.kind else {
        let reason = "layers have a finite permittivity, also metals: use a Drude model or a `library` metal at optical frequencies, or a conductivity \
                      `sigma` elsewhere";
        return Err(refused(what(), reason));
    };
    let same = |[x, y, z]: [f64; 3]| x == y && y == z;
    if !(same(medium.eps_r) && same(medium.sigma)) {
        return Err(refused(what(), "its permittivity depends on the direction"));
    }
    let magnetic = medium.mu_r != [1.0; 3] || medium.sigma_m != [0.0; 3];
    if magnetic || !medium.magnetic.is_empty() {
        return Err(refused(what(), "it is magnetic"));
    }
    Ok(medium.clone())
}
