//! How a grid and a stack are cut into buffers.

use poynting_exec::GpuLimits;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_gpu::Slab;
use poynting_grid::Layout;

fn cut(cells: [usize; 3], models: usize, buffer_bytes: u64) -> Vec<Slab> {
    let layout = Layout::new::<f32>(cells, [false; 3]);
    let limits = GpuLimits {
        buffer_bytes,
        buffers: None,
        block_threads: 256,
    };
    Slab::cut(&layout, models, &Mapping::default(), 4, limits)
}

#[test]
fn kernels_count_in_32_bits_whatever_the_device_holds() {
    let slabs = cut([2000; 3], 1, u64::MAX);
    assert!(slabs.len() > 1);
    assert!(
        slabs
            .iter()
            .all(|s| u32::try_from(6 * s.component()).is_ok())
    );
    let planes: usize = slabs.iter().map(|s| s.x.len()).sum();
    assert_eq!((planes, slabs[1].x.start), (2001, slabs[0].x.end));
}

#[test]
fn a_stack_is_cut_between_models_and_a_model_between_planes() {
    let whole = cut([20; 3], 5, u64::MAX);
    assert_eq!((whole.len(), whole[0].models.len()), (1, 5));
    let one = 6 * 4 * whole[0].nodes_of_model() as u64;
    let parts: Vec<usize> = cut([20; 3], 5, 2 * one)
        .iter()
        .map(|s| s.models.len())
        .collect();
    assert_eq!(parts, [2, 2, 1]);
    let slabs = cut([20; 3], 1, one / 3);
    assert!(slabs.len() > 2 && slabs.iter().all(|s| s.models == (0..1)));
}
