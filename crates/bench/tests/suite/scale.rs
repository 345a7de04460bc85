//! The predicted tables in docs/scale.md match the code. A failure prints the whole table.

use poynting::{
    Layout, RankChoice, RankCosts, RunOptions, Simulation, bytes_per_value, format_bytes,
};

const PAGE: &str = include_str!("../data/scale-page.txt");

/// One rank per core: measured between two processes, as the page says.
const CORES: RankCosts = RankCosts {
    mcells_per_s: 465.0,
    latency_s: 27e-6,
    bytes_per_s: 2.5e9,
};
/// One rank per node of a cluster: assumed.
const NODES: RankCosts = RankCosts {
    mcells_per_s: 5000.0,
    latency_s: 5e-6,
    bytes_per_s: 10e9,
};

/// A row: a cube of open space on ranks.
fn row(cells: usize, ranks: usize) -> String {
    const LAYERS: usize = 10;
    let inside = cells - 2 * LAYERS;
    let toml = format!(
        r#"
title = "scale"
domain = {{ from = ["0 mm", "0 mm", "0 mm"], to = ["{inside} mm", "{inside} mm", "{inside} mm"] }}
grid = {{ spacing = "1 mm" }}
boundary = {{ all = "pml", pml = {{ layers = {LAYERS} }} }}
stop = {{ steps = 1000 }}
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["20 mm", "20 mm", "20 mm"]
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }}
"#
    );
    let simulation = Simulation::from_toml(&toml).unwrap_or_else(|e| panic!("{e}"));
    let plan = simulation.plan(&RunOptions::default());
    let plan = plan.unwrap_or_else(|e| panic!("{e}"));
    let division = plan.on_ranks(RankChoice::Number(ranks));
    let (Ok(Some(division)), Layout::Fdtd(grid)) = (division, &plan.layout) else {
        panic!("{cells}^3 cells cannot be divided among {ranks} ranks");
    };
    let [share, _] = division.stored();
    let memory = (grid.bytes() as f64 * share) as u64;
    let values = division.most(|load| load.received.values);
    let [x, y, z] = division.parts;
    let times = [CORES, NODES].map(|costs| {
        let time = costs.forecast(grid, &division);
        let [ms, percent] = [1e3 * time.step_s, 100.0 * time.efficiency];
        format!("{ms:.2} ms, {percent:.0} %")
    });
    let columns = [
        format!("{cells}^3"),
        format!("{x} x {y} x {z}"),
        format_bytes(memory),
        division.most(|load| load.received.messages).to_string(),
        format_bytes(values * bytes_per_value(grid.precision)),
        times.join(" | "),
    ];
    format!("| {} |", columns.join(" | "))
}

fn assert_table(name: &str, grids: &[(usize, usize)]) {
    let rows: Vec<String> = grids
        .iter()
        .map(|(cells, ranks)| row(*cells, *ranks))
        .collect();
    let table = rows.join("\n");
    assert!(
        PAGE.contains(&table),
        "docs/scale.md lacks the {name}\n{table}"
    );
}

/// A cube of 464^3 cells, 10^8, per rank; 10^12 cells are 10000^3 on 25 x 25 x 16 ranks.
#[test]
fn weak_scaling_is_as_the_document_says() {
    let cubes = [1, 2, 4, 8, 16].map(|n: usize| (464 * n, n.pow(3)));
    assert_table(
        "table of weak scaling",
        &[&cubes[..], &[(10_000, 10_000)]].concat(),
    );
}

#[test]
fn strong_scaling_is_as_the_document_says() {
    let ranks = [1, 8, 64, 512, 4096, 10_000];
    assert_table("table of 10^9 cells", &ranks.map(|n| (1000, n)));
    let ranks = [100, 1000, 4096, 10_000];
    assert_table("table of 10^12 cells", &ranks.map(|n| (10_000, n)));
}

/// The page states the constants of its tables.
#[test]
fn constants_are_as_the_document_says() {
    for (name, costs) in [("cores", CORES), ("nodes", NODES)] {
        let RankCosts {
            mcells_per_s,
            latency_s,
            bytes_per_s,
        } = costs;
        let [us, gb] = [1e6 * latency_s, 1e-9 * bytes_per_s];
        let row = format!("| {name} | {mcells_per_s} | {us:.1} | {gb:.2} |");
        assert!(PAGE.contains(&row), "docs/scale.md lacks\n{row}");
    }
}
