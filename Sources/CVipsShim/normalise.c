#include "internal.h"

#include <string.h>

// Blends alpha onto white. Done before the image is reduced, so that the colors of invisible pixels don't bleed into
// their neighbours.
static int flatten(VipsImage *image, VipsImage **out) {
    if (!vips_image_hasalpha(image))
        return vips_copy(image, out, NULL);
    double white = image->BandFmt == VIPS_FORMAT_USHORT ? 65535 : 255;
    VipsArrayDouble *background = vips_array_double_newv(1, white);
    int result = vips_flatten(image, out, "background", background, "max_alpha", white, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result;
}

int market_reduce(VipsImage *image, int side, VipsImage **out) {
    int longest = VIPS_MAX(image->Xsize, image->Ysize);

    if (longest <= side)
        return vips_copy(image, out, NULL);
    // Each axis has its own scale, so that a rounded side never becomes zero.
    double scale = (double)side / longest;
    double width = VIPS_MAX(1, VIPS_RINT(image->Xsize * scale));
    double height = VIPS_MAX(1, VIPS_RINT(image->Ysize * scale));
    return vips_resize(image, out, width / image->Xsize, "vscale", height / image->Ysize, NULL);
}

// Returns whether the embedded profile applies to pixels of this kind. Otherwise libvips would turn a color image with
// a grey profile into a grey image.
static gboolean has_fitting_profile(VipsImage *image) {
    const void *profile;
    size_t size;

    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == 0 ||
        vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &size) != 0 || size < 128)
        return FALSE;
    const char *space = image->Bands == 1 ? "GRAY" : image->Bands == 3 ? "RGB " : image->Bands == 4 ? "CMYK" : "none";
    return memcmp((const char *)profile + 16, space, 4) == 0;
}

// Converts with the embedded profile if it is usable, otherwise with the default one for that kind of pixel: slightly
// off, but visible.
static int convert_to_srgb(VipsImage *image, VipsImage **out) {
    gboolean is_cmyk = image->Type == VIPS_INTERPRETATION_CMYK;
    gboolean has_profile = has_fitting_profile(image);

    if (is_cmyk || has_profile) {
        // Perceptual is the only intent that every profile has.
        const char *usual = is_cmyk ? "cmyk" : "srgb";
        const char *argument = image->Bands >= 3 ? "input_profile" : NULL;
        if (vips_icc_transform(image, out, "srgb", "embedded", has_profile, "depth", 8, "intent",
                               VIPS_INTENT_PERCEPTUAL, "black_point_compensation", TRUE, argument, usual, NULL) == 0)
            return 0;
        vips_error_clear();
    }
    return vips_colourspace(image, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static int make_three_bytes(VipsImage *image, VipsImage **out) {
    if (image->BandFmt != VIPS_FORMAT_UCHAR)
        return vips_cast_uchar(image, out, NULL);
    if (image->Bands > 3)
        return vips_extract_band(image, out, 0, "n", 3, NULL);
    return vips_copy(image, out, NULL);
}

int market_normalise(VipsImage *opened, market_image_format format, int side, VipsImage **out) {
    VipsImage *scope = vips_image_new();
    VipsImage **step = (VipsImage **)vips_object_local_array(VIPS_OBJECT(scope), 5);
    int result = -1;

    if (flatten(opened, &step[0]) == 0 && market_reduce(step[0], side, &step[1]) == 0 &&
        convert_to_srgb(step[1], &step[2]) == 0 && make_three_bytes(step[2], &step[3]) == 0 &&
        // Up to here the pipeline is only planned: now the file is read and decoded, once, from top to bottom.
        (step[4] = vips_image_copy_memory(step[3])) != NULL) {
        // HEIC decoders rotate the pixels themselves, and the EXIF orientation repeats that rotation.
        if (format == MARKET_IMAGE_HEIC)
            result = vips_copy(step[4], out, NULL);
        else
            result = vips_autorot(step[4], out, NULL);
    }
    g_object_unref(scope);
    return result;
}
