//! Rows of nodes that meet surfaces off the grid: what metal cuts and what is averaged there, instead of cells filled whole.

use crate::coefficients::average::{MetalCell, Surroundings};
use crate::coefficients::conformal::{Cut, Cuts};
use crate::coefficients::medium::{Columns, Medium};
use crate::coefficients::subpixel::{Nearby, medium_of};
use crate::media::{Mixture as Filled, Share, blend};
use poynting_fdtd_core::recipe::Recipe;
use poynting_physics::constants::{EPS0, MU0};
use poynting_scene::{Component, MaterialId, Surfaces, Term};

/// What there is to mend in one row.
#[derive(Debug)]
pub struct ShapedRow<'a> {
    medium: &'a Medium<'a>,
    /// In rising order of k.
    cuts: Vec<Cut>,
    nearby: Nearby<'a>,
}

impl<'a> ShapedRow<'a> {
    /// Row (i, j); `None` where cells filled whole are all there is.
    pub fn new<'c>(
        medium: &'a Medium<'a>,
        cuts: impl FnOnce() -> &'c Cuts,
        i: usize,
        j: usize,
    ) -> Option<Self> {
        if medium.surfaces == Surfaces::Staircase {
            return None;
        }
        let nearby = Nearby::new(medium, i, j)?;
        let mut cuts = cuts().row(i, j).to_vec();
        cuts.sort_unstable_by_key(|cut| cut.k);
        Some(Self {
            medium,
            cuts,
            nearby,
        })
    }

    fn cuts_at(&self, k: usize) -> &[Cut] {
        let from = self.cuts.partition_point(|cut| cut.k < k);
        let to = self.cuts.partition_point(|cut| cut.k <= k);
        &self.cuts[from..to]
    }

    /// Whether node k has the same material all around as the one before.
    pub fn is_uniform(&self, columns: &Columns<'_>, k: usize) -> bool {
        let mut all = columns
            .iter()
            .flatten()
            .flatten()
            .flat_map(|c| &c[k - 2..c.len().min(k + 2)]);
        let first = all.next();
        let is_cut = [k - 1, k].iter().any(|k| !self.cuts_at(*k).is_empty());
        !is_cut && all.all(|id| Some(id) == first)
    }

    /// Changes the components that surfaces cut.
    pub fn mend(
        &self,
        recipes: &mut [Option<Recipe>; 6],
        around: &Surroundings,
        columns: &Columns<'_>,
        node: [usize; 3],
    ) {
        if self.medium.skins.touch(around) {
            // Cells of a conductor are filled whole.
            return;
        }
        let media = self.media_around(columns, node[2]);
        for component in (0..6).filter(|c| around.can_move(*c)) {
            let averaged = || self.averaged(component, node, around, &media);
            let mut cuts = self.cuts_at(node[2]).iter();
            let cut = cuts.find(|cut| cut.component == component);
            let recipe = &mut recipes[component];
            match cut.map(|cut| cut.factor) {
                // Cells of metal hold it.
                None if recipe.is_none() => {}
                None => *recipe = averaged().or(recipe.take()),
                Some(None) => *recipe = None,
                Some(Some(factor)) => {
                    let free = averaged().or_else(|| self.beside_metal(component, around, &media));
                    *recipe = free.map(|r| r.scaled(factor)).or(recipe.take());
                }
            }
        }
    }

    /// The media of the cells around a node and one further.
    fn media_around(&self, columns: &Columns<'_>, k: usize) -> Vec<MaterialId> {
        let mut media = Vec::new();
        for column in columns.iter().flatten().flatten() {
            for id in &column[k.saturating_sub(1)..column.len().min(k + 2)] {
                if !media.contains(id) && medium_of(self.medium.materials, *id).is_some() {
                    media.push(*id);
                }
            }
        }
        media
    }

    /// The mean over the box around a component, where its media differ and do not follow the grid.
    fn averaged(
        &self,
        component: usize,
        node: [usize; 3],
        around: &Surroundings,
        media: &[MaterialId],
    ) -> Option<Recipe> {
        let of = |id: MaterialId| (self.values(component, id), self.terms(component, id));
        if media.iter().all(|id| of(*id) == of(media[0])) {
            return None;
        }
        let painted = |[x, y, z]: [usize; 3]| around.cells[x][y][z];
        let mixture = self
            .nearby
            .mixture(Component::ALL[component], node, painted)?;
        let shares = mixture.shares();
        if shares
            .iter()
            .any(|(id, _)| !self.terms(component, *id).is_empty())
        {
            return self.blended(component, node, &shares);
        }
        let values = |id: MaterialId| self.values(component, id);
        Some(constant(component, mixture.mean(values)))
    }

    /// The same where one of the media remembers, which have these shares of the box.
    fn blended(
        &self,
        component: usize,
        node: [usize; 3],
        shares: &[(MaterialId, f64)],
    ) -> Option<Recipe> {
        let axis = Component::ALL[component];
        let mut on_line = self.nearby.on_line(axis, node);
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
                medium: medium_of(self.medium.materials, id)?,
                of_box: of(shares, id),
                of_line: of(&on_line, id),
            })
        });
        let media: Vec<Share<'_>> = media.collect::<Option<_>>()?;
        let facing = |n: usize| self.nearby.facing(axis, node, ids[n]);
        let blended = blend(&media, component, self.medium.dt, facing)?;
        Some(blended.recipe(self.medium.dt))
    }

    /// What lies beside a component that metal cuts, when nothing has to be averaged.
    fn beside_metal(
        &self,
        component: usize,
        around: &Surroundings,
        media: &[MaterialId],
    ) -> Option<Recipe> {
        let materials = self.medium.materials;
        let beside = around.mixture(component, materials, MetalCell::DropsOut);
        // Else all cells around it have their centre in metal.
        let first = || medium_of(materials, *media.first()?).map(|m| Filled::alone(m, component));
        Some(beside.or_else(first)?.recipe(self.medium.dt))
    }

    /// Whether something dispersive is near.
    pub fn remembers(&self) -> bool {
        let materials = self.medium.materials;
        self.nearby
            .any(|id| medium_of(materials, id).is_some_and(poynting_scene::Medium::is_dispersive))
    }

    /// What a medium remembers of a component.
    fn terms(&self, component: usize, id: MaterialId) -> &[Term] {
        match medium_of(self.medium.materials, id) {
            Some(m) if component < 3 => &m.electric,
            Some(m) => &m.magnetic,
            None => &[],
        }
    }

    /// Relative storage and loss of a component in a medium.
    fn values(&self, component: usize, id: MaterialId) -> [f64; 2] {
        let axis = component % 3;
        match medium_of(self.medium.materials, id) {
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
