#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CWorkerProcess.h"
#include "filter.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

// MARK: What is refused

// Calls whose numbers were written. Numbers that aren't in the table share the last bit.
static atomic_uint reported[16];

static void report(int call) {
    unsigned bit = call >= 0 && call < 511 ? (unsigned)call : 511;
    unsigned mask = 1u << (bit % 32);
    if (atomic_fetch_or(&reported[bit / 32], mask) & mask)
        return;
    int32_t number = call;
    // If nobody reads, nothing can be done about it.
    ssize_t written = write(STDOUT_FILENO, &number, sizeof(number));
    (void)written;
}

// Returns whether this is the file in which libdispatch looks for the state of a thread: /proc/N/stat.
static int is_state_of_thread(const char *path) {
    if (strncmp(path, "/proc/", 6) != 0)
        return 0;
    path += 6;
    return strcmp(path + strspn(path, "0123456789"), "/stat") == 0;
}

// Returns whether a library opens this file when it is used for the first time, and does without it: glibc looks for the
// time zone, the number of cores and the policy for memory, Orc for a place for the code that it makes, and libdispatch for
// what its threads do.
static int is_dispensable(const char *path) {
    return strcmp(path, "/etc/localtime") == 0 || strcmp(path, "/proc/sys/vm/overcommit_memory") == 0 ||
           strcmp(path, "/sys/devices/system/cpu/online") == 0 || strcmp(path, "/proc/stat") == 0 ||
           is_state_of_thread(path) || strncmp(path, "/tmp/orcexec.", 13) == 0;
}

// Handles SIGSYS, which the kernel sends instead of executing a call that isn't allowed.
static void refuse(int signal, siginfo_t *information, void *context) {
    ucontext_t *state = context;
    int error = errno;
    int call = information->si_syscall;
    long result = -EPERM;

    (void)signal;
#ifdef __x86_64__
    const char *path = (const char *)state->uc_mcontext.gregs[REG_RSI];
    int is_question = call == SCMP_SYS(access) || call == SCMP_SYS(faccessat);
#else
    const char *path = (const char *)state->uc_mcontext.regs[1];
    int is_question = call == SCMP_SYS(faccessat);
#endif
    // Fontconfig asks again whether it may read fonts that it has opened before. The answer says nothing about files.
    if (is_question)
        result = 0;
    else if (call != SCMP_SYS(openat) || path == NULL || !is_dispensable(path))
        report(call);
#ifdef __x86_64__
    state->uc_mcontext.gregs[REG_RAX] = result;
#else
    state->uc_mcontext.regs[0] = (unsigned long)result;
#endif
    errno = error;
}

// MARK: What is allowed

// Calls that reach nothing outside of the process but its descriptors, whatever their arguments are. Not fcntl(), which
// can have a signal sent to any process.
static const int allowed[] = {
    // Memory.
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    // The descriptors that it has.
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(pread64),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    SCMP_SYS(lseek),
    SCMP_SYS(fstat),
    SCMP_SYS(dup),
    SCMP_SYS(close),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg),
    // The event loop of libdispatch, which may start late.
    SCMP_SYS(epoll_create1),
    SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_wait),
    SCMP_SYS(epoll_pwait),
    SCMP_SYS(eventfd2),
    SCMP_SYS(timerfd_create),
    SCMP_SYS(timerfd_settime),
    // Threads.
    SCMP_SYS(futex),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(sched_yield),
    SCMP_SYS(gettid),
    SCMP_SYS(getpid),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    // Its own signals.
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    // Time, and what it uses.
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(getrusage),
    SCMP_SYS(getrandom),
    SCMP_SYS(sysinfo),
    // Orc calls it before it asks for a file, which it doesn't get.
    SCMP_SYS(umask),
};

// The flags of pthread_create().
static const scmp_datum_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD |
                                   CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;

#define ALLOW(call, count, ...) seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(call), count, __VA_ARGS__)

// Allows calls with some arguments. Returns 0, or the bits of negative error numbers.
static int allow_by_argument(scmp_filter_ctx filter) {
    int result = 0;

    // Orc compiles the loops of libvips. Without executable memory, resizing takes up to 1.6 times as long.
    result |= ALLOW(mmap, 1, SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
    result |= ALLOW(mmap, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    result |= ALLOW(mprotect, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    result |= ALLOW(clone, 1, SCMP_A0(SCMP_CMP_EQ, thread));
    // A filter can't read the flags of clone3(); without it the C library calls clone().
    result |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    // What abort() does, and nothing to other processes.
    result |= ALLOW(tgkill, 2, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()), SCMP_A2(SCMP_CMP_EQ, SIGABRT));
    result |= ALLOW(prctl, 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    result |= ALLOW(sched_getaffinity, 1, SCMP_A0(SCMP_CMP_EQ, 0));
    // Limits of its own are read, and those that market_worker_bound() sets are set.
    result |= ALLOW(prlimit64, 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
    result |= ALLOW(prlimit64, 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_DATA));
    result |= ALLOW(prlimit64, 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_CPU));
    // Threads of libdispatch, which may start late on a busy machine, set their own priority. They are told that they have:
    // if it fails, they write to the system's log.
    result |= seccomp_rule_add(
        filter, SCMP_ACT_ERRNO(0), SCMP_SYS(setpriority), 2, SCMP_A0(SCMP_CMP_EQ, PRIO_PROCESS), SCMP_A1(SCMP_CMP_EQ, 0)
    );
    // Whether a descriptor is a terminal.
    result |= ALLOW(ioctl, 1, SCMP_A1(SCMP_CMP_EQ, TCGETS));
    return result;
}

int market_worker_filter_calls(void) {
    struct sigaction action = {.sa_sigaction = refuse, .sa_flags = SA_SIGINFO};

    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);
    if (filter == NULL)
        return ENOMEM;
    // For the threads that are running, too.
    int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (result == 0)
        result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (result == 0)
        result = allow_by_argument(filter);
    for (size_t i = 0; result == 0 && i < sizeof(allowed) / sizeof(allowed[0]); i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    if (result == 0 && sigaction(SIGSYS, &action, NULL) != 0)
        result = -errno;
    if (result == 0)
        result = seccomp_load(filter);
    seccomp_release(filter);
    return result == 0 ? 0 : EPERM;
}

char *market_worker_call_name(int32_t call) {
    return seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
}

#else

#include <stddef.h>

int market_worker_filter_calls(void) {
    return ENOSYS;
}

char *market_worker_call_name(int32_t call) {
    (void)call;
    return NULL;
}

#endif
