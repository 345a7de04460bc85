//! Prints the modes of a ring-down as a small table.

use crate::format;
use crate::output::Output;
use poynting::{Quantity, Results};

/// Longer tables are left to the files.
const MOST_ROWS: usize = 12;

/// Prints frequency and quality factor of each mode, for every run of a network that its ring-down has ended.
pub fn show(out: &mut Output, series: &Results) {
    for quantity in &series.quantities {
        let Some(run) = quantity.declaration.name.strip_suffix("ring_down/q") else {
            continue;
        };
        let of = |leaf: &str| series.get(&format!("{run}ring_down/{leaf}"));
        let (Some(of_q), Some(of_frequency)) = (of("q_error"), of("frequency_error")) else {
            continue;
        };
        match run.split('/').nth(1) {
            Some(port) => out.heading(format_args!("Resonances, port {port} driven")),
            None => out.heading(format_args!("Resonances")),
        }
        for row in format::table(&rows(quantity, [of_frequency, of_q])) {
            out.line(row);
        }
    }
}

fn rows(q: &Quantity, [of_frequency, of_q]: [&Quantity; 2]) -> Vec<Vec<String>> {
    let frequencies = q.axis("frequency").unwrap_or_default();
    let titles = ["frequency", "error", "Q", "error"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    let errors = of_frequency.data.iter().zip(&of_q.data);
    let modes = frequencies.iter().zip(&q.data).zip(errors);
    for ((frequency, q), (frequency_error, q_error)) in modes.take(MOST_ROWS) {
        rows.push(vec![
            format!("{} GHz", rounded(frequency / 1e9, frequency_error / 1e9)),
            format::si(*frequency_error, "Hz"),
            rounded(*q, *q_error),
            format!("{q_error:.1e}"),
        ]);
    }
    if frequencies.len() > MOST_ROWS {
        rows.push(vec!["more: see the files".to_owned()]);
    }
    rows
}

/// A number with as many decimal places as its error leaves.
fn rounded(value: f64, error: f64) -> String {
    let places = (-error.log10()).ceil().clamp(0.0, 9.0);
    format!("{value:.*}", places as usize)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn a_number_has_the_places_that_its_error_leaves() {
        let of = |error| rounded(790.69758, error);
        assert_eq!([of(0.03), of(4.0), of(250.0)], ["790.70", "791", "791"]);
        assert_eq!(rounded(9.467557801, 2.48e-7), "9.4675578");
        assert_eq!(rounded(1.5, 0.0), "1.500000000");
    }
}
