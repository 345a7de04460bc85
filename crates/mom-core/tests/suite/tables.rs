//! The tables in `tests/data`.

/// Columns of a comma-separated file by their names; lines with # are comments.
pub fn columns<const N: usize>(text: &str, names: [&str; N]) -> Vec<[f64; N]> {
    let mut lines = text.lines().filter(|l| !l.starts_with('#'));
    let head: Vec<&str> = lines.next().expect("a head line").split(',').collect();
    let places = names.map(|name| head.iter().position(|h| *h == name).expect("a column"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        places.map(|p| cells[p].parse().expect("a number"))
    };
    lines.map(row).collect()
}
