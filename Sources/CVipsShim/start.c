#include "internal.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

// glibc raises its mmap threshold to the size of the largest block ever freed. Then whole images are allocated in the
// heaps of the threads, never fit into the gaps that earlier ones left, and stay: 220 MB instead of 125 MB. Setting the
// threshold, even to its default, turns this off.
static void keep_images_out_of_the_heaps(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

static void discard(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void)domain;
    (void)level;
    (void)message;
    (void)data;
}

void market_image_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

// Otherwise libvips writes an image of more than 100 MB that it can't read row by row into a file in /tmp. The caller
// limits the memory of images. An option instead of an environment variable, which other threads may be reading.
static gboolean keep_images_out_of_files(void) {
    char *arguments[] = {"openmarket", "--vips-disc-threshold=4g", NULL};
    char **argv = arguments;
    int argc = 2;
    GOptionContext *context = g_option_context_new(NULL);
    GOptionGroup *group = g_option_group_new("vips", "", "", NULL, NULL);

    vips_add_option_entries(group);
    g_option_context_set_main_group(context, group);
    gboolean taken = g_option_context_parse(context, &argc, &argv, NULL);
    g_option_context_free(context);
    return taken;
}

static gpointer start(gpointer data) {
    static const char *const loaders[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif", "VipsForeignLoadWebp",
        "VipsForeignLoadHeif",
    };

    (void)data;
    keep_images_out_of_the_heaps();
    if (vips_init("openmarket") != 0 || !keep_images_out_of_files())
        return GINT_TO_POINTER(-1);

    // The caller's threads are the pool, and a cache of operations would only retain other users' uploads.
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    vips_cache_set_max_files(0);

    // Only the five loaders that are requested by name are allowed, whatever a file contains.
    vips_block_untrusted_set(TRUE);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < sizeof(loaders) / sizeof(loaders[0]); i++)
        vips_operation_block_set(loaders[i], FALSE);

    // Anyone can upload a file that makes a decoder warn; such warnings don't belong in the server's standard error.
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO, discard, NULL);
    return GINT_TO_POINTER(0);
}

int market_vips_start(void) {
    static GOnce once = G_ONCE_INIT;

    g_once(&once, start, NULL);
    return GPOINTER_TO_INT(once.retval);
}
