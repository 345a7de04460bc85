//! Hankel functions H_0 and H_1 of the second kind for positive arguments: the Green function of two dimensions and its slope.
//!
//! ```text
//! x < 8:   J_0, J_1/x, Y_0 - (2/pi) ln(x) J_0 and x Y_1 - (2/pi) x ln(x) J_1   are entire in x^2
//! x >= 8:  H_n = sqrt(2/(pi x)) e^{-j(x - n pi/2 - pi/4)} (P_n - j Q_n),        P_n and x Q_n are smooth in (8/x)^2
//! ```
//!
//! (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 9.1.10 to 9.1.13 and 9.2.5 to 9.2.10), each a sum of
//! Chebyshev polynomials of x^2/32 - 1 or 2 (8/x)^2 - 1. The coefficients are interpolation of the functions at 40 Chebyshev nodes with 60 digits
//! (mpmath 1.3.0), rounded, up to the last above 2e-18.
//!
//! Tested against a table from 1e-12 to 1e5, to 2e-15 of the magnitude, and by the Wronskian. The series of [`crate::cylinder`] has Bessel functions
//! of its own, so that an error here does not also affect it.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI};

use crate::Complex;

/// H_0(x) and H_1(x) = -H_0'(x) of the second kind, J_n - j Y_n, for x > 0.
#[inline]
pub fn hankel(x: f64) -> [Complex; 2] {
    if x < SPLIT {
        let t = x * x / 32.0 - 1.0;
        let log = FRAC_2_PI * x.ln();
        let (j0, j1) = (sum(&REGULAR_0, t), x * sum(&REGULAR_1, t));
        let y0 = sum(&SINGULAR_0, t) + log * j0;
        let y1 = sum(&SINGULAR_1, t) / x + log * j1;
        [Complex::new(j0, -y0), Complex::new(j1, -y1)]
    } else {
        let (s, t) = far(x);
        let phase = wave(x);
        let zero = phase * Complex::new(sum(&IN_PHASE_0, t), -s * sum(&QUADRATURE_0, t));
        let one = phase * Complex::new(sum(&IN_PHASE_1, t), -s * sum(&QUADRATURE_1, t));
        // e^{j pi/2} = j.
        [zero, Complex::new(-one.im, one.re)]
    }
}

/// H_0(x) alone.
#[inline]
pub fn hankel_0(x: f64) -> Complex {
    if x < SPLIT {
        let t = x * x / 32.0 - 1.0;
        let j0 = sum(&REGULAR_0, t);
        Complex::new(j0, -sum(&SINGULAR_0, t) - FRAC_2_PI * x.ln() * j0)
    } else {
        let (s, t) = far(x);
        wave(x) * Complex::new(sum(&IN_PHASE_0, t), -s * sum(&QUADRATURE_0, t))
    }
}

const SPLIT: f64 = 8.0;

/// 8/x and the argument of the polynomials.
fn far(x: f64) -> (f64, f64) {
    let s = SPLIT / x;
    (s, 2.0 * s * s - 1.0)
}

/// sqrt(2/(pi x)) e^{-j(x - pi/4)}; the sum of sine and cosine instead of a difference of large arguments.
fn wave(x: f64) -> Complex {
    let (sin, cos) = x.sin_cos();
    let amplitude = (FRAC_2_PI / x).sqrt() * FRAC_1_SQRT_2;
    Complex::new(amplitude * (cos + sin), amplitude * (cos - sin))
}

/// A sum of Chebyshev polynomials by Clenshaw's recurrence.
#[inline]
fn sum<const N: usize>(coefficients: &[f64; N], t: f64) -> f64 {
    let (mut here, mut above) = (0.0, 0.0);
    for c in coefficients.iter().skip(1).rev() {
        (here, above) = (2.0 * t * here - above + c, here);
    }
    t * here - above + coefficients[0]
}

/// J_0(x), x below 8.
const REGULAR_0: [f64; 17] = [
    0.15772797147489012,
    -0.008723442352852221,
    0.2651786132033368,
    -0.37009499387264977,
    0.15806710233209725,
    -0.034893769411408884,
    0.004819180069467605,
    -0.00046062616620627504,
    3.246032882100508e-05,
    -1.7619469077621507e-06,
    7.608163592418782e-08,
    -2.679253530557673e-09,
    7.848696314479465e-11,
    -1.9438346867370164e-12,
    4.125320595634374e-14,
    -7.588508125447546e-16,
    1.2218515873961411e-17,
];

/// Y_0(x) - (2/pi) ln(x) J_0(x).
const SINGULAR_0: [f64; 17] = [
    -0.03314611320328494,
    -0.2744743055297453,
    0.17903431407718265,
    0.26156734625504663,
    -0.17730201278114358,
    0.04719668959576339,
    -0.007287962479552079,
    0.0007531135932577742,
    -5.632079141056987e-05,
    3.206532537654801e-06,
    -1.44072332740187e-07,
    5.248794787330516e-09,
    -1.5837552541812015e-10,
    4.02633081830612e-12,
    -8.747341203310769e-14,
    1.6434898714919468e-15,
    -2.6977881152566837e-17,
];

/// J_1(x)/x.
const REGULAR_1: [f64; 16] = [
    0.08104484632565812,
    -0.1489751450676521,
    0.1609992623572097,
    -0.08268049176681791,
    0.022213639654966037,
    -0.003646940600769276,
    0.0004050337728354822,
    -3.255554866857259e-05,
    1.9858774049915165e-06,
    -9.521984756750436e-08,
    3.687133759097148e-09,
    -1.178026622695885e-10,
    3.160154580348003e-12,
    -7.221755239651773e-14,
    1.4232144003513942e-15,
    -2.4441972916190464e-17,
];

/// x Y_1(x) - (2/pi) x ln(x) J_1(x).
const SINGULAR_1: [f64; 18] = [
    -0.8127981175865443,
    -1.9681658397549548,
    -1.9753486587649085,
    0.714620414201949,
    0.5293699560240295,
    -0.2942365440222844,
    0.06499275332216367,
    -0.0085579770829528,
    0.0007705719478651246,
    -5.1056551641858577e-05,
    2.609462068037386e-06,
    -1.0637036192893421e-07,
    3.5464786569525353e-09,
    -9.86455155995366e-11,
    2.3260839371194343e-12,
    -4.712119764591926e-14,
    8.293283216194571e-16,
    -1.2803680388878398e-17,
];

/// P_0, x from 8 on.
const IN_PHASE_0: [f64; 14] = [
    0.9994603493475187,
    -0.0005365220468132117,
    3.0751847875194745e-06,
    -5.1705945376060975e-08,
    1.6306464635151382e-09,
    -7.86409137723707e-11,
    5.168262387349193e-12,
    -4.3045788699253914e-13,
    4.3265957431549404e-14,
    -5.069034095935236e-15,
    6.748072215733873e-16,
    -1.0011513723467786e-16,
    1.6305919233744186e-17,
    -2.880866169482871e-18,
];

/// x Q_0 / 8.
const QUADRATURE_0: [f64; 14] = [
    -0.015555854605337009,
    6.838519942611649e-05,
    -7.414498411060647e-07,
    1.7972457247968992e-08,
    -7.27191593686632e-10,
    4.2201219046687385e-11,
    -3.206747420996635e-12,
    3.006145125351706e-13,
    -3.336328185322427e-14,
    4.255225040245461e-15,
    -6.09993013164005e-16,
    9.662128970303257e-17,
    -1.6686065214378146e-17,
    3.1082440486738143e-18,
];

/// P_1.
const IN_PHASE_1: [f64; 14] = [
    1.0009030408600137,
    0.0008989898330859408,
    -3.987284300488908e-06,
    6.177633960644299e-08,
    -1.8718907491063067e-09,
    8.816898659582339e-11,
    -5.704863640395645e-12,
    4.699195515230542e-13,
    -4.6842237839904895e-14,
    5.452674896044717e-15,
    -7.221180842274018e-16,
    1.0667689114335412e-16,
    -1.7312313216116335e-17,
    3.0492991197665872e-18,
];

/// x Q_1 / 8.
const QUADRATURE_1: [f64; 14] = [
    0.04677778706953532,
    -9.62772354915708e-05,
    9.138615257955454e-07,
    -2.0959781384083424e-08,
    8.229193327650554e-10,
    -4.686363688176945e-11,
    3.5152187949686082e-12,
    -3.2643156743279e-13,
    3.5967765829165294e-14,
    -4.5612523950772974e-15,
    6.508282957783384e-16,
    -1.0269147531823243e-16,
    1.767635548776479e-17,
    -3.2834519872981614e-18,
];
