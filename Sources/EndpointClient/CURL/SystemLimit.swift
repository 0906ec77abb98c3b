#if os(Linux)
    internal import CLibCURL

    /// The limit of open files, which a process with too many connections reaches.
    enum SystemLimit {
        static let sentence =
            "This process or machine has no file descriptor left: raise `ulimit -n`, or open fewer connections and files."

        /// Whether an error of a system call (`errno`) means that the limit is reached.
        static func isReached(_ error: Int32) -> Bool { error == EMFILE || error == ENFILE }

        /// The error of opening a descriptor now; nil if one can be opened.
        static var current: Int32? {
            let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
            guard descriptor >= 0 else { return errno }
            close(descriptor)
            return nil
        }
    }
#endif
