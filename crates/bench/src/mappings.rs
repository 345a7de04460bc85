//! Speed of a GPU for each mapping of threads to cells, and the share of its copy bandwidth used.
//!
//! Bytes are counted, not measured: the loads and stores issued by the two kernels of a step, ignoring
//! caches. A share above one means that caches serve part of the loads.

use crate::device::copy_bandwidth;
use crate::{FdtdBench, Grid};
use poynting::{Error, Mapping, Precision, RunOptions};
use serde::Serialize;

/// Bytes of a node's index: the cases have far fewer than 256 coefficient tuples.
const INDEX_BYTES: f64 = 1.0;

/// The speed of one mapping. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct MappingRow {
    /// `cell`, `parts:8`, `column`.
    pub mapping: String,
    /// Threads per block along z and y: `64x4`.
    pub block: String,
    /// Rows start at multiples of this many elements.
    pub alignment: usize,
    /// Million cell updates per second.
    pub mcells_per_s: f64,
    /// Bytes moved per cell and step (counted).
    pub bytes_per_cell_step: f64,
    /// Those bytes per second relative to the device's measured copy bandwidth.
    pub copy_share: f64,
}

/// All mappings of one device and case.
#[derive(Debug, Clone, Serialize)]
pub struct MappingReport {
    /// `gpu:0` etc.
    pub device: String,
    /// `vac`, `diel`, `pml` or `pmldiel`.
    pub case: String,
    /// Total number of cells.
    pub cells: u64,
    /// `f32` or `f64`.
    pub precision: String,
    /// Measured copy bandwidth of the device in bytes per second, counting reads and writes.
    pub copy_bytes_per_s: f64,
    /// In the order of measurement.
    pub rows: Vec<MappingRow>,
}

/// Measures every candidate mapping of a GPU to a grid; `on_row` receives the growing report.
pub fn mappings(
    bench: &FdtdBench,
    grid: &Grid,
    on_row: &mut dyn FnMut(&MappingReport, &MappingRow),
) -> Result<MappingReport, Error> {
    let subject = grid.subject()?;
    let precision = bench.precision.unwrap_or(Precision::F32);
    let mut report = MappingReport {
        device: bench.device.to_string(),
        case: grid.case.name().to_owned(),
        cells: grid.cells.total(),
        precision: precision.name().to_owned(),
        copy_bytes_per_s: copy_bandwidth(bench.device)?,
        rows: Vec::new(),
    };
    let bytes = match precision {
        Precision::F32 => 4,
        Precision::F64 => 8,
    };
    for mapping in Mapping::candidates() {
        let options = RunOptions {
            mapping: Some(mapping),
            precision: Some(precision),
            ..bench.options()
        };
        let speed = subject.measure(&options, bench)?.mcells_per_s;
        let bytes_per_cell_step = mapping.bytes_per_step(grid.cells.0[0], bytes, INDEX_BYTES);
        let [z, y] = mapping.block;
        let row = MappingRow {
            mapping: mapping.march.to_string(),
            block: format!("{z}x{y}"),
            alignment: mapping.align,
            mcells_per_s: speed,
            bytes_per_cell_step,
            copy_share: speed * 1e6 * bytes_per_cell_step / report.copy_bytes_per_s,
        };
        on_row(&report, &row);
        report.rows.push(row);
    }
    Ok(report)
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::*;
    use crate::{Case, Profile};
    use poynting::Device;

    #[test]
    fn every_candidate_has_a_row_with_its_bytes() {
        let bench = FdtdBench {
            device: Device::Gpu(0),
            threads: None,
            precision: None,
            traversal: None,
            ranks: None,
            seconds: 0.01,
            profile: Profile::Off,
        };
        let grid = Grid::cube(16, Case::Diel);
        let mut seen = 0;
        let report = mappings(&bench, &grid, &mut |_, _| seen += 1).unwrap();
        assert_eq!(report.rows.len(), Mapping::candidates().len());
        assert_eq!(seen, report.rows.len());
        for row in &report.rows {
            // 13 to 15 values of 4 bytes and an index, twice.
            assert!(
                (106.0..=122.0).contains(&row.bytes_per_cell_step),
                "{row:?}"
            );
            let moved = row.copy_share * report.copy_bytes_per_s;
            let expected = row.mcells_per_s * 1e6 * row.bytes_per_cell_step;
            assert!(row.mcells_per_s > 0.0 && (moved / expected - 1.0).abs() < 1e-12);
        }
        let marches: Vec<&str> = report.rows.iter().map(|r| r.mapping.as_str()).collect();
        assert!(marches.contains(&"cell") && marches.contains(&"column"));
        assert!(report.rows.iter().any(|r| r.alignment == 1));
    }
}
