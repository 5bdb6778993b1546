// A program that is killed before it renames something to a path that matches a pattern:
//
//   KILLED_AT=… LD_PRELOAD=killed_at_rename.so program

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int rename(const char *from, const char *to) {
    const char *pattern = getenv("KILLED_AT");
    if (pattern && fnmatch(pattern, to, 0) == 0) kill(getpid(), SIGKILL);
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *)) dlsym(RTLD_NEXT, "rename");
    return real(from, to);
}
