#include "internal.h"

static int load_source(const market_image_request *request, VipsSource *source, gboolean is_whole, int page, int shrink,
                       VipsImage **out) {
    // Whatever a decoder warns about is refused: an image is either complete or invalid.
    const VipsFailOn strict = is_whole ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_WARNING;
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;

    switch (request->format) {
    case MARKET_IMAGE_JPEG:
        return vips_jpegload_source(source, out, "access", access, "fail_on", strict, "shrink", shrink, NULL);
    case MARKET_IMAGE_PNG:
        return vips_pngload_source(source, out, "access", access, "fail_on", strict, NULL);
    case MARKET_IMAGE_GIF:
        return vips_gifload_source(source, out, "access", access, "fail_on", strict, "page", 0, "n", 1, NULL);
    case MARKET_IMAGE_WEBP:
        return vips_webpload_source(source, out, "access", access, "fail_on", strict, "page", 0, "n", 1, NULL);
    case MARKET_IMAGE_HEIC:
        return vips_heifload_source(source, out, "access", access, "fail_on", strict, "page", page, "n", 1,
                                    NULL);
    }
    vips_error("market", "no loader for format %d", request->format);
    return -1;
}

static int load(const market_image_request *request, gboolean is_whole, int page, int shrink, VipsImage **out) {
    VipsSource *source = market_source(request);

    if (source == NULL)
        return -1;
    int result = load_source(request, source, is_whole, page, shrink, out);
    g_object_unref(source);
    return result;
}

static gboolean has_flag(VipsImage *image, const char *name) {
    int value = 0;
    return vips_image_get_typeof(image, name) != 0 && vips_image_get_int(image, name, &value) == 0 && value != 0;
}

// Returns the memory that the decoder holds for the whole image at once, in bytes.
static int64_t memory_to_decode(VipsImage *image, const market_image_request *request) {
    int64_t pixels = (int64_t)image->Xsize * image->Ysize;

    switch (request->format) {
    case MARKET_IMAGE_JPEG:
        // A progressive image, and one with a scan for each color, keeps every coefficient in two bytes until the last
        // scan is read.
        return has_flag(image, "jpeg-multiscan") ? pixels * image->Bands * 2 : 0;
    case MARKET_IMAGE_PNG:
        return has_flag(image, "interlaced") ? pixels * VIPS_IMAGE_SIZEOF_PEL(image) : 0;
    case MARKET_IMAGE_GIF:
    case MARKET_IMAGE_WEBP:
        // The frame and the canvas that it is drawn on, both RGBA.
        return pixels * 8;
    case MARKET_IMAGE_HEIC:
        // The planes of the decoder and of libheif, and the pixels derived from them.
        return request->coded_bytes * 2 + pixels * VIPS_IMAGE_SIZEOF_PEL(image);
    }
    return 0;
}

// Returns an upper estimate of the memory for all of the processing, in bytes. Both constants are derived from
// measurements of 20 shapes, formats and depths of up to 50 megapixels.
static int64_t memory_to_process(VipsImage *image, const market_image_request *request) {
    // The maximum number of rows between the decoder and the reduced image; it grows with the width.
    const int64_t rows = VIPS_MIN(image->Ysize, 900);
    // Both renditions, as pixels and as JPEG.
    const int64_t renditions = 40000000;

    return memory_to_decode(image, request) + rows * image->Xsize * (int64_t)VIPS_IMAGE_SIZEOF_PEL(image) + renditions;
}

// A HEIC file can contain several images, any of which can be the primary one.
static int primary_page(VipsImage *image) {
    int page = 0;
    if (vips_image_get_typeof(image, "heif-primary") == 0 || vips_image_get_int(image, "heif-primary", &page) != 0)
        return 0;
    return page;
}

// Returns the factor by which the JPEG decoder can shrink at almost no cost. As in vips_thumbnail(), at least a factor
// of two is left to the better filter that follows. The decoder rounds sides down, and libvips ends the process that asks for an
// image without rows.
static int shrink_on_load(VipsImage *image, int side) {
    int longest = VIPS_MAX(image->Xsize, image->Ysize);

    for (int shrink = 8; shrink > 1; shrink /= 2)
        if (longest >= 2 * shrink * side && VIPS_MIN(image->Xsize, image->Ysize) >= shrink)
            return shrink;
    return 1;
}

market_image_status market_open(const market_image_request *request, gboolean is_whole, market_image_outcome *outcome,
                                VipsImage **out) {
    VipsImage *image = NULL;

    if (load(request, is_whole, 0, 1, &image) != 0)
        return MARKET_IMAGE_DAMAGED;

    int page = request->format == MARKET_IMAGE_HEIC ? primary_page(image) : 0;
    if (page != 0) {
        g_clear_object(&image);
        if (load(request, is_whole, page, 1, &image) != 0)
            return MARKET_IMAGE_DAMAGED;
    }

    market_image_status status = MARKET_IMAGE_DONE;
    outcome->width = image->Xsize;
    outcome->height = image->Ysize;
    if ((int64_t)image->Xsize * image->Ysize > request->maximum_pixels)
        status = MARKET_IMAGE_TOO_MANY_PIXELS;
    else if (VIPS_MAX(image->Xsize, image->Ysize) > request->maximum_side)
        status = MARKET_IMAGE_TOO_LONG_SIDE;
    else if (memory_to_process(image, request) > request->maximum_memory)
        status = MARKET_IMAGE_TOO_MUCH_MEMORY;

    int shrink = request->format == MARKET_IMAGE_JPEG ? shrink_on_load(image, request->full_side) : 1;
    if (status == MARKET_IMAGE_DONE && shrink > 1) {
        g_clear_object(&image);
        if (load(request, is_whole, page, shrink, &image) != 0)
            status = MARKET_IMAGE_DAMAGED;
    }
    if (status == MARKET_IMAGE_DONE)
        *out = image;
    else
        g_clear_object(&image);
    return status;
}
