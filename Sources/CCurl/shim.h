// Without macros that check types, which only C needs.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// Swift can't call functions with variable arguments. These are libcurl's with one type each.

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

// Sets a blob that libcurl copies.
static inline CURLcode ccurl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

// Sets a function that takes what is received.
static inline CURLcode ccurl_set_receiver(
    CURL *handle, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *)
) {
    return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode ccurl_set_opened(CURL *handle, int (*opened)(void *, curl_socket_t, curlsocktype)) {
    return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, opened);
}

static inline CURLcode ccurl_set_closer(CURL *handle, int (*closer)(void *, curl_socket_t)) {
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, closer);
}

// Returns how many bytes of the body libcurl has sent.
static inline curl_off_t ccurl_uploaded_size(CURL *handle) {
    curl_off_t size = 0;
    curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &size);
    return size;
}

// Returns how many of the bytes that were sent to a socket are still in this machine, or on the way.
static inline int ccurl_unacknowledged_size(curl_socket_t socket) {
    int size = 0;
#ifdef SO_NWRITE
    socklen_t length = sizeof size;
    if (getsockopt(socket, SOL_SOCKET, SO_NWRITE, &size, &length) != 0) return 0;
#else
    if (ioctl(socket, TIOCOUTQ, &size) != 0) return 0;
#endif
    return size;
}
