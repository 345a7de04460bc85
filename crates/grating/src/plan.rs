//! The plan of a scene: layers, orders, frequencies and memory, before anything large is allocated.
//!
//! The number of orders follows from a rule, which the run checks by solving again with fewer (`run`): with m waves of the densest medium in a period,
//! 2 m + 20 on either side for lines and m + 5 along each axis of a crossed cell; metals need more, 2 m + 40 and m + 8.

use std::f64::consts::TAU;
use std::time::Instant;

use poynting_exec::{Budget, Planning};
use poynting_physics::constants::C0;
use poynting_rcwa::{Orders, Side, c64, solve};
use poynting_scene::{MaterialId, Scene};

use crate::body::Body;
use crate::error::{GratingError, refused};
use crate::frame::Frame;
use crate::layers::Layers;
use crate::monitors;
use crate::refusal;
use crate::slices::{Part, slices};
use crate::wave::Wave;

/// Bytes of a complex number.
const COMPLEX: f64 = 16.0;
/// Matrices of a patterned layer, of any layer, and of the work on one.
const OF_MODES: usize = 4;
const OF_A_LAYER: usize = 4;
const OF_THE_WORK: usize = 20;
/// Bytes of the normal vectors of a layer.
const NORMALS: f64 = 2e6;
/// A matrix of this size is solved to measure the speed.
const MEASURED: usize = 200;
/// Permittivities with a larger imaginary part, or a negative real part, are those of metals.
const METAL: f64 = 10.0;

/// What a plan may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Memory of the process.
    pub budget: Budget,
    /// What it needs besides the solutions.
    pub besides: u64,
    /// Its threads.
    pub threads: usize,
}

/// What a run will do.
#[derive(Debug, Clone)]
pub struct Plan {
    pub(crate) frame: Frame,
    pub(crate) layers: Layers,
    pub(crate) wave: Wave,
    /// Orders that are kept.
    pub(crate) orders: Orders,
    /// The largest numbers of orders that propagate, below and above.
    pub(crate) reach: [[usize; 2]; 2],
    /// Whether the scene gives the number of orders.
    pub is_given: bool,
    /// Frequencies to solve, ascending.
    pub frequencies: Vec<f64>,
    /// Frequencies that are solved at the same time.
    pub at_once: usize,
    /// Names of the media of the half spaces, below and above.
    pub half_spaces: [String; 2],
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Automatic choices that need no action.
    pub notes: Vec<String>,
    /// What takes memory at the peak of the run, in bytes.
    pub memory: Vec<(&'static str, u64)>,
}

impl Plan {
    /// Plans a scene, or reports what in it cannot be solved.
    pub fn within(scene: &Scene, limits: Limits) -> Result<Self, GratingError> {
        refusal::check(scene)?;
        let open = refusal::open_axis(scene)?;
        let source = refusal::wave(scene)?;
        let frequencies = frequencies(scene);
        let Some(&highest) = frequencies.last() else {
            return Err(GratingError::NoFrequencies);
        };
        let (frame, layers) = unit_cell(scene, open)?;
        let wave = Wave::new(scene, source, &frame);
        let given = scene.rcwa.orders.map(|orders| given(orders, &frame));
        let orders = cut(given.unwrap_or_else(|| usual(&layers, highest)), &layers);
        let mut plan = Self {
            reach: reach(&layers, &wave, (&frequencies, orders)),
            half_spaces: (layers.half_spaces).map(|m| scene.materials[m.0 as usize].name.clone()),
            is_given: given.is_some(),
            at_once: 1,
            warnings: Vec::new(),
            notes: Vec::new(),
            memory: Vec::new(),
            frame,
            layers,
            wave,
            orders,
            frequencies,
        };
        monitors::check(scene, &plan.frame, limits.budget)?;
        plan.fit(scene, limits)?;
        // Whatever is wrong with a stack or the wave is reported before the run.
        for hertz in [plan.frequencies[0], highest] {
            plan.layers.stack(hertz)?;
            plan.at(hertz)?;
        }
        plan.warn();
        Ok(plan)
    }

    /// The wave at a frequency.
    pub(crate) fn at(&self, hertz: f64) -> Result<crate::wave::WaveAt, GratingError> {
        let side = usize::from(self.wave.side == Side::Back);
        let permittivity = self
            .layers
            .permittivity(self.layers.half_spaces[side], hertz);
        if permittivity.im != 0.0 || permittivity.re <= 0.0 {
            let what = format!("a wave that comes from `{}`", self.half_spaces[side]);
            return Err(refused(what, "it must come from a medium without loss"));
        }
        self.wave.at(hertz, permittivity.re, self.layers.faces)
    }

    /// Memory of the solutions, and how many are computed at the same time.
    fn fit(&mut self, scene: &Scene, limits: Limits) -> Result<(), GratingError> {
        let planning = Planning {
            budget: Some(limits.budget),
            ..Planning::default()
        };
        let one = self.bytes_of_one();
        let unknowns = self.unknowns();
        let what = || format!("the matrices for {unknowns} unknowns of each layer");
        planning.check_part(one, (what, "write fewer `orders` in the table `rcwa`"))?;
        let fields = monitors::bytes(scene);
        let rest = (limits.budget.bytes).saturating_sub(limits.besides + fields) as f64;
        let most = limits.threads.min(self.frequencies.len()).max(1);
        self.at_once = ((rest / one) as usize).clamp(1, most);
        self.memory = vec![
            ("modes and scattering matrices", one as u64),
            (
                "other frequencies at the same time",
                (one * (self.at_once - 1) as f64) as u64,
            ),
            ("fields", fields * self.at_once as u64),
        ];
        if self.at_once < most {
            self.notes.push(format!(
                "{} of {most} threads are used: memory suffices for no more frequencies at the same time",
                self.at_once
            ));
        }
        Ok(())
    }

    fn bytes_of_one(&self) -> f64 {
        let size = self.unknowns() as f64;
        // Without a component along the lines, two sets of equations are solved one after the other, and both are kept.
        let sets = if self.is_classical() { 2.0 } else { 1.0 };
        let patterned = self.patterned();
        let matrices = OF_MODES * patterned + OF_A_LAYER * self.layers.slices.len() + OF_THE_WORK;
        COMPLEX * size * size * matrices as f64 * sets + NORMALS * (1 + patterned) as f64
    }

    fn warn(&mut self) {
        let [below, above] = self.reach;
        let wave = [below[0].max(above[0]), below[1].max(above[1])];
        let kept = [self.orders.x, self.orders.y];
        if self.is_given && (0..2).any(|a| kept[a] < wave[a] + 2 && self.varies()[a]) {
            self.warnings.push(format!(
                "orders up to {} x {} propagate, and only {} x {} are kept: write more `orders` in the table `rcwa`",
                wave[0], wave[1], kept[0], kept[1]
            ));
        }
    }

    fn varies(&self) -> [bool; 2] {
        let all = self.layers.slices.iter().map(|s| s.section.varies());
        all.fold([false; 2], |sum, one| [sum[0] || one[0], sum[1] || one[1]])
    }

    /// Whether lines meet a wave that does not travel along them.
    fn is_classical(&self) -> bool {
        let highest = self.frequencies.last().copied().unwrap_or(0.0);
        self.layers.cell.y().is_none() && self.wave.transverse(highest, 1.0)[1] == 0.0
    }

    /// Whether there are two periods.
    pub fn is_crossed(&self) -> bool {
        self.layers.cell.y().is_some()
    }

    /// Number of layers.
    pub fn layers(&self) -> usize {
        self.layers.slices.len()
    }

    /// Number of layers that are not of one material.
    pub fn patterned(&self) -> usize {
        let varies = |slice: &&crate::slices::Slice| slice.section.varies() != [false; 2];
        self.layers.slices.iter().filter(varies).count()
    }

    /// Number of modes of a layer.
    pub fn unknowns(&self) -> usize {
        let sets = if self.is_classical() { 1 } else { 2 };
        sets * self.orders.count()
    }

    /// Number of orders along the periodic axes of the scene, with their names.
    pub fn orders(&self) -> [(&'static str, usize); 2] {
        let kept = [self.orders.x, self.orders.y].map(|most| 2 * most + 1);
        let name = |n: usize| ["x", "y", "z"][self.frame.axes[n]];
        let mut both = [(name(0), kept[0]), (name(1), kept[1])];
        both.sort_by_key(|(name, _)| *name);
        both
    }

    /// `41 along x`, or `15 along x, 15 along y`.
    pub fn orders_in_words(&self) -> String {
        let all = self.orders();
        let several = all.iter().filter(|(_, count)| *count > 1);
        let words: Vec<String> = several
            .map(|(axis, count)| format!("{count} along {axis}"))
            .collect();
        if words.is_empty() {
            return "1, because nothing varies between the periodic faces".to_owned();
        }
        words.join(", ")
    }

    /// Whether nothing absorbs power.
    pub fn is_lossless(&self) -> bool {
        self.layers.is_lossless()
    }

    /// Peak memory of the run in bytes.
    pub fn bytes(&self) -> u64 {
        self.memory.iter().map(|(_, bytes)| bytes).sum()
    }

    /// Seconds of a run, from the time of a smaller matrix at the highest frequency.
    pub fn seconds(&self) -> Result<f64, GratingError> {
        let hertz = self.frequencies[self.frequencies.len() - 1];
        let share = (MEASURED as f64 / self.unknowns() as f64).min(1.0);
        let share = if self.is_crossed() {
            share.sqrt()
        } else {
            share
        };
        let fewer = |most: usize| (most as f64 * share).ceil() as usize;
        let small = Self {
            orders: Orders {
                x: fewer(self.orders.x),
                y: fewer(self.orders.y),
            },
            ..self.clone()
        };
        let start = Instant::now();
        let stack = self.layers.stack(hertz)?;
        let solved = solve(&stack, self.at(hertz)?.incidence, small.orders);
        solved.map_err(|cause| GratingError::Solution { hertz, cause })?;
        let ratio = self.unknowns() as f64 / small.unknowns() as f64;
        let batches = self.frequencies.len().div_ceil(self.at_once);
        Ok(start.elapsed().as_secs_f64() * ratio.powi(3) * batches as f64)
    }
}

/// The frame of the stack and its layers.
fn unit_cell(scene: &Scene, open: usize) -> Result<(Frame, Layers), GratingError> {
    let frame = Frame::new(&scene.domain, open);
    let parts = |frame: &Frame| -> Result<Vec<Part>, GratingError> {
        let all = scene.structures.iter().map(|structure| {
            let body = Body::new(&structure.shape, frame).map_err(|what| {
                let reason = format!(
                    "it is {what}; layers are made of boxes and of cylinders along the open axis"
                );
                refused(format!("structure `{}`", structure.name), reason)
            })?;
            Ok(Part {
                name: structure.name.clone(),
                material: structure.material,
                body,
            })
        });
        all.collect()
    };
    let first = parts(&frame)?;
    let cut = slices(&first, &frame)?;
    let varies = |axis: usize| cut.iter().any(|slice| slice.section.varies()[axis]);
    if varies(0) || !varies(1) {
        let layers = Layers::new(scene, &first, (cut, frame.sizes))?;
        return Ok((frame, layers));
    }
    let frame = frame.turned(&scene.domain);
    let second = parts(&frame)?;
    let cut = slices(&second, &frame)?;
    let layers = Layers::new(scene, &second, (cut, frame.sizes))?;
    Ok((frame, layers))
}

/// Those of monitors and of the solver, in order.
fn frequencies(scene: &Scene) -> Vec<f64> {
    let monitors = scene.monitors.iter().flat_map(|m| m.kind.frequencies());
    let mut all: Vec<f64> = monitors.chain(&scene.rcwa.frequencies).copied().collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// The orders that a scene gives along its axes.
fn given(orders: [u64; 3], frame: &Frame) -> Orders {
    let of = |n: usize| usize::try_from(orders[frame.axes[n]]).unwrap_or(usize::MAX);
    Orders { x: of(0), y: of(1) }
}

/// Without those along axes along which nothing varies.
fn cut(orders: Orders, layers: &Layers) -> Orders {
    let varies = layers.slices.iter().map(|s| s.section.varies());
    let [x, y] = varies.fold([false; 2], |a, b| [a[0] || b[0], a[1] || b[1]]);
    Orders {
        x: if x { orders.x } else { 0 },
        y: if y { orders.y } else { 0 },
    }
}

/// The orders that the rule gives.
fn usual(layers: &Layers, highest: f64) -> Orders {
    let media: Vec<c64> = layers
        .materials()
        .map(|m: MaterialId| layers.permittivity(m, highest))
        .collect();
    let is_metal = media.iter().any(|e| e.re < 0.0 || -e.im > METAL);
    let dense = media.iter().map(|e| e.re.max(1.0).sqrt());
    let dense = dense.fold(1.0, f64::max);
    let waves = |period: f64| (period * dense * highest / C0).ceil() as usize;
    let x = waves(layers.cell.x());
    match (layers.cell.y(), is_metal) {
        (None, false) => Orders::lines(2 * x + 20),
        (None, true) => Orders::lines(2 * x + 40),
        (Some(y), false) => Orders::crossed(x + 5, waves(y) + 5),
        (Some(y), true) => Orders::crossed(x + 8, waves(y) + 8),
    }
}

/// The largest numbers of orders that propagate at any frequency.
fn reach(layers: &Layers, wave: &Wave, (frequencies, orders): (&[f64], Orders)) -> [[usize; 2]; 2] {
    let side = usize::from(wave.side == Side::Back);
    let periods = [Some(layers.cell.x()), layers.cell.y()];
    layers.half_spaces.map(|material| {
        let mut most = [0; 2];
        for &hertz in frequencies {
            let index = |m: MaterialId| layers.permittivity(m, hertz).re.max(0.0).sqrt();
            let k = TAU * hertz / C0 * index(material);
            let along = wave.transverse(hertz, index(layers.half_spaces[side]));
            for (axis, period) in periods.iter().enumerate() {
                let Some(period) = period else { continue };
                let kept = [orders.x, orders.y][axis];
                let order = (period * (k + along[axis].abs()) / TAU) as usize;
                most[axis] = order.min(kept).max(most[axis]);
            }
        }
        most
    })
}
