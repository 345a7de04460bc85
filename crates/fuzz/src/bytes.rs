//! Bytes as a source of choices, for targets whose inputs have a structure.

/// What is left of an input. When it is used up, all further choices are zero.
#[derive(Debug, Clone)]
pub struct Bytes<'a> {
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.left.split_first().unwrap_or((&0, &[]));
        self.left = rest;
        *first
    }

    /// A number below `count`, or zero.
    pub fn below(&mut self, count: usize) -> usize {
        let wide = if count > 256 { self.byte().into() } else { 0 };
        (wide * 256 + usize::from(self.byte())) % count.max(1)
    }

    pub fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Up to `most` of the bytes that are left.
    pub fn take(&mut self, most: usize) -> &'a [u8] {
        let (taken, rest) = self.left.split_at(most.min(self.left.len()));
        self.left = rest;
        taken
    }
}
