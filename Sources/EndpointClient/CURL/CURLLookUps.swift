#if os(Linux)
    /// The look-ups of names that are under way, and the transfers that wait for one: a pure value.
    ///
    /// libcurl uses a thread and several descriptors for each look-up, and cannot end one early. So their number is
    /// limited, and a name that is being looked up is not looked up again: other transfers wait for the result.
    struct CURLLookUps {
        /// A name that the transfers of one client look up.
        struct Name: Hashable {
            let client: ObjectIdentifier
            let host: String
            let port: Int
        }

        /// How a look-up has ended.
        enum Outcome {
            case found
            case failed(CURLFailure)
            /// The transfer that was to begin it needed none.
            case unused
        }

        /// What follows after the end of a look-up.
        struct Next: Equatable {
            /// The transfers that may start again.
            var proceeding: [ObjectIdentifier] = []
            /// The transfers that fail as the look-up has.
            var failing: [ObjectIdentifier] = []
        }

        private let limit: Int
        private var running: [Name: ObjectIdentifier] = [:]
        private var waiting: [(transfer: ObjectIdentifier, name: Name)] = []

        /// - Parameter limit: how many look-ups may be under way.
        init(limit: Int) {
            self.limit = limit
        }

        /// Whether a transfer may look a name up now. If not, it waits.
        mutating func begin(_ name: Name, for transfer: ObjectIdentifier) -> Bool {
            if running[name] == transfer { return true }
            guard running[name] == nil, running.count < limit else {
                waiting.append((transfer, name))
                return false
            }
            running[name] = transfer
            return true
        }

        /// A look-up has ended. The transfers that waited for the same name have its result, and others may begin.
        mutating func end(_ name: Name, of transfer: ObjectIdentifier, _ outcome: Outcome) -> Next {
            guard running[name] == transfer else { return Next() }
            running[name] = nil
            var next = Next()
            switch outcome {
            case .found: next.proceeding = takeWaiting(for: name)
            case .failed: next.failing = takeWaiting(for: name)
            case .unused: break
            }
            while running.count < limit, let index = waiting.firstIndex(where: { running[$0.name] == nil }) {
                let first = waiting.remove(at: index)
                running[first.name] = first.transfer
                next.proceeding.append(first.transfer)
            }
            return next
        }

        /// A transfer waits no longer.
        mutating func leave(_ transfer: ObjectIdentifier) {
            waiting.removeAll { $0.transfer == transfer }
        }

        private mutating func takeWaiting(for name: Name) -> [ObjectIdentifier] {
            defer { waiting.removeAll { $0.name == name } }
            return waiting.filter { $0.name == name }.map(\.transfer)
        }
    }
#endif
