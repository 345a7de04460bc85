//! The tests of the validation, in one program.

mod cases;
