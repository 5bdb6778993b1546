#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CWorkerProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Sets up standard input, output and error, and closes all other descriptors.
static int prepare_descriptors(posix_spawn_file_actions_t *actions, int socket, int refusals) {
    int result = posix_spawn_file_actions_adddup2(actions, socket, STDIN_FILENO);
    if (result == 0)
        result = posix_spawn_file_actions_adddup2(actions, refusals, STDOUT_FILENO);
    if (result == 0)
        result = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#ifdef __GLIBC__
    if (result == 0)
        result = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
    return result;
}

static int prepare_attributes(posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
    sigset_t blocked, all;

    // A service manager sends it to all processes of the server, which finishes the images that it has begun, and ends its
    // workers by itself.
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    int result = posix_spawnattr_setsigmask(attributes, &blocked);
    if (result == 0)
        result = posix_spawnattr_setsigdefault(attributes, &all);
    if (result == 0)
        result = posix_spawnattr_setpgroup(attributes, 0);
    return result == 0 ? posix_spawnattr_setflags(attributes, flags) : result;
}

static int spawn(const char *executable, char *const arguments[], int socket, int refusals, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char path[4096];
    char *environment[] = {NULL, NULL};

    const char *libraries = getenv("LD_LIBRARY_PATH");
    if (libraries != NULL && snprintf(path, sizeof(path), "LD_LIBRARY_PATH=%s", libraries) < (int)sizeof(path))
        environment[0] = path;
    int result = posix_spawn_file_actions_init(&actions);
    if (result != 0)
        return result;
    result = posix_spawnattr_init(&attributes);
    if (result == 0) {
        result = prepare_descriptors(&actions, socket, refusals);
        if (result == 0)
            result = prepare_attributes(&attributes);
        if (result == 0)
            result = posix_spawn(process, executable, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

// The end that is written to blocks nobody, and nor does the other one.
static int make_pipe(int ends[2]) {
    if (pipe(ends) != 0)
        return errno;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return 0;
}

static int make_sockets(int ends[2]) {
#ifdef SOCK_CLOEXEC
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
    return 0;
}

int market_worker_spawn(
    const char *executable, char *const arguments[], pid_t *process, int *socket, int *refusals
) {
    int sockets[2], pipes[2];

    int result = make_sockets(sockets);
    if (result != 0)
        return result;
    result = make_pipe(pipes);
    if (result == 0) {
        result = spawn(executable, arguments, sockets[1], pipes[1], process);
        close(pipes[1]);
        if (result != 0)
            close(pipes[0]);
    }
    close(sockets[1]);
    if (result != 0) {
        close(sockets[0]);
        return result;
    }
    *socket = sockets[0];
    *refusals = pipes[0];
    return 0;
}

int market_worker_wait(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

int market_worker_signal(int status) {
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}
