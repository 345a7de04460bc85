//! What CSV files and plots require of a set of results, in memory or on disk.

use crate::{Declaration, Model, ResultsError, Summary};
use std::collections::HashSet;
use std::ops::Range;

/// Results that can be read slice by slice.
pub(crate) trait Source {
    /// The declared quantities, with all axes filled in.
    fn declarations(&self) -> Vec<&Declaration>;
    /// Slices of quantity `index` along its first axis.
    fn read(&self, index: usize, rows: Range<usize>) -> Result<Vec<f64>, ResultsError>;
    /// The plane of a slice of quantity `index` at one index of an axis, the last axis fastest. Unlike the slice, it is small.
    fn read_plane(
        &self,
        index: usize,
        row: usize,
        (axis, place): (usize, usize),
    ) -> Result<Vec<f64>, ResultsError> {
        let slice = self.read(index, row..row + 1)?;
        let shape = self.declarations()[index].shape();
        let inner: usize = shape[axis + 1..].iter().product();
        let planes = slice.chunks(shape[axis] * inner);
        let cut = planes.flat_map(|part| &part[place * inner..][..inner]);
        Ok(cut.copied().collect())
    }
    /// The run summary; mostly empty if the run did not finish.
    fn summary(&self) -> &Summary;
    /// The version of the program that made the results.
    fn version(&self) -> &str;

    /// The model, if known.
    #[cfg_attr(not(feature = "plot"), allow(dead_code, reason = "only plots show it"))]
    fn model(&self) -> Option<&Model>;

    /// The title of the scene; may be empty.
    fn title(&self) -> &str {
        &self.summary().title
    }

    /// All values of quantity `index`.
    fn read_all(&self, index: usize) -> Result<Vec<f64>, ResultsError> {
        let rows = self.declarations()[index].axes[0].values.len();
        self.read(index, 0..rows)
    }
}

/// Splits `indices` into groups whose members satisfy `same`; order is kept.
pub(crate) fn group_by(
    indices: impl IntoIterator<Item = usize>,
    same: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in indices {
        match groups.iter_mut().find(|g| same(g[0], i)) {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    groups
}

/// The file stem of the table of this parent's quantities over direction.
pub(crate) fn table_name(parent: &str) -> String {
    FileNames::default().stem(&format!("{parent}_directions"))
}

/// Bytes of a file name without extension; file systems allow 255 with it and with a suffix.
const LONGEST_STEM: usize = 200;

/// Makes unique file names from quantity names.
#[derive(Default)]
pub(crate) struct FileNames {
    taken: HashSet<String>,
}

impl FileNames {
    /// A file name without extension: any character other than a letter, digit, `-` or `.` becomes `_`, and file systems do not take longer ones.
    pub fn stem(&mut self, name: &str) -> String {
        let keep = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
        let plain = name.chars().map(|c| if keep(c) { c } else { '_' });
        let mut bytes = 0;
        let fits = |c: &char| {
            bytes += c.len_utf8();
            bytes <= LONGEST_STEM
        };
        let plain: String = plain.take_while(fits).collect();
        let mut stem = plain.clone();
        let mut n = 2;
        while !self.taken.insert(stem.clone()) {
            stem = format!("{plain}_{n}");
            n += 1;
        }
        stem
    }
}
