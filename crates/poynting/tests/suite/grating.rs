//! Unit cells by rigorous coupled-wave analysis, from scene to results: closed forms, symmetries, threads, memory, and what is refused.

use poynting::results::Grade;
use poynting::{
    Budget, Device, Error, ErrorKind, GratingError, Precision, Results, RunOptions, Scene,
    Simulation, Solver, report_of,
};
use poynting_physics::Complex;
use poynting_physics::constants::ETA0;
use poynting_physics::slab::{Polarisation, Slab};
use std::f64::consts::TAU;
use std::fmt::Write;

/// A cell of 6 mm and 5 mm, open from -4 mm to 9 mm, at 40 GHz. `u`, `v` and `w` are its axes in `turn` of x, y, z: zero, one or two steps.
struct Cell {
    turn: usize,
    walls: [&'static str; 2],
    extra: String,
    structures: String,
    wave: String,
    monitors: String,
    rcwa: &'static str,
}

/// Millimetres along u, v and w as a list along x, y and z.
fn at(turn: usize, [u, v, w]: [f64; 3]) -> String {
    let mut all = [0.0; 3];
    for (n, value) in [u, v, w].into_iter().enumerate() {
        all[(n + turn) % 3] = value;
    }
    format!("[\"{} mm\", \"{} mm\", \"{} mm\"]", all[0], all[1], all[2])
}

/// A vector along u, v and w as a list along x, y and z.
fn vector(turn: usize, [u, v, w]: [f64; 3]) -> String {
    at(turn, [u, v, w]).replace(" mm", "").replace('"', "")
}

impl Cell {
    /// A wave along w with E along a direction, and no structure.
    fn new(turn: usize, electric: [f64; 3]) -> Self {
        let wave = format!(
            "direction = {}\npolarisation = {}",
            vector(turn, [0.0, 0.0, 1.0]),
            vector(turn, electric)
        );
        Self {
            turn,
            walls: ["periodic"; 2],
            extra: String::new(),
            structures: String::new(),
            wave,
            monitors: String::new(),
            rcwa: "orders = 3",
        }
    }

    fn brick(mut self, material: &str, from: [f64; 3], to: [f64; 3]) -> Self {
        let [from, to] = [from, to].map(|corner| at(self.turn, corner));
        let number = self.structures.matches("[[structures]]").count();
        write!(self.structures,
            "[[structures]]\nname = \"part {number}\"\nmaterial = \"{material}\"\nshape = \"box\"\nfrom = {from}\nto = {to}\n"
        ).unwrap();
        self
    }

    fn post(mut self, material: &str, [u, v]: [f64; 2], radius: f64, w: [f64; 2]) -> Self {
        let [from, to] = w.map(|w| at(self.turn, [u, v, w]));
        write!(self.structures,
            "[[structures]]\nname = \"post {radius}\"\nmaterial = \"{material}\"\nshape = \"cylinder\"\nfrom = {from}\nto = {to}\nradius = \"{radius} mm\"\n"
        ).unwrap();
        self
    }

    fn flux(mut self, name: &str, from: f64, to: f64) -> Self {
        let [from, to] = [
            at(self.turn, [0.0, 0.0, from]),
            at(self.turn, [6.0, 5.0, to]),
        ];
        write!(self.monitors,
            "[[monitors]]\nname = \"{name}\"\ntype = \"flux\"\nfrom = {from}\nto = {to}\nfrequencies = \"40 GHz\"\n"
        ).unwrap();
        self
    }

    fn text(&self) -> String {
        let letter = |n: usize| ["x", "y", "z"][(n + self.turn) % 3];
        let [u, v] = self.walls;
        format!(
            r#"
            [domain]
            from = {}
            to = {}
            [boundary]
            {} = "{u}"
            {} = "{v}"
            {} = "pml"
            {}
            [materials.hard]
            eps_r = 6
            [materials.soft]
            eps_r = 2.5
            [materials.lossy]
            eps_r = 4
            sigma = "3 S/m"
            [materials.magnet]
            mu_r = 2
            {}
            [[sources]]
            name = "wave"
            type = "plane-wave"
            from = {}
            to = {}
            {}
            waveform = {{ type = "modulated-gaussian", amplitude = "2 V/m", frequency = "40 GHz", bandwidth = "10 GHz" }}
            {}
            [stop]
            time = "1 ns"
            [rcwa]
            frequencies = ["35 GHz", "40 GHz"]
            {}
            "#,
            at(self.turn, [0.0, 0.0, -4.0]),
            at(self.turn, [6.0, 5.0, 9.0]),
            letter(0),
            letter(1),
            letter(2),
            self.extra,
            self.structures,
            at(self.turn, [0.0, 0.0, -2.0]),
            at(self.turn, [6.0, 5.0, 8.0]),
            self.wave,
            self.monitors,
            self.rcwa,
        )
    }

    fn run(&self) -> Results {
        solved(&self.text(), &options())
    }
}

fn options() -> RunOptions {
    RunOptions {
        solver: Some(Solver::Rcwa),
        device: Device::Cpu.into(),
        threads: Some(1),
        ..RunOptions::default()
    }
}

fn solved(text: &str, options: &RunOptions) -> Results {
    let scene = Scene::from_toml(text, "cell.toml");
    let simulation = Simulation::from(scene.unwrap_or_else(|e| panic!("{}", e.render())));
    simulation.run(options).unwrap()
}

fn values<'a>(results: &'a Results, name: &str) -> &'a [f64] {
    &results.get(name).unwrap_or_else(|| panic!("{name}")).data
}

fn phasors(results: &Results, name: &str) -> Vec<Complex> {
    let parts = ["real", "imag"].map(|part| values(results, &format!("{name}/{part}")));
    let both = parts[0].iter().zip(parts[1]);
    both.map(|(re, im)| Complex::new(*re, *im)).collect()
}

/// The largest difference of two lists of the same length.
fn off(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn post_on_slab(turn: usize) -> Cell {
    Cell::new(turn, [1.0, 0.0, 0.0])
        .brick("soft", [0.0, 0.0, 3.0], [6.0, 5.0, 9.0])
        .post("hard", [2.5, 2.0], 1.5, [0.5, 3.0])
}

/// S-parameters of order zero of a slab, along every axis; closed form in `poynting_physics::slab`.
#[test]
fn a_slab_has_its_closed_form_along_every_axis() {
    let slab = Slab::dielectric(Complex::new(6.0, 0.0), 1.7e-3);
    for turn in 0..3 {
        let cell = Cell::new(turn, [0.6, 0.8, 0.0]).brick("hard", [0.0, 0.0, 1.0], [6.0, 5.0, 2.7]);
        let results = cell.run();
        let r = phasors(&results, "orders/reflected/s");
        let rp = phasors(&results, "orders/reflected/p");
        let [t, tp] = ["s", "p"].map(|p| phasors(&results, &format!("orders/transmitted/{p}")));
        for (n, hertz) in [35e9, 40e9].into_iter().enumerate() {
            let exact = slab.response(TAU * hertz, 0.0, Polarisation::Te);
            // Order zero is alone; s and p share the wave.
            let size = |a: Complex, b: Complex| (a.norm_sqr() + b.norm_sqr()).sqrt();
            assert!((size(r[n], rp[n]) - exact.r.norm()).abs() < 1e-12);
            assert!((size(t[n], tp[n]) - exact.t.norm()).abs() < 1e-12);
            let phase = |found: Complex, exact: Complex| {
                let ratio = found * exact.conj();
                (ratio.im / ratio.norm()).abs()
            };
            assert!(phase(tp[n], exact.t) < 1e-12, "{turn}");
        }
    }
}

#[test]
fn a_cell_turned_in_space_has_the_same_orders() {
    let first = post_on_slab(0).run();
    for turn in [1, 2] {
        let other = post_on_slab(turn).run();
        for name in [
            "grating/reflectance",
            "grating/transmittance",
            "grating/absorbed",
        ] {
            assert!(
                off(values(&first, name), values(&other, name)) < 1e-11,
                "{name}"
            );
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let report = report_of(&first, folder.path().join("report.html")).unwrap();
    let of = |name: &str| {
        report
            .checks
            .iter()
            .find(|c| c.name == name)
            .map(|c| c.grade)
    };
    assert_eq!(of("Power balance"), Some(Grade::Good), "{report:?}");
    assert!(of("Truncation").is_some());
}

/// Lines along the first periodic axis and along the second, with the wave turned with them: the frame of the stack is turned by a quarter.
#[test]
fn lines_along_either_axis_are_the_same_grating() {
    let lines = |along: usize| {
        let (mut from, mut to) = ([0.0, 0.0, 1.0], [6.0, 5.0, 3.0]);
        (from[1 - along], to[1 - along]) = (1.0, 3.5);
        let mut electric = [0.0; 3];
        electric[1 - along] = 0.6;
        electric[along] = if along == 1 { 0.8 } else { -0.8 };
        Cell::new(0, electric).brick("hard", from, to)
    };
    let square = |text: String| text.replace("6 mm", "5 mm");
    let [first, second] = [1, 0].map(|along| solved(&square(lines(along).text()), &options()));
    for side in ["reflected", "transmitted"] {
        let name = format!("orders/{side}/efficiency");
        let (a, b) = (values(&first, &name), values(&second, &name));
        assert!(off(a, b) < 1e-12, "{name}");
        assert!(a.iter().any(|e| *e > 0.01));
    }
    let axes = |results: &Results| {
        let quantity = results.get("orders/transmitted/efficiency").unwrap();
        quantity.declaration.shape()
    };
    assert_eq!(axes(&first)[1..], [axes(&second)[2], axes(&second)[1]]);
}

#[test]
fn a_wave_from_above_meets_the_mirrored_cell() {
    let below = Cell::new(0, [1.0, 0.0, 0.0])
        .brick("soft", [0.0, 0.0, -4.0], [6.0, 5.0, 1.0])
        .post("hard", [3.0, 2.0], 1.5, [1.0, 3.0]);
    let mut from_above = below
        .text()
        .replace("direction = [0, 0, 1]", "direction = [0, 0, -1]");
    // The box of the wave ends in the substrate, where the wave leaves.
    from_above = from_above.replace(
        "from = [\"0 mm\", \"0 mm\", \"-2 mm\"]",
        "from = [\"0 mm\", \"0 mm\", \"-4 mm\"]",
    );
    let mirrored = Cell::new(0, [1.0, 0.0, 0.0])
        .brick("soft", [0.0, 0.0, 4.0], [6.0, 5.0, 9.0])
        .post("hard", [3.0, 2.0], 1.5, [2.0, 4.0]);
    let [a, b] = [from_above, mirrored.text()].map(|text| solved(&text, &options()));
    for name in [
        "orders/reflected/efficiency",
        "orders/transmitted/efficiency",
    ] {
        assert!(off(values(&a, name), values(&b, name)) < 1e-11, "{name}");
    }
    for polarisation in ["s", "p"] {
        let name = format!("orders/transmitted/{polarisation}");
        let (a, b) = (phasors(&a, &name), phasors(&b, &name));
        let worst = a.iter().zip(&b).map(|(a, b)| (*a - *b).norm());
        assert!(worst.fold(0.0, f64::max) < 1e-11, "{name}");
    }
}

/// P = 2^2/(2 eta0) on 30 mm^2: beyond the box of the wave the reflected power, within it what is transmitted, and into a box what is absorbed.
#[test]
fn flux_is_the_power_of_orders_and_layers() {
    let cell = Cell::new(0, [0.6, 0.8, 0.0])
        .brick("lossy", [1.0, 0.5, 1.0], [4.0, 4.0, 2.0])
        .flux("back", -3.0, -3.0)
        .flux("through", 5.0, 5.0)
        .flux("box", -1.0, 4.0)
        .flux("beyond", 8.5, 8.5);
    let results = cell.run();
    let power = 4.0 / (2.0 * ETA0) * 30e-6;
    let at_40 = |name: &str| values(&results, &format!("grating/{name}"))[1] * power;
    let flux = |name: &str| values(&results, &format!("flux/{name}"))[0];
    let near = |a: f64, b: f64| (a - b).abs() < 1e-11 * power;
    assert!(near(flux("back"), -at_40("reflectance")));
    assert!(near(flux("through"), at_40("transmittance")));
    assert!(near(flux("box"), -at_40("absorptance")));
    assert!(at_40("absorptance") > 0.05 * power);
    assert!(flux("beyond") > 0.0 && !near(flux("beyond"), at_40("transmittance")));
}

/// Moving the window leaves S as it is; moving the structure by d turns order m by 2 pi m d/L.
#[test]
fn phases_are_those_at_the_origin_of_the_scene() {
    let lines = |from: f64, to: f64| {
        Cell::new(0, [0.0, 1.0, 0.0])
            .brick("hard", [from, 0.0, 1.0], [to, 5.0, 3.0])
            .text()
            .replace("6 mm", "9 mm")
    };
    let shifted = |text: String| {
        text.replace("from = [\"0 mm\"", "from = [\"0.5 mm\"")
            .replace("to = [\"9 mm\"", "to = [\"9.5 mm\"")
    };
    let s = |text: String| phasors(&solved(&text, &options()), "orders/transmitted/s");
    let still = s(lines(2.0, 5.0));
    let window = s(shifted(lines(2.0, 5.0)));
    let moved = s(lines(2.5, 5.5));
    let orders = still.len() / 2;
    let most = (orders / 2) as f64;
    assert_eq!(orders, 3);
    for (n, ((a, b), c)) in still.iter().zip(&window).zip(&moved).enumerate() {
        assert!((*a - *b).norm() < 1e-12);
        let m = (n % orders) as f64 - most;
        let turned = *a * Complex::cis(TAU * m * 0.5 / 9.0);
        assert!((turned - *c).norm() < 1e-11, "{m}");
    }
}

#[test]
fn a_hole_is_a_post_of_what_lies_below() {
    let painted = Cell::new(0, [1.0, 0.0, 0.0])
        .brick("soft", [0.0, 0.0, 0.0], [6.0, 5.0, 2.0])
        .post("hard", [3.0, 2.5], 2.0, [0.0, 2.0])
        .post("soft", [3.0, 2.5], 1.0, [0.0, 2.0]);
    let mut bored = Cell::new(0, [1.0, 0.0, 0.0]).brick("soft", [0.0, 0.0, 0.0], [6.0, 5.0, 2.0]);
    bored.structures += r#"
        [[structures]]
        name = "ring"
        material = "hard"
        shape = "difference"
        of = [
            { shape = "cylinder", from = ["3 mm", "2.5 mm", "0 mm"], to = ["3 mm", "2.5 mm", "2 mm"], radius = "2 mm" },
            { shape = "cylinder", from = ["3 mm", "2.5 mm", "0 mm"], to = ["3 mm", "2.5 mm", "2 mm"], radius = "1 mm" },
        ]
        "#;
    let [a, b] = [painted, bored].map(|cell| cell.run());
    assert_eq!(
        values(&a, "grating/reflectance"),
        values(&b, "grating/reflectance")
    );
}

#[test]
fn results_are_the_same_bits_on_any_number_of_threads_and_in_less_memory() {
    let text = post_on_slab(0).text();
    let large = text.replace("orders = 3", "orders = 10");
    let simulation = Simulation::from_toml(&large).unwrap();
    let one = solved(&text, &options());
    let two = RunOptions {
        threads: Some(2),
        ..options()
    };
    assert_eq!(one.quantities, solved(&text, &two).quantities);
    let plan = simulation.plan(&two).unwrap();
    let all = plan.bytes();
    let budget = |bytes: u64| RunOptions {
        budget: Some(Budget { bytes }),
        ..two
    };
    let one = plan
        .memory
        .iter()
        .find(|(name, _)| name.starts_with("modes"));
    let less = simulation.plan(&budget(all - one.unwrap().1 / 2)).unwrap();
    assert!(less.bytes() < all && less.check_memory().is_ok());
    assert!(less.notes()[0].contains("threads"), "{:?}", less.notes());
    let error = simulation.run(&budget(20 << 20)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
}

fn refused(text: &str, options: &RunOptions) -> Error {
    let scene = Scene::from_toml(text, "cell.toml");
    let simulation = Simulation::from(scene.unwrap_or_else(|e| panic!("{}", e.render())));
    let error = simulation.plan(options).map(|_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Scene, "{error}");
    error
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    let cell = || Cell::new(0, [1.0, 0.0, 0.0]);
    let slab = cell()
        .brick("hard", [0.0, 0.0, 1.0], [6.0, 5.0, 2.0])
        .text();
    let shape = |body: &str| {
        let material = if body.contains("pec") {
            ""
        } else {
            "material = 'hard'\n"
        };
        slab.clone() + &format!("[[structures]]\nname = 'odd'\n{material}{body}\n")
    };
    let ball = "shape = 'sphere'\ncenter = ['3 mm', '3 mm', '4 mm']\nradius = '1 mm'";
    let post = |y: &str| {
        format!(
            "shape = 'cylinder'\nfrom = ['1 mm', '{y}', '4 mm']\nto = ['1 mm', '{y}', '5 mm']\nradius = '1.2 mm'"
        )
    };
    let brick = "shape = 'box'\nfrom = ['1 mm', '1 mm', '4 mm']\nto = ['2 mm', '2 mm', '5 mm']";
    let cases = [
        (shape(ball), "structure `odd`: it is a sphere"),
        (shape(&post("2 mm")), "a periodic face cuts off"),
        (
            shape(&format!("material = 'pec'\n{brick}")),
            "structure `odd` of `pec`",
        ),
        (
            shape(brick).replace(
                "name = 'odd'\nmaterial = 'hard'",
                "name = 'odd'\nmaterial = 'magnet'",
            ),
            "it is magnetic",
        ),
        (
            slab.replace("z = \"pml\"", "z = \"pec\""),
            "normal to z, pec and pec",
        ),
        (
            cell()
                .brick("hard", [1.0, 0.0, 1.0], [2.0, 5.0, 9.0])
                .text(),
            "the upper open face",
        ),
        (
            cell()
                .brick("lossy", [0.0, 0.0, -4.0], [6.0, 5.0, -3.0])
                .text(),
            "a wave that comes from `lossy`",
        ),
        (
            cell().flux("part", 1.0, 1.0).text().replace(
                "to = [\"6 mm\", \"5 mm\", \"1 mm\"]",
                "to = [\"3 mm\", \"5 mm\", \"1 mm\"]",
            ),
            "monitor `part`",
        ),
    ];
    for (text, message) in cases {
        let error = refused(&text, &options()).to_string();
        assert!(error.contains(message), "{error}\n{message}");
    }
    let overlapping = cell()
        .post("hard", [2.0, 2.0], 1.5, [1.0, 2.0])
        .post("soft", [3.0, 2.0], 1.4, [1.0, 2.0])
        .text();
    let error = refused(&overlapping, &options()).to_string();
    assert!(
        error.contains("structure `post 1.4`, which overlaps"),
        "{error}"
    );
    let single = RunOptions {
        precision: Some(Precision::F32),
        ..options()
    };
    let error = refused(&slab, &single);
    assert!(matches!(error, Error::Rcwa(GratingError::Refused { .. })));
}

/// Between Bloch faces the transverse wave number is that of 40 GHz at 60 degrees; no such wave exists below 34.6 GHz.
#[test]
fn a_wave_that_does_not_propagate_is_refused_with_the_frequency() {
    let mut cell = Cell::new(0, [1.0, 0.0, 0.0]).brick("hard", [0.0, 0.0, 1.0], [6.0, 5.0, 2.0]);
    cell.walls = ["bloch", "periodic"];
    cell.extra = "bloch = { frequency = '40 GHz', theta = '60 deg', phi = '0 deg' }".to_owned();
    cell.wave = "theta = '60 deg'\nphi = '0 deg'\npsi = '0 deg'".to_owned();
    let low = cell.text().replace("[\"35 GHz\"", "[\"34 GHz\"");
    let error = refused(&low, &options()).to_string();
    assert!(
        error.contains("3.464102e10 Hz") && error.contains("angle"),
        "{error}"
    );
    let slab = Slab::dielectric(Complex::new(6.0, 0.0), 1e-3);
    let exact = |hertz: f64, sine: f64| {
        let response = slab.response(TAU * hertz, sine.asin(), Polarisation::Tm);
        response.r.norm_sqr()
    };
    let sine = 60f64.to_radians().sin();
    let vector = cell.run();
    let found = values(&vector, "grating/reflectance");
    assert!(off(found, &[exact(35e9, sine * 40.0 / 35.0), exact(40e9, sine)]) < 1e-11);
    cell.rcwa = "fixed = 'angle'";
    let found = cell.run();
    let found = values(&found, "grating/reflectance");
    assert!(off(found, &[exact(35e9, sine), exact(40e9, sine)]) < 1e-12);
}
