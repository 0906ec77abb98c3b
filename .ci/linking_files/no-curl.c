// A dlopen that does not find libcurl (MISSING), or finds the library of the environment variable FAKE in its place. With FAKE defined
// it is that library: a libcurl of version 7.67.0.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifdef FAKE
struct version {
    int age;
    const char *text;
    unsigned int number;
};

struct version *curl_version_info(int now) {
    static struct version old = {5, "7.67.0", 0x074300};
    return &old;
}
#else
void *dlopen(const char *file, int mode) {
    void *(*next)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
    if (!file || strcmp(file, "libcurl.so.4") != 0) return next(file, mode);
#ifdef MISSING
    return NULL;
#else
    return next(getenv("FAKE"), mode);
#endif
}
#endif
