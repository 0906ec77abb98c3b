extension APIContract {
    /// Which operations of a description have been checked, and which not.
    public struct Coverage: Hashable, Sendable {
        /// One operation of the description.
        public struct Operation: Hashable, Sendable {
            /// `operationId`, or else method and path.
            public let name: String

            /// How many requests to it have been checked.
            public let count: Int

            /// The statuses that no checked response had: `200`, `4XX`, `default`.
            public let untouchedStatuses: [String]

            /// The parameters that no checked request had: `query.page`.
            public let untouchedParameters: [String]
        }

        /// The operations, in the order of the description.
        public let operations: [Operation]

        /// What was allowed, but worth a remark: error statuses that are not described, failures of the connection.
        /// Each occurs once.
        public let notes: [Finding]

        /// How many statuses and parameters the description has, and how many of them were touched.
        fileprivate let statuses: Share
        fileprivate let parameters: Share

        /// The operations that no check has touched, by their names.
        public var untouchedOperations: [String] { operations.filter { $0.count == 0 }.map(\.name) }
    }

    /// What all checks by this contract and its copies have touched so far.
    public var coverage: Coverage {
        let touched = touched.withLock { $0 }
        let operations = document.operations.enumerated().map { index, operation in
            let touch = touched[index]
            return Coverage.Operation(
                name: operation.name, count: touch.count,
                untouchedStatuses: operation.responses.map(\.status).filter { !touch.statuses.contains($0) },
                untouchedParameters: operation.parameters.map(\.shownPlace).filter { !touch.parameters.contains($0) })
        }
        let (statuses, parameters) = document.operations.reduce(into: (0, 0)) {
            $0.0 += $1.responses.count
            $0.1 += $1.parameters.count
        }
        return Coverage(
            operations: operations, notes: touched.notes,
            statuses: .init(of: statuses, without: operations.reduce(0) { $0 + $1.untouchedStatuses.count }),
            parameters: .init(of: parameters, without: operations.reduce(0) { $0 + $1.untouchedParameters.count }))
    }
}

extension APIContract.Coverage {
    fileprivate struct Share: Hashable, Sendable, CustomStringConvertible {
        let touched: Int
        let total: Int

        init(of total: Int, without untouched: Int) {
            (self.total, touched) = (total, total - untouched)
        }

        var description: String { "\(touched) of \(total)" }
    }
}

extension APIContract.Coverage: CustomStringConvertible {
    /// The shares on one line, and what is untouched on a line for each operation.
    public var description: String {
        let called = operations.count { $0.count > 0 }
        let summary =
            "\(called) of \(operations.count) operations, \(statuses) statuses, \(parameters) parameters"
        return ([summary] + operations.compactMap(\.line)).joined(separator: "\n")
    }
}

@_spi(EndpointTool) extension APIContract.Coverage {
    /// A line for each kind of what the description has, with the names of the first ones that are untouched:
    /// `statuses: 1 of 6, not books 4XX, addBook 201 and 3 more`.
    public func summary(naming limit: Int) -> [String] {
        let called = Share(of: operations.count, without: untouchedOperations.count)
        let kinds = [
            ("operations", called, untouchedOperations),
            ("statuses", statuses, operations.flatMap { $0.naming($0.untouchedStatuses) }),
            ("parameters", parameters, operations.flatMap { $0.naming($0.untouchedParameters) }),
        ]
        return kinds.filter { $0.1.total > 0 }.map { kind, share, untouched in
            let rest = untouched.count - limit
            let names = untouched.prefix(limit) + (rest > 0 ? ["\(rest) more"] : [])
            return "\(kind): \(share)" + (names.isEmpty ? "" : ", not \(SchemaWords.list(Array(names), "and"))")
        }
    }
}

extension APIContract.Coverage.Operation {
    /// Parts of the operation with its name: `addBook 201`.
    fileprivate func naming(_ parts: [String]) -> [String] { parts.map { "\(name) \($0)" } }

    /// `  addBook: no test has 409, query.dryRun`. Nil if everything was touched.
    fileprivate var line: String? {
        if count == 0 { return "  \(name): no test" }
        let rest = untouchedStatuses + untouchedParameters
        return rest.isEmpty ? nil : "  \(name): no test has \(rest.joined(separator: ", "))"
    }
}

/// What checks have touched, by the index of the operation.
struct TouchedOperations: Sendable {
    struct Touch: Hashable, Sendable {
        var count = 0
        var statuses: Set<String> = []
        var parameters: Set<String> = []
    }

    private var touches: [Int: Touch] = [:]
    private(set) var notes: [APIContract.Finding] = []

    subscript(index: Int) -> Touch { touches[index] ?? Touch() }

    mutating func add(_ findings: [APIContract.Finding]) {
        for note in findings where note.isNote && !notes.contains(note) { notes.append(note) }
    }

    mutating func add(_ touch: Touch, to index: Int) {
        var sum = self[index]
        sum.count += touch.count
        sum.statuses.formUnion(touch.statuses)
        sum.parameters.formUnion(touch.parameters)
        touches[index] = sum
    }
}
