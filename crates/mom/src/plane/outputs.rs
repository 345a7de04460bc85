//! Results of the sources: fields and currents; and the quality of all solutions.

use std::ops::Range;

use poynting_linalg::Complex;
use poynting_mom2d::{Current, Density, Field, Point, Polarization, System};
use poynting_scene::Component;

use super::drive::Drive;
use crate::run::{Values, parts};

/// The quality of the solutions of a frequency.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quality {
    /// Largest relative residual.
    pub residual: f64,
    /// Largest difference between total and extinction width, over (4/k)|F(forward)|.
    pub power_error: f64,
}

impl Quality {
    /// Takes solutions into account, the power of the first only: it takes as long as all directions of the wave.
    pub fn take(&mut self, currents: &[Current<'_>]) {
        for current in currents {
            self.residual = self.residual.max(current.residual());
        }
        if let Some(first) = currents.first() {
            self.power_error = self.power_error.max(first.power_error());
        }
    }
}

/// A near field.
#[derive(Debug, Clone)]
pub struct FieldOutput {
    /// Observation points, without their common z.
    pub points: Vec<Point>,
    /// Components with their streams.
    pub streams: Vec<(Component, [usize; 2])>,
}

impl FieldOutput {
    /// The components of a polarisation, from the currents of the sources.
    pub fn evaluate(
        &self,
        (drive, currents): (&Drive, &[Current<'_>]),
        polarization: Polarization,
    ) -> Vec<Values> {
        let of_it = |&&(component, _): &&(Component, _)| {
            super::drive::polarization_of(component) == polarization
        };
        let streams: Vec<_> = self.streams.iter().filter(of_it).collect();
        if streams.is_empty() {
            return Vec::new();
        }
        let fields: Vec<Vec<Field>> = currents.iter().map(|c| c.total(&self.points)).collect();
        let of = |&&(component, streams): &&(Component, [usize; 2])| {
            let value = |field: &Field| match component.axis() {
                2 => field.axial,
                axis => field.transverse[axis],
            };
            let sum = drive.sum(fields.iter().cloned(), value);
            parts(streams, sum.into_iter())
        };
        streams.iter().flat_map(of).collect()
    }
}

/// The currents along outlines.
#[derive(Debug, Clone)]
pub struct CurrentOutput {
    /// The places of each outline among all stations.
    pub outlines: Vec<Range<usize>>,
    /// Streams of each outline, for TM and for TE if the sources have it.
    pub streams: Vec<[Option<[usize; 2]>; 2]>,
}

impl CurrentOutput {
    /// The currents of the sources.
    pub fn evaluate(
        &self,
        (drive, currents): (&Drive, &[Current<'_>]),
        polarization: usize,
    ) -> Vec<Values> {
        let densities = currents.iter().map(Current::densities);
        let sum: Vec<Complex<f64>> = drive.sum(densities, |d: &Density| d.value);
        let outlines = self.outlines.iter().zip(&self.streams);
        let of = |(range, streams): (&Range<usize>, &[Option<[usize; 2]>; 2])| {
            let values = sum[range.clone()].iter().copied();
            streams[polarization].map(|streams| parts(streams, values))
        };
        outlines.filter_map(of).flatten().collect()
    }
}

/// The currents that the sources excite.
pub fn of_sources<'a>(
    system: &System<'a>,
    drive: &Drive,
    quality: &mut Quality,
) -> Vec<Current<'a>> {
    if drive.is_empty() {
        return Vec::new();
    }
    let currents = system.solve(&drive.waves);
    quality.take(&currents);
    currents
}
