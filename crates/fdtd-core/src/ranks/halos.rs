//! The exchange between blocks: every halo receives the nodes that others own.

use crate::ranks::Traffic;
use crate::ranks::neighbours::Neighbour;
use crate::ranks::part::{PartEngine, RankEngine};
use crate::ranks::rank::Rank;
use poynting_exec::{DeviceError, Pool, Processes, Real};
use rayon::prelude::*;

/// Brings the own nodes of all ranks to the halos that contain them; returns what the ranks of this process have sent.
pub fn exchange<T: Real>(
    local: &mut [Rank<'_, T>],
    pool: &Pool,
    processes: Option<Processes>,
) -> Result<Traffic, DeviceError> {
    let on_cpu = |rank: &Rank<'_, T>| matches!(rank.engine, RankEngine::Cpu(_));
    if processes.is_none() && local.iter().all(on_cpu) {
        copy(local, pool)
    } else {
        send(local, pool, processes)
    }
}

/// Among ranks that are all in this process and on the CPU: without messages.
fn copy<T: Real>(local: &mut [Rank<'_, T>], pool: &Pool) -> Result<Traffic, DeviceError> {
    let ranks = local.iter_mut().filter_map(|rank| match &mut rank.engine {
        RankEngine::Cpu(engine) => {
            let (selections, buffers) = engine.selections();
            Some(Neighbour {
                messages: &rank.messages,
                selections,
                buffers,
            })
        }
        RankEngine::Device(_) => None,
    });
    let ranks: Vec<Neighbour<'_, T>> = ranks.collect();
    let received: Vec<Traffic> = pool.install(|| {
        let each = ranks.par_iter();
        // SAFETY: all engines are borrowed mutably, and each rank writes its own halo.
        each.map(|rank| unsafe { rank.receive(&ranks) }).collect()
    });
    let engines = local.iter_mut().map(|rank| (&mut rank.engine, ()));
    on_each(pool, engines, |engine, ()| {
        engine.fill_ghosts();
        Ok(())
    })?;
    Ok(received.into_iter().fold(Traffic::default(), |a, b| a + b))
}

/// By messages.
fn send<T: Real>(
    local: &mut [Rank<'_, T>],
    pool: &Pool,
    processes: Option<Processes>,
) -> Result<Traffic, DeviceError> {
    let ranks = local
        .iter_mut()
        .map(|rank| (&mut rank.engine, &mut rank.messages));
    on_each(pool, ranks, |engine, messages| messages.pack(engine))?;
    let mut sent = Traffic::default();
    for Rank { messages, .. } in &mut *local {
        sent = sent + messages.traffic();
        if let Some(processes) = processes {
            messages.swap(processes);
        }
    }
    let ranks = local.iter_mut();
    let (engines, all): (Vec<_>, Vec<_>) =
        ranks.map(|rank| (&mut rank.engine, &rank.messages)).unzip();
    let ranks = engines.into_iter().zip(all.iter().copied());
    on_each(pool, ranks, |engine, messages| {
        messages.unpack(engine, &all)
    })?;
    Ok(sent)
}

/// Does something with every rank: with those on devices one after another, then with the others on the threads of the pool.
pub fn on_each<'e, 'a: 'e, T: Real, W: Send, V: Send>(
    pool: &Pool,
    ranks: impl Iterator<Item = (&'e mut RankEngine<'a, T>, W)>,
    work: impl Fn(&mut dyn PartEngine<T>, W) -> Result<V, DeviceError> + Sync,
) -> Result<Vec<V>, DeviceError> {
    let (mut done, mut on_cpu) = (Vec::new(), Vec::new());
    for (engine, with) in ranks {
        match engine {
            RankEngine::Cpu(engine) => on_cpu.push((&mut **engine, with)),
            RankEngine::Device(engine) => done.push(work(&mut **engine, with)?),
        }
    }
    let rest: Result<Vec<V>, DeviceError> = pool.install(|| {
        let ranks = on_cpu.into_par_iter();
        ranks.map(|(engine, with)| work(engine, with)).collect()
    });
    done.extend(rest?);
    Ok(done)
}
