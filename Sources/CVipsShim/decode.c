#include "internal.h"
#include "market_decode.h"

#include <string.h>

// Opens a file. Decodes nothing.
static int load(const char *path, market_image_format format, VipsImage **out) {
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;

    switch (format) {
    case MARKET_IMAGE_JPEG:
        return vips_jpegload(path, out, "access", access, NULL);
    case MARKET_IMAGE_PNG:
        return vips_pngload(path, out, "access", access, NULL);
    case MARKET_IMAGE_GIF:
        return vips_gifload(path, out, "access", access, NULL);
    case MARKET_IMAGE_WEBP:
        return vips_webpload(path, out, "access", access, NULL);
    default:
        vips_error("market", "no loader for format %d", format);
        return -1;
    }
}

bool market_decode_header(const char *path, market_image_format format, market_image_header *header) {
    VipsImage *image = NULL;
    bool is_read = load(path, format, &image) == 0;

    memset(header, 0, sizeof(*header));
    if (is_read) {
        gboolean lies = vips_image_get_orientation_swap(image);
        header->width = lies ? image->Ysize : image->Xsize;
        header->height = lies ? image->Xsize : image->Ysize;
    } else {
        g_strlcpy(header->message, vips_error_buffer(), sizeof(header->message));
    }
    g_clear_object(&image);
    // libvips appends to its error buffer indefinitely.
    vips_error_clear();
    // libvips keeps per-thread state, and the caller's threads come and go.
    vips_thread_shutdown();
    return is_read;
}
