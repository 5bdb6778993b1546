// The few calls of libvips that MarketImages needs, as plain C: libvips' own are variadic, which Swift can't call.
#ifndef CVIPSSHIM_H
#define CVIPSSHIM_H

#include <stddef.h>
#include <stdint.h>

// The format that the first bytes showed. It alone decides which loader sees the file.
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
    // Decoding it would take more memory than was allowed; nothing was decoded.
    MARKET_IMAGE_TOO_MUCH_MEMORY,
    MARKET_IMAGE_DAMAGED,
    MARKET_IMAGE_FAILED
} market_image_status;

// A part of a file, in bytes.
typedef struct market_image_part {
    int64_t offset;
    int64_t size;
} market_image_part;

typedef struct market_image_request {
    // Of the file, open for reading. It stays open, and its position moves.
    int descriptor;
    // What the loader sees of the file, in this order; the whole file where there are none.
    const market_image_part *parts;
    size_t part_count;
    market_image_format format;
    int64_t maximum_pixels;
    // The longest side that the file may declare, in pixels.
    int maximum_side;
    // What the planes of a HEIC file take when they are decoded. Else 0.
    int64_t coded_bytes;
    // What the work may hold at once, in bytes.
    int64_t maximum_memory;
    // The longest side of each rendition, in pixels.
    int full_side;
    int thumbnail_side;
    // 1 to 100.
    int quality;
} market_image_request;

typedef struct market_image_outcome {
    market_image_status status;
    // Of the full rendition when it is done, else the declared ones, or 0.
    int width;
    int height;
    void *full;
    size_t full_size;
    void *thumbnail;
    size_t thumbnail_size;
    // What libvips said, for logs. Other threads' messages may be mixed in.
    char message[256];
} market_image_outcome;

typedef struct market_web_request {
    // A JPEG that market_image_process() has made.
    const char *path;
    // In pixels; what is narrower keeps its width.
    int width;
    // Of the WebP encoder, 1 to 100.
    int quality;
} market_web_request;

typedef struct market_web_outcome {
    market_image_status status;
    void *bytes;
    size_t size;
    char message[256];
} market_web_outcome;

// Sets libvips up for untrusted uploads and for a caller that has threads of its own; 0 on success. Whoever uses libvips
// asks for it, on any thread; only the first call does anything.
int market_vips_start(void);

// Makes both renditions. Safe on several threads at once.
void market_image_process(const market_image_request *request, market_image_outcome *outcome);

// Frees what an outcome holds; needed after every status.
void market_image_release(market_image_outcome *outcome);

// Makes a narrower picture as WebP. Safe on several threads at once.
void market_image_make_web(const market_web_request *request, market_web_outcome *outcome);

// As market_image_release().
void market_image_release_web(market_web_outcome *outcome);

// Gives memory that is free back to the system. Takes a millisecond or so.
void market_image_trim(void);

#include "market_decode.h"

#endif
