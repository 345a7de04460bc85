//! Formats numbers for people.

/// Four significant digits with a suitable SI prefix: `1.25 mm`, `15 GHz`.
pub fn si(value: f64, unit: &str) -> String {
    const PREFIXES: [(f64, &str); 9] = [
        (1e12, "T"),
        (1e9, "G"),
        (1e6, "M"),
        (1e3, "k"),
        (1.0, ""),
        (1e-3, "m"),
        (1e-6, "µ"),
        (1e-9, "n"),
        (1e-12, "p"),
    ];
    if value == 0.0 || !value.is_finite() {
        return format!("{value} {unit}");
    }
    // A value that rounds up to the next prefix uses it: 999.99 mm is 1 m.
    let fits = |(scale, _): &(f64, &str)| value.abs() >= scale * 0.99995;
    let (scale, prefix) = PREFIXES.into_iter().find(fits).unwrap_or((1e-15, "f"));
    format!("{} {prefix}{unit}", number(value / scale))
}

/// Four significant digits, without trailing zeros.
pub fn number(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-4..1e7).contains(&magnitude) {
        let text = format!("{value:.3e}");
        return text.replace(".000e", "e");
    }
    let before = if magnitude >= 1.0 {
        magnitude.log10() as i32 + 1
    } else {
        magnitude.max(1e-4).log10().floor() as i32 + 1
    };
    let text = format!("{value:.*}", (4 - before).max(0) as usize);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// `9,600`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `0.31 s`, `42 s`, `3 min 20 s`, `5 h 12 min`, `3 days 4 h`.
pub fn duration(seconds: f64) -> String {
    let in_units = |of: [(f64, &str); 2]| {
        let [(large, larger), (small, smaller)] = of;
        let smalls = (seconds / small).round();
        let per = large / small;
        let wholes = count((smalls / per) as u64);
        match smalls % per {
            0.0 => format!("{wholes} {larger}"),
            rest => format!("{wholes} {larger} {rest:.0} {smaller}"),
        }
    };
    match seconds {
        s if s < 10.0 => format!("{} s", number((s * 100.0).round() / 100.0)),
        s if s < 119.5 => format!("{s:.0} s"),
        s if s < 7170.0 => in_units([(60.0, "min"), (1.0, "s")]),
        s if s < 172_000.0 => in_units([(3600.0, "h"), (60.0, "min")]),
        _ => in_units([(86_400.0, "days"), (3600.0, "h")]),
    }
}

/// `1 cell`, `9,600 cells`.
pub fn plural(n: u64, word: &str) -> String {
    format!("{} {word}{}", count(n), if n == 1 { "" } else { "s" })
}

/// Lines of at most 96 characters, all but the first indented to align with its text.
pub fn wrapped(bullet: &str, text: &str) -> String {
    let indent = bullet.chars().count();
    let mut lines = bullet.to_owned();
    let mut column = indent;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > indent && column + 1 + width > 96 {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += width;
    }
    lines
}

/// Rows in columns: the first left-aligned, the others right-aligned; indented by two.
pub fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| {
        let cells = rows.iter().filter_map(|r| r.get(c));
        cells.map(|t| t.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let padded = |(c, cell): (usize, &String)| {
            let space = " ".repeat(widths[c] - cell.chars().count());
            match c {
                0 => cell.clone() + &space,
                _ => space + cell,
            }
        };
        let cells: Vec<String> = row.iter().enumerate().map(padded).collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// `1 frequency`, `3 frequencies`.
pub fn count_of(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(n as u64), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use crate::format::*;

    #[test]
    fn numbers_carry_the_prefix_that_suits() {
        let cases = [
            (1.25e-3, "m", "1.25 mm"),
            (0.999_999, "m", "1 m"),
            (15e9, "Hz", "15 GHz"),
            (2.288_471e-12, "s", "2.288 ps"),
            (-3e-17, "s", "-0.03 fs"),
            (0.0, "S/m", "0 S/m"),
            (5.8e7, "S/m", "58 MS/m"),
        ];
        for (value, unit, text) in cases {
            assert_eq!(si(value, unit), text);
        }
        assert_eq!(number(100.0), "100");
        assert_eq!(number(9.99999), "10");
        assert_eq!(number(12_345.6), "12346");
        assert_eq!(number(5.8e7), "5.800e7");
    }

    #[test]
    fn counts_and_times_are_readable() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000_000), "1,000,000");
        assert_eq!(duration(0.314_15), "0.31 s");
        assert_eq!(duration(42.4), "42 s");
        assert_eq!(duration(200.0), "3 min 20 s");
        assert_eq!(duration(600.0), "10 min");
        assert_eq!(duration(18_720.0), "5 h 12 min");
        assert_eq!(duration(273_600.0), "3 days 4 h");
    }

    #[test]
    fn long_texts_wrap_under_their_bullet() {
        let text = wrapped("- ", &"word ".repeat(30));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() <= 96 && lines[1].starts_with("  word"));
        assert_eq!(text.matches("word").count(), 30);
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [
            vec!["a".into(), "1".into()],
            vec!["long".into(), "23".into()],
        ];
        assert_eq!(table(&rows), ["  a      1", "  long  23"]);
    }
}
