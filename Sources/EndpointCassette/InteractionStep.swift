extension Interaction {
    /// A decision during an interaction, such as a retry, a wait in a queue or a revalidation: a `CallStep` as a file
    /// keeps it.
    public struct Step: Hashable, Sendable {
        /// The time since the interaction began. A file keeps microseconds.
        public var time: Duration

        /// The name of the step, such as `retrying`.
        public var name: String

        /// The importance of the step.
        public var level: LogLevel

        /// The step in a few words: `503 Service Unavailable: retrying in 0.5 s`.
        public var text: String

        /// A step.
        public init(_ name: String, at time: Duration, level: LogLevel = .debug, text: String = "") {
            (self.name, self.time, self.level, self.text) = (name, time, level, text)
        }
    }
}

extension Interaction.Step {
    /// A step of a call, without the secrets that a redaction finds.
    package init(_ step: CallStep, at time: Duration, redaction: Redaction) {
        let row = step.row
        self.init(row.name, at: time, level: row.level, text: row.text(redaction))
    }

    /// The step in a file.
    var node: JSONNode {
        [
            "time": .number(HARTimings.milliseconds(time)), "name": .string(name), "level": .string(level.rawValue),
            "text": .string(text),
        ]
    }
}

extension JSONNode {
    /// The steps in the member `_endpoint`.
    func steps() throws -> [Interaction.Step] {
        let path = "_endpoint.steps"
        return try (list("steps", in: "_endpoint") ?? []).map { node in
            guard case .object = node else { throw HARFieldError(path: path, expected: "object", found: node.kind) }
            return Interaction.Step(
                try node.text("name", in: path).orMissing(path + ".name"),
                at: Duration(milliseconds: try node.number("time", in: path) ?? 0),
                level: try node.text("level", in: path).flatMap(LogLevel.init) ?? .debug,
                text: try node.text("text", in: path) ?? "")
        }
    }
}
