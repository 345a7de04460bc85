//! Untrusted text in messages: characters that would act on a terminal are escaped, and long text is truncated.

/// The largest number of characters of a part of a message.
const LONGEST: usize = 400;

/// Whether a terminal would act on a character instead of showing it: control characters, and marks that change the direction of text.
fn is_active(c: char) -> bool {
    let is_layout = matches!(c, '\n' | '\t');
    let is_mark =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() && !is_layout || is_mark
}

/// The text with such characters escaped, e.g. as `\u{1b}`.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_active(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The same for a part of a message, truncated.
pub(crate) fn brief(text: impl Into<String>) -> String {
    let text: String = text.into();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => visible(&text[..end]) + " ...",
        None => visible(&text),
    }
}

/// The text with such characters replaced by others of the same length, so that positions stay valid.
pub(crate) fn in_place(text: &str) -> String {
    let shown = |c: char| match (is_active(c) && c != '\r', c.len_utf8()) {
        (false, _) => c,
        (true, 1) => '?',
        (true, 2) => '¿',
        (true, _) => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_the_terminal() {
        let text = "a\u{1b}]0;x\u{7}\u{9b}2J\u{202e}b\n\tc";
        assert_eq!(visible(text), "a\\u{1b}]0;x\\u{7}\\u{9b}2J\\u{202e}b\n\tc");
        let same = in_place(text);
        assert_eq!(same, "a?]0;x?¿2J\u{fffd}b\n\tc");
        assert_eq!(same.len(), text.len());
        assert_eq!(brief("ab"), "ab");
        assert_eq!(brief("é".repeat(70_000)).chars().count(), LONGEST + 4);
    }
}
