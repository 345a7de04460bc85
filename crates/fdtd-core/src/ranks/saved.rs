//! The state of a rank in a file, by node, so that any other division of the grid can read it.
//!
//! ```text
//! box    first node and number of nodes along each axis of the scene        6 u64
//! rows   along the rows in memory: the number of values of each node        u16 each
//!        and then the values of each node, in the order of `Places`
//! sums   per transform: where its box begins in that of the whole           3 u64
//!        model, its lengths, and the values                                 3 u64, values
//! index  where each row begins, then the sums, then the index               u64 each
//! ```
//!
//! Numbers are little-endian.

use crate::engine::Source;
use crate::ranks::places::{NodeBox, Places};
use crate::ranks::rank::{BoxInBox, Rank};
use crate::setup::Instruments;
use poynting_exec::{Element, Real, bytes_of, bytes_of_mut};
use poynting_grid::{Arrangement, overlap};
use std::io::{self, ErrorKind, SeekFrom, Write};
use std::ops::Range;

/// Counts what is written.
struct Counted<'a> {
    to: &'a mut dyn Write,
    len: u64,
}

impl Counted<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.len += bytes.len() as u64;
        self.to.write_all(bytes)
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = usize>) -> io::Result<()> {
        let mut numbers = numbers.into_iter();
        numbers.try_for_each(|n| self.bytes(&(n as u64).to_le_bytes()))
    }
}

/// Numbers of which a file says how many they are: no more than it has bytes, since it may come from a stranger.
fn values<V: Element + Default>(
    (from, len): (&mut dyn Source, u64),
    count: Option<usize>,
) -> io::Result<Vec<V>> {
    let bytes = |count: &usize| count.checked_mul(size_of::<V>());
    let count = count.filter(|count| bytes(count).is_some_and(|bytes| bytes as u64 <= len));
    let mut values = vec![V::default(); count.ok_or_else(unfit)?];
    from.read_exact(bytes_of_mut(&mut values))?;
    Ok(values)
}

fn numbers<const N: usize>(from: &mut dyn Source) -> io::Result<[usize; N]> {
    let mut all = [0; N];
    for n in &mut all {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        *n = u64::from_le_bytes(bytes) as usize;
    }
    Ok(all)
}

/// A first number and how many follow.
fn range(from: &mut dyn Source) -> io::Result<Range<usize>> {
    let [first, len] = numbers(from)?;
    let end = first.checked_add(len).ok_or_else(unfit)?;
    Ok(first..end)
}

fn unfit() -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        "its nodes are not those of the scene",
    )
}

/// What the monitors of a whole model are, and where its nodes would be on one rank.
pub type WholeModel<'a> = (&'a Instruments, &'a Arrangement);

impl<T: Real> Rank<'_, T> {
    /// Writes the state of the own nodes.
    pub fn save(&mut self, whole: WholeModel<'_>, to: &mut dyn Write) -> io::Result<()> {
        let own = self.arrangement.own_nodes();
        let mut file = Counted { to, len: 0 };
        file.numbers(own.iter().flat_map(|range| [range.start, range.len()]))?;
        let mut index = Vec::new();
        if let Some([_, [x, y, z]]) = self.arrangement.own(&own) {
            for i in x {
                let plane = [i..i + 1, y.clone(), z.clone()];
                let (starts, values) = self.read_plane(&plane)?;
                for row in (0..y.len()).map(|j| &starts[j * z.len()..=(j + 1) * z.len()]) {
                    index.push(file.len as usize);
                    let counts = row.windows(2).map(|pair| (pair[1] - pair[0]) as u16);
                    file.bytes(&counts.flat_map(u16::to_le_bytes).collect::<Vec<u8>>())?;
                    file.bytes(bytes_of(&values[row[0]..row[z.len()]]))?;
                }
            }
        }
        index.push(file.len as usize);
        self.each_sums(whole, |place, sums| {
            file.numbers(place.offset)?;
            file.numbers(place.lengths)?;
            file.bytes(bytes_of(&sums))
        })?;
        index.push(file.len as usize);
        file.numbers(index)
    }

    /// The values of a plane, node by node, and where those of each node begin.
    fn read_plane(&mut self, plane: &NodeBox) -> io::Result<(Vec<usize>, Vec<T>)> {
        let last = self.messages.selections();
        let engine = self.engine.get_mut();
        engine.select(std::slice::from_ref(plane));
        let mut read = [Vec::new()];
        let done = engine.read(last, &mut read);
        engine.deselect();
        done.map_err(io::Error::other)?;
        let [read] = read;
        let starts = starts_of_nodes(engine.places(), plane);
        let mut values = vec![T::default(); read.len()];
        let (mut next, mut read) = (starts.clone(), read.iter());
        each_stretch_of(engine.places(), plane, |nodes| {
            for (next, value) in next[nodes].iter_mut().zip(&mut read) {
                values[*next] = *value;
                *next += 1;
            }
        });
        Ok((starts, values))
    }

    /// Stores the values of some nodes of the saved rows of a plane.
    fn write_plane(
        &mut self,
        plane: &NodeBox,
        rows: &[Row<T>],
        nodes: &Range<usize>,
    ) -> io::Result<()> {
        let last = self.messages.selections();
        let engine = self.engine.get_mut();
        let starts = starts_of_nodes(engine.places(), plane);
        let saved = rows.iter().flat_map(|row| row.counts(nodes));
        if !saved.eq(starts.windows(2).map(|pair| pair[1] - pair[0])) {
            return Err(unfit());
        }
        let saved: Vec<&T> = rows.iter().flat_map(|row| row.values(nodes)).collect();
        let (mut next, mut values) = (starts, Vec::with_capacity(saved.len()));
        each_stretch_of(engine.places(), plane, |nodes| {
            for next in &mut next[nodes] {
                values.push(*saved[*next]);
                *next += 1;
            }
        });
        engine.select(std::slice::from_ref(plane));
        let written = engine.write(last, &[&values]);
        engine.deselect();
        written.map_err(io::Error::other)
    }

    /// Visits the sums of each transform, and where its nodes are in those of the whole model.
    fn each_sums(
        &mut self,
        (instruments, whole): WholeModel<'_>,
        mut visit: impl FnMut(BoxInBox, Vec<T>) -> io::Result<()>,
    ) -> io::Result<()> {
        let (sums, own) = self.engine.get_mut().sums(0).map_err(io::Error::other)?;
        let own = own.spectra.transforms().iter();
        for (n, (own, all)) in own.zip(instruments.spectra.transforms()).enumerate() {
            let arrangements = [&self.arrangement, whole];
            let place = BoxInBox::new(arrangements, &own.of.nodes, &all.of.nodes);
            visit(place, sums.all(n))?;
        }
        Ok(())
    }

    /// Reads the state of all stored nodes that a file has.
    pub fn load(&mut self, whole: WholeModel<'_>, from: &mut dyn Source) -> io::Result<()> {
        from.seek(SeekFrom::Start(0))?;
        let saved = [range(from)?, range(from)?, range(from)?];
        let lengths = saved.each_ref().map(ExactSizeIterator::len);
        let len = from.seek(SeekFrom::End(0))?;
        from.seek(SeekFrom::End(-8))?;
        let [index] = numbers(from)?;
        let turned = self.arrangement.turn.each(lengths);
        let rows = if lengths.contains(&0) {
            Some(0)
        } else {
            turned[0].checked_mul(turned[1])
        };
        let rows = Rows {
            len,
            index: index as u64,
            count: rows.ok_or_else(unfit)?,
            nodes: turned[2],
        };
        for [scene, stored] in self.arrangement.pieces(&saved) {
            let first = std::array::from_fn(|a| scene[a].start - saved[a].start);
            let first = self.arrangement.turn.each(first);
            let [xs, ys, zs] = stored;
            for i in xs.clone() {
                let row =
                    |j: usize| (first[0] + i - xs.start) * turned[1] + first[1] + j - ys.start;
                let saved = ys.clone().map(|j| rows.read::<T>(from, row(j)));
                let saved: Vec<Row<T>> = saved.collect::<io::Result<_>>()?;
                let nodes = first[2]..first[2] + zs.len();
                self.write_plane(&[i..i + 1, ys.clone(), zs.clone()], &saved, &nodes)?;
            }
        }
        self.engine.get_mut().fill_ghosts();
        rows.find(from, rows.count)?;
        self.load_sums(whole, (from, len))
    }

    fn load_sums(
        &mut self,
        whole: WholeModel<'_>,
        (from, len): (&mut dyn Source, u64),
    ) -> io::Result<()> {
        let mut own = Vec::new();
        self.each_sums(whole, |place, sums| {
            own.push((place, sums));
            Ok(())
        })?;
        let transforms = whole.0.spectra.transforms();
        for ((place, sums), transform) in own.iter_mut().zip(transforms) {
            let saved = BoxInBox {
                offset: numbers(from)?,
                lengths: numbers(from)?,
                sizes: place.sizes,
            };
            saved.require_ends()?;
            let parts = 2 * transform.frequencies.len();
            let lengths = saved.lengths.iter();
            let nodes = lengths.copied().try_fold(1, usize::checked_mul);
            let values: Vec<T> =
                values((&mut *from, len), nodes.and_then(|n| n.checked_mul(parts)))?;
            let nodes = nodes.unwrap_or_default();
            let of_own: usize = place.lengths.iter().product();
            let own = sums.chunks_mut(of_own.max(1));
            for (from, to) in values.chunks(nodes.max(1)).zip(own) {
                saved.copy_shared(from, place, to);
            }
        }
        let sums: Vec<Vec<T>> = own.into_iter().map(|(_, sums)| sums).collect();
        self.engine.get_mut().set_sums(&sums);
        Ok(())
    }
}

/// The values of a row, and where those of each node begin.
struct Row<T> {
    starts: Vec<usize>,
    values: Vec<T>,
}

impl<T> Row<T> {
    /// The number of values of each of some nodes.
    fn counts(&self, nodes: &Range<usize>) -> impl Iterator<Item = usize> {
        let starts = &self.starts[nodes.start..=nodes.end];
        starts.windows(2).map(|pair| pair[1] - pair[0])
    }

    /// The values of some nodes.
    fn values(&self, nodes: &Range<usize>) -> &[T] {
        &self.values[self.starts[nodes.start]..self.starts[nodes.end]]
    }
}

/// Visits the stretches of a plane as the nodes that they cover, counted row by row from the first of the plane.
fn each_stretch_of<T: Real>(
    places: Places<'_, T>,
    plane: &NodeBox,
    mut visit: impl FnMut(Range<usize>),
) {
    let [_, y, z] = plane;
    places.each_stretch(plane, |first, len| {
        let [_, j, k] = first.node();
        let first = (j - y.start) * z.len() + places.layout.node_of(k) - z.start;
        visit(first..first + len);
    });
}

/// Where the values of each node of a plane begin if they are stored node by node; the last entry is their number.
fn starts_of_nodes<T: Real>(places: Places<'_, T>, plane: &NodeBox) -> Vec<usize> {
    let [_, y, z] = plane;
    let mut starts = vec![0; y.len() * z.len() + 1];
    each_stretch_of(places, plane, |nodes| {
        starts[nodes.start + 1..=nodes.end]
            .iter_mut()
            .for_each(|n| *n += 1);
    });
    for n in 1..starts.len() {
        starts[n] += starts[n - 1];
    }
    starts
}

/// The rows of a file.
struct Rows {
    /// Bytes of the file.
    len: u64,
    /// Where the index begins.
    index: u64,
    count: usize,
    /// Nodes of each.
    nodes: usize,
}

impl Rows {
    /// Goes to where a row begins, or to what follows the last one.
    fn find(&self, from: &mut dyn Source, row: usize) -> io::Result<()> {
        let entry = (row as u64).checked_mul(8);
        let entry = entry.and_then(|n| n.checked_add(self.index));
        from.seek(SeekFrom::Start(entry.ok_or_else(unfit)?))?;
        let [begin] = numbers(from)?;
        from.seek(SeekFrom::Start(begin as u64)).map(drop)
    }

    fn read<T: Real>(&self, from: &mut dyn Source, row: usize) -> io::Result<Row<T>> {
        self.find(from, row)?;
        let counts: Vec<u8> = values((&mut *from, self.len), self.nodes.checked_mul(2))?;
        let mut starts = vec![0];
        for count in counts.chunks_exact(2) {
            let count = usize::from(u16::from_le_bytes([count[0], count[1]]));
            starts.push(starts.last().copied().unwrap_or(0) + count);
        }
        let values = values((from, self.len), starts.last().copied())?;
        Ok(Row { starts, values })
    }
}

impl BoxInBox {
    /// Refuses a box without an end.
    fn require_ends(&self) -> io::Result<()> {
        let mut pairs = self.offset.iter().zip(self.lengths);
        let has_end = pairs.all(|(first, len)| first.checked_add(len).is_some());
        if has_end { Ok(()) } else { Err(unfit()) }
    }

    /// Copies what two boxes of the same whole share.
    pub fn copy_shared<V: Copy>(&self, from: &[V], other: &Self, to: &mut [V]) {
        let range = |of: &Self, a: usize| of.offset[a]..of.offset[a] + of.lengths[a];
        let shared: [Range<usize>; 3] =
            std::array::from_fn(|a| overlap(&range(self, a), &range(other, a)));
        let [x, y, z] = shared;
        if z.is_empty() {
            return;
        }
        let at = |of: &Self, i: usize, j: usize| {
            let row = (i - of.offset[0]) * of.lengths[1] + j - of.offset[1];
            row * of.lengths[2] + z.start - of.offset[2]
        };
        for (i, j) in x.flat_map(|i| y.clone().map(move |j| (i, j))) {
            let values = &from[at(self, i, j)..][..z.len()];
            to[at(other, i, j)..][..z.len()].copy_from_slice(values);
        }
    }
}
