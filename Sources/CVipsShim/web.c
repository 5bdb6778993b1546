#include "internal.h"

#include <string.h>

static int load(const char *path, int shrink, VipsImage **out) {
    return vips_jpegload(path, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_WARNING, "shrink", shrink,
                         NULL);
}

// Opens the JPEG, shrunk by its decoder as far as possible while it is at least twice as wide as requested. The decoder rounds
// heights down, and libvips ends the process that asks for an image without rows.
static int open_near(const char *path, int width, VipsImage **out) {
    int shrink = 8;

    if (load(path, 1, out) != 0)
        return -1;
    while (shrink > 1 && ((*out)->Xsize < 2 * shrink * width || (*out)->Ysize < shrink))
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

// The square in the middle is cut out before it is resized: of a long and narrow image it is small, and the rest would be
// enlarged in vain, into gigabytes.
void market_image_make_icon(const void *bytes, size_t byte_count, int side, market_web_outcome *outcome) {
    VipsImage *scope = vips_image_new();
    VipsImage **step = (VipsImage **)vips_object_local_array(VIPS_OBJECT(scope), 3);

    memset(outcome, 0, sizeof(*outcome));
    outcome->status = MARKET_IMAGE_FAILED;
    int result = vips_jpegload_buffer((void *)bytes, byte_count, &step[0], NULL);
    if (result == 0) {
        int length = VIPS_MIN(step[0]->Xsize, step[0]->Ysize);
        result = vips_extract_area(step[0], &step[1], (step[0]->Xsize - length) / 2, (step[0]->Ysize - length) / 2, length,
                                   length, NULL);
    }
    if (result == 0)
        result = vips_thumbnail_image(step[1], &step[2], side, NULL);
    if (result == 0)
        result = vips_pngsave_buffer(step[2], &outcome->bytes, &outcome->size, "strip", TRUE, NULL);
    if (result == 0)
        outcome->status = MARKET_IMAGE_DONE;
    else
        g_strlcpy(outcome->message, vips_error_buffer(), sizeof(outcome->message));
    g_object_unref(scope);
    vips_error_clear();
    vips_thread_shutdown();
}

void market_image_release_web(market_web_outcome *outcome) {
    g_free(outcome->bytes);
    outcome->bytes = NULL;
}
