//! Prints the antenna figures of a run as a small table.

use crate::format;
use crate::output::Output;
use poynting::{Quantity, Results};

/// Longer tables are left to the files.
const MOST_ROWS: usize = 12;

/// Prints a table for every far field with ports: gain, efficiency, beamwidths and front-to-back ratio by frequency.
pub fn show(out: &mut Output, series: &Results) {
    for quantity in &series.quantities {
        let name = &quantity.declaration.name;
        let Some(far) = name.strip_suffix("/peak_gain") else {
            continue;
        };
        let of = |leaf: &str| series.get(&format!("{far}/{leaf}"));
        let columns: Vec<Column<'_>> = COLUMNS
            .iter()
            .filter_map(|(title, leaf, unit)| Some((*title, of(leaf)?, *unit)))
            .collect();
        out.heading(format_args!("Antenna: {far}"));
        for row in format::table(&rows(quantity, &columns)) {
            out.line(row);
        }
    }
}

/// A title, the quantity below it, and its unit.
type Column<'a> = (&'static str, &'a Quantity, &'static str);

const COLUMNS: [(&str, &str, &str); 6] = [
    ("gain", "peak_gain", "dBi"),
    ("realised gain", "peak_realised_gain", "dBi"),
    ("efficiency", "efficiency", "%"),
    ("beamwidth theta", "beamwidth_theta", "deg"),
    ("beamwidth phi", "beamwidth_phi", "deg"),
    ("front/back", "front_to_back", "dB"),
];

fn rows(first: &Quantity, columns: &[Column<'_>]) -> Vec<Vec<String>> {
    let frequencies = first.axis("frequency").unwrap_or_default();
    let titles = columns.iter().map(|(title, ..)| (*title).to_owned());
    let mut rows = vec![std::iter::once(String::new()).chain(titles).collect()];
    for (n, frequency) in frequencies.iter().enumerate().take(MOST_ROWS) {
        let cell = |(_, quantity, unit): &Column<'_>| {
            let value = quantity.data.get(n).copied().unwrap_or(f64::NAN);
            match *unit {
                "%" => format!("{:.1} %", 100.0 * value),
                "deg" => format!("{value:.1} deg"),
                unit => format!("{value:.2} {unit}"),
            }
        };
        let cells = columns.iter().map(cell);
        rows.push(
            std::iter::once(format::si(*frequency, "Hz"))
                .chain(cells)
                .collect(),
        );
    }
    if frequencies.len() > MOST_ROWS {
        rows.push(vec!["more: see the files".to_owned()]);
    }
    rows
}
