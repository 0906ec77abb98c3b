#if defined(__linux__)

#include "CSchedules.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>

#define SWIFT_CALL __attribute__((swiftcall))

// The declarations of swift/Runtime/Concurrency.h. `original` is what the runtime would have done. An executor without an identity is the pool.
typedef SWIFT_CALL void (*enqueue_hook)(void *job, void *original);
typedef SWIFT_CALL struct schedules_executor (*main_hook)(void *original);
typedef SWIFT_CALL void (*delay_hook)(unsigned long long delay, void *job, void *original);
typedef SWIFT_CALL void (*deadline_hook)(
    long long seconds, long long nanoseconds, long long tolerance_seconds, long long tolerance_nanoseconds, int clock, void *job,
    void *original);

extern enqueue_hook swift_task_enqueueGlobal_hook;
extern main_hook swift_task_getMainExecutor_hook;
extern delay_hook swift_task_enqueueGlobalWithDelay_hook;
extern deadline_hook swift_task_enqueueGlobalWithDeadline_hook;
extern SWIFT_CALL void swift_job_run(void *job, struct schedules_executor executor);
extern SWIFT_CALL uint64_t swift_task_getJobTaskId(void *job);

static schedules_take taker;
static void *taker_context;
static struct schedules_executor main_executor;

static SWIFT_CALL void enqueue_global(void *job, void *original) {
    taker(taker_context, job);
}

static SWIFT_CALL struct schedules_executor get_main(void *original) {
    return main_executor;
}

static void refuse(void) {
    fputs("schedules: FAILED: a task sleeps on a clock of the system, not on the time of the schedule\n", stderr);
    abort();
}

static SWIFT_CALL void enqueue_after(unsigned long long delay, void *job, void *original) {
    refuse();
}

static SWIFT_CALL void enqueue_at(
    long long seconds, long long nanoseconds, long long tolerance_seconds, long long tolerance_nanoseconds, int clock, void *job,
    void *original) {
    refuse();
}

void schedules_replace_executors(schedules_take take, void *context, struct schedules_executor main) {
    taker = take;
    main_executor = main;
    taker_context = context;
    swift_task_enqueueGlobal_hook = enqueue_global;
    swift_task_getMainExecutor_hook = get_main;
    swift_task_enqueueGlobalWithDelay_hook = enqueue_after;
    swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
}

void schedules_run(void *job, bool is_main) {
    struct schedules_executor pool = {0, 0};
    swift_job_run(job, is_main ? main_executor : pool);
}

uint64_t schedules_task(void *job) {
    return swift_task_getJobTaskId(job);
}

void schedules_restart_reproducibly(char **arguments) {
    if (getenv("SWIFT_DETERMINISTIC_HASHING")) return;
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
    perror("schedules: cannot start again");
    exit(2);
}

#else

// Swift needs a symbol in every target.
void schedules_are_for_linux(void) {}

#endif
