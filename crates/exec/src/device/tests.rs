//! Names of devices and the messages for unusable ones.

use super::*;

fn parse(name: &str) -> Result<DeviceChoice, DeviceError> {
    name.parse()
}

#[test]
fn names_are_read_and_written_back() {
    for name in [
        "auto", "cpu", "gpu:0", "gpu:1", "cuda:0", "cuda:12", "hip:3",
    ] {
        assert_eq!(parse(name).unwrap().to_string(), name);
    }
    assert_eq!(parse("gpu"), parse("gpu:0"));
    assert_eq!(parse("cuda"), Ok(Device::Cuda(0).into()));
    assert_eq!(parse("hip"), Ok(Device::Hip(0).into()));
}

#[test]
fn what_is_no_name_is_answered_with_the_names() {
    for name in [
        "", "tpu", "gpu:", "gpu:-1", "gpu:x", "cpu:0", "auto:1", "GPU",
    ] {
        let text = parse(name).unwrap_err().to_string();
        assert!(text.contains(&format!("`{name}`")), "{text}");
        for known in ["auto", "cpu", "gpu", "cuda", "hip", "gpu:1"] {
            assert!(text.contains(&format!("`{known}`")), "{text}");
        }
    }
}

#[test]
fn each_error_says_what_why_and_what_to_do() {
    let device = Device::Gpu(2);
    let says = |error: DeviceError, parts: &[&str]| {
        let text = error.to_string();
        for part in parts {
            assert!(text.contains(part), "{text} lacks {part}");
        }
    };
    says(
        DeviceError::NotInBuild {
            device: Device::Cuda(0),
        },
        &["cuda:0", "feature `cuda`", "--features cuda"],
    );
    says(
        DeviceError::NoSuchDevice {
            device,
            present: vec!["gpu:0 (A)".into(), "gpu:1 (B)".into()],
        },
        &["gpu:2", "gpu:0 (A), gpu:1 (B)"],
    );
    says(
        DeviceError::NoSuchDevice {
            device,
            present: vec![],
        },
        &["gpu:2", "install the driver", "CPU"],
    );
    says(
        DeviceError::NoDriver {
            device: Device::Hip(0),
            missing: "the library libamdhip64 was not found".into(),
            cure: "install ROCm",
        },
        &["hip:0", "libamdhip64", "install ROCm"],
    );
    says(
        DeviceError::NoDouble { device },
        &["gpu:2", "double precision", "f32"],
    );
    says(
        DeviceError::Failed {
            device,
            reason: "device lost".into(),
        },
        &["gpu:2", "device lost", "--device cpu"],
    );
}

#[test]
#[cfg_attr(miri, ignore = "asks the system")]
fn the_processor_is_always_there() {
    assert_eq!(parse("cpu").unwrap().resolve(), Ok(Device::Cpu));
    assert!(Device::Cpu.budget().unwrap().bytes > 1 << 20);
}

#[cfg(not(feature = "gpu"))]
#[test]
fn a_build_without_gpus_says_which_feature_is_missing() {
    assert_eq!(DeviceChoice::Auto.resolve(), Ok(Device::Cpu));
    let device = Device::Gpu(0);
    assert_eq!(
        parse("gpu").unwrap().resolve(),
        Err(DeviceError::NotInBuild { device })
    );
    assert_eq!(device.budget(), Err(DeviceError::NotInBuild { device }));
}
