#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CWorkerProcess.h"
#include "filter.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

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

// MARK: Confinement

int market_worker_confine(void) {
    const struct rlimit none = {0, 0};

    // If the machine runs out of memory, this process ends and not the server.
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) {
        dprintf(score, "1000");
        close(score);
    }
    status_file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    setrlimit(RLIMIT_CORE, &none);
    // Who tries to write a file gets an error and may go on, as the compiler of libvips's vector code does. It isn't killed.
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    return market_worker_filter_calls();
}
