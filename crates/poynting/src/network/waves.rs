//! Incident and outgoing waves at each port, in every run, from the spectra recorded by the solver.
//!
//! Waves are power waves referred to a real impedance Z at the reference plane, with peak amplitudes:
//!
//! ```text
//! a = (V + Z I)/(2 sqrt Z),   b = (V - Z I)/(2 sqrt Z),   |a|^2/2 - |b|^2/2 = Re(V I^*)/2
//! ```
//!
//! (K. Kurokawa, IEEE Trans. Microw. Theory Tech. 13, 194, 1965). The current of a lumped port is that of its resistor, I = (V_s - V)/R, with the
//! mean of V over a step, cos(w dt/2) V, as in the solver: the current that charges its cells belongs to the model. A line gives V = A + B and Z I =
//! A - B (`line.rs`); lines that share a cross-section are treated together (`modes.rs`). A port that is not driven, because a symmetric port stands
//! in for it, and that no wave reaches gets the line of that other port: crosstalk is too weak to measure a line with.

use super::line::{Family, Propagation, Taps};
use super::modes::{Modes, shapes};
use crate::Error;
use poynting_fdtd::CoupledLines;
use poynting_linalg::c64;
use poynting_results::{Quantity, Results};
use poynting_scene::{GuideFamily, Line, LinePort, Network, Scene};
use std::f64::consts::PI;

/// A port with less than this fraction of the squared voltages of its symmetric partner receives only crosstalk.
const REACHED: f64 = 0.1;

/// Voltage and current of a port at its reference plane, by frequency.
type Pairs = Vec<[c64; 2]>;

/// A port in all runs.
pub struct PortWaves {
    /// Its own impedance, by frequency: the resistance of a lumped port, or that of the line.
    pub own: Vec<f64>,
    /// By run.
    pub runs: Vec<Pairs>,
    /// The line, if it is a line and uncoupled.
    pub line: Option<Propagation>,
    /// a and b by run, referred to its own impedance matrix, if its line is coupled to others.
    pub coupled: Option<Vec<Pairs>>,
}

impl PortWaves {
    /// a and b of a run at a frequency, referred to an impedance or to the port's own.
    pub fn at(&self, run: usize, n: usize, reference: Option<f64>) -> [c64; 2] {
        if let (Some(waves), None) = (&self.coupled, reference) {
            return waves[run][n];
        }
        let z = reference.unwrap_or(self.own[n]);
        let [v, i] = self.runs[run][n];
        let over = 0.5 / z.sqrt();
        [(v + i * z) * over, (v - i * z) * over]
    }
}

/// All ports of a network in all runs.
pub struct AllWaves {
    /// In the order of the network.
    pub ports: Vec<PortWaves>,
    /// Lines that share a cross-section.
    pub coupled: Vec<Modes>,
}

/// The waves of all ports.
pub fn read(
    (scene, network): (&Scene, &Network),
    coupled: &[CoupledLines],
    runs: &[Results],
) -> Result<AllWaves, Error> {
    let frequencies = scene.port_frequencies();
    let lines = Lines::read((scene, network), &frequencies, runs)?;
    let coupled = lines.coupled(coupled)?;
    let port = |(number, name): (usize, &String)| {
        if let Some(port) = scene.ports.iter().find(|p| p.name == *name) {
            return lumped_waves(&port.name, port.resistance, &frequencies, runs);
        }
        let is_member = |modes: &&Modes| modes.members.contains(&number);
        match coupled.iter().find(is_member) {
            Some(modes) => lines.coupled_waves(modes, number),
            None => lines.waves(number),
        }
    };
    let ports = network.ports.iter().enumerate().map(port);
    Ok(AllWaves {
        ports: ports.collect::<Result<_, _>>()?,
        coupled,
    })
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
        coupled: None,
    })
}

/// Taps of a line in a run.
fn taps(port: &LinePort, run: &Results) -> Result<Taps, Error> {
    let name = |what: &str| format!("port/{}/taps/{what}", port.name);
    let positions = |what: &str| {
        let quantity = part(run, &name(what), "real")?;
        Ok::<_, Error>(quantity.axis("position").unwrap_or_default().to_vec())
    };
    Ok(Taps {
        positions: [positions("voltage")?, positions("current")?],
        voltages: spectrum(run, &name("voltage"))?,
        currents: spectrum(run, &name("current"))?,
    })
}

/// A line port with its taps in every run.
struct Tapped<'a> {
    port: &'a LinePort,
    taps: Vec<Taps>,
}

/// The line ports by network number; none if a port is lumped.
struct Lines<'a> {
    network: &'a Network,
    frequencies: &'a [f64],
    all: Vec<Option<Tapped<'a>>>,
}

impl<'a> Lines<'a> {
    fn read(
        (scene, network): (&'a Scene, &'a Network),
        frequencies: &'a [f64],
        runs: &[Results],
    ) -> Result<Self, Error> {
        let line = |name: &String| {
            let port = scene.line_ports.iter().find(|p| p.name == *name);
            let tapped = |port: &'a LinePort| {
                let taps = runs.iter().map(|run| taps(port, run));
                let taps = taps.collect::<Result<_, Error>>()?;
                Ok::<_, Error>(Tapped { port, taps })
            };
            port.map(tapped).transpose()
        };
        Ok(Self {
            network,
            frequencies,
            all: network.ports.iter().map(line).collect::<Result<_, _>>()?,
        })
    }

    fn tapped(&self, number: usize) -> Result<&Tapped<'a>, Error> {
        let found = self.all.get(number).and_then(Option::as_ref);
        let name = || self.network.ports.get(number).cloned().unwrap_or_default();
        found.ok_or_else(|| Error::Network(format!("there is no port `{}`", name())))
    }

    fn is_driven(&self, number: usize) -> bool {
        self.network.driven().contains(&number)
    }

    /// Whether waves, and not only crosstalk, reach an undriven port.
    fn is_reached(&self, number: usize) -> Result<bool, Error> {
        let squares = |tapped: &Tapped<'_>| -> f64 {
            let taps = tapped.taps.iter();
            let voltages = taps.flat_map(|taps| taps.voltages.iter().flatten());
            voltages.map(c64::norm_sqr).sum()
        };
        let partner = self.tapped(self.network.partner(number))?;
        Ok(squares(self.tapped(number)?) > REACHED * squares(partner))
    }

    /// The waves of a single line.
    fn waves(&self, number: usize) -> Result<PortWaves, Error> {
        let driven = if self.is_driven(number) || self.is_reached(number)? {
            number
        } else {
            self.network.partner(number)
        };
        let measured = self.tapped(driven)?;
        let runs: Vec<&Taps> = measured.taps.iter().collect();
        let line = Propagation::fit(self.frequencies, family(measured.port), &runs);
        if let Some(fault) = line.fault(self.frequencies) {
            return Err(unfit(&measured.port.name, &fault));
        }
        let pair = |taps: &Taps, n: usize| {
            let [a, b] = line.waves(taps, n);
            [a + b, (a - b) / line.impedance[n]]
        };
        let all = 0..self.frequencies.len();
        let runs = self.tapped(number)?.taps.iter();
        let runs = runs.map(|taps| all.clone().map(|n| pair(taps, n)).collect());
        Ok(PortWaves {
            own: line.impedance.clone(),
            runs: runs.collect(),
            line: Some(line),
            coupled: None,
        })
    }

    /// The modes of lines that share a cross-section, measured with one of them driven.
    fn coupled(&self, groups: &[CoupledLines]) -> Result<Vec<Modes>, Error> {
        let number = |name: &String| self.network.ports.iter().position(|n| n == name);
        let members = |lines: &CoupledLines| lines.ports.iter().filter_map(number).collect();
        let all: Vec<Vec<usize>> = groups.iter().map(members).collect();
        let mut found: Vec<Modes> = Vec::new();
        for (lines, members) in groups.iter().zip(&all) {
            if !members.iter().any(|n| self.is_driven(*n)) {
                continue;
            }
            let taps = self.taps(members)?;
            let modes = Modes::fit(self.frequencies, members.clone(), shapes(lines), &taps);
            let mut faults = modes.lines.iter().filter_map(|l| l.fault(self.frequencies));
            if let Some(fault) = faults.next() {
                return Err(unfit(&lines.ports.join("`, `"), &fault));
            }
            found.push(modes);
        }
        for members in all {
            if members.iter().any(|n| self.is_driven(*n)) {
                continue;
            }
            // Each at the position of its symmetric partner.
            let place = |modes: &Modes| -> Option<Vec<usize>> {
                let partner =
                    |n: &usize| Some(self.network.partner(*n)).filter(|p| members.contains(p));
                modes.members.iter().map(partner).collect()
            };
            let same = found.iter().find_map(|modes| Some(modes.on(place(modes)?)));
            let names: Vec<&str> = members.iter().map(|n| &*self.network.ports[*n]).collect();
            found.push(same.ok_or_else(|| {
                unfit(
                    &names.join("`, `"),
                    "none of them is driven, and `exchange` does not map them to driven coupled lines",
                )
            })?);
        }
        Ok(found)
    }

    fn taps(&self, members: &[usize]) -> Result<Vec<&[Taps]>, Error> {
        let taps = |n: &usize| Ok(self.tapped(*n)?.taps.as_slice());
        members.iter().map(taps).collect()
    }

    /// The waves of one of several coupled lines.
    fn coupled_waves(&self, modes: &Modes, number: usize) -> Result<PortWaves, Error> {
        let taps = self.taps(&modes.members)?;
        let place = modes.members.iter().position(|n| *n == number).unwrap_or(0);
        let (mut runs, mut coupled) = (Vec::new(), Vec::new());
        for run in 0..taps[0].len() {
            let pairs = modes.pairs(&taps, run);
            coupled.push(modes.waves(&pairs).swap_remove(place));
            runs.push(pairs[place].clone());
        }
        let own = |n: usize| modes.impedance(n)[(place, place)];
        Ok(PortWaves {
            own: (0..self.frequencies.len()).map(own).collect(),
            runs,
            line: None,
            coupled: Some(coupled),
        })
    }
}

fn unfit(ports: &str, fault: &str) -> Error {
    Error::Network(format!(
        "the line of port `{ports}` cannot be measured: {fault}; lengthen the box of the port, keep it away from discontinuities, run longer, and make sure that its \
         line continues into an absorbing face"
    ))
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

/// A complex quantity by frequency, then by its other coordinates.
pub fn spectrum(run: &Results, name: &str) -> Result<Vec<Vec<c64>>, Error> {
    let [re, im] = parts(run, name)?;
    let values: Vec<c64> = re
        .data
        .iter()
        .zip(&im.data)
        .map(|(re, im)| c64::new(*re, *im))
        .collect();
    let rows = values.chunks(re.declaration.slice_len().max(1));
    Ok(rows.map(<[c64]>::to_vec).collect())
}

/// The real and the imaginary part of a complex quantity.
pub fn parts<'a>(run: &'a Results, name: &str) -> Result<[&'a Quantity; 2], Error> {
    Ok([part(run, name, "real")?, part(run, name, "imag")?])
}

fn part<'a>(run: &'a Results, name: &str, part: &str) -> Result<&'a Quantity, Error> {
    let name = format!("{name}/{part}");
    run.get(&name)
        .ok_or_else(|| Error::Network(format!("`{name}` was not recorded")))
}
