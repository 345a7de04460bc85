//! Laws that hold for every stack.

use poynting_rcwa::{
    Cell, Illumination, Incidence, Layer, Orders, Pattern, Polarization, Port, Response, Shape,
    Side, Stack, Task, c64, solve, solve_all,
};

use crate::common::{at, both, difference, index, lamellar, lines, responses};

const PERIOD: f64 = 1e-6;

/// Two different gratings with a film between them.
fn stack(thickness: [f64; 3], loss: f64) -> Stack {
    let (air, glass) = (index(1.0, 0.0), index(1.45, 0.0));
    let silicon = c64::new(12.1, -loss);
    let layers = vec![
        lamellar(
            PERIOD,
            thickness[0],
            &[(0.2, air), (0.5, silicon), (1.0, air)],
        ),
        Layer::uniform(thickness[1], c64::new(4.0, -loss)),
        lamellar(
            PERIOD,
            thickness[2],
            &[(0.35, glass), (0.6, silicon), (1.0, air)],
        ),
    ];
    lines(PERIOD, [air, glass], layers)
}

const THIN: [f64; 3] = [0.3e-6, 0.17e-6, 0.45e-6];

fn waves() -> [Incidence; 4] {
    [
        at(0.8e-6, 0.0, 0.0),
        at(0.65e-6, 23.0, 0.0),
        at(0.65e-6, 41.0, 57.0),
        at(1.3e-6, 10.0, 90.0),
    ]
}

fn energy(response: &Response) -> f64 {
    response.reflectance() + response.transmittance()
}

#[test]
fn lossless_gratings_conserve_energy() {
    for wave in waves() {
        for most in [0, 3, 15] {
            for response in both(&stack(THIN, 0.0), wave, Orders::lines(most)) {
                assert!((energy(&response) - 1.0).abs() < 1e-10);
                assert!(response.absorbed.iter().all(|part| part.abs() < 1e-10));
            }
        }
    }
}

/// What the orders lack is what the fields lose in the layers.
#[test]
fn lossy_gratings_absorb_what_is_missing() {
    for wave in waves() {
        let solution = solve(&stack(THIN, 0.4), wave, Orders::lines(12)).unwrap();
        for side in [Side::Front, Side::Back] {
            for illumination in [Illumination::s(side), Illumination::p(side)] {
                let Ok(response) = solution.response(&illumination) else {
                    panic!("the order propagates in both half spaces");
                };
                assert!(energy(&response) < 0.99);
                assert!(response.absorbed.iter().all(|&part| part > 1e-6));
                assert!(
                    response.imbalance().abs() < 1e-10,
                    "{}",
                    response.imbalance()
                );
            }
        }
    }
}

/// S of a wave is the transpose of that of the opposite wave, with the orders renumbered.
#[test]
fn networks_are_reciprocal_and_lossless_ones_unitary() {
    for (loss, wave) in [
        (0.0, waves()[1]),
        (0.3, waves()[1]),
        (0.0, waves()[2]),
        (0.3, waves()[2]),
    ] {
        let stack = stack(THIN, loss);
        let opposite = Incidence {
            phi: wave.phi + std::f64::consts::PI,
            ..wave
        };
        let [there, back] =
            [wave, opposite].map(|wave| solve(&stack, wave, Orders::lines(9)).unwrap().network());
        assert!(there.ports.len() >= 10);
        // The unit vectors along and across the transverse wave number turn with it, those of all ports.
        let turned = |port: Port| Port {
            index: port.index.map(|order| -order),
            ..port
        };
        for &to in &there.ports {
            for &from in &there.ports {
                let pair = [there.entry(to, from), back.entry(turned(from), turned(to))]
                    .map(Option::unwrap);
                assert!(
                    (pair[0] - pair[1]).norm() < 1e-10,
                    "{to:?} {from:?} {pair:?}"
                );
            }
            let power: f64 = (there.ports.iter())
                .map(|&port| there.entry(port, to).unwrap().norm_sqr())
                .sum();
            assert!(if loss > 0.0 {
                power < 0.999
            } else {
                (power - 1.0).abs() < 1e-10
            });
        }
    }
    // Polarisations are coupled in a conical mount only.
    let couples = |wave| {
        let network = solve(&stack(THIN, 0.0), wave, Orders::lines(9))
            .unwrap()
            .network();
        let port = |polarization| Port {
            side: Side::Front,
            index: [0, 0],
            polarization,
        };
        network
            .entry(port(Polarization::S), port(Polarization::P))
            .unwrap()
            .norm()
    };
    assert_eq!(couples(waves()[1]), 0.0);
    assert!(couples(waves()[2]) > 0.01);
}

#[test]
fn dividing_layers_changes_nothing() {
    let whole = stack(THIN, 0.1);
    let (air, glass) = (index(1.0, 0.0), index(1.45, 0.0));
    let silicon = c64::new(12.1, -0.1);
    let upper = |part: f64| {
        lamellar(
            PERIOD,
            part * THIN[0],
            &[(0.2, air), (0.5, silicon), (1.0, air)],
        )
    };
    let film = |part: f64| Layer::uniform(part * THIN[1], c64::new(4.0, -0.1));
    let lower = lamellar(
        PERIOD,
        THIN[2],
        &[(0.35, glass), (0.6, silicon), (1.0, air)],
    );
    let layers = vec![
        upper(0.3),
        upper(0.7),
        film(0.5),
        film(0.25),
        film(0.25),
        lower,
    ];
    let divided = lines(PERIOD, [air, glass], layers);
    for wave in waves() {
        let [a, b] = [&whole, &divided].map(|stack| solve(stack, wave, Orders::lines(10)).unwrap());
        for (a, b) in responses(&a).iter().zip(&responses(&b)) {
            assert!(difference(a, b) < 1e-11);
            assert!((a.absorbed[0] - b.absorbed[0] - b.absorbed[1]).abs() < 1e-11);
        }
        let points = [
            [0.1e-6, 0.3e-6, 0.2e-6],
            [0.7e-6, 0.0, 0.44e-6],
            [0.4e-6, 0.0, 0.9e-6],
        ];
        let wave = Illumination::p(Side::Front);
        let fields = [a, b].map(|solution| solution.fields(&wave, &points).unwrap());
        for (a, b) in fields[0].iter().zip(&fields[1]) {
            for axis in 0..3 {
                assert!((a.e[axis] - b.e[axis]).norm() < 1e-10);
                assert!((a.h[axis] - b.h[axis]).norm() * 377.0 < 1e-10);
            }
        }
    }
}

/// 100 wavelengths with orders up to 60, of which almost all are evanescent: e^{k d} would be 10^16000.
#[test]
fn thick_layers_do_not_overflow() {
    let thick = THIN.map(|thickness| thickness + 65e-6);
    for wave in [waves()[1], waves()[2]] {
        let solution = solve(&stack(thick, 0.0), wave, Orders::lines(40)).unwrap();
        for response in responses(&solution) {
            assert!(
                (energy(&response) - 1.0).abs() < 1e-9,
                "{}",
                energy(&response) - 1.0
            );
        }
        let points = [[0.2e-6, 0.0, 30e-6], [0.2e-6, 0.0, 160e-6]];
        let fields = solution
            .fields(&Illumination::s(Side::Front), &points)
            .unwrap();
        assert!(
            fields
                .iter()
                .all(|field| field.e.iter().all(|e| e.norm() < 100.0))
        );
    }
}

/// Tangential fields are continuous across the faces of layers, and the reflected field leaves the stack.
#[test]
fn fields_are_continuous_across_faces() {
    let stack = stack(THIN, 0.2);
    let solution = solve(&stack, waves()[2], Orders::lines(10)).unwrap();
    for wave in [Illumination::s(Side::Front), Illumination::p(Side::Back)] {
        let mut face = 0.0;
        for thickness in [0.0, THIN[0], THIN[1], THIN[2]] {
            face += thickness;
            let points = [-1e-18, 1e-18].map(|by| [0.37e-6, 0.2e-6, face + by]);
            let fields = solution.fields(&wave, &points).unwrap();
            for axis in [0, 1] {
                assert!((fields[0].e[axis] - fields[1].e[axis]).norm() < 1e-9);
                assert!((fields[0].h[axis] - fields[1].h[axis]).norm() * 377.0 < 1e-9);
            }
        }
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    let stack = stack(THIN, 0.1);
    let disc = Shape::circle([0.5e-6, 0.4e-6], 0.3e-6).unwrap();
    let pattern = Pattern::new(c64::new(1.0, 0.0)).with(disc, c64::new(4.0, -0.1));
    let layers = vec![Layer::pattern(0.2e-6, pattern)];
    let cell = Cell::crossed([1e-6, 0.8e-6]).unwrap();
    let crossed = Stack::new(cell, [c64::new(1.0, 0.0); 2], layers).unwrap();
    let tasks: Vec<Task<'_>> = (0..9)
        .map(|number| Task {
            stack: if number % 4 == 3 { &crossed } else { &stack },
            incidence: at(
                0.5e-6 + 0.1e-6 * f64::from(number),
                20.0,
                10.0 * f64::from(number),
            ),
            orders: Orders::crossed(4, 2),
        })
        .collect();
    let bits = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let found = pool.install(|| solve_all(&tasks, |solution| responses(&solution)));
        let mut bits = Vec::new();
        for responses in found {
            for response in responses.unwrap() {
                for order in response.reflected.iter().chain(&response.transmitted) {
                    bits.extend([order.s.re, order.s.im, order.p.re, order.p.im].map(f64::to_bits));
                }
                bits.extend(response.absorbed.iter().map(|part| part.to_bits()));
            }
        }
        bits
    };
    let one = bits(1);
    assert!(one.len() > 1000);
    assert_eq!(one, bits(2));
    assert_eq!(one, bits(4));
}

/// k0 eps'' int |E|^2 over a film between two gratings is what the film absorbs.
#[test]
fn fields_inside_account_for_the_absorption() {
    let loss = 0.2;
    let stack = stack(THIN, loss);
    let wave = waves()[2];
    let solution = solve(&stack, wave, Orders::lines(8)).unwrap();
    // Exact along x, where |E|^2 has orders up to 16; Simpson's rule along z.
    let (across, along) = (40, 300);
    for illumination in [Illumination::s(Side::Front), Illumination::p(Side::Front)] {
        let mut points = Vec::new();
        for row in 0..=along {
            let z = THIN[0] + THIN[1] * (1e-9 + f64::from(row) / f64::from(along)).min(1.0);
            points.extend(
                (0..across).map(|column| [PERIOD * f64::from(column) / f64::from(across), 0.0, z]),
            );
        }
        let fields = solution.fields(&illumination, &points).unwrap();
        let mut sum = 0.0;
        for (row, line) in fields.chunks(across as usize).enumerate() {
            let mean = line
                .iter()
                .map(|field| field.e.iter().map(c64::norm_sqr).sum::<f64>())
                .sum::<f64>()
                / f64::from(across);
            let weight = if row == 0 || row == along as usize {
                1.0
            } else if row % 2 == 1 {
                4.0
            } else {
                2.0
            };
            sum += mean * weight / 3.0;
        }
        let k0 = std::f64::consts::TAU / wave.wavelength;
        let absorbed = k0 * loss * sum * THIN[1] / f64::from(along) / wave.theta.cos();
        let found = solution.response(&illumination).unwrap().absorbed[1];
        assert!(found > 0.01);
        assert!((absorbed / found - 1.0).abs() < 1e-6, "{absorbed} {found}");
    }
}

/// A shift of the grating turns the phase of order m by 2 pi m per period, and nothing else.
#[test]
fn a_shift_turns_the_phases_of_orders() {
    let (glass, silicon) = (index(1.45, 0.0), c64::new(12.1, -0.1));
    let air = index(1.0, 0.0);
    let solved = |shift: f64| {
        let sections = [(0.2 + shift, air), (0.5 + shift, silicon), (1.0, air)];
        let stack = lines(
            PERIOD,
            [air, glass],
            vec![lamellar(PERIOD, 0.3e-6, &sections)],
        );
        both(&stack, waves()[2], Orders::lines(6))
    };
    for (one, other) in solved(0.0).iter().zip(&solved(0.17)) {
        for (a, b) in one
            .reflected
            .iter()
            .zip(&other.reflected)
            .chain(one.transmitted.iter().zip(&other.transmitted))
        {
            let turn = c64::cis(std::f64::consts::TAU * 0.17 * f64::from(a.index[0]));
            assert!((a.s * turn - b.s).norm() < 1e-11 && (a.p * turn - b.p).norm() < 1e-11);
        }
    }
}

/// Order one along the surface: its normal wave number is zero.
#[test]
fn a_grazing_order_is_no_singularity() {
    let at_wavelength = |wavelength: f64| {
        both(
            &stack(THIN, 0.0),
            at(wavelength, 0.0, 0.0),
            Orders::lines(8),
        )
    };
    let [below, exact, above] =
        [1.0 - 1e-10, 1.0, 1.0 + 1e-10].map(|part| at_wavelength(part * PERIOD));
    for response in &exact {
        assert!(
            (energy(response) - 1.0).abs() < 1e-8,
            "{}",
            energy(response) - 1.0
        );
    }
    for place in [0, 1] {
        for near in [&below, &above] {
            let pair = [&near[place], &exact[place]]
                .map(|response| response.transmitted([0, 0]).unwrap().efficiency());
            // The normal wave number is 1.4e-5 there.
            assert!((pair[0] - pair[1]).abs() < 1e-3, "{pair:?}");
        }
    }
}
