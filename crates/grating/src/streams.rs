//! Streams of a run, declared before the first frequency.
//!
//! Over all frequencies: `grating/reflectance`, `grating/transmittance`, `grating/absorptance` and `grating/absorbed` by layer; for the orders on either side
//! `orders/reflected/efficiency` and, as power waves over the incident one, `orders/reflected/s` and `p`, the same with `transmitted`. The phase of an order is
//! that at the transverse origin of the scene on the face of the stack that borders on its half space, that of the wave on the face that it meets. Orders are
//! numbered along the axes of the scene. Monitors have the names that they have in FDTD.

use std::f64::consts::TAU;

use poynting_observe::{Axis, Declaration, Sink, SinkError};
use poynting_rcwa::{Order, RcwaError, Response, Side, Solution, c64};
use poynting_scene::{MonitorKind, Scene};

use crate::error::GratingError;
use crate::monitors::{FieldOutput, FluxOutput, places};
use crate::plan::Plan;
use crate::wave::WaveAt;

/// Values for a stream.
pub(crate) type Values = (usize, Vec<f64>);

/// The streams of the orders on one side.
#[derive(Debug)]
struct OrderStreams {
    /// Largest numbers of orders along the periodic axes of the scene.
    most: [i32; 2],
    efficiency: usize,
    /// S-parameters of both polarisations, by their parts.
    waves: [[usize; 2]; 2],
}

/// What a monitor records.
#[derive(Debug)]
enum Output {
    Field(FieldOutput),
    Flux(FluxOutput),
}

/// All streams of a run.
#[derive(Debug)]
pub(crate) struct Streams {
    /// Reflectance, transmittance, absorptance.
    totals: [usize; 3],
    imbalance: usize,
    absorbed: Option<usize>,
    /// Reflected and transmitted.
    orders: [OrderStreams; 2],
    /// Each with its frequencies.
    outputs: Vec<(Vec<f64>, Output)>,
}

/// Streams are numbered in the order of declaration.
struct Table<'a> {
    next: usize,
    sink: &'a mut dyn Sink,
}

impl Table<'_> {
    fn add(
        &mut self,
        (name, unit): (&str, &str),
        about: &str,
        axes: &[Axis],
    ) -> Result<usize, SinkError> {
        let declaration = Declaration::spectrum(name, unit, about, axes.to_vec());
        self.sink.declare(&declaration)?;
        self.next += 1;
        Ok(self.next - 1)
    }

    fn complex(
        &mut self,
        (name, unit): (&str, &str),
        about: &str,
        axes: &[Axis],
    ) -> Result<[usize; 2], SinkError> {
        let mut part = |part: &str| {
            let about = format!("{part} part of {about}");
            self.add((&format!("{name}/{part}"), unit), &about, axes)
        };
        Ok([part("real")?, part("imag")?])
    }
}

impl Streams {
    /// Declares everything.
    pub fn declare(scene: &Scene, plan: &Plan, sink: &mut dyn Sink) -> Result<Self, GratingError> {
        let mut table = Table { next: 0, sink };
        let imbalance = table.add(
            ("solution/imbalance", "1"),
            "what is missing when the reflected, transmitted and absorbed power are added, over that of the wave",
            &[],
        )?;
        let mut total = |name: &str, about: &str| {
            let about = format!("{about}, over that of the wave");
            table.add((&format!("grating/{name}"), "1"), &about, &[])
        };
        let totals = [
            total("reflectance", "power reflected into all orders")?,
            total("transmittance", "power transmitted into all orders")?,
            total("absorptance", "power absorbed by all layers")?,
        ];
        let layers = plan.layers();
        let absorbed = if layers > 0 {
            let numbers = (1..=layers).map(|n| n as f64).collect();
            let axis = Axis::new("layer", "1", numbers);
            let about = "power absorbed by each layer, from the lowest coordinate on, over that of the wave";
            Some(table.add(("grating/absorbed", "1"), about, &[axis])?)
        } else {
            None
        };
        let orders = [
            declare_orders(&mut table, plan, "reflected")?,
            declare_orders(&mut table, plan, "transmitted")?,
        ];
        let mut outputs = Vec::new();
        for monitor in &scene.monitors {
            let output = match &monitor.kind {
                MonitorKind::Field { components, .. } => {
                    let places = places(&monitor.kind);
                    let axes = axes(&places);
                    let mut streams = Vec::new();
                    for &component in components {
                        let name = format!("field/{}/{}", monitor.name, component.name());
                        let about = format!("{} over frequency", component.name());
                        let parts = table.complex((&name, component.unit()), &about, &axes)?;
                        streams.push((component, parts));
                    }
                    Output::Field(FieldOutput::new(&places, &plan.frame, streams))
                }
                MonitorKind::Flux { from, to, .. } => {
                    let name = format!("flux/{}", monitor.name);
                    let stream = table.add((&name, "W"), "power through the surface", &[])?;
                    let place = (&plan.frame, stream);
                    Output::Flux(FluxOutput::new(monitor, [*from, *to], place)?)
                }
                // Refused by the plan.
                _ => continue,
            };
            outputs.push((monitor.kind.frequencies().to_vec(), output));
        }
        Ok(Self {
            totals,
            imbalance,
            absorbed,
            orders,
            outputs,
        })
    }

    /// The values at a frequency.
    pub fn values(
        &self,
        plan: &Plan,
        (hertz, response): (f64, &Response),
        (solution, wave): (&Solution, &WaveAt),
    ) -> Result<Vec<Values>, RcwaError> {
        let mut values = vec![(self.imbalance, vec![response.imbalance()])];
        let absorbed: f64 = response.absorbed.iter().sum();
        let totals = [response.reflectance(), response.transmittance(), absorbed];
        values.extend(self.totals.iter().zip(totals).map(|(s, v)| (*s, vec![v])));
        values.extend(self.absorbed.map(|s| (s, response.absorbed.clone())));
        let Response {
            reflected,
            transmitted,
            ..
        } = response;
        for (streams, orders) in self.orders.iter().zip([reflected, transmitted]) {
            values.extend(streams.values(plan, orders));
        }
        let wanted = |(at, _): &&(Vec<f64>, Output)| at.contains(&hertz);
        for (_, output) in self.outputs.iter().filter(wanted) {
            match output {
                Output::Field(field) => values.extend(field.evaluate(plan, (solution, wave))?),
                Output::Flux(flux) => values.push(flux.evaluate(plan, (solution, wave))?),
            }
        }
        Ok(values)
    }
}

/// The axes of a field; none at a point.
fn axes(places: &[Vec<f64>; 3]) -> Vec<Axis> {
    if places.iter().all(|p| p.len() == 1) {
        return Vec::new();
    }
    let axes = ["x", "y", "z"].iter().zip(places);
    axes.map(|(name, values)| Axis::new(name, "m", values.clone()))
        .collect()
}

fn declare_orders(
    table: &mut Table<'_>,
    plan: &Plan,
    which: &str,
) -> Result<OrderStreams, SinkError> {
    let from_below = plan.wave.side == Side::Front;
    let is_below = from_below == (which == "reflected");
    let [x, y] = plan.reach[usize::from(!is_below)].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
    let most = plan.frame.index([x, y]).map(i32::abs);
    let mut letters = [plan.frame.axes[0], plan.frame.axes[1]];
    letters.sort_unstable();
    let axes: Vec<Axis> = letters
        .into_iter()
        .zip(most)
        .map(|(axis, most)| {
            let name = ["order_x", "order_y", "order_z"][axis];
            Axis::new(name, "1", (-most..=most).map(f64::from).collect())
        })
        .collect();
    let about = format!("power {which} into an order, over that of the wave");
    let name = format!("orders/{which}");
    let efficiency = table.add((&format!("{name}/efficiency"), "1"), &about, &axes)?;
    let mut wave = |polarisation: &str, direction: &str| {
        let about = format!(
            "the S-parameter from the wave to a {which} order with E {direction} its plane of propagation"
        );
        table.complex((&format!("{name}/{polarisation}"), "1"), &about, &axes)
    };
    Ok(OrderStreams {
        most,
        efficiency,
        waves: [wave("s", "across")?, wave("p", "in")?],
    })
}

impl OrderStreams {
    fn values(&self, plan: &Plan, orders: &[Order]) -> Vec<Values> {
        let rows = self.most.map(|most| 2 * most + 1);
        let count = (rows[0] * rows[1]) as usize;
        let mut efficiencies = vec![0.0; count];
        let mut waves = [0; 2].map(|_| [0; 2].map(|_| vec![0.0; count]));
        let at_origin = plan.frame.point([0.0; 3]);
        let periods = [Some(plan.layers.cell.x()), plan.layers.cell.y()];
        for order in orders {
            let [m, n] = plan.frame.index(order.index);
            if m.abs() > self.most[0] || n.abs() > self.most[1] {
                continue;
            }
            let place = ((m + self.most[0]) * rows[1] + n + self.most[1]) as usize;
            efficiencies[place] = order.efficiency();
            let turn: f64 = (0..2)
                .filter_map(|a| Some(f64::from(order.index[a]) / periods[a]? * at_origin[a]))
                .sum();
            let moved = c64::cis(-TAU * turn);
            let both = [(order.s, order.efficiency_s), (order.p, order.efficiency_p)];
            for (parts, (amplitude, power)) in waves.iter_mut().zip(both) {
                let size = amplitude.norm();
                if size > 0.0 && power > 0.0 {
                    let wave = amplitude * moved * (power.sqrt() / size);
                    (parts[0][place], parts[1][place]) = (wave.re, wave.im);
                }
            }
        }
        let mut values = vec![(self.efficiency, efficiencies)];
        for (streams, parts) in self.waves.iter().zip(waves) {
            values.extend(streams.iter().copied().zip(parts));
        }
        values
    }
}

/// A sink that keeps the declarations.
struct List(Vec<Declaration>);

impl Sink for List {
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        self.0.push(declaration.clone());
        Ok(())
    }

    fn append(&mut self, _: usize, _: &[f64], _: &[f64]) -> Result<(), SinkError> {
        Ok(())
    }
}

/// Everything that a run declares.
pub fn declarations(scene: &Scene, plan: &Plan) -> Vec<Declaration> {
    let mut list = List(Vec::new());
    // A list accepts everything, and the plan has checked the monitors.
    let _ = Streams::declare(scene, plan, &mut list);
    list.0
}
