//! Tables of an independent computation in 19 digits, with other contours: see `tests/data/README.md`.

use poynting_layered::{Complex, GreenFunction, Kernel, Settings};

use crate::common::{assert_close, rows, slabs};

/// Distances from 1.6e-4 to 16 wavelengths. The table has 12 digits; the tolerance of the integrals is 1e-10.
#[test]
fn integrals_are_those_of_the_tables() {
    for (stack, height, table) in slabs() {
        let on_top = [stack.above(height).unwrap(), stack.below(height).unwrap()];
        for source in on_top {
            let settings = Settings::new(&Kernel::HORIZONTAL, 1e-10);
            let green = GreenFunction::new(&stack, source, source, settings).unwrap();
            for row in rows(table) {
                let found = green.at(row[1]).unwrap();
                for (kernel, column) in [(Kernel::Xx, 2), (Kernel::Phi, 4)] {
                    let expected = Complex::new(row[column], row[column + 1]);
                    let what = format!("{kernel:?} at k0 rho = {}", row[0]);
                    assert_close(found.value(kernel), expected, 1e-9, &what);
                }
            }
        }
    }
}
