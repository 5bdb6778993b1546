#include "internal.h"

#include <string.h>

static int load(const char *path, int shrink, VipsImage **out) {
    return vips_jpegload(path, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_WARNING, "shrink", shrink,
                         NULL);
}

// Opens the JPEG, shrunk by its decoder as far as possible while it is at least twice as wide as requested.
static int open_near(const char *path, int width, VipsImage **out) {
    int shrink = 8;

    if (load(path, 1, out) != 0)
        return -1;
    while (shrink > 1 && (*out)->Xsize < 2 * shrink * width)
        shrink /= 2;
    if (shrink == 1)
        return 0;
    g_clear_object(out);
    return load(path, shrink, out);
}

static int narrow(VipsImage *image, int width, VipsImage **out) {
    if (image->Xsize <= width)
        return vips_copy(image, out, NULL);
    double scale = (double)width / image->Xsize;
    double height = VIPS_MAX(1, VIPS_RINT(image->Ysize * scale));
    return vips_resize(image, out, scale, "vscale", height / image->Ysize, NULL);
}

void market_image_make_web(const market_web_request *request, market_web_outcome *outcome) {
    VipsImage *opened = NULL;
    VipsImage *narrowed = NULL;

    memset(outcome, 0, sizeof(*outcome));
    outcome->status = MARKET_IMAGE_FAILED;
    if (open_near(request->path, request->width, &opened) == 0 && narrow(opened, request->width, &narrowed) == 0 &&
        vips_webpsave_buffer(narrowed, &outcome->bytes, &outcome->size, "Q", request->quality, "strip", TRUE, NULL) == 0)
        outcome->status = MARKET_IMAGE_DONE;
    else
        g_strlcpy(outcome->message, vips_error_buffer(), sizeof(outcome->message));
    g_clear_object(&narrowed);
    g_clear_object(&opened);
    vips_error_clear();
    vips_thread_shutdown();
}

void market_image_make_icon(const void *bytes, size_t byte_count, int side, market_web_outcome *outcome) {
    VipsImage *square = NULL;

    memset(outcome, 0, sizeof(*outcome));
    outcome->status = MARKET_IMAGE_FAILED;
    if (vips_thumbnail_buffer((void *)bytes, byte_count, &square, side, "height", side, "crop",
                              VIPS_INTERESTING_CENTRE, NULL) == 0 &&
        vips_pngsave_buffer(square, &outcome->bytes, &outcome->size, "strip", TRUE, NULL) == 0)
        outcome->status = MARKET_IMAGE_DONE;
    else
        g_strlcpy(outcome->message, vips_error_buffer(), sizeof(outcome->message));
    g_clear_object(&square);
    vips_error_clear();
    vips_thread_shutdown();
}

void market_image_release_web(market_web_outcome *outcome) {
    g_free(outcome->bytes);
    outcome->bytes = NULL;
}
