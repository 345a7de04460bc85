//! Lamellar gratings, compared with published efficiencies.
//!
//! Sources:
//!
//! - P. Lalanne, J. P. Hugonin, J. Opt. Soc. Am. A 17, 1033 (2000), tables 1 and 2: coupled-wave analysis with 21, 41 and 81 orders of the metallic
//!   grating of L. Li, C. W. Haggans, J. Opt. Soc. Am. A 10, 1184 (1993), and the exact values of a modal method.
//! - RETICOLO V10 (J. P. Hugonin, P. Lalanne, arXiv:2101.00901; 2025, under GNU Octave 11.1), as recorded in `scripts/reference/reticolo.json` of
//!   <https://github.com/PericleV/spr-forge> at commit 777a0bb. `ex1` and `con-ex1` are the examples `exemple1_1D` and `exemple1_conique` of RETICOLO.
//!
//! Both use the same truncation, so that digits are compared and not only limits.

use poynting_rcwa::{Incidence, Layer, Orders, Response, Rules, Stack, c64};

use crate::common::{at, both, index, lamellar, lines};

/// Reflected and transmitted orders with their efficiencies.
type Table<'a> = (&'a [(i32, f64)], &'a [(i32, f64)]);

fn compare(name: &str, found: &Response, (reflected, transmitted): Table<'_>, tolerance: f64) {
    let mut worst: f64 = 0.0;
    for (orders, table) in [
        (&found.reflected, reflected),
        (&found.transmitted, transmitted),
    ] {
        for &(m, expected) in table {
            let order = orders.iter().find(|order| order.index == [m, 0]).unwrap();
            let error = (order.efficiency() - expected).abs();
            worst = worst.max(error);
            assert!(
                error < tolerance,
                "{name}, order {m}: {} instead of {expected}",
                order.efficiency()
            );
        }
    }
    println!("{name}: {worst:.1e}");
}

fn metal() -> c64 {
    index(0.22, 6.71)
}

/// Period, wavelength and depth 1 um, ridges of half the period on their own metal.
fn metallic(rules: Rules) -> Stack {
    let air = index(1.0, 0.0);
    let ridges = lamellar(1e-6, 1e-6, &[(0.5, metal()), (1.0, air)]).with_rules(rules);
    lines(1e-6, [air, metal()], vec![ridges])
}

fn metallic_wave() -> Incidence {
    at(1e-6, 30.0, 0.0)
}

#[test]
fn a_metallic_grating_has_the_published_efficiencies_of_every_truncation() {
    let stack = metallic(Rules::Automatic);
    // E along the lines in order -1, H along the lines in order 0: five digits are printed.
    for (most, te, tm) in [
        (10, 0.76227, 0.84211),
        (20, 0.73857, 0.84425),
        (40, 0.73485, 0.84677),
    ] {
        let [s, p] = both(&stack, metallic_wave(), Orders::lines(most));
        compare("TE", &s, (&[(-1, te)], &[]), 5.1e-6);
        compare("TM", &p, (&[(0, tm)], &[]), 5.1e-6);
    }
}

/// RETICOLO, -20 to 20.
#[test]
fn a_metallic_grating_agrees_with_reticolo() {
    let stack = metallic(Rules::Automatic);
    let [s, p] = both(&stack, metallic_wave(), Orders::lines(20));
    let te: Table<'_> = (&[(0, 0.126948443526601), (-1, 0.738572945224602)], &[]);
    let tm: Table<'_> = (&[(0, 0.844253933170608), (-1, 0.101539667397106)], &[]);
    compare("li-s-20", &s, te, 1e-10);
    compare("li-p-20", &p, tm, 1e-10);
}

/// The zeroth order in TM tends to the exact 0.84848 with the inverse rule (L. Li 1996, section 5), by Laurent's rule it is far from it.
#[test]
fn tm_converges_with_the_inverse_rule_only() {
    const EXACT: f64 = 0.84848;
    let errors = |rules: Rules| {
        [10, 20, 40, 80].map(|most| {
            let [_, p] = both(&metallic(rules), metallic_wave(), Orders::lines(most));
            (p.reflected([0, 0]).unwrap().efficiency() - EXACT).abs()
        })
    };
    let [with, without] = [errors(Rules::Automatic), errors(Rules::Laurent)];
    println!("inverse rule {with:.4?}, Laurent's rule {without:.4?}");
    assert!(with.windows(2).all(|pair| pair[1] < pair[0]), "{with:?}");
    assert!(with[3] < 1.2e-3);
    assert!(without.iter().all(|&error| error > 0.01), "{without:?}");
}

/// Ridges of index 1.5, 2 um of 10 um wide and 20 um high, on their own glass, at 6 um.
fn dielectric(from: f64, to: f64) -> Stack {
    let (air, glass) = (index(1.0, 0.0), index(1.5, 0.0));
    let ridges = if from > 0.0 {
        lamellar(10e-6, 20e-6, &[(from, air), (to, glass), (1.0, air)])
    } else {
        lamellar(10e-6, 20e-6, &[(to, glass), (1.0, air)])
    };
    lines(10e-6, [air, glass], vec![ridges])
}

#[test]
fn a_dielectric_grating_agrees_with_reticolo() {
    let [s, p] = both(&dielectric(0.4, 0.6), at(6e-6, 0.0, 0.0), Orders::lines(20));
    let te: Table<'_> = (
        &[
            (0, 0.0155548767059846),
            (1, 0.00187069096850393),
            (-1, 0.00187069096850597),
        ],
        &[
            (0, 0.505135249269981),
            (1, 0.212483809776889),
            (2, 0.0253004362666312),
        ],
    );
    let tm: Table<'_> = (
        &[(0, 0.0317265695584073), (1, 0.000642314177036586)],
        &[
            (0, 0.911164785944751),
            (-1, 0.0263876395613467),
            (-2, 0.00152436851002959),
        ],
    );
    compare("ex1-s-20", &s, te, 1e-10);
    compare("ex1-p-20", &p, tm, 1e-10);
    let [_, p] = both(
        &dielectric(0.4, 0.6),
        at(6e-6, 45.0, 0.0),
        Orders::lines(10),
    );
    let tm: Table<'_> = (
        &[
            (0, 0.00882109354277061),
            (-2, 0.00364981437078966),
            (-1, 0.00966249070833947),
        ],
        &[
            (0, 0.8733106214558),
            (1, 0.0133622056513343),
            (-3, 0.00114100160271648),
            (-2, 0.00883108634112269),
            (-1, 0.0812216863271209),
        ],
    );
    compare("ex6-45", &p, tm, 1e-10);
}

/// A wave of 9.9 um on a period of 10 um: order one nearly grazes.
#[test]
fn a_grating_near_an_anomaly_agrees_with_reticolo() {
    let [_, p] = both(
        &dielectric(0.4, 0.6),
        at(9.9e-6, 0.0, 0.0),
        Orders::lines(10),
    );
    let tm: Table<'_> = (
        &[(0, 0.009932966582065), (1, 0.00420181992219802)],
        &[(0, 0.950366384237541), (1, 0.0156485046679988)],
    );
    compare("ex5-9.9", &p, tm, 1e-10);
}

#[test]
fn a_lossy_grating_agrees_with_reticolo() {
    let (above, below) = (index(1.2, 0.0), index(1.5, 0.0));
    let (lossy, air) = (index(0.1, 5.0), index(1.0, 0.0));
    let layer = lamellar(10e-6, 0.3e-6, &[(0.1, air), (0.9, lossy), (1.0, air)]);
    let stack = lines(10e-6, [above, below], vec![layer]);
    let [s, p] = both(&stack, at(8e-6, 10.0, 0.0), Orders::lines(50));
    let te: Table<'_> = (
        &[
            (0, 0.585276991427767),
            (1, 0.0223301904000841),
            (-1, 0.0365111009889404),
        ],
        &[
            (0, 0.236055214419866),
            (1, 0.0371736639503955),
            (-2, 0.0126721223519023),
        ],
    );
    let tm: Table<'_> = (
        &[
            (0, 0.599572509684867),
            (1, 0.0410398400762603),
            (-1, 0.039715411153761),
        ],
        &[
            (0, 0.0793177427102191),
            (-2, 0.117936659929417),
            (-1, 0.0579603521541503),
        ],
    );
    compare("loss-s", &s, te, 1e-10);
    compare("loss-p", &p, tm, 1e-10);
}

/// Two gratings and two films, one of them lossy.
fn mixed() -> Stack {
    let (air, metal, high) = (index(1.0, 0.0), index(0.18, 3.4), index(2.3, 0.0));
    let low = index(1.46, 0.0);
    let layers = vec![
        lamellar(500e-9, 40e-9, &[(0.1, air), (0.5, metal), (1.0, air)]),
        Layer::uniform(30e-9, index(2.3, 0.01)),
        lamellar(500e-9, 80e-9, &[(0.25, high), (0.85, low), (1.0, high)]),
        Layer::uniform(50e-9, low),
    ];
    lines(500e-9, [air, index(1.52, 0.0)], layers)
}

#[test]
fn a_stack_of_gratings_and_films_agrees_with_reticolo() {
    let [s, p] = both(&mixed(), at(633e-9, 20.0, 0.0), Orders::lines(15));
    let te: Table<'_> = (
        &[(0, 0.328215399015863), (-1, 0.0317636299555855)],
        &[(0, 0.583937178044842), (-1, 0.0235311723505814)],
    );
    let tm: Table<'_> = (
        &[(0, 0.30979325750809), (-1, 0.0599599073740674)],
        &[(0, 0.536040712988778), (-1, 0.0220915917712884)],
    );
    compare("mixed-s", &s, te, 1e-10);
    compare("mixed-p", &p, tm, 1e-10);
}

/// Both polarisations of the orders in a conical mount, -5 to 5.
#[test]
fn a_dielectric_grating_in_a_conical_mount_agrees_with_reticolo() {
    let [s, p] = both(
        &dielectric(0.0, 0.5),
        at(6e-6, 30.0, 20.0),
        Orders::lines(5),
    );
    let from_s: Table<'_> = (
        &[
            (0, 0.046245447278492),
            (-2, 0.00108914911180978),
            (-1, 0.00372446403939696),
        ],
        &[
            (0, 0.40464630482979),
            (1, 0.0165329753957409),
            (-3, 0.0137242269789281),
            (-2, 0.0688540199885893),
            (-1, 0.445183412377249),
        ],
    );
    let from_p: Table<'_> = (
        &[
            (0, 0.0119049946158597),
            (-2, 0.00385444777322967),
            (-1, 0.00294707214621427),
        ],
        &[
            (0, 0.471120211063854),
            (1, 0.117926173368423),
            (-3, 0.0102601863730907),
            (-2, 0.117011807557098),
            (-1, 0.264975107102229),
        ],
    );
    compare("con-ex1-s", &s, from_s, 1e-10);
    compare("con-ex1-p", &p, from_p, 1e-10);
    // The part with E across the plane of propagation, of the transmitted orders 0 and -1.
    for (order, te, tm) in [
        (0, 0.331975877596716, 0.0726704272330745),
        (-1, 0.073410856416229, 0.37177255596102),
    ] {
        let found = s.transmitted([order, 0]).unwrap();
        assert!((found.efficiency_s - te).abs() < 1e-10);
        assert!((found.efficiency_p - tm).abs() < 1e-10);
    }
}

#[test]
fn metallic_gratings_in_conical_mounts_agree_with_reticolo() {
    let stack = metallic(Rules::Automatic);
    for (phi, from_s, from_p) in [
        (
            30.0,
            [0.241297038408844, 0.675345373955526],
            [0.714287362174238, 0.222995559347554],
        ),
        (
            60.0,
            [0.718785763365372, 0.181176710020806],
            [0.527152859561103, 0.377637318599985],
        ),
    ] {
        let [s, p] = both(&stack, at(1e-6, 30.0, phi), Orders::lines(20));
        compare(
            "con-li-s",
            &s,
            (&[(0, from_s[0]), (-1, from_s[1])], &[]),
            1e-10,
        );
        compare(
            "con-li-p",
            &p,
            (&[(0, from_p[0]), (-1, from_p[1])], &[]),
            1e-10,
        );
    }
    let [s, p] = both(&mixed(), at(633e-9, 20.0, 40.0), Orders::lines(12));
    let from_s: Table<'_> = (
        &[(0, 0.274983471987286)],
        &[(0, 0.331028188669241), (-1, 0.170182656184079)],
    );
    let from_p: Table<'_> = (
        &[(0, 0.204703805718877)],
        &[(0, 0.524836840425796), (-1, 0.139330567669402)],
    );
    compare("con-mixed-s", &s, from_s, 1e-10);
    compare("con-mixed-p", &p, from_p, 1e-10);
}

/// Ridges of twelve steps on their glass (an echelette), 10 orders to either side.
#[test]
fn an_echelette_of_twelve_layers_agrees_with_reticolo() {
    let (air, glass) = (index(1.0, 0.0), index(1.5, 0.0));
    let layers = (1..=12)
        .map(|step| {
            let end = 1.0 - f64::from(step) / 13.0;
            lamellar(30e-6, 30e-6 / 13.0, &[(end, air), (1.0, glass)])
        })
        .collect();
    let stack = lines(30e-6, [air, glass], layers);
    let [s, p] = both(&stack, at(13e-6, 40.0, 0.0), Orders::lines(10));
    let te: Table<'_> = (
        &[(0, 0.000548572994892068), (-3, 0.0165055678755269)],
        &[
            (0, 0.375192309016335),
            (1, 0.0364853374577048),
            (-4, 0.318243995760281),
        ],
    );
    let tm: Table<'_> = (
        &[(0, 0.000103040705162454), (-3, 0.0111091850528756)],
        &[
            (0, 0.522594016464456),
            (-4, 0.143046158746757),
            (-1, 0.125853992551767),
        ],
    );
    compare("ech-s-40", &s, te, 1e-10);
    compare("ech-p-40", &p, tm, 1e-10);
}
