/* The clock of a machine that is put forward and back: the seconds in the file CLOCK_OFFSET are added to its time. Clocks that
   only run on aren't touched, as in a correction. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
    static volatile long *shared;
    if (!shared) {
        const char *path = getenv("CLOCK_OFFSET");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        if (file < 0) return 0;
        void *mapped = mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
        close(file);
        if (mapped == MAP_FAILED) return 0;
        shared = mapped;
    }
    return *shared;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = syscall(SYS_clock_gettime, clock, time);
    if (!status && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += offset();
    return status;
}

int gettimeofday(struct timeval *time, void *zone) {
    int status = syscall(SYS_gettimeofday, time, zone);
    if (!status && time) time->tv_sec += offset();
    return status;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
