#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CWorkerProcess.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// MARK: Figures

// Kept open, because nothing can be opened later.
static int status_file = -1;

// Returns the value of a line of /proc/self/status, in bytes, or 0.
static int64_t status(const char *name) {
    char text[4096];
    ssize_t count = status_file < 0 ? -1 : pread(status_file, text, sizeof(text) - 1, 0);
    if (count <= 0)
        return 0;
    text[count] = '\0';
    const char *line = strstr(text, name);
    return line == NULL ? 0 : (int64_t)atoll(line + strlen(name)) * 1024;
}

// The limit of resident memory, in bytes.
static _Atomic int64_t resident_bound = INT64_MAX;

// MARK: The other end

// How often memory is checked, in milliseconds. A decoder can fill about 100 MB in that time.
static const int interval = 50;

static void *watch(void *data) {
    // No events are requested, so that only the hang-up of the peer wakes it.
    struct pollfd entry = {.fd = (int)(intptr_t)data, .events = 0};
    while (poll(&entry, 1, interval) <= 0)
        if (status("VmRSS:") > atomic_load(&resident_bound))
            _exit(1);
    _exit(0);
}

int market_worker_end_with_peer(int socket) {
    pthread_t thread;
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 64 * 1024);
    int result = pthread_create(&thread, &attributes, watch, (void *)(intptr_t)socket);
    pthread_attr_destroy(&attributes);
    return result;
}

// MARK: Bounds

int64_t market_worker_peak(void) {
    return status("VmHWM:");
}

static void lower(int resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max < value ? limit.rlim_max : value;
    setrlimit(resource, &limit);
}

void market_worker_bound(int64_t memory, int64_t seconds) {
    struct rusage usage;
    int64_t resident = status("VmRSS:");
    int64_t data = status("VmData:");

    if (resident > 0)
        atomic_store(&resident_bound, resident + memory);
    // Decoders reserve more memory than they fill, WebP twice as much. RLIMIT_DATA counts only private writable
    // mappings, not shared libraries and reserved addresses.
    if (data > 0)
        lower(RLIMIT_DATA, (rlim_t)(data + 2 * memory));
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        lower(RLIMIT_CPU, (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 2 + seconds));
}

// MARK: The filter

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#ifdef __x86_64__
#define MARKET_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define MARKET_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define DENY(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)

static struct sock_filter instructions[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MARKET_ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
    // System call numbers of the x32 ABI start here.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    DENY(open),
    DENY(creat),
    DENY(fork),
    DENY(vfork),
    DENY(unlink),
    DENY(rename),
    DENY(link),
    DENY(symlink),
    DENY(mkdir),
    DENY(rmdir),
    DENY(chmod),
    DENY(chown),
    DENY(mknod),
#endif
    // Files.
    DENY(openat),
    DENY(openat2),
    DENY(open_by_handle_at),
    DENY(truncate),
    DENY(unlinkat),
    DENY(renameat),
    DENY(renameat2),
    DENY(linkat),
    DENY(symlinkat),
    DENY(mkdirat),
    DENY(mknodat),
    DENY(fchmod),
    DENY(fchmodat),
    DENY(fchown),
    DENY(fchownat),
    DENY(mount),
    DENY(chroot),
    // The network.
    DENY(socket),
    DENY(socketpair),
    DENY(connect),
    DENY(bind),
    DENY(listen),
    DENY(accept),
    DENY(accept4),
    // Other programs and processes.
    DENY(execve),
    DENY(execveat),
    DENY(kill),
    DENY(tkill),
    DENY(ptrace),
    DENY(process_vm_readv),
    DENY(process_vm_writev),
    DENY(pidfd_open),
    DENY(unshare),
    DENY(setns),
    // Calls that could bypass a filter.
    DENY(io_uring_setup),
    DENY(bpf),
    DENY(perf_event_open),
    DENY(userfaultfd),
    DENY(keyctl),
    DENY(add_key),
    // A filter can't read the flags of clone3(); without it the C library falls back to clone().
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    // Allow threads, but not processes.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

static void filter_calls(void) {
    struct sock_fprog program = {
        .len = sizeof(instructions) / sizeof(instructions[0]),
        .filter = instructions,
    };

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#else

static void filter_calls(void) {}

#endif

void market_worker_confine(void) {
    const struct rlimit none = {0, 0};

    status_file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    filter_calls();
}
