//! The modes of lines that share a cross-section.
//!
//! N lines over a ground carry N quasi-TEM modes. With the capacitances C of the cross-section and C0 of the same without media (crate
//! `poynting-fdtd`, lines), the voltages t_m of mode m on the lines solve
//!
//! ```text
//! C t_m = e_m C0 t_m,    V = T v,   I = T^-T i,   T = (t_1, t_2, ...), |t_m| = 1
//! ```
//!
//! (C. R. Paul, Analysis of Multiconductor Transmission Lines, 2nd ed., Wiley 2008, sec. 7.2, with L = C0^-1/c^2), where e_m is the effective
//! permittivity. Each pair v_m, i_m is a separate line, whose phase constant and impedance are measured like those of a single line (`line.rs`). For
//! two equal lines t is (1, 1)/sqrt 2 and (1, -1)/sqrt 2, whatever the media, and the impedances are those of the even and odd modes. The lines
//! together have an impedance matrix, which is also the reference of their power waves,
//!
//! ```text
//! Z = T diag(Z_m) T^T,   a = (Z^-1/2 V + Z^1/2 I)/2,   b = (Z^-1/2 V - Z^1/2 I)/2,   |a|^2/2 - |b|^2/2 = Re(V^H I)/2
//! ```
//!
//! with symmetric square roots, so that waves on matched lines are not reflected and S of an uncoupled line is the same as without the others.
//!
//! Tested: known waves on unequal lines are recovered; a coupled pair against its halves between electric and magnetic walls.

use super::line::{Family, Propagation, Taps};
use super::symmetric::{eigen, function};
use poynting_fdtd::CoupledLines;
use poynting_linalg::{Mat, c64, solve_real};

/// Modes of coupled lines.
#[derive(Debug, Clone)]
pub struct Modes {
    /// Port numbers, in the order of the lines.
    pub members: Vec<usize>,
    /// Voltages on the lines; one column per mode.
    pub voltages: Mat<f64>,
    /// Currents on the lines; one column per mode.
    currents: Mat<f64>,
    /// Each mode as an independent line.
    pub lines: Vec<Propagation>,
}

/// The voltages of all modes on the lines, the slowest mode first.
pub fn shapes(lines: &CoupledLines) -> Mat<f64> {
    let n = lines.ports.len();
    let matrix = |c: &[Vec<f64>]| Mat::from_fn(n, n, |i, j| f64::midpoint(c[i][j], c[j][i]));
    let over_root = function(&matrix(&lines.in_vacuum), |x| 1.0 / x.sqrt());
    let between = &over_root * matrix(&lines.capacitance) * &over_root;
    let (permittivities, vectors) = eigen(&between);
    let all = &over_root * vectors;
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| permittivities[*b].total_cmp(&permittivities[*a]));
    let scale: Vec<f64> = order
        .iter()
        .map(|m| {
            let entries = || (0..n).map(|i| all[(i, *m)]);
            let length = entries().map(|x| x * x).sum::<f64>().sqrt();
            let largest = entries().fold(0.0, |most: f64, x| {
                if x.abs() > 1.001 * most.abs() {
                    x
                } else {
                    most
                }
            });
            length * largest.signum()
        })
        .collect();
    Mat::from_fn(n, n, |i, m| all[(i, order[m])] / scale[m])
}

impl Modes {
    /// The modes that best fit the taps of each member, by run.
    pub fn fit(
        frequencies: &[f64],
        members: Vec<usize>,
        voltages: Mat<f64>,
        taps: &[&[Taps]],
    ) -> Self {
        let n = members.len();
        let identity = Mat::<f64>::identity(n, n);
        let mut modes = Self {
            members,
            currents: solve_real(voltages.transpose(), identity.as_ref()),
            voltages,
            lines: Vec::new(),
        };
        let runs = taps[0].len();
        let modal: Vec<Vec<Taps>> = (0..runs).map(|run| modes.modal(taps, run)).collect();
        modes.lines = (0..n)
            .map(|m| {
                let of_mode: Vec<&Taps> = modal.iter().map(|run| &run[m]).collect();
                Propagation::fit(frequencies, Family::Tem, &of_mode)
            })
            .collect();
        modes
    }

    /// The same modes on other lines, which are symmetric to these.
    pub fn on(&self, members: Vec<usize>) -> Self {
        Self {
            members,
            ..self.clone()
        }
    }

    /// v and i of each mode in a run.
    fn modal(&self, taps: &[&[Taps]], run: usize) -> Vec<Taps> {
        let mixed = |weights: &Mat<f64>, m: usize, of: &dyn Fn(&Taps) -> &Vec<Vec<c64>>| {
            let rows = of(&taps[0][run]);
            let sum = |n: usize, k: usize| -> c64 {
                let lines = taps.iter().enumerate();
                lines
                    .map(|(j, line)| of(&line[run])[n][k] * weights[(j, m)])
                    .sum()
            };
            let row = |n: usize| (0..rows[n].len()).map(|k| sum(n, k)).collect();
            (0..rows.len()).map(row).collect()
        };
        let mode = |m: usize| Taps {
            positions: taps[0][run].positions.clone(),
            voltages: mixed(&self.currents, m, &|t| &t.voltages),
            currents: mixed(&self.voltages, m, &|t| &t.currents),
        };
        (0..self.members.len()).map(mode).collect()
    }

    /// Voltage and current of each member at the reference plane, by frequency.
    pub fn pairs(&self, taps: &[&[Taps]], run: usize) -> Vec<Vec<[c64; 2]>> {
        let modal = self.modal(taps, run);
        let frequencies = self.lines[0].beta.len();
        let at = |n: usize| -> Vec<[c64; 2]> {
            let modes = self.lines.iter().zip(&modal);
            modes
                .map(|(line, taps)| {
                    let [a, b] = line.waves(taps, n);
                    [a + b, (a - b) / line.impedance[n]]
                })
                .collect()
        };
        let modal: Vec<Vec<[c64; 2]>> = (0..frequencies).map(at).collect();
        let member = |j: usize, pairs: &Vec<[c64; 2]>| {
            let modes = || pairs.iter().enumerate();
            let v: c64 = modes().map(|(m, p)| p[0] * self.voltages[(j, m)]).sum();
            let i: c64 = modes().map(|(m, p)| p[1] * self.currents[(j, m)]).sum();
            [v, i]
        };
        let members = 0..self.members.len();
        members
            .map(|j| modal.iter().map(|pairs| member(j, pairs)).collect())
            .collect()
    }

    /// The impedance matrix at a frequency.
    pub fn impedance(&self, n: usize) -> Mat<f64> {
        let size = self.members.len();
        Mat::from_fn(size, size, |j, k| {
            let modes = self.lines.iter().enumerate();
            modes
                .map(|(m, line)| line.impedance[n] * self.voltages[(j, m)] * self.voltages[(k, m)])
                .sum()
        })
    }

    /// a and b of each member referred to that matrix, from the voltages and currents of all members; by member, then by frequency.
    pub fn waves(&self, pairs: &[Vec<[c64; 2]>]) -> Vec<Vec<[c64; 2]>> {
        let size = self.members.len();
        let mut all = vec![Vec::new(); size];
        for n in 0..self.lines[0].beta.len() {
            let impedance = self.impedance(n);
            let root = function(&impedance, f64::sqrt);
            let over = function(&impedance, |z| 1.0 / z.sqrt());
            for (j, waves) in all.iter_mut().enumerate() {
                let lines = || pairs.iter().map(|p| p[n]).enumerate();
                let v: c64 = lines().map(|(k, [v, _])| v * over[(j, k)]).sum();
                let i: c64 = lines().map(|(k, [_, i])| i * root[(j, k)]).sum();
                waves.push([(v + i) * 0.5, (v - i) * 0.5]);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_physics::constants::C0;
    use std::f64::consts::TAU;

    fn lines(capacitance: [[f64; 2]; 2], in_vacuum: [[f64; 2]; 2]) -> CoupledLines {
        let rows = |c: [[f64; 2]; 2]| c.map(|row| row.to_vec()).to_vec();
        CoupledLines {
            ports: vec!["p".into(), "n".into()],
            capacitance: rows(capacitance),
            in_vacuum: rows(in_vacuum),
        }
    }

    #[test]
    fn equal_lines_have_an_even_and_an_odd_wave() {
        let t = shapes(&lines(
            [[4.0, -1.0], [-1.0, 4.0]],
            [[2.0, -0.7], [-0.7, 2.0]],
        ));
        let root = 0.5_f64.sqrt();
        // e of the even mode is 3/1.3, of the odd one 5/2.7.
        let expected = [[root, root], [root, -root]];
        for (i, row) in expected.iter().enumerate() {
            for (m, value) in row.iter().enumerate() {
                assert!((t[(i, m)] - value).abs() < 1e-12, "{t:?}");
            }
        }
    }

    /// Lines of different widths in the telegrapher's equations: V(y) and I(y) of both modes in both directions, with Z from C and C0 alone.
    #[test]
    fn waves_on_unequal_lines_come_out() {
        let coupled = lines([[5.0, -1.0], [-1.0, 3.0]], [[2.0, -0.5], [-0.5, 1.4]]);
        let t = shapes(&coupled);
        let frequencies: Vec<f64> = (1..=20).map(|n| 0.5e9 * f64::from(n)).collect();
        // e_m = t C t/t C0 t, and Z_m = sqrt(e)/(c t C t) in units with c equal to one.
        let form = |c: &Vec<Vec<f64>>, m: usize| -> f64 {
            let pairs = (0..2).flat_map(|i| (0..2).map(move |j| (i, j)));
            pairs.map(|(i, j)| t[(i, m)] * c[i][j] * t[(j, m)]).sum()
        };
        let e = [0, 1].map(|m| form(&coupled.capacitance, m) / form(&coupled.in_vacuum, m));
        let z = [0, 1].map(|m| e[m].sqrt() / form(&coupled.capacitance, m) * 100.0);
        let inverse = solve_real(t.transpose(), Mat::<f64>::identity(2, 2).as_ref());
        let waves = [
            [c64::new(1.0, 0.2), c64::new(-0.3, 0.1)],
            [c64::new(0.2, -0.5), c64::new(0.6, 0.4)],
        ];
        let positions = [0.0, 5e-4].map(|shift| {
            (0..9)
                .map(|n| -8e-3 + 1e-3 * f64::from(n) + shift)
                .collect::<Vec<f64>>()
        });
        let at = |f: f64, y: f64, sign: f64, weights: &dyn Fn(usize) -> f64| -> c64 {
            (0..2)
                .map(|m| {
                    let turn = c64::cis(-TAU * f / C0 * e[m].sqrt() * y);
                    (waves[m][0] * turn + waves[m][1] * turn.conj() * sign) * weights(m)
                })
                .sum()
        };
        let taps = |j: usize| Taps {
            positions: positions.clone(),
            voltages: frequencies
                .iter()
                .map(|f| {
                    positions[0]
                        .iter()
                        .map(|y| at(*f, *y, 1.0, &|m| t[(j, m)]))
                        .collect()
                })
                .collect(),
            currents: frequencies
                .iter()
                .map(|f| {
                    positions[1]
                        .iter()
                        .map(|y| at(*f, *y, -1.0, &|m| inverse[(j, m)] / z[m]))
                        .collect()
                })
                .collect(),
        };
        let all = [vec![taps(0)], vec![taps(1)]];
        let all: Vec<&[Taps]> = all.iter().map(Vec::as_slice).collect();
        let modes = Modes::fit(&frequencies, vec![0, 1], t.clone(), &all);
        let pairs = modes.pairs(&all, 0);
        let power_waves = modes.waves(&pairs);
        for (n, f) in frequencies.iter().enumerate() {
            for (line, (z, e)) in modes.lines.iter().zip(z.iter().zip(&e)) {
                assert!((line.impedance[n] / z - 1.0).abs() < 1e-4);
                let beta = TAU * f / C0 * e.sqrt();
                assert!((line.beta[n] / beta - 1.0).abs() < 1e-5);
            }
            for (j, pair) in pairs.iter().enumerate() {
                let volts = |(m, [a, b]): (usize, &[c64; 2])| (*a + *b) * t[(j, m)];
                let expected: c64 = waves.iter().enumerate().map(volts).sum();
                assert!((pair[n][0] - expected).norm() < 1e-3);
            }
            let power: f64 = pairs.iter().map(|p| (p[n][0] * p[n][1].conj()).re).sum();
            let balance = power_waves.iter().map(|w| w[n]);
            let balance: f64 = balance.map(|[a, b]| a.norm_sqr() - b.norm_sqr()).sum();
            assert!((power - balance).abs() < 1e-9 * power.abs());
        }
    }
}
