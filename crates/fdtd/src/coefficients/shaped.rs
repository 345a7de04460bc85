//! Rows of nodes that meet surfaces off the grid: what metal cuts and what is averaged there, instead of cells filled whole.

use super::average::{Constitution, MetalCell, Surroundings, Tuple};
use super::build::{Columns, Medium};
use super::conformal::{Cut, Cuts};
use super::subpixel::{Nearby, medium_of};
use poynting_analytic::constants::{EPS0, MU0};
use poynting_scene::Surfaces;
use poynting_scene::{Component, MaterialId};

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
        tuple: &mut Tuple<f64>,
        around: &Surroundings,
        columns: &Columns<'_>,
        node: [usize; 3],
    ) {
        let media = self.media_around(columns, node[2]);
        for component in (0..6).filter(|c| around.can_move(*c)) {
            // What a medium remembers is known for whole cells only.
            if media.iter().any(|id| self.remembers(component, *id)) {
                continue;
            }
            let mut cuts = self.cuts_at(node[2]).iter();
            let cut = cuts.find(|cut| cut.component == component);
            let mended = match cut.map(|cut| cut.factor) {
                None if tuple.gain[component] == 0.0 => continue,
                None => self.averaged(component, node, around, &media),
                Some(None) => Some(Constitution::Fixed),
                Some(Some(factor)) => self
                    .averaged(component, node, around, &media)
                    .or_else(|| self.beside_metal(component, around, &media))
                    .map(|c| c.scaled(factor)),
            };
            if let Some(constitution) = mended {
                tuple.set(component, constitution, self.medium.dt);
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
    ) -> Option<Constitution> {
        let values = |id: MaterialId| self.values(component, id);
        if media.iter().all(|id| values(*id) == values(media[0])) {
            return None;
        }
        let painted = |[x, y, z]: [usize; 3]| around.cells[x][y][z];
        let mixture = self
            .nearby
            .mixture(Component::ALL[component], node, painted)?;
        Some(constitution(component, mixture.mean(values)))
    }

    /// What lies beside a component that metal cuts, when nothing has to be averaged.
    fn beside_metal(
        &self,
        component: usize,
        around: &Surroundings,
        media: &[MaterialId],
    ) -> Option<Constitution> {
        let Medium { materials, dt, .. } = self.medium;
        match around.constitution((component, MetalCell::DropsOut), materials, *dt) {
            // All cells around it have their centre in metal.
            Constitution::Fixed => {
                let id = media.first()?;
                Some(constitution(component, self.values(component, *id)))
            }
            medium @ Constitution::Medium { .. } => Some(medium),
        }
    }

    /// Whether a medium is dispersive for a component.
    fn remembers(&self, component: usize, id: MaterialId) -> bool {
        medium_of(self.medium.materials, id).is_some_and(|m| match component {
            0..3 => !m.electric.is_empty(),
            _ => !m.magnetic.is_empty(),
        })
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

fn constitution(component: usize, [storage, loss]: [f64; 2]) -> Constitution {
    let unit = if component < 3 { EPS0 } else { MU0 };
    Constitution::Medium {
        storage: unit * storage,
        loss,
    }
}
