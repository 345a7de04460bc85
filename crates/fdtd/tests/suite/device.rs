//! A GPU gives what the CPU gives.

use crate::common::{record, record_on_gpu};
use crate::identity::everything;
use poynting_fdtd::{Config, Mapping, Storage};

#[test]
fn everything_on_the_gpu() {
    for precision in ["f32", "f64"] {
        for walls in [
            "",
            "x = 'periodic'",
            "y = 'periodic'\nz = 'periodic'",
            "all = 'periodic'",
            "x_max = 'pmc'\ny = 'pmc'\nz_max = 'pmc'",
        ] {
            for storage in [Storage::Lookup, Storage::Direct] {
                let scene = everything(walls, precision);
                let config = Config {
                    storage,
                    ..Config::default()
                };
                let (expected, ..) = record(&scene, config, 2).unwrap();
                let found = record_on_gpu(&[scene], config, Mapping::default());
                let (found, outcome) = found.into_iter().next().unwrap().unwrap();
                println!("{precision} {storage:?} {outcome:?}");
                for ((stream, t, values), (_, t2, other)) in
                    expected.streams.iter().zip(&found.streams)
                {
                    assert_eq!(t, t2);
                    let peak = values.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
                    let off = values
                        .iter()
                        .zip(other)
                        .map(|(a, b)| (a - b).abs())
                        .fold(0.0, f64::max);
                    println!(
                        "{} {} {} {:e}",
                        stream.name,
                        values.len(),
                        other.len(),
                        off / peak
                    );
                    assert!(off <= 1e-5 * peak);
                }
            }
        }
    }
}
