//! Transforms compared with sums; arrays compared with closed forms and published figures.

#![allow(clippy::unwrap_used)]

mod arrays;
mod curved;
mod nufft;
mod synthesis;
