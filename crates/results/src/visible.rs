//! Names and titles in files that people open: characters that act on a terminal, or that the format does not allow, are escaped.

/// Control characters, and marks that change the direction of text.
pub(crate) fn is_active(c: char) -> bool {
    let is_mark =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_mark
}

/// One line of text, with such characters as `\u{1b}`.
pub(crate) fn line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => shown.push(' '),
            c if is_active(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_one_and_does_nothing() {
        let text = "a\u{1b}]0;x\u{7}\u{9b}2J\u{202e}b\n\tµ";
        assert_eq!(line(text), "a\\u{1b}]0;x\\u{7}\\u{9b}2J\\u{202e}b  µ");
    }
}
