//! Linker options for a module whose symbols are provided by Python; none on Linux.

fn main() {
    // Otherwise Cargo would check every file of the package, and relink the module after each edit of a Python file.
    println!("cargo:rerun-if-changed=build.rs");
    pyo3_build_config::add_extension_module_link_args();
}
