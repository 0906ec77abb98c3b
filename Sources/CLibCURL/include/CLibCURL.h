// The functions of libcurl that the client for Linux uses, with fixed arguments, because Swift cannot call variadic functions.
//
// libcurl is opened when it is first used, with dlopen, so that the package builds without a development package of libcurl, and a program
// starts where libcurl is missing. Prototypes and constants are those of libcurl's manual; its ABI is stable since libcurl.so.4.
#pragma once
#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// For Swift, whose module of the C library lacks them.
#include <sys/epoll.h>
#include <sys/eventfd.h>

typedef struct CURL CURL;
typedef struct CURLM CURLM;
typedef struct curl_slist curl_slist;

// The events of a descriptor, as numbers: some C libraries declare them as an enumeration, and others as macros.
static const uint32_t clibcurl_event_in = EPOLLIN;
static const uint32_t clibcurl_event_out = EPOLLOUT;
static const uint32_t clibcurl_event_error = EPOLLERR | EPOLLHUP;

/// Sets the name of the calling thread, of which Linux keeps 15 characters.
void clibcurl_set_thread_name(const char *_Nonnull name);

// MARK: The library

/// Opens the library of this file name and initialises it, once for the process. Returns its version, such as 0x075801 for 7.88.1, or a
/// negative number: -1 if it cannot be opened, -2 if a function is missing, -3 if it cannot be initialised. A library older than `oldest`
/// is not initialised, and its version is returned.
int64_t clibcurl_open(const char *_Nonnull file, uint32_t oldest);

/// Lets transfers with the option `verbose` report what parts of the library do, such as `http/2`. False before libcurl 8.3, which cannot.
bool clibcurl_trace(const char *_Nonnull parts);

/// Whether the library was built with a feature (`CURL_VERSION_…`).
bool clibcurl_has_feature(int feature);

// MARK: Transfers

CURL *_Nullable clibcurl_easy_init(void);
void clibcurl_easy_cleanup(CURL *_Nonnull easy);
int clibcurl_easy_pause(CURL *_Nonnull easy, int mask);
const char *_Nonnull clibcurl_easy_strerror(int code);

int clibcurl_set_long(CURL *_Nonnull easy, int option, long value);
int clibcurl_set_offset(CURL *_Nonnull easy, int option, int64_t value);
int clibcurl_set_string(CURL *_Nonnull easy, int option, const char *_Nullable value);
int clibcurl_set_pointer(CURL *_Nonnull easy, int option, void *_Nullable value);
int clibcurl_set_list(CURL *_Nonnull easy, int option, curl_slist *_Nullable value);

long clibcurl_get_long(CURL *_Nonnull easy, int info);
int64_t clibcurl_get_offset(CURL *_Nonnull easy, int info);
const char *_Nullable clibcurl_get_string(CURL *_Nonnull easy, int info);

/// Adds a copy of a line to a list, and returns the list; NULL if there is no memory.
curl_slist *_Nullable clibcurl_list_append(curl_slist *_Nullable list, const char *_Nonnull line);
void clibcurl_list_free(curl_slist *_Nullable list);

/// A callback for bytes of a head or a body. It returns the number of bytes that it took, which is `size * count` on success.
typedef size_t (*clibcurl_bytes_callback)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
typedef int (*clibcurl_seek_callback)(void *_Nullable context, int64_t offset, int origin);
typedef int (*clibcurl_prereq_callback)(
    void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port, int local_port);
typedef int (*clibcurl_resolver_callback)(void *_Nullable resolver, void *_Nullable reserved, void *_Nullable context);
/// Opens a socket for a family, type and protocol, and returns it; -1 on failure.
typedef int (*clibcurl_open_callback)(void *_Nullable context, int purpose, const int *_Nonnull family_type_protocol);
typedef int (*clibcurl_close_callback)(void *_Nullable context, int socket);
/// Receives what libcurl says about a transfer while its option `verbose` is set: a message for people if `kind` is 0.
typedef int (*clibcurl_debug_callback)(
    CURL *_Nonnull easy, int kind, char *_Nullable text, size_t count, void *_Nullable context);

int clibcurl_set_bytes_callback(CURL *_Nonnull easy, int option, clibcurl_bytes_callback _Nullable callback);
int clibcurl_set_seek_callback(CURL *_Nonnull easy, clibcurl_seek_callback _Nullable callback);
int clibcurl_set_prereq_callback(CURL *_Nonnull easy, clibcurl_prereq_callback _Nullable callback);
int clibcurl_set_resolver_callback(CURL *_Nonnull easy, clibcurl_resolver_callback _Nullable callback);
int clibcurl_set_open_callback(CURL *_Nonnull easy, clibcurl_open_callback _Nullable callback);
int clibcurl_set_close_callback(CURL *_Nonnull easy, clibcurl_close_callback _Nullable callback);
int clibcurl_set_debug_callback(CURL *_Nonnull easy, clibcurl_debug_callback _Nullable callback);

// MARK: Concurrent transfers

typedef int (*clibcurl_socket_callback)(
    CURL *_Nonnull easy, int socket, int what, void *_Nullable context, void *_Nullable socket_context);
typedef int (*clibcurl_timer_callback)(CURLM *_Nonnull multi, long milliseconds, void *_Nullable context);

/// The result keeps a pair of descriptors, which a child process must not inherit: they are closed when it starts another program.
CURLM *_Nullable clibcurl_multi_init(void);
void clibcurl_multi_cleanup(CURLM *_Nonnull multi);
int clibcurl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull easy);
int clibcurl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull easy);
int clibcurl_multi_act(CURLM *_Nonnull multi, int socket, int events);
int clibcurl_multi_set_long(CURLM *_Nonnull multi, int option, long value);
void clibcurl_multi_set_callbacks(
    CURLM *_Nonnull multi, clibcurl_socket_callback _Nonnull on_socket, clibcurl_timer_callback _Nonnull on_timer,
    void *_Nonnull context);

/// The next transfer that has ended, with its result; NULL if there is none.
CURL *_Nullable clibcurl_multi_next_done(CURLM *_Nonnull multi, int *_Nonnull code);

// MARK: Sockets

/// Opens a socket that is closed when a child process starts another program, and returns it; -1 on failure, with `errno`. A TCP socket
/// takes no more bytes while `unsent` bytes or more have not been sent.
int clibcurl_open_socket(int family, int type, int protocol, int unsent);
int clibcurl_close_socket(int descriptor);

// MARK: URLs

/// Whether libcurl reads the same scheme, host and port from a URL. The host of an IPv6 address is in brackets.
bool clibcurl_reads_origin(
    const char *_Nonnull url, const char *_Nonnull scheme, const char *_Nonnull host, uint16_t port);

#endif
