//! What comes into each port and what leaves it, in every run, from the spectra that the solver recorded.
//!
//! Waves are power waves over a real impedance Z at the reference plane, of peak amplitudes:
//!
//! ```text
//! a = (V + Z I)/(2 sqrt Z),   b = (V - Z I)/(2 sqrt Z),   |a|^2/2 - |b|^2/2 = Re(V I^*)/2
//! ```
//!
//! (K. Kurokawa, IEEE Trans. Microw. Theory Tech. 13, 194, 1965). A lumped port takes its current from its resistor, I = (V_s - V)/R, with the mean of V over a step, cos(w dt/2) V, as the
//! solver does: what charges its cells belongs to the model. A line gives V = A + B and Z I = A - B (`line.rs`).

use super::line::{Family, Propagation, Taps};
use crate::Error;
use poynting_linalg::c64;
use poynting_results::{Quantity, Results};
use poynting_scene::{GuideFamily, Line, LinePort, Network, Scene};
use std::f64::consts::PI;

/// Voltage and current of a port at its reference plane, by frequency.
type Pairs = Vec<[c64; 2]>;

/// A port in all runs.
pub struct PortWaves {
    /// Impedance of its own, by frequency: the resistance of a lumped port, that of the line.
    pub own: Vec<f64>,
    /// By run.
    pub runs: Vec<Pairs>,
    /// The line, if it is one.
    pub line: Option<Propagation>,
}

impl PortWaves {
    /// a and b of a run at a frequency over an impedance, or over the port's own.
    pub fn at(&self, run: usize, n: usize, reference: Option<f64>) -> [c64; 2] {
        let z = reference.unwrap_or(self.own[n]);
        let [v, i] = self.runs[run][n];
        let over = 0.5 / z.sqrt();
        [(v + i * z) * over, (v - i * z) * over]
    }
}

/// The waves of all ports, in the order of the network.
pub fn read(scene: &Scene, network: &Network, runs: &[Results]) -> Result<Vec<PortWaves>, Error> {
    let frequencies = scene.port_frequencies();
    let port = |name: &String| {
        let lumped = scene.ports.iter().find(|p| p.name == *name);
        let line = scene.line_ports.iter().find(|p| p.name == *name);
        match (lumped, line) {
            (Some(port), _) => lumped_waves(&port.name, port.resistance, &frequencies, runs),
            (None, Some(port)) => line_waves(port, &frequencies, runs),
            (None, None) => Err(Error::Network(format!("there is no port `{name}`"))),
        }
    };
    network.ports.iter().map(port).collect()
}

fn lumped_waves(
    name: &str,
    r: f64,
    frequencies: &[f64],
    runs: &[Results],
) -> Result<PortWaves, Error> {
    let mut all = Vec::new();
    for run in runs {
        let voltage = spectrum(run, &format!("port/{name}/spectrum/voltage"))?;
        let source = spectrum(run, &format!("port/{name}/spectrum/source")).unwrap_or_default();
        let pair = |(n, f): (usize, &f64)| {
            let v = voltage[n][0] * (PI * f * run.summary.dt_s).cos();
            let vs = source.get(n).map_or(c64::new(0.0, 0.0), |row| row[0]);
            [v, (vs - v) / r]
        };
        all.push(frequencies.iter().enumerate().map(pair).collect());
    }
    Ok(PortWaves {
        own: vec![r; frequencies.len()],
        runs: all,
        line: None,
    })
}

fn line_waves(port: &LinePort, frequencies: &[f64], runs: &[Results]) -> Result<PortWaves, Error> {
    let name = |what: &str| format!("port/{}/taps/{what}", port.name);
    let taps = |run: &Results| {
        let positions = |what: &str| {
            let quantity = part(run, &name(what), "real")?;
            Ok::<_, Error>(quantity.axis("position").unwrap_or_default().to_vec())
        };
        Ok::<_, Error>(Taps {
            positions: [positions("voltage")?, positions("current")?],
            voltages: spectrum(run, &name("voltage"))?,
            currents: spectrum(run, &name("current"))?,
        })
    };
    let taps: Vec<Taps> = runs.iter().map(taps).collect::<Result<_, _>>()?;
    let line = Propagation::fit(frequencies, family(port), &taps.iter().collect::<Vec<_>>());
    let pair = |taps: &Taps, n: usize| {
        let [a, b] = line.waves(taps, n);
        [a + b, (a - b) / line.impedance[n]]
    };
    let all = 0..frequencies.len();
    let runs = taps
        .iter()
        .map(|taps| all.clone().map(|n| pair(taps, n)).collect());
    Ok(PortWaves {
        own: line.impedance.clone(),
        runs: runs.collect(),
        line: Some(line),
    })
}

fn family(port: &LinePort) -> Family {
    let Line::Guide(mode) = port.line else {
        return Family::Tem;
    };
    let mut sides = port.across().map(|a| port.to[a] - port.from[a]);
    sides.sort_by(|a, b| b.total_cmp(a));
    let [m, n] = mode.order.map(f64::from);
    let kc = PI * (m / sides[0]).hypot(n / sides[1]);
    match mode.family {
        GuideFamily::Te => Family::Te(kc),
        GuideFamily::Tm => Family::Tm(kc),
    }
}

/// A complex quantity by frequency, then by whatever else it depends on.
pub fn spectrum(run: &Results, name: &str) -> Result<Vec<Vec<c64>>, Error> {
    let [re, im] = [part(run, name, "real")?, part(run, name, "imag")?];
    let values: Vec<c64> = re
        .data
        .iter()
        .zip(&im.data)
        .map(|(re, im)| c64::new(*re, *im))
        .collect();
    let rows = values.chunks(re.declaration.slice_len().max(1));
    Ok(rows.map(<[c64]>::to_vec).collect())
}

fn part<'a>(run: &'a Results, name: &str, part: &str) -> Result<&'a Quantity, Error> {
    let name = format!("{name}/{part}");
    run.get(&name)
        .ok_or_else(|| Error::Network(format!("`{name}` was not recorded")))
}
