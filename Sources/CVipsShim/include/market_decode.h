// Headers of image files, for the command line.
#ifndef MARKET_DECODE_H
#define MARKET_DECODE_H

#include "CVipsShim.h"

#include <stdbool.h>

typedef struct market_image_header {
    // The declared size, after the orientation is applied, or 0.
    int width;
    int height;
    // The libvips error, for logs. It may include messages of other threads.
    char message[256];
} market_image_header;

// Reads the size that a file of any of the formats except HEIC declares, without decoding it. Thread-safe.
//
// Returns false if it can't be read.
bool market_decode_header(const char *path, market_image_format format, market_image_header *header);

#endif
