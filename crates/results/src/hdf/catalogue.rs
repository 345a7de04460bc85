//! The catalogue of the file, verified as it is read: whoever uses the declarations may rely on them.
//!
//! - Shapes agree with axes, imaginary parts with real ones. The file of a run that did not end is cut to what is complete.
//! - Whatever is allocated is bounded by the size of the file.
//! - Links lead to objects of this file. Values are in this file, or, in virtual datasets, in files beside it.

use super::axis_path;
use super::storage::{Storages, complete_rows};
use crate::input::{damaged, size};
use crate::{Axis, Declaration, ResultsError, Storage, Streamed};
use hdf5::types::{FloatSize, TypeDescriptor, VarLenUnicode};
use hdf5::{Dataset, File, Group, LinkType, Location, LocationType};
use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;

/// Groups within groups; more are taken for a cycle of links.
const DEEPEST: usize = 32;
/// Bytes that a link takes in the file, at least.
const LINK_BYTES: u64 = 8;
/// Axes of a quantity.
const MOST_AXES: usize = 8;
/// Characters of a unit or of the name of an axis, which are drawn.
const LONGEST_WORD: usize = 100;
/// Characters of a description or of a path.
const LONGEST_TEXT: usize = 4000;

/// Reads and verifies all declarations.
pub(super) fn read(file: &File, path: &Path) -> Result<Vec<Declaration>, ResultsError> {
    let bytes = size(path)?.unwrap_or_default();
    let mut catalogue = Catalogue {
        file,
        path,
        is_finished: file.attr("summary").is_ok(),
        links: bytes / LINK_BYTES,
        storages: Storages::new(path, bytes),
    };
    let mut names = Vec::new();
    let root = file.group("/").map_err(|e| catalogue.fault("/", e))?;
    catalogue.collect(&root, "", &mut names)?;
    let each = names.iter().map(|name| catalogue.declaration(name));
    let mut declarations = each.collect::<Result<Vec<_>, _>>()?;
    catalogue.match_parts(&mut declarations)?;
    Ok(declarations)
}

/// A dataset of texts.
pub(super) fn text_dataset(file: &File, path: &Path, name: &str) -> Result<Dataset, ResultsError> {
    let data = file.dataset(name);
    let data = data.map_err(|e| damaged(path, format!("`{name}`"), e.to_string()))?;
    let bytes = size(path)?.unwrap_or_default();
    Storages::new(path, bytes).check(&data, name)?;
    Ok(data)
}

/// A text without a limit of its own: the library bounds it by the size of the file.
pub(super) fn text(container: &hdf5::Container) -> hdf5::Result<String> {
    // Texts of fixed length would be allocated before they are read.
    match container.dtype()?.to_descriptor()? {
        TypeDescriptor::VarLenUnicode | TypeDescriptor::VarLenAscii => Ok(container
            .read_scalar::<VarLenUnicode>()?
            .as_str()
            .to_owned()),
        other => Err(format!("expected a text, but found {other}").into()),
    }
}

pub(super) fn text_attribute(location: &Location, name: &str) -> hdf5::Result<String> {
    let attribute = location.attr(name)?;
    text(&attribute)
}

struct Catalogue<'a> {
    file: &'a File,
    path: &'a Path,
    /// Whether the run has written its summary.
    is_finished: bool,
    /// Links that may still be followed.
    links: u64,
    storages: Storages<'a>,
}

impl Catalogue<'_> {
    fn fault(&self, object: &str, cause: impl Display) -> ResultsError {
        damaged(self.path, format!("`{object}`"), cause.to_string())
    }

    /// Names of all datasets below `group` that are quantities.
    fn collect(
        &mut self,
        group: &Group,
        prefix: &str,
        names: &mut Vec<String>,
    ) -> Result<(), ResultsError> {
        if prefix.matches('/').count() > DEEPEST || prefix.len() > LONGEST_TEXT {
            let start: String = prefix.chars().take(LONGEST_WORD).collect();
            return Err(self.fault(&start, "its links form a cycle"));
        }
        let members = group.iter_visit_default(Vec::new(), |_, name, link, all| {
            all.push((name.to_owned(), link.link_type));
            true
        });
        for (member, link) in members.map_err(|e| self.fault(prefix, e))? {
            let path = format!("{prefix}{member}");
            let left = self.links.checked_sub(1);
            self.links = left.ok_or_else(|| self.fault(&path, "its links form a cycle"))?;
            match link {
                LinkType::Hard => {}
                // Those that users add lead to what is listed under its own name.
                LinkType::Soft => continue,
                LinkType::External => {
                    return Err(self.fault(&path, "it is a link to another file"));
                }
            }
            let failed = |e| self.fault(&path, e);
            match group.loc_type_by_name(&member).map_err(failed)? {
                LocationType::Group => {
                    let inner = group.group(&member).map_err(failed)?;
                    self.collect(&inner, &format!("{path}/"), names)?;
                }
                LocationType::Dataset => {
                    let data = group.dataset(&member).map_err(failed)?;
                    let attributes = data.attr_names().map_err(failed)?;
                    if attributes.iter().any(|name| name == "axes") {
                        names.push(path);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn declaration(&mut self, name: &str) -> Result<Declaration, ResultsError> {
        let data = self.file.dataset(name).map_err(|e| self.fault(name, e))?;
        let single = self.storages.check(&data, name)? == FloatSize::U4;
        let read = || -> hdf5::Result<_> {
            let streamed = data.attr("streamed")?.read_scalar::<u8>()? == 1;
            let unit = text_attribute(&data, "unit")?;
            let description = text_attribute(&data, "description")?;
            Ok((streamed, unit, description, axis_names(&data)?))
        };
        let (streamed, unit, description, axes) = read().map_err(|e| self.fault(name, e))?;
        self.expect_short(name, "unit", &unit, LONGEST_WORD)?;
        self.expect_short(name, "description", &description, LONGEST_TEXT)?;
        let streamed = if streamed {
            Streamed::Yes
        } else {
            Streamed::No
        };
        Ok(Declaration {
            name: name.to_owned(),
            unit,
            axes: self.axes(name, &data, &axes, streamed)?,
            streamed,
            storage: if single { Storage::F32 } else { Storage::F64 },
            description,
        })
    }

    fn expect_short(
        &self,
        name: &str,
        what: &str,
        text: &str,
        most: usize,
    ) -> Result<(), ResultsError> {
        match text.chars().count() {
            n if n > most => {
                let cause = format!("its {what} has {n} characters, more than {most}");
                Err(self.fault(name, cause))
            }
            _ => Ok(()),
        }
    }

    /// The axes of a dataset, which have its shape.
    fn axes(
        &mut self,
        name: &str,
        data: &Dataset,
        names: &[String],
        streamed: Streamed,
    ) -> Result<Vec<Axis>, ResultsError> {
        let shape = data.get_shape().map_err(|e| self.fault(name, e))?;
        if names.is_empty() || names.len() != shape.len() || names.len() > MOST_AXES {
            let (axes, dimensions) = (names.len(), shape.len());
            let cause = format!("it has {axes} axes for {dimensions} dimensions");
            return Err(self.fault(name, cause));
        }
        let mut axes = Vec::new();
        for (place, (axis, &length)) in names.iter().zip(&shape).enumerate() {
            self.expect_short(name, "axis", axis, LONGEST_WORD)?;
            if names[..place].contains(axis) {
                return Err(self.fault(name, format!("it has two axes `{axis}`")));
            }
            let grows = place == 0 && streamed == Streamed::Yes;
            let mut axis = self.axis(name, axis)?;
            if grows && !self.is_finished {
                let complete = complete_rows(data, &shape);
                axis.values.truncate(length.min(complete));
                keep_increasing(&mut axis);
            } else if axis.values.len() != length || (length == 0 && !grows) {
                let (axis, values) = (&axis.name, axis.values.len());
                let cause = format!("its axis `{axis}` has {values} values for {length}");
                return Err(self.fault(name, cause));
            }
            axes.push(axis);
        }
        Ok(axes)
    }

    fn axis(&mut self, quantity: &str, axis: &str) -> Result<Axis, ResultsError> {
        let path = &axis_path(quantity, axis);
        let scale = self.file.dataset(path).map_err(|e| self.fault(path, e))?;
        self.storages.check(&scale, path)?;
        self.storages.take_axis(&scale, path)?;
        let read = || -> hdf5::Result<_> {
            Ok((scale.read_raw::<f64>()?, text_attribute(&scale, "unit")?))
        };
        let (values, unit) = read().map_err(|e| self.fault(path, e))?;
        self.expect_short(path, "unit", &unit, LONGEST_WORD)?;
        if !values.iter().all(|x| x.is_finite()) {
            return Err(self.fault(path, "it has values that are not finite"));
        }
        Ok(Axis {
            name: axis.to_owned(),
            unit,
            values,
        })
    }

    /// Imaginary parts have the shape of the real ones, whose rows may be one more if the run was killed between the two.
    fn match_parts(&self, all: &mut [Declaration]) -> Result<(), ResultsError> {
        let names = all.iter().enumerate().map(|(n, d)| (d.name.clone(), n));
        let places: HashMap<String, usize> = names.collect();
        for real in 0..all.len() {
            let name = &all[real].name;
            let imaginary = match name.strip_suffix("/real") {
                Some(stem) => format!("{stem}/imag"),
                None => format!("{name}_imag"),
            };
            let Some(&imaginary) = places.get(&imaginary) else {
                continue;
            };
            let shapes = [real, imaginary].map(|part| all[part].shape());
            if shapes[0] == shapes[1] {
                continue;
            }
            let grows = |part: usize| all[part].streamed == Streamed::Yes;
            let is_cut = shapes[0].get(1..) == shapes[1].get(1..);
            if self.is_finished || !is_cut || !(grows(real) && grows(imaginary)) {
                let cause = format!("its shape differs from that of `{name}`");
                return Err(self.fault(&all[imaginary].name, cause));
            }
            let rows = shapes[0][0].min(shapes[1][0]);
            for part in [real, imaginary] {
                all[part].axes[0].values.truncate(rows);
            }
        }
        Ok(())
    }
}

fn axis_names(data: &Dataset) -> hdf5::Result<Vec<String>> {
    let names = data.attr("axes")?;
    let count = names
        .get_shape()?
        .iter()
        .fold(1, |n: usize, m| n.saturating_mul(*m));
    if count > MOST_AXES {
        return Err(format!("it has {count} axes, more than {MOST_AXES}").into());
    }
    match names.dtype()?.to_descriptor()? {
        TypeDescriptor::VarLenUnicode | TypeDescriptor::VarLenAscii => {
            let names = names.read_raw::<VarLenUnicode>()?;
            Ok(names.iter().map(ToString::to_string).collect())
        }
        other => Err(format!("expected the names of axes, but found {other}").into()),
    }
}

/// Times that were not yet on disk when the run was killed are zeros.
fn keep_increasing(axis: &mut Axis) {
    if axis.name == "time" {
        let values = axis.values.windows(2);
        let end = values.take_while(|pair| pair[0] < pair[1]).count() + 1;
        axis.values.truncate(end);
    }
}
