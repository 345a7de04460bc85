//! Published experiments on arrays, and the speed of transforms on one core: `cargo run --release -p poynting-array --example published`.

use num_complex::Complex;
use poynting_array::{
    Array, ArrayError, Colony, Complex64, Cosines, Expansion, IrregularNufft, Nufft, NullSteering,
    Scalar, Sign, SubArrays, Terms, direction, lobes, positions, taper,
};
use poynting_exec::{Pool, Random};
use std::error::Error;
use std::f64::consts::PI;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    Pool::new(Some(1))?.install(|| {
        thinned_line()?;
        paraboloids()?;
        failures()?;
        ants()?;
        sums()?;
        rates::<f64>(1e-6)?;
        rates::<f64>(1e-12)?;
        rates::<f32>(1e-4)
    })?;
    Ok(())
}

/// Median of five times in seconds.
fn median(mut work: impl FnMut() -> Result<(), ArrayError>) -> Result<f64, ArrayError> {
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        work()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[2])
}

fn distance(a: &[Complex64], b: &[Complex64]) -> f64 {
    let difference: f64 = a.iter().zip(b).map(|(a, b)| (a - b).norm_sqr()).sum();
    (difference / b.iter().map(Complex64::norm_sqr).sum::<f64>()).sqrt()
}

fn grid(reach: f64, count: usize) -> ([Cosines; 2], Vec<[f64; 3]>) {
    let u = Cosines::new(-reach, reach, count);
    let all = (0..count * count).filter_map(|n| direction(u.at(n / count), u.at(n % count)));
    ([u, u], all.collect())
}

/// 9.3.
fn thinned_line() -> Result<(), ArrayError> {
    let amplitudes = taper::chebyshev(1024, 26.0)?;
    let line = positions::density_tapered(2048, 1000.0, &amplitudes)?;
    let spacings = line.windows(2).map(|pair| pair[1][0] - pair[0][0]);
    let (least, most) = spacings.fold((f64::MAX, 0f64), |(a, b), d| (a.min(d), b.max(d)));
    let array = Array::uniform(line)?;
    let u = Cosines::new(-1.0, 1.0, 4096);
    let all: Vec<[f64; 3]> = (0..u.count)
        .filter_map(|n| direction(u.at(n), 0.0))
        .collect();
    let exact = array.factors(&all);
    let found = array.over_line(u, 1e-6)?;
    let level = lobes(&found, [1, u.count])?
        .side_lobe_level
        .unwrap_or(f64::NAN);
    let fast = median(|| array.over_line(u, 1e-6).map(drop))?;
    let slow = median(|| {
        array.factors(&all);
        Ok(())
    })?;
    println!(
        "9.3: spacings {least:.3} to {most:.3}, side lobes {level:.2} dB, error {:.1e}",
        distance(&found, &exact)
    );
    println!(
        "     transform {:.3} ms, sum {:.1} ms",
        1e3 * fast,
        1e3 * slow
    );
    Ok(())
}

/// 9.4: errors over |u|, |v| <= 0.1.
fn paraboloids() -> Result<(), ArrayError> {
    let (uv, all) = grid(0.1, 81);
    for (name, ratio) in [("IA1", 1.0), ("IA2", 1.5)] {
        let bowl = positions::Paraboloid::for_count(65_388, 0.55, ratio)?;
        let array = Array::uniform(bowl.elements(65_388, 0.55))?;
        // In phase towards the axis.
        let array = array.steered([0.0, 0.0, 1.0]);
        let exact = array.towards(&all, 1e-9)?;
        for terms in [Terms::Powers, Terms::Chebyshev] {
            for sub_arrays in [
                SubArrays::Squares(1),
                SubArrays::Squares(4),
                SubArrays::Layers(16),
            ] {
                let mut errors = Vec::new();
                for count in 1..=6 {
                    let expansion = Expansion {
                        terms,
                        sub_arrays,
                        ..Expansion::new(count)
                    };
                    errors.push(distance(&expansion.over_grid(&array, uv)?, &exact));
                    if errors[count - 1] <= 0.01 {
                        break;
                    }
                }
                println!("9.4: {name} {terms:?} {sub_arrays:?}: {errors:.4?}");
            }
        }
    }
    Ok(())
}

/// 9.5.
fn failures() -> Result<(), ArrayError> {
    let (uv, all) = grid(0.4, 161);
    let bowl = positions::Paraboloid::for_count(16_384, 0.55, 0.8)?;
    let elements = bowl.elements(16_384, 0.55);
    // An edge taper of -4 dB in a_m = exp(alpha (F/d_m - 1)).
    let edge = bowl.focus / bowl.from_focus(elements[elements.len() - 1]) - 1.0;
    let alpha = -0.2 * 10f64.ln() / edge;
    let amplitudes: Vec<f64> = (elements.iter())
        .map(|r| (-alpha.abs() * (1.0 - bowl.focus / bowl.from_focus(*r))).exp())
        .collect();
    let array = Array::new(elements, &amplitudes)?.steered([0.0, 0.0, 1.0]);
    let exact = array.towards(&all, 1e-9)?;
    let three = Expansion::new(3).over_grid(&array, uv)?;
    println!("9.5: three terms {:.1e}", distance(&three, &exact));
    for fraction in [0.01, 0.05, 0.1] {
        let failed = array
            .clone()
            .with_failures(fraction, 1)?
            .towards(&all, 1e-9)?;
        println!("9.5: {fraction} failed {:.1e}", distance(&failed, &exact));
    }
    Ok(())
}

/// 1.1.
fn ants() -> Result<(), ArrayError> {
    let x: Vec<f64> = positions::line(40, 0.5).iter().map(|r| r[0]).collect();
    let nulls = NullSteering::new(&x, &[0.071530, 0.122975, 0.173583], -30.0);
    for seed in 1..=5 {
        let colony = Colony {
            values: 40,
            bits: 8,
            ants: 40,
            evaporation: 0.1,
            seed,
        };
        let start = Instant::now();
        let found = colony.search(1.0, 3000, |a| nulls.cost(a))?;
        let each = 1e6 * start.elapsed().as_secs_f64() / found.iterations as f64;
        println!(
            "1.1: {} iterations of {each:.0} us, cost {}",
            found.iterations, found.cost
        );
    }
    Ok(())
}

/// Sums of M terms for M modes; the longest is extrapolated from some of them.
fn sums() -> Result<(), ArrayError> {
    for (count, side) in [(10_000, 100), (1_000_000, 1000)] {
        let mut random = Random::new(2);
        let points: Vec<[f64; 3]> = (0..count)
            .map(|_| [random.within(-0.5..0.5), random.within(-0.5..0.5), 0.0])
            .collect();
        let array = Array::uniform(points.clone())?;
        let some: Vec<[f64; 3]> = (0..100).map(|n| [0.01 * f64::from(n), 0.2, 0.0]).collect();
        let slow = count as f64 / 100.0
            * median(|| {
                array.factors(&some);
                Ok(())
            })?;
        let flat: Vec<[f64; 2]> = points
            .iter()
            .map(|r| [2.0 * PI * r[0], 2.0 * PI * r[1]])
            .collect();
        let mut out = vec![Complex64::default(); count];
        let fast = median(|| {
            let mut nufft = Nufft::new(&flat, [side, side], 1e-6, Sign::Plus)?;
            Ok(nufft.to_modes(array.excitations(), &mut out)?)
        })?;
        println!(
            "sum of {count}: {slow:.2} s, transform {fast:.4} s: {:.0} times",
            slow / fast
        );
    }
    Ok(())
}

/// Transforms of 10^6 points, 10^6 modes or targets, plan included.
fn rates<T: Scalar>(tolerance: f64) -> Result<(), ArrayError> {
    let count = 1_000_000;
    let mut random = Random::new(1);
    let mut points = |half: f64| -> Vec<[f64; 2]> {
        (0..count)
            .map(|_| [random.within(-half..half), random.within(-half..half)])
            .collect()
    };
    let (plane, targets) = (points(PI), points(500.0));
    let line: Vec<[f64; 1]> = plane.iter().map(|p| [p[0]]).collect();
    let c = vec![Complex::new(T::of(0.6), T::of(-0.8)); count];
    let mut out = c.clone();
    let new = |modes| Nufft::<T, 2>::new(&plane, modes, tolerance, Sign::Plus);
    let line1 = median(|| {
        Ok(Nufft::<T, 1>::new(&line, [count], tolerance, Sign::Plus)?.to_modes(&c, &mut out)?)
    })?;
    let line2 = median(|| {
        Ok(Nufft::<T, 1>::new(&line, [count], tolerance, Sign::Plus)?.to_points(&c, &mut out)?)
    })?;
    let first = median(|| Ok(new([1000, 1000])?.to_modes(&c, &mut out)?))?;
    let second = median(|| Ok(new([1000, 1000])?.to_points(&c, &mut out)?))?;
    let third = median(|| {
        let mut nufft = IrregularNufft::<T, 2>::new(&plane, &targets, tolerance, Sign::Plus)?;
        Ok(nufft.to_targets(&c, &mut out)?)
    })?;
    println!(
        "{} {tolerance:e}: 1-D {line1:.3} {line2:.3} s, 2-D {first:.3} {second:.3} {third:.3} s",
        T::NAME
    );
    Ok(())
}
