//! Repository rules as code.
fn main() {}
