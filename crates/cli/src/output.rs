//! Text on the standard output.

use poynting_scene::visible;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Lines of text. When the reader has closed the pipe (`poynting schema | head`) the rest is dropped: that is no
/// reason to abort a run.
pub struct Output {
    to: Box<dyn Write>,
    failed: Option<io::Error>,
}

impl Output {
    /// The standard output.
    pub fn stdout() -> Self {
        Self::to(io::stdout())
    }

    fn to(to: impl Write + 'static) -> Self {
        Self {
            to: Box::new(to),
            failed: None,
        }
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl Display) {
        if self.failed.is_none() {
            // Titles, names and paths may contain what a terminal would act on.
            let text = visible(&text.to_string());
            self.failed = writeln!(self.to, "{text}").err();
        }
    }

    /// Writes a heading after an empty line.
    pub fn heading(&mut self, text: impl Display) {
        self.line(format_args!("\n{text}"));
    }

    /// Returns an error if lines could not be written for any reason other than a closed pipe.
    pub fn finish(&mut self) -> io::Result<()> {
        let failed = self.failed.take().or_else(|| self.to.flush().err());
        match failed {
            Some(e) if e.kind() != ErrorKind::BrokenPipe => Err(e),
            _ => Ok(()),
        }
    }
}

/// Writes a line to the standard error; a failure there cannot be reported.
pub fn note(text: impl Display) {
    note_in_colour(visible(&text.to_string()));
}

/// The same with what the terminal should act on.
pub fn note_in_colour(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use crate::output::*;

    struct Fails(ErrorKind);

    impl Write for Fails {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_reader_that_left_is_forgiven() {
        for (kind, fine) in [
            (ErrorKind::BrokenPipe, true),
            (ErrorKind::StorageFull, false),
        ] {
            let mut out = Output::to(Fails(kind));
            out.line("one");
            out.line("two");
            assert_eq!(out.finish().is_ok(), fine, "{kind}");
        }
    }
}
