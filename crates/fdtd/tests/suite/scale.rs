//! What ranks of plans that no machine here could run would store and exchange, by count.

use crate::common::scene;
use poynting_exec::RankChoice;
use poynting_fdtd::{Config, Load, Plan, RankPlan, rank_plan};
use std::time::{Duration, Instant};

/// A cube of vacuum with this many cells along each axis.
fn cube(cells: usize, boundary: &str) -> Plan {
    let text = format!(
        r#"
title = "cube"
domain = {{ from = ["0 mm", "0 mm", "0 mm"], to = ["{cells} mm", "{cells} mm", "{cells} mm"] }}
grid = {{ spacing = "1 mm" }}
boundary = {boundary}
stop = {{ steps = 1000 }}
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["20 mm", "20 mm", "20 mm"]
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }}
"#
    );
    let scene = scene(&text);
    Plan::new(&scene, scene.fdtd.precision).unwrap_or_else(|e| panic!("{e}"))
}

fn divided(plan: &Plan, ranks: RankChoice) -> RankPlan {
    let config = Config {
        ranks,
        ..Config::default()
    };
    rank_plan(plan, &config).unwrap_or_else(|e| panic!("{e}"))
}

/// With periodic boundaries every rank has a neighbour across each face, edge and corner, whatever the number of ranks. So all ranks of all divisions
/// into 8 to 4096 cubes store and receive the same, to the node and the value. A message has all that one rank sends to another: with two ranks
/// per axis the neighbours below and above are the same rank, and what 26 neighbours send arrives in 7 messages.
#[test]
fn a_rank_does_the_same_on_8_to_4096_ranks() {
    const CELLS: usize = 100;
    for (parts, messages) in [(2, 7), (4, 26), (8, 26), (16, 26)] {
        let plan = cube(parts * CELLS, "{ all = 'periodic' }");
        let ranks = divided(&plan, RankChoice::Number(parts.pow(3)));
        assert_eq!((ranks.parts, ranks.halo), ([parts; 3], 8));
        let (own, stored) = (100_u64.pow(3), 116_u64.pow(3));
        for load in &ranks.loads {
            assert_eq!((load.own, load.stored), (own, stored));
            assert_eq!(load.received.values, 6 * (stored - own));
            assert_eq!(load.received.messages, messages);
        }
    }
}

/// In open space inner ranks are busiest, of which there are some from 64 ranks on. The cuts balance the PML, which makes their boxes a little
/// larger where ranks are few: by 2 of 1000 cells on 64 ranks.
#[test]
fn the_busiest_rank_does_the_same_on_64_to_4096_ranks() {
    const CELLS: usize = 1000;
    let most: Vec<[u64; 3]> = [4, 8, 16]
        .map(|parts| {
            let plan = cube(parts * CELLS - 20, "{ all = 'pml', pml = { layers = 10 } }");
            let ranks = divided(&plan, RankChoice::Parts([parts; 3]));
            let counts: [fn(&Load) -> u64; 3] = [
                |load| load.stored,
                |load| load.received.values,
                |load| load.received.messages,
            ];
            counts.map(|count| ranks.most(count))
        })
        .to_vec();
    for counts in &most {
        for (count, first) in counts.iter().zip(most[0]) {
            let change = (*count as f64 / first as f64 - 1.0).abs();
            assert!(change < 0.01, "{most:?}");
        }
        assert_eq!(counts[2], 26);
    }
}

#[test]
fn a_trillion_cells_on_ten_thousand_ranks_are_planned_in_seconds() {
    let start = Instant::now();
    // The PML is outside the domain.
    let plan = cube(9980, "{ all = 'pml', pml = { layers = 10 } }");
    let ranks = divided(&plan, RankChoice::Number(10_000));
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(plan.cells(), 1_000_000_000_000);
    assert_eq!(ranks.loads.len(), 10_000);
    let own: u64 = ranks.loads.iter().map(|load| load.own).sum();
    assert_eq!(own, ranks.nodes);
    let [share, _] = ranks.stored();
    let bytes = plan.bytes() as f64 * share;
    assert!(bytes < 4.0 * 2_f64.powi(30), "{bytes}");
    // Less than the 6 fields of the cells of a rank is not possible.
    assert!(bytes > 1e8 * 24.0, "{bytes}");
}
