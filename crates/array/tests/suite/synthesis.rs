//! 1.1: nulls of a line of 40 elements by ants (O. Kilic, M. Huang, ACES Journal 25, 283, 2010).

use poynting_array::{Array, Colony, NullSteering, direction, positions};

/// The first three side lobes of the uniform line, where tan(N x) = N tan x, N = 40, u = 2 x/pi.
const LOBES: [f64; 3] = [0.071530, 0.122975, 0.173583];

#[test]
fn ants_bring_three_side_lobes_below_30_db() {
    let line = positions::line(40, 0.5);
    let x: Vec<f64> = line.iter().map(|r| r[0]).collect();
    let nulls = NullSteering::new(&x, &LOBES, -30.0);
    for seed in 1..=3 {
        let colony = Colony {
            values: 40,
            bits: 8,
            ants: 40,
            evaporation: 0.1,
            seed,
        };
        let found = colony.search(1.0, 3000, |a| nulls.cost(a)).unwrap();
        println!("{} iterations", found.iterations);
        assert_eq!(found.cost, 1.0);
        // By another way than the cost.
        let array = Array::new(line.clone(), &found.values).unwrap();
        let peak = array.factor([0.0, 0.0, 1.0]).norm();
        for u in LOBES {
            let level = 20.0 * (array.factor(direction(u, 0.0).unwrap()).norm() / peak).log10();
            assert!(level <= -30.0 + 1e-9, "{level} dB at {u}");
        }
        assert_eq!(found, colony.search(1.0, 3000, |a| nulls.cost(a)).unwrap());
    }
    let uniform = nulls.powers(&[1.0; 40]);
    assert!((10.0 * uniform[0].log10() + 13.243).abs() < 1e-3);
}
