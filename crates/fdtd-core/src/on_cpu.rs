//! Models on the CPU, in either precision.

use crate::engine::{Config, CpuEngine, Engine};
use crate::ranks::{PartOn, Ranks, Whole};
use crate::setup::Setup;
use poynting_exec::{Pool, Real};
use poynting_grid::Arrangement;

/// A precision in which models run on the CPU. The kernels are compiled in this crate, whoever calls.
pub trait OnCpu: Real {
    /// Allocates the fields of a model.
    fn engine(setup: Setup<Self>, config: Config, pool: &Pool) -> Box<dyn Engine<Self> + '_>;

    /// Allocates the fields of a model on several ranks; see [`Ranks::new`].
    fn ranks<'a>(
        parts: Vec<(PartOn<'a, Self>, Arrangement)>,
        model: Whole,
        config: Config,
        pools: [&'a Pool; 2],
    ) -> Box<dyn Engine<Self> + 'a>;
}

impl OnCpu for f32 {
    fn engine(setup: Setup<Self>, config: Config, pool: &Pool) -> Box<dyn Engine<Self> + '_> {
        Box::new(CpuEngine::new(setup, config, pool))
    }

    fn ranks<'a>(
        parts: Vec<(PartOn<'a, Self>, Arrangement)>,
        model: Whole,
        config: Config,
        pools: [&'a Pool; 2],
    ) -> Box<dyn Engine<Self> + 'a> {
        Box::new(Ranks::new(parts, model, config, pools))
    }
}

impl OnCpu for f64 {
    fn engine(setup: Setup<Self>, config: Config, pool: &Pool) -> Box<dyn Engine<Self> + '_> {
        Box::new(CpuEngine::new(setup, config, pool))
    }

    fn ranks<'a>(
        parts: Vec<(PartOn<'a, Self>, Arrangement)>,
        model: Whole,
        config: Config,
        pools: [&'a Pool; 2],
    ) -> Box<dyn Engine<Self> + 'a> {
        Box::new(Ranks::new(parts, model, config, pools))
    }
}
