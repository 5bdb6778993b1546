// Decoding of images into pixels, for the command line and the tests of the client.
#ifndef MARKET_DECODE_H
#define MARKET_DECODE_H

#include "CVipsShim.h"

#include <stdbool.h>

typedef enum market_decode_status {
    MARKET_DECODE_DONE,
    // Nothing was decoded.
    MARKET_DECODE_TOO_MANY_PIXELS,
    MARKET_DECODE_DAMAGED
} market_decode_status;

typedef struct market_bitmap {
    market_decode_status status;
    // After the orientation is applied. The size of the pixels if there are any, otherwise the declared size, or 0.
    int width;
    int height;
    // 3 for RGB, 4 for RGBA; 8 bits each, sRGB; alpha is not premultiplied.
    int bytes_per_pixel;
    // width × height × bytes_per_pixel bytes, row by row from the top left, or NULL.
    uint8_t *pixels;
    // The libvips error, for logs. It may include messages of other threads.
    char message[256];
} market_bitmap;

// Decodes a whole file of any of the formats except HEIC, reduced to fit into a box, or to cover it (never enlarged).
// Decodes the first frame of an animation. Thread-safe.
void market_decode(const void *bytes, size_t size, market_image_format format, int64_t maximum_pixels, int box_width,
                   int box_height, bool covers, market_bitmap *bitmap);

// Reads the size that a file declares into `width` and `height`, without decoding it. `pixels` stays NULL.
void market_decode_header(const char *path, market_image_format format, market_bitmap *bitmap);

// Frees the memory of a bitmap; required after every status.
void market_bitmap_release(market_bitmap *bitmap);

#endif
