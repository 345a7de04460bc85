//! Latency and bandwidth from exchanges.
//!
//! The times span four orders of magnitude, so relative errors count: the sum of ((m latency + b / bandwidth - t) / t)^2 over all exchanges is least. With
//! x = m/t and y = b/t these are the normal equations of x latency + y / bandwidth = 1.

use super::place::ExchangeRow;

/// The least time per byte, that is, the greatest bandwidth: more than any memory has.
const LEAST: f64 = 1e-15;

/// Latency in seconds and bandwidth in bytes per second. Neither is negative: if the best fit has such a latency, it is zero.
pub fn fit(rows: &[ExchangeRow]) -> (f64, f64) {
    let scaled =
        |row: &ExchangeRow| [row.messages as f64, row.bytes as f64].map(|n| n / row.seconds);
    let sum = |of: fn([f64; 2]) -> f64| rows.iter().map(|row| of(scaled(row))).sum::<f64>();
    let (xx, xy, yy) = (
        sum(|[x, _]| x * x),
        sum(|[x, y]| x * y),
        sum(|[_, y]| y * y),
    );
    let (x, y) = (sum(|[x, _]| x), sum(|[_, y]| y));
    let determinant = xx * yy - xy * xy;
    let [latency, per_byte] = [x * yy - y * xy, y * xx - x * xy].map(|n| n / determinant);
    let (latency, per_byte) = if latency >= 0.0 && per_byte >= 0.0 {
        (latency, per_byte)
    } else if per_byte > 0.0 {
        (0.0, y / yy)
    } else {
        (x / xx, 0.0)
    };
    (latency, 1.0 / per_byte.max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(messages: u64, bytes: u64, seconds: f64) -> ExchangeRow {
        ExchangeRow {
            parts: [2, 1, 1],
            messages,
            bytes,
            seconds,
            fitted_s: 0.0,
        }
    }

    #[test]
    fn constants_are_found_again() {
        let time = |m: u64, b: u64| m as f64 * 3e-6 + b as f64 / 4e9;
        let counts = [
            (1, 700),
            (2, 20_000),
            (7, 3_000),
            (26, 1 << 22),
            (1, 1 << 24),
        ];
        let rows: Vec<_> = counts.map(|(m, b)| row(m, b, time(m, b))).to_vec();
        let (latency, bandwidth) = fit(&rows);
        assert!((latency / 3e-6 - 1.0).abs() < 1e-9, "{latency}");
        assert!((bandwidth / 4e9 - 1.0).abs() < 1e-9, "{bandwidth}");
        // An error of 10 % of one of the times moves neither by more than that.
        let mut wrong = rows;
        wrong[4].seconds *= 1.1;
        let (latency, bandwidth) = fit(&wrong);
        assert!((latency / 3e-6 - 1.0).abs() < 0.1, "{latency}");
        assert!((bandwidth / 4e9 - 1.0).abs() < 0.1, "{bandwidth}");
    }

    #[test]
    fn neither_constant_is_negative() {
        // Small messages that cost less than their bytes do in large ones.
        let rows = [row(1, 1000, 0.5e-6), row(1, 1_000_000, 1e-3)];
        let (latency, bandwidth) = fit(&rows);
        assert!(latency == 0.0 && bandwidth > 0.0, "{latency} {bandwidth}");
        // Large messages that take no longer than small ones.
        let rows = [row(1, 1000, 2e-6), row(1, 1_000_000, 1e-6)];
        let (latency, bandwidth) = fit(&rows);
        assert!(
            latency > 0.0 && bandwidth.is_finite(),
            "{latency} {bandwidth}"
        );
    }
}
