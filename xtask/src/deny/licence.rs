//! The licence expressions of crates: `(MIT OR Apache-2.0) AND Unicode-3.0`.

/// Whether the allowed licences satisfy an expression. The old `/` means OR.
pub fn satisfied(expression: &str, allowed: &impl Fn(&str) -> bool) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any(&mut rest, allowed) && rest.is_empty()
}

/// OR.
fn any(words: &mut &[&str], allowed: &impl Fn(&str) -> bool) -> bool {
    let mut met = all(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        // Both sides must be parsed, whichever is satisfied.
        met |= all(words, allowed);
    }
    met
}

/// AND, which binds more tightly than OR.
fn all(words: &mut &[&str], allowed: &impl Fn(&str) -> bool) -> bool {
    let mut met = one(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut &[&str], allowed: &impl Fn(&str) -> bool) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = any(words, allowed);
            let closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            met && closed
        }
        [licence, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed(&format!("{licence} WITH {exception}"))
        }
        [licence, rest @ ..] => {
            *words = rest;
            allowed(licence)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_as_they_are_meant() {
        let allowed =
            |name: &str| ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].contains(&name);
        for good in [
            "MIT",
            "GPL-3.0 OR MIT",
            "Apache-2.0/MIT",
            "Apache-2.0 / MIT",
            "(GPL-3.0 OR MIT) AND Zlib",
            "GPL-3.0 AND MPL-2.0 OR MIT",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
        ] {
            assert!(satisfied(good, &allowed), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "MIT AND (GPL-3.0 OR MPL-2.0)",
            "Apache-2.0",
            "MIT WITH LLVM-exception",
            "(MIT",
            "MIT Zlib",
        ] {
            assert!(!satisfied(bad, &allowed), "{bad}");
        }
    }
}
