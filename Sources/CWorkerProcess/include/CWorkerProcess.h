// Functions for running a part of a program in child processes, as plain C: many of the system's are macros, or
// variadic.
#ifndef CWORKERPROCESS_H
#define CWORKERPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Starts a program with one end of a socket as its standard input, and of a pipe as its standard output. Its standard
// error is /dev/null, it has no other descriptors, no signals are blocked or ignored, it has its own process group, and
// its environment is limited to what the dynamic linker needs.
//
// Returns 0 with the process and the other ends of the socket and of the pipe, or an error number. Reading from the pipe
// never waits.
int market_worker_spawn(
    const char *executable, char *const arguments[], pid_t *process, int *socket, int *refusals
);

// Sends all bytes, and a descriptor with the first of them unless it is -1. Waits at most until the deadline, in
// nanoseconds of CLOCK_MONOTONIC. Returns 0, or an error number: ETIMEDOUT, or EPIPE if the peer has closed its end.
int market_worker_send(int socket, const void *bytes, size_t count, int descriptor, int64_t deadline);

// Receives exactly this many bytes, and the descriptor sent with them, or -1 if there is none. `descriptor` may be
// NULL. Returns 0, or an error number: ETIMEDOUT, or EPIPE if the peer has closed its end.
int market_worker_receive(int socket, void *bytes, size_t count, int *descriptor, int64_t deadline);

// No deadline.
#define MARKET_WORKER_FOREVER INT64_MAX

int64_t market_worker_now(void);

// Waits for a process that was killed or has ended. Returns its status as from waitpid().
int market_worker_wait(pid_t process);

// Returns the signal that ended a process with this status, or 0.
int market_worker_signal(int status);

// For the child. Ends the process as soon as the other end of the socket is closed, whatever it is doing, or when it
// exceeds its memory limit.
int market_worker_end_with_peer(int socket);

// For the child, once all libraries are loaded: from now on it writes no files and no core dump, and makes only the
// system calls that decoding and drawing need. Any other call fails with EPERM, and its number is written to standard
// output as an int32_t, once. Calls of another architecture end the process.
//
// Returns 0, or an error number if the system has no such filter. Only the limits apply then.
int market_worker_confine(void);

// Returns the name of a system call, or NULL if it has none. The caller frees it.
char *market_worker_call_name(int32_t call);

// For the child: limits what the next piece of work may use in addition to current usage: `memory` bytes of resident
// memory, twice as much reserved memory, and `seconds` of CPU time. Does nothing on systems without such limits.
void market_worker_bound(int64_t memory, int64_t seconds);

// For the child: returns the peak resident memory since the start, in bytes, or 0 on systems that don't report it.
int64_t market_worker_peak(void);

#endif
