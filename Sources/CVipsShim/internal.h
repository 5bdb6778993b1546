#ifndef CVIPSSHIM_INTERNAL_H
#define CVIPSSHIM_INTERNAL_H

#include <vips/vips.h>

#include "CVipsShim.h"

// Opens the file with the loader of its format, reads its header and checks it against the request's limits.
//
// `is_whole`: the file is known to have every row, whatever its decoder warns about.
market_image_status market_open(const market_image_request *request, gboolean is_whole, market_image_outcome *outcome,
                                VipsImage **out);

// Returns whether the decoder finds every row of a JPEG, whatever it says about the headers.
gboolean market_jpeg_is_whole(const market_image_request *request);

// Returns the file of a request, or the parts of it that the loader may read. The request must outlive it; NULL on
// failure.
VipsSource *market_source(const market_image_request *request);

// Decodes an opened image completely into memory: reduced to `side`, opaque, sRGB, 8 bit, three bands, upright.
int market_normalise(VipsImage *opened, market_image_format format, int side, VipsImage **out);

// Reduces an image so that no side is longer than `side` and none becomes zero; never enlarges.
int market_reduce(VipsImage *image, int side, VipsImage **out);

#endif
