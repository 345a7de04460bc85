//! The scene on which the speed of a device is measured.

/// An empty box of 128^3 cells: 54 MB in single precision, more than the caches of one core.
pub const PROBE: &str = r#"
title = "speed"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["128 mm", "128 mm", "128 mm"]
[grid]
spacing = "1 mm"
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["64 mm", "64 mm", "64 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }
[stop]
steps = 100000
"#;
