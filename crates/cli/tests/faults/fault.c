/* Makes one call of a program fail, as a full disk or a small machine would.
 *
 *     cc -shared -fPIC -O1 -o fault.so fault.c
 *     FAULT="write 3 ENOSPC from" FAULT_COUNTS=counts LD_PRELOAD=./fault.so poynting run scene.toml
 *
 * FAULT has the kind of call, its number, from one, the error, and whether only this call fails ("once"), or this and all that follow ("from").
 * Instead of an error: SHORT (half of the bytes are written), KILL, TERM, INT (a signal before the call).
 * Only files below FAULT_ROOT and their descriptors count, and standard output as `stdout`; FAULT_COUNTS receives the number of calls of each kind. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE, READ, SYNC, RENAME, OPEN, CREATE, UNLINK, MKDIR, TRUNCATE, LOCK, THREAD, MEMORY, STDOUT, KINDS };
static const char *const names[KINDS] = {"write", "read", "sync", "rename", "open", "create", "unlink", "mkdir", "truncate", "lock", "thread", "memory", "stdout"};

static const struct { const char *name; int code; } errors[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}, {"EACCES", EACCES}, {"EPERM", EPERM}, {"EMFILE", EMFILE},
    {"ENFILE", ENFILE}, {"EINTR", EINTR}, {"EAGAIN", EAGAIN}, {"ENOMEM", ENOMEM}, {"EXDEV", EXDEV}, {"EFBIG", EFBIG}, {"EBUSY", EBUSY},
    {"ESTALE", ESTALE}, {"EPIPE", EPIPE}, {"ENOLCK", ENOLCK}, {"ENOENT", ENOENT}, {"ENAMETOOLONG", ENAMETOOLONG}, {"ENODEV", ENODEV},
};
enum { SHORT = -1, KILL = -2, TERM = -3, INT = -4 };

/* An allocation of this size follows the input; smaller ones are those of any program. */
#define LARGE (256 << 10)
#define MOST 4096

static atomic_long counts[KINDS];
static atomic_char is_ours[MOST];
static int kind = -1, code, is_lasting;
static long number;
static char root[PATH_MAX];
static volatile int is_ready;

__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("FAULT"), *folder = getenv("FAULT_ROOT");
    char what[32] = "", error[32] = "", span[32] = "";
    if (folder) snprintf(root, sizeof root, "%s", folder);
    if (fault && sscanf(fault, "%31s %ld %31s %31s", what, &number, error, span) == 4) {
        for (int n = 0; n < KINDS; n++) if (!strcmp(what, names[n])) kind = n;
        for (size_t n = 0; n < sizeof errors / sizeof *errors; n++) if (!strcmp(error, errors[n].name)) code = errors[n].code;
        if (!strcmp(error, "SHORT")) code = SHORT;
        if (!strcmp(error, "KILL")) code = KILL;
        if (!strcmp(error, "TERM")) code = TERM;
        if (!strcmp(error, "INT")) code = INT;
        is_lasting = !strcmp(span, "from");
        if (kind < 0 || !code) { fprintf(stderr, "FAULT=%s is not understood\n", fault); _exit(99); }
    }
    /* Programs that this one starts are not disturbed. */
    unsetenv("LD_PRELOAD");
    is_ready = 1;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNTS");
    FILE *file;
    is_ready = 0;
    if (!path || !(file = fopen(path, "w"))) return;
    for (int n = 0; n < KINDS; n++) fprintf(file, "%s %ld\n", names[n], atomic_load(&counts[n]));
    fclose(file);
}

/* Counts a call; its error, if it shall fail. */
static int fails(enum kind which) {
    if (!is_ready) return 0;
    long n = atomic_fetch_add(&counts[which], 1) + 1;
    if ((int)which != kind || !(is_lasting ? n >= number : n == number)) return 0;
    switch (code) {
    case KILL: raise(SIGKILL); return 0;
    case TERM: kill(getpid(), SIGTERM); return 0;
    case INT: kill(getpid(), SIGINT); return 0;
    default: return code;
    }
}

static int ours(int fd) { return fd >= 0 && fd < MOST && is_ours[fd]; }
static int below(const char *path) { return path[0] != '/' || (root[0] && !strncmp(path, root, strlen(root))); }

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define FAIL(which, value) do { int e = fails(which); if (e > 0) { errno = e; return value; } } while (0)

static ssize_t cut(int fd, size_t count, size_t *left) {
    enum kind which = fd == 1 ? STDOUT : WRITE;
    *left = count;
    if (fd != 1 && !ours(fd)) return 0;
    int e = fails(which);
    if (e > 0) { errno = e; return -1; }
    if (e == SHORT && count > 1) *left = count / 2;
    return 0;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(write);
    size_t left;
    return cut(fd, count, &left) ? -1 : real(fd, bytes, left);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    REAL(pwrite);
    size_t left;
    return cut(fd, count, &left) ? -1 : real(fd, bytes, left, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    REAL(pwrite64);
    size_t left;
    return cut(fd, count, &left) ? -1 : real(fd, bytes, left, at);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    size_t left;
    return cut(fd, 1, &left) ? -1 : real(fd, parts, count);
}
ssize_t read(int fd, void *bytes, size_t count) {
    REAL(read);
    if (ours(fd)) FAIL(READ, -1);
    return real(fd, bytes, count);
}
ssize_t pread(int fd, void *bytes, size_t count, off_t at) {
    REAL(pread);
    if (ours(fd)) FAIL(READ, -1);
    return real(fd, bytes, count, at);
}
ssize_t pread64(int fd, void *bytes, size_t count, off64_t at) {
    REAL(pread64);
    if (ours(fd)) FAIL(READ, -1);
    return real(fd, bytes, count, at);
}
int fsync(int fd) {
    REAL(fsync);
    if (ours(fd)) FAIL(SYNC, -1);
    return real(fd);
}
int fdatasync(int fd) {
    REAL(fdatasync);
    if (ours(fd)) FAIL(SYNC, -1);
    return real(fd);
}
int ftruncate(int fd, off_t length) {
    REAL(ftruncate);
    if (ours(fd)) FAIL(TRUNCATE, -1);
    return real(fd, length);
}
int ftruncate64(int fd, off64_t length) {
    REAL(ftruncate64);
    if (ours(fd)) FAIL(TRUNCATE, -1);
    return real(fd, length);
}
int flock(int fd, int operation) {
    REAL(flock);
    if (ours(fd)) FAIL(LOCK, -1);
    return real(fd, operation);
}
int rename(const char *from, const char *to) {
    REAL(rename);
    if (below(from)) FAIL(RENAME, -1);
    return real(from, to);
}
int unlink(const char *path) {
    REAL(unlink);
    if (below(path)) FAIL(UNLINK, -1);
    return real(path);
}
int unlinkat(int folder, const char *path, int flags) {
    REAL(unlinkat);
    if (ours(folder) || below(path)) FAIL(UNLINK, -1);
    return real(folder, path, flags);
}
int rmdir(const char *path) {
    REAL(rmdir);
    if (below(path)) FAIL(UNLINK, -1);
    return real(path);
}
int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    if (below(path)) FAIL(MKDIR, -1);
    return real(path, mode);
}

static int opened(int fd, int is_below) {
    if (fd >= 0 && fd < MOST) is_ours[fd] = (char)is_below;
    return fd;
}
#define OPENING(is_below) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
    int inside = is_below; \
    if (inside) FAIL((flags & O_ACCMODE) == O_RDONLY ? OPEN : CREATE, -1)
int open(const char *path, int flags, ...) {
    REAL(open);
    OPENING(below(path));
    return opened(real(path, flags, mode), inside);
}
int open64(const char *path, int flags, ...) {
    REAL(open64);
    OPENING(below(path));
    return opened(real(path, flags, mode), inside);
}
int openat(int folder, const char *path, int flags, ...) {
    REAL(openat);
    OPENING(folder == AT_FDCWD || path[0] == '/' ? below(path) : ours(folder));
    return opened(real(folder, path, flags, mode), inside);
}
int openat64(int folder, const char *path, int flags, ...) {
    REAL(openat64);
    OPENING(folder == AT_FDCWD || path[0] == '/' ? below(path) : ours(folder));
    return opened(real(folder, path, flags, mode), inside);
}
int close(int fd) {
    REAL(close);
    if (fd >= 0 && fd < MOST) is_ours[fd] = 0;
    return real(fd);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *with) {
    REAL(pthread_create);
    int e = fails(THREAD);
    return e > 0 ? e : real(thread, attributes, work, with);
}

/* The allocator of the C library under its other names, so that looking one up needs no memory. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
void *malloc(size_t size) {
    if (size >= LARGE) FAIL(MEMORY, NULL);
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    if (size && count >= LARGE / size) FAIL(MEMORY, NULL);
    return __libc_calloc(count, size);
}
void *realloc(void *at, size_t size) {
    if (size >= LARGE) FAIL(MEMORY, NULL);
    return __libc_realloc(at, size);
}
int posix_memalign(void **at, size_t alignment, size_t size) {
    if (size >= LARGE) { int e = fails(MEMORY); if (e > 0) return e; }
    *at = __libc_memalign(alignment, size);
    return *at ? 0 : ENOMEM;
}
void *aligned_alloc(size_t alignment, size_t size) {
    if (size >= LARGE) FAIL(MEMORY, NULL);
    return __libc_memalign(alignment, size);
}
