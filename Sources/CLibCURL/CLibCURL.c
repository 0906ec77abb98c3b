#if defined(__linux__)

#include "CLibCURL.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct CURLU CURLU;

struct curl_message {
    int kind;
    CURL *easy;
    union {
        void *whatever;
        int result;
    } data;
};

struct curl_version_head {
    int age;
    const char *version;
    unsigned int number;
    const char *host;
    int features;
};

enum { global_all = 3, message_done = 1, url_part_url = 0, url_part_scheme = 1, url_part_host = 5, url_part_port = 6 };
enum { url_default_port = 1, url_path_as_is = 16, url_disallow_user = 32 };

struct curl_functions {
    int (*global_init)(long);
    struct curl_version_head *(*version_info)(int);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *);
    int (*easy_pause)(CURL *, int);
    const char *(*easy_strerror)(int);
    int (*easy_setopt)(CURL *, int, ...);
    int (*easy_getinfo)(CURL *, int, ...);
    curl_slist *(*slist_append)(curl_slist *, const char *);
    void (*slist_free_all)(curl_slist *);
    CURLM *(*multi_init)(void);
    int (*multi_cleanup)(CURLM *);
    int (*multi_add_handle)(CURLM *, CURL *);
    int (*multi_remove_handle)(CURLM *, CURL *);
    int (*multi_socket_action)(CURLM *, int, int, int *);
    int (*multi_setopt)(CURLM *, int, ...);
    struct curl_message *(*multi_info_read)(CURLM *, int *);
    CURLU *(*url)(void);
    void (*url_cleanup)(CURLU *);
    int (*url_get)(CURLU *, int, char **, unsigned int);
    int (*url_set)(CURLU *, int, const char *, unsigned int);
    void (*free)(void *);
    int (*global_trace)(const char *);
};

// Set when a library has been opened, and not changed by a library that is rejected.
static struct curl_functions curl;

int64_t clibcurl_open(const char *file, uint32_t oldest) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    struct curl_functions found;
    *(void **)&found.version_info = dlsym(library, "curl_version_info");
    if (!found.version_info) return -2;
    uint32_t version = found.version_info(0)->number;
    if (version < oldest) return version;
    const struct {
        void **function;
        const char *name;
    } functions[] = {
#define FUNCTION(name) {(void **)&found.name, "curl_" #name}
        FUNCTION(global_init), FUNCTION(easy_init), FUNCTION(easy_cleanup), FUNCTION(easy_pause),
        FUNCTION(easy_strerror), FUNCTION(easy_setopt), FUNCTION(easy_getinfo), FUNCTION(slist_append),
        FUNCTION(slist_free_all), FUNCTION(multi_init), FUNCTION(multi_cleanup), FUNCTION(multi_add_handle),
        FUNCTION(multi_remove_handle), FUNCTION(multi_socket_action), FUNCTION(multi_setopt),
        FUNCTION(multi_info_read), FUNCTION(url), FUNCTION(url_cleanup), FUNCTION(url_get), FUNCTION(url_set),
        FUNCTION(free),
#undef FUNCTION
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        *functions[i].function = dlsym(library, functions[i].name);
        if (!*functions[i].function) return -2;
    }
    *(void **)&found.global_trace = dlsym(library, "curl_global_trace");
    if (found.global_init(global_all) != 0) return -3;
    curl = found;
    return version;
}

void clibcurl_set_thread_name(const char *name) { prctl(PR_SET_NAME, name); }

bool clibcurl_trace(const char *parts) { return curl.global_trace && curl.global_trace(parts) == 0; }

bool clibcurl_has_feature(int feature) { return curl.version_info(0)->features & feature; }

CURL *clibcurl_easy_init(void) { return curl.easy_init(); }
void clibcurl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
int clibcurl_easy_pause(CURL *easy, int mask) { return curl.easy_pause(easy, mask); }
const char *clibcurl_easy_strerror(int code) { return curl.easy_strerror(code); }

int clibcurl_set_long(CURL *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int clibcurl_set_offset(CURL *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }
int clibcurl_set_string(CURL *easy, int option, const char *value) { return curl.easy_setopt(easy, option, value); }
int clibcurl_set_pointer(CURL *easy, int option, void *value) { return curl.easy_setopt(easy, option, value); }
int clibcurl_set_list(CURL *easy, int option, curl_slist *value) { return curl.easy_setopt(easy, option, value); }

long clibcurl_get_long(CURL *easy, int info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : -1;
}

int64_t clibcurl_get_offset(CURL *easy, int info) {
    int64_t value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : -1;
}

const char *clibcurl_get_string(CURL *easy, int info) {
    char *value = NULL;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : NULL;
}

curl_slist *clibcurl_list_append(curl_slist *list, const char *line) { return curl.slist_append(list, line); }
void clibcurl_list_free(curl_slist *list) { curl.slist_free_all(list); }

enum { option_seek = 20167, option_prereq = 20312, option_resolver = 20272, option_open = 20163, option_close = 20208,
       option_debug = 20094 };

int clibcurl_set_bytes_callback(CURL *easy, int option, clibcurl_bytes_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int clibcurl_set_seek_callback(CURL *easy, clibcurl_seek_callback callback) {
    return curl.easy_setopt(easy, option_seek, callback);
}
int clibcurl_set_prereq_callback(CURL *easy, clibcurl_prereq_callback callback) {
    return curl.easy_setopt(easy, option_prereq, callback);
}
int clibcurl_set_resolver_callback(CURL *easy, clibcurl_resolver_callback callback) {
    return curl.easy_setopt(easy, option_resolver, callback);
}
int clibcurl_set_open_callback(CURL *easy, clibcurl_open_callback callback) {
    return curl.easy_setopt(easy, option_open, callback);
}
int clibcurl_set_close_callback(CURL *easy, clibcurl_close_callback callback) {
    return curl.easy_setopt(easy, option_close, callback);
}
int clibcurl_set_debug_callback(CURL *easy, clibcurl_debug_callback callback) {
    return curl.easy_setopt(easy, option_debug, callback);
}

enum { multi_on_socket = 20001, multi_socket_data = 10002, multi_on_timer = 20004, multi_timer_data = 10005 };

// Whether a descriptor is one of a pipe or a socket. libcurl connects two TCP sockets where it was built without `socketpair`.
static bool is_end_of_pair(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// The system assigns the lowest free numbers. So the descriptors that libcurl opens have numbers that were free just before.
CURLM *clibcurl_multi_init(void) {
    int free_numbers[4];
    const int count = sizeof free_numbers / sizeof *free_numbers;
    for (int i = 0; i < count; i++) free_numbers[i] = eventfd(0, EFD_CLOEXEC);
    for (int i = 0; i < count; i++)
        if (free_numbers[i] >= 0) close(free_numbers[i]);
    CURLM *multi = curl.multi_init();
    for (int i = 0; multi && i < count; i++) {
        if (free_numbers[i] >= 0 && is_end_of_pair(free_numbers[i])) fcntl(free_numbers[i], F_SETFD, FD_CLOEXEC);
    }
    return multi;
}
void clibcurl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }
int clibcurl_multi_add(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
int clibcurl_multi_remove(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }

int clibcurl_multi_act(CURLM *multi, int socket, int events) {
    int running;
    return curl.multi_socket_action(multi, socket, events, &running);
}

int clibcurl_multi_set_long(CURLM *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }

void clibcurl_multi_set_callbacks(
    CURLM *multi, clibcurl_socket_callback on_socket, clibcurl_timer_callback on_timer, void *context) {
    curl.multi_setopt(multi, multi_on_socket, on_socket);
    curl.multi_setopt(multi, multi_socket_data, context);
    curl.multi_setopt(multi, multi_on_timer, on_timer);
    curl.multi_setopt(multi, multi_timer_data, context);
}

CURL *clibcurl_multi_next_done(CURLM *multi, int *code) {
    int left;
    for (struct curl_message *message; (message = curl.multi_info_read(multi, &left));) {
        if (message->kind != message_done) continue;
        *code = message->data.result;
        return message->easy;
    }
    return NULL;
}

// MARK: Sockets

int clibcurl_open_socket(int family, int type, int protocol, int unsent) {
    int descriptor = socket(family, type | SOCK_CLOEXEC, protocol);
    if (descriptor >= 0 && (type & SOCK_STREAM) == SOCK_STREAM && family != AF_UNIX)
        setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    return descriptor;
}

int clibcurl_close_socket(int descriptor) { return close(descriptor); }

// Whether a part of a URL is this text, whatever its case.
static bool has_part(CURLU *url, int part, const char *expected) {
    char *text = NULL;
    bool is_equal = curl.url_get(url, part, &text, url_default_port) == 0 && strcasecmp(text, expected) == 0;
    curl.free(text);
    return is_equal;
}

// Reads an IPv6 address in brackets.
static bool read_ipv6(const char *text, struct in6_addr *address) {
    char bare[INET6_ADDRSTRLEN + 2] = "";
    size_t length = strlen(text);
    if (length < 3 || length > sizeof bare || text[0] != '[' || text[length - 1] != ']') return false;
    memcpy(bare, text + 1, length - 2);
    return inet_pton(AF_INET6, bare, address) == 1;
}

// Whether the host of a URL is this one. IPv6 addresses are compared by value, because libcurl writes them in its own way.
static bool has_host(CURLU *url, const char *expected) {
    struct in6_addr address, other;
    if (!read_ipv6(expected, &address)) return has_part(url, url_part_host, expected);
    char *text = NULL;
    bool is_equal = curl.url_get(url, url_part_host, &text, 0) == 0 && read_ipv6(text, &other) &&
                    memcmp(&address, &other, sizeof address) == 0;
    curl.free(text);
    return is_equal;
}

// Whether the port of a URL, or the default of its scheme, is this number.
static bool has_port(CURLU *url, uint16_t expected) {
    char *text = NULL;
    bool is_equal = curl.url_get(url, url_part_port, &text, url_default_port) == 0 && atol(text) == expected;
    curl.free(text);
    return is_equal;
}

bool clibcurl_reads_origin(const char *text, const char *scheme, const char *host, uint16_t port) {
    CURLU *url = curl.url();
    if (!url) return false;
    bool is_equal = curl.url_set(url, url_part_url, text, url_path_as_is | url_disallow_user) == 0 &&
                    has_part(url, url_part_scheme, scheme) && has_host(url, host) &&
                    has_port(url, port);
    curl.url_cleanup(url);
    return is_equal;
}

#endif
