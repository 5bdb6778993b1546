// A file system that can't sync the folders under a path, such as CIFS or VirtualBox's shared folders:
//
//   UNSYNCABLE=… LD_PRELOAD=unsyncable.so program

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int fsync(int descriptor) {
    const char *root = getenv("UNSYNCABLE");
    struct stat status;
    if (root && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        char link[64], path[PATH_MAX];
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (length >= 0 && strncmp(path, root, strlen(root)) == 0) {
            errno = EINVAL;
            return -1;
        }
    }
    int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, "fsync");
    return real(descriptor);
}
