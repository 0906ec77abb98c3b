#if os(Linux)
    import Dispatch

    /// Runs a task apart from the threads that all tests share, so that it does not wait in their queue.
    final class OwnThread: TaskExecutor {
        private let queue = DispatchQueue(label: "OwnThread")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
