//! The Fourier sums of a model, read one frequency of a transform at a time, so that reading takes little memory besides them.

use crate::spectra::Spectra;
use poynting_exec::Real;
use poynting_grid::Arrangement;

/// The sums of all transforms of a model, in memory order.
#[derive(Debug)]
pub struct Sums<'a, T> {
    spectra: &'a Spectra,
    values: Values<'a, T>,
}

#[derive(Debug)]
enum Values<'a, T> {
    /// In the buffers of both half steps.
    InRows([&'a [T]; 2]),
    /// Transform by transform.
    Brought(Vec<Vec<T>>),
}

impl<'a, T: Real> Sums<'a, T> {
    /// Sums in the buffers of both half steps, where those of a row of nodes lie together.
    pub fn in_rows(spectra: &'a Spectra, buffers: [&'a [T]; 2]) -> Self {
        Self {
            spectra,
            values: Values::InRows(buffers),
        }
    }

    /// Sums brought here from a device or from ranks, transform by transform; those of transforms that stay where they are have no values.
    pub fn brought(spectra: &'a Spectra, sums: Vec<Vec<T>>) -> Self {
        Self {
            spectra,
            values: Values::Brought(sums),
        }
    }

    /// Whether a transform is here.
    pub fn has(&self, transform: usize) -> bool {
        match &self.values {
            Values::InRows(_) => true,
            Values::Brought(sums) => {
                !sums[transform].is_empty() || self.spectra.transforms()[transform].sums() == 0
            }
        }
    }

    /// The real parts of all nodes of a transform at one of its frequencies, then the imaginary parts.
    pub fn at(&self, transform: usize, frequency: usize) -> Vec<T> {
        let size = 2 * self.spectra.transforms()[transform].of.values();
        match &self.values {
            Values::InRows(buffers) => self.spectra.parts(*buffers, transform, frequency),
            Values::Brought(sums) => sums[transform][frequency * size..][..size].to_vec(),
        }
    }

    /// The same of all frequencies, one after another.
    pub fn all(&self, transform: usize) -> Vec<T> {
        let of = &self.spectra.transforms()[transform];
        let mut all = Vec::with_capacity(of.sums());
        for frequency in 0..of.frequencies.len() {
            all.extend(self.at(transform, frequency));
        }
        all
    }

    /// The same at one frequency, those of complex fields combined: X_re + j X_im in place of X_re.
    pub fn joined(&self, transform: usize, frequency: usize) -> Vec<T> {
        let mut sums = self.at(transform, frequency);
        let of = &self.spectra.transforms()[transform].of;
        if of.imaginary.is_some() {
            let other = self.at(transform + 1, frequency);
            let values = of.values();
            for n in 0..values {
                let [re, im] = [sums[n] - other[values + n], sums[values + n] + other[n]];
                (sums[n], sums[values + n]) = (re, im);
            }
        }
        sums
    }

    /// The same in the order of the scene, for which these are the transforms.
    pub fn in_scene(
        &self,
        (scene, from): (&Spectra, &Arrangement),
        transform: usize,
        frequency: usize,
    ) -> Vec<T> {
        let sums = self.joined(transform, frequency);
        if from.is_plain() {
            return sums;
        }
        let of = &scene.transforms()[transform].of;
        let mut restored = Vec::with_capacity(sums.len());
        for part in sums.chunks(of.values().max(1)) {
            restored.extend(from.restored(&of.nodes, part));
        }
        restored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Capture;
    use poynting_grid::HalfStep;
    use poynting_scene::Component;
    use std::ops::Range;

    fn capture(component: Component, nodes: [Range<usize>; 3]) -> Capture {
        Capture {
            stream: 0,
            component,
            nodes,
            every: 1,
            weights: [const { Vec::new() }; 3],
            imaginary: None,
        }
    }

    /// Rows of nodes with all their sums together, and whole transforms, are the same sums.
    #[test]
    fn sums_in_rows_and_brought_ones_agree() {
        let mut spectra = Spectra::default();
        let block = capture(Component::Ez, [0..2, 1..4, 2..7]);
        spectra.add(block, vec![1e9, 2e9, 3e9]);
        spectra.add(capture(Component::Ey, [0..1, 0..1, 0..3]), vec![1e9]);
        let sums: Vec<Vec<f32>> = (spectra.transforms().iter())
            .map(|t| (0..t.sums() as u16).map(f32::from).collect())
            .collect();
        let mut e = vec![0.0; spectra.sums(HalfStep::E)];
        spectra.join(&sums, &mut [&mut e, &mut []]);
        let in_rows = Sums::in_rows(&spectra, [&e, &[]]);
        let brought = Sums::brought(&spectra, sums.clone());
        for (n, frequency) in [(0, 0), (0, 2), (1, 0)] {
            assert_eq!(in_rows.at(n, frequency), brought.at(n, frequency));
            assert_eq!(in_rows.joined(n, frequency), brought.at(n, frequency));
        }
        assert_eq!(in_rows.all(0), sums[0]);
        assert_eq!(spectra.split([&e, &[]]), sums);
    }
}
