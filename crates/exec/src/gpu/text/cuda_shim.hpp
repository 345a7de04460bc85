// CUDA for the processor, as much of it as the text of our kernels uses: the text includes this file as <cuda_runtime.h>.
//
// A launch is a loop over all threads of all blocks, one after the other. Barriers, shared memory, warp operations and atomics are
// therefore not defined here: a kernel with one of them does not compile.
#pragma once

#define __global__ inline __attribute__((always_inline))
#define __device__ inline
#define __launch_bounds__(threads)
#define __grid_constant__
#define __align__(bytes) alignas(bytes)

struct uint3 {
    unsigned x, y, z;
};

inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) {
    return {x, y, z};
}

// Without <math.h>, which takes longer to compile than a kernel.
extern "C" double floor(double);
extern "C" double sqrt(double);
inline float floor(float x) {
    return __builtin_floorf(x);
}
inline float sqrt(float x) {
    return __builtin_sqrtf(x);
}

inline unsigned min(unsigned a, unsigned b) {
    return b < a ? b : a;
}

// Of the thread that runs; a device launches one kernel at a time.
static uint3 threadIdx, blockIdx, blockDim, gridDim;

namespace shim {

template <unsigned... N> struct Places {};
template <unsigned Count, unsigned... N> struct First : First<Count - 1, Count - 1, N...> {};
template <unsigned... N> struct First<0, N...> {
    using Of = Places<N...>;
};

// The n-th number of a loop over `count`.
inline unsigned in_order(unsigned n, unsigned count) {
#ifdef DESCENDING
    return count - 1 - n;
#else
    return n;
#endif
}

template <class Body> inline void each(uint3 count, uint3 &index, Body body) {
    for (unsigned z = 0; z < count.z; z++) {
        for (unsigned y = 0; y < count.y; y++) {
            for (unsigned x = 0; x < count.x; x++) {
                index = {in_order(x, count.x), in_order(y, count.y), in_order(z, count.z)};
                body();
            }
        }
    }
}

template <auto Kernel, class... Arguments, unsigned... N>
inline void run(void (*)(Arguments...), Places<N...>, void **arguments) {
    each(gridDim, blockIdx, [=] { each(blockDim, threadIdx, [=] { Kernel(*static_cast<Arguments *>(arguments[N])...); }); });
}

// Whether the kernel takes this many arguments.
template <class... Arguments> inline bool takes(void (*)(Arguments...), unsigned count) {
    return sizeof...(Arguments) == count;
}

template <class... Arguments> typename First<sizeof...(Arguments)>::Of places(void (*)(Arguments...));

} // namespace shim

// The entry point: as in `cuLaunchKernel`, an argument is given by its address.
#define LAUNCH(kernel)                                                                                                                 \
    extern "C" __attribute__((visibility("default"))) bool launch(const uint3 *grid, const uint3 *block, void **arguments,             \
                                                                  unsigned count) {                                                    \
        if (!shim::takes(kernel, count)) {                                                                                             \
            return false;                                                                                                              \
        }                                                                                                                              \
        gridDim = *grid;                                                                                                               \
        blockDim = *block;                                                                                                             \
        shim::run<kernel>(kernel, decltype(shim::places(kernel))(), arguments);                                                        \
        return true;                                                                                                                   \
    }
