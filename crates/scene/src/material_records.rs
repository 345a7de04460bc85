//! The format of a material: every key, once.

use serde_json::{Value as Json, json};

use crate::angular::{Angular, ComplexAngular};
use crate::decode::{Decode, Defs, record};
use crate::error::{Diagnostics, list, nearest};
use crate::library;
use crate::lists::{List, PerAxis};
use crate::measures::{Frequency, Length, PositiveLength, PositiveTime, Ratio};
use crate::quantity::{Quantity, kind};
use crate::tree::Node;
use crate::values::{At, NonNegative, Positive, Within};

record! {
    /// A linear medium, a metal of finite conductivity, or a thin resistive sheet. A medium is eps(w) = eps_inf + the
    /// sum of all terms + sigma/(j w eps0) with e^{+jwt}; a key with three values has one value each along x, y and
    /// z. A medium that is not passive at every frequency is refused.
    MaterialRecord as "a material" {
        /// A material of the library, by its name; only `density` can be added, for conductors also `roughness` and
        /// `thickness`.
        library: Option<LibraryName>,
        /// Relative permittivity, the same at all frequencies; 1 if absent.
        eps_r: Option<PerAxis<Ratio>>,
        /// Relative permittivity at infinite frequency, to which the terms add; 1 if absent.
        eps_inf: Option<PerAxis<Ratio>>,
        /// Relative permeability, the same at all frequencies; 1 if absent.
        mu_r: Option<PerAxis<Ratio>>,
        /// Relative permeability at infinite frequency, to which the terms under `magnetic` add; 1 if absent.
        mu_inf: Option<PerAxis<Ratio>>,
        /// Electric conductivity; zero if absent.
        sigma: Option<PerAxis<Within<NonNegative, Quantity<kind::Conductivity>>>>,
        /// Magnetic conductivity; zero if absent.
        sigma_m: Option<PerAxis<Within<NonNegative, Quantity<kind::MagneticConductivity>>>>,
        /// Debye terms of the permittivity.
        debye: Option<List<DebyeRecord>>,
        /// Drude terms of the permittivity.
        drude: Option<List<DrudeRecord>>,
        /// Lorentz terms of the permittivity.
        lorentz: Option<List<LorentzRecord>>,
        /// Other poles of the permittivity.
        poles: Option<List<PoleRecord>>,
        /// Terms of the permeability.
        magnetic: Option<MagneticRecord>,
        /// Dissipation factor -Im eps/Re eps, constant from 1/30 to ten times `loss_tangent_at`; `eps_r` then applies
        /// at that frequency and decreases slowly with frequency, as causality requires.
        loss_tangent: Option<Within<Positive, At<f64>>>,
        /// The frequency at which `loss_tangent` and `eps_r` apply.
        loss_tangent_at: Option<Frequency>,
        /// Conductivity of a metal whose skin depth is smaller than a cell: only its surface is modelled, with `mu_r`
        /// if given.
        conductor: Option<Within<Positive, Quantity<kind::Conductivity>>>,
        /// Rms roughness of the surface of a `conductor`.
        roughness: Option<Within<NonNegative, Length>>,
        /// Thickness of `conductor` sheets that are drawn with zero thickness; much more than the skin depth if
        /// absent.
        thickness: Option<PositiveLength>,
        /// Resistance of a square of a thin sheet; for boxes of zero thickness.
        sheet_resistance: Option<Within<Positive, Quantity<kind::Resistance>>>,
        /// Mass density, for specific absorption.
        density: Option<Within<Positive, Quantity<kind::Density>>>,
    }
}

record! {
    /// Terms of the permeability, of the same form as those of the permittivity.
    MagneticRecord as "a magnetic part" {
        /// Debye terms.
        debye: Option<List<DebyeRecord>>,
        /// Drude terms.
        drude: Option<List<DrudeRecord>>,
        /// Lorentz terms.
        lorentz: Option<List<LorentzRecord>>,
        /// Other poles.
        poles: Option<List<PoleRecord>>,
    }
}

record! {
    /// A relaxation: delta/(1 + j w tau).
    DebyeRecord as "a Debye term" {
        /// Its contribution to the static value.
        delta: f64,
        /// Relaxation time.
        tau: PositiveTime,
    }
}

record! {
    /// Free charges: -wp^2/(w^2 - j w g), with wp = 2 pi `plasma` and g = 2 pi `collision` when given as frequencies.
    DrudeRecord as "a Drude term" {
        /// Plasma frequency.
        plasma: Within<Positive, Angular>,
        /// Collision frequency: the rate in rad/s, or the rate divided by 2 pi in Hz.
        collision: Within<NonNegative, Angular>,
    }
}

record! {
    /// A resonance: delta w0^2/(w0^2 - w^2 + 2 j w d), with w0 = 2 pi `frequency` and d = 2 pi `damping` when given
    /// as frequencies. The full linewidth is 2 d.
    LorentzRecord as "a Lorentz term" {
        /// Its contribution to the static value.
        delta: f64,
        /// Undamped resonance frequency.
        frequency: Within<Positive, Angular>,
        /// Half the linewidth.
        damping: Within<NonNegative, Angular>,
    }
}

record! {
    /// A pole a with its residue r: r/(j w - a), and the same with a* and r* unless a is real.
    PoleRecord as "a pole" {
        /// a; its real part must not be positive.
        pole: ComplexAngular,
        /// r.
        residue: ComplexAngular,
    }
}

/// The name of a library material.
#[derive(Debug, Clone)]
pub(crate) struct LibraryName(pub At<String>);

impl Decode for LibraryName {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let name = At::<String>::decode(node, out)?;
        let names = library::names();
        if !names.contains(&name.value) {
            let known: Vec<_> = names.iter().map(String::as_str).collect();
            let cure = match nearest(&name.value, &known) {
                Some(near) => format!("write \"{near}\" (the library has {})", list(&known)),
                None => format!("write one of {}", list(&known)),
            };
            let message = format!("the library has no material {:?}", name.value);
            out.report(name.span, message, "unknown", cure);
            return None;
        }
        Some(Self(name))
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "enum": library::names() })
    }

    fn what() -> String {
        "a name from the library".to_string()
    }

    fn example() -> Json {
        json!("water")
    }
}
