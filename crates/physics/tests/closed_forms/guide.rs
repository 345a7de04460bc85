//! TE10 of WR-90 compared with the reference table.

use crate::common::{assert_close, number, rows};
use poynting_physics::IsotropicMedium;
use poynting_physics::constants::C0;
use poynting_physics::guide::RectangularGuide;

#[test]
fn wr90_is_as_in_the_table() {
    let table = rows(include_str!("../data/wr90_te10.csv"));
    assert_eq!(table.len(), 45);
    for row in table {
        let frequency = number(row[0]);
        let te10 = RectangularGuide::WR90.te10(frequency).unwrap();
        assert_close(te10.beta, number(row[1]), 2e-13);
        assert_close(te10.wavelength, number(row[2]), 2e-13);
        assert_close(te10.impedance, number(row[3]), 2e-13);
        assert_close(te10.group_velocity / C0, number(row[4]), 2e-13);
        let loss = RectangularGuide::WR90
            .wall_attenuation(frequency, 5.8e7)
            .unwrap();
        assert_close(loss, number(row[5]), 2e-13);
    }
}

#[test]
fn nothing_propagates_below_cutoff() {
    let guide = RectangularGuide::WR90;
    assert_close(guide.cutoff(), 6_557_140_376.203, 1e-12);
    assert_eq!(guide.te10(0.999 * guide.cutoff()), None);
    assert_eq!(guide.wall_attenuation(0.999 * guide.cutoff(), 5.8e7), None);
    let filled = RectangularGuide {
        medium: IsotropicMedium {
            eps_r: 4.0,
            mu_r: 1.0,
        },
        ..guide
    };
    assert_close(filled.cutoff(), 0.5 * guide.cutoff(), 1e-15);
}
