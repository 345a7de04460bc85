//! Writes quantities to the file as they arrive.

use super::{CONVENTION, Reader, axis_path};
use crate::checks::{check, check_append, not_finite};
use crate::{Axis, Declaration, ResultsError, SceneText, Storage, Streamed};
use hdf5::types::{FixedAscii, VarLenArray, VarLenUnicode};
use hdf5::{Dataset, Extent, File, Group, Location, ObjectReference, ObjectReference1};
use hdf5::{Hyperslab, SliceOrIndex};
use ndarray::ArrayViewD;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Values per chunk of a series: small enough for many probes, large enough to be fast.
const SERIES_CHUNK: usize = 2048;
/// Largest number of values in a chunk of a snapshot.
const SLICE_CHUNK: usize = 1 << 18;
/// Light compression: higher levels cost several times as much and save only a few per cent.
const DEFLATE: u8 = 2;

/// The open file.
pub(crate) struct Writer {
    path: PathBuf,
    file: File,
    entries: Vec<Entry>,
    names: HashSet<String>,
    /// The first non-finite value.
    pub fault: Option<ResultsError>,
}

struct Entry {
    declaration: Declaration,
    rows: usize,
    coordinates: Dataset,
    data: Dataset,
}

impl Writer {
    pub fn create(path: &Path, scene: &SceneText, version: &str) -> Result<Self, ResultsError> {
        let start = || -> hdf5::Result<File> {
            let file = File::create(path)?;
            text_attribute(&file, "generator", "poynting")?;
            text_attribute(&file, "version", version)?;
            text_attribute(&file, "convention", CONVENTION)?;
            let text = file.new_dataset::<VarLenUnicode>().create("scene")?;
            text.write_scalar(&unicode(&scene.text))?;
            text_attribute(&text, "format", &scene.format)?;
            text_attribute(&text, "file", &scene.file_name)?;
            Ok(file)
        };
        let file = start().map_err(ResultsError::hdf5(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            entries: Vec::new(),
            names: HashSet::new(),
            fault: None,
        })
    }

    /// Adds a quantity and returns its number.
    pub fn declare(&mut self, declaration: Declaration) -> Result<usize, ResultsError> {
        check(&declaration)?;
        let name = &declaration.name;
        let axes = declaration.axes.iter().map(|a| axis_path(name, &a.name));
        let paths: Vec<String> = std::iter::once(name.clone()).chain(axes).collect();
        if let Some(taken) = paths.iter().find(|p| self.names.contains(*p)) {
            return Err(ResultsError::NameTaken(taken.clone()));
        }
        let (coordinates, data) =
            create(&self.file, &declaration).map_err(ResultsError::hdf5(&self.path))?;
        self.names.extend(paths);
        self.entries.push(Entry {
            declaration,
            rows: 0,
            coordinates,
            data,
        });
        Ok(self.entries.len() - 1)
    }

    /// Appends slices to quantity `index`.
    pub fn append(
        &mut self,
        index: usize,
        coordinates: &[f64],
        data: &[f64],
    ) -> Result<(), ResultsError> {
        let entry = self
            .entries
            .get_mut(index)
            .ok_or(ResultsError::UnknownQuantity(index))?;
        check_append(&entry.declaration, entry.rows, coordinates, data)?;
        if self.fault.is_none() {
            self.fault = not_finite(&entry.declaration, coordinates, data);
        }
        entry
            .append(coordinates, data)
            .map_err(ResultsError::hdf5(&self.path))
    }

    /// Makes everything written so far readable even if the program is killed.
    pub fn flush(&self) -> Result<(), ResultsError> {
        self.file.flush().map_err(ResultsError::hdf5(&self.path))
    }

    /// Adds the summary, and continues as a reader of the same open file.
    ///
    /// The file is not closed and reopened: HDF5 locks it, a child process started in the meantime
    /// inherits the lock, and opening would fail for as long as that child lives.
    pub fn finish(self, summary: &str) -> Result<Reader, ResultsError> {
        let Self {
            path,
            file,
            entries,
            ..
        } = self;
        drop(entries);
        text_attribute(&file, "summary", summary)
            .and_then(|()| file.flush())
            .map_err(ResultsError::hdf5(&path))?;
        Reader::new(file, &path)
    }
}

impl Entry {
    fn append(&mut self, coordinates: &[f64], data: &[f64]) -> hdf5::Result<()> {
        let mut shape = self.declaration.shape();
        let new = match self.declaration.streamed {
            Streamed::Yes => coordinates.len(),
            Streamed::No => shape[0],
        };
        let rows = self.rows..self.rows + new;
        if self.declaration.streamed == Streamed::Yes {
            shape[0] = rows.end;
            self.data.resize(shape.as_slice())?;
            self.coordinates.resize(rows.end)?;
            self.coordinates.write_slice(coordinates, rows.clone())?;
        }
        shape[0] = new;
        let mut slab = vec![SliceOrIndex::from(..); shape.len()];
        slab[0] = rows.clone().into();
        let view = ArrayViewD::from_shape(shape, data)
            .map_err(|e| hdf5::Error::Internal(e.to_string()))?;
        self.data.write_slice(view, Hyperslab::from(slab))?;
        self.rows = rows.end;
        Ok(())
    }
}

/// Creates the datasets of a quantity; returns the coordinates of its first axis, and the data.
fn create(file: &File, declaration: &Declaration) -> hdf5::Result<(Dataset, Dataset)> {
    let name = &declaration.name;
    if let Some((parent, _)) = name.rsplit_once('/') {
        ensure_group(file, parent)?;
    }
    let mut references = Vec::new();
    let mut first = None;
    for axis in &declaration.axes {
        let path = axis_path(name, &axis.name);
        let scale = create_scale(file, &path, axis)?;
        first.get_or_insert(scale);
        references.push(VarLenArray::from_slice(&[ObjectReference1::create(
            file, &path,
        )?]));
    }
    let data = create_data(file, declaration)?;
    data.new_attr_builder()
        .with_data(&references)
        .create("DIMENSION_LIST")?;
    text_attribute(&data, "unit", &declaration.unit)?;
    text_attribute(&data, "description", &declaration.description)?;
    let names: Vec<_> = declaration.axes.iter().map(|a| unicode(&a.name)).collect();
    data.new_attr_builder().with_data(&names).create("axes")?;
    let streamed = u8::from(declaration.streamed == Streamed::Yes);
    data.new_attr::<u8>()
        .create("streamed")?
        .write_scalar(&streamed)?;
    let first = first.ok_or_else(|| hdf5::Error::Internal("no axis".to_owned()))?;
    Ok((first, data))
}

fn create_scale(file: &File, path: &str, axis: &Axis) -> hdf5::Result<Dataset> {
    let scale = if axis.values.is_empty() {
        file.new_dataset::<f64>()
            .chunk(SERIES_CHUNK)
            .chunk_cache(1, SERIES_CHUNK * 8, 1.0)
            .shape(Extent::resizable(0))
            .create(path)?
    } else {
        file.new_dataset_builder()
            .with_data(&axis.values)
            .create(path)?
    };
    text_attribute(&scale, "unit", &axis.unit)?;
    fixed_attribute(&scale, "CLASS", "DIMENSION_SCALE")?;
    fixed_attribute(&scale, "NAME", &axis.name)?;
    Ok(scale)
}

fn create_data(file: &File, declaration: &Declaration) -> hdf5::Result<Dataset> {
    let shape = declaration.shape();
    let chunk = chunk_shape(&shape);
    let mut extents: Vec<Extent> = shape.iter().map(|&n| Extent::fixed(n)).collect();
    if declaration.streamed == Streamed::Yes {
        extents[0] = Extent::resizable(0);
    }
    let builder = match declaration.storage {
        Storage::F32 => file.new_dataset::<f32>().shuffle().deflate(DEFLATE),
        Storage::F64 => file.new_dataset::<f64>(),
    };
    // A cache of one chunk: thousands of open datasets must not each hold a mebibyte.
    let bytes = chunk.iter().product::<usize>() * 8;
    builder
        .chunk(chunk)
        .chunk_cache(1, bytes, 1.0)
        .shape(extents)
        .create(declaration.name.as_str())
}

/// A series is chunked along its axis; for anything larger, a chunk lies within one slice.
fn chunk_shape(shape: &[usize]) -> Vec<usize> {
    if shape.len() == 1 {
        return vec![if shape[0] == 0 {
            SERIES_CHUNK
        } else {
            shape[0].min(SERIES_CHUNK)
        }];
    }
    let mut chunk = shape.to_vec();
    chunk[0] = 1;
    for i in 1..chunk.len() {
        let rest: usize = chunk[i + 1..].iter().product();
        chunk[i] = chunk[i].min((SLICE_CHUNK / rest).max(1));
        if chunk[i] > 1 {
            break;
        }
    }
    chunk
}

fn ensure_group(file: &File, path: &str) -> hdf5::Result<Group> {
    let mut group = file.group("/")?;
    for part in path.split('/') {
        group = if group.link_exists(part) {
            group.group(part)?
        } else {
            group.create_group(part)?
        };
    }
    Ok(group)
}

/// HDF5 strings end at the first NUL, so a NUL cannot be stored.
fn unicode(text: &str) -> VarLenUnicode {
    let text = text.replace('\0', "");
    text.parse().unwrap_or_default()
}

fn text_attribute(location: &Location, name: &str, text: &str) -> hdf5::Result<()> {
    location
        .new_attr::<VarLenUnicode>()
        .create(name)?
        .write_scalar(&unicode(text))
}

/// The dimension scale specification requires fixed-length strings here.
fn fixed_attribute(location: &Location, name: &str, text: &str) -> hdf5::Result<()> {
    let text = FixedAscii::<16>::from_ascii(text.as_bytes()).unwrap_or_default();
    location
        .new_attr::<FixedAscii<16>>()
        .create(name)?
        .write_scalar(&text)
}
