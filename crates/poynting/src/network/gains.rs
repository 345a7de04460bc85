//! Gains and efficiencies of antennas fed through lines and waveguides.
//!
//! Lumped ports compute their power edge by edge (`crates/fdtd-post/src/postprocess/gain.rs`). The power on a line follows from its waves: with a and b
//! the waves into and out of the model at each port, and P the power that leaves the far-field box,
//!
//! ```text
//! P_accepted = sum over all ports (|a|^2 - |b|^2)/2,   P_available = |a|^2/2 of the driven port
//! G = D P/P_accepted,   G_realised = D P/P_available
//! ```
//!
//! (IEEE Std 145-2013). On a line the available power is that of the incident wave: its source is matched to the line. a and b are normalised to the
//! port's own impedance, for which the difference of their squares is the power whatever `reference` is.
//!
//! Tested: a lossless horn accepts the power it radiates, and its realised gain is its gain times 1 - |S11|^2
//! (`crates/poynting/tests/suite/trouble_far.rs`).

use super::combination::norm;
use super::waves::PortWaves;
use crate::Error;
use poynting_results::{Axis, Results};
use poynting_scene::{MonitorKind, Network, Scene};

/// Power data of a far field, besides its directivity.
struct FarFieldPower<'a> {
    /// The run, and the monitor in it.
    run: &'a Results,
    monitor: &'a str,
    /// The path before the quantity's name among the results.
    prefix: String,
    axes: Vec<Axis>,
    /// Accepted and available power by frequency.
    powers: Vec<[f64; 2]>,
    results: &'a mut Results,
}

/// Adds the gains of every far field in every run.
pub fn all(
    (scene, network): (&Scene, &Network),
    ports: &[PortWaves],
    runs: &[Results],
    results: &mut Results,
) -> Result<(), Error> {
    if scene.line_ports.is_empty() || !scene.sources.is_empty() {
        return Ok(());
    }
    let monitors = scene.monitors.iter();
    let monitors = monitors.filter(|m| matches!(m.kind, MonitorKind::FarField { .. }));
    let names: Vec<&str> = monitors.map(|m| &*m.name).collect();
    let frequencies = scene.port_frequencies();
    for (run, driven) in network.driven().into_iter().enumerate() {
        let port = &network.ports[driven];
        let norms = norm(scene, port, &runs[run])?;
        let from = if runs.len() > 1 {
            format!("from/{port}/")
        } else {
            String::new()
        };
        for monitor in &names {
            let prefix = format!("{from}far/{monitor}");
            let Some(leaving) = runs[run].get(&format!("far/{monitor}/box_power")) else {
                continue;
            };
            let axes = leaving.declaration.axes.clone();
            let raw = is_raw(scene, monitor);
            let power = |frequency: &f64| {
                let n = frequencies.iter().position(|f| f == frequency);
                let n = n.ok_or_else(|| {
                    Error::Network(format!("the ports were not recorded at {frequency} Hz"))
                })?;
                let over = if raw { 1.0 } else { norms[n].norm_sqr() };
                let waves = |p: &PortWaves| p.at(run, n, None).map(|z| z.norm_sqr() / (2.0 * over));
                let accepted: f64 = ports.iter().map(waves).map(|[a, b]| a - b).sum();
                Ok::<_, Error>([accepted, waves(&ports[driven])[0]])
            };
            let powers = axes[0].values.iter().map(power).collect::<Result<_, _>>()?;
            let far = FarFieldPower {
                run: &runs[run],
                monitor,
                prefix,
                axes,
                powers,
                results: &mut *results,
            };
            far.write()?;
        }
    }
    Ok(())
}

/// Whether a monitor does not normalise its fields.
fn is_raw(scene: &Scene, monitor: &str) -> bool {
    let monitor = scene.monitors.iter().find(|m| m.name == *monitor);
    let spectral = monitor.and_then(|m| m.kind.spectral());
    spectral.is_some_and(|s| s.normalise == poynting_scene::Normalise::Nothing)
}

impl FarFieldPower<'_> {
    fn write(self) -> Result<(), Error> {
        let name = |what: &str| format!("{}/{what}", self.prefix);
        let values = |what: &str| {
            let quantity = self.run.get(&format!("far/{}/{what}", self.monitor));
            let found = quantity.map(|q| (q.declaration.axes.clone(), q.data.clone()));
            found.ok_or_else(|| Error::Network(format!("`{}` was not recorded", name(what))))
        };
        let (_, leaving) = values("box_power")?;
        let (angles, directivity) = values("directivity")?;
        let (_, peak) = values("peak_directivity")?;
        let per_row = directivity.len() / leaving.len().max(1);
        let kinds = [
            ["gain", "peak_gain", "efficiency", "accepted"],
            [
                "realised_gain",
                "peak_realised_gain",
                "total_efficiency",
                "available",
            ],
        ];
        for (which, [gain, largest, efficiency, power]) in kinds.into_iter().enumerate() {
            let pairs = leaving.iter().zip(&self.powers);
            let over: Vec<f64> = pairs.map(|(p, given)| p / given[which]).collect();
            let level = |n: usize| 10.0 * over[n].log10();
            let all = directivity.iter().enumerate();
            let all: Vec<f64> = all.map(|(i, d)| d + level(i / per_row)).collect();
            let peaks = peak.iter().enumerate();
            let peaks: Vec<f64> = peaks.map(|(n, d)| d + level(n)).collect();
            let about = format!("based on the {power} power");
            let add =
                |results: &mut Results, what: (&str, &str, &str), axes: &[Axis], values: &[f64]| {
                    let (what, unit, about) = what;
                    results.add((&*name(what), unit, about), axes.to_vec(), values)
                };
            add(self.results, (gain, "dB", &*about), &angles, &all)?;
            add(
                self.results,
                (largest, "dB", "maximum over all directions"),
                &self.axes,
                &peaks,
            )?;
            let about = format!("radiated over {power} power");
            add(self.results, (efficiency, "1", &*about), &self.axes, &over)?;
        }
        let accepted: Vec<f64> = self.powers.iter().map(|[accepted, _]| *accepted).collect();
        let about = (&*name("accepted_power"), "W", "net power from all ports");
        Ok(self.results.add(about, self.axes.clone(), &accepted)?)
    }
}
