//! The counted and predicted numbers in docs/performance.md match the code.

use poynting::{Mapping, March};

const TEXT: &str = include_str!("../data/performance-page.txt");

/// Nodes along x of the grid in the tables.
const NODES: usize = 256;

/// Bytes of index and coefficients per node and half step, for values of this many bytes.
type Storage = fn(u64) -> f64;

const STORAGES: [(&str, Storage); 4] = [
    ("u8", |_| 1.0),
    ("u16", |_| 2.0),
    ("u32", |_| 4.0),
    ("direct", |bytes| 6.0 * bytes as f64),
];

/// Bytes that a half step issues per node.
fn issued(march: March, bytes: u64, storage: Storage) -> f64 {
    let mapping = Mapping {
        march,
        ..Mapping::default()
    };
    mapping.bytes_per_step(NODES, bytes, storage(bytes)) / 2.0
}

/// Distinct bytes per node and half step: three updated components, loaded and stored, and the three that drive them.
fn distinct(bytes: u64, storage: Storage) -> f64 {
    9.0 * bytes as f64 + storage(bytes)
}

fn assert_row(cells: &[String]) {
    let row = format!("| {} |", cells.join(" | "));
    assert!(
        TEXT.lines().any(|line| line == row),
        "docs/performance.md lacks the row\n{row}"
    );
}

#[test]
fn bytes_of_a_half_step_are_as_the_document_says() {
    for (precision, bytes) in [("f32", 4), ("f64", 8)] {
        for (name, storage) in STORAGES {
            let marches = [March::Column, March::Parts(16), March::Cell];
            let counts = [distinct(bytes, storage)]
                .into_iter()
                .chain(marches.map(|march| issued(march, bytes, storage)));
            let mut cells = vec![precision.to_owned(), name.to_owned()];
            cells.extend(counts.map(|count| format!("{count:.1}")));
            assert_row(&cells);
        }
    }
}

#[test]
fn a_marching_kernel_stays_below_56_bytes_in_single_precision() {
    let [one_byte, two_bytes, four_bytes, _] = STORAGES;
    for march in [March::Column, March::Parts(8), March::Parts(16)] {
        for (name, storage) in [one_byte, two_bytes] {
            let count = issued(march, 4, storage);
            assert!(count <= 56.0, "{name}, {march:?}: {count}");
        }
        // Four index bytes use up the whole budget except for the start of the march.
        let nodes = Mapping {
            march,
            ..Mapping::default()
        }
        .march_length(NODES);
        assert_eq!(issued(march, 4, four_bytes.1), 56.0 + 8.0 / nodes as f64);
    }
}

#[test]
fn predictions_are_as_the_document_says() {
    let devices = [
        ("Tesla C1060", 102.0),
        ("RTX 4060 Laptop", 256.0),
        ("A100 40 GB", 1555.0),
        ("H100 SXM", 3350.0),
    ];
    let [(_, lookup), .., (_, direct)] = STORAGES;
    for (name, gigabytes) in devices {
        let speed = |bytes_of_half: f64| {
            let at = |share: f64| share * gigabytes * 1e3 / (2.0 * bytes_of_half);
            format!("{:.0} to {:.0}", at(0.7), at(0.8))
        };
        assert_row(&[
            name.to_owned(),
            format!("{gigabytes}"),
            speed(issued(March::Column, 4, lookup)),
            speed(distinct(4, lookup)),
            speed(issued(March::Column, 4, direct)),
            speed(issued(March::Column, 8, lookup)),
            speed(distinct(8, lookup)),
        ]);
    }
}
