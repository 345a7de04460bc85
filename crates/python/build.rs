//! What the linker must be told of a module whose symbols Python brings; on Linux nothing.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
