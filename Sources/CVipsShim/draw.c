#include "internal.h"

#include <string.h>

// The smoothing of rounded corners: they are drawn larger by this factor.
enum { corner_scale = 4 };

static int make_text(const market_draw_text *text, VipsImage **out) {
    // A resolution of 72 makes a point a pixel.
    return vips_text(out, text->markup, "font", text->font, "width", text->wrap_width, "dpi", 72, "rgba", TRUE, "wrap",
                     VIPS_TEXT_WRAP_WORD_CHAR, NULL);
}

int market_draw_measure(const market_draw_text *text, int *width, int *height) {
    VipsImage *image = NULL;
    int result = make_text(text, &image);

    if (result == 0) {
        *width = image->Xsize;
        *height = image->Ysize;
    }
    g_clear_object(&image);
    vips_error_clear();
    vips_thread_shutdown();
    return result;
}

static int fill(int width, int height, const double *values, int bands, VipsImage **out) {
    static const double zeros[] = {0, 0, 0, 0};
    VipsImage *black = NULL;
    VipsImage *filled = NULL;

    int result = vips_black(&black, width, height, "bands", bands, NULL);
    if (result == 0)
        result = vips_linear(black, &filled, zeros, values, bands, "uchar", TRUE, NULL);
    if (result == 0)
        result = vips_copy(filled, out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    g_clear_object(&filled);
    g_clear_object(&black);
    return result;
}

// Returns the opacity of a box with round corners, as one band.
static int make_mask(const market_draw_box *box, VipsImage **out) {
    int width = box->width * corner_scale;
    int height = box->height * corner_scale;
    int radius = VIPS_MIN(box->radius * corner_scale, VIPS_MIN(width, height) / 2 - 1);
    double alpha = box->color.alpha;
    VipsImage *black = NULL;
    VipsImage *mask = NULL;

    int result = vips_black(&black, width, height, NULL);
    if (result == 0 && (mask = vips_image_copy_memory(black)) == NULL)
        result = -1;
    if (result == 0)
        result = vips_draw_rect1(mask, alpha, radius, 0, width - 2 * radius, height, "fill", TRUE, NULL) |
                 vips_draw_rect1(mask, alpha, 0, radius, width, height - 2 * radius, "fill", TRUE, NULL);
    for (int corner = 0; result == 0 && corner < 4; corner++)
        result = vips_draw_circle1(mask, alpha, corner & 1 ? width - 1 - radius : radius,
                                   corner & 2 ? height - 1 - radius : radius, radius, "fill", TRUE, NULL);
    if (result == 0)
        result = vips_shrink(mask, out, corner_scale, corner_scale, NULL);
    g_clear_object(&mask);
    g_clear_object(&black);
    return result;
}

static int make_box(const market_draw_box *box, VipsImage **out) {
    const market_draw_color *color = &box->color;
    const double values[] = {color->red, color->green, color->blue, color->alpha};
    VipsImage *flat = NULL;
    VipsImage *mask = NULL;

    if (box->radius <= 0)
        return fill(box->width, box->height, values, 4, out);
    int result = fill(box->width, box->height, values, 3, &flat);
    if (result == 0)
        result = make_mask(box, &mask);
    if (result == 0)
        result = vips_bandjoin2(flat, mask, out, NULL);
    g_clear_object(&mask);
    g_clear_object(&flat);
    return result;
}

static int load_image(int descriptor, int shrink, VipsImage **out) {
    VipsSource *source = vips_source_new_from_descriptor(descriptor);

    if (source == NULL)
        return -1;
    int result = vips_jpegload_source(source, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_WARNING,
                                      "shrink", shrink, NULL);
    g_object_unref(source);
    return result;
}

// Opens the image, shrunk by its decoder as far as possible while it is at least twice as large as its frame.
static int open_image(const market_draw_request *request, VipsImage **out) {
    int shrink = 8;

    if (load_image(request->image, 1, out) != 0)
        return -1;
    while (shrink > 1 && ((*out)->Xsize < 2 * shrink * request->frame.width ||
                          (*out)->Ysize < 2 * shrink * request->frame.height))
        shrink /= 2;
    if (shrink == 1)
        return 0;
    g_clear_object(out);
    return load_image(request->image, shrink, out);
}

// Cuts off what is beyond the frame at both ends, and resizes the rest to cover it. In this order, because what a long and
// narrow image would take as a whole doesn't fit into memory.
static int cover(VipsImage *image, const market_draw_box *frame, VipsImage **out) {
    double scale = VIPS_MAX((double)frame->width / image->Xsize, (double)frame->height / image->Ysize);
    int width = VIPS_MIN(image->Xsize, (int)ceil(frame->width / scale));
    int height = VIPS_MIN(image->Ysize, (int)ceil(frame->height / scale));
    VipsImage *scope = vips_image_new();
    VipsImage **step = (VipsImage **)vips_object_local_array(VIPS_OBJECT(scope), 3);

    int result = vips_colourspace(image, &step[0], VIPS_INTERPRETATION_sRGB, NULL);
    if (result == 0)
        result = vips_extract_area(step[0], &step[1], (image->Xsize - width) / 2, (image->Ysize - height) / 2, width,
                                   height, NULL);
    if (result == 0)
        result = vips_resize(step[1], &step[2], (double)frame->width / width, "vscale", (double)frame->height / height,
                             NULL);
    // The JPEG is decoded here, once, from top to bottom.
    if (result == 0 && (*out = vips_image_copy_memory(step[2])) == NULL)
        result = -1;
    g_object_unref(scope);
    return result;
}

static int make_ground(const market_draw_request *request, VipsImage **out) {
    const double values[] = {request->ground.red, request->ground.green, request->ground.blue};
    VipsImage *flat = NULL;
    VipsImage *opened = NULL;
    VipsImage *image = NULL;

    int result = fill(request->width, request->height, values, 3, request->image < 0 ? out : &flat);
    if (result == 0 && request->image >= 0)
        result = open_image(request, &opened) != 0 || cover(opened, &request->frame, &image) != 0 ||
                 vips_insert(flat, image, out, request->frame.x, request->frame.y, NULL) != 0;
    g_clear_object(&image);
    g_clear_object(&opened);
    g_clear_object(&flat);
    return result == 0 ? 0 : -1;
}

// Returns a text, or the part of it that fits.
static int make_clipped_text(const market_draw_text *text, VipsImage **out) {
    VipsImage *whole = NULL;

    int result = make_text(text, &whole);
    if (result == 0)
        result = vips_extract_area(whole, out, 0, 0, VIPS_MIN(whole->Xsize, text->width),
                                   VIPS_MIN(whole->Ysize, text->height), NULL);
    g_clear_object(&whole);
    return result;
}

// The ground and what is drawn over it.
typedef struct layers {
    VipsImage **images;
    int *x;
    int *y;
    int count;
} layers;

static int add_boxes(const market_draw_request *request, layers *layers) {
    for (size_t i = 0; i < request->box_count; i++) {
        if (make_box(&request->boxes[i], &layers->images[layers->count]) != 0)
            return -1;
        layers->x[layers->count - 1] = request->boxes[i].x;
        layers->y[layers->count - 1] = request->boxes[i].y;
        layers->count++;
    }
    return 0;
}

static void add_texts(const market_draw_request *request, layers *layers) {
    for (size_t i = 0; i < request->text_count; i++) {
        if (make_clipped_text(&request->texts[i], &layers->images[layers->count]) != 0) {
            vips_error_clear();
            continue;
        }
        layers->x[layers->count - 1] = request->texts[i].x;
        layers->y[layers->count - 1] = request->texts[i].y;
        layers->count++;
    }
}

// Opens the logo in the size of its box.
static int make_logo(const market_draw_request *request, VipsImage **out) {
    const market_draw_box *box = &request->logo_box;
    VipsImage *opened = NULL;
    VipsImage *colored = NULL;

    int result = vips_thumbnail_buffer((void *)request->logo, request->logo_size, &opened, box->width, "height",
                                       box->height, "size", VIPS_SIZE_FORCE, NULL);
    if (result == 0)
        result = vips_colourspace(opened, &colored, VIPS_INTERPRETATION_sRGB, NULL);
    if (result == 0)
        result = vips_image_hasalpha(colored) ? vips_copy(colored, out, NULL) : vips_addalpha(colored, out, NULL);
    g_clear_object(&colored);
    g_clear_object(&opened);
    return result;
}

static void add_logo(const market_draw_request *request, layers *layers) {
    if (request->logo_size == 0)
        return;
    if (make_logo(request, &layers->images[layers->count]) != 0) {
        vips_error_clear();
        return;
    }
    layers->x[layers->count - 1] = request->logo_box.x;
    layers->y[layers->count - 1] = request->logo_box.y;
    layers->count++;
}

static int composite(const layers *layers, int *modes, VipsImage **out) {
    VipsArrayInt *x = vips_array_int_new(layers->x, layers->count - 1);
    VipsArrayInt *y = vips_array_int_new(layers->y, layers->count - 1);

    int result = vips_composite(layers->images, out, layers->count, modes, "x", x, "y", y, NULL);
    vips_area_unref(VIPS_AREA(x));
    vips_area_unref(VIPS_AREA(y));
    return result;
}

static int draw(const market_draw_request *request, market_web_outcome *outcome) {
    size_t count = 2 + request->box_count + request->text_count;
    VipsImage *scope = vips_image_new();
    VipsImage **step = (VipsImage **)vips_object_local_array(VIPS_OBJECT(scope), 3);
    int *numbers = g_new0(int, 3 * count);
    layers layers = {(VipsImage **)vips_object_local_array(VIPS_OBJECT(scope), (int)count), numbers, numbers + count, 1};
    int *modes = numbers + 2 * count;

    for (size_t i = 0; i < count; i++)
        modes[i] = VIPS_BLEND_MODE_OVER;
    int result = make_ground(request, &layers.images[0]);
    if (result == 0)
        result = add_boxes(request, &layers);
    if (result == 0) {
        add_logo(request, &layers);
        add_texts(request, &layers);
        if (layers.count > 1)
            result = composite(&layers, modes, &step[0]);
        else
            result = vips_copy(layers.images[0], &step[0], NULL);
    }
    if (result == 0)
        result = vips_extract_band(step[0], &step[1], 0, "n", 3, NULL);
    if (result == 0)
        result = vips_cast_uchar(step[1], &step[2], NULL);
    if (result == 0)
        result = vips_jpegsave_buffer(step[2], &outcome->bytes, &outcome->size, "Q", request->quality, "strip", TRUE,
                                      "optimize_coding", TRUE, NULL);
    g_free(numbers);
    g_object_unref(scope);
    return result;
}

void market_draw(const market_draw_request *request, market_web_outcome *outcome) {
    memset(outcome, 0, sizeof(*outcome));
    outcome->status = MARKET_IMAGE_FAILED;
    if (draw(request, outcome) == 0)
        outcome->status = MARKET_IMAGE_DONE;
    else
        g_strlcpy(outcome->message, vips_error_buffer(), sizeof(outcome->message));
    vips_error_clear();
    vips_thread_shutdown();
}
