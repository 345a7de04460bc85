//! Reading scene files, and the messages for invalid ones.

mod examples;
mod library;
mod materials;
mod moments;
mod parse;
mod parts;
mod plane;
mod ports;
mod wrong;
