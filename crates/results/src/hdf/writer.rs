//! Writes quantities to the file as they arrive.

use super::parts::{PartFiles, create_virtual, file_name};
use super::{CONVENTION, Reader, axis_path};
use crate::checks::{check, check_append, not_finite};
use crate::{Axis, Declaration, ResultsError, SceneText, Storage, Streamed};
use hdf5::types::{FixedAscii, VarLenArray, VarLenUnicode};
use hdf5::{Dataset, Extent, File, Group, Location, ObjectReference, ObjectReference1};
use hdf5::{Hyperslab, SliceOrIndex};
use ndarray::ArrayViewD;
use poynting_observe::Part;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Values per chunk of a series: small enough for many probes, large enough to be fast.
const SERIES_CHUNK: usize = 2048;
/// Largest number of values in a chunk of a snapshot.
const SLICE_CHUNK: usize = 1 << 18;
/// Bytes of the descriptions of a dataset and its axes that the library holds, roughly.
const DESCRIPTION: usize = 16 << 10;
/// Light compression: higher levels cost several times as much and save only a few per cent.
const DEFLATE: u8 = 2;

/// The open file.
pub(crate) struct Writer {
    path: PathBuf,
    file: File,
    entries: Vec<Entry>,
    /// The files of the ranks of this process.
    parts: PartFiles,
    names: HashSet<String>,
    /// Open until all of the file is flushed: closing a dataset writes what is left of it, and ignores errors.
    complete: Vec<Dataset>,
    /// The first non-finite value.
    pub fault: Option<ResultsError>,
}

struct Entry {
    declaration: Declaration,
    rows: usize,
    coordinates: Dataset,
    data: Data,
}

/// Where the values of a quantity are.
enum Data {
    Here(Dataset),
    /// In the files of ranks, until the dataset that presents them is created.
    InParts(Vec<Part>),
}

impl Writer {
    pub fn create(path: &Path, scene: &SceneText, version: &str) -> Result<Self, ResultsError> {
        let start = || -> hdf5::Result<(File, Dataset)> {
            let file = File::create(path)?;
            text_attribute(&file, "generator", "poynting")?;
            text_attribute(&file, "version", version)?;
            text_attribute(&file, "convention", CONVENTION)?;
            let text = file.new_dataset::<VarLenUnicode>().create("scene")?;
            text.write_scalar(&unicode(&scene.text))?;
            text_attribute(&text, "format", &scene.format)?;
            text_attribute(&text, "file", &scene.file_name)?;
            Ok((file, text))
        };
        let (file, scene) = start().map_err(ResultsError::hdf5(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            entries: Vec::new(),
            parts: PartFiles::new(path.parent().unwrap_or(Path::new(""))),
            names: HashSet::new(),
            complete: vec![scene],
            fault: None,
        })
    }

    /// Adds a quantity and returns its number.
    pub fn declare(&mut self, declaration: Declaration) -> Result<usize, ResultsError> {
        self.add(declaration, None)
    }

    /// The same for a quantity that is in parts.
    pub fn declare_parts(
        &mut self,
        declaration: Declaration,
        parts: &[Part],
    ) -> Result<usize, ResultsError> {
        self.parts.declare(self.entries.len(), &declaration, parts);
        self.add(declaration, Some(parts.to_vec()))
    }

    fn add(
        &mut self,
        declaration: Declaration,
        parts: Option<Vec<Part>>,
    ) -> Result<usize, ResultsError> {
        check(&declaration)?;
        let name = &declaration.name;
        let axes = declaration.axes.iter().map(|a| axis_path(name, &a.name));
        let paths: Vec<String> = std::iter::once(name.clone()).chain(axes).collect();
        if let Some(taken) = paths.iter().find(|p| self.names.contains(*p)) {
            return Err(ResultsError::NameTaken(taken.clone()));
        }
        let create = || -> hdf5::Result<_> {
            let coordinates = create_scales(&self.file, &declaration, &mut self.complete)?;
            let data = if let Some(parts) = parts {
                Data::InParts(parts)
            } else {
                let data = create_data(&self.file, &declaration)?;
                describe(&self.file, &data, &declaration)?;
                Data::Here(data)
            };
            Ok((coordinates, data))
        };
        let (coordinates, data) = create().map_err(ResultsError::hdf5(&self.path))?;
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

    /// Appends the values at one value of the first axis that the ranks of this process have of quantity `index`.
    pub fn append_parts(
        &mut self,
        index: usize,
        leading: f64,
        values: &[(usize, Vec<f64>)],
    ) -> Result<(), ResultsError> {
        let entry = self.entries.get_mut(index);
        let entry = entry.ok_or(ResultsError::UnknownQuantity(index))?;
        for (rank, values) in values {
            self.parts.append(index, leading, (*rank, &values[..]))?;
        }
        entry.rows += 1;
        let written = entry.coordinates.resize(entry.rows).and_then(|()| {
            let rows = entry.rows - 1..entry.rows;
            entry.coordinates.write_slice(&[leading], rows)
        });
        written.map_err(ResultsError::hdf5(&self.path))
    }

    /// Completes the files of the ranks of this process.
    pub fn close_parts(&mut self) -> Result<(), ResultsError> {
        self.fault = self.fault.take().or(self.parts.fault.take());
        self.parts.close()
    }

    /// Presents the parts that all ranks have completed as whole quantities. Returns the names of their files.
    pub fn join_parts(&mut self) -> Result<Vec<String>, ResultsError> {
        for entry in &mut self.entries {
            if let Data::InParts(parts) = &entry.data {
                let joined = join(&self.file, &entry.declaration, (&parts[..], entry.rows));
                entry.data = Data::Here(joined.map_err(ResultsError::hdf5(&self.path))?);
            }
        }
        let names = self.parts.names().into_iter();
        let dir = self.path.parent().unwrap_or(Path::new(""));
        Ok(names.filter(|name| dir.join(name).exists()).collect())
    }

    /// Makes everything written so far readable even if the program is killed.
    pub fn flush(&self) -> Result<(), ResultsError> {
        self.parts.flush()?;
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
            complete,
            ..
        } = self;
        text_attribute(&file, "summary", summary)
            .and_then(|()| file.flush())
            .map_err(ResultsError::hdf5(&path))?;
        drop((entries, complete));
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
            self.coordinates.resize(rows.end)?;
            self.coordinates.write_slice(coordinates, rows.clone())?;
        }
        let Data::Here(dataset) = &self.data else {
            return Err(hdf5::Error::Internal("it is in parts".to_owned()));
        };
        shape[0] = new;
        write_rows(dataset, shape, rows.clone(), data)?;
        self.rows = rows.end;
        Ok(())
    }
}

/// Writes rows of a dataset, which grows if necessary.
pub(super) fn write_rows(
    dataset: &Dataset,
    shape: Vec<usize>,
    rows: Range<usize>,
    data: &[f64],
) -> hdf5::Result<()> {
    if dataset.is_resizable() {
        let mut longer = shape.clone();
        longer[0] = rows.end;
        dataset.resize(longer.as_slice())?;
    }
    let mut slab = vec![SliceOrIndex::from(..); shape.len()];
    slab[0] = rows.into();
    let view =
        ArrayViewD::from_shape(shape, data).map_err(|e| hdf5::Error::Internal(e.to_string()))?;
    dataset.write_slice(view, Hyperslab::from(slab))
}

/// Creates the dataset of a quantity whose parts are complete.
fn join(
    file: &File,
    declaration: &Declaration,
    (parts, rows): (&[Part], usize),
) -> hdf5::Result<Dataset> {
    let data = match rows {
        0 => create_data(file, declaration)?,
        rows => create_virtual(file, declaration, (parts, rows))?,
    };
    describe(file, &data, declaration)?;
    let ranks: BTreeSet<usize> = parts.iter().map(|part| part.rank).collect();
    let files = ranks.into_iter().map(|rank| unicode(&file_name(rank)));
    let files: Vec<_> = files.filter(|_| rows > 0).collect();
    if !files.is_empty() {
        data.new_attr_builder().with_data(&files).create("files")?;
    }
    Ok(data)
}

/// Creates the coordinates of a quantity; returns those of its first axis. Those of the others are `complete`.
fn create_scales(
    file: &File,
    declaration: &Declaration,
    complete: &mut Vec<Dataset>,
) -> hdf5::Result<Dataset> {
    ensure_group(file, declaration.parent_and_leaf().0)?;
    let mut first = None;
    for axis in &declaration.axes {
        let scale = create_scale(file, &axis_path(&declaration.name, &axis.name), axis)?;
        match first {
            None => first = Some(scale),
            Some(_) => complete.push(scale),
        }
    }
    first.ok_or_else(|| hdf5::Error::Internal("no axis".to_owned()))
}

/// Writes what a quantity is to its dataset.
fn describe(file: &File, data: &Dataset, declaration: &Declaration) -> hdf5::Result<()> {
    let reference = |axis: &Axis| {
        let scale = axis_path(&declaration.name, &axis.name);
        Ok(VarLenArray::from_slice(&[ObjectReference1::create(
            file, &scale,
        )?]))
    };
    let references = declaration.axes.iter().map(reference);
    let references: Vec<_> = references.collect::<hdf5::Result<_>>()?;
    data.new_attr_builder()
        .with_data(&references)
        .create("DIMENSION_LIST")?;
    text_attribute(data, "unit", &declaration.unit)?;
    text_attribute(data, "description", &declaration.description)?;
    let names: Vec<_> = declaration.axes.iter().map(|a| unicode(&a.name)).collect();
    data.new_attr_builder().with_data(&names).create("axes")?;
    let streamed = u8::from(declaration.streamed == Streamed::Yes);
    data.new_attr::<u8>()
        .create("streamed")?
        .write_scalar(&streamed)
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

pub(super) fn create_data(file: &File, declaration: &Declaration) -> hdf5::Result<Dataset> {
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
    let bytes = cache_bytes(&chunk, declaration.storage);
    builder
        .chunk(chunk)
        .chunk_cache(1, bytes, 1.0)
        .shape(extents)
        .create(declaration.name.as_str())
}

/// A cache of one chunk where it is written in pieces: a series, and numbers that are converted. Other slices are written as they arrive, and thousands of
/// open datasets must not each hold a chunk of them.
fn cache_bytes(chunk: &[usize], storage: Storage) -> usize {
    let values: usize = chunk.iter().product();
    match storage {
        Storage::F32 => values * size_of::<f32>(),
        Storage::F64 if chunk.len() == 1 => values * size_of::<f64>(),
        Storage::F64 => 0,
    }
}

/// Bytes that the file holds in memory for a quantity until it is complete: the cached chunks of its values and its first axis, and their descriptions.
pub(crate) fn held_bytes(declaration: &Declaration) -> u64 {
    let chunk = chunk_shape(&declaration.shape());
    let axis = match declaration.streamed {
        Streamed::Yes => SERIES_CHUNK * size_of::<f64>(),
        Streamed::No => 0,
    };
    (cache_bytes(&chunk, declaration.storage) + axis + DESCRIPTION) as u64
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

pub(super) fn ensure_group(file: &File, path: &str) -> hdf5::Result<Group> {
    let mut group = file.group("/")?;
    for part in path.split('/').filter(|part| !part.is_empty()) {
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
