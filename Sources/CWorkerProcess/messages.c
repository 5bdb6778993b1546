#include "CWorkerProcess.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

int64_t market_worker_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Returns 0 when the socket is ready, or closed, which the next call reports.
static int await(int socket, short events, int64_t deadline) {
    struct pollfd entry = {.fd = socket, .events = events};

    for (;;) {
        int milliseconds = -1;
        if (deadline != MARKET_WORKER_FOREVER) {
            int64_t left = (deadline - market_worker_now() + 999999) / 1000000;
            if (left <= 0)
                return ETIMEDOUT;
            milliseconds = left > 1000000 ? 1000000 : (int)left;
        }
        int count = poll(&entry, 1, milliseconds);
        if (count > 0)
            return 0;
        if (count < 0 && errno != EINTR)
            return errno;
    }
}

int market_worker_send(int socket, const void *bytes, size_t count, int descriptor, int64_t deadline) {
    const char *next = bytes;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;

    while (count > 0) {
        struct iovec part = {.iov_base = (void *)next, .iov_len = count};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (descriptor >= 0) {
            memset(&control, 0, sizeof(control));
            message.msg_control = control.bytes;
            message.msg_controllen = sizeof(control.bytes);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int));
            memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
        }
        int result = await(socket, POLLOUT, deadline);
        if (result != 0)
            return result;
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EINTR && errno != EAGAIN)
            return errno;
        if (sent > 0) {
            next += sent;
            count -= (size_t)sent;
            descriptor = -1;
        }
    }
    return 0;
}

static void take_descriptor(struct msghdr *message, int *descriptor) {
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        int received;
        memcpy(&received, CMSG_DATA(header), sizeof(int));
        if (descriptor != NULL && *descriptor < 0)
            *descriptor = received;
        else
            close(received);
    }
}

int market_worker_receive(int socket, void *bytes, size_t count, int *descriptor, int64_t deadline) {
    char *next = bytes;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;

    if (descriptor != NULL)
        *descriptor = -1;
    while (count > 0) {
        struct iovec part = {.iov_base = next, .iov_len = count};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof(control.bytes);
        int result = await(socket, POLLIN, deadline);
        if (result != 0)
            return result;
        ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (received == 0)
            return EPIPE;
        if (received < 0 && errno != EINTR && errno != EAGAIN)
            return errno == ECONNRESET ? EPIPE : errno;
        if (received > 0) {
            take_descriptor(&message, descriptor);
            next += received;
            count -= (size_t)received;
        }
    }
    return 0;
}
