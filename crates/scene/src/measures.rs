//! The quantities used in tables.

use crate::lists::{Pair, Triple};
use crate::quantity::{Quantity, kind};
use crate::values::{At, NonNegative, Positive, Within};

pub(crate) type Length = Quantity<kind::Length>;
pub(crate) type Position = Triple<Length>;
pub(crate) type PlanePoint = Pair<Length>;
pub(crate) type PositiveLength = Within<Positive, Length>;
pub(crate) type PositiveTime = Within<Positive, Quantity<kind::Time>>;
pub(crate) type PositiveDuration = Within<Positive, Quantity<kind::Duration>>;
pub(crate) type Delay = Within<NonNegative, Quantity<kind::Time>>;
pub(crate) type Frequency = Within<Positive, Quantity<kind::Frequency>>;
pub(crate) type Ratio = Within<Positive, At<f64>>;
