//! Files of ranks: each has what its rank holds of large quantities. `results.h5` presents them as one dataset, an HDF5 virtual dataset, whose
//! paths are relative, so that the folder can be moved.

use super::writer::{create_data, ensure_group, write_rows};
use crate::checks::not_finite;
use crate::{Declaration, ResultsError, Storage};
use hdf5::{Dataset, File, Hyperslab, SliceOrIndex};
use poynting_observe::Part;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The file of a rank.
pub(crate) fn file_name(rank: usize) -> String {
    format!("results-rank-{rank}.h5")
}

/// The files that the ranks of this process write.
pub(crate) struct PartFiles {
    dir: PathBuf,
    files: BTreeMap<usize, PartFile>,
    /// Divided quantities by number.
    quantities: BTreeMap<usize, Vec<(Part, Declaration)>>,
    /// The first non-finite value.
    pub fault: Option<ResultsError>,
}

struct PartFile {
    file: File,
    /// The datasets and their rows, by quantity.
    datasets: BTreeMap<usize, (Dataset, usize)>,
}

impl PartFiles {
    pub fn new(dir: &Path) -> Self {
        Self {
            dir: dir.to_owned(),
            files: BTreeMap::new(),
            quantities: BTreeMap::new(),
            fault: None,
        }
    }

    /// Adds a quantity.
    pub fn declare(&mut self, quantity: usize, whole: &Declaration, parts: &[Part]) {
        let own = parts.iter().map(|part| (part.clone(), part.of(whole)));
        self.quantities.insert(quantity, own.collect());
    }

    /// Appends the values of a rank at a value of the first axis.
    pub fn append(
        &mut self,
        quantity: usize,
        leading: f64,
        (rank, values): (usize, &[f64]),
    ) -> Result<(), ResultsError> {
        let parts = self.quantities.get(&quantity);
        let mut parts = parts.into_iter().flatten();
        let Some((part, declaration)) = parts.find(|(part, _)| part.rank == rank) else {
            return Err(ResultsError::UnknownQuantity(quantity));
        };
        if part.slice_len() != values.len() {
            return Err(ResultsError::WrongLength {
                name: declaration.name.clone(),
                expected: part.slice_len(),
                found: values.len(),
            });
        }
        if self.fault.is_none() {
            self.fault = not_finite(declaration, &[leading], values);
        }
        let path = self.dir.join(file_name(rank));
        let file = match self.files.remove(&rank) {
            Some(file) => file,
            None => PartFile {
                file: File::create(&path).map_err(ResultsError::hdf5(&path))?,
                datasets: BTreeMap::new(),
            },
        };
        let file = self.files.entry(rank).or_insert(file);
        let written = file.append(quantity, declaration, values);
        written.map_err(ResultsError::hdf5(&path))
    }

    /// The names of the files of all ranks.
    pub fn names(&self) -> Vec<String> {
        let parts = self.quantities.values().flatten();
        let mut ranks: Vec<usize> = parts.map(|(part, _)| part.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.into_iter().map(file_name).collect()
    }

    /// Makes everything written so far readable even if the program is killed.
    pub fn flush(&self) -> Result<(), ResultsError> {
        self.files.iter().try_for_each(|(rank, file)| {
            let flushed = file.file.flush();
            flushed.map_err(ResultsError::hdf5(&self.dir.join(file_name(*rank))))
        })
    }

    /// Closes the files and brings them to the disk.
    pub fn close(&mut self) -> Result<(), ResultsError> {
        self.flush()?;
        for (rank, file) in std::mem::take(&mut self.files) {
            drop(file);
            let path = self.dir.join(file_name(rank));
            let synced = std::fs::File::options().write(true).open(&path);
            let synced = synced.and_then(|file| file.sync_all());
            synced.map_err(ResultsError::io(&path))?;
        }
        Ok(())
    }
}

impl PartFile {
    fn append(
        &mut self,
        quantity: usize,
        declaration: &Declaration,
        values: &[f64],
    ) -> hdf5::Result<()> {
        let (dataset, rows) = if let Some(known) = self.datasets.remove(&quantity) {
            known
        } else {
            ensure_group(&self.file, declaration.parent_and_leaf().0)?;
            (create_data(&self.file, declaration)?, 0)
        };
        let mut shape = declaration.shape();
        shape[0] = 1;
        write_rows(&dataset, shape, rows..rows + 1, values)?;
        self.datasets.insert(quantity, (dataset, rows + 1));
        Ok(())
    }
}

/// Creates the dataset that presents so many rows of the parts of a quantity as one.
pub(super) fn create_virtual(
    file: &File,
    declaration: &Declaration,
    (parts, rows): (&[Part], usize),
) -> hdf5::Result<Dataset> {
    let builder = match declaration.storage {
        Storage::F32 => file.new_dataset::<f32>(),
        Storage::F64 => file.new_dataset::<f64>(),
    };
    let extents = |of: &Declaration| {
        let mut shape = of.shape();
        shape[0] = rows;
        shape
    };
    let whole = extents(declaration);
    let mut builder = builder.shape(whole.clone());
    for part in parts {
        let own = extents(&part.of(declaration));
        for [from, to] in boxes(&part.runs) {
            builder = builder.virtual_map(
                file_name(part.rank),
                // A single one would be a pattern.
                declaration.name.replace('%', "%%"),
                own.clone(),
                selection(rows, &from),
                whole.clone(),
                selection(rows, &to),
            );
        }
    }
    builder.create(declaration.name.as_str())
}

/// The boxes of a part that are contiguous in it and in the whole: where each lies in both.
fn boxes(runs: &[Vec<Range<usize>>]) -> Vec<[Vec<Range<usize>>; 2]> {
    let mut all = vec![[Vec::new(), Vec::new()]];
    for runs in runs {
        let mut longer = Vec::new();
        for [from, to] in &all {
            let mut start = 0;
            for run in runs {
                let own = start..start + run.len();
                start = own.end;
                let and = |ranges: &[Range<usize>], last| [ranges, &[last]].concat();
                longer.push([and(from, own), and(to, run.clone())]);
            }
        }
        all = longer;
    }
    all
}

fn selection(rows: usize, ranges: &[Range<usize>]) -> Hyperslab {
    let rest = ranges.iter().cloned();
    let all = std::iter::once(0..rows).chain(rest);
    Hyperslab::from(all.map(SliceOrIndex::from).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Behind a symmetry plane a rank has two runs of an axis.
    #[test]
    fn boxes_are_contiguous_in_the_part_and_in_the_whole() {
        let found = boxes(&[vec![0..2, 5..8], vec![3..4, 6..8]]);
        let expected = [
            [vec![0..2, 0..1], vec![0..2, 3..4]],
            [vec![0..2, 1..3], vec![0..2, 6..8]],
            [vec![2..5, 0..1], vec![5..8, 3..4]],
            [vec![2..5, 1..3], vec![5..8, 6..8]],
        ];
        assert_eq!(found, expected);
    }
}
