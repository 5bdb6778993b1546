#include "internal.h"
#include "market_decode.h"

#include <math.h>
#include <string.h>

// Loads from bytes, or from a file if `path` is set. Decodes nothing yet.
static int load(const char *path, const void *bytes, size_t size, market_image_format format, VipsImage **out) {
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    void *buffer = (void *)bytes;

    switch (format) {
    case MARKET_IMAGE_JPEG:
        return path ? vips_jpegload(path, out, "access", access, NULL)
                    : vips_jpegload_buffer(buffer, size, out, "access", access, NULL);
    case MARKET_IMAGE_PNG:
        return path ? vips_pngload(path, out, "access", access, NULL)
                    : vips_pngload_buffer(buffer, size, out, "access", access, NULL);
    case MARKET_IMAGE_GIF:
        return path ? vips_gifload(path, out, "access", access, NULL)
                    : vips_gifload_buffer(buffer, size, out, "access", access, NULL);
    case MARKET_IMAGE_WEBP:
        return path ? vips_webpload(path, out, "access", access, NULL)
                    : vips_webpload_buffer(buffer, size, out, "access", access, NULL);
    default:
        vips_error("market", "no loader for format %d", format);
        return -1;
    }
}

static void take_size(VipsImage *image, market_bitmap *bitmap) {
    gboolean lies = vips_image_get_orientation_swap(image);
    bitmap->width = lies ? image->Ysize : image->Xsize;
    bitmap->height = lies ? image->Xsize : image->Ysize;
}

// Shrinks on load, and applies the orientation.
static int make_thumbnail(const void *bytes, size_t size, int width, int height, VipsImage **out) {
    // Partial images are refused. Passed as a loader option, because libvips 8.14 accepts `fail_on` here but doesn't
    // forward it. `export_profile` isn't used, because it changes the colours of images without a profile.
    const char *strict = "[fail_on=error]";

    // Perceptual is the only intent that every profile has.
    return vips_thumbnail_buffer((void *)bytes, size, out, width, "height", height, "size", VIPS_SIZE_DOWN, "intent",
                                 VIPS_INTENT_PERCEPTUAL, "option_string", strict, NULL);
}

// Returns whether the embedded profile applies to pixels of this kind.
static gboolean has_fitting_profile(VipsImage *image) {
    int colours = image->Bands - (vips_image_hasalpha(image) ? 1 : 0);
    const void *profile;
    size_t size;

    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == 0 ||
        vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &size) != 0 || size < 128)
        return FALSE;
    const char *space = colours == 1 ? "GRAY" : colours == 3 ? "RGB " : "none";
    return memcmp((const char *)profile + 16, space, 4) == 0;
}

// Converts with the embedded profile if it is usable, otherwise as if it were the default one: slightly off, but
// visible. CMYK has become sRGB with the thumbnail.
static int convert_to_srgb(VipsImage *image, VipsImage **out) {
    if (has_fitting_profile(image)) {
        if (vips_icc_transform(image, out, "srgb", "embedded", TRUE, "depth", 8, "intent", VIPS_INTENT_PERCEPTUAL,
                               "black_point_compensation", TRUE, NULL) == 0)
            return 0;
        vips_error_clear();
    }
    return vips_colourspace(image, out, VIPS_INTERPRETATION_sRGB, NULL);
}

// Returns 8 bits of red, green and blue, and alpha if there is any.
static int make_rgb(VipsImage *image, VipsImage **out) {
    VipsImage *scope = vips_image_new();
    VipsImage **step = (VipsImage **)vips_object_local_array(VIPS_OBJECT(scope), 2);
    int result = -1;

    if (convert_to_srgb(image, &step[0]) == 0 && vips_cast_uchar(step[0], &step[1], NULL) == 0) {
        int bands = step[1]->Bands;
        if (bands == 3 || bands == 4)
            result = vips_copy(step[1], out, NULL);
        else if (bands > 4)
            result = vips_extract_band(step[1], out, 0, "n", 4, NULL);
        else
            vips_error("market", "%d bands", bands);
    }
    g_object_unref(scope);
    return result;
}

static int take_pixels(VipsImage *image, market_bitmap *bitmap) {
    VipsImage *rgb = NULL;
    size_t size;

    if (make_rgb(image, &rgb) != 0)
        return -1;
    bitmap->pixels = vips_image_write_to_memory(rgb, &size);
    bitmap->width = rgb->Xsize;
    bitmap->height = rgb->Ysize;
    bitmap->bytes_per_pixel = rgb->Bands;
    g_object_unref(rgb);
    return bitmap->pixels ? 0 : -1;
}

static market_decode_status decode(const void *bytes, size_t size, market_image_format format, int64_t maximum_pixels,
                                   int box_width, int box_height, bool covers, market_bitmap *bitmap) {
    VipsImage *image = NULL;

    if (load(NULL, bytes, size, format, &image) != 0)
        return MARKET_DECODE_DAMAGED;
    take_size(image, bitmap);
    g_clear_object(&image);
    if ((int64_t)bitmap->width * bitmap->height > maximum_pixels)
        return MARKET_DECODE_TOO_MANY_PIXELS;

    if (covers) {
        double scale = VIPS_MAX((double)box_width / bitmap->width, (double)box_height / bitmap->height);
        box_width = (int)VIPS_MIN(ceil(bitmap->width * scale), VIPS_MAX_COORD);
        box_height = (int)VIPS_MIN(ceil(bitmap->height * scale), VIPS_MAX_COORD);
    }
    if (make_thumbnail(bytes, size, box_width, box_height, &image) != 0)
        return MARKET_DECODE_DAMAGED;
    int result = take_pixels(image, bitmap);
    g_object_unref(image);
    return result == 0 ? MARKET_DECODE_DONE : MARKET_DECODE_DAMAGED;
}

static void finish(market_bitmap *bitmap) {
    if (bitmap->status != MARKET_DECODE_DONE)
        g_strlcpy(bitmap->message, vips_error_buffer(), sizeof(bitmap->message));
    // libvips appends to its error buffer indefinitely.
    vips_error_clear();
    // libvips keeps per-thread state, and the caller's threads come and go.
    vips_thread_shutdown();
}

void market_decode(const void *bytes, size_t size, market_image_format format, int64_t maximum_pixels, int box_width,
                   int box_height, bool covers, market_bitmap *bitmap) {
    memset(bitmap, 0, sizeof(*bitmap));
    bitmap->status = decode(bytes, size, format, maximum_pixels, box_width, box_height, covers, bitmap);
    finish(bitmap);
}

void market_decode_header(const char *path, market_image_format format, market_bitmap *bitmap) {
    VipsImage *image = NULL;

    memset(bitmap, 0, sizeof(*bitmap));
    if (load(path, NULL, 0, format, &image) == 0)
        take_size(image, bitmap);
    else
        bitmap->status = MARKET_DECODE_DAMAGED;
    g_clear_object(&image);
    finish(bitmap);
}

void market_bitmap_release(market_bitmap *bitmap) {
    g_free(bitmap->pixels);
    bitmap->pixels = NULL;
}
