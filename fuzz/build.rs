//! What announces counters of executed code to libFuzzer goes through src/counters.rs.

fn main() {
    for name in ["8bit_counters", "pcs"] {
        println!("cargo::rustc-link-arg-bins=-Wl,--wrap=__sanitizer_cov_{name}_init");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
