// What a program needs to run a part of itself in child processes, as plain C: much of it is macros, or variadic.
#ifndef CWORKERPROCESS_H
#define CWORKERPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Starts a program with one end of a socket as its standard input. It gets no other descriptor but /dev/null as output,
// no signal that is blocked or ignored here, a process group of its own, and of the environment only what the dynamic
// linker needs.
//
// Returns 0 with the process and the other end, or an error number.
int market_worker_spawn(const char *executable, char *const arguments[], pid_t *process, int *socket);

// Sends all bytes, and a descriptor with the first of them unless it is -1. Waits at most until the deadline, in
// nanoseconds of CLOCK_MONOTONIC. Returns 0, or an error number: ETIMEDOUT, EPIPE when nobody is there any more.
int market_worker_send(int socket, const void *bytes, size_t count, int descriptor, int64_t deadline);

// Receives exactly so many bytes, and a descriptor that came with them, else -1, unless `descriptor` is NULL. Returns 0,
// or an error number: ETIMEDOUT, EPIPE when nobody is there any more.
int market_worker_receive(int socket, void *bytes, size_t count, int *descriptor, int64_t deadline);

// No deadline.
#define MARKET_WORKER_FOREVER INT64_MAX

int64_t market_worker_now(void);

// Waits for a process that has been killed or has ended. Returns its status as waitpid() has it.
int market_worker_wait(pid_t process);

// What a status says: the signal that ended the process, or 0.
int market_worker_signal(int status);

// In the child. Ends the process as soon as the other end of the socket is closed, whatever it is doing, and when it
// takes more memory than it may.
int market_worker_end_with_peer(int socket);

// In the child, once all libraries are loaded: from now on it can't open files, use the network, start programs or
// signal others, and writes no files and no core. Where the system has no such filter, only the last two hold.
void market_worker_confine(void);

// In the child: bounds what the next piece of work may take beyond what is in use now: of resident memory so many bytes,
// twice as many of reserved memory, and so many seconds of CPU time. Where the system can't, nothing happens.
void market_worker_bound(int64_t memory, int64_t seconds);

// In the child: the most that was resident since the start, in bytes, or 0 where the system doesn't say.
int64_t market_worker_peak(void);

#endif
