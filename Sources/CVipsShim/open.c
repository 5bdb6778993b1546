#include "internal.h"

static int load(const market_image_request *request, int page, int shrink, VipsImage **out) {
    // Anything a decoder is not sure of is refused: a picture is either whole or none.
    const VipsFailOn strict = VIPS_FAIL_ON_WARNING;
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    const char *path = request->path;

    switch (request->format) {
    case MARKET_IMAGE_JPEG:
        return vips_jpegload(path, out, "access", access, "fail_on", strict, "shrink", shrink, NULL);
    case MARKET_IMAGE_PNG:
        return vips_pngload(path, out, "access", access, "fail_on", strict, NULL);
    case MARKET_IMAGE_GIF:
        return vips_gifload(path, out, "access", access, "fail_on", strict, "page", 0, "n", 1, NULL);
    case MARKET_IMAGE_WEBP:
        return vips_webpload(path, out, "access", access, "fail_on", strict, "page", 0, "n", 1, NULL);
    case MARKET_IMAGE_HEIC:
        return vips_heifload(path, out, "access", access, "fail_on", strict, "page", page, "n", 1, NULL);
    }
    vips_error("market", "no loader for format %d", request->format);
    return -1;
}

static gboolean has_flag(VipsImage *image, const char *name) {
    int value = 0;
    return vips_image_get_typeof(image, name) != 0 && vips_image_get_int(image, name, &value) == 0 && value != 0;
}

// What the decoder holds at once beyond some rows, in bytes: an estimate from above.
static int64_t memory_to_decode(VipsImage *image, market_image_format format) {
    int64_t pixels = (int64_t)image->Xsize * image->Ysize;

    switch (format) {
    case MARKET_IMAGE_JPEG:
        // A progressive one keeps every coefficient in two bytes until the last scan is read.
        return has_flag(image, "jpeg-multiscan") ? pixels * image->Bands * 2 : 0;
    case MARKET_IMAGE_PNG:
        return has_flag(image, "interlaced") ? pixels * VIPS_IMAGE_SIZEOF_PEL(image) : 0;
    case MARKET_IMAGE_GIF:
    case MARKET_IMAGE_WEBP:
        // The frame and the canvas it is drawn on, RGBA both.
        return pixels * 8;
    case MARKET_IMAGE_HEIC:
        // The planes and the pixels made from them.
        return pixels * 3 * VIPS_IMAGE_SIZEOF_PEL(image) / 2 + pixels * 3;
    }
    return 0;
}

// A HEIC file can carry several pictures, and any of them can be the one to show.
static int primary_page(VipsImage *image) {
    int page = 0;
    if (vips_image_get_typeof(image, "heif-primary") == 0 || vips_image_get_int(image, "heif-primary", &page) != 0)
        return 0;
    return page;
}

// The shrinking that the JPEG decoder can do itself, for next to nothing. As in vips_thumbnail(), at least a factor of
// two is left to the better filter behind it.
static int shrink_on_load(VipsImage *image, int side) {
    int longest = VIPS_MAX(image->Xsize, image->Ysize);

    for (int shrink = 8; shrink > 1; shrink /= 2)
        if (longest >= 2 * shrink * side)
            return shrink;
    return 1;
}

market_image_status market_open(const market_image_request *request, market_image_outcome *outcome, VipsImage **out) {
    VipsImage *image = NULL;

    if (load(request, 0, 1, &image) != 0)
        return MARKET_IMAGE_DAMAGED;

    int page = request->format == MARKET_IMAGE_HEIC ? primary_page(image) : 0;
    if (page != 0) {
        g_clear_object(&image);
        if (load(request, page, 1, &image) != 0)
            return MARKET_IMAGE_DAMAGED;
    }

    market_image_status status = MARKET_IMAGE_DONE;
    outcome->width = image->Xsize;
    outcome->height = image->Ysize;
    if ((int64_t)image->Xsize * image->Ysize > request->maximum_pixels)
        status = MARKET_IMAGE_TOO_MANY_PIXELS;
    else if (memory_to_decode(image, request->format) > request->maximum_memory)
        status = MARKET_IMAGE_TOO_MUCH_MEMORY;

    int shrink = request->format == MARKET_IMAGE_JPEG ? shrink_on_load(image, request->full_side) : 1;
    if (status == MARKET_IMAGE_DONE && shrink > 1) {
        g_clear_object(&image);
        if (load(request, page, shrink, &image) != 0)
            status = MARKET_IMAGE_DAMAGED;
    }
    if (status == MARKET_IMAGE_DONE)
        *out = image;
    else
        g_clear_object(&image);
    return status;
}
