//! The tests of the command, in one program: what is linked once need not be linked for each file.

mod command;
mod desk;
mod failures;
mod report;
mod trouble_course;
mod trouble_networks;
