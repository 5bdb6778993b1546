#define _GNU_SOURCE
#include "CSQLiteShim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

void market_sqlite_counts_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

static _Thread_local bool only_cached;

void market_cached_reads_begin(void) { only_cached = true; }

void market_cached_reads_end(void) { only_cached = false; }

#ifdef RWF_NOWAIT

typedef ssize_t (*read_function)(int, void *, size_t, off64_t);

static read_function waiting_read;
static bool is_installed;
static pthread_once_t installation = PTHREAD_ONCE_INIT;

static ssize_t read_bytes(int file, void *bytes, size_t count, off64_t offset) {
    if (!only_cached) return waiting_read(file, bytes, count, offset);
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    return preadv2(file, &part, 1, offset, RWF_NOWAIT);
}

static void install(void) {
    sqlite3_vfs *vfs = sqlite3_vfs_find("unix");
    if (!vfs || vfs->iVersion < 3) return;
    waiting_read = (read_function)vfs->xGetSystemCall(vfs, "pread64");
    // Without it, SQLite seeks and reads, or it was built to read in another way.
    if (!waiting_read) return;
    is_installed = vfs->xSetSystemCall(vfs, "pread64", (sqlite3_syscall_ptr)read_bytes) == SQLITE_OK;
}

static bool has_cached_reads(const char *path) {
    // A file of its own: closing any descriptor of a database ends all locks that SQLite has on it in this process.
    char name[PATH_MAX];
    int length = snprintf(name, sizeof name, "%s-XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof name) return false;
    int file = mkostemp(name, O_CLOEXEC);
    if (file < 0) return false;
    unlink(name);
    char byte = 0;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    // EAGAIN says that it would have waited.
    bool has = write(file, &byte, 1) == 1 && (preadv2(file, &part, 1, 0, RWF_NOWAIT) >= 0 || errno == EAGAIN);
    close(file);
    return has;
}

bool market_cached_reads_start(const char *path) {
    pthread_once(&installation, install);
    return is_installed && has_cached_reads(path);
}

#else

bool market_cached_reads_start(const char *path) {
    (void)path;
    return false;
}

#endif
