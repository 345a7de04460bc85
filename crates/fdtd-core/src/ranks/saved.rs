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
use crate::ranks::places::NodeBox;
use crate::ranks::rank::{BoxInBox, Rank};
use crate::setup::Instruments;
use poynting_exec::{Real, bytes_of, bytes_of_mut};
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

fn numbers<const N: usize>(from: &mut dyn Source) -> io::Result<[usize; N]> {
    let mut all = [0; N];
    for n in &mut all {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        *n = u64::from_le_bytes(bytes) as usize;
    }
    Ok(all)
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
                for row in self.read_plane(&plane)? {
                    index.push(file.len as usize);
                    let counts = row.iter().map(|values| values.len() as u16);
                    file.bytes(&counts.flat_map(u16::to_le_bytes).collect::<Vec<u8>>())?;
                    file.bytes(bytes_of(&row.concat()))?;
                }
            }
        }
        index.push(file.len as usize);
        for (place, sums) in self.sums(whole)? {
            file.numbers(place.offset)?;
            file.numbers(place.lengths)?;
            file.bytes(bytes_of(&sums))?;
        }
        index.push(file.len as usize);
        file.numbers(index)
    }

    /// The values of each node of a plane, row by row.
    fn read_plane(&mut self, plane: &NodeBox) -> io::Result<Vec<Vec<Vec<T>>>> {
        let last = self.messages.selections();
        let engine = self.engine.get_mut();
        engine.select(std::slice::from_ref(plane));
        let mut values = [Vec::new()];
        let read = engine.read(last, &mut values);
        engine.deselect();
        read.map_err(io::Error::other)?;
        let mut rows = vec![vec![Vec::new(); plane[2].len()]; plane[1].len()];
        let mut values = values.into_iter().flatten();
        let places = engine.places();
        places.each(plane, |value| {
            let [_, j, k] = value.node();
            let k = places.layout.node_of(k) - plane[2].start;
            rows[j - plane[1].start][k].extend(values.next());
        });
        Ok(rows)
    }

    /// Stores the values of each node of a plane.
    fn write_plane(&mut self, plane: &NodeBox, rows: &[Vec<&[T]>]) -> io::Result<()> {
        let last = self.messages.selections();
        let engine = self.engine.get_mut();
        let mut used = vec![vec![0; plane[2].len()]; plane[1].len()];
        let (mut values, mut fits) = (Vec::new(), true);
        let places = engine.places();
        places.each(plane, |value| {
            let [_, j, k] = value.node();
            let (j, k) = (
                j - plane[1].start,
                places.layout.node_of(k) - plane[2].start,
            );
            match rows[j][k].get(used[j][k]) {
                Some(value) => values.push(*value),
                None => fits = false,
            }
            used[j][k] += 1;
        });
        let lengths = rows.iter().flatten().map(|values| values.len());
        if !fits || !lengths.eq(used.into_iter().flatten()) {
            return Err(unfit());
        }
        engine.select(std::slice::from_ref(plane));
        let written = engine.write(last, &[&values]);
        engine.deselect();
        written.map_err(io::Error::other)
    }

    /// The sums of each transform, and where its nodes are in those of the whole model.
    fn sums(
        &mut self,
        (instruments, whole): WholeModel<'_>,
    ) -> io::Result<Vec<(BoxInBox, Vec<T>)>> {
        let engine = self.engine.get_mut();
        let sums = engine.spectra(0).map_err(io::Error::other)?;
        let own = engine.instruments(0).spectra.transforms();
        let all = instruments.spectra.transforms().iter();
        let place =
            |own: &NodeBox, all: &NodeBox| BoxInBox::new([&self.arrangement, whole], own, all);
        let places = own
            .iter()
            .zip(all)
            .map(|(own, all)| place(&own.of.nodes, &all.of.nodes));
        Ok(places.zip(sums).collect())
    }

    /// Reads the state of all stored nodes that a file has.
    pub fn load(&mut self, whole: WholeModel<'_>, from: &mut dyn Source) -> io::Result<()> {
        from.seek(SeekFrom::Start(0))?;
        let [x, nx, y, ny, z, nz] = numbers(from)?;
        let saved = [x..x + nx, y..y + ny, z..z + nz];
        from.seek(SeekFrom::End(-8))?;
        let [index] = numbers(from)?;
        let turned = self.arrangement.turn.each([nx, ny, nz]);
        let rows = if nx * ny * nz > 0 {
            turned[0] * turned[1]
        } else {
            0
        };
        for [scene, stored] in self.arrangement.pieces(&saved) {
            let first = std::array::from_fn(|a| scene[a].start - saved[a].start);
            let first = self.arrangement.turn.each(first);
            let [xs, ys, zs] = stored;
            for i in xs.clone() {
                let row =
                    |j: usize| (first[0] + i - xs.start) * turned[1] + first[1] + j - ys.start;
                let rows = ys
                    .clone()
                    .map(|j| read_row::<T>(from, index + 8 * row(j), turned[2]));
                let rows: Vec<Row<T>> = rows.collect::<io::Result<_>>()?;
                let nodes = first[2]..first[2] + zs.len();
                let rows = rows.iter();
                let rows = rows.map(|row| nodes.clone().map(|k| row.node(k)).collect());
                let rows: Vec<Vec<&[T]>> = rows.collect();
                self.write_plane(&[i..i + 1, ys.clone(), zs.clone()], &rows)?;
            }
        }
        self.engine.get_mut().fill_ghosts();
        from.seek(SeekFrom::Start((index + 8 * rows) as u64))?;
        let [sums] = numbers(from)?;
        from.seek(SeekFrom::Start(sums as u64))?;
        self.load_sums(whole, from)
    }

    fn load_sums(&mut self, whole: WholeModel<'_>, from: &mut dyn Source) -> io::Result<()> {
        let mut own = self.sums(whole)?;
        let transforms = whole.0.spectra.transforms();
        for ((place, sums), transform) in own.iter_mut().zip(transforms) {
            let saved = BoxInBox {
                offset: numbers(from)?,
                lengths: numbers(from)?,
                sizes: place.sizes,
            };
            let parts = 2 * transform.frequencies.len();
            let nodes: usize = saved.lengths.iter().product();
            let mut values = vec![T::default(); parts * nodes];
            from.read_exact(bytes_of_mut(&mut values))?;
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
    fn node(&self, k: usize) -> &[T] {
        &self.values[self.starts[k]..self.starts[k + 1]]
    }
}

fn read_row<T: Real>(from: &mut dyn Source, index: usize, nodes: usize) -> io::Result<Row<T>> {
    from.seek(SeekFrom::Start(index as u64))?;
    let [begin] = numbers(from)?;
    from.seek(SeekFrom::Start(begin as u64))?;
    let mut counts = vec![0; 2 * nodes];
    from.read_exact(&mut counts)?;
    let mut starts = vec![0];
    for count in counts.chunks_exact(2) {
        let count = usize::from(u16::from_le_bytes([count[0], count[1]]));
        starts.push(starts.last().copied().unwrap_or(0) + count);
    }
    let mut values = vec![T::default(); starts.last().copied().unwrap_or(0)];
    from.read_exact(bytes_of_mut(&mut values))?;
    Ok(Row { starts, values })
}

impl BoxInBox {
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
