/* A Vulkan driver in front of another one, of whose calls it makes one fail, as a driver that is out of memory or loses its device would.
 *
 *     cc -shared -fPIC -O1 -o driver.so driver.c -ldl
 *     DRIVER=libvulkan_lvp.so FAULT="QueueSubmit 3 DEVICE_LOST from" FAULT_COUNTS=counts VK_DRIVER_FILES=driver.json poynting run scene.toml --device gpu
 *
 * driver.json names driver.so. FAULT has the call without `vk`, its number, from one, the error without `VK_ERROR_`, and whether only this call fails ("once"),
 * or this and all that follow ("from"). A device that is lost from a call on is lost for all calls that can say so. SEGV instead of an error: the driver
 * crashes. FAULT_COUNTS receives the number of calls of each kind.
 *
 * The calls that can fail have at most six arguments, all integers or pointers, and are passed on without a look at them: no header of Vulkan is needed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The calls, and whether they report a lost device. */
#define CALLS(call) \
    call(CreateInstance, 0) \
    call(EnumeratePhysicalDevices, 0) \
    call(CreateDevice, 0) \
    call(AllocateMemory, 0) \
    call(CreateBuffer, 0) \
    call(BindBufferMemory, 0) \
    call(MapMemory, 0) \
    call(FlushMappedMemoryRanges, 0) \
    call(InvalidateMappedMemoryRanges, 0) \
    call(CreateShaderModule, 0) \
    call(CreateDescriptorSetLayout, 0) \
    call(CreatePipelineLayout, 0) \
    call(CreateComputePipelines, 0) \
    call(CreateDescriptorPool, 0) \
    call(AllocateDescriptorSets, 0) \
    call(CreateCommandPool, 0) \
    call(AllocateCommandBuffers, 0) \
    call(BeginCommandBuffer, 0) \
    call(EndCommandBuffer, 0) \
    call(ResetCommandPool, 0) \
    call(CreateQueryPool, 0) \
    call(CreateFence, 0) \
    call(CreateSemaphore, 0) \
    call(QueueSubmit, 1) \
    call(QueueSubmit2, 1) \
    call(QueueWaitIdle, 1) \
    call(DeviceWaitIdle, 1) \
    call(WaitForFences, 1) \
    call(WaitSemaphores, 1) \
    call(GetFenceStatus, 1) \
    call(GetSemaphoreCounterValue, 1)

#define NAME(name, loses) name,
#define TEXT(name, loses) #name,
#define LOSES(name, loses) loses,
enum call { CALLS(NAME) KINDS };
static const char *const names[KINDS] = {CALLS(TEXT)};
static const int loses[KINDS] = {CALLS(LOSES)};

enum { DEVICE_LOST = -4, SEGV = 1 };
static const struct { const char *name; int code; } errors[] = {
    {"OUT_OF_HOST_MEMORY", -1}, {"OUT_OF_DEVICE_MEMORY", -2}, {"INITIALIZATION_FAILED", -3}, {"DEVICE_LOST", DEVICE_LOST}, {"MEMORY_MAP_FAILED", -5},
    {"OUT_OF_POOL_MEMORY", -1000069000}, {"SEGV", SEGV},
};

typedef uintptr_t Word;
typedef int Call(Word, Word, Word, Word, Word, Word);
typedef void Any(void);
typedef Any *Get(void *, const char *);

static atomic_long counts[KINDS];
static Call *real[KINDS];
static int kind = -1, code, is_lasting;
static long number;
static atomic_int is_lost;
static void *driver;

__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("FAULT"), *path = getenv("DRIVER");
    char what[64] = "", error[32] = "", span[32] = "";
    if (fault && sscanf(fault, "%63s %ld %31s %31s", what, &number, error, span) == 4) {
        for (int n = 0; n < KINDS; n++) if (!strcmp(what, names[n])) kind = n;
        for (size_t n = 0; n < sizeof errors / sizeof *errors; n++) if (!strcmp(error, errors[n].name)) code = errors[n].code;
        is_lasting = !strcmp(span, "from");
    }
    if (fault && (kind < 0 || !code)) { fprintf(stderr, "FAULT=%s is not understood\n", fault); _exit(99); }
    driver = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!driver) { fprintf(stderr, "DRIVER=%s cannot be loaded: %s\n", path ? path : "", dlerror()); _exit(99); }
}

/* Counts are those at the end of the program, or at a crash. */
__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNTS");
    FILE *file;
    if (!path || !(file = fopen(path, "w"))) return;
    for (int n = 0; n < KINDS; n++) fprintf(file, "%s %ld\n", names[n], atomic_load(&counts[n]));
    fclose(file);
}

/* Counts a call; its error, if it shall fail. */
static int fails(enum call which) {
    long n = atomic_fetch_add(&counts[which], 1) + 1;
    if (loses[which] && atomic_load(&is_lost)) return DEVICE_LOST;
    if ((int)which != kind || !(is_lasting ? n >= number : n == number)) return 0;
    if (code == SEGV) { end(); signal(SIGSEGV, SIG_DFL); raise(SIGSEGV); }
    if (code == DEVICE_LOST && is_lasting) atomic_store(&is_lost, 1);
    return code;
}

#define WRAPPED(name, loses) \
    static int call_##name(Word a, Word b, Word c, Word d, Word e, Word f) { \
        int error = fails(name); \
        return error ? error : real[name](a, b, c, d, e, f); \
    }
CALLS(WRAPPED)
#define WRAPPER(name, loses) call_##name,
static Call *const wrappers[KINDS] = {CALLS(WRAPPER)};

/* A call of the driver, or what stands in front of it. What became core later has a second name. */
static Any *found(Any *call, const char *name) {
    for (int n = 0; call && n < KINDS; n++) {
        size_t length = strlen(names[n]);
        if (strncmp(name, "vk", 2) || strncmp(name + 2, names[n], length) || (name[2 + length] && strcmp(name + 2 + length, "KHR"))) continue;
        real[n] = (Call *)call;
        return (Any *)wrappers[n];
    }
    return call;
}

static Get *of_device;
static Any *get_of_device(void *device, const char *name) { return found(of_device(device, name), name); }

/* What the loader of Vulkan looks for in a driver. */
int vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    int (*call)(uint32_t *) = (int (*)(uint32_t *))dlsym(driver, __func__);
    return call(version);
}
Any *vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    static Get *get;
    if (!get) get = (Get *)dlsym(driver, __func__);
    Any *call = get(instance, name);
    if (!call || strcmp(name, "vkGetDeviceProcAddr")) return found(call, name);
    of_device = (Get *)call;
    return (Any *)get_of_device;
}
Any *vk_icdGetPhysicalDeviceProcAddr(void *instance, const char *name) {
    Get *get = (Get *)dlsym(driver, __func__);
    return get ? get(instance, name) : NULL;
}
