//! Quantities by name, with complex ones put together: `NAME/real` and `NAME/imag` are stored, `NAME` is meant.

use crate::{Declaration, Quantity, Results, ResultsError};
use num_complex::Complex;

impl Results {
    /// The real quantity with this name; the error lists those that exist.
    pub fn quantity(&self, name: &str) -> Result<&Quantity, ResultsError> {
        self.get(name).ok_or_else(|| self.missing(name))
    }

    /// The complex quantity with this name, such as `port/feed/impedance`; the error lists those that exist.
    pub fn complex(&self, name: &str) -> Result<Quantity<Complex<f64>>, ResultsError> {
        let (real, imag) = self.parts(name).ok_or_else(|| self.missing(name))?;
        let about = &real.declaration.description;
        let about = about.strip_prefix("real part of ").unwrap_or(about);
        Ok(Quantity {
            declaration: Declaration {
                name: name.to_owned(),
                description: about.to_owned(),
                ..real.declaration.clone()
            },
            data: real
                .data
                .iter()
                .zip(&imag.data)
                .map(|(re, im)| Complex::new(*re, *im))
                .collect(),
        })
    }

    /// Its real and imaginary parts, if it exists.
    pub(crate) fn parts(&self, name: &str) -> Option<(&Quantity, &Quantity)> {
        let part = |part: &str| self.get(&format!("{name}/{part}"));
        let (real, imag) = (part("real")?, part("imag")?);
        (real.declaration.axes == imag.declaration.axes).then_some((real, imag))
    }

    /// The error for a quantity that does not exist.
    pub(crate) fn missing(&self, name: &str) -> ResultsError {
        let shown = |name: &str| match name.rsplit_once('/') {
            Some((stem, "real")) if self.parts(stem).is_some() => Some(format!("{stem} (complex)")),
            Some((stem, "imag")) if self.parts(stem).is_some() => None,
            _ => Some(name.to_owned()),
        };
        ResultsError::NoQuantity {
            name: name.to_owned(),
            existing: self.names().filter_map(shown).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, SceneText};

    fn results() -> Results {
        let mut results = Results::new(SceneText::default());
        let frequency = || Axis::new("frequency", "Hz", vec![1e9, 2e9]);
        let mut add = |name: &str, about: &str, values: [f64; 2]| {
            let added = results.add((name, "ohm", about), vec![frequency()], &values);
            added.unwrap();
        };
        add("port/feed/impedance/real", "real part of Z", [50.0, 60.0]);
        add(
            "port/feed/impedance/imag",
            "imaginary part of Z",
            [-5.0, 6.0],
        );
        add("port/feed/resistance", "", [50.0, 50.0]);
        results
    }

    #[test]
    fn the_parts_of_a_complex_quantity_are_put_together() {
        let z = results().complex("port/feed/impedance").unwrap();
        assert_eq!(z.data, [Complex::new(50.0, -5.0), Complex::new(60.0, 6.0)]);
        assert_eq!(z.axis("frequency"), Some(&[1e9, 2e9][..]));
        assert_eq!(z.slice(1), Some(&[Complex::new(60.0, 6.0)][..]));
        assert_eq!(z.declaration.description, "Z");
    }

    #[test]
    fn an_error_lists_what_exists() {
        let results = results();
        let found = results.quantity("port/feed/resistance").unwrap();
        assert_eq!(found.data, [50.0, 50.0]);
        let list = "there are: port/feed/impedance (complex), port/feed/resistance";
        for error in [
            results.quantity("port/feed/impedance").unwrap_err(),
            results.complex("port/feed/resistance").unwrap_err(),
            results.s_parameters().unwrap_err(),
            results.far_field("far").unwrap_err(),
        ] {
            let text = error.to_string();
            assert!(
                text.starts_with("there is no ") && text.ends_with(list),
                "{text}"
            );
        }
        let text = Results::default().quantity("x").unwrap_err().to_string();
        assert_eq!(text, "there is no result `x`; there are: none");
    }
}
