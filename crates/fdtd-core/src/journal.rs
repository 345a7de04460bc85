//! Entries of the journal of a run: what it has received, as bytes. What ranks have captured is in journals of their own, a box per entry.

use crate::energy::Energy;
use crate::record::Record;
use poynting_exec::Real;

const RECORD: u8 = 0;
const ENERGY: u8 = 1;

/// What a run has received.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Entry {
    /// The record of a block.
    Record,
    /// An energy.
    Energy(Energy),
}

/// The entry of a record.
pub fn of_record<T: Real>(record: &Record<T>) -> Vec<u8> {
    let mut entry = vec![RECORD];
    entry.extend(record.to_bytes());
    entry
}

/// The entry of an energy.
pub fn of_energy(energy: Energy) -> Vec<u8> {
    let mut entry = vec![ENERGY];
    entry.extend(energy.conserved.to_le_bytes());
    entry.extend(energy.squares.to_le_bytes());
    entry
}

/// Reads an entry; that of a record goes into `record`. `None` if it is not one of such a run.
pub fn read<T: Real>(entry: &[u8], record: &mut Record<T>) -> Option<Entry> {
    match entry.split_first()? {
        (&RECORD, bytes) => {
            record.take_bytes(bytes)?;
            Some(Entry::Record)
        }
        (&ENERGY, bytes) => {
            let (conserved, squares) = bytes.split_at_checked(8)?;
            Some(Entry::Energy(Energy {
                conserved: f64::from_le_bytes(conserved.try_into().ok()?),
                squares: f64::from_le_bytes(squares.try_into().ok()?),
            }))
        }
        _ => None,
    }
}
