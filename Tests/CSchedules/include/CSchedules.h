// The hooks of Swift's runtime through which every job passes before it runs, for `Tests/Schedules`. Swift cannot declare them: they have its
// own calling convention. They are exported by libswift_Concurrency, and used by the runtimes of other languages and by servers.
#pragma once
#if defined(__linux__)

#include <stdbool.h>
#include <stdint.h>

/// Receives a job that the runtime would give to its pool of threads.
typedef void (*schedules_take)(void *_Nonnull context, void *_Nonnull job);

/// An executor as the runtime passes it: the two words of an `UnownedSerialExecutor`.
struct schedules_executor {
    void *_Nullable identity;
    uintptr_t implementation;
};

/// Replaces the executors of the runtime: from now on every job of the pool is passed to a function, and every job of the main actor to an
/// executor. A job that is to run after a time of the system's clock ends the process, because the order of such jobs is not reproducible.
///
/// `Task.yield()` and the sleeps of a clock of the system do not pass through the hooks of Swift 6.2 and later: they give the job to the
/// pool of threads, which then has a thread.
void schedules_replace_executors(schedules_take _Nonnull take, void *_Nonnull context, struct schedules_executor main);

/// Runs a job of the pool, or one of the main actor, up to where it suspends, on this thread.
void schedules_run(void *_Nonnull job, bool is_main);

/// The number of the job's task, which the runtime counts from 1; 0 for a job that belongs to no task.
uint64_t schedules_task(void *_Nonnull job);

/// Starts the program again, unless it has been: with fixed addresses and with the same hash values in every process, so that the order of
/// the elements of dictionaries and sets is reproducible too.
void schedules_restart_reproducibly(char *_Nullable *_Nonnull arguments);

#endif
