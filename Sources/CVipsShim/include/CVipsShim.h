// The libvips calls that MarketImages needs, as plain C: libvips' own are variadic, which Swift can't call.
#ifndef CVIPSSHIM_H
#define CVIPSSHIM_H

#include <stddef.h>
#include <stdint.h>

// The format detected from the first bytes. It alone selects the loader.
typedef enum market_image_format {
    MARKET_IMAGE_JPEG,
    MARKET_IMAGE_PNG,
    MARKET_IMAGE_GIF,
    MARKET_IMAGE_WEBP,
    MARKET_IMAGE_HEIC
} market_image_format;

typedef enum market_image_status {
    MARKET_IMAGE_DONE,
    MARKET_IMAGE_TOO_MANY_PIXELS,
    MARKET_IMAGE_TOO_LONG_SIDE,
    // Decoding would take more memory than allowed; nothing was decoded.
    MARKET_IMAGE_TOO_MUCH_MEMORY,
    MARKET_IMAGE_DAMAGED,
    MARKET_IMAGE_FAILED
} market_image_status;

// A part of a file, in bytes, or what the loader reads instead of it.
typedef struct market_image_part {
    // The size bytes to be read; NULL for those of the file from the offset on.
    const uint8_t *bytes;
    int64_t offset;
    int64_t size;
} market_image_part;

typedef struct market_image_request {
    // The file, open for reading. It stays open, and its position moves.
    int descriptor;
    int64_t byte_count;
    // The parts of the file that the loader reads, in this order; the whole file if there are none.
    const market_image_part *parts;
    size_t part_count;
    market_image_format format;
    int64_t maximum_pixels;
    // The longest side that the file may declare, in pixels.
    int maximum_side;
    // The size of the decoded planes of a HEIC file, otherwise 0.
    int64_t coded_bytes;
    // The maximum memory for the processing, in bytes.
    int64_t maximum_memory;
    // The longest side of each rendition, in pixels.
    int full_side;
    int thumbnail_side;
    // 1 to 100.
    int quality;
} market_image_request;

typedef struct market_image_outcome {
    market_image_status status;
    // The size of the full rendition on success, otherwise the declared size, or 0.
    int width;
    int height;
    void *full;
    size_t full_size;
    void *thumbnail;
    size_t thumbnail_size;
    // The libvips error, for logs. It may include messages of other threads.
    char message[256];
} market_image_outcome;

typedef struct market_web_request {
    // A JPEG written by market_image_process().
    const char *path;
    // In pixels; narrower images keep their width.
    int width;
    // The quality of the WebP encoder, 1 to 100.
    int quality;
} market_web_request;

typedef struct market_web_outcome {
    market_image_status status;
    void *bytes;
    size_t size;
    char message[256];
} market_web_outcome;

// Initializes libvips for untrusted uploads and for a caller with threads of its own; returns 0 on success. Must be
// called before any other use of libvips, on any thread; only the first call has an effect.
int market_vips_start(void);

// Creates both renditions. Thread-safe.
void market_image_process(const market_image_request *request, market_image_outcome *outcome);

// Frees the memory of an outcome; required after every status.
void market_image_release(market_image_outcome *outcome);

// Creates a narrower image as WebP. Thread-safe.
void market_image_make_web(const market_web_request *request, market_web_outcome *outcome);

// Creates the square in the middle of a JPEG, as PNG of this side in pixels. Thread-safe.
void market_image_make_icon(const void *bytes, size_t byte_count, int side, market_web_outcome *outcome);

// Frees the memory of an outcome; required after every status.
void market_image_release_web(market_web_outcome *outcome);

// Returns free memory to the system. Takes about a millisecond.
void market_image_trim(void);

#include "market_decode.h"
#include "market_draw.h"

#endif
