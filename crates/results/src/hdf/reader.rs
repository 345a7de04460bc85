//! Reads the file; data are read on demand.

use super::axis_path;
use crate::source::Source;
use crate::{
    Axis, Declaration, Model, Quantity, ResultsError, SceneText, Storage, Streamed, Summary,
};
use hdf5::types::{FloatSize, TypeDescriptor, VarLenUnicode};
use hdf5::{Dataset, File, Group, Hyperslab, Location, SliceOrIndex};
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

impl Reader {
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        Self::new(File::open(path).map_err(ResultsError::hdf5(path))?, path)
    }

    /// Reads the catalogue of an open file.
    pub fn new(file: File, path: &Path) -> Result<Self, ResultsError> {
        let catalogue = || -> hdf5::Result<_> {
            let mut names = Vec::new();
            collect(&file.group("/")?, "", &mut names)?;
            let each = names.iter().map(|n| declaration(&file, n));
            Ok((
                each.collect::<hdf5::Result<Vec<Declaration>>>()?,
                text_attribute(&file, "version")?,
            ))
        };
        let (declarations, version) = catalogue().map_err(ResultsError::hdf5(path))?;
        for declaration in &declarations {
            let files = part_files(&file, &declaration.name).map_err(ResultsError::hdf5(path))?;
            // HDF5 itself reads zeros in place of what is missing.
            for part in files.iter().map(|name| path.with_file_name(name)) {
                std::fs::metadata(&part).map_err(ResultsError::io(&part))?;
            }
        }
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
        let read = || -> hdf5::Result<SceneText> {
            let text = self.file.dataset("scene")?;
            Ok(SceneText {
                text: text.read_scalar::<VarLenUnicode>()?.as_str().to_owned(),
                file_name: text_attribute(&text, "file")?,
                format: text_attribute(&text, "format")?,
            })
        };
        read().map_err(ResultsError::hdf5(&self.path))
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

/// Names of all datasets below `group` that are quantities.
fn collect(group: &Group, prefix: &str, names: &mut Vec<String>) -> hdf5::Result<()> {
    for member in group.member_names()? {
        let path = format!("{prefix}{member}");
        if let Ok(inner) = group.group(&member) {
            collect(&inner, &format!("{path}/"), names)?;
        } else if group
            .dataset(&member)?
            .attr_names()?
            .iter()
            .any(|a| a == "axes")
        {
            names.push(path);
        }
    }
    Ok(())
}

fn declaration(file: &File, name: &str) -> hdf5::Result<Declaration> {
    let data = file.dataset(name)?;
    let single = matches!(
        data.dtype()?.to_descriptor()?,
        TypeDescriptor::Float(FloatSize::U4)
    );
    let streamed = data.attr("streamed")?.read_scalar::<u8>()? == 1;
    Ok(Declaration {
        name: name.to_owned(),
        unit: text_attribute(&data, "unit")?,
        axes: axes(file, name, &data)?,
        streamed: if streamed {
            Streamed::Yes
        } else {
            Streamed::No
        },
        storage: if single { Storage::F32 } else { Storage::F64 },
        description: text_attribute(&data, "description")?,
    })
}

/// The files of ranks that have the values of a quantity; empty if they are in this file.
fn part_files(file: &File, name: &str) -> hdf5::Result<Vec<String>> {
    let data = file.dataset(name)?;
    if !data.attr_names()?.iter().any(|a| a == "files") {
        return Ok(Vec::new());
    }
    let files = data.attr("files")?.read_raw::<VarLenUnicode>()?;
    Ok(files.iter().map(ToString::to_string).collect())
}

/// The axes of a dataset, cut to its shape: an interrupted run may have written one time value more.
fn axes(file: &File, name: &str, data: &Dataset) -> hdf5::Result<Vec<Axis>> {
    let names = data.attr("axes")?.read_raw::<VarLenUnicode>()?;
    let axis = |(axis, n): (&VarLenUnicode, usize)| {
        let scale = file.dataset(&axis_path(name, axis))?;
        let mut values = scale.read_raw::<f64>()?;
        values.truncate(n);
        Ok(Axis {
            name: axis.to_string(),
            unit: text_attribute(&scale, "unit")?,
            values,
        })
    };
    names.iter().zip(data.shape()).map(axis).collect()
}

fn text_attribute(location: &Location, name: &str) -> hdf5::Result<String> {
    Ok(location
        .attr(name)?
        .read_scalar::<VarLenUnicode>()?
        .as_str()
        .to_owned())
}
