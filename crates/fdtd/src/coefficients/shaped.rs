//! Rows of nodes that meet surfaces off the grid: what metal cuts and what is averaged there, instead of cells filled whole.

use crate::coefficients::average::{MetalCell, NodeCells};
use crate::coefficients::conformal::{Cut, Cuts};
use crate::coefficients::inputs::{CoefficientInputs, Columns};
use crate::coefficients::plasma::{Edge, Place, is_plasma};
use crate::coefficients::subpixel::{Mixture, NearbySolids, medium_of};
use crate::media::{Share, blend};
use poynting_fdtd_core::mixture::Mixture as Filled;
use poynting_fdtd_core::recipe::Recipe;
use poynting_grid::stencil::is_staggered;
use poynting_physics::constants::{EPS0, MU0};
use poynting_scene::{Component, MaterialId, Surfaces, Term};

/// What there is to mend in one row.
#[derive(Debug)]
pub struct ShapedRow<'a> {
    inputs: &'a CoefficientInputs<'a>,
    /// In rising order of k.
    cuts: Vec<Cut>,
    /// Likewise.
    plasma: Vec<Place>,
    nearby: NearbySolids<'a>,
}

impl<'a> ShapedRow<'a> {
    /// Row (i, j); `None` where cells filled whole are all there is.
    pub fn new<'c>(
        inputs: &'a CoefficientInputs<'a>,
        cuts: impl FnOnce() -> &'c Cuts,
        i: usize,
        j: usize,
    ) -> Option<Self> {
        if inputs.surfaces == Surfaces::Staircase {
            return None;
        }
        let nearby = NearbySolids::new(inputs, i, j)?;
        let all = cuts();
        let mut cuts = all.row(i, j).to_vec();
        cuts.sort_unstable_by_key(|cut| cut.k);
        Some(Self {
            inputs,
            cuts,
            plasma: all.plasma.row(i, j).to_vec(),
            nearby,
        })
    }

    fn cuts_at(&self, k: usize) -> &[Cut] {
        let from = self.cuts.partition_point(|cut| cut.k < k);
        let to = self.cuts.partition_point(|cut| cut.k <= k);
        &self.cuts[from..to]
    }

    fn plasma_at(&self, k: usize) -> &[Place] {
        let from = self.plasma.partition_point(|place| place.k < k);
        let to = self.plasma.partition_point(|place| place.k <= k);
        &self.plasma[from..to]
    }

    /// Whether node k has the same material all around as the one before.
    pub fn is_uniform(&self, columns: &Columns<'_>, k: usize) -> bool {
        // After the last layer of a periodic axis comes the first one.
        let next = self.inputs.cells_near(2, k)[2];
        let layers = [Some(k - 2), Some(k - 1), Some(k), next];
        let mut all = columns
            .iter()
            .flatten()
            .flatten()
            .flat_map(|c| layers.iter().flatten().map(|k| c[*k]));
        let first = all.next();
        let is_cut = [k - 1, k]
            .iter()
            .any(|&k| !(self.cuts_at(k).is_empty() && self.plasma_at(k).is_empty()));
        !is_cut && all.all(|id| Some(id) == first)
    }

    /// Changes the components that surfaces cut.
    pub fn mend(
        &self,
        recipes: &mut [Option<Recipe>; 6],
        around: &NodeCells,
        columns: &Columns<'_>,
        node: [usize; 3],
    ) {
        for component in (0..6).filter(|c| around.can_move(*c)) {
            let near = self.cells_near(columns, node, component);
            // Cells of conductors are staircase cells, and so is what touches them.
            if near.iter().any(|id| self.inputs.skins.has(*id)) {
                continue;
            }
            let media = self.media_of(&near);
            let mut cuts = self.cuts_at(node[2]).iter();
            let cut = cuts.find(|cut| cut.component == component);
            let mut places = self.plasma_at(node[2]).iter();
            let plasma = places.find(|place| place.axis == component);
            let edge = plasma.map(|place| match place.edge {
                // The masses of cut cells are the least ones: none of it can be taken away.
                Edge::Between(length) if cut.is_some() => Edge::Between(length.min(1.0)),
                edge => edge,
            });
            let averaged = || match edge {
                Some(edge) => self.beside_plasma(edge, component, node, around, &media),
                None => self.averaged(component, node, around, &media),
            };
            let recipe = &mut recipes[component];
            match cut.map(|cut| cut.factor) {
                // Cells of metal hold it.
                None if recipe.is_none() => {}
                None => *recipe = averaged().or(recipe.take()),
                Some(None) => *recipe = None,
                Some(Some(factor)) => {
                    let free = averaged().or_else(|| self.beside_metal(component, around, &near));
                    *recipe = free.map(|r| r.scaled(factor)).or(recipe.take());
                }
            }
        }
    }

    /// What fills the cells at the ends of an edge, or at the corners of a face.
    fn cells_near(
        &self,
        columns: &Columns<'_>,
        node: [usize; 3],
        component: usize,
    ) -> Vec<MaterialId> {
        // Across a component its nodes have two cells, along it three.
        let reach = |axis: usize| 2 + usize::from(is_staggered(Component::ALL[component], axis));
        let layers = &self.inputs.cells_near(2, node[2])[..reach(2)];
        let columns = columns[..reach(0)].iter().flat_map(|c| &c[..reach(1)]);
        columns
            .flatten()
            .flat_map(|column| layers.iter().flatten().map(|k| column[*k]))
            .collect()
    }

    /// The media of these cells. Their centres include the corners of the box around the component: if they have one medium, so has the box, unless
    /// it holds a tip that is smaller than a cell.
    fn media_of(&self, near: &[MaterialId]) -> Vec<MaterialId> {
        let is_medium = |id: &&MaterialId| medium_of(self.inputs.materials, **id).is_some();
        let mut media: Vec<MaterialId> = near.iter().filter(is_medium).copied().collect();
        media.sort_unstable_by_key(|id| id.0);
        media.dedup();
        media
    }

    /// The mean over the box around a component, where its media differ and do not follow the grid.
    fn averaged(
        &self,
        component: usize,
        node: [usize; 3],
        around: &NodeCells,
        media: &[MaterialId],
    ) -> Option<Recipe> {
        let of = |id: MaterialId| (self.values(component, id), self.terms(component, id));
        if media.iter().all(|id| of(*id) == of(media[0])) {
            return None;
        }
        let cell_material = |[x, y, z]: [usize; 3]| around.cells[x][y][z];
        let mixture = self
            .nearby
            .mixture(Component::ALL[component], node, cell_material)?;
        self.mean(component, node, &mixture, |_| true)
    }

    /// An edge near the surface of a medium with negative permittivity (`plasma.rs`).
    fn beside_plasma(
        &self,
        edge: Edge,
        axis: usize,
        node: [usize; 3],
        around: &NodeCells,
        media: &[MaterialId],
    ) -> Option<Recipe> {
        let is_plasma = |id: MaterialId| is_plasma(self.inputs.materials, id);
        let component = Component::ALL[axis];
        let mixture = self.nearby.mixture(component, node, |_| None)?;
        let shares = mixture.shares();
        let plasma = shares.iter().filter(|(id, _)| is_plasma(*id));
        let of_box: f64 = plasma.map(|(_, share)| share).sum();
        let (within, length) = match edge {
            Edge::Outside if of_box == 0.0 => return self.averaged(axis, node, around, media),
            Edge::Outside => (0.0, 1.0),
            Edge::Between(length) => (0.0, length),
            Edge::Within(of_line) => self.share_within(axis, node, of_line, of_box),
        };
        if within > 0.0 && of_box > 0.0 {
            let weights = shares.iter().map(|&(id, share)| {
                let [new, old] = if is_plasma(id) {
                    [within, of_box]
                } else {
                    [1.0 - within, 1.0 - of_box]
                };
                Some((share * new / old, medium_of(self.inputs.materials, id)?))
            });
            let mut weights = weights.collect::<Option<Vec<_>>>()?;
            weights.retain(|(weight, _)| *weight > 0.0);
            return Some(Filled::electric(&weights, axis)?.recipe(self.inputs.dt));
        }
        let outside = if let Some(left) = mixture.without(is_plasma) {
            self.mean(axis, node, &left, |id| !is_plasma(id))?
        } else {
            let mut others = media.iter().filter(|id| !is_plasma(**id));
            let id = others.next().copied().unwrap_or(MaterialId::VACUUM);
            Filled::alone(medium_of(self.inputs.materials, id)?, axis).recipe(self.inputs.dt)
        };
        Some(outside.scaled(1.0 / length))
    }

    /// The share of an edge between two nodes of such a medium that is the medium, and the length of what is not.
    ///
    /// A surface along the edge leaves it its share of the box. One across is where the nodes say it is, and all of the edge is the medium;
    /// but a gap between two bodies remains one. In between, edges of an axis along which the normal has the part r of its largest
    /// component reach too far out by (1 - r)/2.
    fn share_within(&self, axis: usize, node: [usize; 3], of_line: f64, of_box: f64) -> (f64, f64) {
        let component = Component::ALL[axis];
        let mut normal = [0.0; 3];
        let is_plasma = |id: MaterialId| is_plasma(self.inputs.materials, id);
        for id in self.nearby.all(is_plasma) {
            let facing = self.nearby.facing(component, node, id);
            (0..3).for_each(|a| normal[a] += facing[a]);
        }
        let largest = normal.into_iter().fold(0.0, f64::max);
        let is_gap = || (0.0, (1.0 - of_line).max(0.5));
        if largest == 0.0 {
            return if of_box < 0.5 { is_gap() } else { (1.0, 1.0) };
        }
        let slope = normal[axis] / largest;
        if slope == 1.0 {
            return if of_line < 0.5 { is_gap() } else { (1.0, 1.0) };
        }
        (1.0 - (1.0 - of_box) * (1.0 - slope).powi(4), 1.0)
    }

    /// The mean over a box of the media that are such.
    fn mean(
        &self,
        component: usize,
        node: [usize; 3],
        mixture: &Mixture,
        are: impl Fn(MaterialId) -> bool,
    ) -> Option<Recipe> {
        let shares = mixture.shares();
        if shares
            .iter()
            .any(|(id, _)| !self.terms(component, *id).is_empty())
        {
            return self.blended(component, node, &shares, are);
        }
        let values = |id: MaterialId| self.values(component, id);
        Some(constant(component, mixture.mean(values)))
    }

    /// The same where one of the media remembers: of those that are such, which have these shares of the box.
    fn blended(
        &self,
        component: usize,
        node: [usize; 3],
        shares: &[(MaterialId, f64)],
        are: impl Fn(MaterialId) -> bool,
    ) -> Option<Recipe> {
        let axis = Component::ALL[component];
        let mut on_line = self.nearby.on_line(axis, node, are);
        if on_line.is_empty() {
            // In metal, beside which only the box is known.
            on_line = shares.to_vec();
        }
        let of = |shares: &[(MaterialId, f64)], id: MaterialId| {
            let found = shares.iter().find(|(other, _)| *other == id);
            found.map_or(0.0, |(_, share)| *share)
        };
        let mut ids: Vec<MaterialId> = shares.iter().chain(&on_line).map(|(id, _)| *id).collect();
        ids.sort_unstable_by_key(|id| id.0);
        ids.dedup();
        let media = ids.iter().map(|&id| {
            Some(Share {
                medium: medium_of(self.inputs.materials, id)?,
                of_box: of(shares, id),
                of_line: of(&on_line, id),
            })
        });
        let media: Vec<Share<'_>> = media.collect::<Option<_>>()?;
        let facing = |n: usize| self.nearby.facing(axis, node, ids[n]);
        let blended = blend(&media, component, self.inputs.dt, facing)?;
        Some(blended.recipe(self.inputs.dt))
    }

    /// What lies beside a component that metal cuts, when nothing has to be averaged.
    fn beside_metal(
        &self,
        component: usize,
        around: &NodeCells,
        near: &[MaterialId],
    ) -> Option<Recipe> {
        let materials = self.inputs.materials;
        let beside = around.mixture(component, materials, MetalCell::DropsOut);
        // Else all cells around it have their centre in metal.
        let first = || {
            let mut media = near.iter().filter_map(|id| medium_of(materials, *id));
            Some(Filled::alone(media.next()?, component))
        };
        Some(beside.or_else(first)?.recipe(self.inputs.dt))
    }

    /// Whether something dispersive is near.
    pub fn remembers(&self) -> bool {
        let materials = self.inputs.materials;
        self.nearby
            .any(|id| medium_of(materials, id).is_some_and(poynting_scene::Medium::is_dispersive))
    }

    /// What a medium remembers of a component.
    fn terms(&self, component: usize, id: MaterialId) -> &[Term] {
        match medium_of(self.inputs.materials, id) {
            Some(m) if component < 3 => &m.electric,
            Some(m) => &m.magnetic,
            None => &[],
        }
    }

    /// Relative storage and loss of a component in a medium.
    fn values(&self, component: usize, id: MaterialId) -> [f64; 2] {
        let axis = component % 3;
        match medium_of(self.inputs.materials, id) {
            Some(m) if component < 3 => [m.eps_r[axis], m.sigma[axis]],
            Some(m) => [m.mu_r[axis], m.sigma_m[axis]],
            None => [1.0, 0.0],
        }
    }
}

fn constant(component: usize, [storage, loss]: [f64; 2]) -> Recipe {
    let unit = if component < 3 { EPS0 } else { MU0 };
    Recipe::constant(unit * storage, loss)
}
