//! Benchmarks: million cell updates per second of FDTD, measured by running scenes (`fdtd`); million matrix entries per second of the method of
//! moments (`mom`); its phases for a plate (`plate`); cost of products with compressed matrices (`products`); the constants of ranks that share a grid (`ranks`); and error and cost on
//! the Austin RCS benchmark suite (`austin`).

mod austin;
mod device;
mod fdtd;
mod mappings;
mod mom;
mod plate;
mod products;
mod ranks;

pub use austin::{
    AustinBench, AustinCase, AustinDifference, AustinError, AustinEvent, AustinReport, AustinRow,
    Published, Score, austin, austin_cases,
};
pub use device::default_cells;
pub use fdtd::{
    Axes, Case, Cells, Contradiction, Dispersive, Distribution, FdtdBench, Grid, OperatorShare,
    OptionError, Report, Row, Snapshots, Workload, fdtd,
};
pub use mappings::{MappingReport, MappingRow, mappings};
pub use mom::{FieldEquation, MomBench, MomBenchError, MomReport, MomRow, mom};
pub use plate::{PlateBench, PlateReport, PlateRow, plate};
pub use poynting::Profile;
pub use poynting_mom::Method;
pub use products::{
    Growth, MemoryReport, MemoryRow, ProductBench, ProductReport, ProductRow, memory_tables,
    products,
};
pub use ranks::{ExchangeRow, Place, RankBench, RankReport, ranks};
