//! Rust text as tokens: no comments, no string contents, no spaces.

/// A word or a single symbol; `::` counts as one. Strings and characters become `"`.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if let Some(length) = comment(rest).or_else(|| space(rest)) {
            length
        } else if let Some(length) = string(rest).or_else(|| character(rest)) {
            found.push("\"");
            length
        } else {
            let length = match word(rest) {
                0 if rest.starts_with("::") => 2,
                0 => first.len_utf8(),
                length => length,
            };
            found.push(rest[..length].trim_start_matches("r#"));
            length
        };
        rest = &rest[length..];
    }
    found
}

/// Whether a token is a name or a keyword.
pub fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn space(text: &str) -> Option<usize> {
    let length = text.len() - text.trim_start().len();
    (length > 0).then_some(length)
}

fn word(text: &str) -> usize {
    let prefix = if text.starts_with("r#") { 2 } else { 0 };
    let name = text[prefix..]
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len() - prefix);
    if name == 0 { 0 } else { prefix + name }
}

/// Block comments nest.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if !text.starts_with("/*") {
        return None;
    }
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
        } else if let Some(other) = rest.chars().next() {
            at += other.len_utf8();
        }
        if depth == 0 || at >= text.len() {
            return Some(at);
        }
    }
}

/// `"..."`, `b"..."`, `r#"..."#` etc.
fn string(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        let after = text.strip_prefix(prefix);
        after.is_some_and(|after| after.trim_start_matches('#').starts_with('"'))
    })?;
    let open = &text[prefix.len()..];
    let hashes = open.len() - open.trim_start_matches('#').len();
    let begin = prefix.len() + hashes + 1;
    if prefix.ends_with('r') {
        let close = format!("\"{}", "#".repeat(hashes));
        let length = text[begin..].find(&close)?;
        return Some(begin + length + close.len());
    }
    (hashes == 0).then(|| begin + escaped(&text[begin..], '"'))
}

/// A character, not a lifetime.
fn character(text: &str) -> Option<usize> {
    let after = text.strip_prefix('\'')?;
    let mut signs = after.chars();
    let first = signs.next()?;
    (first == '\\' || signs.next() == Some('\'')).then(|| 1 + escaped(after, '\''))
}

/// Up to and including the closing delimiter.
fn escaped(text: &str, close: char) -> usize {
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        if sign == '\\' {
            signs.next();
        } else if sign == close {
            return at + 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_say_nothing() {
        let text = "use a::B; // use c;\n/* use /* d */ use e; */ let x = \"use \\\" f\"; r#\"use \"g\"\"# b\"h\"";
        let found = tokens(text).join(" ");
        assert_eq!(found, "use a :: B ; let x = \" ; \" \"");
    }

    #[test]
    fn characters_are_told_from_lifetimes() {
        let found = tokens("fn f<'a>(c: &'a str) { '\"' '\\'' 'x' r#type }").join(" ");
        assert_eq!(found, "fn f < ' a > ( c : & ' a str ) { \" \" \" type }");
    }
}
