//! What the linker must be told of a module whose symbols Python brings; on Linux nothing.

fn main() {
    // Cargo would else look at every file of the package, and link the module anew after each edit of a Python file.
    println!("cargo:rerun-if-changed=build.rs");
    pyo3_build_config::add_extension_module_link_args();
}
