// Records a program's changes to the files below CUT_ROOT, so that powercut can revert those that were not synced when
// the program was killed, as a power cut does. To be preloaded:
//
//   CUT_ROOT=… CUT_JOURNAL=… CUT_GRAVE=… [CUT_NOSYNC=1] LD_PRELOAD=journal.so program
//
// A record is a line of tab-separated fields, followed by the bytes before and after the change. A change is recorded
// before it is made, a sync after it has succeeded. With CUT_NOSYNC, syncs do nothing: a test must find lost writes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define DESCRIPTORS 65536
#define REAL(name) ((__typeof__(&name))real(#name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[DESCRIPTORS];
static const char *root, *grave;
static int journal = -1, no_sync;
static unsigned long buried;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
    root = getenv("CUT_ROOT");
    grave = getenv("CUT_GRAVE");
    no_sync = getenv("CUT_NOSYNC") != NULL;
    const char *path = getenv("CUT_JOURNAL");
    if (root && path) journal = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_watched(const char *path) {
    // SQLite recreates the shared memory of its log; the lock and the socket hold no data.
    return journal >= 0 && path && strncmp(path, root, strlen(root)) == 0 && !strstr(path, "-shm")
        && !strstr(path, "/lock") && !strstr(path, "/admin.sock");
}

static const char *path_of(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS ? paths[descriptor] : NULL;
}

// Call with the lock held.
static void record(char kind, const char *path, const char *other, off_t offset, off_t size, const void *old_bytes,
                   size_t old_count, const void *new_bytes, size_t new_count) {
    char head[2 * PATH_MAX + 128];
    int count = snprintf(head, sizeof head, "%c\t%s\t%s\t%lld\t%lld\t%zu\t%zu\n", kind, path, other ? other : "",
                         (long long)offset, (long long)size, old_count, new_count);
    struct iovec parts[3] = {
        {head, (size_t)count}, {(void *)old_bytes, old_count}, {(void *)new_bytes, new_count}};
    ssize_t written = REAL(writev)(journal, parts, 3);
    (void)written;
}

static void record_write(int descriptor, const char *path, off_t offset, const void *bytes, size_t count) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return;
    size_t old_count = 0;
    char *old = NULL;
    if (offset < status.st_size) {
        old_count = (size_t)(status.st_size - offset) < count ? (size_t)(status.st_size - offset) : count;
        old = malloc(old_count);
        // The descriptor may be write-only.
        int reader = REAL(open)(path, O_RDONLY | O_CLOEXEC);
        ssize_t got = reader >= 0 ? pread(reader, old, old_count, offset) : -1;
        if (reader >= 0) REAL(close)(reader);
        old_count = got > 0 ? (size_t)got : 0;
    }
    record('W', path, NULL, offset, status.st_size, old, old_count, bytes, count);
    free(old);
}

static int opened(int descriptor, const char *path, int is_new) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS && is_watched(path)) {
        pthread_mutex_lock(&lock);
        free(paths[descriptor]);
        paths[descriptor] = strdup(path);
        if (is_new) record('C', path, NULL, 0, 0, NULL, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return descriptor;
}

#define OPEN(name)                                                             \
    int name(const char *path, int flags, ...) {                               \
        mode_t mode = 0;                                                       \
        if (flags & (O_CREAT | O_TMPFILE)) {                                   \
            va_list arguments;                                                 \
            va_start(arguments, flags);                                        \
            mode = va_arg(arguments, mode_t);                                  \
            va_end(arguments);                                                 \
        }                                                                      \
        int is_new = is_watched(path) && flags & O_CREAT && access(path, F_OK) != 0; \
        if (is_watched(path) && flags & O_TRUNC && !is_new) truncate_first(path); \
        return opened(REAL(name)(path, flags, mode), path, is_new);            \
    }

static void truncate_first(const char *path) {
    int descriptor = REAL(open)(path, O_RDWR | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0) return;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
        char *old = malloc((size_t)status.st_size);
        ssize_t got = pread(descriptor, old, (size_t)status.st_size, 0);
        pthread_mutex_lock(&lock);
        record('T', path, NULL, 0, status.st_size, old, got > 0 ? (size_t)got : 0, NULL, 0);
        pthread_mutex_unlock(&lock);
        free(old);
    }
    REAL(close)(descriptor);
}

OPEN(open)
OPEN(open64)

int openat(int folder, const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & (O_CREAT | O_TMPFILE)) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    int is_new = is_watched(path) && flags & O_CREAT && access(path, F_OK) != 0;
    return opened(REAL(openat)(folder, path, flags, mode), path, is_new);
}

int close(int descriptor) {
    if (path_of(descriptor)) {
        pthread_mutex_lock(&lock);
        free(paths[descriptor]);
        paths[descriptor] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return REAL(close)(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    const char *path = path_of(descriptor);
    if (!path) return REAL(write)(descriptor, bytes, count);
    pthread_mutex_lock(&lock);
    record_write(descriptor, path, lseek(descriptor, 0, SEEK_CUR), bytes, count);
    ssize_t result = REAL(write)(descriptor, bytes, count);
    pthread_mutex_unlock(&lock);
    return result;
}

#define PWRITE(name)                                                           \
    ssize_t name(int descriptor, const void *bytes, size_t count, off_t offset) { \
        const char *path = path_of(descriptor);                                \
        if (!path) return REAL(name)(descriptor, bytes, count, offset);        \
        pthread_mutex_lock(&lock);                                             \
        record_write(descriptor, path, offset, bytes, count);                  \
        ssize_t result = REAL(name)(descriptor, bytes, count, offset);         \
        pthread_mutex_unlock(&lock);                                           \
        return result;                                                         \
    }

PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNCATE(name)                                                         \
    int name(int descriptor, off_t size) {                                     \
        const char *path = path_of(descriptor);                                \
        struct stat status;                                                    \
        if (!path || fstat(descriptor, &status) != 0) return REAL(name)(descriptor, size); \
        pthread_mutex_lock(&lock);                                             \
        size_t lost = status.st_size > size ? (size_t)(status.st_size - size) : 0; \
        char *old = malloc(lost + 1);                                          \
        int reader = REAL(open)(path, O_RDONLY | O_CLOEXEC);                   \
        ssize_t got = reader >= 0 ? pread(reader, old, lost, size) : 0;        \
        if (reader >= 0) REAL(close)(reader);                                  \
        record('T', path, NULL, size, status.st_size, old, got > 0 ? (size_t)got : 0, NULL, 0); \
        int result = REAL(name)(descriptor, size);                             \
        pthread_mutex_unlock(&lock);                                           \
        free(old);                                                             \
        return result;                                                         \
    }

TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

static int synced(int descriptor, int result) {
    struct stat status;
    if (journal < 0 || result != 0 || fstat(descriptor, &status) != 0) return result;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count <= 0) return result;
    path[count] = 0;
    if (!is_watched(path)) return result;
    pthread_mutex_lock(&lock);
    record(S_ISDIR(status.st_mode) ? 'D' : 'S', path, NULL, 0, 0, NULL, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int descriptor) { return no_sync ? 0 : synced(descriptor, REAL(fsync)(descriptor)); }
int fdatasync(int descriptor) { return no_sync ? 0 : synced(descriptor, REAL(fdatasync)(descriptor)); }

// Links the file that is about to be replaced or removed, to keep its contents.
static const char *bury(const char *path, char *place) {
    snprintf(place, PATH_MAX, "%s/%lu", grave, ++buried);
    return link(path, place) == 0 ? place : "";
}

int rename(const char *from, const char *to) {
    if (!is_watched(to)) return REAL(rename)(from, to);
    char place[PATH_MAX];
    pthread_mutex_lock(&lock);
    // The field `other` holds both the new name and the link to the replaced file.
    char both[2 * PATH_MAX];
    snprintf(both, sizeof both, "%s\v%s", to, bury(to, place));
    int result = REAL(rename)(from, to);
    int error = errno;
    if (result == 0) record('R', from, both, 0, 0, NULL, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int unlink(const char *path) {
    if (!is_watched(path)) return REAL(unlink)(path);
    char place[PATH_MAX];
    pthread_mutex_lock(&lock);
    const char *kept = bury(path, place);
    int result = REAL(unlink)(path);
    int error = errno;
    if (result == 0) record('U', path, kept, 0, 0, NULL, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int mkdir(const char *path, mode_t mode) {
    int result = REAL(mkdir)(path, mode);
    int error = errno;
    if (result == 0 && is_watched(path)) {
        pthread_mutex_lock(&lock);
        record('M', path, NULL, 0, 0, NULL, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    errno = error;
    return result;
}
