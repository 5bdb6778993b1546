#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include <stddef.h>
#include <stdint.h>

// Files that travel inside the program. Each function returns bytes that live as long as the process, and sets their
// number.

/// The OpenAPI document, as JSON.
const uint8_t *_Nonnull server_file_openapi(size_t *_Nonnull count);

/// The same as one HTML page. Scripts/make-api-docs.py makes it.
const uint8_t *_Nonnull server_file_docs(size_t *_Nonnull count);

/// What is shown for a product without pictures, as PNG.
const uint8_t *_Nonnull server_file_placeholder(size_t *_Nonnull count);

#endif
