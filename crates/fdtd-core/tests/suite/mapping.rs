//! Mapping of GPU threads to cells.

use poynting_fdtd_core::mapping::{Mapping, March};
#[test]
fn a_mapping_is_read_as_it_is_written() {
    for mapping in Mapping::candidates() {
        assert_eq!(mapping.to_string().parse(), Ok(mapping));
    }
    for wrong in ["", "cell", "parts:x 64x4 align 32", "cell 0x4 align 32"] {
        assert_eq!(wrong.parse::<Mapping>(), Err(()));
    }
}

#[test]
fn the_default_is_tried_first_and_every_march_early() {
    let candidates = Mapping::candidates();
    assert_eq!(candidates[0], Mapping::default());
    let first: Vec<March> = candidates[..4].iter().map(|c| c.march).collect();
    assert!(first.contains(&March::Cell) && first.contains(&March::Column));
}

#[test]
fn a_block_fits_a_small_device() {
    let small = Mapping::default().within(128);
    assert_eq!(small.block, [64, 2]);
    assert_eq!(Mapping::default().within(32).block, [32, 1]);
    assert_eq!(Mapping::default().within(1024), Mapping::default());
}

#[test]
fn a_march_saves_the_neighbours_along_x() {
    let of = |march| Mapping {
        march,
        ..Mapping::default()
    };
    // 15 values of 4 bytes per half step and an index of one byte; a long march loads 13.
    assert_eq!(of(March::Cell).bytes_per_step(256, 4, 1.0), 122.0);
    let column = of(March::Column).bytes_per_step(256, 4, 1.0);
    assert!((column - 106.0).abs() < 0.1, "{column}");
    assert_eq!(of(March::Parts(8)).march_length(100), 13);
}
