//! Reading scene files, and the messages for invalid ones.

mod examples;
mod library;
mod materials;
mod moments;
mod parts;
mod ports;
mod reading;
mod wrong;
