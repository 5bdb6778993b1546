#include "internal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

// Reads the parts of a file as if they were contiguous.
typedef struct part_reader {
    const market_image_request *request;
    int64_t position;
} part_reader;

static gint64 read_parts(VipsSourceCustom *source, void *buffer, gint64 length, gpointer data) {
    part_reader *reader = data;
    const market_image_request *request = reader->request;
    int64_t start = 0;

    (void)source;
    for (size_t i = 0; i < request->part_count; i++) {
        const market_image_part *part = &request->parts[i];
        int64_t within = reader->position - start;
        if (within < part->size) {
            int64_t wanted = VIPS_MIN(length, part->size - within);
            ssize_t count = wanted;
            if (part->bytes)
                memcpy(buffer, part->bytes + within, wanted);
            else
                do
                    count = pread(request->descriptor, buffer, wanted, part->offset + within);
                while (count < 0 && errno == EINTR);
            if (count > 0)
                reader->position += count;
            return count;
        }
        start += part->size;
    }
    return 0;
}

static gint64 seek_parts(VipsSourceCustom *source, gint64 offset, int whence, gpointer data) {
    part_reader *reader = data;
    int64_t position = offset;

    (void)source;
    if (whence == SEEK_CUR)
        position += reader->position;
    if (whence == SEEK_END)
        for (size_t i = 0; i < reader->request->part_count; i++)
            position += reader->request->parts[i].size;
    if (position < 0)
        return -1;
    reader->position = position;
    return position;
}

VipsSource *market_source(const market_image_request *request) {
    if (request->part_count == 0)
        return vips_source_new_from_descriptor(request->descriptor);

    VipsSourceCustom *source = vips_source_custom_new();
    if (source == NULL)
        return NULL;
    part_reader *reader = g_new0(part_reader, 1);
    reader->request = request;
    g_object_set_data_full(G_OBJECT(source), "market-part-reader", reader, g_free);
    g_signal_connect(source, "read", G_CALLBACK(read_parts), reader);
    g_signal_connect(source, "seek", G_CALLBACK(seek_parts), reader);
    return VIPS_SOURCE(source);
}
