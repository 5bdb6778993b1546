// Drawing of a card: an image, boxes and texts on a colored ground, as JPEG.
#ifndef MARKET_DRAW_H
#define MARKET_DRAW_H

#include <stddef.h>
#include <stdint.h>

// sRGB, 0 to 255 each; alpha 255 is opaque.
typedef struct market_draw_color {
    uint8_t red;
    uint8_t green;
    uint8_t blue;
    uint8_t alpha;
} market_draw_color;

// In pixels, from the top left of the card.
typedef struct market_draw_box {
    int x;
    int y;
    int width;
    int height;
    // Of the corners; 0 for square ones.
    int radius;
    market_draw_color color;
} market_draw_box;

typedef struct market_draw_text {
    // Pango markup. Whatever comes from people is escaped.
    const char *markup;
    // A Pango font description. A point is a pixel.
    const char *font;
    // The width at which lines are wrapped; 0 for a single line.
    int wrap_width;
    // The top left of what is visible of the text. Anything below `height` or right of `width` is cut off.
    int x;
    int y;
    int width;
    int height;
} market_draw_text;

typedef struct market_draw_request {
    int width;
    int height;
    market_draw_color ground;
    // A JPEG written by market_image_process(), open for reading, or -1.
    int image;
    // Where the image is shown, enlarged or reduced and cut so that it fills the box; radius and color are ignored.
    market_draw_box frame;
    // A PNG, and where it is shown over the image, in the size of the box; omitted if it has no bytes or can't be drawn.
    const void *logo;
    size_t logo_size;
    market_draw_box logo_box;
    // Drawn over the image, in this order.
    const market_draw_box *boxes;
    size_t box_count;
    // Drawn over the boxes. One that can't be drawn is omitted.
    const market_draw_text *texts;
    size_t text_count;
    // The quality of the JPEG encoder, 1 to 100.
    int quality;
} market_draw_request;

// Draws a card. The outcome needs market_image_release_web(). Thread-safe.
void market_draw(const market_draw_request *request, market_web_outcome *outcome);

// Measures what is visible of a text, in pixels; only its first four fields matter. Returns 0 on success; a text in
// which nothing is visible can't be measured. Thread-safe.
int market_draw_measure(const market_draw_text *text, int *width, int *height);

#endif
