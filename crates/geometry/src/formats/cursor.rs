//! Reads numbers from text or binary data and tracks the location of errors.

use std::str::FromStr;

use super::fault::{Fault, Place};

/// Encoding of numbers in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// A read position in a file.
#[derive(Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Start of the last value, which is where an error about it is located.
    mark: usize,
    pub encoding: Encoding,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            mark: 0,
            encoding: Encoding::Text,
        }
    }

    /// An error at the last value.
    pub fn fault(&self, cause: impl Into<String>) -> Fault {
        let place = match self.encoding {
            Encoding::Text => Place::Line(self.bytes[..self.mark].split(|b| *b == b'\n').count()),
            _ => Place::Byte(self.mark),
        };
        Fault {
            place,
            cause: cause.into(),
        }
    }

    fn fault_at_end(&mut self, what: &str) -> Fault {
        // The truncated line, not the empty one after it.
        self.mark = self.bytes.trim_ascii_end().len();
        self.fault(format!(
            "the file ends where {what} is expected: it is truncated"
        ))
    }

    pub fn skip_space(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.mark = self.at;
    }

    pub fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.bytes.len()
    }

    /// The rest of the line, without its line ending.
    pub fn line(&mut self, what: &str) -> Result<&'a str, Fault> {
        if self.at == self.bytes.len() {
            return Err(self.fault_at_end(what));
        }
        self.mark = self.at;
        self.skip_line();
        std::str::from_utf8(&self.bytes[self.mark..self.at])
            .map(str::trim)
            .map_err(|_| self.fault(format!("{what} is not valid text")))
    }

    /// Moves to the next line.
    pub fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|b| *b == b'\n');
        self.at += length.map_or(rest.len(), |l| l + 1);
    }

    /// The next whitespace-delimited word.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Fault> {
        if self.at_end() {
            return Err(self.fault_at_end(what));
        }
        let rest = &self.bytes[self.at..];
        let length = rest
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len());
        self.at += length;
        std::str::from_utf8(&rest[..length])
            .map_err(|_| self.fault(format!("expected {what}, found data that is not text")))
    }

    /// Moves past the next line that begins with `line`.
    pub fn skip_past(&mut self, line: &str) -> Result<(), Fault> {
        let wanted = line.as_bytes();
        let found = self.bytes[self.at..]
            .windows(wanted.len())
            .position(|w| w == wanted);
        match found {
            Some(distance) => {
                self.at += distance + wanted.len();
                Ok(())
            }
            None => Err(self.fault_at_end(line)),
        }
    }

    fn parsed<T: FromStr>(&mut self, what: &str) -> Result<T, Fault> {
        let word = self.word(what)?;
        word.parse()
            .map_err(|_| self.fault(format!("expected {what}, found `{word}`")))
    }

    fn raw<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Fault> {
        self.mark = self.at;
        let found = self.bytes.get(self.at..self.at + N);
        let Some(mut value) = found.and_then(|v| <[u8; N]>::try_from(v).ok()) else {
            return Err(self.fault_at_end(what));
        };
        self.at += N;
        if self.encoding == Encoding::BigEndian {
            value.reverse();
        }
        Ok(value)
    }

    /// A signed number, of four bytes in binary data.
    pub fn int(&mut self, what: &str) -> Result<i32, Fault> {
        match self.encoding {
            Encoding::Text => self.parsed(what),
            _ => self.raw(what).map(i32::from_le_bytes),
        }
    }

    /// A count or an index, of eight bytes in binary data.
    pub fn size(&mut self, what: &str) -> Result<usize, Fault> {
        match self.encoding {
            Encoding::Text => self.parsed(what),
            _ => self.raw(what).map(|b| u64::from_le_bytes(b) as usize),
        }
    }

    /// A finite number.
    pub fn real(&mut self, what: &str) -> Result<f64, Fault> {
        let value: f64 = match self.encoding {
            Encoding::Text => self.parsed(what)?,
            _ => self.raw(what).map(f64::from_le_bytes)?,
        };
        if value.is_finite() {
            Ok(value)
        } else {
            Err(self.fault(format!("{what} is {value}, which is not a finite number")))
        }
    }
}
