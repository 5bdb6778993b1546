#include "internal.h"

#include <string.h>

static int encode(VipsImage *image, int quality, void **bytes, size_t *size) {
    // `strip` removes all metadata: location, camera, and the profile, since the image is sRGB by now.
    return vips_jpegsave_buffer(image, bytes, size, "Q", quality, "strip", TRUE, "optimize_coding", TRUE, NULL);
}

static market_image_status make_renditions(VipsImage *full, const market_image_request *request,
                                           market_image_outcome *outcome) {
    VipsImage *thumbnail = NULL;

    if (market_reduce(full, request->thumbnail_side, &thumbnail) != 0)
        return MARKET_IMAGE_FAILED;
    int result = encode(full, request->quality, &outcome->full, &outcome->full_size);
    if (result == 0)
        result = encode(thumbnail, request->quality, &outcome->thumbnail, &outcome->thumbnail_size);
    g_object_unref(thumbnail);
    if (result != 0)
        return MARKET_IMAGE_FAILED;
    outcome->width = full->Xsize;
    outcome->height = full->Ysize;
    return MARKET_IMAGE_DONE;
}

// `is_whole`: an attempt at a file that a strict one has called damaged.
static void attempt(const market_image_request *request, gboolean is_whole, market_image_outcome *outcome) {
    VipsImage *opened = NULL;
    VipsImage *full = NULL;

    memset(outcome, 0, sizeof(*outcome));
    outcome->status = market_open(request, is_whole, outcome, &opened);
    if (outcome->status == MARKET_IMAGE_DONE && is_whole && !market_jpeg_is_whole(request)) {
        g_object_unref(opened);
        outcome->status = MARKET_IMAGE_DAMAGED;
    }
    if (outcome->status == MARKET_IMAGE_DONE) {
        int result = market_normalise(opened, request->format, request->full_side, &full);
        // Release the source and its decoder before the encoders allocate their memory.
        g_object_unref(opened);
        outcome->status = result == 0 ? make_renditions(full, request, outcome) : MARKET_IMAGE_DAMAGED;
        g_clear_object(&full);
    }
}

void market_image_process(const market_image_request *request, market_image_outcome *outcome) {
    attempt(request, FALSE, outcome);
    // Some cameras write headers that a decoder warns about, and images that are whole.
    if (outcome->status == MARKET_IMAGE_DAMAGED && request->format == MARKET_IMAGE_JPEG)
        attempt(request, TRUE, outcome);
    if (outcome->status != MARKET_IMAGE_DONE)
        g_strlcpy(outcome->message, vips_error_buffer(), sizeof(outcome->message));
    // libvips appends to its error buffer indefinitely.
    vips_error_clear();
    // libvips keeps per-thread state, and the caller's threads come and go.
    vips_thread_shutdown();
}

void market_image_release(market_image_outcome *outcome) {
    g_free(outcome->full);
    g_free(outcome->thumbnail);
    outcome->full = NULL;
    outcome->thumbnail = NULL;
}
