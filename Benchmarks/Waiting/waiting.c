// Compares two ways to wait for PostgreSQL: a thread for each connection, as the market does, and one event loop for all.
// See waiting.py.
//
//     waiting threads|loop CONNINFO STATEMENT HIGHEST CONNECTIONS REQUESTS SECONDS
//
// STATEMENT has one parameter, a number up to HIGHEST. REQUESTS are under way at any time. A front thread, which stands for the
// server's event loop, begins each of them and takes its result. With `threads`, it hands them to threads, each of which
// sends the statement with libpq's non-blocking calls and waits for its socket; with `loop`, it does that itself for all
// connections. Prints requests per second, the CPU of the process for each in microseconds, and the median and the 99th
// percentile of their times in milliseconds.

#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 64, MOST_REQUESTS = 1024, MOST_TIMES = 4000000 };

typedef struct {
    double began;
    unsigned id;
} Request;

// Requests in the order in which they came.
typedef struct {
    Request items[MOST_REQUESTS];
    size_t first, count;
} Queue;

static const char *conninfo;
static unsigned highest;
static double *times;
static size_t time_count;
static uint64_t checksum;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void add(Queue *queue, Request request) {
    queue->items[(queue->first + queue->count++) % MOST_REQUESTS] = request;
}

static Request take(Queue *queue) {
    Request request = queue->items[queue->first];
    queue->first = (queue->first + 1) % MOST_REQUESTS;
    queue->count--;
    return request;
}

static PGconn *connect_to(const char *statement) {
    PGconn *connection = PQconnectdb(conninfo);
    if (PQstatus(connection) != CONNECTION_OK) fail(PQerrorMessage(connection));
    PGresult *result = PQprepare(connection, "s", statement, 1, NULL);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) fail(PQerrorMessage(connection));
    PQclear(result);
    PQsetnonblocking(connection, 1);
    return connection;
}

static void send_statement(PGconn *connection, unsigned id) {
    char text[16];
    snprintf(text, sizeof text, "%u", id);
    const char *values[] = {text};
    if (!PQsendQueryPrepared(connection, "s", 1, values, NULL, NULL, 0)) fail(PQerrorMessage(connection));
    while (PQflush(connection) == 1) {}
}

// Takes the result as far as it is there, and returns whether it is whole.
static int take_result(PGconn *connection, uint64_t *sum) {
    if (!PQconsumeInput(connection)) fail(PQerrorMessage(connection));
    while (!PQisBusy(connection)) {
        PGresult *result = PQgetResult(connection);
        if (!result) return 1;
        if (PQresultStatus(result) != PGRES_TUPLES_OK) fail(PQerrorMessage(connection));
        for (int row = 0; row < PQntuples(result); row++)
            for (int column = 0; column < PQnfields(result); column++)
                *sum += (unsigned char)*PQgetvalue(result, row, column) + (unsigned)PQgetlength(result, row, column);
        PQclear(result);
    }
    return 0;
}

static Request new_request(void) { return (Request){now(), (unsigned)rand() % highest + 1}; }

static void ended(Request request) {
    if (time_count < MOST_TIMES) times[time_count++] = now() - request.began;
}

// MARK: Threads

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_waiting = PTHREAD_COND_INITIALIZER;
static Queue waiting, halves[2];
// What has finished since the front looked last.
static Queue *finished = &halves[0];
static int wakes_front, is_over;

static void *work(void *statement) {
    PGconn *connection = connect_to(statement);
    uint64_t sum = 0;
    pthread_mutex_lock(&lock);
    while (!is_over) {
        if (!waiting.count) {
            pthread_cond_wait(&is_waiting, &lock);
            continue;
        }
        Request request = take(&waiting);
        pthread_mutex_unlock(&lock);
        send_statement(connection, request.id);
        while (!take_result(connection, &sum)) {
            struct pollfd entry = {PQsocket(connection), POLLIN, 0};
            poll(&entry, 1, -1);
        }
        pthread_mutex_lock(&lock);
        add(finished, request);
        // The front is woken once for all that have finished meanwhile.
        if (finished->count == 1 && eventfd_write(wakes_front, 1)) fail("eventfd");
    }
    checksum += sum;
    pthread_mutex_unlock(&lock);
    PQfinish(connection);
    return NULL;
}

static void run_threads(char *statement, int connections, int requests, double seconds) {
    pthread_t threads[MOST_CONNECTIONS];
    wakes_front = eventfd(0, 0);
    for (int i = 0; i < connections; i++) pthread_create(&threads[i], NULL, work, statement);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < requests; i++) add(&waiting, new_request());
    pthread_cond_broadcast(&is_waiting);
    pthread_mutex_unlock(&lock);
    double end = now() + seconds;
    while (now() < end) {
        eventfd_t count;
        eventfd_read(wakes_front, &count);
        pthread_mutex_lock(&lock);
        Queue *done = finished;
        finished = done == &halves[0] ? &halves[1] : &halves[0];
        while (done->count) {
            ended(take(done));
            add(&waiting, new_request());
            pthread_cond_signal(&is_waiting);
        }
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_cond_broadcast(&is_waiting);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < connections; i++) pthread_join(threads[i], NULL);
}

// MARK: One loop

static void run_loop(char *statement, int connections, int requests, double seconds) {
    PGconn *all[MOST_CONNECTIONS];
    Request under_way[MOST_CONNECTIONS];
    int idle[MOST_CONNECTIONS], idle_count = 0;
    int loop = epoll_create1(0);
    for (int i = 0; i < connections; i++) {
        all[i] = connect_to(statement);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        epoll_ctl(loop, EPOLL_CTL_ADD, PQsocket(all[i]), &event);
        idle[idle_count++] = i;
    }
    for (int i = 0; i < requests; i++) add(&waiting, new_request());
    double end = now() + seconds;
    while (now() < end) {
        while (idle_count && waiting.count) {
            int i = idle[--idle_count];
            under_way[i] = take(&waiting);
            send_statement(all[i], under_way[i].id);
        }
        struct epoll_event events[MOST_CONNECTIONS];
        int count = epoll_wait(loop, events, MOST_CONNECTIONS, 1000);
        for (int e = 0; e < count; e++) {
            int i = (int)events[e].data.u32;
            if (!take_result(all[i], &checksum)) continue;
            ended(under_way[i]);
            add(&waiting, new_request());
            idle[idle_count++] = i;
        }
    }
    for (int i = 0; i < connections; i++) PQfinish(all[i]);
}

static int compare(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
    if (count != 8) fail("usage: waiting threads|loop CONNINFO STATEMENT HIGHEST CONNECTIONS REQUESTS SECONDS");
    conninfo = arguments[2];
    highest = (unsigned)atoi(arguments[4]);
    int connections = atoi(arguments[5]), requests = atoi(arguments[6]);
    if (connections > MOST_CONNECTIONS || requests > MOST_REQUESTS || !highest) fail("too many, or none");
    double seconds = atof(arguments[7]);
    times = malloc(MOST_TIMES * sizeof *times);
    void (*run)(char *, int, int, double) = strcmp(arguments[1], "loop") ? run_threads : run_loop;
    run(arguments[3], connections, requests, seconds);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    if (!time_count || !checksum) fail("no result");
    qsort(times, time_count, sizeof *times, compare);
    printf("%.0f %.1f %.3f %.3f\n", (double)time_count / seconds, cpu / (double)time_count * 1e6,
           times[time_count / 2] * 1e3, times[time_count * 99 / 100] * 1e3);
    return 0;
}
