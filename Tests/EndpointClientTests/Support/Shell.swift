#if os(Linux) || os(macOS)
    import EndpointTesting

    /// Runs `/bin/sh` without Foundation's `Process`, which on Linux with Swift 6.3 sometimes crashes when more than a
    /// thousand files are open (swift-corelibs-foundation #5472).
    enum Shell {
        static let hasCURL = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

        /// Runs a script and returns what it prints.
        static func run(_ script: String, environment: [String: String] = [:]) async throws -> Data {
            try await withCheckedThrowingContinuation { end in
                DispatchQueue.global().async { end.resume(with: Result { try output(of: script, environment) }) }
            }
        }

        private static func output(of script: String, _ environment: [String: String]) throws -> Data {
            let pipe = Pipe()
            var process = pid_t()
            let error = withFileActions(printingTo: pipe.fileHandleForWriting.fileDescriptor) { actions in
                withPointers(["sh", "-c", script]) { arguments in
                    withPointers(environment.map { "\($0)=\($1)" }) { environment in
                        posix_spawn(&process, "/bin/sh", actions, nil, arguments, environment)
                    }
                }
            }
            guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
            try pipe.fileHandleForWriting.close()
            defer { waitpid(process, nil, 0) }
            return try pipe.fileHandleForReading.readToEnd() ?? Data()
        }

        /// The shell prints to that file and inherits no other, so that it keeps no connection of a test open.
        private static func withFileActions<Result>(
            printingTo file: Int32, _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Result
        ) -> Result {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, file, 1)
            #if os(Linux)
                let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
                for file in files.compactMap({ Int32($0) }) where file > 2 {
                    posix_spawn_file_actions_addclose(&actions, file)
                }
            #endif
            return body(&actions)
        }

        /// The texts as an array of C strings.
        private static func withPointers<Result>(
            _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
        ) -> Result {
            let pointers = texts.map { strdup($0) } + [nil]
            defer { pointers.forEach { free($0) } }
            return body(pointers)
        }
    }
#endif
