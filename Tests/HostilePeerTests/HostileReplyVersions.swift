#if os(Linux)
    import HostilePeers

    /// What the versions of libcurl do differently than 7.88.1, with which the table of the replies was made.
    extension HostileReply {
        private static let before = 0x074900 as UInt32
        private static let recent = 0x080600 as UInt32

        /// The outcome of this reply with a version of libcurl.
        func outcome(libcurl version: UInt32) -> HostileOutcome {
            if version < Self.before { return Self.outcomesBefore[name] ?? outcome }
            return version >= Self.recent ? Self.recentOutcomes[name] ?? outcome : outcome
        }

        /// 7.68.0 cannot undo zstd, looks at no trailers, and reads less strictly. None of it leads to a wrong body.
        private static let outcomesBefore: [String: HostileOutcome] = [
            "zstd": .error(.cannotDecodeContentData),
            "zstd that ends too soon": .error(.cannotDecodeContentData),
            "a bomb of zstd": .error(.cannotDecodeContentData),
            "a trailer of 50 kB": .response(200, "hi"),
            "a status line for a trailer": .response(200, "hi"),
            "a trailer without a colon": .response(200, "hi"),
            "an underscore in a chunk size": .response(200, ""),
            "a chunk size with 0x before it": .response(200, ""),
        ]

        /// 8.14.1 and 8.19.0 limit a head to 5000 fields, and have a code for lines that are too long.
        private static let recentOutcomes: [String: HostileOutcome] = [
            "one header field 20,000 times": .error(.dataLengthExceedsMaximum),
            "a trailer of 50 kB": .error(.dataLengthExceedsMaximum),
            "an endless trailer line": .error(.dataLengthExceedsMaximum),
        ]
    }
#endif
