// Preloaded into a real worker, it does what somebody would who has taken over the decoder with the first upload: it tries
// to get out. It answers with the outcome of each call, as the reason of a failed decoding.
//
// With TAKEN_OVER it makes a call of another architecture instead, which ends the process, or does what a thread of
// libdispatch does that starts late.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char text[8192];
// The process to reach. Later, nobody may ask for it.
static pid_t server;

__attribute__((constructor)) static void find_server(void) {
    server = getppid();
}

#define TRY(name, ...) note(#name, syscall(SYS_##name, __VA_ARGS__))

static void note(const char *name, long result) {
    int error = result == -1 ? errno : 0;
    snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s=%d ", name, error);
}

static void attack(void) {
    struct rlimit limit;
    struct stat status;
    char byte;
    struct iovec own = {&byte, 1}, other = {text, 1};
    struct io_uring_params parameters = {0};
    siginfo_t information = {.si_code = SI_QUEUE};
    char *none[] = {NULL};

    // Signal 0 is never sent, but shows whether another one could be.
    TRY(kill, server, 0);
    TRY(tkill, server, 0);
    TRY(tgkill, server, server, 0);
    TRY(rt_sigqueueinfo, server, 0, &information);
    TRY(rt_tgsigqueueinfo, server, server, 0, &information);
    TRY(pidfd_open, server, 0);
    TRY(pidfd_send_signal, 0, 0, NULL, 0);
    TRY(fcntl, 0, F_SETOWN, server);
    TRY(ioctl, 0, FIOSETOWN, &server);
    TRY(prlimit64, server, RLIMIT_NOFILE, NULL, &limit);
    TRY(setpriority, PRIO_PROCESS, server, 19);
    TRY(sched_setaffinity, server, 0, NULL);
    TRY(ptrace, PTRACE_ATTACH, server, 0, 0);
    TRY(process_vm_readv, server, &own, 1, &other, 1, 0);
    TRY(process_vm_writev, server, &own, 1, &other, 1, 0);
    TRY(kcmp, server, server, 0, 0, 0);
    TRY(openat, AT_FDCWD, "/etc/passwd", O_RDONLY);
    TRY(newfstatat, AT_FDCWD, "/etc/passwd", &status, 0);
    TRY(unlinkat, AT_FDCWD, "/nowhere", 0);
    TRY(memfd_create, "x", 0);
    TRY(socket, AF_INET, SOCK_STREAM, 0);
    TRY(socketpair, AF_UNIX, SOCK_STREAM, 0, NULL);
    TRY(connect, 0, NULL, 0);
    TRY(clone, SIGCHLD, 0, 0, 0, 0);
    TRY(execve, "/nowhere", none, none);
    TRY(execveat, AT_FDCWD, "/nowhere", none, none, 0);
    TRY(io_uring_setup, 1, &parameters);
    TRY(bpf, 0, NULL, 0);
    TRY(userfaultfd, 0);
    TRY(unshare, 0);
    TRY(prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
    TRY(timer_create, CLOCK_MONOTONIC, NULL, NULL);
    TRY(mprotect, (uintptr_t)text & ~(uintptr_t)4095, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
}

static void start_late(void) {
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/stat", gettid());
    TRY(setpriority, PRIO_PROCESS, 0, -4);
    TRY(openat, AT_FDCWD, path, O_RDONLY);
}

// The numbers of other architectures mean something else.
static void call_otherwise(const char *way) {
    (void)way;
#ifdef __x86_64__
    if (strcmp(way, "x32") == 0)
        syscall(0x40000000 + SYS_getpid);
    if (strcmp(way, "i386") == 0)
        __asm__ volatile("int $0x80" : : "a"(20) : "memory");
#endif
}

static void answer(void) {
    int64_t numbers[8] = {9, 0, 0, 0, (int64_t)strlen(text), 0, 0, 0};
    write(STDIN_FILENO, numbers, sizeof(numbers));
    write(STDIN_FILENO, text, strlen(text));
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
    ssize_t count = syscall(SYS_recvmsg, socket, message, flags);
    if (count <= 0)
        return count;
    const char *way = getenv("TAKEN_OVER");
    if (way == NULL)
        attack();
    else if (strcmp(way, "late") == 0)
        start_late();
    else
        call_otherwise(way);
    answer();
    // The thread that watches the other end of the socket ends the process.
    for (;;)
        poll(NULL, 0, -1);
}
