//! Reads the file; data are read on demand.

use super::catalogue::{self, text_attribute};
use super::{header, heaps};
use crate::input::damaged;
use crate::source::Source;
use crate::{Declaration, Model, Quantity, ResultsError, SceneText, Summary};
use hdf5::{File, Hyperslab, SliceOrIndex};
use ndarray::IxDyn;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The open file with its catalogue of quantities.
pub(crate) struct Reader {
    path: PathBuf,
    file: File,
    declarations: Vec<Declaration>,
    /// The version of the program that wrote the file.
    pub version: String,
    /// The run summary, for plots.
    pub summary: Summary,
    /// The model, for plots.
    pub model: Option<Model>,
}

/// Checks what the library would trust.
fn check(path: &Path) -> Result<(), ResultsError> {
    let size = header::check(path)?;
    let heaps = std::fs::File::open(path).and_then(|mut file| heaps::fault(&mut file, size));
    match heaps.map_err(ResultsError::io(path))? {
        Some(cause) => Err(damaged(path, "the file", cause)),
        None => Ok(()),
    }
}

impl Reader {
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        check(path)?;
        let file = File::open(path);
        let file = file.map_err(|e| damaged(path, "the file", e.to_string()))?;
        Self::new(file, path)
    }

    /// Reads the catalogue of an open file.
    pub fn new(file: File, path: &Path) -> Result<Self, ResultsError> {
        let declarations = catalogue::read(&file, path)?;
        let version = text_attribute(&file, "version")
            .map_err(|e| damaged(path, "`version`", e.to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            declarations,
            version,
            summary: Summary::default(),
            model: None,
        })
    }

    pub fn scene(&self) -> Result<SceneText, ResultsError> {
        let text = catalogue::text_dataset(&self.file, &self.path, "scene")?;
        let read = || -> hdf5::Result<SceneText> {
            Ok(SceneText {
                text: catalogue::text(&text)?,
                file_name: text_attribute(&text, "file")?,
                format: text_attribute(&text, "format")?,
            })
        };
        read().map_err(|e| damaged(&self.path, "`scene`", e.to_string()))
    }

    fn read_slab(&self, index: usize, slab: Vec<SliceOrIndex>) -> Result<Vec<f64>, ResultsError> {
        let read = || -> hdf5::Result<Vec<f64>> {
            let data = self.file.dataset(&self.declarations[index].name)?;
            let array = data.read_slice::<f64, _, IxDyn>(Hyperslab::from(slab))?;
            Ok(array.into_raw_vec_and_offset().0)
        };
        read().map_err(ResultsError::hdf5(&self.path))
    }

    /// Reads the requested quantities into memory.
    pub fn select(
        &self,
        wanted: impl Fn(&Declaration) -> bool,
    ) -> Result<Vec<Quantity>, ResultsError> {
        let quantity = |(i, declaration): (usize, &Declaration)| {
            Ok(Quantity {
                declaration: declaration.clone(),
                data: self.read_all(i)?,
            })
        };
        let all = self.declarations.iter().enumerate();
        all.filter(|(_, d)| wanted(d)).map(quantity).collect()
    }
}

impl Source for Reader {
    fn declarations(&self) -> Vec<&Declaration> {
        self.declarations.iter().collect()
    }

    fn read(&self, index: usize, rows: Range<usize>) -> Result<Vec<f64>, ResultsError> {
        let mut slab = vec![SliceOrIndex::from(..); self.declarations[index].axes.len()];
        slab[0] = rows.into();
        self.read_slab(index, slab)
    }

    fn read_plane(
        &self,
        index: usize,
        row: usize,
        (axis, place): (usize, usize),
    ) -> Result<Vec<f64>, ResultsError> {
        let mut slab = vec![SliceOrIndex::from(..); self.declarations[index].axes.len()];
        slab[0] = (row..row + 1).into();
        slab[axis] = (place..place + 1).into();
        self.read_slab(index, slab)
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }
}
