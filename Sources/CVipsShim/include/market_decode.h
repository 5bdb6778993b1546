// Pictures as pixels, for whoever shows them: the command line and the tests of the client.
#ifndef MARKET_DECODE_H
#define MARKET_DECODE_H

#include "CVipsShim.h"

typedef enum market_decode_status {
    MARKET_DECODE_DONE,
    // Nothing was decoded.
    MARKET_DECODE_TOO_MANY_PIXELS,
    MARKET_DECODE_DAMAGED
} market_decode_status;

typedef struct market_bitmap {
    market_decode_status status;
    // Upright. Of the pixels when there are some, else those that the file declares, or 0.
    int width;
    int height;
    // 3 for RGB, 4 for RGBA, 8 bits each, sRGB; alpha is not multiplied in.
    int bytes_per_pixel;
    // width × height × bytes_per_pixel bytes, row by row from the top left, or NULL.
    uint8_t *pixels;
    // What libvips said, for logs. Other threads' messages may be mixed in.
    char message[256];
} market_bitmap;

// Decodes a whole file of one of the formats but HEIC, made smaller to fit into a box (never larger). Of an animation
// the first frame. Safe on several threads at once.
void market_decode(const void *bytes, size_t size, market_image_format format, int64_t maximum_pixels, int box_width,
                   int box_height, market_bitmap *bitmap);

// Reads the size that a file declares, in `width` and `height`, without decoding it. `pixels` stays NULL.
void market_decode_header(const char *path, market_image_format format, market_bitmap *bitmap);

// Frees what a bitmap holds; needed after every status.
void market_bitmap_release(market_bitmap *bitmap);

#endif
