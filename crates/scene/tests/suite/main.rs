//! What is read from a scene file, and what is said of a wrong one.

mod examples;
mod library;
mod materials;
mod moments;
mod parts;
mod ports;
mod reading;
mod wrong;
