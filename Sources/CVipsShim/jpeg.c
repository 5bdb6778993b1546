#include "internal.h"

#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>
#include <setjmp.h>
#include <sys/mman.h>

// What libjpeg has complained about while it decoded a file.
typedef struct complaints {
    struct jpeg_error_mgr manager;
    jmp_buf fatal;
    gboolean is_in_pixels;
    gboolean is_damaged;
} complaints;

static void fail(j_common_ptr decoder) {
    longjmp(((complaints *)decoder->err)->fatal, 1);
}

// Decides by the code of a warning, which libvips doesn't pass on. Only those are listed after which every row is right.
static void warn(j_common_ptr decoder, int level) {
    complaints *found = (complaints *)decoder->err;

    // Others are traces.
    if (level >= 0)
        return;
    switch (decoder->err->msg_code) {
    // Headers that say something impossible, and are ignored by the decoder.
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    // Only the mark of the end is missing; missing data has a warning of its own.
    case JWRN_JPEG_EOF:
        return;
    // Bytes between two headers. Behind pixels, they are what a decoder that has lost its way left over.
    case JWRN_EXTRANEOUS_DATA:
        found->is_damaged |= found->is_in_pixels;
        return;
    default:
        found->is_damaged = TRUE;
    }
}

static void stay_silent(j_common_ptr decoder) {
    (void)decoder;
}

static gboolean decodes_whole(const unsigned char *bytes, unsigned long size) {
    struct jpeg_decompress_struct decoder;
    complaints found = {0};
    JSAMPARRAY volatile row = NULL;

    decoder.err = jpeg_std_error(&found.manager);
    found.manager.error_exit = fail;
    found.manager.emit_message = warn;
    found.manager.output_message = stay_silent;
    if (setjmp(found.fatal) != 0) {
        jpeg_destroy_decompress(&decoder);
        return FALSE;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, size);
    jpeg_read_header(&decoder, TRUE);
    // Every coefficient is read, whatever the size of the result.
    decoder.scale_num = 1;
    decoder.scale_denom = 8;
    decoder.dct_method = JDCT_IFAST;
    decoder.out_color_space = decoder.jpeg_color_space;
    found.is_in_pixels = TRUE;
    jpeg_start_decompress(&decoder);
    row = (*decoder.mem->alloc_sarray)((j_common_ptr)&decoder, JPOOL_IMAGE,
                                       decoder.output_width * decoder.output_components, 1);
    while (decoder.output_scanline < decoder.output_height && !found.is_damaged)
        jpeg_read_scanlines(&decoder, row, 1);
    jpeg_destroy_decompress(&decoder);
    return !found.is_damaged;
}

gboolean market_jpeg_is_whole(const market_image_request *request) {
    void *bytes = mmap(NULL, request->byte_count, PROT_READ, MAP_PRIVATE, request->descriptor, 0);
    if (bytes == MAP_FAILED)
        return FALSE;
    gboolean is_whole = decodes_whole(bytes, request->byte_count);
    munmap(bytes, request->byte_count);
    return is_whole;
}
