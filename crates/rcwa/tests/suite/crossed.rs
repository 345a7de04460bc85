//! Crossed gratings, compared with published efficiencies, with lines, and with laws that hold for every stack.
//!
//! Source of the efficiencies: GD-Calc (K. C. Johnson, 2005, public domain), outputs recorded in the scripts `gdc_demo3` (a cell with one square,
//! 21 x 21 orders) and `gdc_demo4` (a cell with two) for example 1 of L. Li, J. Opt. Soc. Am. A 14, 2758 (1997), and `gdc_demo8` for example 3 of
//! J. Opt. A: Pure Appl. Opt. 6, 43 (2004), 27 x 27 orders.

use poynting_rcwa::{
    Cell, Illumination, Incidence, Layer, Order, Orders, Pattern, RcwaError, Response, Rules,
    Shape, Side, Stack, c64, solve,
};

use crate::common::{at, both, difference, index, lamellar, lines, responses};

const AIR: c64 = c64::new(1.0, 0.0);

fn crossed(periods: [f64; 2], half_spaces: [c64; 2], layers: Vec<Layer>) -> Stack {
    Stack::new(Cell::crossed(periods).unwrap(), half_spaces, layers).unwrap()
}

fn transmitted(response: &Response, index: [i32; 2]) -> f64 {
    response.transmitted(index).unwrap().efficiency()
}

/// A checkerboard with squares of 1.25 wavelengths, one wavelength high, on its glass, with one square in the cell: corners touch, sides are at 45 degrees.
fn checkerboard(rules: Rules) -> Stack {
    let glass = c64::new(2.25, 0.0);
    let period = 1.25e-6 * 2.0_f64.sqrt();
    let half = 0.5 * period;
    let corners = vec![[half, 0.0], [period, half], [half, period], [0.0, half]];
    let pattern = Pattern::new(AIR).with(Shape::polygon(corners).unwrap(), glass);
    let layer = Layer::pattern(1e-6, pattern).with_rules(rules);
    crossed([period; 2], [AIR, glass], vec![layer])
}

/// E along a side of the squares. Both polarisations are the same by symmetry; those of `gdc_demo4`, which divides the cell into stripes, differ
/// by up to 3e-4, and their mean is compared. Its orders (m1, m2) with E along x2 are (-m2, m1) here, since its first period is at +45 degrees from E
/// and its second at 135.
#[test]
fn a_checkerboard_has_the_published_efficiencies() {
    let [s, p] = both(
        &checkerboard(Rules::Automatic),
        at(1e-6, 0.0, 45.0),
        Orders::crossed(8, 8),
    );
    let published = [
        ([0, 0], [0.17532, 0.17565]),
        ([1, 0], [0.13067, 0.1306]),
        ([1, 1], [0.054803, 0.054862]),
        ([-1, 1], [0.040219, 0.040345]),
        ([2, -1], [0.0096013, 0.009576]),
        ([2, 1], [0.0062164, 0.0061868]),
        ([2, 0], [0.0067862, 0.0067372]),
    ];
    for (index, [one, other]) in published {
        let (found, expected) = (transmitted(&p, index), 0.5 * (one + other));
        println!("{index:?}: {found:.5}, {:+.1e}", found - expected);
        assert!((found - expected).abs() < 1e-4, "{index:?}: {found}");
    }
    let reflected = p.reflected([0, 0]).unwrap().efficiency();
    assert!((reflected - 0.01111).abs() < 1e-5, "{reflected}");
    assert!((transmitted(&s, [0, 0]) - transmitted(&p, [0, 0])).abs() < 1e-10);
    assert!(s.imbalance().abs() < 1e-10 && p.imbalance().abs() < 1e-10);
}

/// Two squares in a cell along the axes, as pixels, by Li's rules for edges along the axes; only every second order is excited.
#[test]
fn pixels_converge_to_the_same_by_li_and_not_by_laurent() {
    let glass = c64::new(2.25, 0.0);
    let errors = |rules: Rules| {
        [3, 5].map(|most| {
            let layer = Layer::pixels(1e-6, 2, vec![glass, AIR, AIR, glass]).with_rules(rules);
            let stack = crossed([2.5e-6; 2], [AIR, glass], vec![layer]);
            let [_, p] = both(&stack, Incidence::normal(1e-6), Orders::crossed(most, most));
            (transmitted(&p, [0, 0]) - 0.175485).abs()
        })
    };
    let [li, laurent] = [Rules::Zigzag, Rules::Laurent].map(errors);
    println!("Li {li:.4?}, Laurent {laurent:.4?}");
    assert!(li[0] > li[1] && li[1] < 2e-3, "{li:?}");
    assert!(laurent.iter().all(|&error| error > 1e-2), "{laurent:?}");
}

/// Holes in a metal grid: Li's rules are at the published efficiencies within their oscillation, Laurent's is not.
#[test]
fn a_metallic_grid_needs_the_rules() {
    let metal = index(1.0, 5.0);
    let found = |rules: Rules, most: usize| {
        let hole = Shape::rectangle([0.6e-6; 2], [1e-6; 2]).unwrap();
        let layer = Layer::pattern(0.2e-6, Pattern::new(metal).with(hole, AIR)).with_rules(rules);
        let stack = crossed([1.2e-6; 2], [AIR, AIR], vec![layer]);
        let [_, p] = both(&stack, Incidence::normal(1e-6), Orders::crossed(most, most));
        transmitted(&p, [0, 0])
    };
    let errors = |rules| [4, 6].map(|most| (found(rules, most) - 0.44682).abs());
    assert!(errors(Rules::Automatic).iter().all(|&error| error < 0.025));
    assert!(
        errors(Rules::NormalVectors)
            .iter()
            .all(|&error| error < 0.04)
    );
    assert!(errors(Rules::Laurent).iter().all(|&error| error > 0.1));
}

const PERIOD: f64 = 0.9e-6;

/// Lines described in all ways that there are, along y.
fn line_layers(metal: c64) -> Vec<(&'static str, Layer)> {
    let other = 0.7e-6;
    let rectangle = Shape::rectangle([0.45e-6, 0.1e-6], [0.36e-6, other]).unwrap();
    let corners = vec![
        [0.27e-6, 0.0],
        [0.63e-6, 0.0],
        [0.63e-6, other],
        [0.27e-6, other],
    ];
    let polygon = Shape::polygon(corners).unwrap();
    let pattern = |shape| Pattern::new(AIR).with(shape, metal);
    let row = [AIR, AIR, AIR, metal, metal, metal, metal, AIR, AIR, AIR];
    let thickness = 0.25e-6;
    vec![
        (
            "lines",
            lamellar(PERIOD, thickness, &[(0.3, AIR), (0.7, metal), (1.0, AIR)]),
        ),
        (
            "rectangle",
            Layer::pattern(thickness, pattern(rectangle.clone())),
        ),
        (
            "normals",
            Layer::pattern(thickness, pattern(rectangle)).with_rules(Rules::NormalVectors),
        ),
        ("polygon", Layer::pattern(thickness, pattern(polygon))),
        (
            "pixels",
            Layer::pixels(thickness, 10, [row, row, row].concat()),
        ),
    ]
}

#[test]
fn patterns_of_lines_are_lines() {
    let (metal, glass) = (c64::new(-9.0, -1.0), index(1.5, 0.0));
    let described = lamellar(PERIOD, 0.25e-6, &[(0.3, AIR), (0.7, metal), (1.0, AIR)]);
    let reference = lines(PERIOD, [AIR, glass], vec![described]);
    for incidence in [at(0.8e-6, 25.0, 0.0), at(0.8e-6, 25.0, 40.0)] {
        let expected = both(&reference, incidence, Orders::lines(4));
        for (name, layer) in line_layers(metal) {
            let stack = crossed([PERIOD, 0.7e-6], [AIR, glass], vec![layer]);
            let solution = solve(&stack, incidence, Orders::crossed(4, 2)).unwrap();
            for (found, expected) in responses(&solution).iter().zip(&expected) {
                for order in &expected.transmitted {
                    let own = found.transmitted(order.index).unwrap();
                    let error = (own.s - order.s).norm().max((own.p - order.p).norm());
                    assert!(error < 1e-10, "{name}: {error:e}");
                }
                assert!((found.absorbed[0] - expected.absorbed[0]).abs() < 1e-10);
                assert!(found.absorbed[0] > 0.01);
                // Nothing is diffracted along y.
                let across = found.transmitted.iter().filter(|order| order.index[1] != 0);
                assert!(across.map(Order::efficiency).sum::<f64>() < 1e-20);
            }
        }
    }
}

/// Lines along x with the plane of incidence turned by a right angle.
#[test]
fn lines_along_x_are_lines_along_y() {
    let (metal, glass) = (c64::new(-9.0, -1.0), index(1.5, 0.0));
    let row = [AIR, AIR, AIR, metal, metal, metal, metal, AIR, AIR, AIR];
    let pattern = |size: [f64; 2], center: [f64; 2]| {
        Pattern::new(AIR).with(Shape::rectangle(center, size).unwrap(), metal)
    };
    let along_y = crossed(
        [PERIOD, 0.7e-6],
        [AIR, glass],
        vec![Layer::pixels(0.25e-6, 10, row.to_vec())],
    );
    let bars = [
        Layer::pixels(0.25e-6, 1, row.to_vec()),
        Layer::pattern(0.25e-6, pattern([0.7e-6, 0.36e-6], [0.1e-6, 0.45e-6])),
        Layer::pattern(0.25e-6, pattern([0.7e-6, 0.36e-6], [0.1e-6, 0.45e-6]))
            .with_rules(Rules::NormalVectors),
    ];
    // A mirror image in x = y, which exchanges the signs of s.
    let expected = both(&along_y, at(0.8e-6, 25.0, 20.0), Orders::crossed(4, 1));
    for bar in bars {
        let along_x = crossed([0.7e-6, PERIOD], [AIR, glass], vec![bar]);
        let found = both(&along_x, at(0.8e-6, 25.0, 70.0), Orders::crossed(1, 4));
        for (found, expected) in found.iter().zip(&expected) {
            for order in &expected.transmitted {
                let [m, n] = order.index;
                let own = found.transmitted([n, m]).unwrap();
                assert!((own.efficiency_s - order.efficiency_s).abs() < 1e-10);
                assert!((own.efficiency_p - order.efficiency_p).abs() < 1e-10);
            }
        }
    }
}

/// Discs, a turned ellipse and a triangle, two layers.
fn curved(loss: f64) -> Stack {
    let silicon = c64::new(9.0, -loss);
    let (low, glass) = (c64::new(2.5, -loss), index(1.45, 0.0));
    let ring = Pattern::new(AIR)
        .with(Shape::circle([0.3e-6, 0.3e-6], 0.2e-6).unwrap(), silicon)
        .with(Shape::circle([0.33e-6, 0.3e-6], 0.1e-6).unwrap(), low);
    let others = Pattern::new(low)
        .with(
            Shape::ellipse([0.1e-6, 0.05e-6], [0.2e-6, 0.1e-6], 0.5).unwrap(),
            AIR,
        )
        .with(
            Shape::polygon(vec![
                [0.4e-6, 0.3e-6],
                [0.65e-6, 0.35e-6],
                [0.5e-6, 0.55e-6],
            ])
            .unwrap(),
            silicon,
        );
    let layers = vec![
        Layer::pattern(0.2e-6, ring),
        Layer::uniform(0.1e-6, low),
        Layer::pattern(0.3e-6, others),
    ];
    crossed([0.7e-6, 0.6e-6], [AIR, glass], layers)
}

#[test]
fn lossless_crossed_gratings_conserve_energy_and_lossy_ones_absorb() {
    for incidence in [Incidence::normal(0.55e-6), at(0.55e-6, 30.0, 25.0)] {
        for rules in [Orders::crossed(2, 2), Orders::crossed(3, 4)] {
            for response in both(&curved(0.0), incidence, rules) {
                let sum = response.reflectance() + response.transmittance();
                assert!((sum - 1.0).abs() < 1e-10, "{sum}");
            }
        }
        for response in both(&curved(0.2), incidence, Orders::crossed(3, 3)) {
            assert!(response.absorbed.iter().all(|&part| part > 1e-4));
            assert!(response.imbalance().abs() < 1e-10);
        }
    }
}

#[test]
fn crossed_gratings_are_reciprocal() {
    let incidence = at(0.55e-6, 30.0, 25.0);
    let opposite = Incidence {
        phi: incidence.phi + std::f64::consts::PI,
        ..incidence
    };
    let stack = curved(0.2);
    let [there, back] = [incidence, opposite].map(|wave| {
        solve(&stack, wave, Orders::crossed(3, 3))
            .unwrap()
            .network()
    });
    assert!(there.ports.len() >= 10);
    for &to in &there.ports {
        for &from in &there.ports {
            let [mut arriving, mut leaving] = [to, from];
            for port in [&mut arriving, &mut leaving] {
                port.index = port.index.map(|order| -order);
            }
            let pair = [there.entry(to, from), back.entry(leaving, arriving)].map(Option::unwrap);
            assert!(
                (pair[0] - pair[1]).norm() < 1e-10,
                "{to:?} {from:?} {pair:?}"
            );
        }
    }
}

/// The coefficients of shapes: by a sum over sides, by Bessel functions, and of pixels.
#[test]
fn shapes_have_the_same_coefficients_in_every_description() {
    let metal = c64::new(4.0, -1.0);
    let solved = |layer: Layer| {
        let stack = crossed(
            [0.8e-6, 0.6e-6],
            [AIR, AIR],
            vec![layer.with_rules(Rules::Laurent)],
        );
        both(&stack, at(0.5e-6, 20.0, 35.0), Orders::crossed(3, 2))
    };
    let pattern = |shape| Layer::pattern(0.2e-6, Pattern::new(AIR).with(shape, metal));
    // Across the border of the cell.
    let rectangle = Shape::rectangle([0.7e-6, 0.1e-6], [0.4e-6, 0.3e-6]).unwrap();
    let corners = vec![
        [-0.3e-6, -0.05e-6],
        [-0.3e-6, 0.25e-6],
        [0.1e-6, 0.25e-6],
        [0.1e-6, -0.05e-6],
    ];
    let polygon = Shape::polygon(corners).unwrap();
    let mut pixels = Vec::new();
    for row in 0..12 {
        for column in 0..8 {
            let inside = !(1..5).contains(&column) && !(5..11).contains(&row);
            pixels.push(if inside { metal } else { AIR });
        }
    }
    let expected = solved(pattern(rectangle));
    for layer in [pattern(polygon), Layer::pixels(0.2e-6, 8, pixels)] {
        for (found, expected) in solved(layer).iter().zip(&expected) {
            assert!(difference(found, expected) < 1e-12);
        }
    }
    let (center, axes, turn) = ([0.3e-6, 0.25e-6], [0.25e-6, 0.12e-6], 0.7_f64);
    let count = 600;
    // The polygon has the area of the ellipse.
    let step = std::f64::consts::TAU / f64::from(count);
    let grown = (step / step.sin()).sqrt();
    let corners = (0..count)
        .map(|corner| {
            let (sin, cos) = (step * f64::from(corner)).sin_cos();
            let [x, y] = [grown * axes[0] * cos, grown * axes[1] * sin];
            [
                center[0] + x * turn.cos() - y * turn.sin(),
                center[1] + x * turn.sin() + y * turn.cos(),
            ]
        })
        .collect();
    let polygon = solved(pattern(Shape::polygon(corners).unwrap()));
    let ellipse = solved(pattern(Shape::ellipse(center, axes, turn).unwrap()));
    for (found, expected) in ellipse.iter().zip(&polygon) {
        let error = difference(found, expected);
        assert!(error < 1e-8, "{error:e}");
    }
}

/// Normal vectors of a disc of silicon: few orders give what many do, as Laurent's rule does not.
#[test]
fn normal_vectors_speed_up_a_disc() {
    let disc = |rules: Rules, most: usize| {
        let shape = Shape::circle([0.35e-6; 2], 0.25e-6).unwrap();
        let layer = Layer::pattern(0.2e-6, Pattern::new(AIR).with(shape, c64::new(12.1, 0.0)));
        let stack = crossed(
            [0.7e-6; 2],
            [AIR, index(1.45, 0.0)],
            vec![layer.with_rules(rules)],
        );
        let [s, p] = both(
            &stack,
            Incidence::normal(1.2e-6),
            Orders::crossed(most, most),
        );
        assert!((transmitted(&s, [0, 0]) - transmitted(&p, [0, 0])).abs() < 1e-9);
        transmitted(&p, [0, 0])
    };
    let limit = disc(Rules::NormalVectors, 6);
    let errors = |rules: Rules| [3, 5].map(|most| (disc(rules, most) - limit).abs());
    let [with, without] = [errors(Rules::NormalVectors), errors(Rules::Laurent)];
    println!("limit {limit:.5}, normal vectors {with:.4?}, Laurent's rule {without:.4?}");
    for (with, without) in with.iter().zip(&without) {
        assert!(3.0 * with < *without);
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let cell = Cell::crossed([1e-6; 2]).unwrap();
    let stack = |layer: Layer| Stack::new(cell, [AIR, AIR], vec![layer]).map(|_| ());
    let disc = |x: f64| Shape::circle([x, 0.5e-6], 0.2e-6).unwrap();
    let two = Pattern::new(AIR).with(disc(0.4e-6), c64::new(4.0, 0.0));
    let apart = two.clone().with(disc(0.85e-6), c64::new(4.0, 0.0));
    assert_eq!(stack(Layer::pattern(1e-7, apart)), Ok(()));
    let overlapping = two.clone().with(disc(0.7e-6), c64::new(4.0, 0.0));
    let refused = stack(Layer::pattern(1e-7, overlapping));
    assert!(matches!(refused, Err(RcwaError::Overlap { shape: 1, .. })));
    // Through the border of the cell.
    let image = two
        .clone()
        .with(Shape::circle([1.0e-6, 0.5e-6], 0.3e-6).unwrap(), AIR);
    assert!(matches!(
        stack(Layer::pattern(1e-7, image)),
        Err(RcwaError::Overlap { .. })
    ));
    let zigzag = Layer::pattern(1e-7, two.clone()).with_rules(Rules::Zigzag);
    assert_eq!(stack(zigzag), Err(RcwaError::NotAligned { layer: 0 }));
    let lines = Stack::new(
        Cell::lines(1e-6).unwrap(),
        [AIR, AIR],
        vec![Layer::pattern(1e-7, two)],
    );
    assert_eq!(
        lines.map(|_| ()),
        Err(RcwaError::NoSecondPeriod { layer: 0 })
    );
    let gain = stack(Layer::uniform(1e-7, c64::new(2.0, 0.1)));
    assert!(gain.unwrap_err().to_string().contains("amplifies"));
    let thin = stack(Layer::uniform(0.0, AIR));
    assert!(matches!(thin, Err(RcwaError::Value { .. })));
    let short = lamellar(0.9e-6, 1e-7, &[(1.0, AIR)]);
    assert!(matches!(stack(short), Err(RcwaError::Value { .. })));
    let pixels = Layer::pixels(1e-7, 3, vec![AIR; 7]);
    assert!(matches!(
        stack(pixels),
        Err(RcwaError::Filling { found: 7, .. })
    ));
    let lossy = Stack::new(cell, [c64::new(2.0, -0.1), AIR], vec![]).unwrap();
    let wave = Incidence::normal(1e-6);
    assert!(matches!(
        solve(&lossy, wave, Orders::lines(0)),
        Err(RcwaError::Incidence { .. })
    ));
    // From behind it is possible, but not from its front.
    let from_back = Incidence {
        side: Side::Back,
        ..wave
    };
    let solution = solve(&lossy, from_back, Orders::lines(0)).unwrap();
    assert!(solution.response(&Illumination::s(Side::Back)).is_ok());
    assert!(solution.response(&Illumination::s(Side::Front)).is_err());
    let grazing = at(1e-6, 90.0, 0.0);
    let free = Stack::new(cell, [AIR, AIR], vec![]).unwrap();
    assert!(matches!(
        solve(&free, grazing, Orders::lines(0)),
        Err(RcwaError::Value { .. })
    ));
}
