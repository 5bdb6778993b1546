#include "ServerFiles.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed
#endif

static const uint8_t openapi[] = {
#embed "openapi.json"
};

static const uint8_t docs[] = {
#embed "docs.html"
};

static const uint8_t placeholder[] = {
#embed "placeholder.png"
};

const uint8_t *server_file_openapi(size_t *count) {
    *count = sizeof openapi;
    return openapi;
}

const uint8_t *server_file_docs(size_t *count) {
    *count = sizeof docs;
    return docs;
}

const uint8_t *server_file_placeholder(size_t *count) {
    *count = sizeof placeholder;
    return placeholder;
}
