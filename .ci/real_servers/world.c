// The world of the tests, put before the C library with LD_PRELOAD: names that only this machine knows, a resolver that stalls, and one
// more authority in the system's store of certificates. FOLDER is the value of ENDPOINT_REAL_SERVERS.
//
// - `*.real.test` is 127.0.0.1.
// - A look-up of `NAME.stall.test` opens the FIFO `FOLDER/NAME.stall`, waits there until its other end has been closed, and fails.
// - The system's file of certificates is `FOLDER/system.pem`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int ends(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static const char *folder(void) { return getenv("ENDPOINT_REAL_SERVERS"); }

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
    if (name && ends(name, ".real.test")) name = "127.0.0.1";
    if (!name || !folder() || !ends(name, ".stall.test")) return next(name, service, hints, result);
    char path[4096], byte;
    snprintf(path, sizeof path, "%s/%.*s.stall", folder(), (int)(strlen(name) - strlen(".stall.test")), name);
    int fifo = open(path, O_RDONLY | O_CLOEXEC);
    if (fifo >= 0) {
        while (read(fifo, &byte, 1) > 0) {}
        close(fifo);
    }
    return EAI_NONAME;
}

static const char *replaced(const char *path, char *buffer, size_t size) {
    if (!folder() || strcmp(path, "/etc/ssl/certs/ca-certificates.crt") != 0) return path;
    snprintf(buffer, size, "%s/system.pem", folder());
    return buffer;
}

FILE *fopen(const char *path, const char *mode) {
    FILE *(*next)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    char buffer[4096];
    return next(replaced(path, buffer, sizeof buffer), mode);
}

FILE *fopen64(const char *path, const char *mode) {
    FILE *(*next)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen64");
    char buffer[4096];
    return next(replaced(path, buffer, sizeof buffer), mode);
}
